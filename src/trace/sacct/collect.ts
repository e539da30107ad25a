/**
 * From rows of accounting to executions: which rows are jobs that ran and ended, when each was released, how long it
 * held how much. Everything else is counted under its reason (docs/slurm.md has the list).
 *
 * - A job that was cancelled while it could have been started pressed on the queue until then: it is a job that left at once when its
 *   wait was over, as such logs have it, with the size that it asked for.
 * - A job that never started is known by its missing start, or by having been given nothing: the start of a job
 *   cancelled in the queue may be the time of the cancellation. Where the row does not say what a cancelled job was
 *   given, it has started if it ran for a second at least.
 * - The run time is Slurm's Elapsed, which leaves out the time in which the job was suspended: its processors were
 *   free for others then, and its limit did not count. Where there is no Elapsed: End − Start − Suspended.
 * - A job in several partitions at once (`a,b`) counts to the one that it ran in; where Slurm does not tell, to the
 *   first.
 */
import { QueuewrightError } from '../../core/errors.js'
import { MOST_COUNT, MOST_REQUESTED_SECONDS, MOST_SECONDS, SECONDS_EXPECTED } from '../limits.js'
import { RowStore } from '../swf/rows.js'
import { Names } from './names.js'
import { NodeSet } from './nodes.js'
import type { SacctOptions } from './options.js'
import { known, type RecordSink, type SlurmRecord, UNKNOWN_RESOURCES } from './record.js'
import { type Phase, phaseOf, swfStatus } from './states.js'

/** Columns of the executions. */
export const COLUMN = {
  key: 0,
  het: 1,
  submit: 2,
  release: 3,
  start: 4,
  run: 5,
  end: 6,
  limit: 7,
  requested: 8,
  allocated: 9,
  /** Kilobytes in all. */
  memory: 10,
  status: 11,
  user: 12,
  account: 13,
  qos: 14,
  partition: 15,
  place: 16,
  /** Seconds from submit to release. */
  held: 17,
  requestedCores: 18,
  requestedNodes: 19,
  allocatedNodes: 20,
  requestedGpus: 21,
  array: 22,
  partitionSet: 23,
  /** Kilobytes in all. */
  allocatedMemory: 24,
  coresPerTask: 25,
  tasksPerNode: 26,
  memoryPerNode: 27,
  exclusive: 28,
  throttle: 29,
  constraint: 30,
  gres: 31,
  nice: 32,
} as const
export type Column = keyof typeof COLUMN
/** The largest that Slurm takes: what is beyond says that nobody set one. */
const LARGEST_NICE = 2 ** 31 - 3
const WIDTH = Object.keys(COLUMN).length

/**
 * A job that was running when the accounting was asked for: it holds a part of the machine and is no job of the log.
 * Accounting may show jobs as running for ever whose end it missed, so that none counts beyond its time limit.
 */
export interface Running {
  readonly key: number
  readonly start: number
  /** Infinite where it has no time limit. */
  readonly until: number
  readonly allocated: number
  readonly partition: number
}

export type CollectOptions = Pick<SacctOptions, 'release' | 'unit' | 'partitions' | 'badLines'>

export class Collector implements RecordSink {
  readonly rows = new RowStore(WIDTH)
  /** Rows of jobs that were cancelled while they waited. */
  readonly leaving = new Set<number>()
  readonly running: Running[] = []
  readonly users = new Names()
  readonly accounts = new Names()
  readonly qualities = new Names()
  readonly partitions = new Names()
  /** Partitions of a job that was submitted to several, as Slurm lists them. */
  readonly partitionSets = new Names()
  readonly constraints = new Names()
  /** Generic resources but GPUs. */
  readonly gres = new Names()
  readonly nodes = new NodeSet()
  readonly dropped: Record<string, number> = {}
  /** Rows read, of whatever kind. */
  count = 0
  /** Executions that were suspended, and for how long in all, s. */
  suspended = 0
  suspendedSeconds = 0
  /** Executions that Slurm says started before they were eligible. */
  early = 0
  /** Executions whose row names several partitions. */
  severalPartitions = 0
  /** Executions after which the log has a further one of the same job, each a job of its own. */
  requeued = 0
  /** Executions with job numbers that are not Slurm's own. */
  madeNumbers = 0
  readonly #options: CollectOptions
  /** The partitions wanted; null where all are. */
  readonly #selected: ReadonlySet<string> | null
  /** Those of them that no row has named yet. */
  readonly #missing: Set<string>
  #cluster = ''

  constructor(options: CollectOptions) {
    this.#options = options
    this.#selected = options.partitions === null ? null : new Set(options.partitions)
    this.#missing = new Set(options.partitions)
  }

