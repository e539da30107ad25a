/**
 * The numbers of a policy: names in braces stand for them (places.ts), each has a range, and an optimiser of real numbers
 * searches their box. What `qw tune` does.
 */
import type { Json } from '../../core/json.js'
import { choice, type Form, optional, setting, several, whole } from '../../core/settings/index.js'
import { evaluationsSetting } from '../algorithms.js'
import { halving } from '../halving.js'
import type { LearnerKind, SettingsOf } from '../learner.js'
import { subSearch } from '../sub-search.js'
import { boxSearch } from './methods.js'
import { filled, parseParameter, placesIn, searchedIn, type TunedParameter, valueAt } from './places.js'

const POLICY: Form<string> = {
  shown: 'template',
  told: '',
  schema: { type: 'string', pattern: '\\{' },
  expected: () => 'a policy with names in braces for its numbers',
  fits: (value) => typeof value === 'string' && placesIn(value).length > 0,
  read: (text) => text,
  text: String,
}

const RANGE: Form<TunedParameter> = {
  shown: 'range',
  told: ': a=-5..5, or b=0.01..100:log',
  schema: {
    type: 'object',
    required: ['name', 'least', 'most', 'scale'],
    properties: {
      name: { type: 'string' },
      least: { type: 'number' },
      most: { type: 'number' },
      scale: { enum: ['linear', 'log'] },
    },
  },
  expected: () => 'NAME=LEAST..MOST, as in a=-5..5',
  fits: (value) => typeof value === 'object' && value !== null && 'least' in value,
  read: (text) => parseParameter(text, 'parameters'),
  text: rangeText,
}

function rangeText({ name, least, most, scale }: TunedParameter): string {
  return `${name}=${least}..${most}${scale === 'log' ? ':log' : ''}`
}

/** Candidates are rounded up to whole generations. */
const SETTINGS = {
  template: setting(POLICY, {
    meaning: 'a policy with names in braces for its numbers, as "easy:({a}*wait/estimate + group)"',
    option: 'policy',
  }),
  parameters: setting(several(RANGE), { meaning: 'range of a number', option: 'over', usual: [] }),
  method: setting(
    choice({ 'cma-es': 'covariance matrix adaptation', es: 'evolution strategy', random: '' }),
    { meaning: 'how the numbers are searched', usual: 'cma-es', heading: 'Search:' },
  ),
  population: setting(optional(whole(2)), {
    meaning: 'candidates a generation',
    usual: null,
    usually: "the method's own",
    heading: 'Search:',
  }),
  evaluations: { ...evaluationsSetting(400), heading: 'Search:' },
}
export type TemplateSettings = SettingsOf<typeof TEMPLATE>

export const TEMPLATE: LearnerKind<'template', typeof SETTINGS> = {
  name: 'template',
  about: 'Search the numbers of a policy.',
  settings: SETTINGS,
  ungrouped: true,
  planned: ({ evaluations }) => evaluations,
  title: ({ method }) => `tuning, ${method}`,
  asked: ({ template, parameters }) => [
    ['policy', template],
    ...searchedIn(template, parameters).map(
      ({ name, least, most, scale, whole }) =>
        [
          name,
          `${least} to ${most}${whole ? ', whole numbers' : ''}${scale === 'log' ? ', logarithmic' : ''}`,
        ] as const,
    ),
  ],
  open: ({ template, parameters, method, population, evaluations }, { seed, redrawn = false }, state) => {
    const searched = searchedIn(template, parameters)
    const numbers = (unit: ArrayLike<number>) =>
      Object.fromEntries(searched.map((parameter, k) => [parameter.name, valueAt(parameter, unit[k])]))
    const plan = {
      name: template,
      search: (saved: Json | null) =>
        boxSearch(method, parameters.length, { population, redrawn, seed }, saved),
      strategy: (unit: ArrayLike<number>) =>
        ({ kind: 'policy', policy: filled(template, numbers(unit)) }) as const,
      numbers,
    }
    return halving([(saved) => subSearch(plan, saved)], evaluations, state)
  },
}
