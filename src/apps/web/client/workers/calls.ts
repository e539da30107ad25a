/** Requests of pages to the worker that simulates, by the names of what a trial does. */
import type { Json } from '../../../../core/json.js'
import type { GridTrial } from './grid.js'
import type { AskedOf } from './judge.js'
import type { Trial } from './trial.js'

/** All that can be done with a log. */
export interface LogCalls extends Trial, GridTrial {}

/** Deeds for pages: all but those that make large values. */
export type CallName = Exclude<keyof LogCalls, 'starts'>

/** Deeds for what a page shows: it wants the last that it asked for. */
export const FOLLOWED: ReadonlySet<string> = new Set<CallName | 'judge'>([
  ...(['tried', 'compared', 'shared', 'job', 'judge'] as const),
])

/** A log is opened before anything is asked of it. */
export type Call =
  | {
      readonly id: number
      readonly method: 'open'
      readonly log: string
      readonly bytes: Uint8Array<ArrayBuffer>
      readonly scenario: Json
      readonly objectives: readonly string[]
    }
  | { readonly id: number; readonly method: 'judge'; readonly asked: AskedOf }
  | {
      readonly id: number
      readonly method: CallName
      readonly log: string
      readonly given: readonly unknown[]
    }

export type Answer =
  | { readonly id: number; readonly value: unknown }
  /** One sentence. */
  | { readonly id: number; readonly failure: string }
  /** Another one was asked for in its place. */
  | { readonly id: number; readonly superseded: true }
