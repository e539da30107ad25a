/**
 * A part of a learner: one optimiser over one coding of strategies, with what the learner keeps of it: how many candidates
 * it has had, and the best of them. Learners are made of these (halving.ts, staged.ts), one or several.
 */
import { exact, json, list, nullable, number, objectOf, whole } from '../core/codec.js'
import { stateOf } from '../core/documents.js'
import type { Json } from '../core/json.js'
import { type Box, decode } from '../optimize/box.js'
import type { EvolutionStrategy } from '../optimize/evolution-strategy/index.js'
import type { Optimizer } from '../optimize/optimizer.js'
import type { Strategy } from '../strategy/index.js'
import type { CandidateBatch, Learner, SearchSummary } from './learner.js'

export interface SubSearch {
  /** Candidates that it was told of. */
  readonly evaluations: number
  /** The score of its best candidate; infinite before the first scores. */
  readonly score: number
  /** Whether it has nothing more to try. */
  readonly stopped: boolean
  ask(): CandidateBatch
  tell(scores: Float64Array): void
  summary(): SearchSummary
  population(): ReturnType<Learner['population']>
  snapshot(): Json
}

/** As it begins, and as a snapshot goes on. */
export type Opening<Part extends SubSearch = SubSearch> = (state: Json | null) => Part

/** A candidate, with its score. */
export interface Scored {
  readonly score: number
  readonly genome: readonly number[]
}

export const SCORED = objectOf<Scored>({ score: exact, genome: list(number()) })

export interface SubSearchPlan<Search extends Optimizer<ArrayLike<number>>> {
  /** As its batches and its summary are called. */
  readonly name: string
  /** The optimiser, made anew or of a snapshot. */
  readonly search: (state: Json | null) => Search
  readonly strategy: (genome: ArrayLike<number>) => Strategy
  /** Numbers that a candidate is made of, by name, where evidence is to tell of them. */
  readonly numbers?: (genome: ArrayLike<number>) => Readonly<Record<string, number>>
  /**
   * The best by now: the first of the least score where absent.
   * @param all the best before, if any, and the candidates after it
   * @param search which was told of them
   */
  readonly best?: (all: readonly Scored[], search: Search) => Scored
  /** The end of the last generation, best first; nothing where absent. */
  readonly last?: (search: Search) => readonly Scored[]
}

/** A sub-search whose best point can be gone on from. */
export interface PointSearch extends SubSearch {
  /** Null before the first scores. */
  readonly best: Scored | null
}

interface State {
  readonly evaluations: number
  readonly best: Scored | null
  readonly search: Json
}
const STATE = objectOf<State>({ evaluations: whole(0), best: nullable(SCORED), search: json })

/** @param state of `snapshot`; null at the beginning */
export function subSearch<Search extends Optimizer<ArrayLike<number>>>(
  { name, search: open, strategy, numbers, best: bestOf = leastOf, last }: SubSearchPlan<Search>,
  state: Json | null,
): PointSearch {
  const from = stateOf(STATE, state)
  const search = open(from?.search ?? null)
  let evaluations = from?.evaluations ?? 0
  let best = from?.best ?? null
  const score = () => best?.score ?? Number.POSITIVE_INFINITY
  return {
    get evaluations() {
      return evaluations
    },
    get best() {
      return best
    },
    get score() {
      return score()
    },
    get stopped() {
      return search.stopped !== null
    },
    ask: () => {
      const genomes = search.ask()
      return {
        name,
        candidates: genomes.map(strategy),
        selection: search.selection,
        ...(numbers && { numbers: genomes.map(numbers) }),
      }
    },
    tell: (scores) => {
      const told = search.ask().map((genome, k): Scored => ({ score: scores[k], genome: Array.from(genome) }))
      search.tell(scores)
      best = bestOf(best === null ? told : [best, ...told], search)
      evaluations += told.length
    },
    summary: () => ({
      name,
      evaluations,
      score: score(),
      strategy: best !== null && Number.isFinite(best.score) ? strategy(best.genome) : null,
    }),
    population: () =>
      (last?.(search) ?? []).map((each) => ({
        system: name,
        score: each.score,
        strategy: strategy(each.genome),
      })),
    snapshot: () => STATE.encode({ evaluations, best, search: search.snapshot() }),
  }
}

function leastOf(all: readonly Scored[]): Scored {
  return all.reduce((least, each) => (each.score < least.score ? each : least))
}

/** The end of an evolution strategy's generation: its parents, as points of the box. */
export function parentsIn(box: Box): (search: EvolutionStrategy) => readonly Scored[] {
  return ({ state: { parents } }) =>
    parents.map(({ object, score }) => ({ score, genome: [...decode(box, object)] }))
}
