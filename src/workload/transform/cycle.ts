/**
 * The weekly cycle of a log's arrivals, and the operational time that it defines: the reading of a clock that runs as
 * fast as jobs usually come, Λ(t) = ∫ λ from the first submit to t (the time change that makes a non-homogeneous Poisson
 * process of rate λ a homogeneous one; Çinlar, Introduction to Stochastic Processes, 1975, section 4.7).
 *
 * λ is a step function over the 168 local hours of the week. The rate of hour b of the week, with n_b arrivals in e_b
 * seconds, is (κ + n_b)/(κ/λ_h + e_b), λ_h the rate of its hour of the day; that one is estimated alike, with the log's
 * mean rate in place of λ_h. This is the posterior mean of a rate of Poisson arrivals whose prior is Gamma with shape κ
 * and the coarser rate as its mean; κ = 1 arrival. So no rate is zero, and an hour of the week that a short log never
 * saw has the rate of its hour of the day. Pure; imports core.
 */
import type { Calendar } from '../../core/calendar.js'

/** Arrivals a second in each hour of the local week, Monday 0 h first; all positive. */
export type WeeklyRates = Float64Array

const WEEK_HOURS = 168
/** κ: weight of the coarser rate in the estimate of a finer one, in arrivals. */
const PRIOR_ARRIVALS = 1

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/**
 * The rates of the arrivals `submit`.
 * @param submit ascending, seconds of the calendar's log; the last later than the first.
 */
export function weeklyRates(submit: Float64Array, calendar: Calendar): WeeklyRates {
  const arrivals = new Float64Array(WEEK_HOURS)
  const exposure = new Float64Array(WEEK_HOURS)
  const last = submit[submit.length - 1]
  let row = 0
  for (const { from, until, hour } of localHours(calendar, submit[0])) {
    exposure[hour] += Math.min(until, last) - from
    while (row < submit.length && submit[row] < until) {
      arrivals[hour]++
      row++
    }
    if (row === submit.length) break
  }
  const mean = submit.length / (last - submit[0])
  const daily = HOURS.map((hour) => estimate(ofDay(arrivals, hour), ofDay(exposure, hour), mean))
  return arrivals.map((count, hour) => estimate(count, exposure[hour], daily[hour % 24]))
}

/**
 * Λ at `times`.
 * @param start where Λ is 0
 * @param times ascending, none before `start`, none after the year 9999
 */
export function operationalTimes(
  rates: WeeklyRates,
  calendar: Calendar,
  start: number,
  times: ArrayLike<number>,
): Float64Array {
  const operational = new Float64Array(times.length)
  let before = 0
  let k = 0
  for (const { from, until, hour } of localHours(calendar, start)) {
    for (; k < times.length && times[k] < until; k++)
      operational[k] = before + rates[hour] * (times[k] - from)
    if (k === times.length) break
    before += rates[hour] * (until - from)
  }
  return operational
}

/** The inverse of `operationalTimes`: the times at which Λ is `operational` (ascending, none negative). */
export function timesAt(
  rates: WeeklyRates,
  calendar: Calendar,
  start: number,
  operational: ArrayLike<number>,
): Float64Array {
  const times = new Float64Array(operational.length)
  let before = 0
  let k = 0
  for (const { from, until, hour } of localHours(calendar, start)) {
    const after = before + rates[hour] * (until - from)
    for (; k < times.length && operational[k] < after; k++)
      times[k] = from + (operational[k] - before) / rates[hour]
    if (k === times.length) break
    before = after
  }
  return times
}

interface LocalHour {
  readonly from: number
  readonly until: number
  /** Hour of the week, Monday 0 h first. */
  readonly hour: number
}

/** Time from `start` on, cut at the full hours of the local clock. */
function* localHours(calendar: Calendar, start: number): Generator<LocalHour> {
  for (let from = start; ; ) {
    const until = calendar.nextLocalHour(from, HOURS)
    yield { from, until, hour: calendar.weekday(from) * 24 + calendar.hour(from) }
    from = until
  }
}

function ofDay(weekly: Float64Array, hour: number): number {
  let sum = 0
  for (let k = hour; k < WEEK_HOURS; k += 24) sum += weekly[k]
  return sum
}

function estimate(arrivals: number, seconds: number, coarser: number): number {
  return (PRIOR_ARRIVALS + arrivals) / (PRIOR_ARRIVALS / coarser + seconds)
}
