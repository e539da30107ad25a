/**
 * Bounds of keys that are linear in time (`KeyBounds`). A class is made of jobs whose slopes p/q are alike, up to an eighth of an
 * octave; with m the least slope that the class can have, and k the key of a job at its submit,
 *
 *     key(now) ≥ k + m·(now − submit) = m·now + (k − m·submit)
 *
 * since now ≥ submit, and what is in parentheses is the job's rank. So the first of thousands of jobs that may be backfilled is
 * found without scoring them all, also where every job has a slope of its own, as by WFP3.
 */
import { columnBeside } from '../../trace/growing-table.js'
import { ERROR } from '../engine/parallel-lines.js'
import type { KeyBounds, LinearRanking, Ranking } from '../order.js'
import type { SchedulerView } from '../scheduler.js'
import { BoundedQueue } from './bounded-queue.js'

/** Classes that a doubling of the slope is divided into. */
const PARTS = 8

/** The waiting jobs by bounds of their keys; null where the order is another, or its coefficients change. */
export function linearQueue(view: SchedulerView, order: Ranking): BoundedQueue | null {
  if (order.kind !== 'linear' || order.until(0) !== Number.POSITIVE_INFINITY || view.rules.lead > 0)
    return null
  return new BoundedQueue(view, order, new LinearBounds(view, order))
}

class LinearBounds implements KeyBounds {
  readonly rank: Float64Array
  readonly #view: SchedulerView
  readonly #ranking: LinearRanking
  readonly #coefficients = new Float64Array(4)
  /** The least slope of each class. */
  readonly #slopes: number[] = []
  readonly #numbers = new Map<number, number>()
  #now = 0
  /** The greatest term of all ranks, in which their rounding errors are measured. */
  #scale = 0

  constructor(view: SchedulerView, ranking: LinearRanking) {
    this.#view = view
    this.#ranking = ranking
    this.rank = columnBeside(view.jobs, Float64Array)
  }

  classOf(job: number): number {
    const of = this.#coefficients
    const submit = this.#view.jobs.submit[job]
    this.#ranking.coefficients(of, job, submit)
    const [c, p, s, q] = of
    const slope = p / q
    const least = leastSlope(slope)
    const shift = slope * (submit - s)
    const since = least * submit
    const rank = c + shift - since
    const isKnown = Number.isFinite(rank)
    // Else it may stand anywhere.
    this.rank[job] = isKnown ? rank : Number.NEGATIVE_INFINITY
    if (isKnown) this.#scale = Math.max(this.#scale, Math.abs(c) + Math.abs(shift) + Math.abs(since))
    return this.#numberOf(isKnown ? least : 0)
  }

  #numberOf(slope: number): number {
    const known = this.#numbers.get(slope)
    if (known !== undefined) return known
    const number = this.#slopes.push(slope) - 1
    this.#numbers.set(slope, number)
    return number
  }

  until(): number {
    return Number.POSITIVE_INFINITY
  }

  look(now: number): void {
    this.#now = now
  }

  least(ofClass: number, rank: number): number {
    const change = this.#slopes[ofClass] * this.#now
    return change + rank - ERROR * (2 * Math.abs(change) + this.#scale)
  }
}

/** The slope that the class of a slope begins with. */
function leastSlope(slope: number): number {
  if (slope === 0) return 0
  const sign = Math.sign(slope)
  const part = Math.log2(Math.abs(slope)) * PARTS
  let step = sign > 0 ? Math.floor(part) : Math.ceil(part)
  // Logarithms are rounded.
  while (sign * 2 ** (step / PARTS) > slope) step -= sign
  return sign * 2 ** (step / PARTS)
}
