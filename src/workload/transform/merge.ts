/**
 * Several logs as one.
 *
 * Clocks: `clock` (default) puts every job where it was, by the Unix times of the logs' zeros; the merged log's zero is
 * the earliest of them. `start` lets the logs' zeros coincide, `first` their first submits, both by the first log's
 * clock, for logs of different years. The time zone is the first log's.
 *
 * Numbers: those of users, groups, applications, queues and partitions mean something in their own log only, so every
 * log after the first has its own numbers raised by the least power of ten above all of that kind, times its place:
 * user 17 of the third log, no user above 1,000, is 2017. Kinds that mean the same in all logs (`same`) are left as they
 * are. Job numbers are always raised, and references to preceding jobs with them. Unknown (−1) stays unknown. Groups by
 * resource share are not carried over, as shares in the whole differ.
 *
 * The machine is the sum of the logs' machines unless given. Everything else of a job holds in the merged log, the
 * recorded wait too: all jobs run when they ran. Jobs of one instant are ordered by number, so those of the first log
 * come first. Pure; imports core and trace.
 */

import { QueuewrightError } from '../../core/errors.js'
import { choice, flag, type Given, setting, settled, someOf } from '../../core/settings/index.js'
import { smallestOf } from '../../core/statistics.js'
import { JobTableBuilder } from '../../trace/job-table.js'
import { createTrace } from '../../trace/select.js'
import { FURTHER_FIELDS, headerValue } from '../../trace/swf/index.js'
import {
  type DropCounts,
  isRequestField,
  type LogClock,
  type LogField,
  type Trace,
} from '../../trace/trace.js'
import { keyOf } from './header.js'
import { powerOfTenAbove } from './rows.js'

/** The point that the logs' clocks have in common. */
export type Alignment = 'clock' | 'start' | 'first'

/** Kinds of numbers that a log gives itself, with their columns. */
const KINDS = {
  users: 'user',
  groups: 'unixGroup',
  applications: 'application',
  queues: 'queue',
  partitions: 'partition',
} as const satisfies Record<string, LogField>
export type NumberKind = keyof typeof KINDS
export const NUMBER_KINDS = Object.keys(KINDS) as readonly NumberKind[]

const SAME = someOf(NUMBER_KINDS)

export const MERGING = {
  align: setting(
    choice(
      {
        clock: 'each job stays at its date',
        start: "the logs' zeros",
        first: 'their first jobs',
      } satisfies Readonly<Record<Alignment, string>>,
      'by',
    ),
    { meaning: 'what coincides', usual: 'clock' },
  ),
  same: setting(
    {
      ...SAME,
      told: `: all, or of ${NUMBER_KINDS.join(', ')}`,
      shown: 'kinds',
      fits: (value) => Array.isArray(value) && (value.length === 0 || SAME.fits(value, {})),
      read: (text) => (text.trim() === 'all' ? NUMBER_KINDS : SAME.read(text)),
    },
    { meaning: 'numbers that mean the same in all logs, others are told apart', usual: [], usually: 'none' },
  ),
  sites: setting(flag(), {
    meaning: "write each log's place (1, 2, …) as the partition of its jobs",
    usual: false,
  }),
}

export interface MergeOptions extends Given<typeof MERGING> {
  /** Processors of the merged machine; the sum of the logs' own unless given. */
  readonly processors?: number
}

/** The job table holds users as 32-bit integers. */
const LARGEST_USER = 2 ** 31 - 1
const UNKNOWN = -1
const WEEK = 7 * 86_400

/**
 * One log of several.
 * @throws QueuewrightError `usage` for fewer than two logs, for logs to be aligned by clocks of which one is unknown,
 *   and for a machine below one processor; `input-empty` for a log without jobs; `machine-unknown`; `line-value` for
 *   numbers too large to be raised
 */
