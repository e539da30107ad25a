/**
 * Grids of plain sites in the kernel in WebAssembly (kernel/grid/): all jobs and all sites in one memory, on one clock. What
 * it cannot do, or has no room for, the engine does, with the same schedule.
 */
import { type Cell, floats, ints, type KernelExports, withKernel } from '../../sim/kernel/instance.js'
import type { JobTable } from '../../trace/job-table.js'
import type { Fragment, GridSchedule } from './schedule.js'
import { type GridSite, isPlain } from './site.js'
import type { GridWorkload } from './workload.js'

/** Sites and jobs that the kernel takes: some 8 and 256 MiB. */
const MOST_SITES = 64
const MOST_JOBS = 6_000_000

/**
 * Local processing, or job sharing to the earliest planned start, of jobs for which there is a site.
 * @returns null where the engine has to make the schedule
 */
export function sitesByKernel(
  workload: GridWorkload,
  sites: readonly GridSite[],
  shares: boolean,
): GridSchedule | null {
  if (!sites.every(isPlain)) return null
  const nodes = sites.map((site) => site.nodes)
  return run(workload, nodes, (kernel) => kernel.runSites(shares))
}

/**
 * Multi-site processing, adaptive or not, of jobs that are no wider than the grid.
 * @param overhead percent that a job over several sites takes longer
 * @returns null where the engine has to make the schedule
 */
export function oneQueueByKernel(
  workload: GridWorkload,
  nodes: readonly number[],
  overhead: number,
  adapts: boolean,
): GridSchedule | null {
  return run(workload, nodes, (kernel) => kernel.runOneQueue(overhead, adapts))
}

/** @param simulate returns 0 where there is no room */
function run(
  workload: GridWorkload,
  nodes: readonly number[],
  simulate: (kernel: KernelExports) => number,
): GridSchedule | null {
  const { jobs } = workload
  const { length } = jobs
  if (length === 0 || length > MOST_JOBS || nodes.length > MOST_SITES || anyOverruns(jobs)) return null
  return withKernel((kernel) => {
    if (!handOver(kernel, workload, nodes) || simulate(kernel) === 0) return null
    const { gridStarts, gridEnds, gridPlaces, memory } = kernel
    const from = gridStarts.value
    const kept = memory.buffer.slice(from, gridPlaces.value + 4 * length)
    return {
      ...workload,
      sites: nodes,
      start: new Float64Array(kept, 0, length),
      end: new Float64Array(kept, gridEnds.value - from, length),
      site: new Int32Array(kept, gridPlaces.value - from, length),
      split: fragmentsIn(kernel),
    }
  })
}

function anyOverruns({ runtime, estimate, length }: JobTable): boolean {
  for (let row = 0; row < length; row++) if (runtime[row] > estimate[row]) return true
  return false
}

/** Returns whether the kernel has memory for it. */
function handOver(kernel: KernelExports, { jobs, home }: GridWorkload, nodes: readonly number[]): boolean {
  const { length } = jobs
  if (kernel.beginGrid(length, nodes.length) === 0) return false
  const floatsAt = (cell: Cell) => floats(kernel, cell, length)
  floatsAt(kernel.gridSubmits).set(jobs.submit)
  floatsAt(kernel.gridRuntimes).set(jobs.runtime)
  floatsAt(kernel.gridEstimates).set(jobs.estimate)
  ints(kernel, kernel.gridSizes, length).set(jobs.size)
  ints(kernel, kernel.gridHomes, length).set(home)
  ints(kernel, kernel.gridNodes, nodes.length).set(nodes)
  return true
}

/** The fragments of jobs that were split, in order of start: row, fragments, and of each the site and its nodes. */
function fragmentsIn(kernel: KernelExports): Map<number, readonly Fragment[]> {
  const { gridFragments, gridFragmentsEnd } = kernel
  const log = ints(kernel, gridFragments, (gridFragmentsEnd.value - gridFragments.value) / 4)
  const split = new Map<number, readonly Fragment[]>()
  for (let at = 0; at < log.length; ) {
    const row = log[at]
    const count = log[at + 1]
    at += 2
    const fragments: Fragment[] = []
    for (const end = at + 2 * count; at < end; at += 2) {
      fragments.push({ site: log[at], nodes: log[at + 1] })
    }
    split.set(row, fragments)
  }
  return split
}
