/** On a live Slurm: its queue steered by a policy, and that undone. */
import { join } from 'node:path'
import { QueuewrightError } from '../../core/errors.js'
import { type Given, settled, type Values } from '../../core/settings/index.js'
import {
  type Cycle,
  costOf,
  type EventSink,
  Ledger,
  type LiveOrder,
  LOCAL,
  liveOrder,
  lookAtQueue,
  type Metric,
  type Metrics,
  openAudit,
  openMetrics,
  type Period,
  planOf,
  requireNoneLeft,
  type SteeringPlan,
  type Surroundings,
  slurmFacts,
  steer,
  undo,
  undoFactors,
} from '../../live/index.js'
import { makeFolderOf, OWNER_ONLY } from '../../runtime/output.js'
import { nodeDisk } from '../../runtime/runs/disk.js'
import { takeLock } from '../../runtime/runs/lock.js'
import { usage } from '../failures.js'
import { namedPolicy } from '../inputs/policies.js'
import type { Ports } from '../ports.js'
import { neededPartitions, partitionsIn, RESETTING, STEERING } from './settings.js'

export type SteerQueueOptions = Given<typeof STEERING>
export type ResetOptions = Given<typeof RESETTING>

const LEDGER = 'ledger.jsonl'
const AUDIT = 'audit.jsonl'

/** The plan of a steerer, were it to begin now. */
export interface DryRun {
  readonly policy: string
  readonly plan: SteeringPlan
  readonly waiting: number
  /** Waiting jobs and arrays that are left alone, by reason. */
  readonly left: Readonly<Record<string, number>>
  readonly cost: string
}

/**
 * The writes of steering, were it to begin now; nothing is written, not even a folder.
 * @throws QueuewrightError as `steerQueue`
 */
export async function steerDry(
  options: SteerQueueOptions,
  { commands, now }: Surroundings = LOCAL,
): Promise<DryRun> {
  const settings = settled(STEERING, options)
  const { order, partitions } = await steered(settings)
  const facts = await slurmFacts(commands, partitions)
  const memory = await Ledger.look(join(settings.state, LEDGER))
  const queue = await lookAtQueue(commands, partitions, now)
  const plan = planOf(order, queue, { ...settings, partitions }, facts, memory, new Map())
  return {
    policy: order.policy,
    plan,
    waiting: queue.waiting.length,
    left: Object.fromEntries(queue.left),
    cost: costOf(order, plan.writes.length, settings.rate),
  }
}

/**
 * Steers until it is told to end, or its time is over.
 * @param tell told of all that happens, beside the audit log
 * @throws QueuewrightError `not-exportable`, `slurm-refused`, `slurm-unreachable`, `slurm-guard`, `run-busy`
 */
export async function steerQueue(
  options: SteerQueueOptions,
  ports: Ports,
  tell: EventSink,
  surroundings: Surroundings = LOCAL,
): Promise<'over' | 'stopped' | 'once'> {
  const settings = settled(STEERING, options)
  const { order, partitions } = await steered(settings)
  // What is refused is refused before anything is made.
  await slurmFacts(surroundings.commands, partitions)
  return withState(settings.state, tell, async (ledger, told) => {
    const period = await begun(ledger, order, partitions, settings, surroundings.now())
    await told({
      event: 'steering',
      policy: order.policy,
      partitions,
      until: period.until,
      maxShift: settings.maxShift,
    })
    const metrics = settings.metrics === null ? null : await openMetrics(settings.metrics)
    try {
      const observe = observer(metrics, period)
      const bounds = { ...settings, partitions }
      const ended = await ports.interruptible((signal) =>
        steer(surroundings, ledger, order, bounds, told, observe, signal),
      )
      await told({ event: 'ended', because: ended })
      return ended
    } finally {
      await metrics?.close()
    }
  })
}

/**
 * Takes back every factor that a steerer has set.
 * @throws QueuewrightError `run-busy` while it still steers; `check-failed` where factors are left
 */
