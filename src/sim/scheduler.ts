/**
 * The port between the engine and the algorithms: the view of a machine and its queue that a real scheduler has, and the
 * pass that an algorithm makes of it. Nothing here holds a true run time, so no algorithm can reach one.
 */
import type { AlgorithmName } from './algorithm-names.js'
import type { Placed } from './facility/places.js'
import type { QueueState, Ranking, VisibleJobs } from './order.js'
import type { Decider, SystemSums } from './rule-based/index.js'
import type { Semantics } from './semantics.js'
import type { WaitingReason } from './waiting-reason.js'

/** The waiting jobs in submit order, in slots that a sweep reads without looking at each. */
export interface WaitingJobs {
  /** Job of each slot; a slot may be vacated. */
  readonly job: Int32Array
  /** First slot that may hold a job. */
  readonly first: number
  /** Slot after the last one taken. */
  readonly end: number
  /** Jobs waiting. */
  readonly count: number
  /** First slot that no sweep has seen; jobs before it did not fit when last looked at. */
  fresh: number
  /** The bounds of `nextFit`: processors free, those beyond the head's need, the time, the shadow time. */
  free: number
  extra: number
  now: number
  deadline: number
  has(job: number): boolean
  /** The job that was submitted first; −1 when none waits. */
  earliest(): number
  /** The first `sight` waiting jobs, in submit order, into `out`; returns how many. */
  visible(out: Int32Array, sight: number): number
  /**
   * The first slot ≥ `from` whose job needs at most `free` processors, and either at most `extra` or ends by `deadline`
   * when started `now`; −1 if there is none.
   */
  nextFit(from: number): number
  /** Visits the waiting jobs that were submitted after `job`, in submit order. */
  since(job: number, visit: (job: number) => void): void
  /** Whether a waiting job needs at most `free` processors. */
  anyFits(free: number): boolean
}

/** The running jobs by estimated end. */
export interface RunningJobs {
  /** Start of each job of the table; NaN before it. */
  readonly starts: Float64Array
  /**
   * Estimated ends, ascending, and the processors that come free at each; the entries [`planFirst`, `planEnd`) count, of
   * which those of no processors are gaps, but never the first. Kept only for a scheduler that plans.
   */
  readonly plannedEnd: Float64Array
  readonly plannedSize: Int32Array
  readonly planFirst: number
  readonly planEnd: number
  /** Whether a running job has outlived its estimate (or is estimated to end now); only where a plan is kept. */
  overrun(): boolean
}

/** A machine and its queue as a scheduler sees them. */
export interface SchedulerView {
  readonly rules: Semantics
  readonly processors: number
  readonly jobs: VisibleJobs
  /** Columns of `jobs`. */
  readonly size: Int32Array
  readonly estimate: Float64Array
  readonly waiting: WaitingJobs
  readonly running: RunningJobs
  /** The queue order to go by now, bound to these jobs. */
  readonly ranking: Ranking
  /**
   * Whether the first job of the order can be asked for without looking at the whole queue: the order's keys
   * depend on nothing but the job and the time, and the whole queue is in sight.
   */
  readonly ordered: boolean
  readonly now: number
  /** Processors free. */
  readonly free: number
  /** Processors came free since the flag was last cleared (by a pass). */
  released: boolean
  /** The head that was chosen and has to wait (`commit`); −1 if none. */
  readonly committed: number
  /** The first job of the order; −1 when none waits. Only where `ordered`. */
  head(): number
  /** Notes that `job` is the head and has to wait. */
  commit(job: number): void
  /** Starts a waiting job. */
  start(job: number): void
  /** Whether going by a ranking is going by the order of jobs. */
  bySubmit(ranking: Ranking): boolean
  /** The present state, as far as orders may know it. */
  state(): QueueState
  /** Keys of `n` jobs of `queue` by `ranking`, NaN (no key) counted as last. */
  score(ranking: Ranking, out: Float64Array, queue: Int32Array, n: number): void
}

/** A view for passes that plan all jobs of a queue. */
export interface PlanningView
  extends Pick<
    SchedulerView,
    | 'rules'
    | 'jobs'
    | 'size'
    | 'estimate'
    | 'ranking'
    | 'ordered'
    | 'now'
    | 'free'
    | 'committed'
    | 'commit'
    | 'start'
    | 'score'
  > {
  readonly waiting: Pick<WaitingJobs, 'count' | 'has' | 'visible' | 'since' | 'anyFits'>
  readonly running: RunningJobs
}

/** A view of several queues, of which one is in use. */
export interface QueuesView extends SchedulerView {
  /** Goes by another queue from now on. */
  use(place: number): void
}

/** One scheduling pass; called after the events of an instant (or after each event). */
export interface Pass {
  /** A job was submitted; it waits from now on. */
  submitted?(job: number): void
  /** A running job has ended. */
  ended?(job: number): void
  /** A job runs that another engine has started and put somewhere; null: nobody knows where. */
  resumed?(job: number, placed: Placed | null): void
  /** A waiting job has been withdrawn; it waits no longer. */
  withdrawn?(job: number): void
  /** The estimate of a running job, and so the plan, has changed. */
  corrected?(): void
  /** Starts what may start now. */
  run(): void
  /** The next instant at which a pass is wanted although no event may happen then; Infinity if none. */
  wake?(): number
  /**
   * This pass has not been told of everything, or another has started jobs, so that nothing which was found before holds any
   * longer.
   */
  renew?(): void
  /** The obstacle to a waiting job's start now, whoever else waits; null where there is none. Absent: too few processors alone. */
  blocks?(job: number): WaitingReason | null
  /** Processors that are free for a job. Absent: all that are free on the machine. */
  freeFor?(job: number): number
  /** The starts of waiting jobs as the pass plans them now, by job; those that it does not plan are missing. Absent: it keeps no such plan. */
  planned?(): ReadonlyMap<number, number>
  /** Says of a waiting job that nothing `blocks` why it did not start when this pass ran last. */
  why?(job: number): WaitingReason
}

/** Is told of every job that starts or ends, to keep accounts. */
export interface Accounts {
  started?(job: number, now: number): void
  ended?(job: number, now: number): void
}

/** An order by which passes go. */
export interface Queue {
  readonly ranking: Ranking
  /** A pass asks for the first job of it, so a head structure pays. */
  readonly asksHead: boolean
}

/** A member of a policy that changes between several, bound to the jobs of one simulation. */
export interface Member {
  readonly algorithm: AlgorithmName
  /** Its place among the queues. */
  readonly queue: number
  /** The order in which it backfills, if it has one of its own. */
  readonly backfill: Ranking | null
}

/** The parts of a pass that changes between members, for who makes passes otherwise. */
export interface Switching {
  readonly members: readonly Member[]
  /** Whether it wants to be asked at every pass with a processor free. */
  readonly always: boolean
  decider(state: SystemSums): Decider
}

/** A policy bound to the jobs of one simulation: what an engine goes by. */
export interface Scheduler {
  /** One, or several between which a pass changes; it begins with the first. */
  readonly queues: readonly Queue[]
  /** All orders in use: those of the queues and those in which to backfill. */
  readonly rankings: readonly Ranking[]
  /** It looks at the estimated ends of running jobs. */
  readonly plans: boolean
  /** A job that finds nobody waiting and enough processors free starts without a pass. */
  readonly immediate: boolean
  /** Further accounts than those of orders. */
  readonly accounts: readonly Accounts[]
  /** Where the pass changes between members. */
  readonly switching?: Switching
  pass(view: QueuesView): Pass
}
