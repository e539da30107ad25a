/** Measures of grids (rule G10): responses and waits weighed by work without overhead, and what was occupied. */
import { type GridSchedule, SPLIT } from './schedule.js'

export interface GridMeasures {
  /** Σ p·m·(C − r) / Σ p·m, seconds; null where there is no work. */
  readonly awrt: number | null
  /** Σ p·m·(S − r) / Σ p·m. */
  readonly awwt: number | null
  /** From the first submit to the last end. */
  readonly makespan: number
  /** Jobs in two or more fragments. */
  readonly multiSiteJobs: number
  /** Node-seconds, with overhead. */
  readonly occupied: number
  /** Those of multi-site jobs. */
  readonly multiSiteOccupied: number
  /** Occupied of all nodes over the makespan; null where that is 0. */
  readonly utilization: number | null
}

/** @param of whether a row counts for AWRT and AWWT; all where absent */
export function measureGrid(schedule: GridSchedule, of: (row: number) => boolean = () => true): GridMeasures {
  const { jobs, start, end, site, sites } = schedule
  const { submit, runtime, size, length } = jobs
  let weights = 0
  let responses = 0
  let waits = 0
  let last = submit[0] ?? 0
  let multiSiteJobs = 0
  let occupied = 0
  let multiSiteOccupied = 0
  for (let row = 0; row < length; row++) {
    if (!of(row)) continue
    const weight = runtime[row] * size[row]
    weights += weight
    responses += weight * (end[row] - submit[row])
    waits += weight * (start[row] - submit[row])
    if (end[row] > last) last = end[row]
    const held = (end[row] - start[row]) * size[row]
    occupied += held
    if (site[row] !== SPLIT) continue
    multiSiteJobs++
    multiSiteOccupied += held
  }
  const makespan = last - (submit[0] ?? 0)
  const nodes = sites.reduce((sum, count) => sum + count, 0)
  return {
    awrt: weights > 0 ? responses / weights : null,
    awwt: weights > 0 ? waits / weights : null,
    makespan,
    multiSiteJobs,
    occupied,
    multiSiteOccupied,
    utilization: makespan > 0 ? occupied / (nodes * makespan) : null,
  }
}
