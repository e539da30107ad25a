/**
 * The configuration of a site's resource manager, Slurm, in the numbers of a log: the texts that Slurm gives
 * (trace/slurm-conf) speak of names, and the log's header says which number is which name.
 */

import type { CalendarClock } from '../core/calendar.js'
import type { Json } from '../core/json.js'
import { largestOf } from '../core/statistics.js'
import { pseudonyms } from '../trace/sacct/names.js'
import {
  type Association,
  numbersByName,
  type PartitionPriority,
  type PrioritySettings,
  type QosPriority,
  type SchedulerParameters,
  type SlurmConf,
} from '../trace/slurm-conf/index.js'

/** A priority and what it is of the highest that there is. */
export interface Ranked {
  readonly value: number
  /** 0–1. */
  readonly share: number
}

export interface SitePartition {
  readonly jobFactor: Ranked
  readonly tier: number
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
  /** Number in the log; NaN where the log has no number for it. */
  readonly number: number
}

export interface Site {
  /** For what happens at local midnight. */
  readonly clock: CalendarClock
  /** Null where no slurm.conf was given. */
  readonly priority: PrioritySettings | null
  /** When its schedulers run and what they look at; null where no slurm.conf was given. */
  readonly scheduler: SchedulerParameters | null
  /** By number of the partition; null where no slurm.conf was given. */
  readonly partitions: ReadonlyMap<number, SitePartition> | null
  /** By number of the queue; null where nothing was given. */
  readonly qos: ReadonlyMap<number, SiteQos> | null
  /** Each after its parent; null where nothing was given. */
  readonly shares: readonly Share[] | null
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
    partitions: conf === null ? null : partitionsByNumber(conf.partitions, header),
    qos: qos === null ? null : qosByNumber(qos, header),
    shares: associations === null ? null : sharesByNumber(associations, header, salt),
  }
}

/** A site as plain data, for files and threads; its clock is the log's. */
export function siteJson({ priority, scheduler, partitions, qos, shares }: Site): Json {
  const listed = (numbered: ReadonlyMap<number, unknown> | null) => numbered && [...numbered]
  return JSON.parse(
    JSON.stringify({ priority, scheduler, partitions: listed(partitions), qos: listed(qos), shares }),
  )
}

/** The site of what `siteJson` made. */
export function readSite(json: Json, clock: CalendarClock): Site {
  const { priority, scheduler = null, partitions, qos, shares } = json as unknown as WrittenSite
  return {
    clock,
    priority,
    scheduler,
    partitions: partitions && new Map(partitions),
    qos: qos && new Map(qos),
    // JSON has no NaN.
    shares: shares?.map((share) => ({ ...share, number: share.number ?? Number.NaN })) ?? null,
  }
}

interface WrittenSite extends Pick<Site, 'priority'> {
  /** Absent in files of before there was one. */
  readonly scheduler?: SchedulerParameters | null
  readonly partitions: readonly (readonly [number, SitePartition])[] | null
  readonly qos: readonly (readonly [number, SiteQos])[] | null
  readonly shares: readonly (Omit<Share, 'number'> & { readonly number: number | null })[] | null
}

function partitionsByNumber(
  partitions: ReadonlyMap<string, PartitionPriority>,
  header: readonly string[],
): ReadonlyMap<number, SitePartition> {
  // Slurm divides by at least 1.
  const highest = largestOf([1, ...Array.from(partitions.values(), ({ jobFactor }) => jobFactor)])
  const found = new Map<number, SitePartition>()
  for (const [names, numbers] of numbersByName(header, 'Partition')) {
    // A job that names several partitions is tried in each; it counts with the best of them.
    const best = names
      .split(',')
      .flatMap((name) => partitions.get(name) ?? [])
      .sort((a, b) => b.tier - a.tier || b.jobFactor - a.jobFactor)[0]
    if (best === undefined) continue
    const { jobFactor, tier } = best
    for (const number of numbers) {
      found.set(number, { jobFactor: { value: jobFactor, share: jobFactor / highest }, tier })
    }
  }
  return found
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
  return associations.map(({ account, user, parent, shares }) => ({
    parent: parent === null ? -1 : (placeOf.get(parent) ?? 0),
    shares,
    isUser: user !== null,
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
