/**
 * Probability driven development of a rigid rule base (C. Franke, doctoral thesis, Dortmund 2006, 9.2.3.2, algorithm 9.2):
 * random bases in which each class of states has each of the 13 strategies p times, 13 · p bases in all. Then each class gets
 * the strategy with which the sum of the scores was smallest, of equal ones the first. That base is the result, whatever its
 * score; a random one may be better, and is told of beside it.
 *
 * Generations are 13 bases; the thesis knows none, and they change nothing but when a run can be left.
 */

import { exact, list, nullable, object, objectOf, whole as wholeNumber } from '../../../core/codec.js'
import { stateOf } from '../../../core/documents.js'
import { Random } from '../../../core/random.js'
import { setting, type Values, whole } from '../../../core/settings/index.js'
import { smallestOf } from '../../../core/statistics.js'
import { classCount } from '../../../sim/rule-based/index.js'
import type { Learner, LearnerContext, LearnerKind, SearchSummary } from '../../learner.js'
import { checkedLearner } from '../../learner-settings.js'
import { RIGID, RIGID_STRATEGIES, rigidCoding } from './rigid-coding.js'

const SETTINGS = {
  ...RIGID,
  p: setting(whole(1), {
    meaning: `how often each class has each of the ${RIGID_STRATEGIES} strategies in the random rules: ${RIGID_STRATEGIES}·p candidates`,
    source: 'Franke 2006, 9.2.3.2',
    option: 'times',
    usual: 50,
  }),
}

const RANDOM_BASES = 'random bases'
const SMALLEST_SUMS = 'smallest sums'

interface State {
  /** Generations told. */
  readonly told: number
  /** Class by class, strategy by strategy: the sum of the scores of the bases in which it has it. */
  readonly sums: readonly number[]
  /** The first of the best random bases, its place and score; null before the first scores. */
  readonly best: { readonly place: number; readonly score: number } | null
  /** The score of the base by smallest sums; null: not known yet. */
  readonly score: number | null
}
const STATE = objectOf<State>({
  ...{
    told: wholeNumber(0),
    sums: list(exact),
    best: nullable(object({ place: wholeNumber(0), score: exact })),
  },
  score: nullable(exact),
})

export const RULES_PROBABILISTIC: LearnerKind<'rules-probabilistic', typeof SETTINGS> = {
  name: 'rules-probabilistic',
  about: 'Learn rigid rules: each class of states gets the strategy with which random rules did best.',
  settings: SETTINGS,
  // The base of the smallest sums is a candidate, too.
  rounds: { setting: 'p', first: () => 1, each: () => RIGID_STRATEGIES, least: 'each strategy once' },
  planned: ({ p }) => p * RIGID_STRATEGIES + 1,
  title: ({ partitions, p }) =>
    `rigid rules, ${classCount(partitions)} classes by ${p * RIGID_STRATEGIES} random bases`,
  open: (settings, context, state) => probabilisticLearner(settings, context, stateOf(STATE, state)),
}

function probabilisticLearner(
  settings: Values<typeof SETTINGS>,
  { seed }: LearnerContext,
  from: State | null,
): Learner {
  const { p } = checkedLearner(SETTINGS, settings)
  const coding = rigidCoding(settings)
  const each = coding.strategies.length
  const random = new Random(seed).fork('rules-probabilistic')
  const columns = Array.from({ length: coding.classes }, (_, k) =>
    balancedAssignment(each, p, random.fork(`class ${k}`)),
  )
  const baseAt = (place: number): readonly number[] => columns.map((column) => column[place])
  let state: State = from ?? {
    told: 0,
    sums: new Array<number>(coding.classes * each).fill(0),
    best: null,
    score: null,
  }
  const candidates = ({ told, sums }: State): readonly (readonly number[])[] =>
    told === p ? [smallestSums(sums, each)] : Array.from({ length: each }, (_, k) => baseAt(told * each + k))

  return {
    ask: () => {
      if (state.score !== null) return null
      const bases = candidates(state)
      // Every score enters a sum.
      const selection = { selects: bases.length, rivals: [], floor: Number.POSITIVE_INFINITY }
      const name = state.told === p ? SMALLEST_SUMS : RANDOM_BASES
      return [{ name, candidates: bases.map(coding.strategy), selection }]
    },
    tell: ([scores]) => {
      const { told } = state
      if (told === p) {
        state = { ...state, score: scores[0] }
        return
      }
      const sums = [...state.sums]
      let { best } = state
      for (const [k, classes] of candidates(state).entries()) {
        for (const [place, strategy] of classes.entries()) sums[place * each + strategy] += scores[k]
        if (best === null || scores[k] < best.score) best = { place: told * each + k, score: scores[k] }
      }
      state = { told: told + 1, sums, best, score: null }
    },
    delivered: () => {
      const { sums, score } = state
      return score === null ? null : { strategy: coding.strategy(smallestSums(sums, each)), score }
    },
    summaries: () => {
      const { told, sums, best, score } = state
      const none = { score: Number.POSITIVE_INFINITY, strategy: null }
      return [
        {
          ...{ name: RANDOM_BASES, evaluations: told * each },
          ...(best === null ? none : { score: best.score, strategy: coding.strategy(baseAt(best.place)) }),
        },
        {
          ...{ name: SMALLEST_SUMS, evaluations: score === null ? 0 : 1 },
          ...(score === null ? none : { score, strategy: coding.strategy(smallestSums(sums, each)) }),
        },
      ] satisfies readonly SearchSummary[]
    },
    population: () => [],
    snapshot: () => STATE.encode(state),
  }
}

/** Each of 0 … n−1 so many times; at each place one that is left, whichever alike. */
export function balancedAssignment(n: number, times: number, random: Random): readonly number[] {
  const left = new Array<number>(n).fill(times)
  return Array.from({ length: n * times }, () => {
    const open = left.flatMap((count, k) => (count > 0 ? [k] : []))
    const chosen = open[random.int(open.length)]
    left[chosen]--
    return chosen
  })
}

/** The place of the smallest sum of each class, of equal ones the first. */
function smallestSums(sums: readonly number[], each: number): readonly number[] {
  return Array.from({ length: sums.length / each }, (_, k) => {
    const own = sums.slice(k * each, (k + 1) * each)
    return own.indexOf(smallestOf(own))
  })
}
