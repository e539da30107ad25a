/**
 * Mean evaluations of the reference implementation until the best value is below 1e-7 above the optimum, over 15 runs that
 * all got there: the data of IPOP-CMA-ES and IPOP-aCMA-ES in the BBOB-2010 archive of the COCO platform, post-processed
 * (tables of the year 2010); N. Hansen, R. Ros, Benchmarking a weighted negative covariance matrix update on the BBOB-2010
 * noiseless testbed, GECCO 2010. Rounded to whole evaluations.
 */
import type { BbobFunction } from '../../../optimize/index.js'

export interface Cell {
  readonly id: BbobFunction
  readonly dimensions: number
  /** Without and with active update. */
  readonly plain: number
  readonly active: number
}

export const CELLS: readonly Cell[] = [
  { id: 1, dimensions: 10, plain: 1280, active: 1332 },
  { id: 10, dimensions: 10, plain: 5841, active: 4334 },
  { id: 8, dimensions: 10, plain: 5838, active: 6125 },
  { id: 12, dimensions: 10, plain: 11516, active: 9631 },
  { id: 14, dimensions: 10, plain: 5600, active: 3621 },
  { id: 1, dimensions: 20, plain: 2486, active: 2495 },
  { id: 10, dimensions: 20, plain: 18985, active: 13082 },
  { id: 8, dimensions: 20, plain: 20115, active: 17748 },
  { id: 12, dimensions: 20, plain: 30366, active: 19088 },
  { id: 14, dimensions: 20, plain: 18113, active: 10447 },
]
