/**
 * The common part of the generators of workloads: the clock of a log that nobody recorded, its header, and the check of
 * numbers that a user may choose. Imports core and trace.
 */
import { Calendar } from '../core/calendar.js'
import { QueuewrightError } from '../core/errors.js'
import { localDate, setting, type Values, zone } from '../core/settings/index.js'
import { MOST_COUNT } from '../trace/limits.js'
import type { LogClock } from '../trace/trace.js'

/** Second 0 of a generated log unless another is asked for: Monday, 1 January 2024, 0 h UTC. */
export const GENERATED_CLOCK: LogClock = { unixStart: Date.UTC(2024, 0, 1) / 1000, zone: 'UTC' }

/** Above what help says of the log that is made. */
export const LOG_HEADING = 'Log:'

/** When and where a generated log begins. */
export const GENERATED_LOG = {
  start: setting(localDate(), {
    meaning: 'when the log begins: 2024-01-01, 2024-01-01T06:00',
    heading: LOG_HEADING,
    usual: { year: 2024, month: 1, day: 1 },
  }),
  zone: setting(zone(), { meaning: 'its time zone', heading: LOG_HEADING, usual: 'UTC' }),
}

/** @throws QueuewrightError `usage` for a day before 1970, which a log's header cannot say */
export function generatedClock({ start, zone }: Values<typeof GENERATED_LOG>): LogClock {
  const { year, month, day, time = 0 } = start
  const unixStart = new Calendar({ unixStart: 0, zone }).secondOf(year, month, day, 0, 0, time)
  if (unixStart >= 0) return { unixStart, zone }
  throw unusable(
    'the log cannot begin then',
    'start',
    GENERATED_LOG.start.form.text(start),
    'a date from 1970 on',
  )
}

/** Jobs that a generated log may have: they take some 120 bytes each while the log is made. */
export const MOST_JOBS = 5_000_000

/** Processors that a machine may have: the largest size that a job table holds. */
export const MOST_PROCESSORS = MOST_COUNT

export interface GeneratedHeader {
  /** The text behind `Computer: none;`. */
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
