/** Partitions of features as an option writes them: `sd:2; um:75,85` cuts `sd` at 2, and `um` at 75 and at 85. */
import { QueuewrightError } from '../../core/errors.js'
import {
  classCount,
  type Feature,
  MOST_CLASSES,
  type Partition,
  parseFeature,
} from '../../sim/rule-based/index.js'
import { parseDecimal, usage } from './options.js'

const FORM = 'FEATURE:BOUND,BOUND;… as "sd:2; um:75,85"'

/**
 * @param option in messages
 * @throws QueuewrightError `usage`; `policy-parameter` for an unknown feature
 */
export function parsePartitions(text: string, option: string): readonly Partition[] {
  const partitions = text.split(';').map((part) => partitionIn(part.trim(), option))
  const names = partitions.map(({ feature }) => feature)
  const twice = names.find((name, k) => names.indexOf(name) !== k)
  if (twice !== undefined) throw usage(option, twice, 'each feature once, with all of its bounds')
  const classes = classCount(partitions)
  if (classes > MOST_CLASSES) throw usage(option, text, `at most ${MOST_CLASSES} classes, not ${classes}`)
  return partitions
}

function partitionIn(part: string, option: string): Partition {
  const [, name, list] = /^([^:]+):([^:]+)$/.exec(part) ?? []
  if (name === undefined) throw usage(option, part, FORM)
  const feature = featureIn(name, option)
  const bounds = list.split(',').map((bound) => parseDecimal(bound.trim()))
  const { least, most } = feature
  // A bound belongs to the part below it.
  const cuts = bounds.every(
    (bound, k) => bound >= least && bound < most && (k === 0 || bounds[k - 1] < bound),
  )
  if (cuts) return { feature: feature.name, bounds }
  throw usage(option, part, `bounds that ascend, from ${least} to less than ${most}`)
}

/** @throws QueuewrightError `policy-parameter` */
export function featureIn(name: string, option: string): Feature {
  try {
    return parseFeature(name)
  } catch (error) {
    throw error instanceof QueuewrightError ? error.with({ field: option }) : error
  }
}
