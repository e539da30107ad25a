/**
 * The scale on which a number that may be of either sign and of any magnitude is searched: a term t ∈ [−most, most] lies at
 * ½ + ½·sign(t)·ln(1 + |t|/unit) / ln(1 + most/unit) of [0, 1]. That is even near 0 and logarithmic far from it.
 */
export interface Scale {
  readonly most: number
  /** Below it about linear, above it logarithmic. */
  readonly unit: number
}

/** The term at `share` ∈ [0, 1] of its scale. */
export function termAt(share: number, { most, unit }: Scale): number {
  const signed = 2 * share - 1
  return Math.sign(signed) * unit * Math.expm1(Math.abs(signed) * Math.log1p(most / unit))
}

/** Where a term lies; one beyond the scale at its end. */
export function shareOf(term: number, { most, unit }: Scale): number {
  return (
    0.5 +
    (0.5 * Math.sign(term) * Math.log1p(Math.min(most, Math.abs(term)) / unit)) / Math.log1p(most / unit)
  )
}

const DIGITS = 4

/** To as many significant digits as a policy that was searched for has: more would say nothing and make it long. */
export function shortened(value: number): number {
  return Number(value.toPrecision(DIGITS))
}
