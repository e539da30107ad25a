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
import type { Json } from '../../../core/json.js'
import { setting, type Values, whole } from '../../../core/settings/index.js'
import { decode } from '../../../optimize/box.js'
import { ranking } from '../../../optimize/stepped.js'
import { SOURCE_ALGORITHMS, SOURCE_ORDERS, USUAL_FEATURES } from '../../../sim/rule-based/index.js'
import type { RulesStrategy } from '../../../strategy/index.js'
import type { Heat, Learner, LearnerContext, LearnerKind } from '../../learner.js'
import { checkedLearner } from '../../learner-settings.js'
import { baseCoding, memberText, rulesOf } from '../base-coding.js'
import { baseEvolution, basesIn, EVOLUTION, EVOLUTION_ROUNDS } from '../base-evolution.js'
import { featuresSetting, GREEDY, RULES } from '../forms.js'
import { ruleCoding } from '../fuzzy-coding.js'

const SETTINGS = {
  features: featuresSetting(USUAL_FEATURES, 'what rules go by', 'Franke 2006, 9.2.1'),
  greedy: GREEDY,
  rules: setting(whole(1), {
    meaning: 'rules of each base',
    source: 'Franke 2006, 9.2.4.5',
    heading: RULES,
    usual: 10,
  }),
  ...EVOLUTION,
}
type CcaSettings = Values<typeof SETTINGS>

const NAME = 'cca'

/** Genes of an order base, then those of an algorithm base. */
type Pair = readonly [ArrayLike<number>, ArrayLike<number>]

interface State {
  /** Batches told. */
  readonly told: number
  readonly searches: readonly [Json, Json]
  readonly best: {
    readonly score: number
    readonly pair: readonly [readonly number[], readonly number[]]
  } | null
}

export const RULES_CCA: LearnerKind<'rules-cca', typeof SETTINGS> = {
  name: 'rules-cca',
  about:
    'Learn fuzzy rules by cooperative coevolution: rule bases for the order of the queue and others for the algorithm, ' +
    'evolved side by side.',
  settings: SETTINGS,
  rounds: EVOLUTION_ROUNDS,
  planned: basesIn,
  title: ({ rules }) => `fuzzy rule bases, cooperative coevolution, ${rules} + ${rules} rules`,
  open: (settings, context, state) => ccaLearner(settings, context, state as unknown as State | null),
}

function ccaLearner(settings: CcaSettings, { seed }: LearnerContext, from: State | null): Learner {
  const { features, generations, rules } = checkedLearner(SETTINGS, settings)
  const algorithms = [...SOURCE_ALGORITHMS, memberText(settings.greedy)]
  const species = (label: string, outputs: number, snapshot: Json | null) => {
    const coding = baseCoding(ruleCoding(features, outputs), rules, false)
    const survives = { kappa: null, survival: { kind: 'best' } } as const
    const search = baseEvolution(coding, settings, survives, { seed, label: `${NAME} ${label}` }, snapshot)
    return { coding, search }
  }
  const order = species('order', SOURCE_ORDERS.length, from?.searches[0] ?? null)
  const algorithm = species('algorithm', algorithms.length, from?.searches[1] ?? null)
  let told = from?.told ?? 0
  let best = from?.best ?? null

  const strategy = ([orderGenes, algorithmGenes]: Pair): RulesStrategy => ({
    kind: 'rules',
    base: {
      kind: 'pair',
      features,
      orders: SOURCE_ORDERS,
      algorithms,
      orderRules: rulesOf(order.coding, Float64Array.from(orderGenes)),
      algorithmRules: rulesOf(algorithm.coding, Float64Array.from(algorithmGenes)),
    },
  })
  const pairs = (): readonly Pair[] => {
    const partners = algorithm.search.ask()
    return order.search.ask().map((genes, k) => [genes, partners[k]])
  }
  return {
    // Parents of both species have the same scores, so that what the one selects by holds for the other.
    ask: (): readonly Heat[] | null =>
      told > generations
        ? null
        : [{ name: NAME, candidates: pairs().map(strategy), selection: order.search.selection }],
    tell: ([scores]) => {
      const place = ranking(scores)[0]
      if (best === null || scores[place] < best.score) {
        const [orderGenes, algorithmGenes] = pairs()[place]
        best = { score: scores[place], pair: [Array.from(orderGenes), Array.from(algorithmGenes)] }
      }
      order.search.tell(scores)
      algorithm.search.tell(scores)
      told++
    },
    standings: () => [
      {
        name: NAME,
        evaluations: told === 0 ? 0 : basesIn({ ...settings, generations: told - 1 }),
        score: best?.score ?? Number.POSITIVE_INFINITY,
        strategy: best === null ? null : strategy(best.pair),
      },
    ],
    population: () => {
      const partners = algorithm.search.state.parents
      return order.search.state.parents.map(({ object, score }, k) => ({
        system: NAME,
        score,
        strategy: strategy([
          decode(order.coding.box, object),
          decode(algorithm.coding.box, partners[k].object),
        ]),
      }))
    },
    snapshot: () =>
      ({
        told,
        searches: [order.search.snapshot(), algorithm.search.snapshot()],
        best,
      }) as unknown as Json,
  }
}