export function mergeTraces(traces: readonly Trace[], options: MergeOptions = {}): Trace {
  const { align, same, sites } = settled(MERGING, options, {}, 'the logs cannot be merged like this')
  if (traces.length < 2) {
    throw new QueuewrightError('usage', 'merging needs several logs', {
      value: traces.length,
      expected: 'two or more',
    })
  }
  for (const { name, jobs } of traces) {
    if (jobs.length === 0) throw new QueuewrightError('input-empty', 'the log has no jobs', { file: name })
  }
  const processors = machineOf(traces, options.processors)
  const { clock, offsets } = aligned(traces, align)
  const raises = raisesOf(traces, same, sites)

  const total = traces.reduce((sum, { jobs }) => sum + jobs.length, 0)
  const builder = new JobTableBuilder(total)
  const names = FURTHER_FIELDS.filter((name) =>
    sites && name === 'partition' ? true : !isRequestField(name) && has(traces, name),
  )
  const columns = new Map(names.map((name) => [name, new Float64Array(total).fill(UNKNOWN)]))
  traces.forEach(({ jobs, fields }, k) => {
    const at = builder.length
    const raise = raises[k]
    for (let row = 0; row < jobs.length; row++) {
      builder.addValues(
        jobs.id[row] + raise.job,
        jobs.submit[row] + offsets[k],
        jobs.runtime[row],
        jobs.estimate[row],
        jobs.size[row],
        raised(jobs.user[row], raise.user),
        0,
      )
    }
    for (const [name, column] of columns) {
      const own = fields[name]
      if (sites && name === 'partition') column.fill(k + 1, at, builder.length)
      else if (own !== undefined) {
        const by = raise[name] ?? 0
        column.set(by === 0 ? own : own.map((value) => raised(value, by)), at)
      }
    }
  })
  const { table, place } = builder.finish()
  const fields: Partial<Record<LogField, Float64Array>> = {}
  for (const [name, column] of columns) {
    fields[name] = place === null ? column : Float64Array.from(place, (row) => column[row])
  }
  return createTrace({
    name: traces.map(({ name }) => name).join('+'),
    processors,
    clock,
    jobs: table,
    fields,
    header: headerOf(traces, raises, offsets, sites, total),
    dropped: droppedOf(traces),
    notices: [
      ...traces.flatMap(({ name, notices }) => notices.map((notice) => `${name}: ${notice}`)),
      ...noticesOf(traces, offsets),
    ],
  })
}

/** The summands to the numbers of a log. */
type Raise = Partial<Record<LogField, number>> & { readonly job: number; readonly user: number }

function raised(value: number, by: number): number {
  return value < 0 ? value : value + by
}

function has(traces: readonly Trace[], name: LogField): boolean {
  return traces.some(({ fields }) => fields[name] !== undefined)
}

function raisesOf(traces: readonly Trace[], same: readonly NumberKind[], sites: boolean): readonly Raise[] {
  const steps: Partial<Record<LogField, number>> = {}
  for (const kind of NUMBER_KINDS) {
    const field = KINDS[kind]
    if (!same.includes(kind) && !(sites && kind === 'partitions')) steps[field] = stepOf(traces, field)
  }
  const job = stepOf(traces, 'job')
  return traces.map((_, k) => {
    const raise: Partial<Record<LogField, number>> = {}
    for (const [field, step] of Object.entries(steps) as [LogField, number][]) raise[field] = k * step
    return { ...raise, user: k * (steps.user ?? 0), job: k * job, precedingJob: k * job }
  })
}

/** The least power of ten above every number of this field. */
function stepOf(traces: readonly Trace[], field: LogField): number {
  const columns = traces.map(({ jobs, fields }) =>
    field === 'job' ? jobs.id : field === 'user' ? jobs.user : (fields[field] ?? []),
  )
  const step = columns.reduce((high, column) => Math.max(high, powerOfTenAbove(column)), 1)
  const limit = field === 'user' ? LARGEST_USER : Number.MAX_SAFE_INTEGER
  if (step * traces.length > limit) {
    throw new QueuewrightError('line-value', 'numbers too large to tell those of several logs apart', {
      field,
      value: columns.reduce((high, column) => Math.max(high, largest(column)), 0),
      expected: `numbers that stay below ${limit} when ${step} is added for each log`,
      remedy:
        field === 'job' ? 'Number the jobs anew' : 'Keep them as they are (--same), or number them anew',
    })
  }
  return step
}

function largest(column: ArrayLike<number>): number {
  let high = 0
  for (let k = 0; k < column.length; k++) high = Math.max(high, column[k])
  return high
}

function machineOf(traces: readonly Trace[], given: number | undefined): number {
  if (given !== undefined) {
    if (Number.isInteger(given) && given >= 1) return given
    throw new QueuewrightError('usage', 'no such machine', {
      field: 'processors',
      value: given,
      expected: 'a whole number from 1',
    })
  }
  return traces.reduce((sum, { name, processors }) => {
    if (processors !== null) return sum + processors
    throw new QueuewrightError('machine-unknown', 'the log does not say how large its machine is', {
      file: name,
      remedy: 'Name the size of the merged machine with --machine N',
    })
  }, 0)
}

