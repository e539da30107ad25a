/**
 * Who become the next parents. Beside the usual choice of the best two that prefer small candidates of equal merit, both of
 * C. Franke's doctoral thesis (Dortmund 2006, 9.2.4.4), made for rule bases. The size of a candidate is one of its
 * coordinates, rounded.
 */

export type Survival =
  /** The μ best by score. */
  | { readonly kind: 'best' }
  /** The μ best by score − discount / size (eq. 9.30). */
  | { readonly kind: 'discounted'; readonly coordinate: number; readonly discount: number }
  /**
   * The μ smallest of the `pool` best by score, of equal ones the smaller (algorithm 9.5); of equally small ones those with
   * the better score. `pool` is μ or more, 2μ in the source.
   */
  | { readonly kind: 'smallest'; readonly coordinate: number; readonly pool: number }

export interface Contestant {
  readonly score: number
  /** 1 or more; of no account where the best are chosen by score. */
  readonly size: number
}

/** The compared value: the score, less what small candidates are let off. */
export function fitnessOf({ score, size }: Contestant, survival: Survival): number {
  return survival.kind === 'discounted' ? score - survival.discount / size : score
}

/** Places of the next parents, the first choice first; among equals those that come first. */
export function surviving(
  contestants: readonly Contestant[],
  mu: number,
  survival: Survival,
): readonly number[] {
  const fitness = contestants.map((each) => fitnessOf(each, survival))
  // Two infinities differ by NaN, which is falsy as 0 is.
  const better = (a: number, b: number) => fitness[a] - fitness[b]
  const smaller = (a: number, b: number) => contestants[a].size - contestants[b].size
  const places = contestants.map((_, place) => place)
  if (survival.kind !== 'smallest') return places.sort((a, b) => better(a, b) || a - b).slice(0, mu)
  return places
    .sort((a, b) => better(a, b) || smaller(a, b) || a - b)
    .slice(0, survival.pool)
    .sort((a, b) => smaller(a, b) || better(a, b) || a - b)
    .slice(0, mu)
}
