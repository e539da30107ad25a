/**
 * The least weighted wait: a bound of Σ v_j·W_j·w_j over all schedules, with W_j = p_j·m_j the work of job j, w_j its
 * wait, and v_j ≥ 0 its weight for each unit of work. Averages of waits, responses and slowdowns are such sums.
 *
 * A rigid job is processed at its full rate from start to end, so its mean busy time M_j (the mean of the instants at
 * which its work is done) is C_j − p_j/2, and its wait is M_j − M'_j, with M'_j = r_j + p_j/2 the mean busy time of the
 * job alone (Goemans, Queyranne, Schulz, Skutella and Wang, SIAM Journal on Discrete Mathematics 15, 2002). Let
 * N(v) be the jobs of weight v or more, and g(N) the least Σ_{j∈N} W_j·(M_j − M'_j) of all fluid processes, which
 * `fluidDelay` has. As v_j = ∫ [v ≤ v_j] dv,
 *
 *     Σ v_j·W_j·w_j = ∫ Σ_{j∈N(v)} W_j·(M_j − M'_j) dv ≥ ∫ g(N(v)) dv,
 *
 * for the schedule of all jobs is, of those in N alone, a process that treats no others. Without limits to the rates
 * this is the value of preemptive scheduling by weight over work (theorem of the paper above); with them it is larger.
 *
 * g(N) falls where N loses jobs, by the same argument, so the integrand falls with v. Where the weights are of many
 * values the integral is taken at some of them, each step at the value of its upper end, which is a bound again. The
 * steps are halved where that loses most, until what is lost is small or the allowance is used up. Jobs that overlap no
 * episode of a set are as if alone in any part of it, and left out there.
 *
 * With other widths s_j in place of m_j (widths.ts) the work is p_j·s_j and the weight v_j·m_j/s_j, and the rest holds
 * as it stands; jobs without width are taken as if alone.
 */
import { type FluidDelay, fluidDelay } from './fluid.js'
import type { Load } from './load.js'
import type { Widths } from './widths.js'

/** Part of the sum that may be lost to steps. */
const LOSS = 1e-3

/** A process of some jobs. */
interface Process extends FluidDelay {
  /** Rows of the jobs that it delays, and of those that run beside them. */
  readonly rows: Int32Array
}

/** The congestion that one choice of widths proves for all jobs, whatever their weights. */
export interface Congestion extends Process {
  readonly widths: Widths
}

export function congestionOf(load: Load, widths: Widths): Congestion {
  const everyone = Int32Array.from({ length: load.length }, (_, k) => k)
  return { widths, ...processOf(load, widths, everyone) }
}

function processOf({ release, runtime }: Load, { size, capacity }: Widths, rows: Int32Array): Process {
  const episodes: number[] = []
  const fluid = fluidDelay({ release, runtime, size }, rows, capacity, episodes)
  // The first episode that has not ended when a job is released; it is hit if it begins before the job ends.
  let episode = 0
  const hit = rows.filter((row) => {
    while (episode < episodes.length && episodes[episode + 1] < release[row]) episode += 2
    return size[row] > 0 && episode < episodes.length && episodes[episode] <= release[row] + runtime[row]
  })
  return { ...fluid, rows: hit }
}

/**
 * A lower bound of Σ v_j·W_j·w_j, up to rounding.
 * @param weight v, beside the jobs; none negative
 * @param allowance jobs that the processes at further weights than the least may treat, all together
 */
export function leastDelay(
  load: Load,
  { widths, rows, delay }: Congestion,
  weight: Float64Array,
  allowance: number,
): number {
  if (delay === 0) return 0
  const values = new Float64Array(load.length)
  for (const row of rows) values[row] = weight[row] * (load.size[row] / widths.size[row])
  const levels = distinctDescending(Float64Array.from(rows, (row) => values[row]))
  if (levels.length === 0) return 0

  let left = allowance
  /** The process of the jobs of a level or more, among `rows`; null where the allowance does not suffice. */
  const processAt = (level: number, rows: Int32Array): Process | null => {
    const heavy = rows.filter((row) => values[row] >= levels[level])
    left -= heavy.length
    return left < 0 ? null : processOf(load, widths, heavy)
  }
  const last = levels.length - 1
  const lightest = processOf(
    load,
    widths,
    rows.filter((row) => values[row] > 0),
  )
  const heaviest = last === 0 ? null : processAt(0, lightest.rows)
  let sum = levels[last] * lightest.delay
  if (heaviest === null) return sum
  sum += (levels[0] - levels[last]) * heaviest.delay
  const steps: Step[] = [{ from: 0, to: last, atFrom: heaviest.delay, atTo: lightest }]
  const lost = ({ from, to, atFrom, atTo }: Step): number =>
    to - from < 2 ? 0 : (levels[from] - levels[to]) * (atTo.delay - atFrom)
  for (;;) {
    const worst = steps.reduce((a, b) => (lost(b) > lost(a) ? b : a))
    if (steps.reduce((all, step) => all + lost(step), 0) <= LOSS * sum) return sum
    const { from, to, atFrom, atTo } = worst
    const middle = between(levels, from, to)
    const atMiddle = processAt(middle, atTo.rows)
    if (atMiddle === null) return sum
    sum += (levels[middle] - levels[to]) * (atMiddle.delay - atFrom)
    steps[steps.indexOf(worst)] = { from, to: middle, atFrom, atTo: atMiddle }
    steps.push({ from: middle, to, atFrom: atMiddle.delay, atTo })
  }
}

/** A step of the integral over the weight: from one level down to another. */
interface Step {
  /** Places of the levels. */
  readonly from: number
  readonly to: number
  /** Delay of the jobs of the upper level or more. */
  readonly atFrom: number
  /** Process of those of the lower level or more. */
  readonly atTo: Process
}

/** The values above 0, each once, the largest first. */
function distinctDescending(values: Float64Array): number[] {
  const distinct: number[] = []
  const ascending = values.sort()
  for (let k = ascending.length - 1; k >= 0 && ascending[k] > 0; k--) {
    if (ascending[k] !== distinct[distinct.length - 1]) distinct.push(ascending[k])
  }
  return distinct
}

/** The place strictly between two others whose level is next to their geometric mean. */
function between(levels: readonly number[], from: number, to: number): number {
  const mark = Math.sqrt(levels[from] * levels[to])
  let low = from + 1
  let high = to - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (levels[middle] > mark) low = middle + 1
    else high = middle
  }
  return low
}
