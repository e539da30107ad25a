/** Rule bases to simulate, over the seven features and thirteen strategies of the sources. */

import {
  parseFeature,
  RULE_WEIGHTS,
  SOURCE_STRATEGIES,
  USUAL_FEATURES,
} from '../build/src/sim/rule-based/index.js'
import { createTrace, DEFAULT_GROUPING, groupTrace } from '../build/src/trace/index.js'
import { readDump } from './dump.mjs'

/** The thirteenth strategy, a greedy one; the simplest stands for all. */
export const GREEDY = 'head:g2(a=1, w1=1)'

/** A dump with user groups. */
export async function readGrouped(path) {
  const { jobs, processors } = await readDump(path)
  const parts = { name: 'log', processors, clock: { unixStart: null, zone: 0 }, jobs }
  const trace = createTrace({ ...parts, fields: {}, header: [], dropped: {}, notices: [] })
  return { jobs: groupTrace(trace, DEFAULT_GROUPING).trace.jobs, processors }
}

/** Rules as searches begin with them. */
export function randomBase(count, random) {
  const features = USUAL_FEATURES.map(parseFeature)
  const strategies = [...SOURCE_STRATEGIES, GREEDY]
  const pick = (list) => list[Math.floor(random() * list.length)]
  return {
    kind: 'fuzzy',
    features: USUAL_FEATURES,
    strategies,
    rules: Array.from({ length: count }, () => ({
      mu: features.map(({ usual: [least, most] }) => least + random() * (most - least)),
      // From a hundredth of the usual range to all of it.
      sigma: features.map(({ usual: [least, most] }) => (most - least) * 100 ** (random() - 1)),
      weights: strategies.map(() => pick(RULE_WEIGHTS)),
    })),
    fallback: null,
  }
}