/** The merged log's clock, and what is added to the submit times of each log. */
function aligned(
  traces: readonly Trace[],
  align: Alignment,
): { clock: LogClock; offsets: readonly number[] } {
  const [{ clock, jobs }] = traces
  if (align === 'start') return { clock, offsets: traces.map(() => 0) }
  if (align === 'first') {
    return { clock, offsets: traces.map((other) => jobs.submit[0] - other.jobs.submit[0]) }
  }
  const starts = traces.map(({ name, clock: { unixStart } }) => {
    if (unixStart !== null) return unixStart
    throw new QueuewrightError('usage', 'the log does not say when it began', {
      file: name,
      field: 'align',
      value: align,
      expected: 'a header line "; UnixStartTime: N" in every log',
      remedy: 'Align the logs by their beginning (--align start) or by their first jobs (--align first)',
    })
  })
  const earliest = smallestOf(starts)
  return {
    clock: { unixStart: earliest, zone: clock.zone },
    offsets: starts.map((start) => start - earliest),
  }
}

function headerOf(
  traces: readonly Trace[],
  raises: readonly Raise[],
  offsets: readonly number[],
  sites: boolean,
  total: number,
): readonly string[] {
  const computers = traces.map(({ name, header }) => headerValue(header, 'Computer') ?? name)
  const preemption = new Set(traces.map(({ header }) => headerValue(header, 'Preemption') ?? 'No'))
  return [
    ' Version: 2.2',
    ` Computer: ${computers.join(' + ')}`,
    ` Note: merged by queuewright of ${traces.length} logs; their own headers are at the end, behind [1], [2], …`,
    ...traces.map(
      (trace, k) => ` Note: log ${k + 1} is ${trace.name}: ${provenance(trace, raises[k], offsets[k])}`,
    ),
    ` MaxJobs: ${total}`,
    ` MaxRecords: ${total}`,
    // Each job is one line by now; without this line a reader might take some for parts of others.
    ` Preemption: ${preemption.size === 1 ? [...preemption][0] : 'No'}`,
    ...labels(traces, raises, 'Queue', 'queue'),
    ...(sites
      ? traces.map(({ name }, k) => ` Partition: ${k + 1} ${name}`)
      : labels(traces, raises, 'Partition', 'partition')),
    ...traces.flatMap(({ header }, k) => header.map((comment) => ` [${k + 1}]${comment}`)),
  ]
}

function provenance(trace: Trace, raise: Raise, offset: number): string {
  const added = NUMBER_KINDS.flatMap((kind) => (raise[KINDS[kind]] ? [`${kind} +${raise[KINDS[kind]]}`] : []))
  const changes = [`jobs +${raise.job}`, ...added].join(', ')
  const machine = trace.processors === null ? 'an unknown machine' : `${trace.processors} processors`
  return `${trace.jobs.length} jobs of ${machine}, submit times +${offset} s, numbers ${changes}`
}

/** The headers' names of queues or partitions, by their numbers in the merged log. */
function labels(
  traces: readonly Trace[],
  raises: readonly Raise[],
  key: 'Queue' | 'Partition',
  field: 'queue' | 'partition',
): readonly string[] {
  const names = new Map<number, string>()
  traces.forEach(({ header }, k) => {
    for (const comment of header) {
      const match = keyOf(comment) === key ? /:\s*(-?\d+)\s+(\S.*)$/.exec(comment) : null
      if (match === null) continue
      const number = raised(Number(match[1]), raises[k][field] ?? 0)
      if (!names.has(number)) names.set(number, match[2].trim())
    }
  })
  return [...names].map(([number, name]) => ` ${key}: ${number} ${name}`)
}

function droppedOf(traces: readonly Trace[]): DropCounts {
  const dropped: Record<string, number> = {}
  for (const trace of traces) {
    for (const [reason, count] of Object.entries(trace.dropped)) {
      dropped[reason] = (dropped[reason] ?? 0) + count
    }
  }
  return dropped
}

function noticesOf(traces: readonly Trace[], offsets: readonly number[]): readonly string[] {
  const notices: string[] = []
  const zones = new Set(traces.map(({ clock }) => String(clock.zone)))
  if (zones.size > 1) {
    notices.push(`the logs are of different time zones; local hours are now those of ${traces[0].clock.zone}`)
  }
  const spans = traces
    .map(({ name, jobs }, k) => ({
      name,
      first: jobs.submit[0] + offsets[k],
      last: jobs.submit[jobs.length - 1] + offsets[k],
    }))
    .sort((a, b) => a.first - b.first)
  let end = spans[0].last
  for (const { name, first, last } of spans.slice(1)) {
    if (first > end + WEEK) {
      const days = Math.round((first - end) / 86_400)
      notices.push(
        `${days} days without a job lie before the first of ${name}; with align first all logs begin together`,
      )
    }
    end = Math.max(end, last)
  }
  return notices
}
