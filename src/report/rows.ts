/** Cells that text tables and pages share: waits by class, facts of a log, rules. Pure. */

import type { Fact } from '../core/exhibit.js'
import { formatCount, formatNumber, formatPercent, formatSeconds, plural } from '../core/format.js'
import type { Breakdown, ClassOfJobs } from '../sim/breakdown.js'
import type { Semantics } from '../sim/semantics.js'
import type { TraceDescription } from '../trace/describe.js'
import type { DropCounts, LogClock } from '../trace/trace.js'

/** A breakdown as named lists of classes, without those that the log says nothing of. */
export function breakdownSections(breakdown: Breakdown): { title: string; rows: readonly ClassOfJobs[] }[] {
  return [
    { title: 'size', rows: breakdown.bySize },
    { title: 'run time', rows: breakdown.byRuntime },
    { title: 'user group', rows: breakdown.byGroup },
    { title: 'partition', rows: breakdown.byPartition ?? [] },
  ].flatMap(({ title, rows }) => (rows.length > 0 ? largestClasses(title, rows) : []))
}

/** Classes that tables have rows for; a log may have any number of partitions. */
const MOST_CLASSES = 100

function largestClasses(title: string, rows: readonly ClassOfJobs[]) {
  if (rows.length <= MOST_CLASSES) return { title, rows }
  const single = rows.filter(({ classes = 1 }) => classes === 1)
  const shown = new Set([...single].sort((a, b) => b.jobs - a.jobs).slice(0, MOST_CLASSES))
  const all = rows.reduce((sum, { classes = 1 }) => sum + classes, 0)
  return {
    title: `${title} (${MOST_CLASSES} of ${formatCount(all)}, those of most jobs)`,
    rows: rows.filter((row) => shown.has(row)),
  }
}

/** Heads of a table of waits by class. */
export const BREAKDOWN_HEADS = [
  'jobs',
  'mean wait',
  'median wait',
  '95 % wait',
  'longest wait',
  'AVEbsld',
] as const

/** The cells of one class, below `BREAKDOWN_HEADS`. */
export function breakdownCells(row: ClassOfJobs): string[] {
  const waits = [row.meanWait, row.medianWait, row.p95Wait, row.maxWait]
  return [formatCount(row.jobs), ...waits.map(formatSeconds), formatNumber(row.AVEbsld)]
}

/** Facts that a reader wants to know of a log first. */
export function logFacts(log: TraceDescription): Fact[] {
  const { span, sizes, runtimes, estimates } = log
  const facts: Fact[] = [
    ['jobs', formatCount(log.jobs)],
    ['left out', droppedText(log.dropped)],
    ['machine', log.machine === null ? 'unknown (name it with --machine)' : plural(log.machine, 'processor')],
    ['span of submits', formatSeconds(span.seconds)],
  ]
  if (span.first !== null && span.last !== null) {
    facts.push([
      'first and last submit',
      `${minuteOf(span.first)} – ${minuteOf(span.last)} (${zoneName(span)})`,
    ])
  }
  facts.push(['offered load', log.offeredLoad === null ? 'unknown' : formatPercent(log.offeredLoad)])
  const shares = `${formatPercent(sizes.serial)} serial, ${formatPercent(sizes.powersOfTwo)} other powers of two`
  if (sizes.quantiles) {
    const { median, p95, max } = sizes.quantiles
    const [middle, most, largest] = [median, p95, max].map(formatNumber)
    facts.push(['sizes', `median ${middle}, 95 % ${most}, largest ${largest}; ${shares}`])
  }
  if (runtimes.quantiles) facts.push(['run times', timeQuantiles(runtimes.quantiles)])
  if (estimates.quantiles) facts.push(['requested times', timeQuantiles(estimates.quantiles)])
  const missing = estimates.missing > 0 ? `${formatPercent(estimates.missing)} without a request; ` : ''
  facts.push(['beyond the request', `${missing}${formatPercent(estimates.overruns)} ran longer`])
  facts.push(['users', formatCount(log.users.count)])
  return facts
}

/** `1996-09-30 12:38` of an ISO 8601 time. */
function minuteOf(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ')
}

function timeQuantiles(quantiles: {
  readonly median: number
  readonly p95: number
  readonly max: number
}): string {
  const [middle, most, longest] = [quantiles.median, quantiles.p95, quantiles.max].map(formatSeconds)
  return `median ${middle}, 95 % ${most}, longest ${longest}`
}

/** Counts of jobs left out by reason, as text. */
export function droppedText(dropped: DropCounts): string {
  const parts = Object.entries(dropped).map(([reason, count]) => `${formatCount(count)} ${reason}`)
  return parts.length === 0 ? 'none' : parts.join(', ')
}

/** Jobs left out, the most frequent reason first. */
export function dropFacts(dropped: DropCounts): Fact[] {
  return Object.entries(dropped)
    .filter(([, count]) => count > 0)
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .map(([reason, count]) => [reason, formatCount(count)])
}

/** Every rule with its value, those inside others as `backfill.admit`. */
export function ruleFacts(rules: Semantics): Fact[] {
  return flattened(Object.entries(rules), '')
}

function flattened(entries: readonly [string, unknown][], prefix: string): Fact[] {
  return entries.flatMap(([name, value]): Fact[] => {
    if (typeof value === 'object' && value !== null)
      return flattened(Object.entries(value), `${prefix}${name}.`)
    const text =
      value === Number.POSITIVE_INFINITY ? '∞' : value === true ? 'yes' : value === false ? 'no' : `${value}`
    return [[prefix + name, text]]
  })
}

/** `Europe/Stockholm`, or `UTC−05:00` for an offset. */
export function zoneName({ zone }: Pick<LogClock, 'zone'>): string {
  if (typeof zone === 'string') return zone
  if (zone === 0) return 'UTC'
  const minutes = Math.round(Math.abs(zone) / 60)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `UTC${zone < 0 ? '−' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
