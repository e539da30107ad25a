/**
 * Who has used how much, as Slurm keeps it (priority_multifactor.c, `_decay_thread` and `_apply_new_usage`).
 *
 * Once in each period P all usage is multiplied by D^P, and every running job is charged for the time Δ since the
 * period before, or since its start, with Δ·D^Δ·processors. A job that ends is charged likewise for the time since the
 * last period: as it ends, where limits are enforced, so that this decays at the next computation, and else there. D = 1 − 0.693/halflife is the decay of one second; 1 where usage does not decay.
 *
 * Periods count from the log's first submit. What Slurm leaves to chance is settled so: a computation comes before
 * everything else that happens at its instant. The account is thus a function of the jobs' starts and ends alone,
 * however often and in what order it is asked.
 */

import { columnBeside, type Rows } from '../../../trace/growing-table.js'

// biome-ignore lint/suspicious/noApproximativeNumericConstant: ln 2 as Slurm has it
const LN2_IN_SLURM = 0.693
/** Periods in which nothing starts or ends that are taken one by one, others at once: two weeks of Slurm's five minutes. */
const LONG_STRETCH = 4096

/** The factor that usage keeps of a second; 1 where it does not decay. */
export function decayOfSecond(halfLife: number): number {
  return halfLife > 0 ? 1 - LN2_IN_SLURM / halfLife : 1
}

export interface UsageTimes {
  /** Seconds from the log's zero at which the first period begins. */
  readonly origin: number
  /** Seconds. */
  readonly period: number
  /** Seconds; 0: no decay. */
  readonly halfLife: number
  /** The first instant after a given one at which all usage is forgotten; Infinity if never. */
  readonly nextReset: (after: number) => number
  /** Whether a job's end is charged at once; true where absent. */
  readonly chargesAtEnd?: boolean
}

/** The usage of each leaf at an instant, whatever jobs are known of before. */
export interface KnownUsage {
  readonly at: number
  readonly ofLeaf: Float64Array
}

export class UsageAccount {
  /** Processor-seconds of each leaf, decayed, as at the last computation. */
  readonly usage: Float64Array
  /** The same as the last computation found it, before anything decayed and what runs was charged. */
  readonly before: Float64Array
  /** When usage was last computed. */
  at: number
  /** Computations so far. */
  computations = 0
  /** Rises whenever usage becomes another. */
  revision = 0
  #known: KnownUsage | null
  /** The computations up to this one are made one by one: something has started or ended not long before. */
  #byOnes = 0
  /** Usage after a computation with which a stretch began in which nothing starts or ends, and its number. */
  readonly #begin: Float64Array
  #began = 0
  readonly #times: UsageTimes
  readonly #decay: number
  /** The charge of a job that ran throughout the period, for one processor. */
  readonly #whole: number
  readonly #wholeDecay: number
  #resetAt: number
  /** The charges of jobs that have ended since the last computation. */
  readonly #since: Float64Array
  /** Processors of each leaf that have been at work since the last computation or longer, and jobs on them. */
  readonly #rate: Float64Array
  readonly #running: Int32Array
  /** Jobs that were started after the last computation. */
  readonly #fresh = new Set<number>()
  readonly #leaf: Int32Array
  readonly #charge: Float64Array
  readonly #start: Float64Array

  constructor(leaves: number, jobs: Rows, times: UsageTimes, known: KnownUsage | null = null) {
    const { origin, period, halfLife } = times
    this.#times = times
    this.#known = known
    this.usage = new Float64Array(leaves)
    this.before = new Float64Array(leaves)
    this.#begin = new Float64Array(leaves)
    this.at = origin
    this.#decay = decayOfSecond(halfLife)
    this.#wholeDecay = this.#decay ** period
    this.#whole = period * this.#wholeDecay
    this.#resetAt = times.nextReset(origin)
    this.#since = new Float64Array(leaves)
    this.#rate = new Float64Array(leaves)
    this.#running = new Int32Array(leaves)
    this.#leaf = columnBeside(jobs, Int32Array)
    this.#charge = columnBeside(jobs, Float64Array)
    this.#start = columnBeside(jobs, Float64Array)
  }

  /** Brings the account to the last computation at or before `now`. */
  advance(now: number): void {
    const known = this.#known
    if (known !== null && now >= known.at) {
      this.#known = null
      this.#advance(known.at)
      this.usage.set(known.ofLeaf)
      this.before.set(known.ofLeaf)
      this.#since.fill(0)
      this.#byOnes = this.computations + LONG_STRETCH
      this.revision++
    }
    this.#advance(now)
  }

