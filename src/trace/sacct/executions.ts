/**
 * From executions to jobs: rows that are there twice, the executions of a job that was requeued, the components of a
 * heterogeneous job.
 *
 * Standard Workload Format 2.2, "Status", of jobs that ran in several parts: for workload studies a job is one line,
 * with the submit time of the whole, the sum of the parts' run times, and status 1 or 0 as it ended; a part after
 * which the log shows no further one has status 2, "to be continued". So are requeued jobs made one, unless each
 * execution is to be a job of its own; then one that was requeued has failed (status 0), and only the last one keeps the
 * number of Slurm. A job whose size is changed
 * while it runs has a row for each size (RESIZING), and is treated alike.
 *
 * The components of a heterogeneous job start together or not at all. Made one, they are a rigid job as large as all
 * of them, which runs until the last one ends.
 */

import { QueuewrightError } from '../../core/errors.js'
import { groupedBy } from '../../core/grouping.js'
import { stableOrder } from '../../core/ordering.js'
import { largestOf, smallestOf, sum } from '../../core/statistics.js'
import { COLUMN, type Collector, type Column } from './collect.js'
import type { SacctOptions } from './options.js'
import { SWF_STATUS } from './states.js'

export interface JoinOptions extends Pick<SacctOptions, 'requeues' | 'het' | 'badLines'> {
  /** Components of one job in different partitions stay apart: each partition has a log of its own. */
  readonly apart: boolean
  /** Where a row stands, for failures. */
  readonly where: (place: number) => { readonly line?: number; readonly field?: string }
}

export interface Joined {
  /** Rows that are jobs, in no particular order. */
  readonly jobs: Int32Array
  /** Rows that are executions: of `jobs` those that ran, and those that were made parts of them. */
  readonly executions: Int32Array
  /** Run times and sizes of the executions, before they were put together, by row. */
  readonly runtimes: Float64Array
  readonly held: Float64Array
}

/** A job goes back into the queue when it ends; a number used again after a day is another job's. */
const REQUEUE_WITHIN = 86_400

/** Changes rows of `collected` in place and counts there what was left out. */
export function joinExecutions(collected: Collector, options: JoinOptions): Joined {
  const { rows } = collected
  const alive = new Uint8Array(rows.length).fill(1)
  const order = orderBy(collected, ['key', 'submit', 'start'])
  leaveOutTwins(collected, order, alive, options)
  const executions = marked(alive).filter((row) => !collected.leaving.has(row))
  const runtimes = rows.column(COLUMN.run, null, new Float64Array(rows.length))
  const held = rows.column(COLUMN.allocated, null, new Float64Array(rows.length))
  if (options.requeues === 'merge') mergeRequeues(collected, order, alive)
  else setApart(collected, order, alive)
  if (options.het === 'merge') mergeComponents(collected, alive, options.apart)
  const jobs = marked(alive)
  const withSize = jobs.filter((row) => rows.get(row, COLUMN.allocated) > 0)
  collected.leaveOut('no-gpu', jobs.length - withSize.length)
  return { jobs: withSize, executions, runtimes, held }
}

/** Rows in the order of the first column; where that is equal, of the next. */
function orderBy({ rows }: Collector, columns: readonly Column[]): Int32Array {
  let order = Int32Array.from({ length: rows.length }, (_, row) => row)
  for (const column of [...columns].reverse()) {
    const values = rows.column(COLUMN[column], order, new Float64Array(order.length))
    order = stableOrder(values).map((k) => order[k])
  }
  return order
}

function leaveOutTwins(
  collected: Collector,
  order: Int32Array,
  alive: Uint8Array,
  { badLines, where }: JoinOptions,
): void {
  const { rows } = collected
  const differs = (a: number, b: number, column: Column) =>
    rows.get(a, COLUMN[column]) !== rows.get(b, COLUMN[column])
  let twins = 0
  for (let k = 1; k < order.length; k++) {
    const before = order[k - 1]
    const row = order[k]
    if (differs(before, row, 'key') || differs(before, row, 'submit') || differs(before, row, 'start'))
      continue
    // The log of jobcomp tells of an end and, where the job was put back into the queue after it, of the same end again.
    const again = [before, row].find((each) => rows.get(each, COLUMN.status) === SWF_STATUS.continued)
    const told = again !== undefined && differs(before, row, 'status')
    if (badLines === 'error' && !told) throw twinFailure(collected, before, row, where)
    alive[told ? again : row] = 0
    twins++
  }
  collected.leaveOut('duplicate', twins)
}

function twinFailure(
  { rows }: Collector,
  before: number,
  row: number,
  where: JoinOptions['where'],
): QueuewrightError {
  const first = where(rows.get(before, COLUMN.place))
  const second = where(rows.get(row, COLUMN.place))
  return new QueuewrightError('line-value', 'this job is there twice, with the same submit and start', {
    field: 'JobIDRaw',
    value: rows.get(row, COLUMN.key),
    ...second,
    expected: `each execution once; the other is ${first.field ?? `in line ${first.line}`}`,
    remedy: 'Ask sacct for periods that do not overlap, or leave such rows out with --bad-lines drop',
  })
}

