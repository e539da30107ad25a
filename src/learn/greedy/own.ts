/**
 * Greedy learning of our own: head starts (head-start.ts) searched by CMA-ES (arm.ts), the numbers of all groups at once, with
 * any algorithm on top, EASY for instance.
 *
 * 1. Head starts that are the same all week, for each of the algorithms asked for. They share this part of the budget by
 *    successive halving (halving.ts). Each first tries known rules (submit order, priority by group, ascending, descending
 *    and as the objective names them, shortest and smallest first), so that no result is worse than these.
 * 2. The best of all is refined: from there on each situation of the week has head starts of its own, searched all at
 *    once.
 */
import type { Json } from '../../core/json.js'
import type { AlgorithmName } from '../../sim/policy.js'
import { type Arm, armOf, type Course } from '../arm.js'
import { type Halved, halving } from '../halving.js'
import type { Learner, LearnerContext, LearnerKind } from '../learner.js'
import { bySituation, type Form, spaceOf, startsFor } from './head-start.js'

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

interface State extends Halved {
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

function ownLearner(settings: OwnSettings, context: LearnerContext, from: State | null): Learner {
  const { algorithms, evaluations } = settings
  const { seed, groups, favoured } = context
  const arm = (form: Form, starts: readonly Float64Array[], sigma: number, course: Course | null): Arm =>
    armOf(spaceOf(form, groups), { starts, sigma }, seed, course)
  const starts = startsFor(groups, favoured)
  const forms = algorithms.map((algorithm): Form => ({ algorithm, bySituation: false }))
  const arms = forms.map((form, k) => arm(form, starts, SIGMA, from?.courses[k] ?? null))
  const first = halving(arms, evaluations * (1 - REFINEMENT), from)
  const refinement = (course: Course | null): Arm => {
    const [winner] = first.left
    if (winner.best === null) throw new RangeError('nothing to refine before the first scores')
    const form = forms[arms.indexOf(winner)]
    return arm({ ...form, bySituation: true }, [bySituation(winner.best.unit)], FINE_SIGMA, course)
  }
  let refined = from === null || from.refined === null ? null : refinement(from.refined)
  const all = () => (refined === null ? arms : [...arms, refined])
  const spent = () => all().reduce((sum, each) => sum + each.evaluations, 0)
  /** Arms that have not had their part of the present round. */
  const due = (): readonly Arm[] => {
    if (refined !== null) return spent() < evaluations ? [refined] : []
    return first.due()
  }
  return {
    ask: () => {
      const heats = due().map((each) => each.heat())
      return heats.length === 0 ? null : heats
    },
    tell: (scores) => {
      for (const [heat, each] of due().entries()) each.tell(scores[heat])
      if (refined !== null) return
      first.settle()
      if (first.over) refined = refinement(null)
    },
    standings: () => all().map((each) => each.standing()),
    population: () => (refined === null ? first.left : [refined]).flatMap((each) => each.last()),
    snapshot: () =>
      ({
        ...first.save(),
        courses: arms.map((each) => each.course()),
        refined: refined?.course() ?? null,
      }) satisfies State as unknown as Json,
  }
}
