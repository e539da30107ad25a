/**
 * Searches in two stages: some share a part of the budget by successive halving (halving.ts), then others that begin at what
 * the winner has found share the rest.
 */
import { json, nullable, objectOf } from '../core/codec.js'
import { stateOf } from '../core/documents.js'
import type { Json } from '../core/json.js'
import { type Halving, halving } from './halving.js'
import type { Learner } from './learner.js'
import type { Opening, PointSearch } from './sub-search.js'

/** A search in two stages. */
export interface StagedSearch {
  readonly first: readonly Opening<PointSearch>[]
  /** Candidates of both stages; the last generations may exceed it. */
  readonly evaluations: number
  /** Share of them for the first stage. */
  readonly share: number
  /**
   * The second stage.
   * @param place of the winner in the first
   * @param unit the best point of its space
   */
  readonly second: (place: number, unit: readonly number[]) => readonly Opening<PointSearch>[]
}

interface State {
  readonly first: Json
  /** Null in the first stage. */
  readonly second: Json | null
}
const STATE = objectOf<State>({ first: json, second: nullable(json) })

/** @param state of `snapshot`; null at the beginning */
export function stagedLearner(
  { first, evaluations, share, second }: StagedSearch,
  state: Json | null,
): Learner {
  const from = stateOf(STATE, state)
  const opener = halving(first, evaluations * share, from?.first ?? null)
  const follow = (saved: Json | null): Halving<PointSearch> => {
    const [winner] = opener.left
    if (winner.best === null) throw new RangeError('nothing to go on from before the first scores')
    const openings = second(opener.parts.indexOf(winner), winner.best.genome)
    return halving(openings, evaluations - opener.spent, saved)
  }
  let later = from === null || from.second === null ? null : follow(from.second)
  return {
    ask: () => {
      if (later === null) return opener.ask()
      // Generations that were rounded up in earlier rounds are at the expense of the last.
      return opener.spent + later.spent >= evaluations ? null : later.ask()
    },
    tell: (scores) => {
      if (later !== null) return later.tell(scores)
      opener.tell(scores)
      if (opener.over) later = follow(null)
    },
    summaries: () => [...opener.summaries(), ...(later?.summaries() ?? [])],
    population: () => (later ?? opener).population(),
    snapshot: () => STATE.encode({ first: opener.snapshot(), second: later?.snapshot() ?? null }),
  }
}
