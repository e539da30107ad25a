/** Times within seconds: accounting rounds to them, the log of slurmctld has milliseconds. */
import type { LoggedEvent } from '../../trace/slurm-run/index.js'

/** Where in its second something is taken to have happened that no log tells. */
const WITHIN_SECOND = 0.5

/** When things happened to jobs, by the second that accounting has. */
export class LoggedTimes {
  readonly #times = new Map<string, number>()

  constructor(events: readonly LoggedEvent[]) {
    for (const { kind, job, at } of events) {
      const key = `${kind} ${job} ${Math.floor(at)}`
      if (!this.#times.has(key)) this.#times.set(key, at)
    }
  }

  /** Undefined if the log does not say. @param second Unix time */
  find(kind: LoggedEvent['kind'], job: number, second: number): number | undefined {
    return this.#times.get(`${kind} ${job} ${second}`)
  }

  /** @param second Unix time @param within where in it, if the log does not say */
  of(kind: LoggedEvent['kind'], job: number, second: number, within = WITHIN_SECOND): number {
    return this.find(kind, job, second) ?? second + within
  }
}
