/**
 * The situations of greedy criteria by the log's local time: weekend; weekday 8–18 h; weekday 18–8 h.
 *
 * Weekend = Saturday and Sunday; 8:00 inclusive, 18:00 exclusive; a situation goes by the time of the event, not of
 * the submit (Franke, Lepping, Schwiegelshohn 2007, III-A). So Friday 18–24 h and Monday 0–8 h belong to situation 2.
 */
import { Calendar, type CalendarClock } from '../core/calendar.js'
import type { TimeClass, TimeClassClock } from './order.js'

/** How the situations are called in policies, by number. */
export const TIME_CLASS_NAMES = ['weekend', 'day', 'night'] as const

/** Local hours at which a situation may begin. */
const BOUNDARIES = [0, 8, 18] as const
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const SATURDAY = 5

/** Whoever asks it gets QueuewrightError `usage` for a zone that the runtime does not know. */
export function timeClassClock(clock: CalendarClock): TimeClassClock {
  return new CalendarTimeClasses(clock)
}

/**
 * Keeps the stretch of time asked for last: a simulation asks again and again for the same one. Few policies ask at all, and the
 * first zone takes a runtime longer than it takes to simulate thousands of jobs.
 */
class CalendarTimeClasses implements TimeClassClock {
  readonly #clock: CalendarClock
  #made: Calendar | null = null
  /** The last answer holds in [from, until). */
  #from = 0
  #until = 0
  #situation: TimeClass = 0

  constructor(clock: CalendarClock) {
    this.#clock = clock
  }

  get #calendar(): Calendar {
    this.#made ??= new Calendar(this.#clock)
    return this.#made
  }

  at(now: number): TimeClass {
    if (now < this.#from || now >= this.#until) this.#find(now)
    return this.#situation
  }

  until(now: number): number {
    if (now < this.#from || now >= this.#until) this.#find(now)
    return this.#until
  }

  weekday(now: number): number {
    return this.#calendar.weekday(now)
  }

  hour(now: number): number {
    return this.#calendar.hour(now)
  }

  nextHour(now: number): number {
    return this.#calendar.nextLocalHour(now, HOURS)
  }

  #find(now: number): void {
    const situation = this.#ask(now)
    let until = this.#calendar.nextLocalHour(now, BOUNDARIES)
    while (until < Number.POSITIVE_INFINITY && this.#ask(until) === situation)
      until = this.#calendar.nextLocalHour(until, BOUNDARIES)
    this.#from = now
    this.#until = until
    this.#situation = situation
  }

  #ask(now: number): TimeClass {
    if (this.#calendar.weekday(now) >= SATURDAY) return 0
    const hour = this.#calendar.hour(now)
    return hour >= 8 && hour < 18 ? 1 : 2
  }
}

/** Where nobody says otherwise: second 0 is 1 January 1970, in UTC. */
export const UTC_TIME_CLASSES: TimeClassClock = timeClassClock({ unixStart: 0, zone: 0 })
