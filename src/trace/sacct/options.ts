/** What is asked of an import, and what it gives. */
import type { DropCounts, Trace } from '../trace.js'

/** What is counted as a processor. */
export type Unit = 'cores' | 'nodes' | 'gpus'

export interface SacctOptions {
  /** The trace's name. */
  readonly name: string
  /** Name of the input in messages. */
  readonly file: string
  /** What separates the fields of `sacct -P`; null: whatever separates the first two names of its header. */
  readonly delimiter: string | null
  /** The site's time zone, an IANA name or seconds east of UTC; null where the user did not name it. */
  readonly zone: string | number | null
  /** What is a job's release: the time from which it might have started, or the one at which it was submitted. */
  readonly release: 'eligible' | 'submit'
  readonly unit: Unit
  /** Which of a job's two counts of processors is its size: what it held, or what it asked for. */
  readonly size: 'allocated' | 'requested'
  /** What becomes of the executions of a requeued job: one job, or each a job of its own. */
  readonly requeues: 'merge' | 'split'
  /** The same of the components of a heterogeneous job. */
  readonly het: 'merge' | 'split'
  /** Only jobs of these partitions; null: of all. */
  readonly partitions: readonly string[] | null
  /** A log for each partition instead of one for all. */
  readonly splitPartitions: boolean
  /** Size of the machine; null: estimated. */
  readonly machine: number | null
  /** Secret with which the numbers of users and accounts are made. */
  readonly salt: string | Uint8Array
  /** Whether the header lists the users' and accounts' names. */
  readonly keepNames: boolean
  /** What becomes of a row that cannot be read or is there twice: an error, or left out and counted. */
  readonly badLines: 'error' | 'drop'
}

/** Everything but the salt, which has to be secret. */
export const SACCT_DEFAULTS: Omit<SacctOptions, 'salt'> = {
  name: 'slurm',
  file: 'slurm',
  delimiter: null,
  zone: null,
  release: 'eligible',
  unit: 'cores',
  size: 'allocated',
  requeues: 'merge',
  het: 'merge',
  partitions: null,
  splitPartitions: false,
  machine: null,
  keepNames: false,
  badLines: 'error',
}

/** The form in which accounting was given. */
export type SacctForm = 'sacct text' | 'sacct JSON' | 'controller JSON' | 'jobcomp'

/** What reading told besides the rows. */
export interface ReadFacts {
  readonly form: SacctForm
  /** Version of Slurm; null where it is not said. */
  readonly slurm: string | null
  /** Whether there were times of a zone that they do not name. */
  readonly sawLocalTimes: boolean
  /** Local times that the clock showed twice, when it was put back. */
  readonly twice: number
  readonly notices: readonly string[]
}

export interface SacctLog {
  /** Null for a log of all partitions, or of the jobs that have none. */
  readonly partition: string | null
  readonly trace: Trace
  /** Whether the machine's size is an estimate. */
  readonly estimated: boolean
}

export interface SacctReport {
  readonly form: SacctForm
  readonly slurm: string | null
  /** Rows read; each is a job or counted in `dropped`. */
  readonly rows: number
  readonly jobs: number
  readonly dropped: DropCounts
  readonly unit: Unit
  readonly size: 'allocated' | 'requested'
  readonly release: 'eligible' | 'submit'
  readonly zone: string | number
  readonly notices: readonly string[]
}

export interface SacctImport {
  /** One, or one for each partition in the order of their names. */
  readonly logs: readonly SacctLog[]
  readonly report: SacctReport
}
