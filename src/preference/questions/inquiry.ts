/**
 * An owner is asked which of two schedules of a front is better, until it is known well enough which one is best. Each
 * question is the pair from whose answer most is to be learnt: about which the sample of owners disagrees most, while each of
 * them is sure (mutual information; Houlsby, Huszár, Ghahramani, Lengyel: Bayesian active learning for classification and
 * preference learning, 2011). The same answers lead to the same questions.
 */
import { Random } from '../../core/random.js'
import { mean } from '../../core/statistics.js'
import type { Front } from '../../geometry/index.js'
import { type NaturalPoints, spaceOf } from '../space.js'
import {
  type AnsweredRows,
  type Better,
  bestFor,
  likelihood,
  likesA,
  type Owner,
  type OwnerKind,
  ownersAfter,
  ownersAtFirst,
} from './owners.js'

/** Questions at most. */
export const MOST_QUESTIONS = 20

export interface Inquiry {
  readonly answers: readonly AnsweredRows[]
  /** Rows of the points to be compared next; null where nothing more is asked. */
  readonly question: { readonly a: number; readonly b: number } | null
  readonly belief: Belief
  answer(better: Better): Inquiry
}

/** The belief about the owner. */
export interface Belief {
  /** The row of the point of least expected regret. */
  readonly best: number
  /** The expected loss of the owner with it, as a share of the range of cost over the front. */
  readonly regret: number
  /** Which kind most of the sample is of, and what share. */
  readonly kind: OwnerKind
  readonly share: number
  /** The weights of the owner of that kind whom the answers fit best, by objective; 0 where the front has one value. */
  readonly weights: Float64Array
  /** Places of the answers that this owner would not have given. */
  readonly unfit: readonly number[]
}

const OWNERS = 256
/** Points among which questions are looked for. */
const CANDIDATES = 24
/** Expected regret below which nothing more is asked, and questions before that. */
const CONTENT = 0.005
const LEAST_QUESTIONS = 6
/** An answer that is less likely does not fit. */
const UNLIKELY = 0.25
/** Bits that a question has to promise. */
const LEAST_BITS = 0.02

/** @param most questions */
export function inquire(points: NaturalPoints, seed: number, most = MOST_QUESTIONS): Inquiry {
  const { axes, front } = spaceOf(points)
  const random = new Random(seed).fork('questions')
  const state = (answers: readonly AnsweredRows[], owners: readonly Owner[]): Inquiry => {
    const belief = beliefOf(owners, answers, points.senses.length, axes)
    const content = belief.regret < CONTENT && answers.length >= LEAST_QUESTIONS
    const question =
      content || answers.length >= most
        ? null
        : questionFor(front, owners, answers, random.fork('pairs').fork(answers.length))
    return {
      ...{ answers, belief, question },
      answer: (better) => {
        if (question === null) throw new RangeError('nothing is asked')
        const all = [...answers, { ...question, better }]
        return state(all, ownersAfter(front, owners, all, random.fork('owners').fork(all.length)))
      },
    }
  }
  return state([], ownersAtFirst(front, OWNERS, random.fork('owners')))
}

function beliefOf(
  owners: readonly Owner[],
  answers: readonly AnsweredRows[],
  objectives: number,
  axes: readonly number[],
): Belief {
  const candidates = [...new Set(owners.map(bestFor))].sort((one, other) => one - other)
  const regretOf = (row: number) => mean(owners.map(({ costs }) => costs[row]))
  const best = candidates.reduce((least, row) => (regretOf(row) < regretOf(least) ? row : least))
  const sums = owners.filter(({ kind }) => kind === 'sum')
  const kind = 2 * sums.length >= owners.length ? 'sum' : 'limits'
  const alike = owners.filter((owner) => owner.kind === kind)
  // Of those whom the answers fit as well the one to whom the chosen point is dearest.
  const fits = (owner: Owner) => likelihood(owner, answers) - owner.costs[best]
  const fittest = alike.reduce((most, owner) => (fits(owner) > fits(most) ? owner : most))
  const weights = new Float64Array(objectives)
  for (const [k, axis] of axes.entries()) weights[axis] = fittest.weights[k]
  return {
    ...{ best, kind, weights, regret: regretOf(best), share: alike.length / owners.length },
    unfit: answers.flatMap(({ a, b, better }, k) => {
      const p = likesA(fittest, a, b)
      return better !== '=' && (better === 'A' ? p : 1 - p) < UNLIKELY ? [k] : []
    }),
  }
}

function questionFor(
  front: Front,
  owners: readonly Owner[],
  answers: readonly AnsweredRows[],
  random: Random,
): Inquiry['question'] {
  const asked = new Set(answers.map(({ a, b }) => pairKey(a, b)))
  const candidates = candidatesFor(front, owners, random)
  let most = LEAST_BITS
  let question: Inquiry['question'] = null
  for (const [k, a] of candidates.entries()) {
    for (const b of candidates.slice(k + 1)) {
      if (asked.has(pairKey(a, b))) continue
      const bits = informationOf(owners, a, b)
      if (bits > most) {
        most = bits
        question = { a, b }
      }
    }
  }
  return question
}

function pairKey(a: number, b: number): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`
}

/** The candidates that the owners like most, those first whom more like; then others by chance. */
function candidatesFor(
  { objectives, points }: Front,
  owners: readonly Owner[],
  random: Random,
): readonly number[] {
  const votes = new Map<number, number>()
  for (const owner of owners) votes.set(bestFor(owner), (votes.get(bestFor(owner)) ?? 0) + 1)
  const liked = [...votes].sort(([one, n], [other, m]) => m - n || one - other).map(([row]) => row)
  const count = points.length / objectives
  const others = Array.from({ length: CANDIDATES }, () => random.below(count))
  return [...new Set([...liked.slice(0, (3 * CANDIDATES) / 4), ...others])].slice(0, CANDIDATES)
}

/** Bits that the answer says of the owner. */
function informationOf(owners: readonly Owner[], a: number, b: number): number {
  let sum = 0
  let known = 0
  for (const owner of owners) {
    const p = likesA(owner, a, b)
    sum += p
    known += entropy(p)
  }
  return entropy(sum / owners.length) - known / owners.length
}

function entropy(p: number): number {
  return -(p * Math.log2(p) + (1 - p) * Math.log2(1 - p))
}
