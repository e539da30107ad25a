/**
 * Priorities computed anew from what a site's Slurm recorded, beside those that its sprio printed: jobs come, start and end
 * as they did, and the ledger keeps their waits and shares. What an administrator set by hand (nice values, site factors) is
 * taken from sprio.
 */
import { QueuewrightError } from '../../core/errors.js'
import { spearman } from '../../core/inference/index.js'
import { mean } from '../../core/statistics.js'
import { hasStarted } from '../../trace/sacct/collect.js'
import type { SlurmRecord } from '../../trace/sacct/record.js'
import type { ControllerLog, SprioRow, SprioSnapshot, SshareSnapshot } from '../../trace/slurm-run/index.js'
import type { PriorityLedger } from './ledger.js'
import { LoggedTimes } from './logged-times.js'
import {
  PRIORITY_FACTORS,
  type PriorityFactor,
  type PrioritySite,
  SitePriorities,
} from './site-priorities.js'

export interface RecordedRun extends PrioritySite {
  readonly snapshots: readonly SprioSnapshot[]
  readonly log: Pick<ControllerLog, 'decayThread' | 'events'>
  /** When somebody asked for all shares, and what these were. */
  readonly asked: readonly SshareSnapshot[]
}

export interface PriorityAgreement {
  readonly snapshots: number
  /** Priorities printed: of each waiting job one for each of its partitions. */
  readonly rows: number
  /** Those computed here that differ by at most 1. */
  readonly within: number
  /** The others in which a factor differs from the printed one; a row may be counted under several. */
  readonly off: Readonly<Record<PriorityFactor, number>>
  /** The others that are of jobs not waiting here, and those whose factors are all as printed. */
  readonly notWaiting: number
  readonly unexplained: number
  /** The rank correlation of computed and printed priorities in a snapshot, as the mean of those that tell any apart; NaN where none does. */
  readonly order: number
  /** When in its period the decay thread computes: the remainder of Unix time by PriorityCalcPeriod. */
  readonly phase: number
}

/** sprio prints seven decimals. */
const PRINTED = 1e-6

export function priorityAgreement(run: RecordedRun): PriorityAgreement {
  const { conf, snapshots } = run
  const jobs = new Jobs(run)
  const priorities = new SitePriorities(run)
  const { period } = conf.priority
  const first = firstComputation(run, (job, at) => jobs.of(job, at)?.eligible)
  const ledger = priorities.ledger({ first, knownAtStart: sharesKnownAtStart(run, first) })
  const off = Object.fromEntries(PRIORITY_FACTORS.map((name) => [name, 0])) as Record<PriorityFactor, number>
  const orders: number[] = []
  const agreement = { snapshots: snapshots.length, rows: 0, within: 0, notWaiting: 0, unexplained: 0 }
  /** @returns the priority computed here; NaN of a job that does not wait */
  const compare = (row: SprioRow, at: number): number => {
    agreement.rows++
    const record = jobs.of(row.job, at)
    const priorityState = record === undefined ? undefined : ledger.priorityStateOf(row.job, at)
    if (record === undefined || priorityState === undefined) {
      agreement.notWaiting++
      return Number.NaN
    }
    const factors = priorities.factors(record, row.partition, priorityState)
    const computed = priorities.priority(record, row.partition, factors, row)
    if (Math.abs(computed - row.priority) <= 1) {
      agreement.within++
      return computed
    }
    const printed = [row.age, row.fairShare, row.size, row.partitionFactor, row.qos, row.association]
    const differing = PRIORITY_FACTORS.filter((_, k) => Math.abs(factors[k] - printed[k]) > PRINTED)
    for (const name of differing) off[name]++
    if (differing.length === 0) agreement.unexplained++
    return computed
  }
  const steps = [
    ...jobs.events(ledger, (record) => priorities.ledgerJob(record)),
    ...run.asked.map(({ before }) => ({ at: before, act: () => ledger.asked(before) })),
    ...snapshots.map(({ before, rows }) => ({
      at: before,
      act: () => {
        const computed = Float64Array.from(rows, (row) => compare(row, before))
        const order = spearman(
          computed,
          Float64Array.from(rows, ({ priority }) => priority),
        )
        if (!Number.isNaN(order)) orders.push(order)
      },
    })),
  ].sort((a, b) => a.at - b.at)
  checkLength(((steps.at(-1)?.at ?? first) - first) / period)
  for (const { act } of steps) act()
  return { ...agreement, off, order: mean(orders), phase: first % period }
}

