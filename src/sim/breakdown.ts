/**
 * Who waits: waits and bounded slowdowns by class of job (size, run time, user group, partition), and which jobs to
 * judge when the log's beginning and end, where the machine fills and drains, are to be left out.
 *
 * Classes depend on the jobs alone, never on the schedule, so that the same class of two policies can be compared.
 * Quantiles are of type 7, as everywhere (core/statistics).
 */
import { anyOf, type Codec, number, object, optional, whole } from '../core/codec.js'
import { parseDuration } from '../core/duration.js'
import { QueuewrightError } from '../core/errors.js'
import { CompensatedSums, median, quantile } from '../core/statistics.js'
import { RUNTIME_CLASSES, runtimeClass, sizeClass, sizeLabel } from '../trace/job-ranges.js'
import type { JobTable } from '../trace/job-table.js'
import { rowsFrom } from '../trace/select.js'
import { boundedSlowdown, MeasuredSchedule } from './objectives/measured.js'
import type { Schedule } from './schedule.js'

export interface ClassOfJobs {
  /** Such as `5-16`, `10-60 min`, `group 1`. */
  readonly label: string
  readonly jobs: number
  /** Seconds, as all waits. */
  readonly meanWait: number
  readonly medianWait: number
  readonly p95Wait: number
  readonly maxWait: number
  /** Mean bounded slowdown. */
  readonly AVEbsld: number
  /** How many classes this is of; one where absent. */
  readonly classes?: number
}

/** The classes that have jobs, in ascending order. */
export interface Breakdown {
  readonly bySize: readonly ClassOfJobs[]
  readonly byRuntime: readonly ClassOfJobs[]
  readonly byGroup: readonly ClassOfJobs[]
  /** Null where no partitions were given. */
  readonly byPartition: readonly ClassOfJobs[] | null
}

/** Classes by one criterion; of more groups or partitions, those of most jobs, and the last class is of all the others. */
const MOST_CLASSES = 1000

/**
 * @param rows rows of the jobs to judge; null: all
 * @param partition partition of each job of the schedule's table, −1 where the log does not say; null: unknown
 */
export function breakdown(
  schedule: Schedule,
  rows: Int32Array | null,
  partition: ArrayLike<number> | null,
): Breakdown {
  return breakdownBy(classesOf(schedule.jobs, rows, partition), new MeasuredSchedule(schedule, rows))
}

/** The classes of jobs by one criterion, whatever the schedule. */
interface Classes {
  /** In ascending order. */
  readonly labels: readonly string[]
  readonly members: readonly number[]
  /** How many the last one was put together of; 0 where each is one. */
  readonly merged: number
  /** The place in these of each judged job. */
  readonly of: Int32Array
}

/** All classes of judged jobs, found once for any number of schedules. */
export interface JobClasses {
  readonly rows: Int32Array
  readonly bySize: Classes
  readonly byRuntime: Classes
  readonly byGroup: Classes
  readonly byPartition: Classes | null
}

/** @param judged rows of the jobs to judge, and their partitions, as for `breakdown` */
export function classesOf(
  { size, runtime, group, length }: JobTable,
  judged: Int32Array | null,
  partition: ArrayLike<number> | null,
): JobClasses {
  const rows = judged ?? rowsFrom(0, length)
  return {
    rows,
    bySize: classesBy(rows, (row) => sizeClass(size[row]), sizeLabel),
    byRuntime: classesBy(
      rows,
      (row) => runtimeClass(runtime[row]),
      (index) => RUNTIME_CLASSES[index].label,
    ),
    byGroup: classesBy(
      rows,
      (row) => (group[row] > 0 ? group[row] : Number.POSITIVE_INFINITY),
      (number) => (number === Number.POSITIVE_INFINITY ? 'no group' : `group ${number}`),
    ),
    byPartition:
      partition &&
      classesBy(
        rows,
        (row) => (partition[row] >= 0 ? partition[row] : Number.POSITIVE_INFINITY),
        (number) => (number === Number.POSITIVE_INFINITY ? 'no partition' : `partition ${number}`),
      ),
  }
}

/** @param classes of the jobs that are judged of the schedule */
export function breakdownBy(classes: JobClasses, measured: MeasuredSchedule): Breakdown {
  const { rows } = classes
  const { schedule, waitOf, waits, byWait } = measured
  const { runtime } = schedule.jobs
  const slowdowns = new Float64Array(rows.length)
  for (let k = 0; k < rows.length; k++) slowdowns[k] = boundedSlowdown(waitOf[k], runtime[rows[k]])
  const waiting = { waits, byWait, slowdowns }
  return {
    bySize: waitsOf(classes.bySize, waiting),
    byRuntime: waitsOf(classes.byRuntime, waiting),
    byGroup: waitsOf(classes.byGroup, waiting),
    byPartition: classes.byPartition && waitsOf(classes.byPartition, waiting),
  }
}

function classesBy(
  rows: Int32Array,
  classOf: (row: number) => number,
  label: (classNumber: number) => string,
): Classes {
  const counts = new Map<number, number>()
  for (const row of rows) {
    const number = classOf(row)
    counts.set(number, (counts.get(number) ?? 0) + 1)
  }
  const numbers = [...counts.keys()].sort((a, b) => (a < b ? -1 : 1))
  const own = numbers.length > MOST_CLASSES ? largest(numbers, counts) : numbers
  const places = new Map(own.map((number, place) => [number, place]))
  const labels = own.map(label)
  const members = own.map((number) => counts.get(number) ?? 0)
  const merged = numbers.length - own.length
  if (merged > 0) {
    labels.push(`${merged} others`)
    members.push(rows.length - members.reduce((sum, count) => sum + count, 0))
  }
  return { labels, members, merged, of: rows.map((row) => places.get(classOf(row)) ?? own.length) }
}

