/** Settings of the Michigan learner (michigan.ts); the defaults are those of the sources. */
import { flag, real, setting, type Values, whole } from '../../../core/settings/index.js'
import { badSetting, wholeSetting } from '../../../optimize/settings.js'
import { MOST_RULES, USUAL_FEATURES } from '../../../sim/rule-based/index.js'
import { checkedLearner } from '../../learner-settings.js'
import { featuresSetting, GREEDY, RULES_HEADING } from '../forms.js'

const APPROACH = 'Franke 2006, 9.2.4.3'
const DEFAULTS = 'Franke 2006, 9.2.4.3.3'
const FACTOR = real({ above: 1, shown: 'factor' })

export const MICHIGAN = {
  features: featuresSetting(USUAL_FEATURES, 'what rules go by', 'Franke 2006, 9.2.1'),
  greedy: GREEDY,
  generations: setting(whole(1), {
    meaning: 'of lambda·participations/rules candidates each, the random first one among them',
    source: APPROACH,
    usual: 40,
  }),
  mu: setting(whole(1), { meaning: 'rules that are kept', source: APPROACH, usual: 50 }),
  lambda: setting(whole('mu', 2000), { meaning: 'new rules a generation', source: APPROACH, usual: 350 }),
  rulesPerBase: setting(whole(1, 'lambda'), {
    meaning: 'rules of a base',
    source: APPROACH,
    heading: RULES_HEADING,
    option: 'rules',
    usual: 50,
  }),
  participations: setting(whole(1), {
    meaning: 'bases that each new rule takes part in',
    source: `${APPROACH}.1`,
    usual: 10,
  }),
  parents: setting(whole(1, 'mu'), {
    meaning: 'parents of a new rule, of which half are alike',
    source: `${APPROACH}.5`,
    usual: 12,
  }),
  alpha: setting(FACTOR, {
    meaning: 'what the step size is multiplied or divided by',
    source: 'Franke, Lepping, Hoffmann, Schwiegelshohn 2006, eq. 15',
    usual: 1.224,
  }),
  successes: setting(real({ above: 0, below: 1, shown: 'share' }), {
    meaning: 'share of new rules better than a parent at which the step size is kept',
    source: 'Franke, Lepping, Hoffmann, Schwiegelshohn 2006, eq. 15',
    usual: 1 / 8,
  }),
  clusters: setting(whole(1), {
    meaning: 'clusters of rules, from each of which some are kept',
    source: 'Franke 2006, algorithm 9.4',
    usual: 10,
  }),
  clusterBest: setting(whole(1), {
    meaning: "of a cluster's rules, how many of the best say how good it is",
    source: 'Franke 2006, algorithm 9.4',
    usual: 5,
  }),
  defaults: setting(flag(), {
    meaning: 'learn a strategy that holds where rules say too little, too',
    source: `${DEFAULTS}; the papers found no use for it`,
    heading: RULES_HEADING,
    usual: false,
  }),
  defaultMu: setting(whole(1), {
    meaning: 'such strategies that are kept',
    source: DEFAULTS,
    only: { defaults: true },
    usual: 10,
  }),
  defaultAlpha: setting(FACTOR, {
    meaning: 'what their step sizes are multiplied or divided by',
    source: DEFAULTS,
    only: { defaults: true },
    usual: 1.3,
  }),
}
export type MichiganSettings = Values<typeof MICHIGAN>

/** N_f: bases of a generation. */
export function basesEach({
  lambda,
  participations,
  rulesPerBase,
}: Pick<MichiganSettings, 'lambda' | 'participations' | 'rulesPerBase'>): number {
  return (lambda * participations) / rulesPerBase
}

/** @throws QueuewrightError `usage` for settings out of range, or that contradict each other */
export function checkedMichigan(settings: MichiganSettings): MichiganSettings {
  const { lambda, rulesPerBase, participations, defaults, defaultMu } = checkedLearner(MICHIGAN, settings)
  wholeSetting('rulesPerBase', rulesPerBase, 1, MOST_RULES)
  const bases = basesEach(settings)
  if (!Number.isInteger(bases)) {
    const expected = `so many that ${lambda} new rules times it is a multiple of the ${rulesPerBase} rules of a base`
    throw badSetting('participations', participations, expected)
  }
  if (defaults) wholeSetting('defaultMu', defaultMu, 1, bases)
  return settings
}
