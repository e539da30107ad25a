/**
 * Families of score functions: which forms are fitted. Every form is a sum of terms with a coefficient each, so that least
 * squares has a closed solution. A family is a list of groups of terms; a group says which sums of its terms are fitted,
 * and may look at the data to choose them. The port of regression: adding a family takes one entry here.
 *
 * - **sc17**: f = (c1·α(r)) op1 (c2·β(n)) op2 (c3·γ(s)), operators from the left, α, β and γ among x, log10(x), √x and
 *   1/x, operators +, · and ÷: 576 candidates (Carastan-Santos, de Camargo, Obtaining Dynamic Scheduling Policies with
 *   Simulation and Machine Learning, SC 2017, section 3.3). Multiplied out, each is a sum of one to three terms; c1, c2
 *   and c3 enter by their products only. Candidates with the same terms are the same function: 400 are left.
 * - **polynomial**: the six templates of the follow-up (Rosa, Carastan-Santos, Goldman, An Experimental Analysis of
 *   Regression-Obtained HPC Scheduling Heuristics, JSSPP 2023): a constant, the powers of r, n and s up to a degree, and
 *   the products rⁱ·nʲ of up to that degree. Beside them, ours: sums of the constant and few of all monomials rⁱ·nʲ·sᵏ
 *   up to the degree, chosen by forward selection.
 * - **products**, ours: the constant and few of the products of a base function of r, n and s each (or of two of them, or
 *   of one), chosen by forward selection.
 *
 * Forward selection is core/linear's. How many terms are worth while is for held-out tuples to say (fit.ts).
 */
import { forwardSelection, type TriangularFactor } from '../../../core/linear/index.js'
import type { FamilyName, RankedBy } from '../settings.js'
import { type BaseFunction, CONSTANT, inverseOf, type Term, termKey, VARIABLES } from './forms.js'

export interface FormGroup {
  readonly terms: readonly Term[]
  /** Terms of its longest sum. */
  readonly most: number
  /**
   * The sums that are fitted, each as numbers of terms. Asked anew of the data of each fold; of all of them as many, in
   * the same order, as far as the data go.
   * @param factor of the terms' values and the scores
   */
  readonly sums: (factor: TriangularFactor) => readonly (readonly number[])[]
}

export interface FamilySettings {
  /** Highest degree of polynomials, 1 to 6. */
  readonly degree: number
}

export interface ScoreFamily {
  readonly name: FamilyName
  /** Unless the user says otherwise. */
  readonly rankedBy: RankedBy
  /** Candidates as written, of which some may be the same function. */
  readonly written: (settings: FamilySettings) => number
  readonly groups: (settings: FamilySettings) => readonly FormGroup[]
}

const BASES: readonly BaseFunction[] = [
  { of: 'x', exponent: 1 },
  { of: 'log', exponent: 1 },
  { of: 'x', exponent: 0.5 },
  { of: 'x', exponent: -1 },
]
const OPERATORS = ['+', '*', '/'] as const
type Operator = (typeof OPERATORS)[number]

/** All of a group's terms, whatever the data. */
function whole(terms: readonly Term[]): FormGroup {
  const all = terms.map((_, k) => k)
  return { terms, most: terms.length, sums: () => [all] }
}

/** The product of `left op right`, multiplied out; `right` depends on a variable that `left` does not depend on. */
function combined(left: readonly Term[], operator: Operator, right: Term): readonly Term[] {
  if (operator === '+') return [...left, right]
  const factor = operator === '*' ? right : inverseOf(right)
  return left.map((term) => ({ ...term, ...factor }))
}

/** The 576 candidates, each as its terms. */
export function sc17Candidates(): readonly (readonly Term[])[] {
  const candidates: (readonly Term[])[] = []
  for (const first of OPERATORS) {
    for (const second of OPERATORS) {
      for (const runtime of BASES) {
        for (const size of BASES) {
          for (const submit of BASES) {
            candidates.push(combined(combined([{ runtime }], first, { size }), second, { submit }))
          }
        }
      }
    }
  }
  return candidates
}

/** The first of each function, by its terms. */
export function distinctForms(forms: readonly (readonly Term[])[]): readonly (readonly Term[])[] {
  const seen = new Map<string, readonly Term[]>()
  for (const form of forms) {
    const key = form.map(termKey).sort().join('+')
    if (!seen.has(key)) seen.set(key, form)
  }
  return [...seen.values()]
}

/** Most terms of a sum that forward selection makes, the constant not counted. */
const MOST_SELECTED = 8

function monomial(runtime: number, size: number, submit: number): Term {
  const exponents = { runtime, size, submit }
  return Object.fromEntries(
    VARIABLES.filter((variable) => exponents[variable] > 0).map((variable) => [
      variable,
      { of: 'x', exponent: exponents[variable] },
    ]),
  )
}

/** The template of the JSSPP 2023 study of this degree: 4, 8, 13, 19, 26 or 34 terms. */
export function publishedPolynomial(degree: number): readonly Term[] {
  const terms: Term[] = [CONSTANT]
  for (let total = 1; total <= degree; total++) {
    terms.push(monomial(total, 0, 0), monomial(0, total, 0), monomial(0, 0, total))
    for (let size = 1; size < total; size++) terms.push(monomial(total - size, size, 0))
  }
  return terms
}

/** The constant and all monomials rⁱ·nʲ·sᵏ up to the degree. */
function allMonomials(degree: number): readonly Term[] {
  const terms: Term[] = []
  for (let total = 0; total <= degree; total++) {
    for (let runtime = total; runtime >= 0; runtime--) {
      for (let size = total - runtime; size >= 0; size--) {
        terms.push(monomial(runtime, size, total - runtime - size))
      }
    }
  }
  return terms
}

/** The constant and all products of at most one base function of each variable. */
function allProducts(): readonly Term[] {
  let products: readonly Term[] = [CONSTANT]
  for (const variable of VARIABLES) {
    products = products.flatMap((term) => [term, ...BASES.map((base) => ({ ...term, [variable]: base }))])
  }
  return products
}

/** Sums of the first of these terms, which is the constant, and one, two … others, the most telling first. */
function selected(terms: readonly Term[]): FormGroup {
  const most = Math.min(terms.length, MOST_SELECTED + 1)
  return {
    terms,
    most,
    sums: (factor) => {
      const order = forwardSelection(factor, [0], most)
      return order.slice(1).map((_, k) => order.slice(0, k + 2))
    },
  }
}

export const SC17: ScoreFamily = {
  name: 'sc17',
  rankedBy: 'error',
  written: () => sc17Candidates().length,
  groups: () => distinctForms(sc17Candidates()).map(whole),
}

export const FAMILIES: readonly ScoreFamily[] = [
  SC17,
  {
    name: 'polynomial',
    rankedBy: 'held-out',
    written: ({ degree }) => degree + Math.min(MOST_SELECTED, allMonomials(degree).length - 1),
    groups: ({ degree }) => [
      ...Array.from({ length: degree }, (_, k) => whole(publishedPolynomial(k + 1))),
      selected(allMonomials(degree)),
    ],
  },
  {
    name: 'products',
    rankedBy: 'held-out',
    written: () => MOST_SELECTED,
    groups: () => [selected(allProducts())],
  },
]
