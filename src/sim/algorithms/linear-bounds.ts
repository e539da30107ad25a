/**
 * Bounds of keys that are linear in time (`KeyBounds`): a class is made of jobs whose slopes p/q are alike, up to an eighth of
 * an octave, and the fixed part of a job's key is the one that it had at its submit. So the first of thousands of jobs that may
 * be backfilled is found without scoring them all, also where every job has a slope of its own, as by WFP3.
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
  readonly #view: SchedulerView
  readonly #ranking: LinearRanking
  readonly #fixed: Float64Array
  readonly #coefficients = new Float64Array(4)
  /** The greatest term of all fixed parts, in which their rounding errors are measured. */
  #scale = 0

  constructor(view: SchedulerView, ranking: LinearRanking) {
    this.#view = view
    this.#ranking = ranking
    this.#fixed = columnBeside(view.jobs, Float64Array)
  }

  /** The steepest slope of its class. */
  classOf(job: number): number {
    const of = this.#coefficients
    const submit = this.#view.jobs.submit[job]
    this.#ranking.coefficients(of, job, submit)
    const [c, p, s, q] = of
    const slope = p / q
    const shift = slope * (submit - s)
    const atSubmit = c + shift
    // What has no number goes last, and may stand anywhere.
    this.#fixed[job] = Number.isNaN(atSubmit) ? Number.POSITIVE_INFINITY : -atSubmit
    if (Number.isFinite(atSubmit)) this.#scale = Math.max(this.#scale, Math.abs(c) + Math.abs(shift))
    if (slope === 0 || !Number.isFinite(slope)) return 0
    return Math.sign(slope) * 2 ** (Math.ceil(Math.log2(Math.abs(slope)) * PARTS) / PARTS)
  }

  fixedPart(job: number): number {
    return this.#fixed[job]
  }

  least(ofClass: number, fixed: number, submit: number, now: number): number {
    // A key that rises is least at the submit, of which none is later than now.
    const change = Math.min(0, ofClass * (now - submit))
    return change - fixed + ERROR * (change - this.#scale)
  }
}
