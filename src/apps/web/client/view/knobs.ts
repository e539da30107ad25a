/**
 * Knobs of a policy: the declared parameters of its orders, and each number of a formula. A turned knob is
 * another policy, as text: nothing else keeps what was turned. Pure.
 */
import { tokensOf } from '../../../../core/expression/tokens.js'
import { largestOf } from '../../../../core/statistics.js'
import { namedOrder, type OrderDeclaration, type OrderParameter } from '../../../../sim/orders/index.js'
import { policyParts } from '../../../../sim/policy.js'

export interface Knob {
  /** As the policy has it: `a`, `w1`; of a formula the number's place, `number 2`. */
  readonly name: string
  readonly meaning: string
  readonly value: number
  readonly least: number
  readonly most: number
  readonly step: number
  /** The policy with another value. */
  readonly turned: (value: number) => string
}

/** Steps of a slider over the range of what it turns. */
const STEPS = 200
/** User groups that a policy is offered knobs for, where it names none higher. */
const GROUPS = 5

/** @throws QueuewrightError for what is no policy */
export function knobsOf(policy: string): readonly Knob[] {
  const parts = policyParts(policy)
  if (parts === null) return []
  const { algorithm, order, backfill } = parts
  const whole = (first: string, second: string | null) =>
    `${algorithm}:${first}${second === null ? '' : `/${second}`}`
  return [
    ...orderKnobs(order, '', (text) => whole(text, backfill)),
    ...(backfill === null ? [] : orderKnobs(backfill, 'backfilling, ', (text) => whole(order, text))),
  ]
}

function orderKnobs(written: string, where: string, policyWith: (order: string) => string): readonly Knob[] {
  const named = namedOrder(written)
  if (named === null) return formulaKnobs(written, where, policyWith)
  const { order, given } = named
  const [name] = written.split('(', 1)
  return keysOf(order, [...given.keys()]).map(([key, parameter]): Knob => {
    const { least, most, whole, default: usual, meaning } = parameter
    // A key of one situation is as the key of all where it is not given.
    const value = given.get(key) ?? given.get(key.replace(/^.*\./, '')) ?? usual
    return {
      ...{ name: key, meaning: `${where}${meaning}`, value, least, most },
      step: whole ? 1 : (most - least) / STEPS,
      turned: (next) => {
        const values = new Map(given).set(key, next)
        const text = [...values].map(([each, number]) => `${each}=${shortest(number)}`).join(', ')
        return policyWith(`${name.trim()}(${text})`)
      },
    }
  })
}

/** Keys that are given, and those of all situations; with the parameter of each. */
function keysOf(order: OrderDeclaration, given: readonly string[]): readonly [string, OrderParameter][] {
  const highest = largestOf(given.map((key) => Number(/(\d+)$/.exec(key)?.[1] ?? 0)))
  const groups = Math.max(GROUPS, highest)
  return order.parameters.flatMap((parameter) => {
    const plain = parameter.perGroup
      ? Array.from({ length: groups }, (_, k) => `${parameter.name}${k + 1}`)
      : [parameter.name]
    const own = given.filter((key) => key.includes('.') && plain.includes(key.replace(/^.*\./, '')))
    return [...plain, ...own].map((key): [string, OrderParameter] => [key, parameter])
  })
}

function formulaKnobs(text: string, where: string, policyWith: (order: string) => string): readonly Knob[] {
  const numbers = tokensOf(text).filter(({ kind }) => kind === 'number')
  return numbers.map(({ value, column, text: digits }, k): Knob => {
    const most = value === 0 ? 1 : 4 * value
    return {
      name: `number ${k + 1}`,
      meaning: `${where}${excerptAround(text, column - 1, digits.length)}`,
      ...{ value, least: 0, most, step: most / STEPS },
      turned: (next) => {
        const [before, after] = [text.slice(0, column - 1), text.slice(column - 1 + digits.length)]
        return policyWith(`${before}${shortest(next)}${after}`)
      },
    }
  })
}

const AROUND = 12

function excerptAround(text: string, at: number, length: number): string {
  const [from, to] = [Math.max(0, at - AROUND), Math.min(text.length, at + length + AROUND)]
  return `${from > 0 ? '…' : ''}${text.slice(from, to).trim()}${to < text.length ? '…' : ''}`
}

/** Without digits that only binary fractions have: 0.30000000000000004 is 0.3. */
function shortest(value: number): string {
  return String(Number(value.toPrecision(12)))
}
