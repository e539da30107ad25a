/**
 * The configuration of a site's resource manager, Slurm, in the numbers of a log: the texts that Slurm gives
 * (trace/slurm-conf) speak of names, and the log's header says which number is which name.
 */

import type { CalendarClock } from '../core/calendar.js'
import { largestOf } from '../core/statistics.js'
import { pseudonyms } from '../trace/sacct/names.js'
import {
  type Association,
  numbersByName,
  type PartitionResources,
  type PrioritySettings,
  type QosPriority,
  type SchedulerParameters,
  type SlurmConf,
  type Tres,
} from '../trace/slurm-conf/index.js'

/** A priority and what it is of the highest that there is. */
export interface Ranked {
  readonly value: number
  /** 0–1. */
  readonly share: number
}

/** The amounts of resources, or their weights, by name. */
export type TresList = readonly (readonly [name: string, amount: number])[]

export interface SitePartition {
  readonly jobFactor: Ranked
  readonly tier: number
  /** The amount that it has of each resource; absent where nobody says. */
  readonly totals?: TresList
  /** The charge for a second of each resource; absent: a processor as one. */
  readonly billing?: TresList
}

/** The count of the resources that jobs ask for. */
export interface SiteResources {
  /** Nodes of the machine; null where nobody says. */
  readonly nodes: number | null
  /** PriorityWeightTRES. */
  readonly weights: TresList
  /** PriorityFlags=MAX_TRES: a job is charged for the largest of its resources alone. */
  readonly chargesLargest: boolean
  /** Whether what a job ran since the last computation is charged as it ends, or at the next (AccountingStorageEnforce). */
  readonly chargesAtEnd: boolean
}

export interface SiteQos {
  readonly priority: Ranked
  /** The charge of a processor-second of its jobs. */
  readonly usageFactor: number
}

/** An account, or a user of one. */
export interface Share {
  /** Place of the account that it belongs to; −1 of the root, which comes first. */
  readonly parent: number
  /** Null: it has none of its own but takes part in those of the account above. */
  readonly shares: number | null
  readonly isUser: boolean
  /** The weight by PriorityWeightAssoc; absent where nobody has any. */
  readonly priority?: number
  /** Number in the log; NaN where the log has no number for it. */
  readonly number: number
  /** Resource-seconds that a user had used at `usedAt`; absent where nobody says. */
  readonly used?: number
}

export interface Site {
  /** For what happens at local midnight. */
  readonly clock: CalendarClock
  /** Null where no slurm.conf was given. */
  readonly priority: PrioritySettings | null
  /** When its schedulers run and what they look at; null where no slurm.conf was given. */
  readonly scheduler: SchedulerParameters | null
  /** Null where no slurm.conf was given. */
  readonly resources: SiteResources | null
  /** By number of the partition; null where no slurm.conf was given. */
  readonly partitions: ReadonlyMap<number, SitePartition> | null
  /** By number of the queue; null where nothing was given. */
  readonly qos: ReadonlyMap<number, SiteQos> | null
  /** Each after its parent; null where nothing was given. */
  readonly shares: readonly Share[] | null
  /** The second of the log at which usage was what `shares` say; absent where a log's own jobs make it. */
  readonly usedAt?: number
}

/** The texts that were read of a site, in names. */
export interface SiteTexts {
  readonly conf: SlurmConf | null
  readonly qos: ReadonlyMap<string, QosPriority> | null
  readonly associations: readonly Association[] | null
  /** The secret with which the log's numbers of users and accounts were made; null where the header names them. */
  readonly salt: string | null
}

/** @param header the log's header comments, which name its numbers */
export function siteOf(
  { conf, qos, associations, salt }: SiteTexts,
  header: readonly string[],
  clock: CalendarClock,
): Site {
  return {
    clock,
    priority: conf?.priority ?? null,
    scheduler: conf?.scheduler ?? null,
    resources: conf === null ? null : resourcesOf(conf),
    partitions: conf === null ? null : partitionsByNumber(conf, header),
    qos: qos === null ? null : qosByNumber(qos, header),
    shares: associations === null ? null : sharesByNumber(associations, header, salt),
  }
}

