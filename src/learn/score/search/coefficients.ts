/**
 * Score functions that are sums of terms (terms.ts), by the coefficients and by the form, on the simulated objective itself.
 *
 * 1. *Coefficients*: each family under each algorithm is searched by CMA-ES (arm.ts), beginning at known rules, so that no
 *    result is worse than these. They share one half of the budget by successive halving (halving.ts).
 * 2. *Form*: of the winner's terms one is left out, each in turn; from the best of these points the smaller form is searched
 *    anew. If it becomes no worse than the larger one, it takes its place, and another term is tried; if not, it is
 *    given up (backward elimination). The rest of the budget goes on with the smallest form that was kept.
 */
import type { Json } from '../../../core/json.js'
import { setting, someOf, type Values } from '../../../core/settings/index.js'
import { ranking } from '../../../optimize/stepped.js'
import { algorithmsSetting, evaluationsSetting } from '../../algorithms.js'
import { type Arm, armOf, type Course } from '../../arm.js'
import { type Halved, halving } from '../../halving.js'
import type { Heat, Learner, LearnerContext, LearnerKind } from '../../learner.js'
import { FAMILY_NAMES, type Form, scoreAt, spaceOf, startsFor, wholeForm, without } from './terms.js'

/** Candidates are rounded up to whole generations. */
const SETTINGS = {
  families: setting(someOf(FAMILY_NAMES), {
    meaning: 'families of terms, separated by commas',
    option: 'terms',
    usual: FAMILY_NAMES,
    usually: 'all, of which the best goes on',
  }),
  algorithms: algorithmsSetting(['easy'], 'the score'),
  evaluations: evaluationsSetting(2000),
}

/** Share of the budget for the families; the other is for the form. */
const FAMILIES = 1 / 2
/** First steps of both parts, as shares of a coefficient's scale. */
const SIGMA = 0.15
const FINE_SIGMA = 0.05

/** A smaller form: which terms, where its search begins, and how far it has come. */
interface Step {
  readonly terms: readonly number[]
  readonly start: readonly number[]
  readonly course: Course
}

interface State extends Halved {
  readonly courses: readonly Course[]
  /** Smaller forms, one after the other. */
  readonly steps: readonly Step[]
  /** Candidates with a term left out. */
  readonly tried: number
  /** Whether no further term is to be left out; the last step was given up if it was worse. */
  readonly pruned: boolean
}

export const SCORE_COEFFICIENTS: LearnerKind<'score-coefficients', typeof SETTINGS> = {
  name: 'score-coefficients',
  about: 'sums of terms, by CMA-ES, then fewer terms',
  settings: SETTINGS,
  planned: ({ evaluations }) => evaluations,
  title: ({ families, algorithms }) =>
    `score functions, coefficients by CMA-ES, ${families.join(', ')} under ${algorithms.join(', ')}`,
  open: (settings, context, state) =>
    coefficientsLearner(settings, context, state as unknown as State | null),
}

interface Search {
  readonly form: Form
  readonly arm: Arm
}

function coefficientsLearner(
  { families, algorithms, evaluations }: Values<typeof SETTINGS>,
  { seed }: LearnerContext,
  from: State | null,
): Learner {
  const searchOf = (
    form: Form,
    starts: readonly Float64Array[],
    sigma: number,
    course: Course | null,
  ): Search => ({
    form,
    arm: armOf(spaceOf(form), { starts, sigma }, seed, course),
  })
  const forms = algorithms.flatMap((algorithm) => families.map((family) => wholeForm(algorithm, family)))
  const searches = forms.map((form, k) => searchOf(form, startsFor(form), SIGMA, from?.courses[k] ?? null))
  const arms = searches.map(({ arm }) => arm)
  const first = halving(arms, evaluations * FAMILIES, from)
  const winner = (): Search => searches[arms.indexOf(first.left[0])]

  const smaller = (terms: readonly number[], start: readonly number[], course: Course | null): Search =>
    searchOf({ ...winner().form, terms }, [Float64Array.from(start)], FINE_SIGMA, course)
  const starts: (readonly number[])[] = from?.steps.map(({ start }) => start) ?? []
  const steps: Search[] = from?.steps.map(({ terms, start, course }) => smaller(terms, start, course)) ?? []
  let tried = from?.tried ?? 0
  let pruned = from?.pruned ?? false

  /** Of the smaller forms the last one that was kept; the winner of the families where none was. */
  const kept = (): Search => {
    const chain = [winner(), ...steps]
    const last = chain.length - 1
    return last > 0 && chain[last].arm.score > chain[last - 1].arm.score ? chain[last - 1] : chain[last]
  }
  const spent = () => [...searches, ...steps].reduce((sum, { arm }) => sum + arm.evaluations, tried)
  /** Candidates that a smaller form has to become as good as the larger one. */
  const patience = () => (evaluations * (1 - FAMILIES)) / winner().form.terms.length

  type Stage =
    | { readonly kind: 'arms'; readonly arms: readonly Arm[] }
    | { readonly kind: 'omissions'; readonly of: Search }
    | { readonly kind: 'done' }

  const stage = (): Stage => {
    if (!first.over) return { kind: 'arms', arms: first.due() }
    if (spent() >= evaluations) return { kind: 'done' }
    if (pruned) return { kind: 'arms', arms: [kept().arm] }
    const last = steps[steps.length - 1]
    if (last !== undefined && last.arm.evaluations < patience()) return { kind: 'arms', arms: [last.arm] }
    return { kind: 'omissions', of: kept() }
  }
  /** Ends the search for smaller forms where the last one did not become as good, or has one term. */
  const settle = () => {
    first.settle()
    if (!first.over || pruned) return
    const last = steps[steps.length - 1]
    if (last !== undefined && last.arm.evaluations < patience()) return
    const now = kept()
    pruned = (last !== undefined && now !== last) || now.form.terms.length < 2
  }
  const omissions = ({ form, arm }: Search) =>
    form.terms.map((_, place) => without(form, arm.best?.unit ?? [], place))

  const heats = (present: Stage): readonly Heat[] | null => {
    switch (present.kind) {
      case 'arms':
        return present.arms.map((arm) => arm.heat())
      case 'omissions':
        return [
          {
            name: `${spaceOf(present.of.form).name}, one left out`,
            candidates: omissions(present.of).map(([form, unit]) => scoreAt(form, unit)),
            selection: { selects: 1, rivals: [], floor: Number.NEGATIVE_INFINITY },
          },
        ]
      case 'done':
        return null
    }
  }
  return {
    ask: () => heats(stage()),
    tell: (scores) => {
      const present = stage()
      if (present.kind === 'arms') {
        for (const [heat, arm] of present.arms.entries()) arm.tell(scores[heat])
      } else if (present.kind === 'omissions') {
        const [form, unit] = omissions(present.of)[ranking(scores[0])[0]]
        tried += scores[0].length
        starts.push([...unit])
        steps.push(smaller(form.terms, [...unit], null))
      }
      settle()
    },
    standings: () => [...searches, ...steps].map(({ arm }) => arm.standing()),
    population: () => (first.over ? [kept().arm] : first.left).flatMap((arm) => arm.last()),
    snapshot: () =>
      ({
        ...first.save(),
        courses: arms.map((arm) => arm.course()),
        steps: steps.map(({ form, arm }, k) => ({
          terms: form.terms,
          start: starts[k],
          course: arm.course(),
        })),
        tried,
        pruned,
      }) satisfies State as unknown as Json,
  }
}
