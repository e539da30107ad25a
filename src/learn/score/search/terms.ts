/**
 * Families of score functions that are sums of terms. A score is a clock plus terms times coefficients, the smallest first:
 *
 *     score = clock + Σ c_k·term_k
 *
 * The clock has the coefficient 1, so that no two sums mean the same order; without terms it is the order of submit. So
 * every coefficient says what a term is worth in units of the clock: hours, but for `sc17`. R = log2(max(r, 10 s) / 1 h) and
 * N = log2(n), r the estimate and n the size; 10 s is the bound of the bounded slowdown.
 *
 * - `age`: hours of the submit time; R, N, R², N², R·N, R·n, n (the shape); r, r·n. Keys never change, and an hour's difference always
 *   counts the same, so that every job's turn comes. The cheapest to simulate.
 * - `sc17`: log10 of the submit time, and the products of D. Carastan-Santos and R. Y. de Camargo (SC 2017, table 3), with their
 *   coefficients as units: 1 of one of them alone is F1, F2, F3 or F4. Keys never change, but the later a job comes, the
 *   less its submit time counts.
 * - `aging`: hours of waiting, the shape, and waiting that counts more for shorter or narrower jobs. Linear in time.
 * - `state`: hours of waiting, the shape, whether the job fits into what is free, how many wait, and powers and logarithms of
 *   the slowdown so far. Scored anew for every waiting job at each event, which takes some times as long.
 */
import type { AlgorithmName } from '../../../sim/policy.js'
import type { Strategy } from '../../../strategy/index.js'
import { type Scale, shareOf, shortened, termAt } from '../../scale.js'
import type { Space } from '../../space.js'

export const FAMILY_NAMES = ['age', 'sc17', 'aging', 'state'] as const
export type FamilyName = (typeof FAMILY_NAMES)[number]

export interface Family {
  /** A formula. */
  readonly clock: string
  /** Formulas. */
  readonly terms: readonly string[]
  /** On which coefficients are searched. */
  readonly scale: Scale
  /** Known rules, as their coefficients by term; of terms that are not named 0. Submit order is always one. */
  readonly known: readonly Readonly<Record<string, number>>[]
}

/** Coefficients are searched from −10,000 to 10,000; evenly below an hour, or below a twentieth of F1 to F4. */
const MOST = 10_000
const HOURS: Scale = { most: MOST, unit: 1 }
const SHARES: Scale = { most: MOST, unit: 0.05 }
/** A coefficient that leaves the clock nothing to say, in most logs, and room to search on either side. */
const DOMINANT = 100

const R = 'log2(max(estimate, 10)/3600)'
const N = 'log2(size)'
const WIDTH = 'size/16'
const R_WIDTH = `${R}*${WIDTH}`
const SHAPE = [R, N, `${R}^2`, `${N}^2`, `${R}*${N}`, R_WIDTH, WIDTH] as const
/** F1 of SC 2017 some weeks after the log began, when 870·log10(s) is nearly linear in s: by 0.5 an hour. */
const AGED = { [R_WIDTH]: 10, [WIDTH]: Math.log2(3600) * 10 }
/** Shortest, narrowest, smallest area first; smallest area weighted by slowdown, log2(r² n); log(r)·n, as in F1. */
const SHAPES = [
  { [R]: DOMINANT },
  { [N]: DOMINANT },
  { [R]: DOMINANT, [N]: DOMINANT },
  { [R]: 2 * DOMINANT, [N]: DOMINANT },
  { [R_WIDTH]: DOMINANT, [WIDTH]: Math.log2(3600) * DOMINANT },
]

const F1 = 'log10(estimate)*size/870'
const F2 = 'sqrt(estimate)*size/25600'
const F3 = 'estimate*size/6860000'
const F4 = 'estimate*sqrt(size)/530000'
const LENGTH = 'estimate/3600'
const AREA = `${LENGTH}*${WIDTH}`

const EXPANSION = 'wait/max(estimate, 10)'
const WFP3 = '(wait/max(estimate, 10))^3*size'

const FAMILIES: Readonly<Record<FamilyName, Family>> = {
  age: {
    clock: 'submit/3600',
    terms: [...SHAPE, LENGTH, AREA],
    scale: HOURS,
    known: [...SHAPES, { [LENGTH]: DOMINANT }, AGED],
  },
  sc17: {
    clock: 'log10(submit)',
    terms: [F1, F2, F3, F4, LENGTH, WIDTH],
    scale: SHARES,
    known: [{ [F1]: 1 }, { [F2]: 1 }, { [F3]: 1 }, { [F4]: 1 }, { [LENGTH]: DOMINANT }, { [F3]: MOST }],
  },
  aging: {
    clock: '-wait/3600',
    terms: [...SHAPE, EXPANSION, 'wait/(60*size)', 'wait/(max(estimate, 10)*size)'],
    scale: HOURS,
    known: [...SHAPES, { [EXPANSION]: -DOMINANT }],
  },
  state: {
    clock: '-wait/3600',
    terms: [
      ...SHAPE,
      '(size > free)',
      `log2(1 + queue)*${R}`,
      `log2(1 + queue)*${N}`,
      'log2(1 + wait/max(estimate, 10))',
      WFP3,
    ],
    scale: HOURS,
    known: [...SHAPES, { [WFP3]: -DOMINANT }, { '(size > free)': DOMINANT, [R]: DOMINANT }],
  },
}

/** A family, with those of its terms that are in use, and what goes by it. */
export interface Form {
  readonly algorithm: AlgorithmName
  readonly family: FamilyName
  /** Places of terms, ascending. */
  readonly terms: readonly number[]
}

/** The family with all of its terms. */
export function wholeForm(algorithm: AlgorithmName, family: FamilyName): Form {
  return { algorithm, family, terms: FAMILIES[family].terms.map((_, k) => k) }
}

/** The scores of a form: a point of the unit cube has a coefficient for each of its terms. */
export function spaceOf({ algorithm, family, terms }: Form): Space {
  const all = FAMILIES[family].terms.length
  const some =
    terms.length === all ? '' : `, ${terms.length} of ${all} terms: ${terms.map((k) => k + 1).join(' ')}`
  return {
    name: `${algorithm}, ${family}${some}`,
    dimensions: terms.length,
    strategy: (unit) => scoreAt({ algorithm, family, terms }, Float64Array.from(unit)),
  }
}

/** The policy with these coefficients. */
export function scoreAt({ algorithm, family, terms }: Form, unit: Float64Array): Strategy {
  const { clock, terms: formulas, scale } = FAMILIES[family]
  const text = terms.reduce((sum, term, k) => {
    const coefficient = shortened(termAt(unit[k], scale))
    if (coefficient === 0) return sum
    return `${sum} ${coefficient < 0 ? '-' : '+'} ${Math.abs(coefficient)}*${formulas[term]}`
  }, clock)
  return { kind: 'policy', policy: `${algorithm}:(${text})` }
}

/** Known rules as points of the unit cube; the first is submit order. */
export function startsFor({ family, terms }: Form): readonly Float64Array[] {
  const { terms: formulas, known, scale } = FAMILIES[family]
  const point = (coefficients: Readonly<Record<string, number>>) =>
    Float64Array.from(terms, (term) => shareOf(coefficients[formulas[term]] ?? 0, scale))
  return [{}, ...known].map(point)
}

/** The point without one of its coefficients; the form without that term. */
export function without(form: Form, unit: readonly number[], place: number): readonly [Form, Float64Array] {
  return [
    { ...form, terms: form.terms.filter((_, k) => k !== place) },
    Float64Array.from(unit.filter((_, k) => k !== place)),
  ]
}