/** @param numbers of classes, ascending; so are those returned */
function largest(numbers: readonly number[], counts: ReadonlyMap<number, number>): readonly number[] {
  const jobs = (number: number) => counts.get(number) ?? 0
  const kept = new Set([...numbers].sort((a, b) => jobs(b) - jobs(a)).slice(0, MOST_CLASSES - 1))
  return numbers.filter((number) => kept.has(number))
}

/** Waits and slowdowns of judged jobs, sorted once for all classes. */
interface Waiting {
  /** Ascending. */
  readonly waits: Float64Array
  /** The place of each of these in job order. */
  readonly byWait: Int32Array
  /** In job order. */
  readonly slowdowns: Float64Array
}

function waitsOf(
  { labels, members, merged, of }: Classes,
  { waits, slowdowns, byWait }: Waiting,
): readonly ClassOfJobs[] {
  // Class by class, each filled in the order of all waits, so that it is sorted.
  const sorted = new Float64Array(of.length)
  const filled = new Int32Array(members.length + 1)
  for (let at = 0; at < members.length; at++) filled[at + 1] = filled[at] + members[at]
  const first = filled.slice()
  const waitSums = new CompensatedSums(members.length)
  const slowdownSums = new CompensatedSums(members.length)
  for (let k = 0; k < of.length; k++) {
    const at = of[byWait[k]]
    sorted[filled[at]++] = waits[k]
    waitSums.add(at, waits[k])
    slowdownSums.add(of[k], slowdowns[k])
  }
  return labels.map((label, at) => {
    const own = sorted.subarray(first[at], first[at + 1])
    return {
      label,
      jobs: members[at],
      meanWait: waitSums.value(at) / members[at],
      medianWait: median(own),
      p95Wait: quantile(own, 0.95),
      maxWait: own[own.length - 1],
      AVEbsld: slowdownSums.value(at) / members[at],
      ...(merged > 0 && at === labels.length - 1 ? { classes: merged } : {}),
    }
  })
}

/** A part of the log's beginning or end: a share of its jobs in percent, a number of jobs, or a span of submit times. */
export type Margin = { readonly percent: number } | { readonly jobs: number } | { readonly seconds: number }

export interface Trimming {
  readonly warmUp?: Margin
  readonly coolDown?: Margin
}

const MARGIN = anyOf(
  'a percentage, jobs or seconds',
  object({ percent: number(0) }),
  object({ jobs: whole(0) }),
  object({ seconds: number(0) }),
)

export const TRIMMING: Codec<Trimming> = object({ warmUp: optional(MARGIN), coolDown: optional(MARGIN) })

/**
 * Reads a margin as users write it: `5%`, `16 jobs`, or a span of submit times such as `86400`, `2d` or `36h`.
 * @throws QueuewrightError `usage`
 */
export function parseMargin(text: string, option: string): Margin {
  const [, count] = /^\s*(\d{1,15})\s*jobs?\s*$/.exec(text) ?? []
  if (count !== undefined) return { jobs: Number(count) }
  const [, percent] = /^\s*(\d+(?:\.\d+)?)\s*%\s*$/.exec(text) ?? []
  if (percent === undefined) return { seconds: parseDuration(text.trim(), option) }
  if (Number(percent) <= 100) return { percent: Number(percent) }
  throw new QueuewrightError('usage', 'a margin larger than the log', {
    field: option,
    value: text,
    expected: 'at most 100%',
  })
}

/**
 * The rows left when warm-up and cool-down are trimmed: the first and last so many jobs, or percent of the jobs
 * (rounded down), or the jobs submitted less than so many seconds after the first or before the last submit. All jobs ran;
 * the rows are those to judge.
 * @returns null where nothing is trimmed
 * @throws QueuewrightError `usage` where no job is left
 */
export function trimRows(
  { submit, length }: Pick<JobTable, 'submit' | 'length'>,
  { warmUp, coolDown }: Trimming,
): Int32Array | null {
  let first = warmUp === undefined ? 0 : countOf(warmUp, length)
  let end = length - (coolDown === undefined ? 0 : countOf(coolDown, length))
  if (warmUp !== undefined && 'seconds' in warmUp) {
    while (first < length && submit[first] < submit[0] + warmUp.seconds) first++
  }
  if (coolDown !== undefined && 'seconds' in coolDown) {
    while (end > 0 && submit[end - 1] > submit[length - 1] - coolDown.seconds) end--
  }
  if (first === 0 && end === length) return null
  if (first >= end) {
    throw new QueuewrightError('usage', 'warm-up and cool-down leave no jobs to judge', { value: length })
  }
  return rowsFrom(first, end)
}

/** Jobs of a margin that counts jobs; 0 for one that goes by time. */
function countOf(margin: Margin, length: number): number {
  if ('percent' in margin) return Math.floor((length * margin.percent) / 100)
  return 'jobs' in margin ? margin.jobs : 0
}
