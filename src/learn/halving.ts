/**
 * Successive halving (Karnin, Koren and Somekh, Almost optimal exploration in multi-armed bandits, ICML 2013): sub-searches
 * share a budget of candidates. In each round an equal part of it is divided among those that are left, then the better half
 * of them goes on. One alone has all of it.
 */
import { json, list, objectOf, whole } from '../core/codec.js'
import { stateOf } from '../core/documents.js'
import type { Json } from '../core/json.js'
import type { Learner } from './learner.js'
import type { Opening, SubSearch } from './sub-search.js'

export interface Halving<Part extends SubSearch> extends Learner {
  readonly parts: readonly Part[]
  /** Those that are left; one in the end. */
  readonly left: readonly Part[]
  /** Candidates that all of them have had. */
  readonly spent: number
  /** Whether all rounds are done. */
  readonly over: boolean
}

interface State {
  /** Rounds that are done. */
  readonly round: number
  /** Places of the parts that are left, ascending. */
  readonly left: readonly number[]
  readonly parts: readonly Json[]
}
const STATE = objectOf<State>({ round: whole(0), left: list(whole(0)), parts: list(json) })

/**
 * Candidates that a part has had at the end of each round that it takes part in: in each round an equal part of the budget
 * is divided among those that are left.
 */
export function quotas(evaluations: number, parts: number): readonly number[] {
  const left: number[] = [parts]
  while (left[left.length - 1] > 1) left.push(Math.ceil(left[left.length - 1] / 2))
  let sum = 0
  return left.map((count) => {
    sum += evaluations / (left.length * count)
    return sum
  })
}

/** @param state of `snapshot`; null at the beginning */
export function halving<Part extends SubSearch>(
  openings: readonly Opening<Part>[],
  evaluations: number,
  state: Json | null,
): Halving<Part> {
  const from = stateOf(STATE, state)
  const parts = openings.map((opening, k) => opening(from?.parts[k] ?? null))
  const until = quotas(evaluations, parts.length)
  let round = from?.round ?? 0
  let left = from?.left ?? parts.map((_, k) => k)
  const isOver = () => round === until.length
  const present = () => left.map((k) => parts[k])
  const due = () =>
    isOver() ? [] : present().filter((part) => part.evaluations < until[round] && !part.stopped)
  return {
    parts,
    get left() {
      return present()
    },
    get spent() {
      return parts.reduce((sum, part) => sum + part.evaluations, 0)
    },
    get over() {
      return isOver()
    },
    ask: () => (isOver() ? null : due().map((part) => part.ask())),
    tell: (scores) => {
      for (const [k, part] of due().entries()) part.tell(scores[k])
      while (!isOver() && due().length === 0) {
        const ranked = left.toSorted((a, b) => parts[a].score - parts[b].score || a - b)
        left = ranked.slice(0, Math.ceil(left.length / 2)).toSorted((a, b) => a - b)
        round++
      }
    },
    summaries: () => parts.map((part) => part.summary()),
    population: () => present().flatMap((part) => part.population()),
    snapshot: () => STATE.encode({ round, left, parts: parts.map((part) => part.snapshot()) }),
  }
}