/** Two years of computations every minute; longer is a wrong time among the others. */
const MOST_COMPUTATIONS = 1_000_000

function checkLength(computations: number): void {
  if (computations <= MOST_COMPUTATIONS) return
  throw new QueuewrightError('line-value', 'a run that lasts too long', {
    value: `${Math.floor(computations)} computations of priorities`,
    expected: `at most ${MOST_COMPUTATIONS}`,
    remedy: 'Look for wrong times in the accounting, the log of slurmctld and the snapshots',
  })
}

interface Step {
  readonly at: number
  readonly act: () => void
}

/** Whether users were there when the decay thread began, as somebody who asked before its first computation was told. */
export function sharesKnownAtStart({ asked }: Pick<RecordedRun, 'asked'>, first: number): boolean {
  return asked.some(({ before, factors }) => before < first && factors.some((each) => each > 0))
}

/** The jobs of a run. */
class Jobs {
  readonly #log: RecordedRun['log']
  /** Records of each job, by submit. */
  readonly #records = new Map<number, SlurmRecord[]>()

  constructor({ records, log }: RecordedRun) {
    this.#log = log
    for (const record of records) {
      const known = this.#records.get(record.key)
      if (known === undefined) this.#records.set(record.key, [record])
      else known.push(record)
    }
    for (const each of this.#records.values()) each.sort((a, b) => a.submit - b.submit)
  }

  /** The record of a job that holds at an instant: that of its last submit before. */
  of(job: number, at: number): SlurmRecord | undefined {
    const records = this.#records.get(job)
    return records?.findLast(({ submit }) => submit <= at) ?? records?.[0]
  }

  /** The events of the jobs, for a ledger, in the order in which they came. */
  events(ledger: PriorityLedger, ledgerJob: SitePriorities['ledgerJob']): readonly Step[] {
    const log = this.#log
    const times = new LoggedTimes(log.events)
    const steps: Step[] = []
    const step = (at: number, act: (at: number) => void) => {
      if (Number.isFinite(at)) steps.push({ at, act: () => act(at) })
    }
    for (const [job, records] of [...this.#records].sort(([a], [b]) => a - b)) {
      for (const record of records) {
        step(times.of('submit', job, record.submit), (at) => ledger.submitted(job, ledgerJob(record), at))
        if (hasStarted(record)) step(times.of('start', job, record.start), (at) => ledger.started(job, at))
        step(times.of('end', job, record.end), (at) => ledger.ended(job, at))
      }
    }
    for (const { kind, job, at } of log.events) if (kind === 'change') step(at, () => ledger.changed(job, at))
    return steps
  }
}

/**
 * The first computation of the decay thread: a period after it began, since what it does then is none. Where no log tells, from
 * waits: each ends at a computation. The commonest remainder is taken, 0 where no row tells.
 * @param eligible of a job's execution at an instant
 */
export function firstComputation(
  { snapshots, conf, log }: Pick<RecordedRun, 'snapshots' | 'conf' | 'log'>,
  eligible: (job: number, at: number) => number | undefined,
): number {
  const { period, maxAge } = conf.priority
  if (log.decayThread !== null) return log.decayThread + period
  const counts = new Map<number, number>()
  let first = Number.POSITIVE_INFINITY
  for (const { before, rows } of snapshots) {
    first = Math.min(first, before)
    for (const { job, age } of rows) {
      const from = eligible(job, before) ?? Number.NaN
      if (!(age > 0 && age < 1) || Number.isNaN(from)) continue
      const phase = Math.round(from + age * maxAge) % period
      counts.set(phase, (counts.get(phase) ?? 0) + 1)
    }
  }
  const [phase = 0] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? []
  const periods = Number.isFinite(first) ? Math.floor((first - phase) / period) : 0
  return phase + periods * period
}
