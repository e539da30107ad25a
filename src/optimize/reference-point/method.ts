/**
 * The common part of NSGA-III and θ-DEA: a population of parents and as many children, from which whole fronts of the
 * non-dominated sort survive while there is room; who of the fronts up to the one that no longer fits, is decided by
 * reference directions, in normalised objectives. Parents are drawn at random, each equally often.
 */
import { floats, json, nullable, number, textOrNumber, whole } from '../../core/codec.js'
import type { Json } from '../../core/json.js'
import { Random } from '../../core/random.js'
import type { Coding } from '../coding/coding.js'
import {
  type Brood,
  broodOf,
  childrenOf,
  chosen,
  EMPTY,
  type Evolution,
  evolutionCodec,
  joined,
  matesFor,
  type PopulationOptimizer,
} from '../coding/population.js'
import { binaryTournaments } from '../operators/selection.js'
import { nonDominatedSort, rowsAt } from '../pareto/sort.js'
import { wholeSetting } from '../settings.js'
import { members, snapshotsOf } from '../snapshot.js'
import { allMatter, optimizerOf, type Seed } from '../stepped.js'
import { type Association, associate } from './association.js'
import { firstScale, normalised, rescaled, type Scale } from './normalise.js'
import { referencePoints } from './reference-points.js'

const VERSION = 1

export interface ReferencePointSettings<Genome> {
  readonly coding: Coding<Genome>
  /** Scores a candidate; 2 or more. */
  readonly objectives: number
  /** Divisions of each axis of the lattice of reference directions; 1 or more. */
  readonly divisions: number
  /** Divisions of a second, inner layer; none where absent. */
  readonly innerDivisions?: number | null
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

type State<Genome> = Evolution<Genome> & Scale

/** A method of reference points as it is begun, and gone on with from a snapshot. */
export function byReferencePoints(method: ReferencePointMethod) {
  return {
    /** @throws QueuewrightError `usage` for settings out of range */
    begin: <Genome>(settings: ReferencePointSettings<Genome>, seed: Seed): PopulationOptimizer<Genome> => {
      const objectives = wholeSetting('objectives', settings.objectives, 2)
      return goOn(method, settings, seed, { generation: 0, ...EMPTY, ...firstScale(objectives) })
    },
    /**
     * @param codingOf the coding, of what was saved of it
     * @param file names the snapshot in errors
     * @throws QueuewrightError `input-document`
     */
    restore: <Genome>(
      snapshot: unknown,
      codingOf: (saved: Json) => Coding<Genome>,
      file = 'snapshot',
    ): PopulationOptimizer<Genome> =>
      snapshotsFor(method, codingOf).read(snapshot, file, ({ seed, coding, ...settings }, state) =>
        goOn(method, { ...settings, coding: codingOf(coding) }, seed, state),
      ),
  }
}

const SETTINGS = members({
  coding: json,
  ...{ objectives: whole(2), divisions: number(), innerDivisions: nullable(number()), population: whole(2) },
  seed: textOrNumber,
})

function snapshotsFor<Genome>(method: ReferencePointMethod, codingOf: (saved: Json) => Coding<Genome>) {
  return snapshotsOf(method.kind, VERSION, SETTINGS, ({ coding, population, objectives }) =>
    evolutionCodec(codingOf(coding), population, objectives, {
      ideal: floats(objectives),
      extremes: floats(objectives * objectives),
    }),
  )
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
        const scale = rescaled(parents, all.scores, objectives, fronts[0])
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
        return { generation: parents.generation + 1, ...chosen(all, kept, objectives), ...scale }
      },
      selection: (_, { candidates }) => allMatter(candidates.length),
      stopped: () => null,
      save: (state) => {
        const saved = coding.saveSettings(state.generation === 0)
        const set = { coding: saved, objectives, divisions, innerDivisions, population, seed }
        return snapshotsFor(method, () => coding).save(set, state)
      },
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
