/**
 * Slurm's multifactor priority of the waiting jobs (priority_multifactor.c, `set_priority_factors` and
 * `_get_priority_internal`), the largest first:
 *
 *     priority = ⌊ age·A + assoc·S + fairshare·F + size·J + partition·P + qos·Q + T − nice ⌋, at least 1, at most 2³² − 1
 *
 *     A   min(1, wait / maxage)                                F   fair-tree.ts or classic.ts, of the user in the account
 *     J   n/N; with favorsmall 1 − n/N;                        P   PriorityJobFactor over the highest of any partition
 *         relative: n/(N·m), m the requested minutes           Q   the QOS's priority over the highest of any QOS
 *     S   the association's priority over the highest          T   of each resource its weight, times what the job asks for
 *         of any                                                   over what its partition has
 *
 * n is the job's size and N the machine's; at a site whose Slurm is known n/N is the mean of that of the processors and that of
 * the nodes which the job asked for (sim/slurm/factors.ts). Priorities are computed once in a period and for a job when it is submitted:
 * between two computations, waits do not grow and usage does not change. Jobs of a partition with a higher
 * PriorityTier go before all others.
 */
import { columnBeside } from '../../../trace/growing-table.js'
import type { PrioritySettings } from '../../../trace/slurm-conf/index.js'
import { LARGEST_WEIGHT } from '../../../trace/slurm-conf/index.js'
import type { GeneralRanking, KeyDrift, QueueState, World } from '../../order.js'
import type { Site } from '../../site.js'
import { chargeOf, jobSizeFactor, tresPart } from '../../slurm/factors.js'
import { AssociationPriorities } from './association-priorities.js'
import { type Associations, associationsOf } from './associations.js'
import { MultifactorBounds, ROUNDING } from './bounds.js'
import { ClassicFairShare } from './classic.js'
import { FairTree } from './fair-tree.js'
import { type AskedResources, askedIn } from './job-resources.js'
import { resetsOf } from './resets.js'
import { type KnownUsage, UsageAccount } from './usage.js'

/** A tier weighs more than any priority. */
const TIER = LARGEST_WEIGHT + 1
/** PriorityTier of a partition of which nothing is known. */
const USUAL_TIER = 1
/** The places of the constant parts of a job's priority, side by side so that a look at a long queue finds them together. */
const [ASSOC, SIZE, PARTITION, QOS, TRES, NICE, TIERS] = [0, 1, 2, 3, 4, 5, 6]
const PARTS = 8
/** The leaf of a job of which nothing is known yet, and of all where fair-share has no weight, with its factor. */
const UNKNOWN = -2
const ALL_ALIKE = 0
const NO_FACTORS = new Float64Array(1)

export class MultifactorRanking implements GeneralRanking {
  readonly kind = 'general'
  readonly #world: World
  readonly #settings: PrioritySettings
  readonly #account: (job: number) => number
  readonly #queue: (job: number) => number
  readonly #partition: (job: number) => number
  readonly #niceOf: (job: number) => number
  /** Null where fair-share has no weight. */
  readonly #shares: FairShares | null
  readonly #asked: AskedResources
  /** Null where associations have no weight. */
  readonly #associations: AssociationPriorities | null
  /** The constant parts of each job's priority, once its leaf is known. */
  readonly #parts: Float64Array
  readonly #leaf: Int32Array
  /** The computation that the factors are of, and the factors. */
  #at = 0
  #factors: Float64Array = NO_FACTORS

  constructor(world: World, settings: PrioritySettings) {
    const { jobs } = world
    this.#world = world
    this.#settings = settings
    this.#account = world.field('unixGroup')
    this.#queue = world.field('queue')
    this.#partition = world.field('partition')
    this.#niceOf = world.field('nice')
    this.#shares = settings.fairshare > 0 ? new FairShares(world, settings) : null
    this.#asked = askedIn(world)
    this.#associations = settings.assoc > 0 ? new AssociationPriorities(world.site?.shares ?? null) : null
    this.#parts = columnBeside(jobs, Float64Array, 0, PARTS)
    this.#leaf = columnBeside(jobs, Int32Array, UNKNOWN)
  }

