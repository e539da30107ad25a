/**
 * The critical difference of mean ranks (Nemenyi 1963; Demšar: Statistical comparisons of classifiers over multiple data sets,
 * JMLR 7, 2006): of k things ranked N times, two whose mean ranks differ by less are not told apart at 5 %,
 *
 *     CD = q · √(k(k + 1) / 6N),
 *
 * q the upper 5 % point of the studentised range of k independent standard normal variables, divided by √2.
 */
const POINTS = [
  1.96, 2.344, 2.569, 2.728, 2.85, 2.948, 3.031, 3.102, 3.164, 3.219, 3.268, 3.313, 3.354, 3.391, 3.426,
  3.458, 3.489, 3.517, 3.544,
] as const

/** Things that can be told apart at once. */
export const MOST_RANKED = POINTS.length + 1

/** @param ranked 2 to `MOST_RANKED` */
export function criticalDifference(ranked: number, times: number): number {
  return POINTS[ranked - 2] * Math.sqrt((ranked * (ranked + 1)) / (6 * times))
}
