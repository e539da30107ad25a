/**
 * The scores that the authors released (nonlinear-regression/score-distribution.csv of github.com/hpcsched/gen-sched-policies):
 * 216 tuples of 32 judged jobs. The mean score of the jobs at each place of their tuples, in submit order.
 */
export const RELEASED_BY_PLACE: readonly number[] = [
  0.0299, 0.0404, 0.03967, 0.0392, 0.03791, 0.037, 0.03635, 0.03561, 0.0352, 0.03426, 0.0338, 0.03312,
  0.03253, 0.03189, 0.03114, 0.03068, 0.03036, 0.02989, 0.02944, 0.02894, 0.02867, 0.02807, 0.0277, 0.02733,
  0.0272, 0.02669, 0.0269, 0.02653, 0.02617, 0.02606, 0.02561, 0.02579,
]

/** Normalised standard deviation by trials, as printed in 4.1. */
export const FIGURE_2: ReadonlyMap<number, number> = new Map([[256_000, 0.02]])