function resourcesOf({ machine, tresWeights, chargesLargest, enforcesLimits }: SlurmConf): SiteResources {
  return {
    nodes: machine?.nodes ?? null,
    ...{ weights: [...tresWeights], chargesLargest, chargesAtEnd: enforcesLimits },
  }
}

function partitionsByNumber(
  { partitions, resources }: Pick<SlurmConf, 'partitions' | 'resources'>,
  header: readonly string[],
): ReadonlyMap<number, SitePartition> {
  // Slurm divides by at least 1.
  const highest = largestOf([1, ...Array.from(partitions.values(), ({ jobFactor }) => jobFactor)])
  const found = new Map<number, SitePartition>()
  for (const [names, numbers] of numbersByName(header, 'Partition')) {
    // A job that names several partitions is tried in each; it counts with the best of them.
    const best = names
      .split(',')
      .flatMap((name) => {
        const known = partitions.get(name)
        return known === undefined ? [] : { ...known, ...listedResources(resources.get(name)) }
      })
      .sort((a, b) => b.tier - a.tier || b.jobFactor - a.jobFactor)[0]
    if (best === undefined) continue
    const { jobFactor, ...others } = best
    for (const number of numbers) {
      found.set(number, { ...others, jobFactor: { value: jobFactor, share: jobFactor / highest } })
    }
  }
  return found
}

function listedResources(
  resources: PartitionResources | undefined,
): Pick<SitePartition, 'totals' | 'billing'> {
  const { totals = null, billing = null } = resources ?? {}
  const listed = (tres: Tres) => [...tres]
  return { ...(totals && { totals: listed(totals) }), ...(billing && { billing: listed(billing) }) }
}

function qosByNumber(
  qos: ReadonlyMap<string, QosPriority>,
  header: readonly string[],
): ReadonlyMap<number, SiteQos> {
  const highest = largestOf([0, ...Array.from(qos.values(), ({ priority }) => priority)])
  const found = new Map<number, SiteQos>()
  for (const [name, numbers] of numbersByName(header, 'Queue')) {
    const known = qos.get(name)
    if (known === undefined) continue
    const { priority, usageFactor } = known
    const share = highest === 0 ? 0 : priority / highest
    for (const number of numbers) found.set(number, { priority: { value: priority, share }, usageFactor })
  }
  return found
}

function sharesByNumber(
  associations: readonly Association[],
  header: readonly string[],
  salt: string | null,
): readonly Share[] {
  const users = associations.flatMap(({ user }) => user ?? [])
  const accounts = associations.filter(({ user }) => user === null).map(({ account }) => account)
  const userNumber = numberOf('User', 'user', users, header, salt)
  const accountNumber = numberOf('Group', 'account', accounts, header, salt)
  const placeOf = new Map(accounts.map((account, place) => [account, place]))
  return associations.map(({ account, user, parent, shares, priority, used }) => ({
    parent: parent === null ? -1 : (placeOf.get(parent) ?? 0),
    ...{ shares, isUser: user !== null },
    ...(priority !== null && { priority }),
    ...(user !== null && used !== undefined && { used }),
    number: user === null ? accountNumber(account) : userNumber(user),
  }))
}

/**
 * The number that a name has in the log: the header's, else that made with the salt, else, where the log has neither
 * names nor a salt, the name itself, which is then the log's number.
 */
export function numberOf(
  kind: 'User' | 'Group',
  pseudonymKind: string,
  names: readonly string[],
  header: readonly string[],
  salt: string | null,
): (name: string) => number {
  const named = numbersByName(header, kind)
  if (named.size > 0) return (name) => named.get(name)?.[0] ?? Number.NaN
  if (salt === null) return (name) => (/^\d+$/.test(name) ? Number(name) : Number.NaN)
  const different = [...new Set(names)]
  const numbers = pseudonyms(different, pseudonymKind, salt)
  const made = new Map(different.map((name, k) => [name, numbers[k]]))
  return (name) => made.get(name) ?? Number.NaN
}
