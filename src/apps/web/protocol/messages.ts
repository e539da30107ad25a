/** Messages between the server and its pages: plain data, of which both sides import the types. */
import type { FailureKind } from '../../../core/errors.js'
import type { Exhibit } from '../../../core/exhibit.js'
import type { Json } from '../../../core/json.js'
import type { RunSummary } from '../../../runtime/runs/index.js'
import type { LogClock } from '../../../trace/trace.js'

/** A log that is served. */
export interface ServedLog {
  /** The log's digest, as `qw info` tells it; by it pages name the log. */
  readonly digest: string
  readonly name: string
  /** As it was named on the command line; null: the demonstration workload. */
  readonly file: string | null
  readonly jobs: number
  readonly clock: LogClock
  /** As `scenarioJson` writes it; its data are those of `logs/:digest/dataset`. */
  readonly scenario: Json
  readonly machine: number
  /** Names of the objectives that are measured on it, user groups included. */
  readonly objectives: readonly string[]
  readonly notices: readonly string[]
}

/** The server's offer: logs, runs, pages. */
export interface Served {
  readonly version: string
  readonly logs: readonly ServedLog[]
  /** Logs that could not be read, and why. */
  readonly failures: readonly string[]
  /** Where runs are looked for. */
  readonly runsFolder: string
}

/** A run in a list: its name is that of its folder. */
export interface ServedRun extends RunSummary {
  readonly id: string
}

/** A run with what its page shows; figures are scenes. */
export interface ShownRun {
  readonly run: ServedRun
  readonly page: Exhibit
}

/** Topics of which the stream of events tells the latest state. */
export interface Topics {
  readonly runs: readonly ServedRun[]
}

export type Topic = keyof Topics

/** The answer to a request that is refused. */
export interface Refused {
  readonly kind: FailureKind | 'refused'
  /** One sentence. */
  readonly message: string
}

/** Bytes of a request's body at most. */
export const MOST_BODY = 64 * 1024

/** Paths of pages; each is the same document, which shows what its address says. */
export const PAGES = [
  '/',
  '/log',
  '/try',
  '/compare',
  '/grid',
  '/runs',
  '/strategy',
  '/front',
  '/prefer',
] as const
