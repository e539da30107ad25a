/** What holds of every grid to the second (rule G11 of docs/sites.md). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { simulate } from '../../src/sim/simulate.js'
import { type GridPolicy, plainSite, simulateGrid } from '../../src/sites/index.js'
import { selectJobs } from '../../src/trace/job-table.js'
import { type SmallGrid, smallGrids } from '../support/grids.js'
import { plainPolicy } from '../support/policies.js'
import { slowGrid } from '../support/twin/grid.js'

const RUNS = { seed: 20261124, numRuns: 300 }
const EASY = plainPolicy('easy')

function run({ nodes, workload }: SmallGrid, policy: GridPolicy) {
  return simulateGrid(workload, nodes.map(plainSite), policy)
}

function processorsOf({ nodes }: SmallGrid): number {
  return nodes.reduce((sum, size) => sum + size, 0)
}

describe('without overhead', () => {
  it.each(['multi', 'adaptive'] as const)('%s starts every job when EASY does on one machine', (kind) => {
    fc.assert(
      fc.property(smallGrids('grid'), (grid) => {
        const { jobs } = grid.workload
        const one = simulate({ jobs, processors: processorsOf(grid), policy: EASY })
        expect(run(grid, { kind, overhead: 0 }).start).toEqual(one.start)
      }),
      RUNS,
    )
  })
})

describe('on one site', () => {
  it('all policies and all overheads do what EASY does', () => {
    fc.assert(
      fc.property(smallGrids('grid'), fc.nat(300), (grid, overhead) => {
        const processors = processorsOf(grid)
        const { jobs } = grid.workload
        const one = { nodes: [processors], workload: { jobs, home: new Int32Array(jobs.length) } }
        const easy = simulate({ jobs, processors, policy: EASY })
        const policies: readonly GridPolicy[] = [
          { kind: 'local' },
          { kind: 'sharing', siteChoice: 'soonest', move: 60 },
          { kind: 'multi', overhead },
          { kind: 'adaptive', overhead },
        ]
        for (const policy of policies) expect(run(one, policy).start).toEqual(easy.start)
      }),
      RUNS,
    )
  })
})

describe('local processing and sharing', () => {
  it.each([
    ['home', { kind: 'local' }],
    ['largest', { kind: 'sharing', siteChoice: 'soonest', move: 0 }],
    ['largest', { kind: 'sharing', siteChoice: 'least-idle', move: 0 }],
  ] as const)('%s: each site does what EASY does with the jobs that went there', (fits, policy) => {
    fc.assert(
      fc.property(smallGrids(fits), (grid) => {
        const schedule = run(grid, policy)
        grid.nodes.forEach((processors, site) => {
          const rows = Int32Array.from(schedule.site.keys()).filter((row) => schedule.site[row] === site)
          const jobs = selectJobs(grid.workload.jobs, rows)
          const alone = simulate({ jobs, processors, policy: EASY })
          expect(Array.from(rows, (row) => schedule.start[row])).toEqual(Array.from(alone.start))
        })
      }),
      RUNS,
    )
  })
})

describe('multi-site processing', () => {
  it('starts no head after its first shadow', () => {
    fc.assert(
      fc.property(smallGrids('grid'), fc.nat(300), (grid, overhead) => {
        const { jobs, home } = grid.workload
        const { start } = run(grid, { kind: 'multi', overhead })
        const { firstShadow } = slowGrid(jobs, home, grid.nodes, { kind: 'multi', overhead })
        for (const [job, shadow] of firstShadow) expect(start[job]).toBeLessThanOrEqual(shadow)
      }),
      RUNS,
    )
  })
})

describe('adaptive multi-site processing', () => {
  it('never puts off when the head is to be done', () => {
    fc.assert(
      fc.property(smallGrids('grid'), fc.nat(300), (grid, overhead) => {
        const { jobs, home } = grid.workload
        const { start, split } = run(grid, { kind: 'adaptive', overhead })
        const { promised } = slowGrid(jobs, home, grid.nodes, { kind: 'adaptive', overhead })
        for (const [job, instants] of promised) {
          const takes = split.has(job)
            ? Math.ceil(((100 + overhead) * jobs.estimate[job]) / 100)
            : jobs.estimate[job]
          const all = [...instants, start[job] + takes]
          expect(all).toEqual([...all].sort((a, b) => b - a))
        }
      }),
      RUNS,
    )
  })
})
