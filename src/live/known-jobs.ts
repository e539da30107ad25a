/**
 * All that is known of the jobs of a live Slurm at an instant, as a log up to then: those that have ended, from accounting, and those
 * that run or wait, from squeue. Names have numbers, which the log's header says, as an import's does.
 */
import { numbering } from '../core/grouping.js'
import { JobTableBuilder } from '../trace/job-table.js'
import { createTrace } from '../trace/select.js'
import type { AccountedJob, QueuedJob } from '../trace/slurm-run/index.js'
import type { LogField, Trace } from '../trace/trace.js'
import type { JobDetails } from './details.js'
import { EPOCH, WITHOUT_LIMIT } from './order.js'
import { HOLDING, isEligible, WAITING } from './queue.js'

/** A place by the names of nodes, and the cores of each; null: nobody knows it. */
export type NamedPlace = Pick<JobDetails, 'nodes' | 'coresPerTask'> | null

export interface KnownJobs extends JobLog {
  /** The second of the log that is now. */
  readonly at: number
  /** By row, a job that runs or waits as squeue shows it; null of one that has ended. */
  readonly queued: readonly (QueuedJob | null)[]
  /** Jobs that wait and could not start on an empty machine. */
  readonly unable: readonly QueuedJob[]
}

/** A job, as far as anybody tells. */
export interface KnownJob {
  readonly id: number
  readonly user: string
  readonly account: string
  readonly qos: string
  readonly partitions: readonly string[]
  readonly size: number
  /** Seconds; infinite where there is none. */
  readonly limit: number
  /** Unix times; null where it has not started, or not ended. */
  readonly submit: number
  readonly start: number | null
  readonly end: number | null
  /** Number of the array that it is a task of; null: of none. */
  readonly array: number | null
  /** Its request for nodes, and where it is; null: nobody says. */
  readonly details: JobDetails | null
}

/** Jobs as a log, row by row. */
export interface JobLog {
  /** With waits; −1 of those that wait. */
  readonly trace: Trace
  readonly places: readonly NamedPlace[]
}

/** The numbers of names that a header is to have. */
const KINDS = ['User', 'Group', 'Queue', 'Partition', 'PartitionSet', 'Constraint'] as const

/**
 * @param details by record, where a site's nodes matter
 * @param partitions those whose jobs are looked at
 */
export function knownJobs(
  jobs: readonly QueuedJob[],
  ended: readonly AccountedJob[],
  details: ReadonlyMap<number, JobDetails>,
  partitions: readonly string[],
  at: number,
  zone: string | number,
): KnownJobs {
  const inside = jobs.filter((job) => job.partitions.some((name) => partitions.includes(name)))
  const waiting = inside.filter(({ state }) => state === WAITING)
  const seen = inside.filter(
    (job) => HOLDING.includes(job.state) || (job.state === WAITING && isEligible(job)),
  )
  // What completes has an end in accounting, and holds its processors yet.
  const startOf = new Map(seen.map(({ id, start }) => [id, start]))
  const over = ended.filter(({ id, start, end }) => start < end && startOf.get(id) !== start)
  const rows = [
    ...over.map((job) => ({ job: endedJob(job), queued: null })),
    ...seen.map((job) => ({ job: queuedJob(job, details.get(job.record) ?? null), queued: job })),
  ].sort(({ job: one }, { job: other }) => one.submit - other.submit || one.id - other.id)
  return {
    ...{
      at: at - EPOCH,
      ...jobLog(
        rows.map(({ job }) => job),
        zone,
      ),
    },
    queued: rows.map(({ queued }) => queued),
    unable: waiting.filter((job) => !isEligible(job)),
  }
}

/** @param rows by submit and number */
export function jobLog(rows: readonly KnownJob[], zone: string | number): JobLog {
  const numbers = Object.fromEntries(KINDS.map((kind) => [kind, names()])) as Record<
    (typeof KINDS)[number],
    ReturnType<typeof names>
  >
  const builder = new JobTableBuilder(rows.length)
  for (const { id, user, size, limit, submit, start, end } of rows) {
    const runtime = start === null || end === null ? -1 : end - start
    const estimate = Number.isFinite(limit) ? limit : WITHOUT_LIMIT
    builder.addValues(id, submit - EPOCH, runtime, estimate, size, numbers.User.of(user), 0)
  }
  const column = (of: (row: KnownJob) => number) => Float64Array.from(rows, of)
  const asked = (of: (details: JobDetails) => number) =>
    column(({ details: each }) => (each === null ? -1 : of(each)))
  const fields: Partial<Record<LogField, Float64Array>> = {
    wait: column(({ submit, start }) => (start === null ? -1 : Math.max(0, start - submit))),
    unixGroup: column(({ account }) => numbers.Group.of(account)),
    queue: column(({ qos }) => numbers.Queue.of(qos)),
    partition: column((row) => numbers.Partition.of(row.partitions[0])),
    partitionSet: column((row) =>
      row.partitions.length > 1 ? numbers.PartitionSet.of(row.partitions.join(',')) : -1,
    ),
    requestedNodes: asked(({ leastNodes }) => leastNodes),
    requestedMemory: asked(({ memoryPerCore }) => (memoryPerCore > 0 ? 1024 * memoryPerCore : -1)),
    memoryPerNode: asked(({ memoryPerNode }) => (memoryPerNode > 0 ? 1024 * memoryPerNode : -1)),
    requestedGpus: asked(({ gpusPerNode, leastNodes }) => gpusPerNode * leastNodes),
    coresPerTask: asked(({ coresPerTask }) => coresPerTask),
    tasksPerNode: asked(({ tasksPerNode }) => (tasksPerNode > 0 ? tasksPerNode : -1)),
    exclusive: asked(({ exclusive }) => (exclusive ? 1 : 0)),
    constraint: asked(({ features }) => (features === '' ? -1 : numbers.Constraint.of(features))),
    arrayJob: column(({ array }) => array ?? -1),
    arrayThrottle: asked(({ throttle }) => (Number.isFinite(throttle) ? throttle : -1)),
  }
  const header = KINDS.flatMap((kind) => numbers[kind].lines(kind))
  const trace = createTrace({
    ...{ name: 'live', processors: null, clock: { unixStart: EPOCH, zone } },
    ...{ jobs: builder.finish().table, fields, header, dropped: {}, notices: [] },
  })
  const placeOf = ({ details: each }: KnownJob) => (each === null || each.nodes.length === 0 ? null : each)
  return { trace, places: rows.map(placeOf) }
}

function endedJob({ id, partition, processors, ...job }: AccountedJob): KnownJob {
  const { user, account, qos, limit, submit, start, end } = job
  return {
    ...{ id: Number.parseInt(id, 10), user, account, qos, partitions: [partition], size: processors },
    ...{ limit, submit, start, end, array: null, details: null },
  }
}

export function queuedJob(job: QueuedJob, details: JobDetails | null): KnownJob {
  const { id, array, user, account, qos, partitions, processors, limit, submit, start, state } = job
  return {
    ...{ id: array, user, account, qos, partitions, size: processors, limit, submit, details },
    ...{ start: state === WAITING ? null : start, end: null, array: id.includes('_') ? array : null },
  }
}

/** Names by number, from 1, and the lines of a header that say so. */
function names() {
  const numberOf = numbering<string>()
  const known: string[] = []
  return {
    of: (name: string): number => {
      const number = numberOf(name)
      known[number] = name
      return number + 1
    },
    lines: (kind: string): readonly string[] => known.map((name, k) => ` ${kind}: ${k + 1} ${name}`),
  }
}
