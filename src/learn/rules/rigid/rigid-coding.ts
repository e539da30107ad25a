/** Rigid rule bases as learners fill them in: one of the same strategies for each class of states. */
import type { Values } from '../../../core/settings/index.js'
import { classCount, parseFeature, SOURCE_STRATEGIES } from '../../../sim/rule-based/index.js'
import type { RulesStrategy } from '../../../strategy/index.js'
import { memberText } from '../base-coding.js'
import { GREEDY, PARTITIONS } from '../forms.js'

/** Settings that all learners of rigid rules have. */
export const RIGID = { partitions: PARTITIONS, greedy: GREEDY }

export interface RigidCoding {
  /** Classes that there are, N_r. */
  readonly classes: number
  readonly strategies: readonly string[]
  strategy(classes: readonly number[]): RulesStrategy
}

/**
 * @throws QueuewrightError `policy-parameter` for an unknown feature; as `memberText` for the greedy policy
 */
export function rigidCoding({ partitions, greedy }: Values<typeof RIGID>): RigidCoding {
  for (const { feature } of partitions) parseFeature(feature)
  const strategies = [...SOURCE_STRATEGIES, memberText(greedy)]
  return {
    classes: classCount(partitions),
    strategies,
    strategy: (classes) => ({ kind: 'rules', base: { kind: 'rigid', partitions, strategies, classes } }),
  }
}

/** Strategies that a class may have: those of the sources, and the greedy one. */
export const RIGID_STRATEGIES = SOURCE_STRATEGIES.length + 1
