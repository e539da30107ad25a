/**
 * The genetic algorithm of MULTI, section 4.2 (rule C13 of docs/sites.md), as an optimiser of the house: half of a
 * generation are children, one of each pair of parents drawn by their rank, the other half is new. Who overbooked a link
 * does not mate. Parents are not kept; the best ever is. A candidate has two scores: its fitness, and whether it overbooked
 * a link (0 or 1).
 */
import {
  exact,
  floats,
  ints,
  list,
  nullable,
  number,
  object,
  oneOf,
  textOrNumber,
  whole,
} from '../../core/codec.js'
import { Random } from '../../core/random.js'
import { shareSetting, wholeSetting } from '../../optimize/settings.js'
import { members, snapshotsOf } from '../../optimize/snapshot.js'
import { allMatter, optimizerOf, type Seed, type Stepped } from '../../optimize/stepped.js'
import type { BatchState } from './batch-state.js'
import { type GenomeOperators, type GenomeShape, genomeOperators } from './genome.js'
import { guidedNodes } from './guided.js'
import type { ClusterSystem, ParallelJobs } from './system.js'

/** How individuals are made that have no parents: the first, and those that fill up a generation. */
export const STARTS = ['guided', 'random'] as const
export type Start = (typeof STARTS)[number]

export interface GeneticSettings {
  readonly start: Start
  /** Individuals of a generation, even. */
  readonly population: number
  /** Share of the children that are mutated. */
  readonly mutation: number
}

/** The source of individuals. */
export interface GenomeSource {
  readonly shape: GenomeShape
  readonly operators: GenomeOperators
  /** One without parents. */
  readonly fresh: (start: Start, random: Random) => Int32Array
}

export function genomeSource(
  system: ClusterSystem,
  jobs: ParallelJobs,
  shape: GenomeShape,
  state: BatchState,
): GenomeSource {
  const operators = genomeOperators(shape, system.power.length)
  const guide = guidedNodes(system, jobs, state)
  const fresh = (start: Start, random: Random): Int32Array => {
    if (start === 'random') return operators.random(random)
    const genome = new Int32Array(shape.from[shape.count])
    const order = genome.subarray(0, shape.count)
    for (let job = 0; job < shape.count; job++) order[job] = job
    random.permute(order)
    guide(genome, () => random.uniform())
    return genome
  }
  return { shape, operators, fresh }
}

interface Generation {
  readonly generation: number
  readonly genomes: readonly Int32Array[]
  /** Two a genome. */
  readonly scores: Float64Array
  readonly best: Int32Array | null
  readonly least: number
  /** The generation of the last gain, from 1. */
  readonly gained: number
}

const SETTINGS = members({
  start: oneOf(STARTS),
  population: whole(2),
  mutation: number(0, 1),
  seed: textOrNumber,
})
const KIND = 'packet-genetic'

export type PacketGenetic = Stepped<Generation, Int32Array>

/** @throws QueuewrightError `usage` for settings out of range */
export function packetGenetic(settings: GeneticSettings, source: GenomeSource, seed: Seed): PacketGenetic {
  return goOn(settings, source, seed, {
    ...{ generation: 0, genomes: [], scores: new Float64Array(0) },
    ...{ best: null, least: Number.POSITIVE_INFINITY, gained: 0 },
  })
}

/**
 * One as it was when the snapshot was taken.
 * @param source the one with which it was begun
 * @throws QueuewrightError `input-document`
 */
export function restorePacketGenetic(
  snapshot: unknown,
  source: GenomeSource,
  file = 'snapshot',
): PacketGenetic {
  return snapshotsFor(source).read(snapshot, file, ({ seed, ...settings }, state) =>
    goOn(settings, source, seed, state),
  )
}

function snapshotsFor({ shape }: GenomeSource) {
  const genome = ints(shape.from[shape.count])
  return snapshotsOf(KIND, 1, SETTINGS, () =>
    object(
      {
        generation: whole(0),
        genomes: list(genome),
        scores: floats(),
        best: nullable(genome),
        least: exact,
        gained: whole(0),
      },
      true,
    ),
  )
}

function goOn(
  { start, population, mutation }: GeneticSettings,
  source: GenomeSource,
  seed: Seed,
  first: Generation,
): PacketGenetic {
  wholeSetting('population', population, 2)
  shareSetting('mutation', mutation)
  const { operators, fresh } = source
  const root = new Random(seed).fork(KIND)
  return optimizerOf<Generation, readonly Int32Array[], Int32Array>(
    {
      objectives: 2,
      propose: ({ generation, genomes, scores }) => {
        const random = root.fork(generation)
        const children = genomes.length === 0 ? 0 : population >> 1
        const mate = ranked(scores, random)
        return Array.from({ length: population }, (_, k) => {
          if (k >= children) return fresh(start, random)
          const child = operators.cross(genomes[mate()], genomes[mate()], random)
          return random.uniform() < mutation ? operators.step(child, random) : child
        })
      },
      candidates: (batch) => batch,
      advance: (state, genomes, scores) => {
        let { best, least, gained } = state
        const generation = state.generation + 1
        for (const [k, genome] of genomes.entries()) {
          if (best !== null && scores[2 * k] >= least) continue
          best = genome
          least = scores[2 * k]
          gained = generation
        }
        return { generation, genomes, scores, best, least, gained }
      },
      selection: (_, batch) => allMatter(batch.length),
      stopped: () => null,
      save: (state) => snapshotsFor(source).save({ start, population, mutation, seed }, state),
    },
    first,
  )
}

/** Draws parents by linear ranking with pressure 2: of n, the k-th best with weight n − k. */
function ranked(scores: Float64Array, random: Random): () => number {
  const all = Int32Array.from({ length: scores.length / 2 }, (_, k) => k)
  const free = all.filter((k) => scores[2 * k + 1] === 0)
  const order = (free.length < 2 ? all : free).sort((a, b) => scores[2 * a] - scores[2 * b] || a - b)
  const n = order.length
  const total = (n * (n - 1)) / 2
  return () => {
    let mark = random.uniform() * total
    let k = 0
    while (k < n - 1 && mark >= n - 1 - k) mark -= n - 1 - k++
    return order[k]
  }
}
