/**
 * Bounds of Slurm's multifactor priorities (`KeyBounds`). Jobs of one leaf and one tier differ by what never changes of them
 * (size, partition, QOS) and by their waits, which count until they come to PriorityMaxAge. So they are two classes: those that
 * still gain, which keep their order as they all gain alike, and those that have come to it.
 */
import { columnBeside } from '../../../trace/growing-table.js'
import type { PrioritySettings } from '../../../trace/slurm-conf/index.js'
import type { KeyBounds, VisibleJobs } from '../../order.js'

/** More than the rounding errors of a priority's sum, in parts of its terms. */
export const ROUNDING = 1e-12

/** The part of the priorities that bounds need. */
export interface Parts {
  /** The weight of its tier. */
  tierOf(job: number): number
  leafOf(job: number): number
  /** The part of a job's priority that never changes, once its tier is known. */
  constant(job: number): number
  look(now: number): void
  /** The key of jobs of a tier and a leaf for which all parts but fair-share come to such a sum. */
  key(tier: number, leaf: number, sum: number): number
}

interface PriorityClass {
  readonly tier: number
  readonly leaf: number
  readonly gains: boolean
}

export class MultifactorBounds implements KeyBounds {
  readonly rank: Float64Array
  readonly #submit: Float64Array
  readonly #settings: Pick<PrioritySettings, 'age' | 'maxAge' | 'fairshare'>
  readonly #parts: Parts
  readonly #classes: PriorityClass[] = []
  readonly #numbers = new Map<string, number>()
  /** The part that a wait from the log's zero until now would have. */
  #gained = 0

  constructor(jobs: VisibleJobs, settings: PrioritySettings, parts: Parts) {
    this.rank = columnBeside(jobs, Float64Array)
    this.#submit = jobs.submit
    this.#settings = settings
    this.#parts = parts
  }

  classOf(job: number, now: number): number {
    const parts = this.#parts
    const tier = parts.tierOf(job)
    const leaf = parts.leafOf(job)
    const gains = this.#ripens(job) > now
    this.rank[job] = (gains ? this.#gainedBy(this.#submit[job]) : 0) - parts.constant(job)
    const name = `${tier} ${leaf} ${gains}`
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    const number = this.#classes.push({ tier, leaf, gains }) - 1
    this.#numbers.set(name, number)
    return number
  }

  until(job: number, now: number): number {
    const ripens = this.#ripens(job)
    return ripens > now ? ripens : Number.POSITIVE_INFINITY
  }

  look(now: number): void {
    this.#parts.look(now)
    this.#gained = this.#gainedBy(now)
  }

  least(ofClass: number, rank: number): number {
    const { age, fairshare } = this.#settings
    const { tier, leaf, gains } = this.#classes[ofClass]
    // A wait counts up to the last computation of priorities, which is not after now.
    const waits = gains ? this.#gained : age
    const error = ROUNDING * (Math.abs(waits) + Math.abs(rank) + fairshare)
    return this.#parts.key(tier, leaf, waits - rank + error)
  }

  /** When the wait of a job has come to the greatest that counts. */
  #ripens(job: number): number {
    return this.#submit[job] + this.#settings.maxAge
  }

  /** The part that a wait from the log's zero to an instant would have. */
  #gainedBy(instant: number): number {
    const { age, maxAge } = this.#settings
    return (instant / maxAge) * age
  }
}
