/**
 * What a published study is to `qw reproduce`: the logs that it needs, and the work that gives our values for its tables.
 * A study is pure; whoever runs it loads the logs and does its tasks one by one, so that progress can be shown and the
 * work be interrupted between them.
 */
import type { PublishedValue } from '../../report/published.js'
import type { FurtherField } from '../../trace/swf/index.js'
import type { Trace } from '../../trace/trace.js'

export interface StudyLog {
  /** The study's own word for the log; unique. */
  readonly name: string
  /** What `--logs` takes it by, where a log comes in several files; `name` where absent. */
  readonly log?: string
  /** The file that is expected, in the folder of the data. */
  readonly file: string
  /** Where nothing is said of the folder: a job log, or another simulator's schedule; `traces` where absent. */
  readonly kind?: 'traces' | 'reference'
  /** Whether the study goes on without it, and leaves out its rows. */
  readonly optional?: true
  /** Processor count that is a job's size. */
  readonly size: 'requested' | 'allocated'
  /** Processors of the machine that the study takes. */
  readonly machine: number
}

export interface StudyOptions {
  /** Of the first draw; further ones take the numbers after it. */
  readonly seed: number
  /** How often everything that depends on chance is drawn; 1 or more. */
  readonly draws: number
}

/** One of a study's values, and the log that it was computed from; null where the study needs none. */
export interface StudyValue extends PublishedValue {
  readonly log: string | null
}

export interface StudyTask {
  readonly label: string
  readonly run: () => void
}

export interface StudyRun {
  /** To be done in this order. */
  readonly tasks: readonly StudyTask[]
  /** All values; only after all tasks. */
  readonly values: () => readonly StudyValue[]
}

export interface PublishedStudy {
  readonly name: string
  readonly title: string
  readonly source: string
  /** None where it computes all of itself. */
  readonly logs: readonly StudyLog[]
  /** Where they can be had, one sentence. */
  readonly origin: string
  /** Whether chance has a part in it, so that draws and seed matter. */
  readonly chance: boolean
  /** Draws unless the user says how many; 5 where absent. */
  readonly draws?: number
  /** Whether a row's name is unique in the study; else it takes the name of its table to tell. */
  readonly uniqueRows: boolean
  /** Fields that the logs are to be read with. */
  readonly fields: readonly FurtherField[]
  /** @param logs as read, by the names of `logs`; those that are absent are left out of the tables */
  readonly begin: (logs: ReadonlyMap<string, Trace>, options: StudyOptions) => StudyRun
}