function mergeRequeues(collected: Collector, order: Int32Array, alive: Uint8Array): void {
  const { rows } = collected
  let merged = 0
  let first = -1
  for (const row of order) {
    if (alive[row] === 0) continue
    if (first < 0 || !goesOn(collected, first, row)) {
      first = row
      continue
    }
    alive[row] = 0
    merged++
    // It was cancelled when it waited again: what ran is what it was.
    if (collected.leaving.has(row)) continue
    const sum = rows.get(first, COLUMN.run) + rows.get(row, COLUMN.run)
    rows.set(first, COLUMN.run, sum)
    for (const column of ['allocated', 'requested', 'memory'] as const) {
      const larger = Math.max(rows.get(first, COLUMN[column]), rows.get(row, COLUMN[column]))
      rows.set(first, COLUMN[column], larger)
    }
    for (const column of ['status', 'end', 'limit'] as const) {
      rows.set(first, COLUMN[column], rows.get(row, COLUMN[column]))
    }
  }
  collected.leaveOut('requeue-merged', merged)
}

/** Whether `row` is a later execution of the job whose executions so far are in `first`. */
function goesOn({ rows }: Collector, first: number, row: number): boolean {
  const end = rows.get(first, COLUMN.end)
  return (
    rows.get(first, COLUMN.key) === rows.get(row, COLUMN.key) &&
    rows.get(first, COLUMN.user) === rows.get(row, COLUMN.user) &&
    rows.get(first, COLUMN.account) === rows.get(row, COLUMN.account) &&
    rows.get(row, COLUMN.start) >= end &&
    rows.get(row, COLUMN.submit) <= end + REQUEUE_WITHIN
  )
}

/** Makes each execution a job. One that goes on after a change of its size, with the same submit, never waited. */
function setApart(collected: Collector, order: Int32Array, alive: Uint8Array): void {
  const { rows } = collected
  let before = -1
  let next =
    1 + rows.column(COLUMN.key, null, new Float64Array(rows.length)).reduce((a, b) => Math.max(a, b), 0)
  for (const row of order) {
    if (alive[row] === 0) continue
    const same = (column: Column) => rows.get(before, COLUMN[column]) === rows.get(row, COLUMN[column])
    if (before >= 0 && same('key') && same('submit')) {
      rows.set(row, COLUMN.release, rows.get(row, COLUMN.start))
    }
    if (rows.get(row, COLUMN.status) === SWF_STATUS.continued) rows.set(row, COLUMN.status, SWF_STATUS.failed)
    if (before >= 0 && goesOn(collected, before, row)) {
      rows.set(before, COLUMN.key, next++)
      collected.requeued++
    }
    before = row
  }
}

function mergeComponents(collected: Collector, alive: Uint8Array, apart: boolean): void {
  const { rows } = collected
  const components: number[] = []
  for (let row = 0; row < rows.length; row++) {
    if (alive[row] !== 0 && rows.get(row, COLUMN.het) >= 0) components.push(row)
  }
  const groups = groupedBy(components, (row) => {
    const partition = apart ? rows.get(row, COLUMN.partition) : ''
    return `${rows.get(row, COLUMN.het)} ${rows.get(row, COLUMN.submit)} ${partition}`
  })
  for (const group of groups.values()) {
    const values = (column: Column) => group.map((row) => rows.get(row, COLUMN[column]))
    const keys = values('key')
    const leader = group[keys.indexOf(smallestOf(keys))]
    const start = smallestOf(values('start'))
    const end = largestOf(group.map((row) => rows.get(row, COLUMN.start) + rows.get(row, COLUMN.run)))
    const status = values('status')
    const merged: Partial<Record<Column, number>> = {
      release: smallestOf(values('release')),
      start,
      run: end - start,
      end: largestOf(values('end')),
      limit: largestOf(values('limit')),
      requested: sumOrUnknown(values('requested')),
      allocated: sum(values('allocated')),
      memory: sumOrUnknown(values('memory')),
      allocatedMemory: sumOrUnknown(values('allocatedMemory')),
      requestedCores: sumOrUnknown(values('requestedCores')),
      requestedNodes: sumOrUnknown(values('requestedNodes')),
      allocatedNodes: sumOrUnknown(values('allocatedNodes')),
      requestedGpus: sumOrUnknown(values('requestedGpus')),
      ...agreed(values),
      status: status.includes(SWF_STATUS.failed) ? SWF_STATUS.failed : rows.get(leader, COLUMN.status),
    }
    for (const [column, value] of Object.entries(merged)) rows.set(leader, COLUMN[column as Column], value)
    for (const row of group) if (row !== leader) alive[row] = 0
    collected.leaveOut('het-merged', group.length - 1)
  }
}

/** The request of components for nodes, where all asked for the same. */
function agreed(values: (column: Column) => readonly number[]): Partial<Record<Column, number>> {
  const columns = [
    'coresPerTask',
    'tasksPerNode',
    'memoryPerNode',
    'exclusive',
    'constraint',
    'gres',
  ] as const
  return Object.fromEntries(
    columns.map((column) => {
      const all = values(column)
      return [column, all.every((value) => value === all[0]) ? all[0] : -1]
    }),
  )
}

function sumOrUnknown(values: readonly number[]): number {
  return values.some((value) => value < 0) ? -1 : sum(values)
}

function marked(alive: Uint8Array): Int32Array {
  const rows = new Int32Array(alive.length)
  let count = 0
  for (let row = 0; row < alive.length; row++) if (alive[row] === 1) rows[count++] = row
  return rows.slice(0, count)
}
