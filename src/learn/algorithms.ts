/** The algorithms that go by an order that is searched for: one, or those of which the best is to be found. */

import { type Form, type Known, type Setting, setting, whole } from '../core/settings/index.js'
import { MOST_EVALUATIONS } from '../optimize/evaluator.js'
import { ALGORITHM_NAMES, type AlgorithmName } from '../sim/policy.js'

/**
 * Those of which the best is taken unless one is named. List scheduling alone lets wide jobs starve, and conservative
 * backfilling takes four times as long as EASY for what is seldom better by half a percent; who wants them names them.
 */
export const BEST_OF: readonly AlgorithmName[] = ['head', 'easy']
const BEST = 'best'
const WORDS: readonly string[] = [...ALGORITHM_NAMES, BEST]

/** Circumstances: algorithms that every order is tried under, alike. */
interface Under {
  readonly under?: readonly string[]
}

const FORM: Form<readonly AlgorithmName[]> = {
  shown: 'name',
  told: `: ${ALGORITHM_NAMES.join(', ')}; ${BEST} (whichever of ${BEST_OF.join(' and ')} turns out best)`,
  schema: { type: 'array', items: { enum: ALGORITHM_NAMES }, minItems: 1 },
  expected: (known = {}) =>
    isUnder(known) ? 'one algorithm, as every order is tried under those of --under' : WORDS.join(', '),
  fits: (value, known) => Array.isArray(value) && value.length > 0 && !(isUnder(known) && value.length > 1),
  read: (text) => {
    const found = ALGORITHM_NAMES.find((name) => name === text)
    return found !== undefined ? [found] : text === BEST ? BEST_OF : undefined
  },
  text: (value) => (String(value) === String(BEST_OF) ? BEST : value.join(', ')),
}

function isUnder(known: Known): boolean {
  return ((known as Under).under ?? []).length > 0
}

/**
 * @param usual where nobody says, nor names algorithms to try every order under, of which the first is the one
 * @param searched what goes by the algorithm
 */
export function algorithmsSetting(
  usual: readonly AlgorithmName[],
  searched: string,
): Setting<readonly AlgorithmName[]> {
  return setting(FORM, {
    meaning: `what goes by ${searched}`,
    option: 'algorithm',
    usual: ({ under: [text = ''] = [] }: Under) => {
      const first = ALGORITHM_NAMES.find((name) => /^\w*/.exec(text)?.[0] === name)
      return first === undefined ? usual : [first]
    },
    usually: `${FORM.text(usual)}, with --under the first of these`,
  })
}

/** Candidates of a search that need not come in whole rounds. */
export function evaluationsSetting(usual: number): Setting<number> {
  return setting(whole(1, MOST_EVALUATIONS), { meaning: 'candidates, about', usual })
}
