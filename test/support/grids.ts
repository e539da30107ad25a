/** Random small grids with workloads that fit them, times in whole seconds. */
import fc from 'fast-check'
import { type GridWorkload, roundRobin } from '../../src/sites/index.js'
import { tableOf, type WorkloadSettings, workloadRows } from './arbitraries.js'

export interface SmallGrid {
  /** Nodes of each site. */
  readonly nodes: readonly number[]
  readonly workload: GridWorkload
}

/** @param fits the widest job: as wide as its home, the largest site, or the grid */
export function smallGrids(
  fits: 'home' | 'largest' | 'grid',
  settings: WorkloadSettings = {},
): fc.Arbitrary<SmallGrid> {
  const sites = fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 5 })
  return fc.tuple(sites, workloadRows({ maxJobs: 30, ...settings })).map(([nodes, { rows }]) => {
    const whole = rows.map((row) => ({
      ...row,
      submit: Math.round(row.submit * 10),
      runtime: Math.round(row.runtime * 10),
      estimate: Math.round(row.estimate * 10),
    }))
    const ordered = tableOf(whole)
    const home = roundRobin(ordered.length, nodes.length)
    const widest = {
      home: (row: number) => nodes[home[row]],
      largest: () => Math.max(...nodes),
      grid: () => nodes.reduce((sum, size) => sum + size, 0),
    }[fits]
    const size = ordered.size.map((each, row) => Math.min(each, widest(row)))
    const byId = new Map(Array.from(ordered.id, (id, row) => [id, size[row]]))
    const jobs = tableOf(whole.map((row) => ({ ...row, size: byId.get(row.id) ?? row.size })))
    return { nodes, workload: { jobs, home } }
  })
}
