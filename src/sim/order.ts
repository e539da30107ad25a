/**
 * A queue order: which waiting job comes first. Orders and algorithms are independent axes; an order never sees a
 * job's true run time, only what a real scheduler knows.
 *
 * An order is *bound* to the jobs of one simulation and yields a `Ranking`. A ranking always says what each job's
 * key is (`score`, the definition: smaller first), and, where it can, that its keys never change (`static`) or
 * change linearly with time (`linear`), so that the engine can keep a structure instead of sorting at each pass.
 */
import type { Rows } from '../trace/growing-table.js'
import type { Member } from './members.js'
import type { Site } from './site.js'

/** The jobs as an order may know them: everything a scheduler knows at submit. */
export interface VisibleJobs extends Rows {
  readonly length: number
  /** Seconds from the log's zero. */
  readonly submit: Float64Array
  /** Seconds; never missing here. What the user asked for, or a prediction of the run time in its place. */
  readonly estimate: Float64Array
  readonly size: Int32Array
  readonly user: Int32Array
  /** Group by resource share, 1 the largest; 0: none. */
  readonly group: Int32Array
}

/** The world that an order is bound to. */
export interface World {
  readonly jobs: VisibleJobs
  /** Processors of the machine. */
  readonly processors: number
  /** The instant that `submit` and `now` count from in formulas, in seconds from the log's zero. */
  readonly origin: number
  /** Seconds from the log's zero to the local day, for orders that know the time of day (see core/calendar). */
  readonly timeClasses: TimeClassClock
  /**
   * Rows of `jobs` are filled, or their estimates known, only when the jobs are submitted (predictions, feedback), so
   * that nothing about a job may be computed before; `StaticRanking.update` says that a row is complete.
   */
  readonly live: boolean
  /**
   * A further field of the log, by job; −1 where the log does not say, or was read without it. Only valid for jobs
   * that have been submitted.
   */
  field(name: JobField): (job: number) => number
  /** How the site's resource manager is configured; null where nothing is known of it. */
  readonly site: Site | null
  /** The different pairs of account and user, also of jobs that are still to come: a site knows its users. */
  members(): readonly Member[]
}

/** Fields of the log, by their SWF names, that an order may know of a job beside the columns of the table. */
export const JOB_FIELDS = ['unixGroup', 'queue', 'partition'] as const

/** Those that a resource manager's own priorities know besides. */
export const PRIORITY_FIELDS = ['nice'] as const

/** The field that says of which heterogeneous job a job is a component. */
export const HET_FIELDS = ['hetJob'] as const

/** Fields that say where a job may run, beside how many of its array, and with which others. */
export const SITE_FIELDS = ['partitionSet', 'arrayJob', 'arrayThrottle', ...HET_FIELDS] as const

/** Fields of the log that say what a job asks of nodes, beside its processors. */
export const NODE_FIELDS = [
  ...(['requestedMemory', 'requestedNodes', 'totalMemory', 'requestedGpus', 'requestedCores'] as const),
  ...(['coresPerTask', 'tasksPerNode', 'memoryPerNode', 'exclusive', 'constraint', 'otherGres'] as const),
] as const

export type JobField =
  | (typeof JOB_FIELDS)[number]
  | (typeof PRIORITY_FIELDS)[number]
  | (typeof SITE_FIELDS)[number]
  | (typeof NODE_FIELDS)[number]

/** The situations of greedy criteria: 0 weekend, 1 weekday 8–18 h, 2 weekday 18–8 h, in the log's local time. */
export type TimeClass = 0 | 1 | 2

/** The clock on the wall, where the log was made. Instants are seconds from the log's zero. */
export interface TimeClassClock {
  /** The situation at `now`. */
  at(now: number): TimeClass
  /** The first instant after `now` at which the situation may change. */
  until(now: number): number
  /** 0 Monday … 6 Sunday. */
  weekday(now: number): number
  /** Hour of the day, 0–23. */
  hour(now: number): number
  /** The first instant after `now` at which the hour may change. */
  nextHour(now: number): number
}

/** The state that an order may know beside the jobs, at a pass. */
export interface QueueState {
  /** Seconds from the log's zero. */
  readonly now: number
  /** Jobs waiting (all of them, whatever the sight). */
  readonly waiting: number
  /** Processors free. */
  readonly free: number
}

