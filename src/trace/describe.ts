/**
 * The content of a log: the facts behind `qw info`, as plain data for text, JSON and plots.
 *
 * Offered load = Σ size·run / (machine · (last submit − first submit)): the share of the machine that the jobs would
 * fill if they came and went evenly. Quantiles are over the jobs that have the value in question.
 */
import { Calendar } from '../core/calendar.js'
import { ascending, mean, quantile } from '../core/statistics.js'
import { type GroupFacts, groupFacts, type UserFacts, userFacts } from './groups.js'
import type { JobTable } from './job-table.js'
import type { DropCounts, SwfField, Trace } from './trace.js'

/** The further fields that the description shows where the trace has them. */
export const DESCRIBED_FIELDS = ['status', 'queue', 'partition'] as const satisfies readonly SwfField[]

/** Bin k counts values in [edges[k], edges[k+1]); one edge more than bins. */
export interface Histogram {
  readonly edges: readonly number[]
  readonly counts: readonly number[]
}

export interface Quantiles {
  /** Number of values. */
  readonly count: number
  readonly mean: number
  readonly min: number
  readonly p10: number
  readonly p25: number
  readonly median: number
  readonly p75: number
  readonly p90: number
  readonly p95: number
  readonly p99: number
  readonly max: number
}

/** Jobs with one value of a field. */
export interface CategoryFacts {
  /** The log's number. */
  readonly value: number
  /** The header's name for it (`Queue: 3 production`); null where it has none. */
  readonly label: string | null
  readonly jobs: number
}

export interface TraceDescription {
  readonly name: string
  readonly digest: string
  readonly jobs: number
  /** Processors; null where neither the header nor the command says. */
  readonly machine: number | null
  readonly span: {
    /** From the first submit to the last. */
    readonly seconds: number
    /** First and last submit, seconds from the log's zero. */
    readonly firstSubmit: number
    readonly lastSubmit: number
    /** The same as local date and time (ISO 8601); null where the log does not say when it began. */
    readonly first: string | null
    readonly last: string | null
    readonly unixStart: number | null
    readonly zone: string | number
  }
  /** 1 = the whole machine; null where the machine or the span is unknown. */
  readonly offeredLoad: number | null
  readonly arrivals: {
    /** Submits in each hour of the local day, 0–23. */
    readonly byHour: readonly number[]
    /** Submits on each weekday, Monday first. */
    readonly byWeekday: readonly number[]
    /** Seconds between one submit and the next; null for a single job. */
    readonly gaps: Quantiles | null
  }
  readonly sizes: {
    readonly quantiles: Quantiles | null
    /** Share of the jobs of one processor. */
    readonly serial: number
    /** Share of the jobs of 2, 4, 8, … processors. */
    readonly powersOfTwo: number
    /** By powers of two. */
    readonly histogram: Histogram
  }
  readonly runtimes: {
    readonly quantiles: Quantiles | null
    /** Below a second, then by powers of two seconds. */
    readonly histogram: Histogram
  }
  readonly estimates: {
    readonly quantiles: Quantiles | null
    /** Share of the jobs without an estimate. */
    readonly missing: number
    /** Share, among jobs with an estimate and a run time, of those that ran longer. */
    readonly overruns: number
    /** Run time / estimate in steps of 10 %, a full 100 % in the last; overruns are not in it. */
    readonly accuracy: Histogram
  }
  readonly users: {
    readonly count: number
    /** The largest consumers first, at most ten. */
    readonly top: readonly UserFacts[]
  }
  /** By group of the job table; empty where no group is filled in. */
  readonly groups: readonly GroupFacts[]
  /** By number of jobs, the largest first; null where the field was not read. */
  readonly partitions: readonly CategoryFacts[] | null
  readonly queues: readonly CategoryFacts[] | null
  /** By SWF status. */
  readonly statuses: readonly CategoryFacts[] | null
  readonly dropped: DropCounts
  readonly notices: readonly string[]
}

const TOP_USERS = 10

/** @param machine processors; the trace's own unless given. */
export function describeTrace(trace: Trace, machine: number | null = trace.processors): TraceDescription {
  const { jobs } = trace
  const first = jobs.length > 0 ? jobs.submit[0] : 0
  const last = jobs.length > 0 ? jobs.submit[jobs.length - 1] : 0
  const users = userFacts(trace)
  return {
    name: trace.name,
    digest: trace.digest,
    jobs: jobs.length,
    machine,
    span: {
      seconds: last - first,
      firstSubmit: first,
      lastSubmit: last,
      ...localSpan(trace, first, last),
      unixStart: trace.clock.unixStart,
      zone: trace.clock.zone,
    },
    offeredLoad: machine !== null && last > first ? work(jobs) / (machine * (last - first)) : null,
    arrivals: { ...arrivalCounts(trace), gaps: quantilesOf(gapsOf(jobs.submit)) },
    sizes: describeSizes(jobs),
    runtimes: {
      quantiles: quantilesOf(jobs.runtime.filter((runtime) => runtime >= 0)),
      histogram: powersOfTwo(jobs.runtime, true),
    },
    estimates: describeEstimates(jobs),
    users: { count: users.length, top: users.slice(0, TOP_USERS) },
    groups: describeGroups(trace),
    partitions: categories(trace, 'partition', 'Partition'),
    queues: categories(trace, 'queue', 'Queue'),
    statuses: categories(trace, 'status', null),
    dropped: trace.dropped,
    notices: trace.notices,
  }
}

