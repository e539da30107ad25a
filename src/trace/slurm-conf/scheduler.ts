/**
 * SchedulerParameters of slurm.conf(5), as far as they say when the two schedulers run and what they look at. Defaults are
 * those of 22.05.
 */
import { QueuewrightError } from '../../core/errors.js'

/** When the schedulers run; seconds. */
export interface SchedulerTriggers {
  /** Between two cycles of backfill (bf_interval). */
  readonly interval: number
  /** Between two cycles of the main scheduler that go through the whole queue (sched_interval). */
  readonly fullInterval: number
  /** Least time between two cycles of the main scheduler: batch_sched_delay (whole seconds), sched_min_interval (microseconds there). */
  readonly batchDelay: number
  readonly leastInterval: number
}

export interface SchedulerParameters extends SchedulerTriggers {
  /** Seconds: bf_resolution, bf_window (minutes there). */
  readonly resolution: number
  readonly window: number
  /** bf_max_job_test, _part, _user (0: no limit), _array_resv. */
  readonly mostTested: number
  readonly mostOfPartition: number
  readonly mostOfUser: number
  readonly mostOfArray: number
  /** default_queue_depth. */
  readonly depth: number
  /** Seconds that a job at its time limit is given to end; KillWait, a setting of its own. */
  readonly killWait: number
}

type Key = Exclude<keyof SchedulerParameters, 'killWait'>
type Parameters = Pick<SchedulerParameters, Key>

/** By Slurm's name: ours, Slurm's default, the least and the most that Slurm takes, and how many of ours one is. */
const PARAMETERS: Readonly<Record<string, readonly [Key, number, number, number, number]>> = {
  bf_resolution: ['resolution', 60, 1, 3600, 1],
  bf_window: ['window', 1440, 1, 43_200, 60],
  bf_max_job_test: ['mostTested', 500, 1, 1_000_000, 1],
  bf_max_job_part: ['mostOfPartition', 0, 0, 1_000_000, 1],
  bf_max_job_user: ['mostOfUser', 0, 0, 1_000_000, 1],
  bf_max_job_array_resv: ['mostOfArray', 20, 0, 1000, 1],
  bf_interval: ['interval', 30, 1, 10_800, 1],
  sched_interval: ['fullInterval', 60, 1, 1_000_000, 1],
  batch_sched_delay: ['batchDelay', 3, 0, 1_000_000, 1],
  sched_min_interval: ['leastInterval', 2, 0, 1_000_000_000, 1e-6],
  default_queue_depth: ['depth', 100, 0, 1_000_000, 1],
}

const PARAMETER_DEFAULTS = Object.fromEntries(
  Object.values(PARAMETERS).map(([key, usual, , , unit]) => [key, usual * unit]),
) as Parameters

export const SCHEDULER_DEFAULTS: SchedulerParameters = { ...PARAMETER_DEFAULTS, killWait: 30 }

/** @throws QueuewrightError `line-value` for a value that Slurm would not take */
export function parseSchedulerParameters(text: string, line: number): Parameters {
  const parameters: { -readonly [K in Key]: number } = { ...PARAMETER_DEFAULTS }
  for (const part of text.split(',')) {
    const [name, value = ''] = part.trim().split('=')
    const written = name.toLowerCase()
    if (!Object.hasOwn(PARAMETERS, written)) continue
    const [key, , least, most, unit] = PARAMETERS[written]
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
    if (!(number >= least && number <= most)) {
      throw new QueuewrightError('line-value', 'a value that Slurm would not take', {
        line,
        field: name,
        value,
        expected: `a whole number from ${least} to ${most}`,
      })
    }
    parameters[key] = number * unit
  }
  return parameters
}
