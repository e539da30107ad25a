/**
 * The fitted workload model: tables over groups of users and over the whole site, made by `fitModel`, from which
 * `generateFromModel` draws. It holds no job, no user and no user's number. Imports nothing.
 */

export const MODEL_KIND = 'queuewright-workload-model'
export const MODEL_VERSION = 1

/**
 * Run times are kept in classes: class b ≥ 0 holds [10^(b/10), 10^((b+1)/10)) seconds, −1 run times below a second,
 * and `AT_LIMIT` those of 99 % of the requested time or more.
 */
export const RUN_CLASSES_PER_DECADE = 10
export const BELOW_A_SECOND = -1
export const AT_LIMIT = -2
/** 10^10 seconds. */
export const LONGEST_RUN = 100

/** Upper ends, in seconds, of the classes of run time by which users wait for a job's end or do not; one more above. */
export const PATIENCE_EDGES: readonly number[] = [10, 60, 300, 1200, 3600]

/** Which edges of the classes of a job's work part the sessions, by their work, in how soon the user comes again. */
export const SESSION_WORK_EDGES: readonly number[] = [3, 5, 7, 8]

/** Upper ends, in seconds, of the classes of requested time by which it is told how far jobs run beyond it. */
export const REQUEST_EDGES: readonly number[] = [900, 3600, 14_400, 43_200]

/** Numbers of jobs, of a session so far, from which on another class begins. */
export const PROGRESS_EDGES: readonly number[] = [2, 3, 5, 9, 17, 33, 65, 129]

/** Shares of the site's jobs that have less work (size · run time) than the edges of the classes of work. */
export const WORK_QUANTILES: readonly number[] = [0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 0.95, 0.99]

/** Quantiles at p = 0, 1/(n−1), …, 1, ascending; empty where nothing was observed. */
export type QuantileTable = readonly number[]

/** Chances of what a user changes from one job to the next; `all`, `kind`, `size` and `none` sum to 1. */
export interface Repetition {
  /** Nothing: same size, requested time and class of run time. */
  readonly all: number
  /** The run time is chosen anew, given size and requested time. */
  readonly kind: number
  /** Requested time and run time are chosen anew, given the size. */
  readonly size: number
  /** Everything is chosen anew. */
  readonly none: number
  /** Where all is chosen anew, or all but the size: among jobs with the same class of run time. */
  readonly run: number
}

/** Users that are alike in how much, how wide, how long and over which time they work; the smallest unit of a model. */
export interface Archetype {
  /** Users of the log that it was made of. */
  readonly users: number
  readonly jobs: number
  readonly sessions: number
  /** New users a day. */
  readonly arrivals: number
  /** Mean number of users who have been here and will come again. */
  readonly present: number
  /** Chance that a user does not come again after a session. */
  readonly leaving: number
  /** From one session's first submit to the next one's, in operational seconds (week.ts). */
  readonly cycles: QuantileTable
  /** The same by class of the first session's work (`SESSION_WORK_EDGES`); empty where there are too few of them. */
  readonly cyclesAfter: readonly QuantileTable[]
  /** The summand to the site's log odds that a session goes on. */
  readonly persistence: number
  /** Share of the jobs that are not their session's last, by class of work. */
  readonly goesOn: readonly number[]
  /** Seconds from one submit to the next within a batch. */
  readonly pauses: QuantileTable
  /** Chance that the next job of a session waits for this one's end, by class of this one's run time. */
  readonly patience: readonly number[]
  readonly within: Repetition
  readonly across: Repetition
  /** How little users differ from their archetype in what they choose anew (a Dirichlet process' concentrations). */
  readonly concentration: { readonly kinds: number; readonly runs: number }
  /** Jobs by size, requested time (−1: none) and class of run time (class, count, class, count, …), all ascending. */
  readonly kinds: readonly KindsOfSize[]
}

export type KindsOfSize = readonly [size: number, requests: readonly RunsOfRequest[]]
export type RunsOfRequest = readonly [estimate: number, runs: readonly number[]]

export interface ModelEvidence {
  /** The log's short name and its digest. */
  readonly log: string
  readonly digest: string
  readonly jobs: number
  readonly users: number
  readonly sessions: number
  /** From the first submit to the last. */
  readonly seconds: number
  /** Unix time of the last submit; null where the log does not say when it began. */
  readonly lastSubmit: number | null
  /** Processor-seconds a second. */
  readonly work: number
  /** Jobs left out as they have no user. */
  readonly withoutUser: number
  /** Jobs without a recorded wait; they are taken to have started at once. */
  readonly withoutWait: number
  /** Jobs whose size or requested time was moved to one that more users have. */
  readonly movedSizes: number
  readonly movedEstimates: number
  readonly settings: {
    /** Least number of users behind an archetype, a size and a requested time. */
    readonly leastUsers: number
    /** Pause in submitting that ends a session, seconds. */
    readonly sessionPause: number
    /** Absence after which a user counts as gone, seconds. */
    readonly absence: number
  }
}

export interface WorkloadModel {
  readonly kind: typeof MODEL_KIND
  readonly version: typeof MODEL_VERSION
  readonly evidence: ModelEvidence
  /** Processors; null where the log does not say. */
  readonly machine: number | null
  /** An IANA zone name or an offset from UTC in seconds. */
  readonly zone: string | number
  /** Relative intensity of session starts in each hour of the local week, Monday 0 h first; mean 1. */
  readonly week: readonly number[]
  /** Upper ends of the classes of work, processor-seconds. */
  readonly work: readonly number[]
  /** Log odds that a session goes on after a job, by jobs so far and by class of that job's work. */
  readonly goingOn: readonly (readonly number[])[]
  /** γ of the users' self-regulation (regulation.ts). */
  readonly regulation: number
  /** By class of run time: seconds that jobs waited whose users waited for their ends. */
  readonly waits: readonly QuantileTable[]
  /** Seconds from the end that a user waited for to the next submit. */
  readonly thinks: QuantileTable
  /** By class of requested time: run time / requested time of the jobs at their limit. */
  readonly overruns: readonly QuantileTable[]
  readonly archetypes: readonly Archetype[]
}

export const HOURS_OF_WEEK = 168
export const PATIENCE_CLASSES = PATIENCE_EDGES.length + 1
export const SESSION_CLASSES = SESSION_WORK_EDGES.length + 1
export const REQUEST_CLASSES = REQUEST_EDGES.length + 1
export const PROGRESS_CLASSES = PROGRESS_EDGES.length + 1
export const WORK_CLASSES = WORK_QUANTILES.length + 1

/** The class of `value`: the number of edges (ascending) that it has reached. */
export function classOf(edges: readonly number[], value: number): number {
  let place = 0
  while (place < edges.length && value >= edges[place]) place++
  return place
}

/** Log odds beyond these differ in nothing that could be seen; sessions end also by the largest two together. */
export const LARGEST_ODDS = 6

/** Beyond this γ smooths little more. */
export const STRONGEST_REGULATION = 2
