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
 * between jobs that wait for hours and not between days. Of G the *gap* between each group and the next is searched: only
 * differences matter, and groups keep their order whatever a gap is, unless it is negative. So what is learnt on a log where
 * the low groups hardly wait keeps them in their place on one where they do. Gaps, x and y have four digits.
 */
import type { AlgorithmName } from '../sim/policy.js'
import { byGroup, type PolicyStrategy } from '../strategy/index.js'
import { type Scale, shareOf, shortened, termAt } from './scale.js'
import type { Space } from './space.js'

export interface Form {
  readonly algorithm: AlgorithmName
  /** Whether each situation has head starts of its own. */
  readonly byTimeClass: boolean
}

/** Terms of a group's head start: G, x, y. */
interface Terms {
  readonly G: number
  readonly x: number
  readonly y: number
}
const TIME_CLASSES = 3

/** Hours between a group and the next one; the largest is longer than jobs wait, so that it means priority. */
const GAP_SCALE: Scale = { most: 100_000, unit: 1 }
/** Hours for each doubling of estimate or size. */
const SHAPE_SCALE: Scale = { most: 300, unit: 0.1 }

/** Numbers of a form: in each situation x and y, group by group, and the gaps between the groups. */
export function dimensions({ byTimeClass }: Form, groups: number): number {
  return (byTimeClass ? TIME_CLASSES : 1) * sizeOf(groups)
}

/** Numbers of the head starts of one situation. */
function sizeOf(groups: number): number {
  return 3 * groups - 1
}

/** The head starts of a form. */
export function spaceOf(form: Form, groups: number): Space {
  const { algorithm, byTimeClass } = form
  return {
    name: `${algorithm}, ${byTimeClass ? 'by situation' : 'the same all week'}`,
    dimensions: dimensions(form, groups),
    strategy: (unit) => policyAt(form, Float64Array.from(unit), groups),
  }
}

/** The policy at a point of the unit cube. */
export function policyAt(
  { algorithm, byTimeClass }: Form,
  unit: Float64Array,
  groups: number,
): PolicyStrategy {
  const each = sizeOf(groups)
  const text = (situation: number) =>
    headStart(termsAt(unit.subarray(situation * each, (situation + 1) * each), groups))
  if (!byTimeClass) return { kind: 'policy', policy: `${algorithm}:(submit/3600 - ${text(0)})` }
  const [weekend, day, night] = [0, 1, 2].map(text)
  const head = `if(situation == 0, ${weekend}, if(situation == 1, ${day}, ${night}))`
  return { kind: 'policy', policy: `${algorithm}:(-(wait/3600 + ${head}))` }
}

/**
 * Head starts to begin with, the same all week, as points of the unit cube; the first is submit order.
 * @param favoured groups that the objective is about, in the order in which it names them
 */
export function startsFor(groups: number, favoured: readonly number[]): readonly Float64Array[] {
  const all = Array.from({ length: groups }, (_, k) => k + 1)
  const point = (terms: (group: number) => Terms) => pointAt(all.map(terms))
  /** Priority in this order; groups that are not in it have none. */
  const priority = (order: readonly number[]) =>
    point((group) => {
      const G = order.includes(group) ? GAP * (order.length - order.indexOf(group)) : 0
      return { G, x: 0, y: 0 }
    })
  const orders = [all, all.toReversed(), favoured.filter((group) => group <= groups)]
  const different = new Set(orders.filter(({ length }) => length > 0 && groups > 1).map(String))
  return [
    point(() => ({ G: 0, x: 0, y: 0 })),
    ...[...different].map((text) => priority(text.split(',').map(Number))),
    point(() => ({ G: 0, x: -DOMINANT, y: 0 })),
    point(() => ({ G: 0, x: 0, y: -DOMINANT })),
  ]
}

/** The point, the same all week, among those with head starts for each situation. */
export function byTimeClass(unit: readonly number[]): Float64Array {
  return Float64Array.from(new Array(TIME_CLASSES).fill(unit).flat())
}

/** Hours between one group and the next that mean priority in every log, and leave room to search on either side. */
const GAP = 10_000
/** Hours a doubling by which the shorter or smaller job nearly always goes first. */
const DOMINANT = 100

/** The head starts of all groups at a point. Only differences of G matter, so that the last group has none. */
function termsAt(point: Float64Array, groups: number): readonly Terms[] {
  const terms: Terms[] = []
  let G = 0
  for (let place = groups - 1; place >= 0; place--) {
    const [x, y] = [2 * place, 2 * place + 1].map((k) => shortened(termAt(point[k], SHAPE_SCALE)))
    // A gap of an hour counts on top of one of years, too.
    if (place < groups - 1) G = exact(G + shortened(termAt(point[2 * groups + place], GAP_SCALE)))
    terms.unshift({ G, x, y })
  }
  return terms
}

/** A sum of decimal numbers as one would write it. */
function exact(sum: number): number {
  return Number(sum.toPrecision(12))
}

function pointAt(terms: readonly Terms[]): Float64Array {
  const gaps = terms.slice(1).map(({ G }, place) => terms[place].G - G)
  return Float64Array.from([
    ...terms.flatMap(({ x, y }) => [shareOf(x, SHAPE_SCALE), shareOf(y, SHAPE_SCALE)]),
    ...gaps.map((gap) => shareOf(gap, GAP_SCALE)),
  ])
}

/** The head start by the job's group; jobs of none, and of groups beyond the last, have that of the last. */
function headStart(terms: readonly Terms[]): string {
  return byGroup(
    terms.map((_, place) => place + 1),
    terms.map(sumOf),
  )
}

function sumOf({ G, x, y }: Terms): string {
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
