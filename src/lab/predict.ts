/** When waiting jobs will start: on a live Slurm, or on a log that is replayed up to an instant. */
import { type Given, settled, type Values } from '../core/settings/index.js'
import {
  accountedSince,
  EPOCH,
  forecasts,
  jobsInQueue,
  LOCAL,
  liveMoment,
  type Moment,
  momentOf,
  partitionNodes,
  type Surroundings,
} from '../live/index.js'
import type { Predicted } from '../report/pages/predicted.js'
import type { SimulatedPolicy } from '../sim/policy.js'
import { timeClassClock } from '../sim/time-class.js'
import { usage } from './failures.js'
import { neededPartitions, PREDICTING } from './live-settings.js'
import { namedPolicy } from './policies.js'
import type { Ports } from './ports.js'
import { prepareLog } from './prepare.js'
import { onlooking } from './shadow.js'

export type PredictOptions = Given<typeof PREDICTING>

/**
 * @param asked of which job; null: of all that wait
 * @throws QueuewrightError `usage` for a job that does not wait; `slurm-unreachable`; as `prepareLog`
 */
export async function predictStarts(
  asked: string | null,
  options: PredictOptions,
  ports: Ports,
  surroundings: Surroundings = LOCAL,
): Promise<Predicted> {
  const settings = settled(PREDICTING, options)
  const { text } = await namedPolicy(settings.policy)
  const policy = onlooking(text, settings.zone)
  const {
    moment,
    names,
    clock,
    at: asOf,
  } = settings.log === null
    ? await liveNow(settings, surroundings)
    : await replayed(settings.log, settings.at, policy, ports)
  const { state, past } = moment
  const { futures, seed } = settings
  const found = forecasts(state, past, { policy, situation: timeClassClock(clock), futures, seed })
  const { at, processors, running } = state
  const jobs = found.map(({ job, median, early, late, planned, before }, k) => ({
    ...{ job: names[k].job, user: names[k].user, size: job.size, waited: at - job.submit, before },
    ...{ median: median - at, early: early - at, late: late - at, planned: planned - at },
    slurm: names[k].slurm,
  }))
  const chosen = asked === null ? jobs : jobs.filter(({ job }) => job === asked)
  if (asked !== null && chosen.length === 0) {
    throw usage('JOB', asked, 'a job that waits and could start', 'squeue shows why another does not')
  }
  const busy = running.reduce((sum, { size }) => sum + size, 0)
  const free = Math.max(0, processors - busy)
  const counts = { running: running.length, past: past.length }
  return { policy: text, at: asOf, futures, processors, free, ...counts, jobs: chosen }
}

interface Known {
  /** The instant as whoever asks knows it: a Unix time, of a log its own clock. */
  readonly at: number
  readonly moment: Moment
  /** The waiting jobs, in their order; Slurm's own estimate in seconds from now. */
  readonly names: readonly { readonly job: string; readonly user: string; readonly slurm: number | null }[]
  readonly clock: Parameters<typeof timeClassClock>[0]
}

async function liveNow(
  { partition, history, zone }: Values<typeof PREDICTING>,
  { commands, now }: Surroundings,
): Promise<Known> {
  const partitions = neededPartitions(partition, 'the partitions whose jobs are foretold')
  const { processors } = await partitionNodes(commands, partitions)
  const at = now()
  const jobs = await jobsInQueue(commands)
  const past = await accountedSince(commands, partitions, at - history)
  const { moment, waiting } = liveMoment(jobs, past, partitions, processors, at)
  const names = waiting.map(({ id, user, start }) => ({
    ...{ job: id, user, slurm: Number.isNaN(start) ? null : Math.max(0, start - at) },
  }))
  return { at, moment, names, clock: { unixStart: EPOCH, zone } }
}

async function replayed(
  file: string,
  at: number | null,
  policy: SimulatedPolicy,
  ports: Ports,
): Promise<Known> {
  if (at === null) throw usage('--at', 'none', 'a time since the first submit, with --log')
  const { trace, stage, scenario } = await prepareLog(file, [policy], {}, ports)
  const { jobs, start } = stage.run(policy)
  const moment = momentOf(jobs, start, scenario.machine, (jobs.submit[0] ?? 0) + at)
  const names = moment.state.waiting.map(({ id, user }) => ({
    job: `${id}`,
    user: `${user}`,
    slurm: null,
  }))
  return { at: moment.state.at, moment, names, clock: trace.clock }
}
