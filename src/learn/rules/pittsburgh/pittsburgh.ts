/**
 * The Pittsburgh approach to fuzzy rule bases (C. Franke, doctoral thesis, Dortmund 2006, 9.2.4.4): an individual is a whole
 * base, so that its fitness is the objective of its schedule (base-evolution.ts). Three variants:
 *
 * - *none*: each base has N_r = 10 rules, 270 numbers. The result is the best base that was seen.
 * - *fitness*: bases of at most 30 rules; the evolution strategy chooses by f − β / N_r, β = 50,000 (eq. 9.30). β is in units of
 *   the score: other objectives, and scores relative to a policy, need another one. The result is the base with the best
 *   such fitness, as it is what the thesis lists: its table L.7 has one rule for all logs but one.
 * - *selection*: bases of at most 30 rules; parents are the μ with the fewest rules among the 2μ best (algorithm 9.5) and
 *   live for κ = 4 generations. The result is the best base that was seen, of equal ones one with fewer rules.
 *
 * Scores are the plain objective in all of them.
 */

import { QueuewrightError } from '../../../core/errors.js'
import type { Json } from '../../../core/json.js'
import { choice, optional, real, setting, type Values, whole } from '../../../core/settings/index.js'
import {
  type EvolutionStrategy,
  type Survival,
  surviving,
} from '../../../optimize/evolution-strategy/index.js'
import { compileObjective } from '../../../sim/objectives/index.js'
import { MOST_RULES, SOURCE_STRATEGIES, USUAL_FEATURES } from '../../../sim/rule-based/index.js'
import type { RulesStrategy } from '../../../strategy/index.js'
import { halving } from '../../halving.js'
import type { Learner, LearnerContext, LearnerKind } from '../../learner.js'
import { checkedLearner, type Goal } from '../../learner-settings.js'
import { parentsIn, type Scored, type SubSearchPlan, subSearch } from '../../sub-search.js'
import { type BaseCoding, baseCoding, memberText, rulesOf, SIZE_GENE, sizeOf } from '../base-coding.js'
import { baseEvolution, basesIn, EVOLUTION, EVOLUTION_ROUNDS } from '../base-evolution.js'
import { featuresSetting, GREEDY, RULES_HEADING } from '../forms.js'
import { ruleCoding } from '../fuzzy-coding.js'

type Reduction = 'none' | 'fitness' | 'selection'

const SETTINGS = {
  features: featuresSetting(USUAL_FEATURES, 'what rules go by', 'Franke 2006, 9.2.1'),
  greedy: GREEDY,
  reduction: setting(
    choice<Reduction>(
      { none: '', fitness: 'by score − beta/rules', selection: 'the smallest of the best live on' },
      'how',
    ),
    { meaning: 'how bases come to have few rules', source: 'Franke 2006, 9.2.4.4', usual: 'none' },
  ),
  rules: setting(whole(1, MOST_RULES), {
    meaning: 'rules of a base',
    source: 'Franke 2006, 9.2.4.4',
    heading: RULES_HEADING,
    usual: ({ reduction }: { readonly reduction: Reduction }) => (reduction === 'none' ? 10 : 30),
    usually: '10; with a reduction the most, 30',
  }),
  beta: setting(real({ least: 0 }), {
    meaning:
      'in units of the score, so that --relative-to and objectives that are no times need one of their own',
    source: 'Franke 2006, eq. 9.30',
    only: { reduction: 'fitness' },
    usual: usualBeta,
    usually: '50000, seconds',
  }),
  pool: setting(whole('mu'), {
    meaning: 'of so many of the best the mu smallest live on',
    source: 'Franke 2006, algorithm 9.5',
    only: { reduction: 'selection' },
    usual: ({ mu }: { readonly mu: number }) => 2 * mu,
    usually: '2·mu',
  }),
  kappa: setting(optional(whole(1)), {
    meaning: 'generations that a parent lives',
    source: 'Franke 2006, 9.2.4.4.3',
    usual: ({ reduction }: { readonly reduction: Reduction }) => (reduction === 'selection' ? 4 : null),
    usually: 'for ever, with --reduction selection 4',
  }),
  ...EVOLUTION,
}
type PittsburghSettings = Values<typeof SETTINGS>

