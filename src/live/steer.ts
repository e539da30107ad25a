/**
 * Steers the queue of a live Slurm: looks, plans site factors by which waiting jobs stand in the order of a policy, writes them into
 * its ledger and then to slurmctld; again and again, until its time is over, when everything is undone.
 */
import { QueuewrightError } from '../core/errors.js'
import { NODE_FORMAT, parsePartitionNodes } from '../trace/slurm-run/index.js'
import type { EventSink } from './audit.js'
import { asked, type SlurmCommands } from './commands.js'
import { Eligibility } from './eligibility.js'
import { type FactorWrite, writeFactors } from './factors.js'
import type { Ledger, LedgerState } from './ledger.js'
import { costOf, type LiveOrder, ranked } from './order.js'
import { plannedFactors } from './plan.js'
import { type LiveQueue, lookAtQueue, type WaitingJob } from './queue.js'
import type { Surroundings } from './surroundings.js'
import { isOver, type Undone, undoFactors } from './undo.js'

/** The bounds of steering, and the partitions that are steered. */
export interface Bounds {
  readonly partitions: readonly string[]
  /** Largest absolute factor. */
  readonly maxShift: number
  /** Writes a second. */
  readonly rate: number
  /** Seconds that a factor stands before it is written again. */
  readonly settle: number
  /** Seconds that a job may wait until everything is undone; null: for ever. */
  readonly maxWait: number | null
}

export interface SteerOptions extends Bounds {
  /** Seconds between looks. */
  readonly every: number
  readonly once: boolean
}

/** The writes to come, first come first. */
export interface SteeringPlan {
  readonly writes: readonly (FactorWrite & { readonly from: number })[]
  /** Jobs and arrays that are steered. */
  readonly steered: number
  /** Those whose factor is not ours. */
  readonly foreign: number
  /** Those beyond what so small a shift can tell apart. */
  readonly beyond: number
  /** Seconds since the first of those was submitted. */
  readonly longestWait: number
}

/** The facts of a Slurm that have to be known before. */
export interface SlurmFacts {
  /** The processors of the partitions, and the names of nodes that are down. */
  readonly processors: number
  readonly down: readonly string[]
}

/**
 * Whether there is a Slurm that goes by site factors.
 * @throws QueuewrightError `slurm-refused`; as `partitionNodes`
 */
export async function slurmFacts(
  commands: SlurmCommands,
  partitions: readonly string[],
): Promise<SlurmFacts> {
  const config = await asked(commands, 'scontrol', 'show', 'config')
  const settingOf = (name: string) => new RegExp(`^${name}\\s*=\\s*(\\S+)`, 'm').exec(config)?.[1] ?? ''
  const type = settingOf('PriorityType')
  if (type !== 'priority/multifactor') {
    throw new QueuewrightError(
      'slurm-refused',
      'this Slurm accepts site factors and does nothing with them',
      {
        field: 'PriorityType',
        value: type,
        expected: 'priority/multifactor',
        remedy: 'Change slurm.conf: docs/export.md',
      },
    )
  }
  const plugin = settingOf('PrioritySiteFactorPlugin')
  if (plugin !== '' && plugin !== '(null)') {
    throw new QueuewrightError('slurm-refused', 'a plugin of this Slurm sets site factors itself', {
      field: 'PrioritySiteFactorPlugin',
      value: plugin,
      expected: 'none',
    })
  }
  return partitionNodes(commands, partitions)
}

/**
 * The partitions of a Slurm that its users see, the first one first.
 * @throws QueuewrightError `slurm-unreachable`
 */
export async function partitionNames(commands: SlurmCommands): Promise<readonly string[]> {
  const text = await asked(commands, 'sinfo', '-h', '-o', '%R')
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter((name) => name !== '')
}

/**
 * The machine that some partitions are.
 * @throws QueuewrightError `slurm-unreachable`; `usage` for a partition that there is not
 */
