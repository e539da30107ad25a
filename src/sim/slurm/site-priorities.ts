/** The priorities of a site's jobs by its configuration, in the names of its records. */
import { largestOf } from '../../core/statistics.js'
import type { SlurmRecord } from '../../trace/sacct/record.js'
import type { Association, QosPriority, SlurmConf } from '../../trace/slurm-conf/index.js'
import { AssociationPriorities } from '../orders/multifactor/association-priorities.js'
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
import { type LedgerJob, type LedgerOptions, PriorityLedger, type PriorityState } from './ledger.js'

/** A site whose priorities are computed. */
export interface PrioritySite {
  /** Executions, and jobs that never started; of a job that was requeued one after the other. */
  readonly records: readonly SlurmRecord[]
  readonly conf: SlurmConf
  readonly qos: ReadonlyMap<string, QosPriority>
  readonly associations: readonly Association[]
  readonly machine: MachineSize
  /** The site's zone, for usage that is forgotten at local midnight. */
  readonly zone: string | number
}

/** The factors that sprio prints, by its names. */
export const PRIORITY_FACTORS = ['age', 'fair-share', 'job size', 'partition', 'QOS', 'association'] as const
export type PriorityFactor = (typeof PRIORITY_FACTORS)[number]

/** The settings of a job by an administrator or a user: added, and taken. */
export interface ByHand {
  readonly site: number
  readonly nice: number
}

export class SitePriorities {
  readonly #site: PrioritySite
  readonly #numbers = new Map<string, number>()
  readonly #tree: ReturnType<typeof associationsOf>
  readonly #weights: readonly number[]
  readonly #associations: AssociationPriorities
  readonly #highestPartition: number
  readonly #highestQos: number

  constructor(site: PrioritySite) {
    this.#site = site
    const { conf, qos, records } = site
    const members = records.map(({ account, user }) => ({
      account: this.#number('account', account),
      user: this.#number('user', user),
    }))
    const shares = this.#shares()
    this.#tree = associationsOf(shares, members)
    this.#associations = new AssociationPriorities(shares)
    const { age, fairshare, size, partition, qos: ofQos, assoc } = conf.priority
    this.#weights = [age, fairshare, size, partition, ofQos, assoc]
    this.#highestPartition = largestOf([1, ...Array.from(conf.partitions.values(), (each) => each.jobFactor)])
    this.#highestQos = largestOf([0, ...Array.from(qos.values(), (each) => each.priority)])
  }

  ledger({ first, knownAtStart }: Pick<LedgerOptions, 'first' | 'knownAtStart'>): PriorityLedger {
    const { conf, zone } = this.#site
    return new PriorityLedger(this.#tree, {
      ...conf.priority,
      first,
      knownAtStart,
      chargesAtEnd: conf.enforcesLimits,
      nextReset: resetsOf(conf.priority.reset, { unixStart: 0, zone }),
    })
  }

  ledgerJob(record: SlurmRecord): LedgerJob {
    const { conf, qos } = this.#site
    const { account, user, eligible } = record
    const billing = conf.resources.get(record.partition.split(',')[0])?.billing ?? null
    const factor = qos.get(record.qos)?.usageFactor ?? 1
    return {
      leaf: this.#tree.leafOf(this.#number('account', account), this.#number('user', user)),
      eligible: Number.isNaN(eligible) ? Number.POSITIVE_INFINITY : eligible,
      charge: chargeOf(givenTo(record), billing, conf.chargesLargest) * factor,
    }
  }

  /** 0–1, in the order of `PRIORITY_FACTORS`. */
  factors(record: SlurmRecord, partition: string, { wait, fairShare }: PriorityState): readonly number[] {
    const { conf, qos, machine } = this.#site
    const { priority } = conf
    const ofPartition = conf.partitions.get(partition)?.jobFactor ?? 0
    const ofQos = qos.get(record.qos)?.priority ?? 0
    const { account, user } = record
    const ofAssociation = this.#associations.of(this.#number('account', account), this.#number('user', user))
    return [
      Math.min(1, priority.maxAge === 0 ? 1 : wait / priority.maxAge),
      fairShare,
      jobSizeFactor(requestOf(record), Math.ceil(record.limit / 60), machine, priority),
      priority.normalPartition ? ofPartition / this.#highestPartition : ofPartition,
      !priority.normalQos ? ofQos : this.#highestQos === 0 ? 0 : ofQos / this.#highestQos,
      // Without a weight Slurm computes none.
      priority.assoc === 0 ? 0 : priority.normalAssoc ? ofAssociation.share : ofAssociation.value,
    ]
  }

  priority(
    record: SlurmRecord,
    partition: string,
    factors: readonly number[],
    { site, nice }: ByHand,
  ): number {
    const { conf } = this.#site
    const totals = conf.resources.get(partition)?.totals ?? null
    const tres = tresPart(requestOf(record), conf.tresWeights, totals, conf.priority)
    return priorityOf(factors.reduce((sum, factor, k) => sum + factor * this.#weights[k], tres + site - nice))
  }

  #shares(): readonly Share[] {
    const { associations } = this.#site
    const accounts = associations.filter(({ user }) => user === null).map(({ account }) => account)
    const places = new Map(accounts.map((account, place) => [account, place]))
    return associations.map(({ account, user, parent, shares, priority }) => ({
      ...(priority !== null && { priority }),
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
