/**
 * What the generators of workloads share: the clock of a log that nobody recorded, its header, and the check of
 * numbers that a user may choose. Imports core and trace.
 */
import { QueuewrightError } from '../core/errors.js'
import type { LogClock } from '../trace/trace.js'

/** Second 0 of a generated log unless another is asked for: Monday, 1 January 2024, 0 h UTC. */
export const GENERATED_CLOCK: LogClock = { unixStart: Date.UTC(2024, 0, 1) / 1000, zone: 'UTC' }

/** Jobs that a generated log may have: they take some 120 bytes each while the log is made. */
export const MOST_JOBS = 5_000_000

/** Processors that a machine may have: the largest size that a job table holds. */
export const MOST_PROCESSORS = 2 ** 31 - 1

export interface GeneratedHeader {
  /** What stands behind `Computer: none;`. */
  readonly model: string
  readonly jobs: number
  readonly processors: number
  readonly clock: LogClock
  /** Longest run time that the model can give, seconds; left out where it has no bound. */
  readonly maxRuntime?: number
  /** Names of the queues in use, by number. */
  readonly queues?: Readonly<Record<number, string>>
  /** The model's source, its parameters and the seed: what is needed to make the log again. */
  readonly notes: readonly string[]
}

/** The header comments of a generated log (Standard Workload Format 2.2), which say that it was generated and how. */
export function generatedHeader(facts: GeneratedHeader): readonly string[] {
  const { model, jobs, processors, clock, maxRuntime, queues = {}, notes } = facts
  const { unixStart, zone } = clock
  return [
    ' Version: 2.2',
    ` Computer: none; ${model}`,
    ` MaxJobs: ${jobs}`,
    ` MaxRecords: ${jobs}`,
    ` MaxProcs: ${processors}`,
    ...(maxRuntime === undefined ? [] : [` MaxRuntime: ${maxRuntime}`]),
    ...(unixStart === null ? [] : [` UnixStartTime: ${unixStart}`]),
    typeof zone === 'string' ? ` TimeZoneString: ${zone}` : ` TimeZone: ${zone}`,
    ...Object.entries(queues).map(([number, name]) => ` Queue: ${number} ${name}`),
    ...notes.map((note) => ` Note: ${note}`),
  ]
}

/** @throws QueuewrightError `usage` unless `value` is above 0 and at most `most` */
export function checkPositive(what: string, field: string, value: number, most: number): void {
  if (value > 0 && value <= most) return
  throw unusable(what, field, value, `a number above 0, at most ${most}`)
}

/** The failure of a parameter that a generator cannot use. */
export function unusable(
  what: string,
  field: string,
  value: number | string,
  expected: string,
  remedy?: string,
): QueuewrightError {
  const detail = { field, value: typeof value === 'number' ? String(value) : value, expected }
  return new QueuewrightError('usage', what, remedy === undefined ? detail : { ...detail, remedy })
}
