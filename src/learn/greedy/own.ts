/**
 * Greedy learning of our own: head starts (head-start.ts) searched by CMA-ES, the numbers of all groups at once, with any
 * algorithm on top, EASY for instance.
 *
 * 1. Head starts that are the same all week, for each of the algorithms asked for. They share this part of the budget by
 *    successive halving (Karnin, Koren and Somekh, Almost optimal exploration in multi-armed bandits, ICML 2013): in each
 *    round an equal part of it is divided among the algorithms that are left, then the better half of them goes on. Each
 *    first tries known rules (submit order, priority by group, ascending, descending and as the objective names them,
 *    shortest and smallest first), so that no result is worse than these.
 * 2. The best of all is refined: from there on each situation of the week has head starts of its own, searched all at
 *    once.
 */
import type { Json } from '../../core/json.js'
import type { AlgorithmName } from '../../sim/policy.js'
import type { Learner, LearnerContext, LearnerKind } from '../learner.js'
import { type Arm, armOf, type Course } from './arm.js'
import { bySituation, startsFor } from './head-start.js'

export interface OwnSettings {
  readonly learner: 'greedy-own'
  /** One algorithm, or those of which the best is to be found. */
  readonly algorithms: readonly AlgorithmName[]
  /** Candidates, rounded up to whole generations. */
  readonly evaluations: number
}

/**
 * Those of which the best is taken unless one is named. List scheduling alone lets wide jobs starve, and conservative
 * backfilling takes four times as long as EASY for what is seldom better by half a percent; who wants them names them.
 */
export const BEST_OF: readonly AlgorithmName[] = ['head', 'easy']

/** Share of the budget for the refinement. */
const REFINEMENT = 1 / 3
/** First steps of both parts, as shares of a term's scale. */
const SIGMA = 0.15
const FINE_SIGMA = 0.1

interface State {
  /** Rounds of the first part that are done. */
  readonly round: number
  /** Places of the algorithms that are left, ascending. */
  readonly left: readonly number[]
  readonly courses: readonly Course[]
  /** Null in the first part. */
  readonly refined: Course | null
}

export const GREEDY_OWN: LearnerKind<OwnSettings> = {
  name: 'greedy-own',
  planned: ({ evaluations }) => evaluations,
  title: ({ algorithms }) => `greedy, head starts by CMA-ES, ${algorithms.join(', ')}`,
  open: (settings, context, state) => ownLearner(settings, context, state as unknown as State | null),
}

/**
 * Candidates that an arm has had at the end of each round that it takes part in: in each round an equal part of the budget
 * is divided among the arms that are left.
 */
export function quotas(evaluations: number, arms: number): readonly number[] {
  const left: number[] = [arms]
  while (left[left.length - 1] > 1) left.push(Math.ceil(left[left.length - 1] / 2))
  let sum = 0
  return left.map((count) => {
    sum += evaluations / (left.length * count)
    return sum
  })
}

function ownLearner(settings: OwnSettings, context: LearnerContext, from: State | null): Learner {
  const { algorithms, evaluations } = settings
  const { groups, favoured } = context
  const beginning = { starts: startsFor(groups, favoured), sigma: SIGMA }
  const arms = algorithms.map((algorithm, k) =>
    armOf({ algorithm, bySituation: false }, beginning, context, from?.courses[k] ?? null),
  )
  const until = quotas(evaluations * (1 - REFINEMENT), arms.length)
  let round = from?.round ?? 0
  let left = from?.left ?? arms.map((_, k) => k)
  const refinement = (course: Course | null): Arm => {
    const [{ form, best }] = left.map((k) => arms[k])
    if (best === null) throw new RangeError('nothing to refine before the first scores')
    const start = { starts: [bySituation(best.unit)], sigma: FINE_SIGMA }
    return armOf({ ...form, bySituation: true }, start, context, course)
  }
  let refined = from === null || from.refined === null ? null : refinement(from.refined)
  const all = () => (refined === null ? arms : [...arms, refined])
  const spent = () => all().reduce((sum, arm) => sum + arm.evaluations, 0)
  /** Arms that have not had their part of the present round. */
  const due = (): readonly Arm[] => {
    if (refined !== null) return spent() < evaluations ? [refined] : []
    return left.map((k) => arms[k]).filter((arm) => arm.evaluations < until[round])
  }
  return {
    ask: () => {
      const heats = due().map((arm) => arm.heat())
      return heats.length === 0 ? null : heats
    },
    tell: (scores) => {
      for (const [heat, arm] of due().entries()) arm.tell(scores[heat])
      while (refined === null && due().length === 0) {
        const ranked = left.toSorted((a, b) => arms[a].score - arms[b].score || a - b)
        left = ranked.slice(0, Math.ceil(left.length / 2)).toSorted((a, b) => a - b)
        round++
        if (round === until.length) refined = refinement(null)
      }
    },
    standings: () => all().map((arm) => arm.standing()),
    population: () => (refined === null ? left.map((k) => arms[k]) : [refined]).flatMap((arm) => arm.last()),
    snapshot: () =>
      ({
        round,
        left,
        courses: arms.map((arm) => arm.course()),
        refined: refined?.course() ?? null,
      }) satisfies State as unknown as Json,
  }
}
