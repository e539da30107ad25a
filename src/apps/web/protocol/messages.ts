/** Messages between the server and its pages: plain data, as both sides understand it. */
import type { FailureKind } from '../../../core/errors.js'
import type { Exhibit } from '../../../core/exhibit.js'
import type { Json } from '../../../core/json.js'
import type { DrawnRegion } from '../../../preference/index.js'
import type { RunSummary } from '../../../runtime/runs/index.js'
import type { LogClock } from '../../../trace/trace.js'

/** Options of a log, by what commands do with it. */
export interface LogOptionWords {
  /** Commands that simulate it: all. */
  readonly simulate: readonly string[]
  /** Those that look at it, and at the site. */
  readonly look: readonly string[]
  /** Those that only read it. */
  readonly read: readonly string[]
}

/** A log that is served. */
export interface ServedLog {
  /** The log's digest, as `qw info` tells it; by it pages name the log. */
  readonly digest: string
  readonly name: string
  /** As the command line names it; null: the demonstration workload. */
  readonly file: string | null
  /** The options that the server was given, as far as commands take them. */
  readonly options: LogOptionWords
  /** Whether a command of its own can read it: no stream can be read twice. */
  readonly isFile: boolean
  readonly jobs: number
  readonly clock: LogClock
  /** As `scenarioJson` writes it; its data are those of `logs/:digest/dataset`. */
  readonly scenario: Json
  readonly machine: number
  /** Names of the objectives that are measured on it, user groups included. */
  readonly objectives: readonly string[]
  readonly notices: readonly string[]
}

/** A log and its options as the command line names them. */
export function logWords(
  { file, options }: Pick<ServedLog, 'file' | 'options'>,
  by: keyof LogOptionWords,
): readonly string[] {
  return file === null ? options[by] : [file, ...options[by]]
}

/** The server's offer: logs, runs, pages. */
export interface Served {
  readonly version: string
  readonly logs: readonly ServedLog[]
  /** Logs that could not be read, and why. */
  readonly failures: readonly string[]
  /** Where runs are looked for. */
  readonly runsFolder: string
  /** Whether pages only look. */
  readonly readOnly: boolean
  /** Whether the machine is a site with partitions or nodes, whose rules a worker of its own knows. */
  readonly atSite: boolean
  /** Whether the clients of a Slurm are on the server's machine. */
  readonly hasSlurm: boolean
}

/** A run in a list: its name is that of its folder. */
export interface ServedRun extends RunSummary {
  readonly id: string
}

/** Whether a run may be called so: as any folder in another, whoever made it. */
export function isRunName(text: string): boolean {
  return /^[^/\0]{1,255}$/.test(text) && text !== '.' && text !== '..'
}

/** A run with what its page shows; figures are scenes. */
export interface ShownRun {
  readonly run: ServedRun
  readonly page: Exhibit
}

/** Why a policy acts so, as a page. */
export interface ShownStrategy {
  /** As it is written; null of rules, which are none in a line. */
  readonly policy: string | null
  readonly page: Exhibit
}

/** When waiting jobs will start, as a page. */
export interface ShownStarts {
  readonly verdict: string
  /** Jobs that wait, those that are not asked for among them. */
  readonly waiting: number
  /** The instant of a replay since the log's first submit; the partitions of a live queue. */
  readonly of: string
  readonly page: Exhibit
  /** The command, to be typed. */
  readonly command: string
}

/** A run that this server began, or went on with, as a process of its own. */
export interface StartedRun {
  readonly id: string
  /** The command, to be typed. */
  readonly command: string
  /** Why it ended otherwise than it should, one sentence; null: it goes on, or is finished. */
  readonly failure: string | null
  readonly goesOn: boolean
}

/** A preference that is kept, but the schedules that its regions are drawn on. */
export interface StoredPreference {
  readonly name: string
  /** As commands name it. */
  readonly file: string
  /** Digest of the file, as a header has it. */
  readonly digest: string
  readonly objective: string | null
  readonly subjectTo: readonly string[]
  readonly regions: readonly DrawnRegion[]
  readonly drawnOn: {
    readonly name: string
    /** Digest of the log. */
    readonly digest: string
    readonly objectives: readonly string[]
    readonly points: number
  } | null
}

/** The answer to whoever keeps a preference. */
export type Kept = Pick<StoredPreference, 'digest' | 'file'>

/** Topics of which the stream of events tells the latest state. */
export interface Topics {
  readonly runs: readonly ServedRun[]
  readonly started: readonly StartedRun[]
  readonly preferences: readonly StoredPreference[]
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
  '/start',
  '/strategy',
  '/front',
  '/prefer',
  '/when',
] as const
