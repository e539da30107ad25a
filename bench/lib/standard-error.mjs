/** Runs of consecutive instants that count as independent of each other, at most. */
const RUNS = 20

/**
 * The standard error of a share of jobs that is counted at instants in time order: jobs of one instant, and instants of one busy week,
 * are right or wrong together, so what was seen is cut into runs of instants (the ratio estimate of clusters: Cochran, Sampling
 * Techniques, 1977, section 6.3).
 *
 * @param {readonly { readonly jobs: number, readonly counted: number }[]} instants
 */
export function standardError(instants) {
  const runs = Math.min(RUNS, instants.length)
  const sums = Array.from({ length: runs }, () => ({ jobs: 0, counted: 0 }))
  instants.forEach(({ jobs, counted }, k) => {
    const run = sums[Math.floor((k * runs) / instants.length)]
    run.jobs += jobs
    run.counted += counted
  })
  const total = (key) => sums.reduce((sum, run) => sum + run[key], 0)
  const share = total('counted') / total('jobs')
  const squares = sums.reduce((sum, { jobs, counted }) => sum + (counted - share * jobs) ** 2, 0)
  return Math.sqrt((squares * runs) / (runs - 1)) / total('jobs')
}
