/**
 * How well a simulated schedule explains the recorded one of the same jobs: whether percentages against a simulated policy
 * say anything about the machine on which the log was written.
 *
 * Six measures, each with a grade from A (as recorded) to D (something else):
 *
 * - *mean wait*: by which factor it differs, (w + 1 min)/(w' + 1 min) or its inverse;
 * - *waits by size*: the same of the mean waits of classes of sizes, as the geometric mean over jobs;
 * - *starts*: the share of jobs that start within a minute of the recorded start;
 * - *order*: of jobs next to each other in the order of recorded starts, the share that start the other way round;
 * - *utilisation*: the mean difference of the processors in use over time, in bins of an hour, as a share of those in use;
 * - *idle waits*: jobs that wait longer than a minute though at their submit enough processors are free: the difference of
 *   their shares. A machine that is one pool leaves hardly any; partitions, limits, memory and reservations do.
 *
 * The grade of all is the worse one of the mean wait and of the median of the others.
 */
import { stableOrder } from '../core/ordering.js'
import { ascending, quantile } from '../core/statistics.js'
import { sizeClass, sizeLabel } from '../trace/job-ranges.js'
import type { JobTable } from '../trace/job-table.js'

export const GRADES = ['A', 'B', 'C', 'D'] as const
export type Grade = (typeof GRADES)[number]

/** Limits of A, B and C; beyond the last it is D. Of starts the share that is further away counts. */
const LIMITS = {
  meanWait: [1.25, 2, 5],
  waitsBySize: [1.5, 2.5, 6],
  starts: [0.2, 0.45, 0.7],
  order: [0.05, 0.15, 0.3],
  utilisation: [0.1, 0.25, 0.5],
  idleWaits: [0.03, 0.1, 0.25],
} as const
export type Criterion = keyof typeof LIMITS
export const CRITERIA = Object.keys(LIMITS) as readonly Criterion[]

const MINUTE = 60
const HOUR = 3_600
/** Bins of utilisation, at most; longer logs have wider ones. */
const MOST_BINS = 50_000

export interface WaitsOfSize {
  readonly label: string
  readonly jobs: number
  /** Mean waits, seconds. */
  readonly recorded: number
  readonly simulated: number
}

export interface Agreement {
  /** Jobs whose starts are known in both schedules. */
  readonly jobs: number
  /** Mean waits, seconds. */
  readonly meanWait: { readonly recorded: number; readonly simulated: number }
  /** 95 of 100 waits are no longer, seconds. */
  readonly p95Wait: { readonly recorded: number; readonly simulated: number }
  readonly bySize: readonly WaitsOfSize[]
  /** Share of jobs that start within a minute of the recorded start. */
  readonly withinMinute: number
  /** Share of neighbours in the recorded order that start the other way round. */
  readonly inversions: number
  /** Mean difference of processors in use, as a share of those in use. */
  readonly utilisation: number
  /** Shares of jobs that wait though enough processors are free at their submit. */
  readonly idleWaits: { readonly recorded: number; readonly simulated: number }
  readonly grades: Readonly<Record<Criterion, Grade>>
  readonly grade: Grade
}

interface Starts {
  /** NaN where nobody knows. */
  readonly start: Float64Array
}

/**
 * @param jobs of both schedules, in job order
 * @param rows of the jobs that are judged and have a recorded start; one at least
 */
export function agreementOf(
  jobs: JobTable,
  rows: Int32Array,
  processors: number,
  recorded: Starts,
  simulated: Starts,
): Agreement {
  const meanWait = {
    recorded: meanWaitOf(jobs, rows, recorded),
    simulated: meanWaitOf(jobs, rows, simulated),
  }
  const p95Wait = { recorded: p95WaitOf(jobs, rows, recorded), simulated: p95WaitOf(jobs, rows, simulated) }
  const bySize = waitsBySize(jobs, rows, recorded, simulated)
  const near = rows.reduce((count, row) => {
    return count + (Math.abs(recorded.start[row] - simulated.start[row]) <= MINUTE ? 1 : 0)
  }, 0)
  const withinMinute = near / rows.length
  const inversions = inversionsOf(rows, recorded, simulated)
  const utilisation = utilisationDifference(jobs, recorded, simulated)
  const idleWaits = {
    recorded: idleWaitsOf(jobs, rows, processors, recorded),
    simulated: idleWaitsOf(jobs, rows, processors, simulated),
  }
  const spread = bySize.reduce(
    (sum, each) => sum + each.jobs * Math.log(factorOf(each.recorded, each.simulated)),
    0,
  )
  const values: Readonly<Record<Criterion, number>> = {
    meanWait: factorOf(meanWait.recorded, meanWait.simulated),
    waitsBySize: Math.exp(spread / rows.length),
    starts: 1 - withinMinute,
    order: inversions,
    utilisation,
    idleWaits: Math.abs(idleWaits.recorded - idleWaits.simulated),
  }
  const places = Object.fromEntries(CRITERIA.map((name) => [name, placeOf(name, values[name])]))
  const others = CRITERIA.slice(1)
    .map((name) => places[name])
    .sort((a, b) => a - b)
  const grades = Object.fromEntries(CRITERIA.map((name) => [name, GRADES[places[name]]]))
  return {
    ...{ jobs: rows.length, meanWait, p95Wait, bySize, withinMinute, inversions, utilisation, idleWaits },
    grades: grades as Record<Criterion, Grade>,
    grade: GRADES[Math.max(places['meanWait'], others[others.length >> 1])],
  }
}