  started(job: number, now: number): void {
    const shares = this.#shares
    if (shares === null) return
    if (this.#leaf[job] === UNKNOWN) this.#admit(job)
    const { site } = this.#world
    const factor = site?.qos?.get(this.#queue(job))?.usageFactor ?? 1
    const billing = site?.partitions?.get(this.#partition(job))?.billing
    const charge =
      billing === undefined
        ? this.#world.jobs.size[job]
        : chargeOf(this.#asked(job), new Map(billing), site?.resources?.chargesLargest ?? false)
    shares.account.started(job, this.#leaf[job], charge * factor, now)
  }

  ended(job: number, now: number): void {
    this.#shares?.account.ended(job, now)
  }

  score(out: Float64Array, queue: Int32Array, n: number, { now }: QueueState): void {
    const { submit } = this.#world.jobs
    const { age, maxAge, fairshare } = this.#settings
    // Where no wait is too short to count in full, all do.
    const [ripe, least] = maxAge > 0 ? [maxAge, 0] : [1, 1]
    const leaves = this.#leaf
    const parts = this.#parts
    this.#look(now)
    const at = this.#at
    const factors = this.#factors
    for (let k = 0; k < n; k++) {
      const job = queue[k]
      if (leaves[job] === UNKNOWN) this.#admit(job)
      const own = job * PARTS
      // The sum is rounded down, so that the order of its terms is Slurm's.
      const sum =
        Math.min(Math.max(least, (at - submit[job]) / ripe), 1) * age +
        parts[own + ASSOC] +
        factors[leaves[job]] * fairshare +
        parts[own + SIZE] +
        parts[own + PARTITION] +
        parts[own + QOS] +
        parts[own + TRES] -
        parts[own + NICE]
      out[k] = keyOf(parts[own + TIERS], sum)
    }
  }

  until(now: number): number {
    const { origin } = this.#world
    const { period } = this.#settings
    return origin + (lastComputation(origin, period, now) + 1) * period
  }

  get drift(): KeyDrift {
    const { age, maxAge, period } = this.#settings
    return {
      changedAt: (now) => {
        this.#look(now)
        return this.#shares?.changedAt ?? Number.NEGATIVE_INFINITY
      },
      // One may gain by its wait where the other's has come to PriorityMaxAge, and sums are rounded down.
      most: (seconds) => 1 + (maxAge > 0 ? ((seconds + period) / maxAge) * age * (1 + ROUNDING) : 0),
    }
  }

  get bounds(): MultifactorBounds {
    const parts = this.#parts
    return new MultifactorBounds(this.#world.jobs, this.#settings, {
      tierOf: (job) => {
        if (this.#leaf[job] === UNKNOWN) this.#admit(job)
        return parts[job * PARTS + TIERS]
      },
      leafOf: (job) => this.#leaf[job],
      constant: (job) => {
        const [assoc, size, partition, qos, tres, nice] = parts.subarray(job * PARTS, job * PARTS + TIERS)
        return assoc + size + partition + qos + tres - nice
      },
      look: (now) => this.#look(now),
      key: (tier, leaf, sum) => keyOf(tier, sum + this.#factors[leaf] * this.#settings.fairshare),
    })
  }

  #look(now: number): void {
    const { period } = this.#settings
    const shares = this.#shares
    const { origin } = this.#world
    if (shares !== null) this.#factors = shares.at(now)
    this.#at = shares === null ? origin + lastComputation(origin, period, now) * period : shares.account.at
  }

  /** All that does not change of a job that has been submitted. */
  #admit(job: number): void {
    const { jobs, processors, site } = this.#world
    const { size, partition, qos, assoc, normalPartition, normalQos, normalAssoc } = this.#settings
    const { nodes, weights = [] } = site?.resources ?? {}
    const place = site?.partitions?.get(this.#partition(job))
    const quality = site?.qos?.get(this.#queue(job))
    const jobFactor =
      place === undefined ? 0 : normalPartition ? place.jobFactor.share : place.jobFactor.value
    const priority = quality === undefined ? 0 : normalQos ? quality.priority.share : quality.priority.value
    const asked = this.#asked(job)
    const machine = { cores: processors, nodes: nodes ?? Number.NaN }
    // A time limit is kept in whole minutes.
    const minutes = Math.ceil(jobs.estimate[job] / 60)
    const parts = this.#parts.subarray(job * PARTS, (job + 1) * PARTS)
    parts[SIZE] = jobSizeFactor(asked, minutes, machine, this.#settings) * size
    if (weights.length > 0) parts[TRES] = tresPart(asked, weights, new Map(place?.totals), this.#settings)
    if (this.#associations !== null) {
      const { share, value } = this.#associations.of(this.#account(job), jobs.user[job])
      parts[ASSOC] = (normalAssoc ? share : value) * assoc
    }
    parts[PARTITION] = jobFactor * partition
    parts[QOS] = priority * qos
    const nice = this.#niceOf(job)
    parts[NICE] = nice === -1 ? 0 : nice
    parts[TIERS] = (place?.tier ?? USUAL_TIER) * TIER
    this.#leaf[job] =
      this.#shares === null ? ALL_ALIKE : this.#shares.leafOf(this.#account(job), jobs.user[job])
  }
}

/** The key of a job with such a sum of factors, at what its tier weighs. */
function keyOf(tier: number, sum: number): number {
  return -(tier + Math.min(Math.max(1, Math.floor(sum)), LARGEST_WEIGHT))
}

/** The number of the last computation of priorities at or before `now`. */
function lastComputation(origin: number, period: number, now: number): number {
  let k = Math.max(0, Math.floor((now - origin) / period))
  // The quotient may be off by rounding; what counts is origin + k·period.
  if (origin + k * period > now) k--
  else if (origin + (k + 1) * period <= now) k++
  return k
}

/** The usage that the site knows of; null where it is that of the log's jobs. */
function knownUsage({ shares, usedAt }: Site, { leaf, nodes }: Associations): KnownUsage | null {
  if (shares === null || usedAt === undefined) return null
  const ofLeaf = new Float64Array(nodes.length)
  shares.forEach(({ used = 0, isUser }, node) => {
    if (isUser) ofLeaf[leaf[node]] = used
  })
  return { at: usedAt, ofLeaf }
}

/** Fair-share factors of all users, computed at most once a period. */
class FairShares {
  readonly account: UsageAccount
  readonly #tree: Associations
  readonly #formula: { compute(usage: Float64Array, out: Float64Array, before: Float64Array): void }
  readonly #factors: Float64Array
  readonly #before: Float64Array
  /** The revision of usage that the factors are of; −1 before the first. */
  #of = -1
  /** When any factor became another. */
  changedAt = Number.NEGATIVE_INFINITY

  constructor(world: World, settings: PrioritySettings) {
    const { origin, site, jobs } = world
    const { period, halfLife, reset, fairTree, dampening } = settings
    this.#tree = associationsOf(site?.shares ?? null, world.members())
    const leaves = this.#tree.nodes.length
    const nextReset = resetsOf(reset, site?.clock ?? { unixStart: 0, zone: 0 })
    const chargesAtEnd = site?.resources?.chargesAtEnd ?? true
    const times = { origin, period, halfLife, nextReset, chargesAtEnd }
    this.account = new UsageAccount(leaves, jobs, times, site === null ? null : knownUsage(site, this.#tree))
    this.#formula = fairTree ? new FairTree(this.#tree) : new ClassicFairShare(this.#tree, dampening)
    this.#factors = new Float64Array(leaves)
    this.#before = new Float64Array(leaves)
  }

  leafOf(account: number, user: number): number {
    return this.#tree.leafOf(account, user)
  }

  /** The usage of each leaf, as at the last computation before `now`. */
  at(now: number): Float64Array {
    const { account } = this
    account.advance(now)
    if (this.#of !== account.revision) {
      this.#before.set(this.#factors)
      this.#formula.compute(account.usage, this.#factors, account.before)
      this.#of = account.revision
      if (this.#factors.some((factor, leaf) => factor !== this.#before[leaf])) this.changedAt = now
    }
    return this.#factors
  }
}
