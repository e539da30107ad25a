/** Every learner in all of its main settings, small enough for tests that drive it to its end. */
import type { LearnerContext } from '../../src/learn/learner.js'
import type { LearnerSettings } from '../../src/learn/learners.js'

export const LEARNER_CONTEXT: LearnerContext = { seed: 20261123, groups: 3, favoured: [1, 2] }
const GREEDY = 'head:g2(w1=1, w2=0.4, w3=0)'
const EVOLUTION = {
  generations: 3,
  mu: 3,
  lambda: 9,
  tau0: null,
  tau1: null,
  commonFactor: 'offspring',
  firstStep: 0.1,
} as const
const PITTSBURGH = {
  learner: 'rules-pittsburgh',
  features: ['um', 'sd'],
  greedy: GREEDY,
  reduction: 'none',
  rules: 4,
  beta: 0.5,
  pool: 6,
  kappa: null,
  ...EVOLUTION,
} as const
const MICHIGAN = {
  learner: 'rules-michigan',
  features: ['um', 'sd', 'hour'],
  greedy: GREEDY,
  generations: 3,
  mu: 8,
  lambda: 24,
  parents: 3,
  rulesPerBase: 4,
  participations: 3,
  alpha: 1.2,
  successes: 0.2,
  clusters: 3,
  clusterBest: 5,
  defaults: false,
  defaultMu: 3,
  defaultAlpha: 1.3,
} as const
const TEMPLATE = {
  learner: 'template',
  template: 'easy:({a}*wait - {b}*size)',
  parameters: [
    { name: 'a', least: 0, most: 2, scale: 'linear' },
    { name: 'b', least: 0.01, most: 10, scale: 'log' },
  ],
  method: 'cma-es',
  population: null,
  evaluations: 60,
} as const
const RIGID = { partitions: [{ feature: 'um', bounds: [50] }], greedy: GREEDY }

export const LEARNER_MEMBERS: readonly (readonly [string, LearnerSettings, Partial<LearnerContext>?])[] = [
  ['greedy-own', { learner: 'greedy-own', algorithms: ['head', 'easy', 'cons'], evaluations: 400 }],
  ['greedy-own, one algorithm', { learner: 'greedy-own', algorithms: ['easy'], evaluations: 90 }],
  ...(['twelve', 'uniform'] as const).map(
    (systems) =>
      [
        `greedy-systems, ${systems}`,
        {
          learner: 'greedy-systems',
          systems,
          generations: 2,
          mu: 3,
          lambda: 7,
          kappa: systems === 'twelve' ? null : 2,
          stepParents: 2,
          commonFactor: 'offspring',
        },
      ] as const,
  ),
  [
    'greedy-evolved',
    { learner: 'greedy-evolved', algorithms: ['head', 'easy'], mu: 4, lambda: 9, evaluations: 90 },
  ],
  ['greedy-random', { learner: 'greedy-random', evaluations: 120 }],
  [
    'score-coefficients',
    {
      learner: 'score-coefficients',
      families: ['age', 'state'],
      algorithms: ['easy', 'head'],
      evaluations: 700,
    },
  ],
  [
    'score-symbolic',
    {
      learner: 'score-symbolic',
      algorithms: ['head', 'easy'],
      variables: ['submit', 'estimate', 'size', 'free'],
      depth: 6,
      evaluations: 500,
    },
  ],
  ['rules-iterative', { learner: 'rules-iterative', ...RIGID }],
  ['rules-probabilistic', { learner: 'rules-probabilistic', ...RIGID, p: 3 }],
  ['rules-michigan', MICHIGAN],
  ['rules-michigan, default values', { ...MICHIGAN, defaults: true }],
  ['rules-pittsburgh', PITTSBURGH],
  ['rules-pittsburgh, fewer by fitness', { ...PITTSBURGH, reduction: 'fitness' }],
  ['rules-pittsburgh, fewer by selection', { ...PITTSBURGH, reduction: 'selection', kappa: 2 }],
  ['rules-cca', { learner: 'rules-cca', features: ['um', 'sd'], greedy: GREEDY, rules: 3, ...EVOLUTION }],
  [
    'rules-mixture',
    {
      learner: 'rules-mixture',
      algorithms: ['easy'],
      features: ['um', 'hour'],
      guard: false,
      evaluations: 300,
    },
  ],
  [
    'rules-mixture, guarded',
    {
      learner: 'rules-mixture',
      algorithms: ['head', 'easy'],
      features: ['um'],
      guard: true,
      evaluations: 300,
    },
  ],
  [
    'rules-random',
    { learner: 'rules-random', features: ['um', 'sd'], greedy: GREEDY, rules: 3, evaluations: 120 },
  ],
  ['template', TEMPLATE],
  ['template, evolution strategy', { ...TEMPLATE, method: 'es', population: 14 }],
  ['template, redrawn windows', { ...TEMPLATE, method: 'es' }, { redrawn: true }],
  ['template, random', { ...TEMPLATE, method: 'random' }],
]
