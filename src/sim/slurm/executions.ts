/**
 * The executions of jobs that a Slurm recorded, with times as exact as its log has them: accounting rounds to seconds, and a
 * cycle of a scheduler is over in milliseconds.
 */
import { hasStarted } from '../../trace/sacct/collect.js'
import type { SlurmRecord } from '../../trace/sacct/record.js'
import type { ControllerLog, LoggedEvent, LoggedStart, WatchedJob } from '../../trace/slurm-run/index.js'
import { LoggedTimes } from './logged-times.js'

export interface Execution {
  readonly record: SlurmRecord
  /** Unix times; infinite where it did not come to it. */
  readonly submit: number
  readonly start: number
  readonly end: number
  /** What the log says of its start; null where it says nothing. */
  readonly logged: LoggedStart | null
}

export function executionsOf(records: readonly SlurmRecord[], log: ControllerLog): readonly Execution[] {
  const times = new LoggedTimes(log.events)
  const starts = new Map(log.starts.map((start) => [`${start.job} ${Math.floor(start.at)}`, start]))
  const at = (kind: LoggedEvent['kind'], job: number, second: number) =>
    Number.isNaN(second) ? Number.POSITIVE_INFINITY : times.of(kind, job, second)
  return records.map((record) => {
    const { key, submit, start, end } = record
    const began = hasStarted(record)
    const logged = began ? (starts.get(`${key} ${start}`) ?? null) : null
    return {
      record,
      submit: at('submit', key, submit),
      start: began ? (logged?.at ?? at('start', key, start)) : Number.POSITIVE_INFINITY,
      // Of jobs that are cancelled the log tells no end; what they held may be given away in the same second.
      end: Number.isNaN(end) ? Number.POSITIVE_INFINITY : times.of('end', key, end, 0),
      logged,
    }
  })
}

const HOLDS = new Set(['JobHeldUser', 'JobHeldAdmin', 'Dependency', 'BeginTime', 'DependencyNeverSatisfied'])

/** Whether waiting jobs could be started, as snapshots, accounting and the log say. */
export class Eligibility {
  readonly #watched: ReadonlyMap<number, WatchedJob>
  readonly #held: ReadonlyMap<number, readonly LoggedEvent[]>

  constructor(watched: ReadonlyMap<number, WatchedJob>, log: ControllerLog) {
    this.#watched = watched
    const held = new Map<number, LoggedEvent[]>()
    for (const event of log.events) {
      if (event.kind !== 'hold' && event.kind !== 'release') continue
      held.set(event.job, [...(held.get(event.job) ?? []), event])
    }
    this.#held = held
  }

  at({ record }: Execution, at: number): boolean {
    const { key, array, eligible } = record
    if (Number.isNaN(eligible) || eligible > at) return false
    const job = this.#watched.has(key) ? key : array
    const lastOrder = this.#held.get(job)?.findLast((event) => event.at <= at)
    if (lastOrder?.kind === 'hold') return false
    const states = this.#watched.get(job)?.states ?? []
    const next = states.find((state) => state.at > at)
    const last = states.findLast((state) => state.at <= at)
    const isHeld = (state: typeof next) => state?.state === 'PENDING' && HOLDS.has(state.reason)
    if (lastOrder?.kind === 'release' && (last === undefined || last.at < lastOrder.at)) return !isHeld(next)
    return !(isHeld(last) && (next === undefined || isHeld(next)))
  }
}
