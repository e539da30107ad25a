/** The most that ever ran together: of the machine, of groups of jobs, of one user. */
import type { Moments } from './moments.js'
import type { Observed } from './observed.js'

/** Groups are so few that all sets of them can be looked at. */
export const MOST_GROUPS = 5

/** By the set of groups as bits: the most processors that jobs of these groups ever held together. */
export function peaksOf(
  observed: Observed,
  moments: Moments,
  group: Int32Array,
  groups: number,
): Float64Array {
  const sets = 1 << groups
  const held = new Float64Array(groups)
  const peaks = new Float64Array(sets)
  const sums = new Float64Array(sets)
  sweep(
    moments,
    (row, sign) => {
      if (group[row] >= 0) held[group[row]] += sign * observed.size[row]
    },
    () => {
      for (let set = 1; set < sets; set++) {
        const lowest = Math.log2(set & -set)
        sums[set] = sums[set & (set - 1)] + held[lowest]
        if (sums[set] > peaks[set]) peaks[set] = sums[set]
      }
    },
  )
  return peaks
}

export interface MostOfOne {
  readonly jobs: number
  readonly processors: number
}

/**
 * The most that one of those who share a key ever had running.
 * @param least keys that count
 * @param within passes that count
 */
export function mostOfOne(
  { size }: Observed,
  moments: Moments,
  key: Int32Array,
  least = 0,
  within: (moment: number) => boolean = () => true,
): MostOfOne {
  const jobs = new Map<number, number>()
  const processors = new Map<number, number>()
  let most = { jobs: 0, processors: 0 }
  const touched = new Set<number>()
  sweep(
    moments,
    (row, sign) => {
      jobs.set(key[row], (jobs.get(key[row]) ?? 0) + sign)
      processors.set(key[row], (processors.get(key[row]) ?? 0) + sign * size[row])
      if (sign > 0 && key[row] >= least) touched.add(key[row])
    },
    (moment) => {
      for (const each of within(moment) ? touched : []) {
        most = {
          jobs: Math.max(most.jobs, jobs.get(each) ?? 0),
          processors: Math.max(most.processors, processors.get(each) ?? 0),
        }
      }
      touched.clear()
    },
  )
  return most
}

/** Goes through the passes: first what has ended, then what starts, then the state that both leave. */
function sweep(
  moments: Moments,
  change: (row: number, sign: 1 | -1) => void,
  settled: (moment: number) => void,
): void {
  const { ended, started } = moments
  for (let m = 0; m < moments.length; m++) {
    for (let k = ended.from[m]; k < ended.from[m + 1]; k++) change(ended.rows[k], -1)
    for (let k = started.from[m]; k < started.from[m + 1]; k++) change(started.rows[k], 1)
    if (started.from[m + 1] > started.from[m]) settled(m)
  }
}
