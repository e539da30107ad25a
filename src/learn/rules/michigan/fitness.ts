/**
 * How good a rule is: the mean score of the bases that it takes part in (C. Franke, doctoral thesis, Dortmund 2006, algorithm
 * 9.3). Scores are minimised, so fitness is: equation 9.27 as printed, f_max minus the mean, would turn it round. Its constant
 * factor 1/N_r is left out.
 */

/**
 * @param bases the places of the rules of each
 * @param scores of the bases
 * @param rules how many there are, each in one base or more
 */
export function fitnessOf(
  bases: readonly Int32Array[],
  scores: ArrayLike<number>,
  rules: number,
): Float64Array {
  const sums = new Float64Array(rules)
  const counts = new Int32Array(rules)
  for (const [base, members] of bases.entries()) {
    for (const rule of members) {
      sums[rule] += scores[base]
      counts[rule]++
    }
  }
  return sums.map((sum, rule) => sum / counts[rule])
}