interface Scored {
  /**
   * `out[k]` = key of job `queue[k]`, k < n; the smallest key goes first, ties by job order. NaN counts as +∞.
   */
  score(out: Float64Array, queue: Int32Array, n: number, state: QueueState): void
}

/** Keys fixed at submit. */
export interface StaticRanking extends Scored {
  readonly kind: 'static'
  /** One key a job of the table; never NaN (a job without a key has +∞). */
  readonly keys: Float64Array
  /** Computes one key anew, in a live world. Absent where the keys are a column of the jobs themselves. */
  readonly update?: (job: number) => void
}

/** Columns of c, p, s and q. */
export interface Coefficients {
  readonly c: Float64Array
  readonly p: Float64Array
  readonly s: Float64Array
  readonly q: Float64Array
}

/**
 * Keys of the form c + p·(now − s)/q, with coefficients that hold from `now` until `until(now)`. They go by columns of the
 * jobs other than `id`: jobs that are alike in these have the same.
 * The form is the definition: every structure evaluates exactly this expression.
 */
export interface LinearRanking extends Scored {
  readonly kind: 'linear'
  /** How many phases there are; within one a job's coefficients are always the same. */
  readonly phases: number
  /** The phase of `now`, from 0 on. */
  phase(now: number): number
  /**
   * The coefficients of one job in the situation of `now`: out[0..3] = c, p, s, q (q > 0, s in seconds from the
   * log's zero).
   */
  coefficients(out: Float64Array, job: number, now: number): void
  /** The same of many, ascending: the k-th of `out` are those of `jobs[k]`, in the situation of `now`. */
  fill(out: Coefficients, jobs: Int32Array, now: number): void
  /** The first instant after `now` at which coefficients change; Infinity if never. */
  until(now: number): number
}

/**
 * Keys that depend on the state in any other way; evaluated for the whole queue at every pass. A ranking that keeps
 * accounts of what runs is told of it.
 */
export interface GeneralRanking extends Scored {
  readonly kind: 'general'
  /** Absent where nothing is known of several jobs at once. */
  readonly bounds?: KeyBounds
  /** The first instant after `now` at which a key may change, whatever starts or ends before. Absent where that is any. */
  until?(now: number): number
  /** Absent where keys may change by any amount at any time. */
  readonly drift?: KeyDrift
  started?(job: number, now: number): void
  ended?(job: number, now: number): void
}

/**
 * Knowledge of the keys of many jobs at once, so that the first of them is found without scoring them all: within a class no
 * key is smaller than what a bound says, which rises with a rank that does not change.
 */
export interface KeyBounds {
  /** Rank of each job whose class has been asked for. */
  readonly rank: Float64Array
  /** The class at `now` of a job that has been submitted, numbered from 0 as they come; settles its rank. */
  classOf(job: number, now: number): number
  /** The instant after `now` at which the class of a job becomes another; Infinity if never. */
  until(job: number, now: number): number
  /** Bounds are asked for at `now`, which never falls. */
  look(now: number): void
  /** No job of the class that is of this rank or a greater one has a smaller key now. Never falls as ranks rise. */
  least(ofClass: number, rank: number): number
}

/** Knowledge of how slowly the keys of jobs change places. */
export interface KeyDrift {
  /** The last instant up to `now`, which never falls, at which they changed by more than what `most` says; −Infinity if none. */
  changedAt(now: number): number
  /** The most by which the difference of two keys has become another after so many seconds without such an instant. */
  most(seconds: number): number
}

export type Ranking = StaticRanking | LinearRanking | GeneralRanking

/** The facts of a log and its site before a simulation. */
export interface Circumstances extends Pick<World, 'site' | 'members'> {
  /** Columns beside the jobs, as far as the log has been asked for them. */
  readonly fields: Partial<Readonly<Record<JobField, Float64Array>>>
}

export interface QueueOrder {
  /** As written in a policy. */
  readonly name: string
  /** Fields of the log that the order asks for; none where absent. */
  readonly fields?: readonly JobField[]
  bind(world: World): Ranking
  /** The knowledge that the order would need to mean what it says, one sentence each; nothing where absent. */
  lacks?(circumstances: Circumstances): readonly string[]
}
