/** How far a learning has come, as plain data. */
import type { Json } from '../core/json.js'
import type { ConvergencePoint } from '../evaluation/convergence.js'
import type { FinalRow } from '../evaluation/final-measurement.js'
import type { Cell } from '../evaluation/race.js'
import type { HistoryPoint } from '../evaluation/search-history.js'
import type { Strategy } from '../strategy/index.js'

export interface Winner {
  readonly strategy: Strategy
  readonly score: number
}

/** What `take` returns of a generation that is done. */
export interface Generation {
  readonly generation: number
  /** So far, given up or not. */
  readonly simulations: number
  /** Of each heat, its candidates' scores; null for those that were certainly not among the selected. */
  readonly scores: readonly { readonly heat: string; readonly scores: readonly (number | null)[] }[]
  readonly point: ConvergencePoint
  /** The policy of the best one so far, where it is of this generation. */
  readonly best?: string
}

export interface State {
  readonly phase: 'search' | 'final' | 'done'
  readonly learner: Json
  readonly generation: number
  readonly evaluations: number
  readonly simulations: number
  /** Of the present generation: heat by heat, candidate by candidate, exercise by exercise. Null: nothing is known yet. */
  readonly cells: readonly (readonly (readonly Cell[])[])[] | null
  readonly winner: Winner | null
  readonly history: readonly HistoryPoint[]
  readonly final: readonly FinalRow[]
  /** Of the winner in the end, constraints apart. */
  readonly score: number | null
}
