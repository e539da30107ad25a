/**
 * inference: what a sample says of what it was drawn from. Bootstrap intervals, tests of paired differences, their
 * effect size, and the correction for several tests. Knows nothing of jobs or policies.
 */
export {
  type BootstrapOptions,
  type BootstrapStatistic,
  bootstrap,
  type Estimate,
  type Interval,
} from './bootstrap.js'
export { holm } from './holm.js'
export { normalCdf, normalQuantile } from './normal.js'
export { MOST_EXACT, type SignedRankTest, type SignTest, signedRankTest, signTest } from './paired-tests.js'
