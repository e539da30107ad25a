/** How far a learning has come, as plain data. */
import {
  anyOf,
  type Codec,
  exact,
  json,
  list,
  literal,
  nullable,
  number,
  objectOf,
  oneOf,
  optional,
  record,
  whole,
} from '../core/codec.js'
import type { Json } from '../core/json.js'
import type { ConvergencePoint } from '../evaluation/searches/convergence.js'
import { FINAL_ROW, type FinalRow } from '../evaluation/searches/final-measurement.js'
import type { Cell } from '../evaluation/searches/race.js'
import { HISTORY_POINT, type HistoryPoint } from '../evaluation/searches/search-history.js'
import { STRATEGY, type Strategy } from '../strategy/index.js'

/** The version of the state. That of an older run is made anew, of its journal. */
export const STATE_VERSION = 2

export interface Winner {
  readonly strategy: Strategy
  readonly score: number
  /** Numbers that it is made of, by name, where the learner tells of them. */
  readonly numbers?: Readonly<Record<string, number>>
}

/** The value that `take` returns of a generation that is done. */
export interface Generation {
  readonly generation: number
  /** So far, given up or not. */
  readonly simulations: number
  /** The scores of each batch's candidates; null for those that were certainly not among the selected. */
  readonly scores: readonly { readonly batch: string; readonly scores: readonly (number | null)[] }[]
  readonly point: ConvergencePoint
  /** The policy of the best one so far, where it is of this generation; and the numbers that it is made of. */
  readonly best?: string
  readonly numbers?: Winner['numbers']
}

export interface State {
  readonly version: typeof STATE_VERSION
  readonly phase: 'search' | 'final' | 'done'
  readonly learner: Json
  readonly generation: number
  readonly evaluations: number
  readonly simulations: number
  /**
   * The values of the policy that scores are relative to, in the cases of the present generation; null: unknown, or not
   * asked for.
   */
  readonly base: readonly number[] | null
  /**
   * The cells of the present generation: batch by batch, candidate by candidate, case by case. Null: nothing is known
   * yet.
   */
  readonly cells: readonly (readonly (readonly Cell[])[])[] | null
  /** The best so far; where each generation has windows of its own, that of each of the last ones. The last one counts. */
  readonly winners: readonly Winner[]
  readonly history: readonly HistoryPoint[]
  readonly final: readonly FinalRow[]
  /** The score of the winner in the end, constraints apart. */
  readonly score: number | null
}

/** In a cell, `above` is what was given up. */
const CELL: Codec<Cell> = nullable(
  anyOf<readonly [Codec<number>, Codec<'above'>]>('a number, above or null', exact, literal('above')),
)
const MEMBERS = objectOf<State>({
  ...{ version: literal(STATE_VERSION), phase: oneOf(['search', 'final', 'done']), learner: json },
  ...{ generation: whole(0), evaluations: whole(0), simulations: whole(0) },
  ...{ base: nullable(list(exact)), cells: nullable(list(list(list(CELL)))) },
  winners: list(objectOf<Winner>({ strategy: STRATEGY, score: exact, numbers: optional(record(number())) })),
  history: list(HISTORY_POINT),
  final: list(FINAL_ROW),
  score: nullable(exact),
})

/** As runs keep it. */
export const STATE: Codec<State> = {
  ...MEMBERS,
  decode: (value, at) => {
    const { version = 1 } = Object(value)
    if (version === STATE_VERSION) return MEMBERS.decode(value, at)
    throw new RangeError(`the state of a learning of version ${version}, not ${STATE_VERSION}`)
  },
}
