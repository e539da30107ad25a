/**
 * Cooperative coevolution of fuzzy rule bases (C. Franke, doctoral thesis, Dortmund 2006, 9.2.4.5, algorithm 9.6): one species
 * of bases chooses the order of the queue, the other the algorithm, each by 10 rules of its own, 180 numbers. Each species has
 * its evolution strategy (base-evolution.ts); each individual is evaluated once, in a pair with one of the other
 * species. The result is the best pair that was seen.
 *
 * The fourth algorithm is the greedy strategy, which has an order of its own.
 *
 * Pairs are random: the k-th individuals of both species cooperate, and as each offspring has a parent drawn for it, whichever
 * its place, and both species have their own chance, this is no other than pairing by lot. So both species are told
 * the same scores, and their parents are pairs that were evaluated together.
 */
import { json, list } from '../../../core/codec.js'
import { stateOf } from '../../../core/documents.js'
import { setting, type Values, whole } from '../../../core/settings/index.js'
import type { EvolutionStrategy } from '../../../optimize/evolution-strategy/index.js'
import type { Optimizer } from '../../../optimize/optimizer.js'
import {
  MOST_RULES,
  SOURCE_ALGORITHMS,
  SOURCE_ORDERS,
  USUAL_FEATURES,
} from '../../../sim/rule-based/index.js'
import type { RulesStrategy } from '../../../strategy/index.js'
import { halving } from '../../halving.js'
import type { LearnerKind } from '../../learner.js'
import { checkedLearner } from '../../learner-settings.js'
import { parentsIn, type Scored, type SubSearchPlan, subSearch } from '../../sub-search.js'
import { type BaseCoding, baseCoding, memberText, rulesOf } from '../base-coding.js'
import { baseEvolution, basesIn, EVOLUTION, EVOLUTION_ROUNDS } from '../base-evolution.js'
import { featuresSetting, GREEDY, RULES_HEADING } from '../forms.js'
import { ruleCoding } from '../fuzzy-coding.js'

const SETTINGS = {
  features: featuresSetting(USUAL_FEATURES, 'what rules go by', 'Franke 2006, 9.2.1'),
  greedy: GREEDY,
  rules: setting(whole(1, MOST_RULES), {
    meaning: 'rules of each base',
    source: 'Franke 2006, 9.2.4.5',
    heading: RULES_HEADING,
    usual: 10,
  }),
  ...EVOLUTION,
}
type CcaSettings = Values<typeof SETTINGS>

const NAME = 'cca'

export const RULES_CCA: LearnerKind<'rules-cca', typeof SETTINGS> = {
  name: 'rules-cca',
  about:
    'Learn fuzzy rules by cooperative coevolution: rule bases for the order of the queue and others for the algorithm, ' +
    'evolved side by side.',
  settings: SETTINGS,
  rounds: EVOLUTION_ROUNDS,
  planned: basesIn,
  title: ({ rules }) => `fuzzy rule bases, cooperative coevolution, ${rules} + ${rules} rules`,
  open: (settings, { seed }, state) => {
    const plan = pairPlan(settings, seed)
    return halving([(saved) => subSearch(plan, saved)], basesIn(settings), state)
  },
}

/** The genes of an order base, then those of an algorithm base. */
interface Pairs extends Optimizer<Float64Array> {
  readonly last: readonly Scored[]
}

function pairPlan(settings: CcaSettings, seed: number): SubSearchPlan<Pairs> {
  const { features, rules } = checkedLearner(SETTINGS, settings)
  const algorithms = [...SOURCE_ALGORITHMS, memberText(settings.greedy)]
  const codings = [SOURCE_ORDERS.length, algorithms.length].map((outputs) =>
    baseCoding(ruleCoding(features, outputs), rules, false),
  )
  const [orders] = codings
  const survives = { kappa: null, survival: { kind: 'best' } } as const
  return {
    name: NAME,
    search: (state) => {
      const saved = stateOf(list(json, SPECIES.length), state)
      const species = SPECIES.map((label, k) =>
        baseEvolution(
          codings[k],
          settings,
          survives,
          { seed, label: `${NAME} ${label}` },
          saved?.[k] ?? null,
        ),
      )
      return pairsOf(species, codings)
    },
    strategy: (genes): RulesStrategy => {
      const pair = Float64Array.from(genes)
      const border = orders.box.lower.length
      return {
        kind: 'rules',
        base: {
          kind: 'pair',
          features,
          orders: SOURCE_ORDERS,
          algorithms,
          orderRules: rulesOf(orders, pair.subarray(0, border)),
          algorithmRules: rulesOf(codings[1], pair.subarray(border)),
        },
      }
    },
    last: ({ last }) => last,
  }
}

const SPECIES = ['order', 'algorithm'] as const

/** Both species as one optimiser: the k-th individuals cooperate, and are told the same score. */
function pairsOf(species: readonly EvolutionStrategy[], codings: readonly BaseCoding[]): Pairs {
  const [first, second] = species
  return {
    objectives: 1,
    stopped: null,
    // Parents of both species have the same scores, so that what the one selects by holds for the other.
    get selection() {
      return first.selection
    },
    get last() {
      const [own, partners] = species.map((each, k) => parentsIn(codings[k].box)(each))
      return own.map(({ score, genome }, k) => ({ score, genome: [...genome, ...partners[k].genome] }))
    },
    ask: () => {
      const partners = second.ask()
      return first.ask().map((genes, k) => Float64Array.of(...genes, ...partners[k]))
    },
    tell: (scores) => {
      for (const each of species) each.tell(scores)
    },
    snapshot: () => species.map((each) => each.snapshot()),
  }
}
