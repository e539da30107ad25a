/** Settings of rules that are more than numbers: what they go by, where it is cut, and a policy that they may choose. */
import { type Form, illegible, parseDecimal, type Setting, setting } from '../../core/settings/index.js'
import {
  classCount,
  MOST_CLASSES,
  type Partition,
  parseFeature,
  SOURCE_PARTITIONS,
} from '../../sim/rule-based/index.js'
import { USUAL_GREEDY } from './base-coding.js'

export const RULES_HEADING = 'Rules:'

const FEATURE_LIST: Form<readonly string[]> = {
  shown: 'list',
  told: '',
  schema: { type: 'array', items: { type: 'string' }, minItems: 1 },
  expected: () => 'one or more features, separated by commas',
  fits: (value) => Array.isArray(value) && value.length > 0,
  // Each once.
  read: (text) => [...new Set(text.split(',').map((name) => parseFeature(name).name))],
  text: (value) => value.join(','),
}

export function featuresSetting(
  usual: readonly string[],
  meaning: string,
  source?: string,
): Setting<readonly string[]> {
  return setting(FEATURE_LIST, {
    meaning: `${meaning}, separated by commas; qw policies lists them`,
    ...(source === undefined ? {} : { source }),
    heading: RULES_HEADING,
    usual,
  })
}

/** Partitions as an option writes them: `sd:2; um:75,85` cuts `sd` at 2, and `um` at 75 and at 85. */
const PARTITION_LIST: Form<readonly Partition[]> = {
  shown: 'list',
  told: '',
  schema: {
    type: 'array',
    items: {
      type: 'object',
      properties: { feature: { type: 'string' }, bounds: { type: 'array', items: { type: 'number' } } },
      required: ['feature', 'bounds'],
    },
  },
  expected: () => 'FEATURE:BOUND,BOUND;… as "sd:2; um:75,85"',
  fits: (value) => Array.isArray(value),
  read: (text) => {
    const partitions = text.split(';').map((part) => partitionIn(part.trim()))
    const names = partitions.map(({ feature }) => feature)
    const twice = names.find((name, k) => names.indexOf(name) !== k)
    if (twice !== undefined) throw illegible(twice, 'each feature once, with all of its bounds')
    const classes = classCount(partitions)
    if (classes > MOST_CLASSES) throw illegible(text, `at most ${MOST_CLASSES} classes, not ${classes}`)
    return partitions
  },
  text: (value) => value.map(({ feature, bounds }) => `${feature}:${bounds.join(',')}`).join('; '),
}

function partitionIn(part: string): Partition {
  const [, name, list] = /^([^:]+):([^:]+)$/.exec(part) ?? []
  if (name === undefined) throw illegible(part, PARTITION_LIST.expected())
  const { name: feature, least, most } = parseFeature(name)
  const bounds = list.split(',').map((bound) => parseDecimal(bound.trim()))
  // A bound belongs to the part below it.
  const cuts = bounds.every(
    (bound, k) => bound >= least && bound < most && (k === 0 || bounds[k - 1] < bound),
  )
  if (cuts) return { feature, bounds }
  throw illegible(part, `bounds that ascend, from ${least} to less than ${most}`)
}

export const PARTITIONS = setting(PARTITION_LIST, {
  meaning: 'the classes of states, by where features are cut, as FEATURE:BOUND,BOUND;…',
  source: 'Franke 2006, table 9.1',
  heading: RULES_HEADING,
  option: 'classes',
  usual: SOURCE_PARTITIONS,
})

const MEMBER: Form<string> = {
  shown: 'policy',
  told: '',
  schema: { type: 'string' },
  expected: () => 'a policy of one order',
  fits: (value) => typeof value === 'string',
  read: (text) => text,
  text: String,
}

/** The policy that stands beside those of the sources; what is usual may be found otherwise by who asks. */
export const GREEDY = setting(MEMBER, {
  meaning: 'the greedy strategy beside those of the sources, any policy of one order; @FILE: a learnt one',
  source: 'Franke 2006, 9.2.2',
  heading: RULES_HEADING,
  usual: USUAL_GREEDY,
  usually:
    'the one that qw learn greedy found last for the same objective from the same jobs, else f2 with fixed weights',
})
