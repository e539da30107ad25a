/**
 * The order of a policy as surfaces over two properties of a job, the others being those of the reference (such as figure
 * 3 of Carastan-Santos and de Camargo, SC 2017). What is shown is no key but the place among all jobs of the surface: two
 * policies of one order have one surface, however their keys are scaled.
 */

import { midranks } from '../core/inference/index.js'
import { largestOf, smallestOf } from '../core/statistics.js'
import type { Probe } from './probe.js'
import type { Questions } from './questions.js'

export type SurfaceQuantity = 'estimate' | 'size' | 'wait' | 'submit'

export interface SurfaceAxis {
  /** Seconds, but for `size` (processors). `submit` counts from the beginning of the log. */
  readonly quantity: SurfaceQuantity
  /** Ascending, at most `STEPS`. */
  readonly values: readonly number[]
}

export interface Surface {
  readonly x: SurfaceAxis
  readonly y: SurfaceAxis
  /**
   * Row by row of y: from 0, the job that comes first, to 1, the last; jobs with equal keys have the mean of their places.
   * All 0.5 where the order goes by neither.
   */
  readonly places: Float64Array
}

const STEPS = 24
const HOUR = 3600
const DAY = 24 * HOUR
const WAITS = { low: 60, high: 7 * DAY } as const
/** The wait of the jobs where no axis says so. */
const WAITED = DAY

/** Where and when jobs are asked about. */
export interface SurfaceQuestions extends Pick<Questions, 'reference' | 'sizes' | 'estimates'> {
  readonly ask: (probes: readonly Probe[]) => Float64Array
  /**
   * The comparison of an order that goes by the age of the log: the same in its fifth week, and how long ago it began
   * (seconds).
   */
  readonly young: {
    readonly ask: (probes: readonly Probe[]) => Float64Array
    readonly age: number
  } | null
}

/**
 * Requested time and processors; requested time and wait; processors and wait; and, where the order goes by the age of
 * the log, requested time and submit. Without those of which the reference's log has a single value.
 */
export function surfacesOf({
  ask,
  young,
  reference,
  sizes,
  estimates,
}: SurfaceQuestions): readonly Surface[] {
  const estimate = axis('estimate', Math.max(1, smallestOf(estimates)), largestOf(estimates))
  const size = axis('size', Math.max(1, smallestOf(sizes)), largestOf(sizes))
  const wait = axis('wait', WAITS.low, WAITS.high)
  const submitted = young === null ? [] : [surface(estimate, axis('submit', 1, young.age), young.ask)]
  return [
    surface(estimate, size, ask),
    surface(estimate, wait, ask),
    surface(size, wait, ask),
    ...submitted,
  ].filter(({ x, y }) => x.values.length > 1 && y.values.length > 1)

  function surface(x: SurfaceAxis, y: SurfaceAxis, of: SurfaceQuestions['ask']): Surface {
    const jobs = y.values.flatMap((atY) =>
      x.values.map((atX) => {
        const own = { [x.quantity]: atX, [y.quantity]: atY }
        const waited = young !== null && y.quantity === 'submit' ? young.age - atY : WAITED
        return { ...reference, wait: waited, ...own }
      }),
    )
    const ranks = midranks(of(jobs))
    return { x, y, places: ranks.map((rank) => (rank - 1) / (jobs.length - 1)) }
  }
}

/**
 * Whole numbers from low to high, equally far from one another on a logarithmic scale, each once; low alone where nothing is
 * above it.
 */
function axis(quantity: SurfaceQuantity, low: number, most: number): SurfaceAxis {
  const high = Math.max(low, most)
  const at = (k: number) => Math.round(low * (high / low) ** (k / (STEPS - 1)))
  return { quantity, values: [...new Set(Array.from({ length: STEPS }, (_, k) => at(k)))] }
}