  /** Partitions that are wanted and that no row has named. */
  get missingPartitions(): readonly string[] {
    return [...this.#missing]
  }

  drop(reason: string): void {
    this.count++
    this.leaveOut(reason)
  }

  /** Counts under `reason` a row that was counted as read before. */
  leaveOut(reason: string, rows = 1): void {
    if (rows > 0) this.dropped[reason] = (this.dropped[reason] ?? 0) + rows
  }

  bad(error: unknown): void {
    if (this.#options.badLines === 'error' || !(error instanceof QueuewrightError)) throw error
    this.drop('unreadable')
  }

  add(record: SlurmRecord): void {
    const phase = phaseOf(record.state)
    if (phase === undefined) throw badValue('State', record.state, 'a job state of Slurm such as COMPLETED')
    this.#checkCluster(record.cluster)
    const partition = this.#partitionOf(record.partition)
    const started = hasStarted(record)
    const reason = partition === null ? 'other-partition' : this.#reasonAgainst(record, phase, started)
    if (partition !== null && started && (phase === 'running' || phase === 'suspended')) {
      const allocated = this.#allocated(record)
      if (allocated > 0) {
        const { key, start, limit } = record
        const until = limit > 0 ? start + limit : Number.POSITIVE_INFINITY
        this.running.push({ key, start, until, allocated, partition: this.partitions.indexOf(partition) })
      }
    }
    if (reason === null) {
      if (!started) this.leaving.add(this.rows.length)
      this.#write(started ? record : leaving(record, this.#options.unit), partition ?? '')
    }
    this.count++
    if (reason !== null) this.leaveOut(reason)
  }

  /** Why a row is no job of the log; null where it is one. */
  #reasonAgainst(record: SlurmRecord, phase: Phase, started: boolean): string | null {
    if (phase === 'finished') return this.#faultOf(record, started)
    if (phase !== 'continued') return phase
    // A requeued job that is in the queue again has no end.
    return started && !Number.isNaN(record.end) ? this.#faultOf(record, started) : 'pending'
  }

  /** Why an execution that is over is no job of the log; null where it is one. */
  #faultOf(record: SlurmRecord, started: boolean): string | null {
    if (!started && record.state !== 'CANCELLED') return 'never-started'
    if (!started && !this.#pressed(record)) return 'cancelled-before-start'
    if (Number.isNaN(known(record.submit, record.eligible))) return 'no-submit'
    if (!started) return Number.isNaN(record.key) ? 'no-number' : null
    const run = runTime(record)
    if (!Number.isFinite(run)) return 'no-runtime'
    if (run < 0) throw badValue('End', record.end, 'an end not before the start')
    if (run > MOST_SECONDS) throw badValue('Elapsed', run, SECONDS_EXPECTED)
    if (Number.isNaN(record.key)) return 'no-number'
    const allocated = this.#allocated(record)
    // How many GPUs a job has is known only when its components have been put together.
    if (this.#options.unit === 'gpus') return null
    return allocated > 0 ? null : 'no-size'
  }

  /** Whether a job that was cancelled in the queue could have been started before, as far as the row says. */
  #pressed(record: SlurmRecord): boolean {
    const { eligible, end, requested } = record
    const size = requested[this.#options.unit]
    return end > eligible && size > 0 && size <= MOST_COUNT
  }

  #allocated(record: SlurmRecord): number {
    const { unit } = this.#options
    const allocated = record.allocated[unit]
    if (allocated > MOST_COUNT) throw badValue(`allocated ${unit}`, allocated, `at most ${MOST_COUNT}`)
    return known(allocated, unit === 'gpus' ? 0 : record.requested[unit])
  }

  #write(record: SlurmRecord, partition: string): void {
    const { unit } = this.#options
    const run = runTime(record)
    const allocated = this.#allocated(record)
    if (record.suspended > 0) {
      this.suspended++
      this.suspendedSeconds += record.suspended
    }
    if (!record.raw) this.madeNumbers++
    if (unit === 'nodes') this.nodes.add(record.nodeList)
    const { rows } = this
    const block = rows.reserve()
    const at = rows.offset
    block[at + COLUMN.key] = record.key
    block[at + COLUMN.het] = known(record.het, -1)
    block[at + COLUMN.submit] = known(record.submit, record.eligible)
    block[at + COLUMN.release] = this.#releaseOf(record)
    block[at + COLUMN.start] = record.start
    block[at + COLUMN.run] = run
    block[at + COLUMN.end] = known(record.end, record.start + run)
    block[at + COLUMN.limit] = record.limit > 0 && record.limit <= MOST_REQUESTED_SECONDS ? record.limit : -1
    block[at + COLUMN.requested] = this.#requested(record, allocated)
    block[at + COLUMN.allocated] = allocated
    block[at + COLUMN.memory] = record.requested.memory > 0 ? record.requested.memory : -1
    block[at + COLUMN.status] = swfStatus(record.state)
    block[at + COLUMN.user] = this.users.indexOf(record.user)
    block[at + COLUMN.account] = this.accounts.indexOf(record.account)
    block[at + COLUMN.qos] = this.qualities.indexOf(record.qos)
    block[at + COLUMN.partition] = this.partitions.indexOf(partition)
    block[at + COLUMN.place] = record.place
    block[at + COLUMN.held] = Math.max(0, record.eligible - record.submit)
    block[at + COLUMN.requestedCores] = record.requested.cores
    block[at + COLUMN.requestedNodes] = record.requested.nodes
    block[at + COLUMN.allocatedNodes] = record.allocated.nodes
    block[at + COLUMN.requestedGpus] = record.requested.gpus
    block[at + COLUMN.array] = record.array
    const given = record.allocated.memory
    block[at + COLUMN.allocatedMemory] = given > 0 ? given : -1
    const { request } = record
    const set = record.partition.includes(',') ? record.partition : request.partitions
    block[at + COLUMN.partitionSet] = set.split(',').includes(partition)
      ? this.partitionSets.indexOf(set)
      : -1
    block[at + COLUMN.constraint] = this.constraints.indexOf(request.constraint)
    block[at + COLUMN.gres] = this.gres.indexOf(request.gres)
    for (const name of ['coresPerTask', 'tasksPerNode', 'memoryPerNode', 'exclusive', 'throttle'] as const) {
      const value = request[name]
      block[at + COLUMN[name]] = value > 0 && value <= MOST_SECONDS ? value : -1
    }
    block[at + COLUMN.nice] = Math.abs(request.nice) <= LARGEST_NICE ? request.nice : -1
    for (let column = COLUMN.held; column <= COLUMN.array; column++) {
      const value = block[at + column]
      if (!(value >= 0 && value <= MOST_SECONDS)) block[at + column] = -1
    }
    rows.commit()
  }

