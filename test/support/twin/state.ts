/** What the slow simulator knows at a moment, and the few questions every algorithm asks of it. See twin.ts. */
import type { Ranking } from '../../../src/sim/order.js'
import type { Semantics } from '../../../src/sim/semantics.js'
import type { JobTable } from '../../../src/trace/job-table.js'

export interface Twin {
  readonly jobs: JobTable
  readonly processors: number
  readonly rules: Semantics
  /** The queue order as it is at the moment. */
  queueRanking: () => Ranking
  /** Null where backfilling goes by the queue order. */
  backfillRanking: (() => Ranking) | null
  now: number
  /** Rows of the waiting jobs, in job order. */
  waiting: number[]
  /** Rows of the running jobs, in the order in which they were started. */
  running: number[]
  readonly start: Float64Array
  /** The head that `commit` holds. */
  committed: number | null
  /** Reservations held under `compress: none`, by row. */
  slots: Map<number, number>
  /** Whether something has completed since the last sweep. */
  completed: boolean
  /** Tells those who ask that a job has been started. */
  readonly started: (row: number) => void
}

/** What features and the count of free processors are taken of. */
export type Seen = Pick<Twin, 'jobs' | 'processors' | 'rules' | 'now' | 'waiting' | 'running' | 'start'>

const view = new DataView(new ArrayBuffer(8))

/** The smallest double above `x`. */
export function nextUp(x: number): number {
  if (!Number.isFinite(x)) return x
  view.setFloat64(0, x === 0 ? 0 : x)
  view.setBigInt64(0, view.getBigInt64(0) + (x >= 0 ? 1n : -1n))
  return view.getFloat64(0)
}

/** The first `origin + k·interval` (k an integer) at or after `time`; `time` itself where the interval is 0. */
export function gridCeil(time: number, origin: number, interval: number): number {
  if (interval === 0) return time
  let k = Math.floor((time - origin) / interval) - 1
  while (origin + k * interval < time) k++
  return origin + k * interval
}

/** Reading 4: does running job `row` count as free although its completion has not been handled? */
function countsAsFree(twin: Pick<Seen, 'jobs' | 'rules' | 'now' | 'start'>, row: number): boolean {
  const { now, jobs, start } = twin
  const over = start[row] + jobs.estimate[row] === now && start[row] + jobs.runtime[row] === now
  return twin.rules.events === 'single' && twin.rules.freeAtEstimate && over
}

/** The running jobs as plans see them: rows with the instant at which each is expected to give its processors back. */
export function expectedEnds(twin: Twin): { row: number; end: number }[] {
  return twin.running
    .filter((row) => !countsAsFree(twin, row))
    .map((row) => {
      const end = twin.start[row] + twin.jobs.estimate[row]
      return { row, end: end > twin.now ? end : nextUp(twin.now) }
    })
}

export function freeNow(twin: Omit<Seen, 'waiting'>): number {
  let free = twin.processors
  for (const row of twin.running) if (!countsAsFree(twin, row)) free -= twin.jobs.size[row]
  return free
}

export function fitsNow(twin: Twin, row: number): boolean {
  return twin.jobs.size[row] <= freeNow(twin)
}

export function startJob(twin: Twin, row: number): void {
  twin.start[row] = twin.now
  twin.waiting.splice(twin.waiting.indexOf(row), 1)
  twin.running.push(row)
  twin.slots.delete(row)
  if (twin.committed === row) twin.committed = null
  twin.started(row)
}

/** The jobs that the scheduler may see, in the order of `ranking`. */
export function visibleInOrder(twin: Twin, ranking: Ranking): number[] {
  const { rules } = twin
  const visible = twin.waiting.slice(0, rules.sight === Number.POSITIVE_INFINITY ? undefined : rules.sight)
  const scores = new Float64Array(visible.length)
  ranking.score(scores, Int32Array.from(visible), visible.length, {
    now: twin.now,
    waiting: twin.waiting.length,
    free: freeNow(twin),
  })
  const entries = visible.map((row, k) => ({
    row,
    key: Number.isNaN(scores[k]) ? Number.POSITIVE_INFINITY : scores[k],
    lead: row < rules.lead,
    committed: row === twin.committed,
  }))
  const compare = (a: (typeof entries)[number], b: (typeof entries)[number]): number => {
    if (a.committed !== b.committed) return a.committed ? -1 : 1
    if (a.lead !== b.lead) return a.lead ? -1 : 1
    if (a.lead) return a.row - b.row
    if (a.key !== b.key) return a.key < b.key ? -1 : 1
    return rules.ties === 'earliest' ? a.row - b.row : b.row - a.row
  }
  return entries.sort(compare).map((entry) => entry.row)
}

export function commitHead(twin: Twin, row: number): void {
  if (twin.rules.commit && twin.committed === null) twin.committed = row
}

/** Where the algorithm goes on past its head: the first job that a sweep left waiting is the head from now on. */
export function commitFirst(twin: Twin, order: readonly number[]): void {
  const first = order.find((row) => twin.waiting.includes(row))
  if (first !== undefined) commitHead(twin, first)
}
