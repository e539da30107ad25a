/**
 * inference: what a sample says of what it was drawn from. Bootstrap intervals, tests of paired differences, their
 * effect size, the correction for several tests, and the correlation of ranks. Knows nothing of jobs or policies.
 */
export {
  type BootstrapOptions,
  type BootstrapStatistic,
  bootstrap,
  type Estimate,
  type Interval,
} from './bootstrap.js'
export { holm } from './holm.js'
export { kendall } from './kendall.js'
export { criticalDifference, MOST_RANKED } from './nemenyi.js'
export { normalCdf, normalQuantile } from './normal.js'
export { MOST_EXACT, type SignedRankTest, type SignTest, signedRankTest, signTest } from './paired-tests.js'
export { midranks, rankCorrelation, spearman } from './rank-correlation.js'
export { studentQuantile } from './student.js'
