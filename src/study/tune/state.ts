/** How far a tuning has come, as plain data. */
import type { Json } from '../../core/json.js'
import type { FinalRow } from '../../evaluation/final-measurement.js'
import type { Cell } from '../../evaluation/race.js'
import type { HistoryPoint } from '../../evaluation/search-history.js'

/** What `take` returns of a generation that is done. */
export interface Generation {
  readonly generation: number
  /** Candidates so far. */
  readonly evaluations: number
  /** Simulations so far, given up or not. */
  readonly simulations: number
  /** The parameters of each candidate. */
  readonly population: readonly (readonly number[])[]
  /** Null for those that were certainly not among the selected. */
  readonly scores: readonly (number | null)[]
  /** The best candidate so far; of this generation where its windows are its own. */
  readonly best: Winner
}

export interface Winner {
  readonly policy: string
  readonly parameters: Readonly<Record<string, number>>
  readonly score: number
}

export interface State {
  readonly phase: 'search' | 'final' | 'done'
  readonly search: Json
  readonly generation: number
  readonly evaluations: number
  readonly simulations: number
  /** Of the present generation's windows, by window; null: not known yet, or not asked for. */
  readonly base: readonly number[] | null
  /** Of the present generation, candidate by candidate. */
  readonly cells: readonly (readonly Cell[])[] | null
  /** Best of each of the last generations, or of all so far, the last one last. */
  readonly winners: readonly Winner[]
  readonly history: readonly HistoryPoint[]
  readonly final: readonly FinalRow[]
}
