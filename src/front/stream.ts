/**
 * Streams of candidates: what a plan consists of. Each proposes generation after generation, and is told what came of
 * them; many of them share the evaluations of one search.
 */
import { json, object, whole } from '../core/codec.js'
import { readKept } from '../core/documents.js'
import type { Json } from '../core/json.js'
import type { Task } from '../optimize/evaluator.js'
import type { PopulationOptimizer } from '../optimize/index.js'

/** A schedule to be evaluated. */
export interface Candidate {
  readonly task: Task
  /**
   * The origin that gives this schedule again: a policy, or how the sequence was made; null for a sequence that was
   * evolved.
   */
  readonly label: string | null
}

export interface Stream {
  /** Told so far. */
  readonly evaluated: number
  readonly finished: boolean
  /** The next candidates, the same until `tell`; not of a stream that is finished. */
  ask(): readonly Candidate[]
  /** @param scores candidates × objectives, row-major, minimised */
  tell(scores: Float64Array): void
  /** As plain data; the stream's plan opens it again. */
  snapshot(): Json
}

export interface StreamPlan {
  /** The part of the search that it belongs to, as tables call it. */
  readonly source: string
  /** Streams share evaluations in proportion to it: as many as it takes in all, where that is known. */
  readonly share: number
  /** True: it is drawn towards the preference of the search (judge.ts); not where absent. */
  readonly drawn?: boolean
  /** @param state of `snapshot`; null at the beginning */
  readonly open: (state: Json | null) => Stream
}

/** Candidates of one batch of a list. */
const LIST_BATCH = 60

const LIST_STATE = object({ next: whole(0) })

/** A list of candidates, one after the other. */
export function listPlan<Item>(
  source: string,
  items: readonly Item[],
  express: (item: Item) => Candidate,
): StreamPlan {
  return {
    source,
    share: items.length,
    open: (state) => {
      let next = state === null ? 0 : readKept(LIST_STATE, state, 'list').next
      const batch = () => items.slice(next, next + LIST_BATCH)
      return {
        get evaluated() {
          return next
        },
        get finished() {
          return next >= items.length
        },
        ask: () => batch().map(express),
        tell: () => {
          next += batch().length
        },
        snapshot: () => LIST_STATE.encode({ next }),
      }
    },
  }
}

export interface PopulationSettings<Genome> {
  readonly source: string
  readonly share: number
  readonly drawn?: boolean
  readonly begin: () => PopulationOptimizer<Genome>
  readonly restore: (state: Json) => PopulationOptimizer<Genome>
  readonly express: (genome: Genome) => Candidate
  /** Batches, the first individuals included; endless where null. */
  readonly generations: number | null
  /**
   * Whether the first individuals only have children: they are not evaluated, and count as worse than everything, so
   * that none of them survives its first generation.
   */
  readonly startsDie?: boolean
}

const POPULATION_STATE = object({
  generation: whole(0),
  evaluated: whole(0),
  /** Null before the beginning and after the end. */
  optimizer: json,
})

/** A population that evolves. */
export function populationPlan<Genome>(settings: PopulationSettings<Genome>): StreamPlan {
  const { source, share, drawn = false, begin, restore, express, generations, startsDie = false } = settings
  return {
    ...{ source, share, drawn },
    open: (kept) => {
      const state = kept === null ? null : readKept(POPULATION_STATE, kept, 'population')
      let generation = state?.generation ?? 0
      let evaluated = state?.evaluated ?? 0
      const saved = state?.optimizer ?? null
      let optimizer = saved === null ? null : restore(saved)
      const isFinished = () => generations !== null && generation >= generations
      const present = (): PopulationOptimizer<Genome> => {
        if (optimizer !== null) return optimizer
        optimizer = begin()
        if (startsDie) {
          const scores = new Float64Array(optimizer.ask().length * optimizer.objectives)
          optimizer.tell(scores.fill(Number.POSITIVE_INFINITY))
        }
        return optimizer
      }
      return {
        get evaluated() {
          return evaluated
        },
        get finished() {
          return isFinished()
        },
        ask: () => present().ask().map(express),
        tell: (scores) => {
          const told = present()
          evaluated += scores.length / told.objectives
          told.tell(scores)
          generation++
          // Its population is of no more use.
          if (isFinished()) optimizer = null
        },
        snapshot: () =>
          POPULATION_STATE.encode({ generation, evaluated, optimizer: optimizer?.snapshot() ?? null }),
      }
    },
  }
}
