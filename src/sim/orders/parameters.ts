/** Reads the parameters of an order, `a=0.5, night.w1=0.2`, against what the order declares. */
import { QueuewrightError } from '../../core/errors.js'
import { didYouMean } from '../../core/suggest.js'
import { TIME_CLASS_NAMES } from '../time-class.js'
import type { GivenParameters, OrderDeclaration, OrderParameter } from './declaration.js'

/** Highest group that a parameter may name. */
const MOST_GROUPS = 99

const KEY = /^(?:([a-z]+)\.)?([A-Za-z]+)(\d+)?$/
const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/

/**
 * @param text what stands between the parentheses; may be blank
 * @throws QueuewrightError `policy-parameter`
 */
export function parseParameters(order: OrderDeclaration, text: string): GivenParameters {
  const given = new Map<string, number>()
  if (text.trim() === '') return given
  for (const part of text.split(',')) {
    const [key = '', value = '', ...rest] = part.split('=').map((side) => side.trim())
    if (key === '' || value === '' || rest.length > 0) {
      throw new QueuewrightError('policy-parameter', `malformed parameter of ${order.name}`, {
        value: part.trim(),
        expected: 'name=number',
        remedy: known(order),
      })
    }
    const parameter = declared(order, key)
    if (given.has(key)) {
      throw new QueuewrightError('policy-parameter', `parameter ${key} of ${order.name} given twice`)
    }
    const number = NUMBER.test(value) ? Number(value) : Number.NaN
    const { least, most, whole } = parameter
    if (!(number >= least && number <= most) || (whole && !Number.isInteger(number))) {
      throw new QueuewrightError('policy-parameter', `parameter ${key} of ${order.name} out of range`, {
        value,
        expected: `a ${whole ? 'whole ' : ''}number from ${least} to ${most}`,
      })
    }
    given.set(key, number)
  }
  return given
}

/** The parameter that a key names. */
function declared(order: OrderDeclaration, key: string): OrderParameter {
  const [, situation, name, group] = KEY.exec(key) ?? []
  const parameter = order.parameters.find((candidate) => candidate.name === name)
  const fits =
    parameter !== undefined &&
    (situation === undefined ||
      (parameter.perTimeClass === true && (TIME_CLASS_NAMES as readonly string[]).includes(situation))) &&
    (parameter.perGroup === true
      ? group !== undefined && !group.startsWith('0') && Number(group) <= MOST_GROUPS
      : group === undefined)
  if (fits) return parameter
  throw new QueuewrightError('policy-parameter', `order ${order.name} has no parameter ${key}`, {
    remedy: order.parameters.length === 0 ? `${order.name} takes no parameters` : known(order, key),
  })
}

function known(order: OrderDeclaration, key = ''): string {
  const question = didYouMean(key, order.parameters.flatMap(keysOf))
  const shown = order.parameters.map(({ name, perGroup }) => (perGroup ? `${name}1, ${name}2, …` : name))
  const situations = order.parameters.some(({ perTimeClass }) => perTimeClass)
    ? `; each also for one situation, as in ${TIME_CLASS_NAMES.map((name) => `${name}.a`).join(', ')}`
    : ''
  return `${question}Parameters: ${shown.join(', ')}${situations}`
}

/** Keys of a parameter, for comparison with a mistyped one. */
function keysOf({ name, perGroup, perTimeClass }: OrderParameter): string[] {
  const keys = perGroup ? [1, 2, 3, 4, 5].map((group) => `${name}${group}`) : [name]
  const prefixed = TIME_CLASS_NAMES.flatMap((situation) => keys.map((key) => `${situation}.${key}`))
  return perTimeClass ? [...keys, ...prefixed] : keys
}
