/**
 * Constraints that a strategy has to keep to: a bound of an objective, as a value or as a multiple of what some policy
 * reaches on the same jobs.
 *
 *     maxWait <= 14d        UTIL >= 60%        AVEbsld <= 20        AWRT5 <= 1.5*easy        AWRT2 <= cons
 *     meanWait[size <= 8] <= 2h                p95Wait[user = 17] <= 1.1*easy
 *
 * Left of the sign stands any formula over objectives; right of it a number, with a unit of time (s, m, h, d, w, or the
 * word: `14 days`) where the objective is in seconds, or in percent where it is a share. A policy's name may be written in
 * any case, as papers write EASY.
 */

import { parseDuration } from '../core/duration.js'
import { QueuewrightError } from '../core/errors.js'
import { type CompositeObjective, compileObjective } from '../sim/objectives/index.js'
import { parsePolicy, RECORDED } from '../sim/policy.js'

export type Relation = '<=' | '>='

/** A constraint as written, read. */
export interface WrittenConstraint {
  readonly text: string
  readonly objective: CompositeObjective
  readonly sense: Relation
  /** A number in the objective's unit, or a multiple of what a policy reaches, whose name is in lower case. */
  readonly bound: number | { readonly factor: number; readonly policy: string }
}

const NUMBER = String.raw`[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?`
const PLAIN = new RegExp(`^${NUMBER}$`)
const PERCENT = new RegExp(`^(${NUMBER})\\s*%$`)
const MULTIPLE = new RegExp(`^(${NUMBER})\\s*\\*\\s*(.+)$`)

/**
 * @param field the option or member that it comes from, for messages
 * @param objectiveBy what reads the objective
 * @throws QueuewrightError `usage` for what is no bound; `formula-syntax`, `formula-name` for the objective,
 *   `unknown-policy` and others for the policy
 */
export function parseConstraint(
  text: string,
  field: string,
  objectiveBy = compileObjective,
): WrittenConstraint {
  const { left, sense, right } = partsOf(text)
  const bad = (expected: string) =>
    new QueuewrightError('usage', 'not a constraint', { field, value: text, expected })
  if (sense === null || left.trim() === '' || right.trim() === '') {
    throw bad('OBJECTIVE <= BOUND or OBJECTIVE >= BOUND, as in maxWait <= 14d or AWRT5 <= 1.5*easy')
  }
  const objective = named(field, () => objectiveBy(left.trim()))
  const what = { text: text.trim(), objective, sense }
  const side = right.trim()
  if (PLAIN.test(side)) return { ...what, bound: Number(side) }

  const unit = unitOf(objective)
  const percent = PERCENT.exec(side)
  if (percent !== null) {
    if (unit !== 'share') throw bad(`a plain number or a multiple of a policy: ${left.trim()} is no share`)
    return { ...what, bound: Number(percent[1]) / 100 }
  }
  const [, factor = '1', base = side] = MULTIPLE.exec(side) ?? []
  const policy = inLowerCase(base)
  const seconds = /^\d/.test(policy) ? secondsIn(policy) : null
  if (seconds !== null) {
    if (unit !== 's') throw bad(`a plain number or a multiple of a policy: ${left.trim()} is not in seconds`)
    return { ...what, bound: Number(factor) * seconds }
  }
  if (/^\d/.test(policy))
    throw bad('a number, a time as 14d or 1h30m, a percentage, or a multiple of a policy as 1.5*easy')
  if (!(Number(factor) > 0)) throw bad('a factor above 0 before the policy')
  const { algorithm } = named(field, () => parsePolicy(policy))
  if (algorithm === RECORDED) throw bad('a policy that can be simulated')
  return { ...what, bound: { factor: Number(factor), policy } }
}

/** A policy with the names before its formula or parameters in lower case, in which tables have it. */
function inLowerCase(policy: string): string {
  return policy.replace(/^[^(]*/, (names) => names.toLowerCase())
}

/** The parts on both sides of the first sign outside parentheses and brackets. */
function partsOf(text: string): { left: string; sense: Relation | null; right: string } {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(' || text[at] === '[') depth++
    else if (text[at] === ')' || text[at] === ']') depth--
    const sense = text.slice(at, at + 2)
    if (depth === 0 && (sense === '<=' || sense === '>=')) {
      return { left: text.slice(0, at), sense, right: text.slice(at + 2) }
    }
  }
  return { left: text, sense: null, right: '' }
}

/** The unit of an objective that is a single name; null of a formula. */
function unitOf({ parts, text }: CompositeObjective): string | null {
  return parts.length === 1 && parts[0].name === text ? parts[0].objective.unit : null
}

function secondsIn(text: string): number | null {
  try {
    return parseDuration(text)
  } catch {
    return null
  }
}

function named<Result>(field: string, action: () => Result): Result {
  try {
    return action()
  } catch (error) {
    throw error instanceof QueuewrightError ? error.with({ field }) : error
  }
}

/**
 * The bound as a value.
 * @param base what the constraint's policy reaches under its objective on the same jobs; null where it has no value
 * @returns null where there is none
 */
export function boundIn({ bound }: Pick<WrittenConstraint, 'bound'>, base: number | null): number | null {
  if (typeof bound === 'number') return bound
  return base === null ? null : bound.factor * base
}

/**
 * By how much a value misses a bound, as a share of the bound (of 1 where that is 0): 0 where it is kept, +∞ where there
 * is no value or no bound.
 */
export function violationOf(sense: Relation, bound: number | null, value: number | null): number {
  if (value === null || bound === null || !Number.isFinite(value)) return Number.POSITIVE_INFINITY
  const miss = sense === '<=' ? value - bound : bound - value
  return Math.max(0, miss) / (Math.abs(bound) || 1)
}
