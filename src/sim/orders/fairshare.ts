/**
 * Fair share by decayed use: whose user has used least goes first. Use is what a user's jobs have held up to now, those that run
 * included, in processor-seconds, each second weighed by ½^(age/halfLife). All users have equal shares.
 *
 * It is the idea behind Slurm's fair share (`multifactor` follows that to the digit) without periods and accounts.
 */
import type { GeneralRanking, QueueOrder, QueueState, VisibleJobs } from '../order.js'
import type { OrderDeclaration } from './declaration.js'

const WEEK = 604_800

interface Use {
  /** Processor-seconds, decayed, at `at`. */
  used: number
  at: number
  /** Processors held since then. */
  rate: number
}

class FairShareRanking implements GeneralRanking {
  readonly kind = 'general'
  readonly #jobs: VisibleJobs
  /** The decay by a factor of e, a second. */
  readonly #decay: number
  readonly #uses = new Map<number, Use>()

  constructor(jobs: VisibleJobs, halfLife: number) {
    this.#jobs = jobs
    this.#decay = Math.LN2 / halfLife
  }

  started(job: number, now: number): void {
    this.#useOf(this.#jobs.user[job], now).rate += this.#jobs.size[job]
  }

  ended(job: number, now: number): void {
    this.#useOf(this.#jobs.user[job], now).rate -= this.#jobs.size[job]
  }

  score(out: Float64Array, queue: Int32Array, n: number, { now }: QueueState): void {
    const { user } = this.#jobs
    for (let k = 0; k < n; k++) {
      const use = this.#uses.get(user[queue[k]])
      out[k] = use === undefined ? 0 : this.#at(use, now)
    }
  }

  /** A user's use, brought up to now. */
  #useOf(user: number, now: number): Use {
    const known = this.#uses.get(user)
    if (known === undefined) {
      const fresh = { used: 0, at: now, rate: 0 }
      this.#uses.set(user, fresh)
      return fresh
    }
    known.used = this.#at(known, now)
    known.at = now
    return known
  }

  #at({ used, at, rate }: Use, now: number): number {
    if (now === at) return used
    const lost = -Math.expm1(-this.#decay * (now - at))
    return used - used * lost + (rate * lost) / this.#decay
  }
}

function fairShare(name: string, halfLife: number): QueueOrder {
  return { name, bind: ({ jobs }) => new FairShareRanking(jobs, halfLife) }
}

export const FAIRSHARE_ORDER: OrderDeclaration = {
  name: 'fairshare',
  aliases: [],
  formula: 'Σ n·½^(age/halfLife) over all seconds that jobs of the user have run; least first',
  source: 'decayed usage, as J. Kay and P. Lauder, A fair share scheduler, CACM 31(1), 1988',
  parameters: [
    {
      name: 'halfLife',
      meaning: 'seconds after which use counts half',
      least: 1,
      most: 1e10,
      default: WEEK,
    },
  ],
  create: (name, given) => fairShare(name, given.get('halfLife') ?? WEEK),
}