  /** A request names the fewest nodes that will do, which says nothing of how many are needed. */
  #requested(record: SlurmRecord, allocated: number): number {
    const { unit } = this.#options
    const requested = unit === 'nodes' ? allocated : record.requested[unit]
    return requested > 0 && requested <= MOST_COUNT ? requested : -1
  }

  #releaseOf(record: SlurmRecord): number {
    const { submit, eligible, start } = record
    const release = this.#options.release === 'eligible' ? known(eligible, submit) : known(submit, eligible)
    if (release <= start) return release
    this.early++
    return start
  }

  /** The partition that a row counts to; null where none of its partitions is wanted. */
  #partitionOf(text: string): string | null {
    const selected = this.#selected
    const several = text.includes(',') ? text.split(',') : [text]
    if (this.#missing.size > 0) for (const name of several) this.#missing.delete(name)
    const partition = several.find((name) => selected === null || selected.has(name))
    if (partition === undefined) return null
    if (several.length > 1) this.severalPartitions++
    return partition
  }

  #checkCluster(cluster: string): void {
    if (cluster === '' || cluster === this.#cluster || cluster === 'unknown') return
    if (this.#cluster === '') this.#cluster = Array.from(cluster).join('')
    else {
      throw new QueuewrightError('line-value', 'rows of several clusters', {
        field: 'Cluster',
        value: cluster,
        expected: `${this.#cluster}, as in the rows before`,
        remedy: 'Import one cluster at a time: sacct --clusters NAME',
      })
    }
  }
}

/** Whether a row is of a job that was given something to run on. */
export function hasStarted(record: SlurmRecord): boolean {
  const { start, placed, elapsed, state } = record
  if (Number.isNaN(start)) return false
  if (placed !== null) return placed || elapsed > 0
  return state !== 'CANCELLED' || runTime(record) > 0
}

/** A job that was cancelled in the queue, as one that ran for no time when it was. */
function leaving(record: SlurmRecord, unit: SacctOptions['unit']): SlurmRecord {
  const allocated = { ...UNKNOWN_RESOURCES, [unit]: record.requested[unit] }
  return { ...record, start: record.end, elapsed: 0, suspended: 0, allocated, nodeList: '' }
}

/** NaN where the row does not say. */
function runTime({ elapsed, start, end, suspended }: SlurmRecord): number {
  return Number.isNaN(elapsed) ? end - start - known(suspended, 0) : elapsed
}

function badValue(field: string, value: string | number, expected: string): QueuewrightError {
  return new QueuewrightError('line-value', 'a value that no job can have', {
    field,
    value,
    expected,
    remedy: '--bad-lines drop leaves such rows out',
  })
}