  #advance(now: number): void {
    while (this.computations < this.#byOnes) {
      const next = this.#instantOf(this.computations + 1)
      if (!(next <= now)) return
      this.#compute(next)
    }
    const { origin, period } = this.#times
    let last = Math.floor((now - origin) / period)
    // The quotient may be off by rounding.
    if (this.#instantOf(last) > now) last--
    else if (this.#instantOf(last + 1) <= now) last++
    if (last > this.computations) this.#computeMany(last)
  }

  #instantOf(computation: number): number {
    return this.#times.origin + computation * this.#times.period
  }

  /**
   * @param charge processors, or what they are charged as
   */
  started(job: number, leaf: number, charge: number, now: number): void {
    this.advance(now)
    this.#byOnes = this.computations + LONG_STRETCH
    this.#leaf[job] = leaf
    this.#charge[job] = charge
    this.#start[job] = now
    this.#fresh.add(job)
  }

  ended(job: number, now: number): void {
    this.advance(now)
    this.#byOnes = this.computations + LONG_STRETCH
    const isFresh = this.#fresh.delete(job)
    this.#since[this.#leaf[job]] += this.#bill(job, now - (isFresh ? this.#start[job] : this.at))
    if (!isFresh) this.#leave(this.#leaf[job], this.#charge[job])
  }

  #compute(next: number): void {
    const { usage, before } = this
    const { chargesAtEnd = true } = this.#times
    const since = this.#since
    const rate = this.#rate
    const whole = this.#whole
    const wholeDecay = this.#wholeDecay
    if (next >= this.#resetAt) {
      usage.fill(0)
      since.fill(0)
      this.#resetAt = this.#times.nextReset(next)
    }
    for (let leaf = 0; leaf < usage.length; leaf++) {
      before[leaf] = chargesAtEnd ? usage[leaf] + since[leaf] : usage[leaf]
      const late = chargesAtEnd ? 0 : since[leaf]
      usage[leaf] = before[leaf] * wholeDecay + late + rate[leaf] * whole
      since[leaf] = 0
    }
    for (const job of this.#fresh) {
      const leaf = this.#leaf[job]
      usage[leaf] += this.#bill(job, next - this.#start[job])
      rate[leaf] += this.#charge[job]
      this.#running[leaf]++
    }
    this.#fresh.clear()
    this.at = next
    this.computations++
    this.revision++
  }

  /**
   * The computation of a number, from that at which a long stretch began, whichever were asked for in between: this is where
   * idle centuries would otherwise be gone through by minutes.
   */
  #computeMany(to: number): void {
    const begin = this.#begin
    if (this.computations === this.#byOnes) {
      begin.set(this.usage)
      this.#began = this.computations
    }
    while (this.#resetAt <= this.#instantOf(to)) {
      let at = Math.floor((this.#resetAt - this.#times.origin) / this.#times.period)
      while (this.#instantOf(at) < this.#resetAt) at++
      this.#resetAt = this.#times.nextReset(this.#instantOf(at))
      begin.fill(0)
      // What runs is charged for the period before it.
      this.#began = at - 1
    }
    this.#decayed(this.usage, to - this.#began)
    this.#decayed(this.before, to - this.#began - 1)
    this.at = this.#instantOf(to)
    this.computations = to
    this.revision++
  }

  /** Usage so many computations after that with which the stretch began. */
  #decayed(out: Float64Array, count: number): void {
    const begin = this.#begin
    const decay = this.#wholeDecay ** count
    const periods = decay === 1 ? count : (1 - decay) / (1 - this.#wholeDecay)
    for (let leaf = 0; leaf < begin.length; leaf++) {
      // Who has used something has used more than who has not, however long ago it was.
      const rest = begin[leaf] > 0 ? Math.max(Number.MIN_VALUE, begin[leaf] * decay) : 0
      out[leaf] = rest + this.#rate[leaf] * this.#whole * periods
    }
  }

  /** The charge of a job for `seconds` of running. */
  #bill(job: number, seconds: number): number {
    return seconds * this.#decay ** seconds * this.#charge[job]
  }

  #leave(leaf: number, charge: number): void {
    this.#running[leaf]--
    // Charges that are fractions leave a rest of rounding, which must not pass for a running job.
    this.#rate[leaf] = this.#running[leaf] === 0 ? 0 : this.#rate[leaf] - charge
  }
}
