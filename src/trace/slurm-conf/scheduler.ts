/**
 * SchedulerParameters of slurm.conf(5), as far as they say when the two schedulers run and what they look at. Defaults are
 * those of 22.05.
 */
import { MOST_SECONDS } from '../limits.js'

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

/** A parameter as Slurm takes it. */
interface Parameter {
  readonly key: Key
  readonly usual: number
  readonly least: number
  readonly most: number
  /** How many of ours one is; 1 where it is left out. */
  readonly unit?: number
  /** Whether −1 says that there are no such cycles. */
  readonly mayBeOff?: true
}

/** By Slurm's name. */
const PARAMETERS: Readonly<Record<string, Parameter>> = {
  bf_resolution: { key: 'resolution', usual: 60, least: 1, most: 3600 },
  bf_window: { key: 'window', usual: 1440, least: 1, most: 43_200, unit: 60 },
  bf_max_job_test: { key: 'mostTested', usual: 500, least: 1, most: 1_000_000 },
  bf_max_job_part: { key: 'mostOfPartition', usual: 0, least: 0, most: 1_000_000 },
  bf_max_job_user: { key: 'mostOfUser', usual: 0, least: 0, most: 1_000_000 },
  bf_max_job_array_resv: { key: 'mostOfArray', usual: 20, least: 0, most: 1000 },
  bf_interval: { key: 'interval', usual: 30, least: 1, most: 10_800, mayBeOff: true },
  sched_interval: { key: 'fullInterval', usual: 60, least: 0, most: 1_000_000, mayBeOff: true },
  batch_sched_delay: { key: 'batchDelay', usual: 3, least: 0, most: 1_000_000 },
  sched_min_interval: { key: 'leastInterval', usual: 2, least: 0, most: 1_000_000_000, unit: 1e-6 },
  default_queue_depth: { key: 'depth', usual: 100, least: 0, most: 1_000_000 },
}

/** Parameters that change nothing where cycles take no time, jobs are not tried as they come, nobody asks and nothing fails. */
const HARMLESS = new Set(
  `defer defer_batch bf_continue bf_max_time bf_yield_interval bf_yield_sleep bf_yield_rpc_cnt bf_node_space_size max_rpc_cnt
  max_sched_time delay_boot default_gbytes disable_job_shrink disable_hetjob_steps disable_user_top enable_user_top
  ignore_numa inventory_interval kill_invalid_depend max_array_tasks max_depend_depth max_script_size max_submit_line_size
  max_switch_wait no_backup_scheduling no_env_cache nohold_on_prolog_fail permit_job_expansion preempt_send_user_signal
  reduce_completing_frag requeue_setup_env_fail salloc_wait_nodes sbatch_wait_nodes step_retry_count step_retry_time
  task_distribution ignore_constraint_validation ignore_prefer_validation`.split(/\s+/),
)

const PARAMETER_DEFAULTS = Object.fromEntries(
  Object.values(PARAMETERS).map(({ key, usual, unit = 1 }) => [key, usual * unit]),
) as Parameters

export const SCHEDULER_DEFAULTS: SchedulerParameters = { ...PARAMETER_DEFAULTS, killWait: 30 }

/** slurmctld looks once a second whether it is time, so that none of an interval is one. */
const LEAST_INTERVAL = 1

/** The parameters, with Slurm's defaults, and a sentence for each that is not simulated as it is written. */
export function parseSchedulerParameters(text: string): {
  readonly parameters: Parameters
  readonly notices: readonly string[]
} {
  const parameters: { -readonly [K in Key]: number } = { ...PARAMETER_DEFAULTS }
  const notices: string[] = []
  for (const part of text.split(',').map((each) => each.trim())) {
    if (part === '' || part === '(null)') continue
    const [name, value = ''] = part.split('=')
    const written = name.toLowerCase()
    if (!Object.hasOwn(PARAMETERS, written)) {
      if (!HARMLESS.has(written)) notices.push(`${part} is not simulated`)
      continue
    }
    const { key, usual, least, most, unit = 1, mayBeOff = false } = PARAMETERS[written]
    const number = /^-?\d+$/.test(value) ? Number(value) : Number.NaN
    if (mayBeOff && number === -1) parameters[key] = MOST_SECONDS
    else if (number >= least && number <= most)
      parameters[key] = mayBeOff ? Math.max(LEAST_INTERVAL, number) : number * unit
    else {
      parameters[key] = usual * unit
      notices.push(
        `${part} is not from ${least} to ${most}: Slurm says so in its log and goes by its default, ${usual}`,
      )
    }
  }
  return { parameters, notices }
}
