/**
 * Score functions that are sums of terms (terms.ts), by the coefficients and by the form, on the simulated objective itself.
 *
 * 1. *Coefficients*: each family under each algorithm is searched by CMA-ES (space.ts), beginning at known rules, so that no
 *    result is worse than these. They share one half of the budget by successive halving (halving.ts).
 * 2. *Form*: of the winner's terms one is left out, each in turn; from the best of these points the smaller form is searched
 *    anew. If it becomes no worse than the larger one, it takes its place, and another term is tried; if not, it is
 *    given up (backward elimination). The rest of the budget goes on with the smallest form that was kept.
 */
import { flag, json, list, number, objectOf, whole } from '../../../core/codec.js'
import { stateOf } from '../../../core/documents.js'
import type { Json } from '../../../core/json.js'
import { setting, someOf, type Values } from '../../../core/settings/index.js'
import { THE_BEST } from '../../../optimize/optimizer.js'
import { ranking } from '../../../optimize/stepped.js'
import { algorithmsSetting, evaluationsSetting } from '../../algorithms.js'
import { halving } from '../../halving.js'
import type { Learner, LearnerContext, LearnerKind } from '../../learner.js'
import { spaceSearch } from '../../space.js'
import type { PointSearch } from '../../sub-search.js'
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
  readonly search: Json
}

interface State {
  readonly families: Json
  /** Smaller forms, one after the other. */
  readonly steps: readonly Step[]
  /** Candidates with a term left out. */
  readonly tried: number
  /** Whether no further term is to be left out; the last step was given up if it was worse. */
  readonly pruned: boolean
}
const STATE = objectOf<State>({
  families: json,
  steps: list(objectOf<Step>({ terms: list(whole(0)), start: list(number()), search: json })),
  ...{ tried: whole(0), pruned: flag },
})

export const SCORE_COEFFICIENTS: LearnerKind<'score-coefficients', typeof SETTINGS> = {
  name: 'score-coefficients',
  about: 'sums of terms, by CMA-ES, then fewer terms',
  settings: SETTINGS,
  planned: ({ evaluations }) => evaluations,
  title: ({ families, algorithms }) =>
    `score functions, coefficients by CMA-ES, ${families.join(', ')} under ${algorithms.join(', ')}`,
  open: (settings, context, state) => coefficientsLearner(settings, context, stateOf(STATE, state)),
}

/** The search of a form. */
interface Search {
  readonly form: Form
  readonly part: PointSearch
}

/** The next turn. */
type Turn =
  | { readonly kind: 'families' }
  | { readonly kind: 'form'; readonly part: PointSearch }
  | { readonly kind: 'omissions'; readonly of: Search }
  | { readonly kind: 'end' }

function coefficientsLearner(
  { families, algorithms, evaluations }: Values<typeof SETTINGS>,
  { seed }: LearnerContext,
  from: State | null,
): Learner {
  const searchOf = (form: Form, starts: readonly Float64Array[], sigma: number) =>
    spaceSearch(spaceOf(form), { starts, sigma }, seed)
  const forms = algorithms.flatMap((algorithm) => families.map((family) => wholeForm(algorithm, family)))
  const openings = forms.map((form) => searchOf(form, startsFor(form), SIGMA))
  const first = halving(openings, evaluations * FAMILIES, from?.families ?? null)
  const winner = (): Search => {
    const [part] = first.left
    return { form: forms[first.parts.indexOf(part)], part }
  }
  const smaller = (terms: readonly number[], start: readonly number[], state: Json | null): Search => {
    const form = { ...winner().form, terms }
    return { form, part: searchOf(form, [Float64Array.from(start)], FINE_SIGMA)(state) }
  }
  const starts: (readonly number[])[] = from?.steps.map(({ start }) => start) ?? []
  const steps: Search[] = from?.steps.map(({ terms, start, search }) => smaller(terms, start, search)) ?? []
  let tried = from?.tried ?? 0
  let pruned = from?.pruned ?? false

  /** The last of the smaller forms that was kept; the winner of the families where none was. */
  const kept = (): Search => {
    const chain = [winner(), ...steps]
    const last = chain.length - 1
    return last > 0 && chain[last].part.score > chain[last - 1].part.score ? chain[last - 1] : chain[last]
  }
  const spent = () => steps.reduce((sum, { part }) => sum + part.evaluations, tried + first.spent)
  /** Candidates that a smaller form has to become as good as the larger one. */
  const patience = () => (evaluations * (1 - FAMILIES)) / winner().form.terms.length

  const turn = (): Turn => {
    if (!first.over) return { kind: 'families' }
    if (spent() >= evaluations) return { kind: 'end' }
    if (pruned) return { kind: 'form', part: kept().part }
    const last = steps[steps.length - 1]
    if (last !== undefined && last.part.evaluations < patience()) return { kind: 'form', part: last.part }
    return { kind: 'omissions', of: kept() }
  }
  /** Ends the search for smaller forms where the last one did not become as good, or has one term. */
  const settle = () => {
    if (!first.over || pruned) return
    const last = steps[steps.length - 1]
    if (last !== undefined && last.part.evaluations < patience()) return
    const now = kept()
    pruned = (last !== undefined && now !== last) || now.form.terms.length < 2
  }
  const omissions = ({ form, part }: Search) =>
    form.terms.map((_, place) => without(form, part.best?.genome ?? [], place))

  return {
    ask: () => {
      const present = turn()
      switch (present.kind) {
        case 'families':
          return first.ask()
        case 'form':
          return [present.part.ask()]
        case 'omissions':
          return [
            {
              name: `${spaceOf(present.of.form).name}, one left out`,
              candidates: omissions(present.of).map(([form, unit]) => scoreAt(form, unit)),
              selection: THE_BEST,
            },
          ]
        case 'end':
          return null
      }
    },
    tell: (scores) => {
      const present = turn()
      if (present.kind === 'families') first.tell(scores)
      else if (present.kind === 'form') present.part.tell(scores[0])
      else if (present.kind === 'omissions') {
        const [form, unit] = omissions(present.of)[ranking(scores[0])[0]]
        tried += scores[0].length
        starts.push([...unit])
        steps.push(smaller(form.terms, [...unit], null))
      }
      settle()
    },
    summaries: () => [...first.summaries(), ...steps.map(({ part }) => part.summary())],
    population: () => (first.over ? kept().part : first).population(),
    snapshot: () =>
      STATE.encode({
        families: first.snapshot(),
        steps: steps.map(({ form, part }, k) => ({
          terms: form.terms,
          start: starts[k],
          search: part.snapshot(),
        })),
        tried,
        pruned,
      }),
  }
}