/** @throws QueuewrightError `usage` where the published β, 50,000 s, is in other units than the score */
function usualBeta({ reduction, objective, relativeTo = null }: { reduction: Reduction } & Partial<Goal>) {
  if (reduction !== 'fitness' || objective === undefined) return 50_000
  const { parts, derived } = compileObjective(objective)
  const inSeconds = !derived && parts.every((part) => part.objective.unit === 's')
  if (relativeTo === null && inSeconds) return 50_000
  throw new QueuewrightError('usage', 'the published beta is one for scores in seconds', {
    field: 'beta',
    value: relativeTo === null ? objective : `${objective} relative to ${relativeTo}`,
    expected: 'a number in units of this score',
    remedy: 'Name one; the published 50,000 s were 6 % of what EASY scores, with --relative-to easy 0.06',
  })
}

const NAME = 'pittsburgh'

export const RULES_PITTSBURGH: LearnerKind<'rules-pittsburgh', typeof SETTINGS> = {
  name: 'rules-pittsburgh',
  about: 'Learn fuzzy rules by the Pittsburgh approach: whole rule bases are evolved.',
  settings: SETTINGS,
  rounds: EVOLUTION_ROUNDS,
  planned: basesIn,
  title: ({ reduction, rules }) => `fuzzy rule bases, Pittsburgh, ${TITLES[reduction](rules)}`,
  open: pittsburghLearner,
}

const TITLES: Readonly<Record<PittsburghSettings['reduction'], (rules: number) => string>> = {
  none: (rules) => `${rules} rules`,
  fitness: (rules) => `at most ${rules} rules, fewer by fitness`,
  selection: (rules) => `at most ${rules} rules, fewer by selection`,
}

function pittsburghLearner(
  settings: PittsburghSettings,
  { seed }: LearnerContext,
  state: Json | null,
): Learner {
  const { features, kappa, reduction, rules } = checkedLearner(SETTINGS, settings)
  const strategies = [...SOURCE_STRATEGIES, memberText(settings.greedy)]
  const coding = baseCoding(ruleCoding(features, strategies.length), rules, reduction !== 'none')
  const survival = survivalOf(settings)
  const plan: SubSearchPlan<EvolutionStrategy> = {
    name: NAME,
    search: (saved) => baseEvolution(coding, settings, { kappa, survival }, { seed, label: NAME }, saved),
    strategy: (genes): RulesStrategy => ({
      kind: 'rules',
      base: {
        kind: 'fuzzy',
        features,
        strategies,
        rules: rulesOf(coding, Float64Array.from(genes)),
        fallback: null,
      },
    }),
    best: (all) => firstChoice(coding, survival, all),
    last: parentsIn(coding.box),
  }
  const learner = halving([(saved) => subSearch(plan, saved)], basesIn(settings), state)
  const [part] = learner.parts
  return Object.assign(learner, {
    // Where bases have few rules by fitness, the first choice need not have the best score.
    delivered: () => {
      const { score, strategy } = part.summary()
      return strategy && { strategy, score }
    },
  })
}

function survivalOf({ reduction, beta, pool }: PittsburghSettings): Survival {
  switch (reduction) {
    case 'none':
      return { kind: 'best' }
    case 'fitness':
      return { kind: 'discounted', coordinate: SIZE_GENE, discount: beta }
    case 'selection':
      return { kind: 'smallest', coordinate: SIZE_GENE, pool }
  }
}

/** The first of the parents by the rule of selection: the best score, of equal ones the fewest rules. */
function firstChoice(coding: BaseCoding, survival: Survival, all: readonly Scored[]): Scored {
  const contestants = all.map(({ score, genome }) => ({ score, size: sizeOf(coding, genome) }))
  const [place] = surviving(
    contestants,
    1,
    survival.kind === 'smallest' ? { ...survival, pool: 1 } : survival,
  )
  return all[place]
}
