/** The settings of schedules over clusters, declared once: options, help, checks and the document of settings derive from them. */
import { choice, real, setting, someOf, type Values, whole } from '../../core/settings/index.js'
import { STARTS } from './genetic.js'
import { HEURISTICS } from './heuristics.js'
import { USUAL_PATIENCE } from './hill.js'

/** Those after the heuristics search packet by packet. */
export const CLUSTER_ALGORITHMS = [...HEURISTICS, 'hill', 'ga-mf', 'ga-ma', 'own'] as const
export type ClusterAlgorithm = (typeof CLUSTER_ALGORITHMS)[number]

/** Settings by which one packet is planned. */
export const PLAN_SETTINGS = {
  alpha: setting(real({ least: 0, most: 1, shown: 'share' }), {
    meaning: 'weight of the makespan in the fitness; the rest is that of the flowtime (hill, ga-mf, own)',
    usual: 0.6,
    source: 'MULTI, table 2',
  }),
  fitness: setting(
    choice({
      raw: 'the sum in seconds, as printed',
      normalised: "both divided by JPR's for the same packet",
    }),
    { meaning: 'what hill and ga-mf weigh; own always takes the normalised one', usual: 'raw' },
  ),
  start: setting(choice(STARTS, 'how'), {
    meaning: 'how individuals of ga-mf and ga-ma are made that have no parents',
    usual: 'guided',
    source: 'MULTI, section 4.2',
  }),
  population: setting(whole(4, 10_000), {
    meaning: 'individuals of a generation',
    usual: 80,
    source: 'MULTI, table 2',
  }),
  generations: setting(whole(1, 100_000), {
    meaning: 'generations of a packet; own has as many evaluations',
    usual: 120,
    source: 'MULTI, table 2',
  }),
  mutation: setting(real({ least: 0, most: 1, shown: 'share' }), {
    meaning: 'share of the children that are mutated (ga-mf, ga-ma)',
    usual: 0.5,
    source: 'MULTI, table 2',
  }),
  patience: setting(whole(1, 1_000_000), {
    meaning: 'hill: steps in a row without gain after which it ends',
    usual: USUAL_PATIENCE,
  }),
  method: setting(choice(['nsga2', 'nsga3'], 'method'), {
    meaning: 'own: the search for the front of makespan and flowtime',
    usual: 'nsga2',
  }),
}

export type PlanSettings = Values<typeof PLAN_SETTINGS>

export const MULTICLUSTER_SETTINGS = {
  algorithms: setting(someOf(CLUSTER_ALGORITHMS), {
    meaning:
      'what is set side by side: JPR, CBS, METL, hill climbing, the genetic algorithms for makespan and flowtime (ga-mf) or makespan alone (ga-ma), and ours',
    usual: CLUSTER_ALGORITHMS,
    source: 'MULTI, sections 4 and 5',
  }),
  packet: setting(whole(1, 1000), {
    meaning: 'jobs that a search plans at a time',
    usual: 20,
    source: 'MULTI, section 5',
  }),
  ...PLAN_SETTINGS,
}
export type MulticlusterSettings = Values<typeof MULTICLUSTER_SETTINGS>
