/**
 * Changing the offered load of a log by its inter-arrival times. Jobs keep their sizes, run times and order; only
 * their submit times move.
 *
 * Offered load L = Σ size·run / (P·(t_n − t_1)), t_1 and t_n the first and the last submit (as `describeTrace` has it).
 * So a log that lasts c times as long has the load L/c, and c = L/L′ gives the load L′. Two ways to stretch it:
 *
 * Plain, as most studies do it: t′ = t_1 + c·(t − t_1). The daily and weekly cycle is stretched with it: at c = 0.9 a
 * day has 21.6 hours, and after some days the log's noon is at another hour.
 *
 * With the cycle kept: the same, but of operational time (cycle.ts), in which arrivals have no cycle:
 *
 *   t′ = Λ⁻¹(g·Λ(t)),   g = Λ(t_1 + c·(t_n − t_1)) / Λ(t_n),
 *
 * Λ the integral from t_1 of the log's own rate of arrivals by hour of the local week. So the last job comes when it
 * does by plain stretching, the load is the same, and the hours of the week keep their shares of the arrivals, as far as
 * the log follows its cycle and lasts whole weeks. What departs from the cycle (bursts, holidays) is stretched with the
 * rest and comes at another hour. The share of an hour is kept, not the hour of a job: that night jobs are longer, say,
 * is lost, as it is by plain stretching.
 *
 * A log of whole seconds stays one (the load is then true to 1 s in its length). Fields: the recorded `wait` and
 * `thinkTime` belong to the old submit times and become unknown; `precedingJob` holds. Pure; imports core and trace.
 */
import { Calendar } from '../../core/calendar.js'
import { QueuewrightError } from '../../core/errors.js'
import { flag, optional, real, setting, settled } from '../../core/settings/index.js'
import { sum } from '../../core/statistics.js'
import type { JobTable } from '../../trace/job-table.js'
import type { Trace } from '../../trace/trace.js'
import { operationalTimes, timesAt, weeklyRates } from './cycle.js'
import { noted } from './header.js'
import { fieldsWithout, withColumns } from './rows.js'

const TARGET = optional(real({ above: 0 }))

export const LOAD_CHANGE = {
  to: setting(TARGET, {
    meaning: 'offered load to come to, 1 being the whole machine, as qw info shows it',
    usual: null,
  }),
  by: setting(TARGET, { meaning: 'what to multiply the offered load by', usual: null }),
  plain: setting(flag(), {
    meaning: 'multiply the times between jobs as they are, and so stretch the cycle too',
    usual: false,
  }),
}

/** The load to come to (1 = the whole machine), or what to multiply it by; above 0. */
export type LoadChange = { readonly to: number } | { readonly by: number }

export interface LoadChangeOptions {
  /** Stretch time evenly, the daily and weekly cycle with it. Default false. */
  readonly plain?: boolean
  /** Processors of the machine that the load is of, for `to`; the trace's own unless given. */
  readonly processors?: number | null
}

export interface LoadedTrace {
  readonly trace: Trace
  /** c: how many times as long the log lasts. */
  readonly stretch: number
}

/** No log lasts longer; calendars end at the year 9999. */
const LONGEST = 100 * 365.25 * 86_400

/** Σ size·run / (processors·(last − first submit)); null where the machine is unknown or there is no time between. */
export function offeredLoad(jobs: JobTable, processors: number | null): number | null {
  const span = spanOf(jobs)
  if (processors === null || span <= 0) return null
  const work = jobs.runtime.map((runtime, row) => Math.max(0, jobs.size[row]) * Math.max(0, runtime))
  return sum(work) / (processors * span)
}

/**
 * `trace` with its submit times stretched to another offered load.
 * @throws QueuewrightError `usage` for a load or factor that is not above 0, or that would make the log last less than
 *   a second or more than a hundred years, and for a log that has no load: all submitted at once, or no work;
 *   `machine-unknown` where a load is asked for and nothing says how large the machine is
 */
export function changeLoad(trace: Trace, change: LoadChange, options: LoadChangeOptions = {}): LoadedTrace {
  const { plain = false, processors = trace.processors } = options
  const { submit } = trace.jobs
  const span = spanOf(trace.jobs)
  const stretch = stretchOf(trace, change, processors)
  const whole = submit.every(Number.isInteger)
  const length = whole ? Math.round(stretch * span) : stretch * span
  if (!(length > 0 && length <= LONGEST)) {
    throw new QueuewrightError('usage', 'the log would last too short or too long', {
      file: trace.name,
      ...named(change),
      expected: `a length from ${whole ? '1 s' : 'above 0 s'} to 100 years; it lasts ${span} s now`,
    })
  }
  const end = submit[0] + length
  const times = plain
    ? submit.map((time) => submit[0] + stretch * (time - submit[0]))
    : keepingCycle(trace, submit, end)
  // The rounding of sums may put the last one a little behind the end.
  const moved = times.map((time) => Math.min(end, whole ? Math.round(time) : time))
  const how = plain ? 'time' : 'operational time (daily and weekly cycle of arrivals kept)'
  const note = `submit times ${lengthening(stretch)} by queuewright: inter-arrival times x ${stretch} in ${how}`
  const fields = fieldsWithout(trace, ['wait', 'thinkTime'])
  const header = noted(trace.header, [note], ['EndTime'])
  return { trace: withColumns(trace, { submit: moved }, { fields, header }), stretch }
}

/** The word for what a factor does to a length of time. */
export function lengthening(stretch: number): string {
  return stretch < 1 ? 'shortened' : 'stretched'
}

function keepingCycle(trace: Trace, submit: Float64Array, end: number): Float64Array {
  const calendar = new Calendar(trace.clock)
  const rates = weeklyRates(submit, calendar)
  const operational = operationalTimes(rates, calendar, submit[0], submit)
  const [target] = operationalTimes(rates, calendar, submit[0], [end])
  const factor = target / operational[operational.length - 1]
  const scaled = operational.map((time) => factor * time)
  return timesAt(rates, calendar, submit[0], scaled)
}

function stretchOf(trace: Trace, change: LoadChange, processors: number | null): number {
  settled(LOAD_CHANGE, change, {}, 'no such load')
  const { value: wanted } = named(change)
  if (spanOf(trace.jobs) <= 0) throw noLoad(trace, 'all its jobs were submitted at one instant')
  if ('by' in change) return 1 / wanted
  if (processors === null) {
    throw new QueuewrightError('machine-unknown', 'the log does not say how large the machine is', {
      file: trace.name,
      remedy: 'Name the size with --machine N',
    })
  }
  const load = offeredLoad(trace.jobs, processors) ?? 0
  if (load === 0) throw noLoad(trace, 'its jobs do no work')
  return load / wanted
}

function noLoad(trace: Trace, why: string): QueuewrightError {
  return new QueuewrightError('usage', `this log has no load that could be changed: ${why}`, {
    file: trace.name,
  })
}

function named(change: LoadChange): { field: string; value: number } {
  return 'to' in change ? { field: 'to', value: change.to } : { field: 'by', value: change.by }
}

/** Seconds from the first submit to the last. */
function spanOf({ submit, length }: JobTable): number {
  return length === 0 ? 0 : submit[length - 1] - submit[0]
}
