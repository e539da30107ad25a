/**
 * The methods that the studies of rule-based scheduling compare: the published ones, with as large a share of the published
 * generations as they are given; random bases, as many as Michigan evaluates; and ours, with as many candidates as the cheapest
 * of the genetic fuzzy ones.
 */
import {
  GREEDY_SYSTEMS,
  type LearnerSettings,
  learnerFor,
  RULES_CCA,
  RULES_ITERATIVE,
  RULES_MICHIGAN,
  RULES_MIXTURE,
  RULES_PITTSBURGH,
  RULES_PROBABILISTIC,
  RULES_RANDOM,
  settledLearner,
} from '../../../learn/index.js'
import type { RunStudyOptions } from '../study.js'
import { publishedSystems } from '../thesis-learning.js'
import type { RuleMethod } from './published.js'

/** As `--methods` takes them. */
export const METHOD_NAMES = [
  'iterative',
  'probabilistic',
  'michigan',
  'pittsburgh',
  'pittsburgh-fitness',
  'pittsburgh-selection',
  'cca',
  'random',
  'mixture',
  'michigan-defaults',
] as const
export type MethodName = (typeof METHOD_NAMES)[number]
/** Beside them: a front of CTC, before which what was learnt is shown. It takes longer than most methods. */
export const FRONT_CHOICE = 'front'

export interface StudiedMethod {
  /** As tables call it. */
  readonly title: string
  /** Under which its results were published; null: it is not of the sources. */
  readonly published: RuleMethod | null
  /** Whether it is learnt with a bound of the longest wait, too, in a study that asks for that. */
  readonly bounded: boolean
  /** Whether it is ours: learnt from all logs relative to EASY, too. */
  readonly own: boolean
  /**
   * @param share of the published number of generations
   * @param greedy the greedy policy that rules may choose
   * @param bounded whether the longest wait is
   */
  readonly settings: (share: number, greedy: string, bounded: boolean) => LearnerSettings
}

const published = (
  title: RuleMethod,
  bounded: boolean,
  settings: StudiedMethod['settings'],
): StudiedMethod => ({
  ...{ title, published: title, bounded, own: false, settings },
})

export const METHODS: Readonly<Record<MethodName, StudiedMethod>> = {
  // It has no generations of which there could be fewer; classes that are never visited cost it nothing.
  iterative: published('iterative', false, (_, greedy) => settledLearner(RULES_ITERATIVE, { greedy })),
  probabilistic: published('probabilistic', false, (share, greedy) => {
    const settings = settledLearner(RULES_PROBABILISTIC, { greedy })
    return { ...settings, p: atLeastOne(settings.p * share) }
  }),
  michigan: published('michigan', true, michiganWith),
  pittsburgh: published('pittsburgh', true, pittsburghWith('none')),
  'pittsburgh-fitness': published('pittsburgh, fitness', false, pittsburghWith('fitness')),
  'pittsburgh-selection': published('pittsburgh, selection', false, pittsburghWith('selection')),
  cca: published('cca', true, (share, greedy) => shortened(settledLearner(RULES_CCA, { greedy }), share)),
  // What holds where rules say too little is learnt by a second population, which the sources' results do not have.
  'michigan-defaults': {
    ...{ title: 'michigan, default values', published: null, bounded: false, own: false },
    settings: (share, greedy) => ({ ...michiganWith(share, greedy), defaults: true }),
  },
  random: {
    ...{ title: 'random bases', published: null, bounded: false, own: false },
    settings: (share, greedy) =>
      settledLearner(RULES_RANDOM, { greedy, evaluations: candidatesOf(michiganWith(share, greedy)) }),
  },
  // Its orders are learnt, so that it has no use for the greedy one.
  mixture: {
    ...{ title: 'ours', published: null, bounded: true, own: true },
    settings: (share, greedy, bounded) =>
      settledLearner(RULES_MIXTURE, {
        guard: bounded,
        evaluations: candidatesOf(pittsburghWith('none')(share, greedy)),
      }),
  },
}

/** Candidates that a training takes, about. */
export function candidatesOf(settings: LearnerSettings): number {
  return learnerFor(settings).planned(settings)
}

/** Usual at a budget of 1: more of its generations bring the greedy method little (docs/published.md, `thesis-greedy`). */
const USUAL_GREEDY = 0.03

/** Settings of the learning whose strategy rules may choose. */
export function greedySettings({
  budget,
  greedyBudget,
}: Pick<RunStudyOptions, 'budget' | 'greedyBudget'>): LearnerSettings {
  const share = greedyBudget ?? USUAL_GREEDY * budget
  return publishedSystems(atLeastOne(settledLearner(GREEDY_SYSTEMS, {}).generations * share))
}

function michiganWith(share: number, greedy: string) {
  return shortened(settledLearner(RULES_MICHIGAN, { greedy }), share)
}

function pittsburghWith(
  reduction: 'none' | 'fitness' | 'selection',
): (share: number, greedy: string) => LearnerSettings {
  return (share, greedy) => shortened(settledLearner(RULES_PITTSBURGH, { reduction, greedy }), share)
}

function shortened<Settings extends { readonly generations: number }>(
  settings: Settings,
  share: number,
): Settings {
  return { ...settings, generations: atLeastOne(settings.generations * share) }
}

function atLeastOne(count: number): number {
  return Math.max(1, Math.round(count))
}
