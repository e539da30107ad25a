/** A job log as the rest of the house sees it: its jobs, its machine, its clock, and what was noticed on reading it. */
import type { JobTable } from './job-table.js'

/** The 18 fields of the Standard Workload Format 2.2, in their order in the file. */
export const SWF_FIELDS = [
  'job',
  'submit',
  'wait',
  'run',
  'allocatedProcessors',
  'cpuTime',
  'usedMemory',
  'requestedProcessors',
  'requestedTime',
  'requestedMemory',
  'status',
  'user',
  'unixGroup',
  'application',
  'queue',
  'partition',
  'precedingJob',
  'thinkTime',
] as const

export type SwfField = (typeof SWF_FIELDS)[number]

/**
 * The parts of a request that a resource manager knows and the Standard Workload Format has no field for. A log that has any names
 * them in a comment, `; ExtraFields: requestedNodes arrayJob`, and has them as the 19th number of a line and on.
 */
export const REQUEST_FIELDS = [
  /** Seconds from the submit until the job was released: dependencies, a begin time, holds. */
  'heldSeconds',
  'requestedCores',
  /** The fewest that will do. */
  'requestedNodes',
  'allocatedNodes',
  /** Kilobytes in all, as requested. */
  'totalMemory',
  /** Kilobytes in all. */
  'allocatedMemory',
  'requestedGpus',
  /** The number of the array that it is a task of. */
  'arrayJob',
  /** The number of the heterogeneous job that it is a component of. */
  'hetJob',
  /** The partitions that it was submitted to; the header's `; PartitionSet: 1 batch,large` says which. */
  'partitionSet',
  'coresPerTask',
  /** Tasks that may be on one node. */
  'tasksPerNode',
  /** Kilobytes on each node, of a job that asked for memory so. */
  'memoryPerNode',
  /** 1: it shares no node. */
  'exclusive',
  /** The tasks of its array that may run at a time. */
  'arrayThrottle',
  /** The features that its nodes have to have; the header's `; Constraint: 1 big&fast` says which. */
  'constraint',
  /** Generic resources but GPUs on each node; the header's `; Gres: 1 fpga=2` says which. */
  'otherGres',
  /** How much less its priority is, as `--nice` asks; negative: more. −1 counts as 0, as where nobody says. */
  'nice',
] as const

export type RequestField = (typeof REQUEST_FIELDS)[number]

/** Whether a field is of the machine that the job was asked of, and means nothing on another one. */
export function isRequestField(field: LogField): field is RequestField {
  return (REQUEST_FIELDS as readonly LogField[]).includes(field)
}

/**
 * The field that a log has whose jobs that were cancelled while they waited are to press on the queue (`cleanTrace`): seconds from the
 * submit of such a job until it left the queue, and −1 of all others. No file has it: there a job has the status 5, no run time,
 * and its wait.
 */
export const LEFT_AFTER = 'leftAfter'

/** The fields of a log, in the order of their columns. */
export const LOG_FIELDS = [...SWF_FIELDS, ...REQUEST_FIELDS, LEFT_AFTER] as const
export type LogField = (typeof LOG_FIELDS)[number]

/** When the log's second 0 was, and what the clock on the wall said. */
export interface LogClock {
  /** Unix time of the log's second 0; null where the header does not say (then 0 is taken). */
  readonly unixStart: number | null
  /** An IANA zone name (`Europe/Stockholm`) or an offset from UTC in seconds; UTC where the header says neither. */
  readonly zone: string | number
}

/** Jobs left out, by reason. */
export type DropCounts = Readonly<Record<string, number>>

export interface Trace {
  /** Short name: the file's name without its endings. */
  readonly name: string
  /** Machine size in processors by the header (MaxProcs if positive, else the leading number of MaxNodes). */
  readonly processors: number | null
  readonly clock: LogClock
  /** Rows by (submit, id, place in the file). */
  readonly jobs: JobTable
  /**
   * Further fields of the log, row by row beside `jobs`; only those that the reader was asked for (those that the
   * table has as columns are never here). −1 where the log does not say.
   */
  readonly fields: Partial<Readonly<Record<LogField, Float64Array>>>
  /** The log's header comments, each without its leading `;`. */
  readonly header: readonly string[]
  /** Jobs that reading or cleaning left out, by reason. */
  readonly dropped: DropCounts
  /** Notices of how the log was read (sorted, columns missing, …), one sentence each. */
  readonly notices: readonly string[]
  /**
   * SHA-256 (hex) over the job table's columns, the machine size and the clock (digest.ts). Computed when first asked
   * for: make a trace of another by `traceWith` or `selectRows` (select.ts), not by spreading, which would keep it.
   */
  readonly digest: string
}