export async function resetQueue(
  options: ResetOptions,
  tell: EventSink,
  { commands, now }: Surroundings = LOCAL,
): Promise<'undone' | 'nothing due'> {
  const { all, partition, overdue, state } = settled(RESETTING, options)
  const partitions = partitionsIn(partition)
  if (partitions.length > 0 && !all) throw usage('--partition', partitions[0], 'only with --all')
  const isKnown = (await nodeDisk.read(join(state, LEDGER), 0)) !== null
  if (all) {
    const forget = async () => {
      const undone = await undoFactors(commands, null, partitions.length === 0 ? null : partitions)
      await tell({ event: 'undone', because: 'reset of all', ...undone })
      requireNoneLeft(undone)
      if (isKnown) await nodeDisk.remove(join(state, LEDGER))
    }
    await (isKnown ? locked(state, forget) : forget())
    return 'undone'
  }
  if (!isKnown) {
    throw new QueuewrightError('input-unreadable', 'there is no ledger of what was steered', {
      file: join(state, LEDGER),
      remedy: 'Name its folder with --state; where it is lost, --all sets the factors of all jobs to 0',
    })
  }
  return withState(state, tell, async (ledger, told) => {
    const isDue = ledger.period !== null && ledger.period.until <= now()
    if (overdue && !isDue) return 'nothing due'
    await undo(commands, ledger, now, told, overdue ? 'the time was over' : 'reset')
    return 'undone'
  })
}

async function steered({
  policy,
  partition,
  zone,
}: Values<typeof STEERING>): Promise<{ order: LiveOrder; partitions: readonly string[] }> {
  const partitions = neededPartitions(partition, 'the partitions whose jobs are steered')
  return { order: liveOrder((await namedPolicy(policy)).text, zone), partitions }
}

/** Works with the ledger of a folder, which nobody else has meanwhile. */
async function withState<Result>(
  folder: string,
  tell: EventSink,
  work: (ledger: Ledger, told: EventSink) => Promise<Result>,
): Promise<Result> {
  await makeFolderOf(join(folder, LEDGER), OWNER_ONLY)
  return locked(folder, async () => {
    const ledger = await Ledger.open(join(folder, LEDGER))
    const audit = await openAudit(join(folder, AUDIT))
    try {
      return await work(ledger, async (event) => {
        await audit.add(event)
        await tell(event)
      })
    } finally {
      await audit.close()
      await ledger.close()
    }
  })
}

async function locked<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  const lock = await takeLock(nodeDisk, folder, false)
  try {
    return await work()
  } finally {
    await lock.release()
  }
}

/** The period that goes on, or a new one. */
async function begun(
  ledger: Ledger,
  order: LiveOrder,
  partitions: readonly string[],
  { for: seconds, renew, maxShift }: Values<typeof STEERING>,
  now: number,
): Promise<Period> {
  const last = ledger.period
  const until = last === null || renew ? now + seconds : last.until
  const period: Period = { kind: 'begin', at: now, until, policy: order.policy, partitions, maxShift }
  await ledger.add([period])
  return period
}

function observer(metrics: Metrics | null, { until }: Period): (cycle: Cycle) => Promise<void> {
  let [writes, gone, cycles] = [0, 0, 0]
  return async (cycle) => {
    writes += cycle.written
    gone += cycle.gone
    cycles++
    const gauge = (name: string, help: string, value: number): Metric => ({
      ...{
        name: `queuewright_live_${name}`,
        help,
        value,
        kind: name.endsWith('_total') ? 'counter' : 'gauge',
      },
    })
    await metrics?.publish([
      gauge('waiting_jobs', 'Waiting jobs and arrays that may be steered.', cycle.waiting),
      gauge('steered_jobs', 'Those that are.', cycle.plan.steered),
      gauge('foreign_jobs', 'Those whose site factor somebody else has set.', cycle.plan.foreign),
      gauge('open_writes', 'Factors that are still to be written.', cycle.plan.writes.length - cycle.written),
      gauge(
        'longest_wait_seconds',
        'Since the first submission of a job that is steered.',
        cycle.plan.longestWait,
      ),
      gauge('cycle_seconds', 'From the last look until all was written.', cycle.took),
      gauge('last_cycle_timestamp_seconds', 'Unix time of the last look.', cycle.at),
      gauge('until_timestamp_seconds', 'Unix time at which everything is undone.', until),
      gauge('cycles_total', 'Looks at the queue.', cycles),
      gauge('writes_total', 'Site factors written.', writes),
      gauge('gone_total', 'Jobs that were gone before they were written to.', gone),
    ])
  }
}
