/** Random small grids with workloads that fit them, times in whole seconds. */
import fc from 'fast-check'
import { type GridWorkload, roundRobin } from '../../src/sites/index.js'
import type { JobRow } from '../../src/trace/job-table.js'
import { tableOf, type WorkloadSettings, workloadRows } from './arbitraries.js'

export interface SmallGrid {
  /** Nodes of each site. */
  readonly nodes: readonly number[]
  readonly workload: GridWorkload
}

/** The widest job: as wide as its home, the largest site, or the grid. */
export type Fits = 'home' | 'largest' | 'grid'

export function smallGrids(fits: Fits, settings: WorkloadSettings = {}): fc.Arbitrary<SmallGrid> {
  const sites = fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 5 })
  return fc.tuple(sites, workloadRows({ maxJobs: 30, ...settings })).map(([nodes, { rows }]) => {
    const whole = rows.map((row) => ({
      ...row,
      submit: Math.round(row.submit * 10),
      runtime: Math.round(row.runtime * 10),
      estimate: Math.round(row.estimate * 10),
    }))
    return gridOf(nodes, whole, fits)
  })
}

/** Grids of sites much alike where many wait, half of them to take no time: such heads block one site while another is as free. */
export function briefGrids(fits: Fits): fc.Arbitrary<SmallGrid> {
  const sites = fc.array(fc.integer({ min: 3, max: 5 }), { minLength: 2, maxLength: 4 })
  const seconds = fc.integer({ min: 1, max: 30 })
  const job = fc.record({
    gap: fc.integer({ min: 0, max: 3 }),
    runtime: fc.oneof(fc.constant(0), seconds),
    slack: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: seconds }),
    size: fc.integer({ min: 1, max: 5 }),
  })
  const jobs = fc.array(job, { minLength: 1, maxLength: 40, size: 'max' })
  return fc.tuple(sites, jobs).map(([nodes, drafts]) => {
    let submit = 0
    const rows = drafts.map(({ gap, runtime, slack, size }, k) => {
      submit += gap
      return { id: k + 1, submit, runtime, estimate: runtime + slack, size, user: 0, group: 0 }
    })
    return gridOf(nodes, rows, fits)
  })
}

/** Jobs that are too wide are as wide as they may be. */
function gridOf(nodes: readonly number[], rows: readonly JobRow[], fits: Fits): SmallGrid {
  const ordered = tableOf(rows)
  const home = roundRobin(ordered.length, nodes.length)
  const widest = {
    home: (row: number) => nodes[home[row]],
    largest: () => Math.max(...nodes),
    grid: () => nodes.reduce((sum, size) => sum + size, 0),
  }[fits]
  const size = ordered.size.map((each, row) => Math.min(each, widest(row)))
  const byId = new Map(Array.from(ordered.id, (id, row) => [id, size[row]]))
  const jobs = tableOf(rows.map((row) => ({ ...row, size: byId.get(row.id) ?? row.size })))
  return { nodes, workload: { jobs, home } }
}
