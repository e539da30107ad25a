/**
 * The orders that our own learners search (greedy/own.ts, rules/mixture.ts): each job has a *head start*, a time by which it
 * counts as waiting longer than it does, and the job that counts as waiting longest goes first. The head start h is a sum of
 * three terms for the job's user group g, in hours, with r the estimate and n the size:
 *
 *     h = G_g + x_g·log2(max(r, 60 s) / 1 h) + y_g·log2(n)
 *
 * the same all week, or another in each situation (weekend, day, night). Priority by group is a part of this space (G_1
 * days above G_2), and so are submit order (all zero), shortest or smallest first (x or y large and negative) and everything
 * between. The same all week, keys never change, and the order is as cheap to simulate as a static one. Keys are hours, so
 * that an administrator can read them: "group 1 goes before jobs that came up to 12 hours earlier".
 *
 * Policies are formulas (sim/orders/formula.ts), so nothing has to be built into anything to use them.
 *
 * Searched is the unit cube, by scales (scale.ts) that are even near 0 and logarithmic far from it, since an hour matters
 * between jobs that wait for hours and not between days. Numbers have four digits.
 */
import type { AlgorithmName } from '../sim/policy.js'
import type { PolicyStrategy } from '../strategy/index.js'
import type { Space } from './arm.js'
import { type Scale, shareOf, shortened, termAt } from './scale.js'

export interface Form {
  readonly algorithm: AlgorithmName
  /** Whether each situation has head starts of its own. */
  readonly bySituation: boolean
}

/** Terms of the head start: G, x, y. */
const TERMS = 3
const SITUATIONS = 3

/** Hours; the largest is longer than jobs wait, so that it means priority. */
const GROUP_SCALE: Scale = { most: 10_000, unit: 1 }
/** Hours for each doubling of estimate or size. */
const SHAPE_SCALE: Scale = { most: 300, unit: 0.1 }
const SCALES = [GROUP_SCALE, SHAPE_SCALE, SHAPE_SCALE] as const

/** Numbers of a form: situation by situation, group by group, G, x, y. */
export function dimensions({ bySituation }: Form, groups: number): number {
  return (bySituation ? SITUATIONS : 1) * groups * TERMS
}

/** The head starts of a form. */
export function spaceOf(form: Form, groups: number): Space {
  const { algorithm, bySituation } = form
  return {
    name: `${algorithm}, ${bySituation ? 'by situation' : 'the same all week'}`,
    dimensions: dimensions(form, groups),
    strategy: (unit) => policyAt(form, Float64Array.from(unit), groups),
  }
}

/** The policy at a point of the unit cube. */
export function policyAt(
  { algorithm, bySituation }: Form,
  unit: Float64Array,
  groups: number,
): PolicyStrategy {
  const terms = Array.from(unit, (share, k) => shortened(termAt(share, SCALES[k % TERMS])))
  if (!bySituation) {
    return { kind: 'policy', policy: `${algorithm}:(submit/3600 - ${byGroup(terms, groups)})` }
  }
  const each = groups * TERMS
  const [weekend, day, night] = [0, 1, 2].map((k) => byGroup(terms.slice(k * each, (k + 1) * each), groups))
  const head = `if(situation == 0, ${weekend}, if(situation == 1, ${day}, ${night}))`
  return { kind: 'policy', policy: `${algorithm}:(-(wait/3600 + ${head}))` }
}

/**
 * Head starts to begin with, the same all week, as points of the unit cube; the first is submit order.
 * @param favoured groups that the objective is about, in the order in which it names them
 */
export function startsFor(groups: number, favoured: readonly number[]): readonly Float64Array[] {
  const all = Array.from({ length: groups }, (_, k) => k + 1)
  const point = (terms: (group: number) => readonly [G: number, x: number, y: number]) =>
    Float64Array.from(all.flatMap((group) => terms(group).map((term, k) => shareOf(term, SCALES[k]))))
  /** Priority in this order; groups that are not in it have none. */
  const priority = (order: readonly number[]) =>
    point((group) => [order.includes(group) ? GAP * (order.length - order.indexOf(group)) : 0, 0, 0])
  const orders = [all, all.toReversed(), favoured.filter((group) => group <= groups)]
  const different = new Set(orders.filter(({ length }) => length > 0 && groups > 1).map(String))
  return [
    point(() => [0, 0, 0]),
    ...[...different].map((text) => priority(text.split(',').map(Number))),
    point(() => [0, -DOMINANT, 0]),
    point(() => [0, 0, -DOMINANT]),
  ]
}

/** The point, the same all week, among those with head starts for each situation. */
export function bySituation(unit: readonly number[]): Float64Array {
  return Float64Array.from(new Array(SITUATIONS).fill(unit).flat())
}

/** Hours between one group and the next that mean priority in most logs, and leave room to search on either side. */
const GAP = 1000
/** Hours a doubling by which the shorter or smaller job nearly always goes first. */
const DOMINANT = 100

/** The head start by the job's group; jobs of none, and of groups beyond the last, have that of the last. */
function byGroup(terms: readonly number[], groups: number): string {
  const of = (group: number) => sumOf(terms.slice((group - 1) * TERMS, group * TERMS))
  let text = of(groups)
  for (let group = groups - 1; group >= 1; group--) text = `if(group == ${group}, ${of(group)}, ${text})`
  return text
}

function sumOf([G, x, y]: readonly number[]): string {
  const shape = [
    ...(x === 0 ? [] : [`${x}*log2(max(estimate, 60)/3600)`]),
    ...(y === 0 ? [] : [`${y}*log2(size)`]),
  ]
  const terms = [...(G === 0 && shape.length > 0 ? [] : [String(G)]), ...shape]
  const text = terms.reduce((sum, term) =>
    term.startsWith('-') ? `${sum} - ${term.slice(1)}` : `${sum} + ${term}`,
  )
  return terms.length > 1 || text.startsWith('-') ? `(${text})` : text
}