export async function partitionNodes(
  commands: SlurmCommands,
  partitions: readonly string[],
): Promise<SlurmFacts> {
  const named = partitions.join(',')
  const found = parsePartitionNodes(
    await asked(commands, 'sinfo', '-h', '-N', '-p', named, '-o', NODE_FORMAT),
  )
  const strange = partitions.find((name) => !found.partitions.has(name))
  if (strange === undefined) return { processors: found.processors, down: found.down }
  throw new QueuewrightError('usage', 'this Slurm has no such partition, or it has no nodes', {
    field: '--partition',
    value: strange,
  })
}

/**
 * @param written when each job was last written to, Unix time
 * @param memory of who has set which factor
 */
export function planOf(
  order: LiveOrder,
  queue: LiveQueue,
  { maxShift, settle }: Bounds,
  { processors }: SlurmFacts,
  memory: LedgerState,
  written: ReadonlyMap<number, number>,
): SteeringPlan {
  const own = ownOf(queue, memory)
  const jobs = firstOf(own, maxShift)
  const places = ranked(order, jobs, { at: queue.at, busy: queue.busy, processors })
  const base = Float64Array.from(jobs, ({ priority, factor }) => Math.max(0, priority - factor))
  const factor = Float64Array.from(jobs, (job) => job.factor)
  const planned = jobs.length === 0 ? factor : plannedFactors(places, base, factor, maxShift)
  const rests = (job: number) => {
    const since = queue.at - (written.get(job) ?? Number.NEGATIVE_INFINITY)
    // A clock that was set back would have it rest for that much longer.
    return since >= 0 && since < settle
  }
  const writes = Array.from(places, (k) => ({ job: jobs[k].job, factor: planned[k], from: factor[k] }))
  return {
    writes: writes.filter(({ job, factor: to, from }) => to !== from && !rests(job)),
    steered: jobs.length,
    foreign: queue.waiting.length - own.length,
    beyond: own.length - jobs.length,
    longestWait: own.reduce((most, { submit }) => Math.max(most, queue.at - submit), 0),
  }
}

/** Waiting jobs whose factor nobody else has set. */
function ownOf({ waiting }: LiveQueue, memory: LedgerState): readonly WaitingJob[] {
  return waiting.filter(({ job, factor }) => memory.explains(job, factor))
}

/** Those of the largest priorities, in the order in which they came. */
function firstOf(waiting: readonly WaitingJob[], most: number): readonly WaitingJob[] {
  if (waiting.length <= most) return waiting
  const chosen = new Set(waiting.toSorted((a, b) => b.priority - a.priority).slice(0, most))
  return waiting.filter((job) => chosen.has(job))
}

/** One cycle, as logs and figures tell it. */
export interface Cycle {
  readonly at: number
  readonly waiting: number
  readonly plan: SteeringPlan
  readonly written: number
  readonly gone: number
  /** Seconds from the look until all was written. */
  readonly took: number
}

/** Someone who is told of each cycle. */
export type CycleObserver = (cycle: Cycle) => void | Promise<void>

/**
 * Steers until the period of the ledger is over (everything is undone then), until it is told to end (everything stays), or once.
 * @throws QueuewrightError `slurm-refused`; `slurm-guard` after everything was undone
 */
