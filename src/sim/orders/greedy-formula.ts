/**
 * Greedy criteria as formulas over what formulas know (formula.ts), for use where greedy orders are not known, and to be
 * read. The formula means exactly the same: split into c + p·wait/q it has, job by job, the very coefficients of the
 * order (greedy.ts), because each of its operations is one of theirs; what is left out (a weight of 1, a term of 0) changes
 * no bit of a key.
 *
 *     if(situation == 0, -if(group == 1, 0.8, 0.2)*(0.5*wait + 0.1*estimate*size), -wait)
 */
import { TIME_CLASS_NAMES } from '../time-class.js'
import type { Criterion, GreedyParameters } from './greedy.js'

/** @param parameters as `greedyOrder` takes them */
export function greedyFormula({ criteria, weights }: GreedyParameters): string {
  const each = weights.length / TIME_CLASS_NAMES.length
  const [weekend, day, night] = TIME_CLASS_NAMES.map((_, situation) =>
    criterionFormula(criteria[situation], weights.subarray(situation * each, (situation + 1) * each)),
  )
  if (weekend === day && day === night) return day
  if (day === night) return `if(situation == 0, ${weekend}, ${day})`
  if (weekend === night) return `if(situation == 1, ${day}, ${night})`
  if (weekend === day) return `if(situation == 2, ${night}, ${day})`
  return `if(situation == 0, ${weekend}, if(situation == 1, ${day}, ${night}))`
}

/** An estimate of 0 s counts as 1 s in a denominator. */
const SECONDS = 'if(estimate > 0, estimate, 1)'

/** @param weights a, b, w of each group, K of each group */
function criterionFormula(criterion: Criterion, weights: Float64Array): string {
  const groups = (weights.length - 2) / 2
  const [a, b] = weights
  const w = byGroup(weights.subarray(2, 2 + groups))
  const K = byGroup(weights.subarray(2 + groups))
  if (w === '0') return '0'
  const terms = [
    ...(K === '0' ? [] : [K]),
    ...(a === 0 ? [] : [scaled(a, 'wait') + divisorOf(criterion)]),
    ...(b === 0 || criterion === 3 ? [] : [scaled(b, 'estimate') + (criterion === 2 ? '*size' : '/size')]),
  ]
  if (terms.length === 0) return '0'
  const sum = terms.length === 1 && w === '1' && !terms[0].includes('/') ? terms[0] : `(${terms.join(' + ')})`
  return w === '1' ? `-${sum}` : `-${w}*${sum}`
}

/** The divisor of the wait, as it stands behind it. */
function divisorOf(criterion: Criterion): string {
  return criterion === 1 ? `/${SECONDS}` : criterion === 3 ? `/(${SECONDS}*size)` : ''
}

function scaled(weight: number, name: string): string {
  return weight === 1 ? name : `${weight}*${name}`
}

/** The value for a job's group; all groups beyond those named, and jobs of none, have that of the last one. */
function byGroup(values: Float64Array): string {
  let named = values.length - 1
  const last = values[named]
  while (named > 0 && values[named - 1] === last) named--
  let text = String(last)
  for (let group = named; group >= 1; group--) text = `if(group == ${group}, ${values[group - 1]}, ${text})`
  return text
}
