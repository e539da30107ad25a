/**
 * Priorities computed anew from what a site's Slurm recorded, beside those that its sprio printed: jobs come, start and end
 * as they did, and the ledger keeps their waits and shares. What an administrator set by hand (nice values, site factors) is
 * taken from sprio.
 */
import { QueuewrightError } from '../../core/errors.js'
import { spearman } from '../../core/inference/index.js'
import { largestOf, mean } from '../../core/statistics.js'
import { hasStarted } from '../../trace/sacct/collect.js'
import type { SlurmRecord } from '../../trace/sacct/record.js'
import type { Association, QosPriority, SlurmConf } from '../../trace/slurm-conf/index.js'
import type { ControllerLog, SprioRow, SprioSnapshot, SshareSnapshot } from '../../trace/slurm-run/index.js'
import { associationsOf } from '../orders/multifactor/associations.js'
import { resetsOf } from '../orders/multifactor/resets.js'
import type { Share } from '../site.js'
import {
  chargeOf,
  type JobResources,
  jobSizeFactor,
  type MachineSize,
  priorityOf,
  tresPart,
} from './factors.js'
import { PriorityLedger } from './ledger.js'
import { LoggedTimes } from './logged-times.js'

export interface RecordedRun {
  /** Executions, and jobs that never started; of a job that was requeued one after the other. */
  readonly records: readonly SlurmRecord[]
  readonly conf: SlurmConf
  readonly qos: ReadonlyMap<string, QosPriority>
  readonly associations: readonly Association[]
  readonly machine: MachineSize
  readonly snapshots: readonly SprioSnapshot[]
  readonly log: Pick<ControllerLog, 'decayThread' | 'events'>
  /** When somebody asked for all shares, and what these were. */
  readonly asked: readonly SshareSnapshot[]
  /** Of the site, for usage that is forgotten at local midnight. */
  readonly zone: string | number
}

/** The factors that sprio prints, by its names. */
export const PRIORITY_FACTORS = ['age', 'fair-share', 'job size', 'partition', 'QOS'] as const
export type PriorityFactor = (typeof PRIORITY_FACTORS)[number]