export async function steer(
  { commands, now, ticks, sleep }: Surroundings,
  ledger: Ledger,
  order: LiveOrder,
  options: SteerOptions,
  tell: EventSink,
  observe: CycleObserver,
  signal: AbortSignal,
): Promise<'over' | 'stopped' | 'once'> {
  const written = new Map<number, number>()
  const eligibility = new Eligibility()
  let facts: SlurmFacts | null = null
  let isTold = false
  for (;;) {
    const begun = ticks()
    const took = () => ticks() - begun
    const until = ledger.period?.until ?? now()
    try {
      if (now() >= until) {
        await undo(commands, ledger, now, tell, 'the time is over')
        return 'over'
      }
      facts ??= await slurmFacts(commands, options.partitions)
      const queue = await lookAtQueue(commands, options.partitions, now)
      const living = new Set(queue.jobs.flatMap((job) => (isOver(job) ? [] : job.array)))
      if (ledger.jobs > MOST_FORGOTTEN + 2 * living.size) await ledger.keep(living)
      for (const job of written.keys()) if (!living.has(job)) written.delete(job)
      const plan = planOf(order, queue, options, facts, ledger, written)
      if (!isTold) await tell({ event: 'cost', text: costOf(order, plan.writes.length, options.rate) })
      isTold = true
      const { maxWait } = options
      const late =
        maxWait === null ? null : await eligibility.overdue(commands, ownOf(queue, ledger), queue.at, maxWait)
      if (late !== null) {
        await undo(commands, ledger, now, tell, 'a job waits for longer than --max-wait')
        throw new QueuewrightError(
          'slurm-guard',
          `job ${late.job} waits for longer than is allowed; everything was undone`,
          {
            field: '--max-wait',
            value: Math.round(late.waited),
            expected: `at most ${maxWait} seconds`,
          },
        )
      }
      const due = plan.writes.slice(0, Math.max(1, Math.floor(options.rate * Math.max(options.every, 1))))
      const at = queue.at
      await ledger.add(due.map(({ job, from, factor }) => ({ kind: 'factor', at, job, from, to: factor })))
      const { gone, complaints } = await writeFactors(commands, due)
      for (const { job } of due) written.set(job, at)
      if (due.length > 0)
        await tell({ event: 'wrote', factors: due.length, gone, open: plan.writes.length - due.length })
      for (const text of complaints) await tell({ event: 'complaint', text })
      await observe({
        at,
        waiting: queue.waiting.length,
        plan,
        written: due.length,
        gone,
        took: took(),
      })
    } catch (error) {
      if (!isPassing(error) || options.once) throw error
      await tell({ event: 'skipped', text: error.message })
      // Another Slurm may come up.
      facts = null
    }
    if (options.once) return 'once'
    if (signal.aborted) return 'stopped'
    // From look to look; a Slurm that is slow is left alone for half of the time that it took.
    const pause = Math.max(options.every - took(), REST * took())
    const left = until - now()
    // What is overdue could not be undone just now.
    await sleep(left > 0 ? Math.min(pause, left) : Math.max(pause, LEAST_PAUSE), signal)
    if (signal.aborted) return 'stopped'
  }
}

const REST = 0.5
/** Seconds until what was in vain is tried again, however often one wants to look. */
const LEAST_PAUSE = 1
/** Jobs that have ended, or are not shown, and that a ledger remembers all the same. */
const MOST_FORGOTTEN = 10_000
const PASSING: readonly string[] = ['slurm-unreachable', 'line-fields', 'line-number', 'line-value']

/** Whether a failure may pass: a slurmctld that is being restarted is waited for; a half-printed queue is looked at again. */
export function isPassing(error: unknown): error is QueuewrightError {
  return error instanceof QueuewrightError && PASSING.includes(error.kind)
}

/** @throws QueuewrightError `check-failed` where factors are left */
export async function undo(
  commands: SlurmCommands,
  ledger: Ledger,
  now: () => number,
  tell: EventSink,
  because: string,
): Promise<void> {
  const undone = await undoFactors(commands, ledger)
  await tell({ event: 'undone', because, ...undone })
  requireNoneLeft(undone)
  await ledger.add([{ kind: 'end', at: now() }])
  await ledger.keep(new Set())
}

/** @throws QueuewrightError `check-failed` where factors are left */
export function requireNoneLeft({ left, complaints }: Undone): void {
  if (left === 0) return
  throw new QueuewrightError('check-failed', 'factors are left', {
    value: left,
    ...(complaints.length > 0 && { expected: complaints[0] }),
    remedy: 'qw live reset once more',
  })
}
