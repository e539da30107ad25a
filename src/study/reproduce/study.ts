/**
 * The port of published studies for `qw reproduce`: the logs that one needs, and the work that gives our values for its
 * tables. A study is pure; whoever does it loads the logs. Most are lists of tasks, done one by one, so that progress can
 * be shown and the work be interrupted between them. Those that search for hours are runs: investigations made of others
 * (composition.ts, reproduction.ts), which engines do and which can be resumed.
 */

import { formatNumber } from '../../core/format.js'
import type { Dataset } from '../../trace/dataset.js'
import type { FurtherField } from '../../trace/swf/index.js'
import type { Trace } from '../../trace/trace.js'
import type { Finished, FinishedPart, PartSpec } from './composition.js'
import type { PublishedValue } from './published-value.js'
import type { MissingEstimates } from './thesis-estimates.js'

export interface StudyLog {
  /** The study's own word for the log; unique. */
  readonly name: string
  /** The name that `--logs` takes it by, where a log comes in several files; `name` where absent. */
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
  /** The seed of the first draw; further ones take the numbers after it. */
  readonly seed: number
  /** How often everything that depends on chance is drawn; 1 or more. */
  readonly draws: number
  /** Beside those of the study, for one that takes them; none where absent. */
  readonly orders?: readonly FurtherOrder[]
}

/** A queue order, by what its column is called. */
export interface FurtherOrder {
  readonly name: string
  readonly order: string
}

/** A file that is no log, read as text. */
export type StudyText = Pick<StudyLog, 'name' | 'file' | 'kind'>

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

/** Facts of a study before it is done. */
export interface StudyFacts {
  readonly name: string
  readonly title: string
  readonly source: string
  /** None where it computes all of itself. */
  readonly logs: readonly StudyLog[]
  /** Files of other kinds that it needs; none where absent. Names are unique among those of the logs too. */
  readonly texts?: readonly StudyText[]
  /** Where they can be had, one sentence. */
  readonly origin: string
  /** Whether a row's name is unique in the study; else it takes the name of its table to tell. */
  readonly uniqueRows: boolean
  /** Fields that the logs are to be read with. */
  readonly fields: readonly FurtherField[]
}

/** A list of tasks. */
export interface PublishedStudy extends StudyFacts {
  /** Whether chance has a part in it, so that draws and seed matter. */
  readonly chance: boolean
  /** Whether it takes further orders. */
  readonly takesOrders?: true
  /** Draws unless the user says how many; 5 where absent. */
  readonly draws?: number
  /**
   * @param logs as read, by the names of `logs`; those that are absent are left out of the tables
   * @param texts by the names of `texts`
   * @throws QueuewrightError for a text that it cannot read
   */
  readonly begin: (
    logs: ReadonlyMap<string, Trace>,
    options: StudyOptions,
    texts?: ReadonlyMap<string, string>,
  ) => StudyRun
}

export interface RunStudyOptions {
  readonly seed: number
  /** Share of the published numbers of evaluations; above 0. */
  readonly budget: number
  /** Whether logs are scaled to the machine of the published figures; only of a study that can. */
  readonly scaled: boolean
  /** The stand-ins for estimates that a log lacks; only of a study whose logs lack some. */
  readonly missingEstimates: MissingEstimates
  /**
   * Share of the published generations of the greedy strategy that rules may choose, above 0; null: as much of a usual one as of
   * all else. Only of a study that learns such rules.
   */
  readonly greedyBudget: number | null
  /** Which of the study's methods; none where it has none to choose from. */
  readonly methods: readonly string[]
  /** The study's sources that are learnt from; all where empty. */
  readonly sources: readonly string[]
  /** Whether nothing is learnt with a bound of the longest wait; only of a study that does. */
  readonly unbounded: boolean
  /** The version of the build that makes the files. */
  readonly version: string
}

/** Those of a study's methods that are computed; all where none is chosen, as in runs of before there was a choice. */
export function chosenMethods<Method extends string>(
  known: readonly Method[],
  { methods }: Pick<RunStudyOptions, 'methods'>,
): readonly Method[] {
  return methods.length === 0 ? known : known.filter((name) => methods.includes(name))
}

/** A run of a study, made ready. */
export interface PreparedStudy {
  /** The parts that are done first, all at the same time. */
  readonly parts: readonly PartSpec[]
  readonly datasets: ReadonlyMap<string, Dataset>
  /** Simulations that the parts after the first ones will take, about. */
  readonly furtherTotal: number
  /** Further lines for those who read the tables. */
  readonly remarks: readonly string[]
}

/** Files of a part of a run, those that show it included. */
export interface KeptFiles {
  readonly part: FinishedPart
  /** The name under which a file is kept; null where it is not. */
  readonly nameOf: (file: string) => string | null
}

/** The outcome of a run of a study. */
export interface StudyResult {
  readonly values: readonly StudyValue[]
  /** Further lines for those who have read the tables; none where absent. */
  readonly remarks?: readonly string[]
  /** Files of the parts that are kept beside the tables. */
  readonly kept: readonly KeptFiles[]
}

/** A run: searches, from minutes to hours. */
export interface RunStudy extends StudyFacts {
  /** Share of the published evaluations unless the user says which. */
  readonly usualBudget: number
  /** The meaning of a budget of 1. */
  readonly wholeBudget: string
  /** How long the usual budget takes on two processors. */
  readonly usualTime: string
  /** Whether it can scale its logs. */
  readonly scales: boolean
  /** Whether its logs lack estimates; not where absent. */
  readonly lacksEstimates?: true
  /** Whether it learns a greedy strategy that rules may choose. */
  readonly learnsGreedy?: true
  /** Methods that it compares, where a run may take some of them; absent: it has none to choose from. */
  readonly methods?: readonly string[]
  /** Its sources, logs that it learns from, where a run may take some of them; absent: it has none to choose from. */
  readonly sources?: readonly string[]
  /** Whether it learns with a bound of the longest wait, too; not where absent. */
  readonly bounds?: true
  /**
   * @param logs as read, by the names of `logs`
   * @throws QueuewrightError `usage` for a budget that is too small, and what the logs are refused with
   */
  readonly prepare: (logs: ReadonlyMap<string, Trace>, options: RunStudyOptions) => PreparedStudy
  /** Parts that need the results of the first ones; done when these are. */
  readonly further: (
    options: RunStudyOptions,
    finished: Finished,
    datasets: ReadonlyMap<string, Dataset>,
  ) => readonly PartSpec[]
  readonly result: (options: RunStudyOptions, finished: Finished) => StudyResult
}

/** A budget as a share of the whole, `3 % of the published 100 generations`; a 1 before it would read as one of them. */
export function budgetInWords({ wholeBudget }: RunStudy, budget: number): string {
  return `${formatNumber(100 * budget)} % of ${wholeBudget}`
}

/** A study of either form. */
export type AnyStudy = PublishedStudy | RunStudy