function localSpan(trace: Trace, first: number, last: number): { first: string | null; last: string | null } {
  if (trace.clock.unixStart === null) return { first: null, last: null }
  const calendar = new Calendar(trace.clock)
  return { first: calendar.iso(first), last: calendar.iso(last) }
}

/** Processor-seconds. */
function work(jobs: JobTable): number {
  let total = 0
  for (let row = 0; row < jobs.length; row++)
    total += Math.max(0, jobs.size[row]) * Math.max(0, jobs.runtime[row])
  return total
}

function arrivalCounts(trace: Trace): { byHour: readonly number[]; byWeekday: readonly number[] } {
  const calendar = new Calendar(trace.clock)
  const byHour = new Array<number>(24).fill(0)
  const byWeekday = new Array<number>(7).fill(0)
  for (const submit of trace.jobs.submit) {
    byHour[calendar.hour(submit)]++
    byWeekday[calendar.weekday(submit)]++
  }
  return { byHour, byWeekday }
}

function gapsOf(submit: Float64Array): Float64Array {
  const gaps = new Float64Array(Math.max(0, submit.length - 1))
  for (let k = 0; k < gaps.length; k++) gaps[k] = submit[k + 1] - submit[k]
  return gaps
}

function describeSizes(jobs: JobTable): TraceDescription['sizes'] {
  let serial = 0
  let powers = 0
  for (const size of jobs.size) {
    if (size === 1) serial++
    else if (size > 1 && (size & (size - 1)) === 0) powers++
  }
  return {
    quantiles: quantilesOf(jobs.size.filter((size) => size > 0)),
    serial: share(serial, jobs.length),
    powersOfTwo: share(powers, jobs.length),
    histogram: powersOfTwo(jobs.size, false),
  }
}

function describeEstimates(jobs: JobTable): TraceDescription['estimates'] {
  const counts = new Array<number>(10).fill(0)
  let missing = 0
  let both = 0
  let overruns = 0
  for (let row = 0; row < jobs.length; row++) {
    const estimate = jobs.estimate[row]
    const runtime = jobs.runtime[row]
    if (!(estimate > 0)) missing++
    else if (runtime >= 0) {
      both++
      if (runtime > estimate) overruns++
      else counts[Math.min(9, Math.floor((10 * runtime) / estimate))]++
    }
  }
  return {
    quantiles: quantilesOf(jobs.estimate.filter((estimate) => estimate > 0)),
    missing: share(missing, jobs.length),
    overruns: share(overruns, both),
    accuracy: { edges: Array.from({ length: 11 }, (_, k) => k / 10), counts },
  }
}

function describeGroups(trace: Trace): readonly GroupFacts[] {
  const largest = trace.jobs.group.reduce((high, group) => Math.max(high, group), 0)
  return largest === 0 ? [] : groupFacts(trace, largest)
}

function categories(
  trace: Trace,
  field: SwfField,
  headerKey: string | null,
): readonly CategoryFacts[] | null {
  const column = trace.fields[field]
  if (column === undefined) return null
  const counts = new Map<number, number>()
  for (const value of column) counts.set(value, (counts.get(value) ?? 0) + 1)
  const labels = headerKey === null ? new Map<number, string>() : labelsOf(trace.header, headerKey)
  return [...counts]
    .map(([value, jobs]) => ({ value, label: labels.get(value) ?? null, jobs }))
    .sort((a, b) => b.jobs - a.jobs || a.value - b.value)
}

/** Names given as `Queue: 3 production`, by number. */
function labelsOf(header: readonly string[], key: string): ReadonlyMap<number, string> {
  const labels = new Map<number, string>()
  const line = new RegExp(`^\\s*${key}:\\s*(-?\\d+)\\s+(\\S.*)$`)
  for (const comment of header) {
    const match = line.exec(comment)
    if (match && !labels.has(Number(match[1]))) labels.set(Number(match[1]), match[2].trim())
  }
  return labels
}

/** Null where there are no values. */
export function quantilesOf(values: ArrayLike<number>): Quantiles | null {
  if (values.length === 0) return null
  const sorted = ascending(values)
  const at = (p: number) => quantile(sorted, p)
  return {
    count: sorted.length,
    mean: mean(sorted),
    min: sorted[0],
    p10: at(0.1),
    p25: at(0.25),
    median: at(0.5),
    p75: at(0.75),
    p90: at(0.9),
    p95: at(0.95),
    p99: at(0.99),
    max: sorted[sorted.length - 1],
  }
}

/** Counts in [1, 2), [2, 4), … up to the largest value, with [0, 1) before them where `fromZero`. */
function powersOfTwo(values: Float64Array | Int32Array, fromZero: boolean): Histogram {
  const counts: number[] = fromZero ? [0] : []
  const first = counts.length
  for (const value of values) {
    if (!(value >= (fromZero ? 0 : 1))) continue
    const bin = value < 1 ? 0 : first + exponentOf(value)
    while (counts.length <= bin) counts.push(0)
    counts[bin]++
  }
  const edges = counts.map((_, k) => (k < first ? 0 : 2 ** (k - first)))
  return { edges: [...edges, 2 ** (counts.length - first)], counts }
}

/** ⌊log2(value)⌋ for value ≥ 1, exact also where the logarithm is rounded up. */
function exponentOf(value: number): number {
  const exponent = Math.floor(Math.log2(value))
  return 2 ** exponent > value ? exponent - 1 : exponent
}

function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0
}
