/**
 * One row of Slurm's accounting, as any of the forms in which Slurm gives it is read: a job, one of the executions of
 * a job that was requeued, or one component of a heterogeneous job. Readers only read; what a row means for a workload
 * is decided in collect.ts. Unknown numbers are NaN, unknown names are empty.
 */
export interface SlurmRecord {
  /** Where it stands: the line of a text (from 1), the place in the array of a JSON document (from 0). */
  readonly place: number
  /** Number of the job; equal for the executions of one job. Slurm's own where `raw`, else one made of the `JobID`. */
  key: number
  /** Whether `key` is the job number that Slurm itself uses (`JobIDRaw`). */
  raw: boolean
  /** Job number of the heterogeneous job that this is a component of. */
  het: number
  /** Job number of the array that this is a task of. */
  array: number
  /** One of the words of states.ts. */
  state: string
  user: string
  account: string
  qos: string
  /** One partition, or several separated by commas. */
  partition: string
  cluster: string
  /** Unix times. */
  submit: number
  eligible: number
  start: number
  end: number
  /** Seconds that the job ran, without those in which it was suspended. */
  elapsed: number
  /** Seconds in which it was suspended. */
  suspended: number
  /** Time limit in seconds; infinite where there is none of its own. */
  limit: number
  /** Whether resources were given to it, as far as the row says so; null where it does not. */
  placed: boolean | null
  nodeList: string
  request: JobRequest
  requested: Resources
  allocated: Resources
}

/** The request of a job beside resources in all. Unknown numbers are NaN, unknown texts empty. */
export interface JobRequest {
  readonly coresPerTask: number
  readonly tasksPerNode: number
  /** Kilobytes on each node, where the memory was asked for so. */
  readonly memoryPerNode: number
  /** 1: it shares no node. */
  readonly exclusive: number
  /** Tasks of its array at a time. */
  readonly throttle: number
  readonly nice: number
  /** Features of nodes, `a&b`. */
  readonly constraint: string
  /** Generic resources but GPUs on each node, `fpga=2,shard=1`. */
  readonly gres: string
  /** Where it was submitted to several. */
  readonly partitions: string
}

const NO_REQUEST: JobRequest = {
  coresPerTask: Number.NaN,
  tasksPerNode: Number.NaN,
  memoryPerNode: Number.NaN,
  exclusive: Number.NaN,
  throttle: Number.NaN,
  nice: Number.NaN,
  constraint: '',
  gres: '',
  partitions: '',
}

export interface Resources {
  readonly cores: number
  readonly nodes: number
  readonly gpus: number
  /** Generic resources but GPUs in all, `fpga=2,shard=1`; empty where there are none, or nobody says. */
  readonly gres: string
  /** Kilobytes in all. */
  readonly memory: number
}

export const UNKNOWN_RESOURCES: Resources = {
  cores: Number.NaN,
  nodes: Number.NaN,
  gpus: Number.NaN,
  gres: '',
  memory: Number.NaN,
}

/** A row of which nothing is known yet. */
export function blankRecord(place: number): SlurmRecord {
  return {
    place,
    key: Number.NaN,
    raw: false,
    het: Number.NaN,
    array: Number.NaN,
    state: '',
    user: '',
    account: '',
    qos: '',
    partition: '',
    cluster: '',
    submit: Number.NaN,
    eligible: Number.NaN,
    start: Number.NaN,
    end: Number.NaN,
    elapsed: Number.NaN,
    suspended: Number.NaN,
    limit: Number.NaN,
    placed: null,
    nodeList: '',
    request: NO_REQUEST,
    requested: UNKNOWN_RESOURCES,
    allocated: UNKNOWN_RESOURCES,
  }
}

/** Where readers put what they have read. */
export interface RecordSink {
  /** @throws QueuewrightError `line-value` for a row that contradicts itself */
  readonly add: (record: SlurmRecord) => void
  /** Counts a row that is no job's. */
  readonly drop: (reason: string) => void
  /** Takes a row that cannot be read: throws `error`, or counts the row and goes on. */
  readonly bad: (error: unknown) => void
}

/** The first known of two numbers. */
export function known(first: number, second: number): number {
  return Number.isNaN(first) ? second : first
}