function placeOf(name: Criterion, value: number): number {
  const place = LIMITS[name].findIndex((limit) => value <= limit)
  return place < 0 ? GRADES.length - 1 : place
}

/** How many times as long, whichever is longer; a minute more or less says nothing of a machine. */
function factorOf(one: number, other: number): number {
  const factor = (one + MINUTE) / (other + MINUTE)
  return Math.max(factor, 1 / factor)
}

function meanWaitOf({ submit }: JobTable, rows: Int32Array, { start }: Starts): number {
  return rows.reduce((sum, row) => sum + (start[row] - submit[row]), 0) / rows.length
}

function p95WaitOf({ submit }: JobTable, rows: Int32Array, { start }: Starts): number {
  return quantile(ascending(Float64Array.from(rows, (row) => start[row] - submit[row])), 0.95)
}

function waitsBySize(
  { size, submit }: JobTable,
  rows: Int32Array,
  recorded: Starts,
  simulated: Starts,
): readonly WaitsOfSize[] {
  const classes = new Map<number, { jobs: number; recorded: number; simulated: number }>()
  for (const row of rows) {
    const number = sizeClass(size[row])
    const sums = classes.get(number) ?? { jobs: 0, recorded: 0, simulated: 0 }
    sums.jobs++
    sums.recorded += recorded.start[row] - submit[row]
    sums.simulated += simulated.start[row] - submit[row]
    classes.set(number, sums)
  }
  return [...classes]
    .sort(([a], [b]) => a - b)
    .map(([number, { jobs, ...sums }]) => ({
      ...{ label: sizeLabel(number), jobs },
      ...{ recorded: sums.recorded / jobs, simulated: sums.simulated / jobs },
    }))
}

function inversionsOf(rows: Int32Array, recorded: Starts, simulated: Starts): number {
  const order = stableOrder(Float64Array.from(rows, (row) => recorded.start[row]))
  let [pairs, inverted] = [0, 0]
  for (let k = 1; k < order.length; k++) {
    const [before, after] = [rows[order[k - 1]], rows[order[k]]]
    if (recorded.start[before] === recorded.start[after]) continue
    pairs++
    if (simulated.start[before] > simulated.start[after]) inverted++
  }
  return pairs === 0 ? 0 : inverted / pairs
}

/** Both over the time in which jobs are recorded as running. */
function utilisationDifference(jobs: JobTable, recorded: Starts, simulated: Starts): number {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let row = 0; row < jobs.length; row++) {
    const start = recorded.start[row]
    if (Number.isNaN(start)) continue
    from = Math.min(from, start)
    to = Math.max(to, start + jobs.runtime[row])
  }
  if (!(to > from)) return 0
  const width = Math.max(HOUR, (to - from) / MOST_BINS)
  const bins = Math.ceil((to - from) / width)
  // A job that nobody knows the recorded start of is in neither.
  const used = [recorded, simulated].map(({ start }) => {
    const busy = new Float64Array(bins)
    for (let row = 0; row < jobs.length; row++) {
      if (Number.isNaN(recorded.start[row])) continue
      addWork(
        busy,
        (start[row] - from) / width,
        (start[row] + jobs.runtime[row] - from) / width,
        jobs.size[row],
      )
    }
    return busy
  })
  let [difference, all] = [0, 0]
  for (let bin = 0; bin < bins; bin++) {
    difference += Math.abs(used[0][bin] - used[1][bin])
    all += used[0][bin]
  }
  return all === 0 ? 0 : difference / all
}

/** @param from and to in bins */
function addWork(busy: Float64Array, from: number, to: number, size: number): void {
  const first = Math.max(0, Math.floor(from))
  const last = Math.min(busy.length - 1, Math.floor(to))
  for (let bin = first; bin <= last; bin++) {
    busy[bin] += size * Math.max(0, Math.min(to, bin + 1) - Math.max(from, bin))
  }
}

function idleWaitsOf(jobs: JobTable, rows: Int32Array, processors: number, { start }: Starts): number {
  const ends = start.map((begin, row) => begin + jobs.runtime[row])
  const known = (column: Float64Array) =>
    column.map((at) => (Number.isNaN(at) ? Number.POSITIVE_INFINITY : at))
  const [begins, finishes] = [known(start), known(ends)]
  const [byStart, byEnd] = [stableOrder(begins), stableOrder(finishes)]
  let [started, ended, used, idle] = [0, 0, 0, 0]
  const judged = new Uint8Array(jobs.length)
  for (const row of rows) judged[row] = 1
  for (let row = 0; row < jobs.length; row++) {
    const now = jobs.submit[row]
    for (; started < byStart.length && begins[byStart[started]] <= now; started++)
      used += jobs.size[byStart[started]]
    for (; ended < byEnd.length && finishes[byEnd[ended]] <= now; ended++) used -= jobs.size[byEnd[ended]]
    if (judged[row] === 1 && start[row] - now > MINUTE && processors - used >= jobs.size[row]) idle++
  }
  return idle / rows.length
}
