/**
 * The weekly cycle, and operational time: the clock that runs as fast as sessions come.
 *
 * w(h) is the relative intensity of session starts in hour h of the local week (168 hours, Monday 0 h first; mean 1
 * over the week), Λ(t) = ∫₀ᵗ w(hour of the week at s) ds. A process that is stationary in Λ has the weekly cycle in t
 * (time rescaling: Çınlar, Introduction to Stochastic Processes, 1975, section 4.7). The hours are those of the clock
 * on the wall: on the day that the clock is put back an hour counts twice, and where it is put forward one is missing.
 */
import { Calendar, type CalendarClock } from '../../core/calendar.js'
import { QueuewrightError } from '../../core/errors.js'
import { firstAbove, grown } from './tables.js'
import { HOURS_OF_WEEK } from './workload-model.js'

const ALL_HOURS = Array.from({ length: 24 }, (_, hour) => hour)
/** Added to the count of each hour, so that none is impossible. */
const PRIOR = 0.5

/** w of the given starts, over the hours that the time from `from` to `to` had. */
export function weekOf(
  starts: ArrayLike<number>,
  from: number,
  to: number,
  clock: CalendarClock,
): readonly number[] {
  const calendar = new Calendar(clock)
  const exposure = new Float64Array(HOURS_OF_WEEK)
  for (let at = from; at < to; ) {
    const next = Math.min(to, calendar.nextLocalHour(at, ALL_HOURS))
    exposure[hourOfWeek(calendar, at)] += next - at
    at = next
  }
  const counts = new Float64Array(HOURS_OF_WEEK).fill(PRIOR)
  for (let k = 0; k < starts.length; k++) counts[hourOfWeek(calendar, starts[k])]++
  const overall = starts.length / Math.max(1, to - from)
  // An hour of the week that the log never saw is taken to be like all others.
  const rates = counts.map((count, hour) => (exposure[hour] > 0 ? count / exposure[hour] : overall))
  const mean = rates.reduce((sum, rate) => sum + rate, 0) / HOURS_OF_WEEK
  return Array.from(rates, (rate) => Number((rate / mean).toPrecision(4)))
}

/** Λ from second 0 of a clock, extended as far as it is asked for. */
export class OperationalTime {
  readonly #calendar: Calendar
  readonly #week: readonly number[]
  /** Instants at which the intensity may change, ascending from 0, and Λ there. */
  #instants = new Float64Array(1024)
  #operational = new Float64Array(1024)
  #count = 1

  constructor(week: readonly number[], clock: CalendarClock) {
    this.#calendar = new Calendar(clock)
    this.#week = week
  }

  /** Λ(second), second ≥ 0. */
  at(second: number): number {
    while (this.#instants[this.#count - 1] <= second) this.#extend()
    return interpolated(this.#instants, this.#operational, second, this.#count)
  }

  /** The second at which Λ is `operational`, 0 or more. */
  instant(operational: number): number {
    while (this.#operational[this.#count - 1] <= operational) this.#extend()
    return interpolated(this.#operational, this.#instants, operational, this.#count)
  }

  #extend(): void {
    const last = this.#count - 1
    const from = this.#instants[last]
    const next = this.#calendar.nextLocalHour(from, ALL_HOURS)
    if (!Number.isFinite(next)) {
      throw new QueuewrightError('usage', 'this workload would go on beyond the year 9999', {
        remedy: 'Ask for fewer jobs or a higher load',
      })
    }
    if (this.#count === this.#instants.length) {
      this.#instants = grown(this.#instants)
      this.#operational = grown(this.#operational)
    }
    this.#instants[this.#count] = next
    this.#operational[this.#count] =
      this.#operational[last] + (next - from) * this.#week[hourOfWeek(this.#calendar, from)]
    this.#count++
  }
}

function hourOfWeek(calendar: Calendar, second: number): number {
  return 24 * calendar.weekday(second) + calendar.hour(second)
}

function interpolated(from: Float64Array, to: Float64Array, value: number, count: number): number {
  const above = firstAbove(from, value, 1, count - 1)
  const share = (value - from[above - 1]) / (from[above] - from[above - 1])
  return to[above - 1] + share * (to[above] - to[above - 1])
}
