/**
 * What NSGA-III and θ-DEA have in common: a population of parents and as many children, from which whole fronts of the
 * non-dominated sort survive while there is room; who of the fronts up to the one that no longer fits, is decided by
 * reference directions, in normalised objectives. Parents are drawn at random, each equally often.
 */
import { Random } from '../../core/random.js'
import type { Coding } from '../coding/coding.js'
import {
  type Brood,
  broodOf,
  childrenOf,
  chosen,
  EMPTY,
  type Evolution,
  joined,
  loadEvolution,
  matesFor,
  type PopulationOptimizer,
  savePopulation,
} from '../coding/population.js'
import { binaryTournaments } from '../operators/selection.js'
import { nonDominatedSort, rowsAt } from '../pareto/sort.js'
import { wholeSetting } from '../settings.js'
import { type Fields, numbersJson, readSnapshot, snapshotOf } from '../snapshot.js'
import { allMatter, optimizerOf, type Seed } from '../stepped.js'
import { type Association, associate } from './association.js'
import { firstScale, normalised, rescaled, type Scale } from './normalise.js'
import { referencePoints } from './reference-points.js'

const VERSION = 1

export interface ReferencePointSettings<Genome> {
  readonly coding: Coding<Genome>
  /** Scores a candidate; 2 or more. */
  readonly objectives: number
  /** Of each axis of the lattice of reference directions; 1 or more. */
  readonly divisions: number
  /** Of a second, inner layer; none where absent. */
  readonly innerDivisions?: number
  /** Individuals, as many as directions or more; where absent, the least such multiple of four. */
  readonly population?: number
}

/** Points that compete for the next population. */
export interface Contest {
  readonly association: Association
  /** Reference directions, row-major. */
  readonly directions: Float64Array
  readonly objectives: number
  /** The first so many are on fronts that fit as a whole. */
  readonly sure: number
  /** How many survive. */
  readonly room: number
  readonly random: Random
}

export interface ReferencePointMethod {
  readonly kind: string
  /** Places of the survivors. */
  readonly survivors: (contest: Contest) => readonly number[]
}

interface State<Genome> extends Evolution<Genome> {
  readonly scale: Scale
}

/** @throws QueuewrightError `usage` for settings out of range */
export function begin<Genome>(
  method: ReferencePointMethod,
  settings: ReferencePointSettings<Genome>,
  seed: Seed,
): PopulationOptimizer<Genome> {
  const objectives = wholeSetting('objectives', settings.objectives, 2)
  return goOn(method, settings, seed, { generation: 0, ...EMPTY, scale: firstScale(objectives) })
}

/** @throws QueuewrightError `input-document` */
export function restore<Genome>(
  method: ReferencePointMethod,
  snapshot: unknown,
  loadCoding: (fields: Fields) => Coding<Genome>,
  file: string,
): PopulationOptimizer<Genome> {
  return readSnapshot(snapshot, method.kind, VERSION, file, (fields) => {
    const coding = loadCoding(fields.object('coding'))
    const objectives = fields.whole('objectives', 2)
    const population = fields.whole('population', 2)
    const settings = {
      coding,
      objectives,
      divisions: fields.number('divisions'),
      ...(fields.given('innerDivisions') ? { innerDivisions: fields.number('innerDivisions') } : {}),
      population,
    }
    const scale = {
      ideal: fields.numbers('ideal', objectives),
      extremes: fields.numbers('extremes', objectives * objectives),
    }
    const evolution = loadEvolution(coding, fields, population, objectives)
    return goOn(method, settings, fields.seed(), { ...evolution, scale })
  })
}

function goOn<Genome>(
  method: ReferencePointMethod,
  settings: ReferencePointSettings<Genome>,
  seed: Seed,
  first: State<Genome>,
): PopulationOptimizer<Genome> {
  const { coding, divisions, innerDivisions = null } = settings
  const objectives = wholeSetting('objectives', settings.objectives, 2)
  const directions = referencePoints(objectives, divisions, innerDivisions)
  const least = directions.length / objectives
  const population = wholeSetting('population', settings.population ?? 4 * Math.ceil(least / 4), least)
  const root = new Random(seed).fork(method.kind)
  return optimizerOf<State<Genome>, Brood<Genome>, Genome>(
    {
      objectives,
      propose: ({ generation, individuals }) => {
        const random = root.fork(generation)
        if (generation === 0) return broodOf(coding.first(population, random))
        const mates = binaryTournaments(population, matesFor(population), () => 0, random)
        return broodOf(childrenOf(coding, individuals, mates, population, random))
      },
      candidates: ({ candidates }) => candidates,
      advance: (parents, { individuals }, scores) => {
        const all = joined(parents, { individuals, scores })
        const fronts = nonDominatedSort(all.scores, objectives)
        const scale = rescaled(parents.scale, all.scores, objectives, fronts[0])
        const { places, sure } = competitors(fronts, population)
        const points = normalised(scale, rowsAt(all.scores, objectives, places), objectives, fronts[0].length)
        const survivors = method.survivors({
          association: associate(points, directions, objectives),
          directions,
          objectives,
          sure,
          room: population,
          random: root.fork(parents.generation).fork('survivors'),
        })
        const kept = survivors.map((k) => places[k])
        return { generation: parents.generation + 1, ...chosen(all, kept, objectives), scale }
      },
      selection: (_, { candidates }) => allMatter(candidates.length),
      stopped: () => null,
      save: (state) =>
        snapshotOf(method.kind, VERSION, {
          coding: coding.saveSettings(state.generation === 0),
          objectives,
          divisions,
          innerDivisions,
          population,
          seed,
          generation: state.generation,
          ideal: numbersJson(state.scale.ideal),
          extremes: numbersJson(state.scale.extremes),
          ...savePopulation(coding, state),
        }),
    },
    first,
  )
}

/** Front by front, until there are enough; those of the last front come last. */
function competitors(
  fronts: readonly Int32Array[],
  room: number,
): { readonly places: readonly number[]; readonly sure: number } {
  const places: number[] = []
  let sure = 0
  for (const front of fronts) {
    if (places.length >= room) break
    sure = places.length
    for (const each of front) places.push(each)
  }
  return { places, sure: places.length === room ? room : sure }
}
