/**
 * Owners who might be the one that answers, as a sample of what is believed of them. On axes from 0, the best of the
 * front, to 1, its worst, an owner with positive weights w likes less of
 *
 *     sum      Σ w_k x_k
 *     limits   max w_k x_k + ρ Σ w_k x_k
 *
 * The second wants every objective below a limit, 1/w_k, and reaches also schedules that are best for no sum: augmented
 * weighted Chebyshev (Steuer and Choo: An interactive weighted Tchebycheff procedure for multiple objective programming,
 * Mathematical Programming 26, 1983). Costs are measured by their range over the front.
 *
 * Beliefs begin alike for both kinds and even over weights. Answers are wrong now and then (Toubia, Hauser and Garcia:
 * Probabilistic polyhedral methods for adaptive choice-based conjoint analysis, Marketing Science 26, 2007): after each, the
 * sample is drawn again by how likely the answers are, and moved by a Markov chain that leaves the belief as it is
 * (Chopin: A sequential particle filter method for static models, Biometrika 89, 2002).
 */
import type { Random } from '../../core/random.js'
import { largestOf, smallestOf } from '../../core/statistics.js'
import type { Front } from '../../geometry/index.js'

export type OwnerKind = 'sum' | 'limits'
/** Which of two schedules is better; `=` where they are alike. */
export type Better = 'A' | 'B' | '='

/** A question that was answered: rows of two points. */
export interface AnsweredRows {
  readonly a: number
  readonly b: number
  readonly better: Better
}

export interface Owner {
  readonly kind: OwnerKind
  /** Above 0; only their ratios matter. */
  readonly weights: Float64Array
  /** The cost of every point, from 0 to 1. */
  readonly costs: Float64Array
}

/** How often an answer is wrong, whatever the schedules. */
const WRONG = 0.05
/** Differences in cost of this size are told apart three times out of four, about. */
const TELLING = 0.02
/** ρ. */
const AUGMENTATION = 0.05
/** Moves of each owner after an answer. */
const MOVES = 4
/** Step of the logarithm of a weight. */
const STEP = 0.5
/** Share of moves that change the kind too. */
const TURNS = 0.1

/** That the owner says A, of all who say A or B. */
export function likesA({ costs }: Owner, a: number, b: number): number {
  return WRONG + (1 - 2 * WRONG) / (1 + Math.exp((costs[a] - costs[b]) / TELLING))
}

/** Logarithm of how likely the answers are. */
export function likelihood(owner: Owner, answers: readonly AnsweredRows[]): number {
  return answers.reduce((sum, { a, b, better }) => {
    const p = likesA(owner, a, b)
    // Whoever is in doubt says that they are alike.
    return sum + Math.log(better === 'A' ? p : better === 'B' ? 1 - p : 4 * p * (1 - p))
  }, 0)
}

export function ownersAtFirst(front: Front, count: number, random: Random): readonly Owner[] {
  const draw = random.gamma(1, 1)
  return Array.from({ length: count }, (_, k) =>
    ownerOf(front, k % 2 === 0 ? 'sum' : 'limits', Float64Array.from({ length: front.objectives }, draw)),
  )
}

/** The sample by all answers, of the one by all but the last. */
export function ownersAfter(
  front: Front,
  before: readonly Owner[],
  answers: readonly AnsweredRows[],
  random: Random,
): readonly Owner[] {
  const normal = random.normal(0, STEP)
  return drawnAgain(before, answers.slice(-1), random).map((owner) => {
    let present = owner
    let score = likelihood(present, answers) + prior(present)
    for (let move = 0; move < MOVES; move++) {
      const turn = random.uniform() < TURNS
      const kind = turn === (present.kind === 'sum') ? 'limits' : 'sum'
      const next = ownerOf(
        front,
        kind,
        present.weights.map((weight) => weight * Math.exp(normal())),
      )
      const other = likelihood(next, answers) + prior(next)
      if (Math.log(random.uniform()) >= other - score) continue
      present = next
      score = other
    }
    return present
  })
}

/**
 * The logarithm of the prior density of the weights' logarithms, where each weight is exponentially distributed, so that
 * their shares are even.
 */
function prior({ weights }: Owner): number {
  return weights.reduce((sum, weight) => sum + Math.log(weight) - weight, 0)
}

/** As many, each as often as the answers say, by evenly spaced marks. */
function drawnAgain(
  owners: readonly Owner[],
  answers: readonly AnsweredRows[],
  random: Random,
): readonly Owner[] {
  const shares = owners.map((owner) => Math.exp(likelihood(owner, answers)))
  const total = shares.reduce((sum, share) => sum + share, 0)
  const first = random.uniform()
  let place = 0
  let reached = shares[0]
  return owners.map((_, k) => {
    const mark = ((k + first) / owners.length) * total
    while (reached < mark && place < owners.length - 1) reached += shares[++place]
    return owners[place]
  })
}

function ownerOf({ objectives: d, points }: Front, kind: OwnerKind, weights: Float64Array): Owner {
  const costs = new Float64Array(points.length / d)
  for (let row = 0; row < costs.length; row++) {
    let sum = 0
    let most = 0
    for (let k = 0; k < d; k++) {
      const cost = weights[k] * points[row * d + k]
      sum += cost
      if (cost > most) most = cost
    }
    costs[row] = kind === 'sum' ? sum : most + AUGMENTATION * sum
  }
  const least = smallestOf(costs)
  const range = largestOf(costs) - least || 1
  for (let row = 0; row < costs.length; row++) costs[row] = (costs[row] - least) / range
  return { kind, weights, costs }
}

/** The row of the point that the owner likes most; of equal ones the first. */
export function bestFor({ costs }: Owner): number {
  return costs.reduce((best, cost, row) => (cost < costs[best] ? row : best), 0)
}
