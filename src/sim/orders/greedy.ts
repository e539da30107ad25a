/**
 * Greedy scheduling's sorting criteria (Franke, Lepping,
 * Schwiegelshohn: Greedy scheduling with complex objectives, 2007, III-A; Franke, doctoral thesis, 2006, 9.1), the *largest* first:
 *
 *     1  w_i (K_i + a·(t−s)/r + b·r/n)          2  w_i (K_i + a·(t−s) + b·r·n)
 *     3  w_i (K_i + a·(t−s)/(r·n))              4  w_i (K_i + a·(t−s) + b·r/n)
 *
 * t the time, s the submit time, r the estimate, n the size, i the job's user group; a, b, w_i in [0, 1], K_i in
 * [0, 5]. Each situation of the week (time-class.ts) has a criterion and parameters of its own. As rankings put the
 * smallest key first, the key is the negated criterion; it is linear in time while a situation lasts.
 *
 * Read into what the sources leave open: an estimate of 0 s counts as 1 s in a denominator; a job of no group, or of
 * a group beyond the last one that has parameters, has those of the last group (by the letter of the paper's sum its
 * criterion would be 0, and it would wait for the queue to run dry).
 */
import { QueuewrightError } from '../../core/errors.js'
import type {
  Coefficients,
  LinearRanking,
  QueueOrder,
  QueueState,
  TimeClass,
  TimeClassClock,
  World,
} from '../order.js'
import { linearScore, setCoefficients } from './ranking.js'

export type Criterion = 1 | 2 | 3 | 4

export interface GreedyParameters {
  /** The criterion in situation 0 (weekend), 1 (weekday 8–18 h), 2 (weekday 18–8 h). */
  readonly criteria: readonly [Criterion, Criterion, Criterion]
  /**
   * For each situation in turn a, b, w_1 … w_G, K_1 … K_G: 3·(2 + 2G) finite numbers, 36 for the five groups of the
   * sources. The array is copied.
   */
  readonly weights: Float64Array
}

const TIME_CLASSES = 3

/**
 * The order of one parameter set. Made and bound in constant time, for learners that try thousands.
 * @throws QueuewrightError `policy-parameter` where the number of weights fits no number of groups, one is not
 * finite, or a criterion is unknown
 */
export function greedyOrder(parameters: GreedyParameters, name = 'greedy'): QueueOrder {
  const { criteria } = parameters
  const weights = parameters.weights.slice()
  const groups = (weights.length / TIME_CLASSES - 2) / 2
  if (!(Number.isInteger(groups) && groups >= 1)) {
    throw new QueuewrightError('policy-parameter', 'greedy criteria with a wrong number of weights', {
      value: weights.length,
      expected: '3 situations × (a, b, w of each group, K of each group): 36 for five groups',
    })
  }
  const infinite = weights.findIndex((weight) => !Number.isFinite(weight))
  if (infinite >= 0) {
    throw new QueuewrightError('policy-parameter', 'a weight of a greedy criterion is not finite', {
      field: `weights[${infinite}]`,
      value: String(weights[infinite]),
    })
  }
  for (const criterion of criteria) {
    if (![1, 2, 3, 4].includes(criterion)) {
      throw new QueuewrightError('policy-parameter', 'unknown greedy criterion', {
        value: criterion,
        expected: '1, 2, 3 or 4',
      })
    }
  }
  const alike = allAlike(criteria, weights)
  return { name, bind: (world) => new GreedyRanking(world, criteria, weights, groups, alike) }
}

function allAlike(criteria: GreedyParameters['criteria'], weights: Float64Array): boolean {
  const each = weights.length / TIME_CLASSES
  return (
    criteria.every((criterion) => criterion === criteria[0]) &&
    weights.every((weight, k) => weight === weights[k % each])
  )
}

class GreedyRanking implements LinearRanking {
  readonly kind = 'linear'
  readonly phases: number
  readonly #world: World
  readonly #clock: TimeClassClock
  readonly #criteria: readonly Criterion[]
  readonly #weights: Float64Array
  readonly #groups: number
  /** The situations do not differ, so the coefficients hold for ever. */
  readonly #alike: boolean
  readonly #coefficients = new Float64Array(4)
  /** One job, and its coefficients. */
  readonly #ownJob = new Int32Array(1)
  readonly #own: Coefficients = {
    c: new Float64Array(1),
    p: new Float64Array(1),
    s: new Float64Array(1),
    q: new Float64Array(1),
  }

  constructor(
    world: World,
    criteria: readonly Criterion[],
    weights: Float64Array,
    groups: number,
    alike: boolean,
  ) {
    this.#world = world
    this.#clock = world.timeClasses
    this.#criteria = criteria
    this.#weights = weights
    this.#groups = groups
    this.#alike = alike
    this.phases = alike ? 1 : TIME_CLASSES
  }

  coefficients(out: Float64Array, job: number, now: number): void {
    const { c, p, s, q } = this.#own
    this.#ownJob[0] = job
    this.fill(this.#own, this.#ownJob, now)
    setCoefficients(out, c[0], p[0], s[0], q[0])
  }

  fill({ c, p, s, q }: Coefficients, jobs: Int32Array, now: number): void {
    const situation = this.#situation(now)
    const { submit, estimate, size, group } = this.#world.jobs
    const weights = this.#weights
    const groups = this.#groups
    const criterion = this.#criteria[situation]
    const first = situation * (2 + 2 * groups)
    const a = weights[first]
    const b = weights[first + 1]
    for (let k = 0; k < jobs.length; k++) {
      const job = jobs[k]
      const own = group[job]
      const i = own >= 1 && own <= groups ? own : groups
      const w = weights[first + 1 + i]
      const K = weights[first + 1 + groups + i]
      const r = estimate[job]
      const n = size[job]
      const preference = criterion === 2 ? b * r * n : criterion === 3 ? 0 : (b * r) / n
      const seconds = r > 0 ? r : 1
      c[k] = -w * (K + preference)
      p[k] = -w * a
      s[k] = submit[job]
      q[k] = criterion === 1 ? seconds : criterion === 3 ? seconds * n : 1
    }
  }

  phase(now: number): number {
    return this.#situation(now)
  }

  until(now: number): number {
    return this.#alike ? Number.POSITIVE_INFINITY : this.#clock.until(now)
  }

  score(out: Float64Array, queue: Int32Array, n: number, state: QueueState): void {
    const { now } = state
    const of = this.#coefficients
    for (let k = 0; k < n; k++) {
      this.coefficients(of, queue[k], now)
      out[k] = linearScore(of[0], of[1], of[2], of[3], now)
    }
  }

  #situation(now: number): TimeClass {
    return this.#alike ? 0 : this.#clock.at(now)
  }
}