export interface PriorityAgreement {
  readonly snapshots: number
  /** Priorities printed: of each waiting job one for each of its partitions. */
  readonly rows: number
  /** Those computed here that differ by at most 1. */
  readonly within: number
  /** Of the others, those in which a factor differs from the printed one; a row may be counted under several. */
  readonly off: Readonly<Record<PriorityFactor, number>>
  /** Of the others, those of jobs that were not waiting here, and those whose factors are all as printed. */
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
  const { conf, snapshots, machine } = run
  const { priority } = conf
  const jobs = new Jobs(run)
  const { period } = priority
  // What the thread does as it begins is not a computation.
  const first = run.log.decayThread === null ? phaseOf(run, jobs) : run.log.decayThread + period
  const ledger = new PriorityLedger(jobs.tree, {
    ...priority,
    first,
    chargesAtEnd: conf.enforcesLimits,
    knownAtStart: run.asked.some(({ before, factors }) => before < first && factors.some((each) => each > 0)),
    nextReset: resetsOf(priority.reset, { unixStart: 0, zone: run.zone }),
  })
  const weights = [priority.age, priority.fairshare, priority.size, priority.partition, priority.qos]
  const off = Object.fromEntries(PRIORITY_FACTORS.map((name) => [name, 0])) as Record<PriorityFactor, number>
  const orders: number[] = []
  const agreement = { snapshots: snapshots.length, rows: 0, within: 0, notWaiting: 0, unexplained: 0 }
  /** @returns the priority computed here; NaN of a job that does not wait */
  const compare = (row: SprioRow, at: number): number => {
    agreement.rows++
    const record = jobs.of(row.job, at)
    const standing = record === undefined ? undefined : ledger.standingOf(row.job, at)
    if (record === undefined || standing === undefined) {
      agreement.notWaiting++
      return Number.NaN
    }
    const minutes = Math.ceil(record.limit / 60)
    const factors = [
      Math.min(1, priority.maxAge === 0 ? 1 : standing.wait / priority.maxAge),
      standing.fairShare,
      jobSizeFactor(requestOf(record), minutes, machine, priority),
      jobs.partitionFactor(row.partition),
      jobs.qosFactor(record.qos),
    ]
    const tres = tresPart(
      requestOf(record),
      conf.tresWeights,
      conf.resources.get(row.partition)?.totals ?? null,
    )
    const sum = factors.reduce((total, factor, k) => total + factor * weights[k], tres + row.site - row.nice)
    const computed = priorityOf(sum)
    if (Math.abs(computed - row.priority) <= 1) {
      agreement.within++
      return computed
    }
    const printed = [row.age, row.fairShare, row.size, row.partitionFactor, row.qos]
    const differing = PRIORITY_FACTORS.filter((_, k) => Math.abs(factors[k] - printed[k]) > PRINTED)
    for (const name of differing) off[name]++
    if (differing.length === 0) agreement.unexplained++
    return computed
  }
  const steps = [
    ...jobs.events(ledger),
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

/** The jobs of a run, and what its configuration says of them. */
class Jobs {
  readonly tree: ReturnType<typeof associationsOf>
  readonly #run: RecordedRun
  /** Records of each job, by submit. */
  readonly #records = new Map<number, SlurmRecord[]>()
  readonly #numbers = new Map<string, number>()
  readonly #highestPartition: number
  readonly #highestQos: number

  constructor(run: RecordedRun) {
    this.#run = run
    for (const record of run.records) {
      const known = this.#records.get(record.key)
      if (known === undefined) this.#records.set(record.key, [record])
      else known.push(record)
    }
    for (const records of this.#records.values()) records.sort((a, b) => a.submit - b.submit)
    const members = run.records.map(({ account, user }) => ({
      account: this.#number('account', account),
      user: this.#number('user', user),
    }))
    this.tree = associationsOf(this.#shares(), members)
    this.#highestPartition = largestOf([
      1,
      ...Array.from(run.conf.partitions.values(), (each) => each.jobFactor),
    ])
    this.#highestQos = largestOf([0, ...Array.from(run.qos.values(), (each) => each.priority)])
  }

  /** The record of a job that holds at an instant: that of its last submit before. */
  of(job: number, at: number): SlurmRecord | undefined {
    const records = this.#records.get(job)
    return records?.findLast(({ submit }) => submit <= at) ?? records?.[0]
  }

  partitionFactor(name: string): number {
    const factor = this.#run.conf.partitions.get(name)?.jobFactor ?? 0
    return this.#run.conf.priority.normalPartition ? factor / this.#highestPartition : factor
  }

  qosFactor(name: string): number {
    const priority = this.#run.qos.get(name)?.priority ?? 0
    if (!this.#run.conf.priority.normalQos) return priority
    return this.#highestQos === 0 ? 0 : priority / this.#highestQos
  }

  /** What happened to the jobs, for a ledger, in the order in which they came. */
  events(ledger: PriorityLedger): readonly Step[] {
    const { log } = this.#run
    const times = new LoggedTimes(log.events)
    const steps: Step[] = []
    const step = (at: number, act: (at: number) => void) => {
      if (Number.isFinite(at)) steps.push({ at, act: () => act(at) })
    }
    for (const [job, records] of [...this.#records].sort(([a], [b]) => a - b)) {
      for (const record of records) {
        step(times.of('submit', job, record.submit), (at) => ledger.submitted(job, this.#jobOf(record), at))
        if (hasStarted(record)) step(times.of('start', job, record.start), (at) => ledger.started(job, at))
        step(times.of('end', job, record.end), (at) => ledger.ended(job, at))
      }
    }
    for (const { kind, job, at } of log.events) if (kind === 'change') step(at, () => ledger.changed(job, at))
    return steps
  }

  #jobOf(record: SlurmRecord) {
    const { conf, qos } = this.#run
    const { account, user, eligible } = record
    const billing = conf.resources.get(record.partition.split(',')[0])?.billing ?? null
    const factor = qos.get(record.qos)?.usageFactor ?? 1
    return {
      leaf: this.tree.leafOf(this.#number('account', account), this.#number('user', user)),
      eligible: Number.isNaN(eligible) ? Number.POSITIVE_INFINITY : eligible,
      charge: chargeOf(givenTo(record), billing, conf.chargesLargest) * factor,
    }
  }

  #shares(): readonly Share[] {
    const { associations } = this.#run
    const accounts = associations.filter(({ user }) => user === null).map(({ account }) => account)
    const places = new Map(accounts.map((account, place) => [account, place]))
    return associations.map(({ account, user, parent, shares }) => ({
      parent: parent === null ? -1 : (places.get(parent) ?? 0),
      shares,
      isUser: user !== null,
      number: user === null ? this.#number('account', account) : this.#number('user', user),
    }))
  }

  #number(kind: 'account' | 'user', name: string): number {
    const key = `${kind} ${name}`
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    this.#numbers.set(key, this.#numbers.size + 1)
    return this.#numbers.size
  }
}

const KILOBYTES_A_MEGABYTE = 1024

function requestOf({ requested }: SlurmRecord): JobResources {
  return { ...requested, memory: requested.memory / KILOBYTES_A_MEGABYTE }
}

function givenTo({ allocated, requested }: SlurmRecord): JobResources {
  const known = Number.isNaN(allocated.cores) ? requested : allocated
  return { ...known, memory: known.memory / KILOBYTES_A_MEGABYTE }
}

/**
 * When the decay thread computes, told from waits: a wait ends at a computation. The commonest remainder is taken; 0 where no
 * row tells.
 */
function phaseOf({ snapshots, conf }: RecordedRun, jobs: Jobs): number {
  const { period, maxAge } = conf.priority
  const counts = new Map<number, number>()
  let first = Number.POSITIVE_INFINITY
  for (const { before, rows } of snapshots) {
    first = Math.min(first, before)
    for (const { job, age } of rows) {
      const eligible = jobs.of(job, before)?.eligible ?? Number.NaN
      if (!(age > 0 && age < 1) || Number.isNaN(eligible)) continue
      const phase = Math.round(eligible + age * maxAge) % period
      counts.set(phase, (counts.get(phase) ?? 0) + 1)
    }
  }
  const [phase = 0] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? []
  const periods = Number.isFinite(first) ? Math.floor((first - phase) / period) : 0
  return phase + periods * period
}
