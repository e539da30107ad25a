/**
 * The executions of jobs that a Slurm recorded, with times as exact as its log has them: accounting rounds to seconds, and a
 * cycle of a scheduler is over in milliseconds.
 */
import { groupedBy } from '../../core/grouping.js'
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
  /** The log's word on its start; null where it says nothing. */
  readonly logged: LoggedStart | null
}

/** Seconds: a job that a cycle starts began when that did, and is told of later in it. */
const LONGEST_CYCLE = 5

export function executionsOf(records: readonly SlurmRecord[], log: ControllerLog): readonly Execution[] {
  const times = new LoggedTimes(log.events)
  const starts = groupedBy(log.starts, ({ job }) => job)
  const at = (kind: LoggedEvent['kind'], job: number, second: number) =>
    Number.isNaN(second) ? Number.POSITIVE_INFINITY : times.of(kind, job, second)
  return records.map((record) => {
    const { key, submit, start, end } = record
    const began = hasStarted(record)
    const isOf = ({ at }: LoggedStart) => Math.floor(at) >= start && at < start + LONGEST_CYCLE
    const logged = began ? (starts.get(key)?.find(isOf) ?? null) : null
    return {
      record,
      submit: at('submit', key, submit),
      start: began ? (logged?.at ?? at('start', key, start)) : Number.POSITIVE_INFINITY,
      // Where the log tells no end, what a job held may be given away in the same second.
      end: Number.isNaN(end)
        ? Number.POSITIVE_INFINITY
        : (times.find('requeue', key, end) ?? times.of('end', key, end, 0)),
      logged,
    }
  })
}

/** Why jobs wait that somebody holds, and all for which they could not be started. */
const HELD = new Set(['JobHeldUser', 'JobHeldAdmin'])
const NOT_ELIGIBLE = new Set([...HELD, 'Dependency', 'BeginTime', 'DependencyNeverSatisfied'])

/** Whether waiting jobs could be started, as snapshots, accounting and the log say. */
export class Eligibility {
  readonly #watched: ReadonlyMap<number, WatchedJob>
  readonly #held: ReadonlyMap<number, readonly LoggedEvent[]>

  constructor(watched: ReadonlyMap<number, WatchedJob>, log: ControllerLog) {
    this.#watched = watched
    const held = log.events.filter(({ kind }) => kind === 'hold' || kind === 'release')
    this.#held = groupedBy(held, ({ job }) => job)
  }

  at(execution: Execution, at: number): boolean {
    return execution.record.eligible <= at && !this.#waitsFor(NOT_ELIGIBLE, execution, at)
  }

  /** Whether a user or an administrator holds a job. */
  isHeld(execution: Execution, at: number): boolean {
    return this.#waitsFor(HELD, execution, at)
  }

  #waitsFor(reasons: ReadonlySet<string>, { record, start }: Execution, at: number): boolean {
    const job = this.#watched.has(record.key) ? record.key : record.array
    // Orders that came when it ran had no effect.
    const lastOrder = this.#held.get(job)?.findLast((event) => event.at <= at && event.at < start)
    if (lastOrder?.kind === 'hold') return true
    const states = this.#watched.get(job)?.states ?? []
    const next = states.find((state) => state.at > at)
    const last = states.findLast((state) => state.at <= at)
    const isSo = (state: typeof next) => state?.state === 'PENDING' && reasons.has(state.reason)
    if (lastOrder?.kind === 'release' && (last === undefined || last.at < lastOrder.at)) return isSo(next)
    return isSo(last) && (next === undefined || isSo(next))
  }
}
