/**
 * When a run of CMA-ES ends of itself: the criteria of appendix B.3 of the tutorial (Hansen, arXiv:1604.00772) with its
 * constants. They look at the scores of the candidates that are selected, which are all with active update and else the
 * best half: so a candidate that is not selected influences nothing.
 */
import { ascending, median } from '../../core/statistics.js'
import type { Parameters } from './parameters.js'

export interface Tolerances {
  /** Range of scores of the recent generations below which a run ends; 0 or more. */
  readonly tolFun: number
  /** Standard deviations below which a run ends, relative to the first step size; 0 or more. */
  readonly tolX: number
}

/** The knowledge of a run so far. */
export interface Distribution {
  /** Generations of this run. */
  readonly generation: number
  readonly mean: Float64Array
  readonly sigma: number
  /** Covariance, n × n. */
  readonly covariance: Float64Array
  /** Its eigenvectors (columns) and the square roots of its eigenvalues, ascending, as of the last decomposition. */
  readonly vectors: Float64Array
  readonly deviations: Float64Array
  readonly covariancePath: Float64Array
  readonly sigmaPath: Float64Array
  /** Best and median score of the selected, for each of the last generations. */
  readonly bests: Float64Array
  readonly medians: Float64Array
}

/** Generations that are remembered at most. */
export const LONGEST_MEMORY = 20_000
const LARGEST_CONDITION = 1e14
const LARGEST_GROWTH = 1e4

/**
 * @param selected scores of the present generation's selected candidates, best first
 * @returns one sentence, or null while the run goes on
 */
export function reasonToStop(
  { n, lambda }: Parameters,
  run: Distribution,
  selected: Float64Array,
  firstSigma: number,
  { tolFun, tolX }: Tolerances,
): string | null {
  const { generation, mean, sigma, covariance, vectors, deviations, covariancePath, bests } = run
  const largest = deviations[n - 1]
  const spread = (k: number) => sigma * Math.sqrt(covariance[k * n + k])
  if (!(sigma * largest < LARGEST_GROWTH * firstSigma)) return 'the step size grew 10,000-fold'
  if (largest ** 2 > LARGEST_CONDITION * deviations[0] ** 2) return 'the covariance matrix is ill-conditioned'
  const axis = generation % n
  const alongAxis = 0.1 * sigma * deviations[axis]
  if (mean.every((value, k) => value === value + alongAxis * vectors[k * n + axis])) {
    return 'steps along a principal axis are below the resolution of numbers'
  }
  if (mean.some((value, k) => value === value + 0.2 * spread(k))) {
    return 'steps in a coordinate are below the resolution of numbers'
  }
  if (
    mean.every(
      (_, k) => spread(k) < tolX * firstSigma && sigma * Math.abs(covariancePath[k]) < tolX * firstSigma,
    )
  ) {
    return 'the step size is below its tolerance'
  }
  const recent = 10 + Math.ceil((30 * n) / lambda)
  if (bests.length >= recent) {
    const lately = bests.subarray(bests.length - recent)
    const least = lately.reduce((a, b) => Math.min(a, b))
    const most = lately.reduce((a, b) => Math.max(a, b))
    if (least === most) return 'the best score has not changed'
    if (Math.max(most, selected[selected.length - 1]) - Math.min(least, selected[0]) < tolFun) {
      return 'the scores differ by less than their tolerance'
    }
  }
  return stagnates(n, lambda, run) ? 'the scores have not improved' : null
}

/** Whether neither best nor median scores of the last third of the memory are better than those of its first third. */
function stagnates(n: number, lambda: number, { generation, bests, medians }: Distribution): boolean {
  const window = Math.min(LONGEST_MEMORY, Math.floor(Math.max(120 + (30 * n) / lambda, 0.2 * generation)))
  if (bests.length < window || generation % Math.ceil(window / 100) !== 0) return false
  return notBetter(bests, window) && notBetter(medians, window)
}

function notBetter(history: Float64Array, window: number): boolean {
  const part = Math.floor(0.3 * window)
  const from = history.length - window
  const first = median(ascending(history.subarray(from, from + part)))
  const last = median(ascending(history.subarray(history.length - part)))
  return last >= first
}
