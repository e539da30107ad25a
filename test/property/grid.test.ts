/** What holds of every grid to the second (rule G11 of docs/sites.md). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { simulate } from '../../src/sim/simulate.js'
import { type GridPolicy, type GridSite, plainSite, simulateGrid } from '../../src/sites/index.js'
import { type JobTable, replaceColumns, selectJobs } from '../../src/trace/job-table.js'
import { briefGrids, type SmallGrid, smallGrids } from '../support/grids.js'
import { plainPolicy } from '../support/policies.js'
import { runs } from '../support/runs.js'
import { type SlowPolicy, slowGrid } from '../support/twin/grid.js'

const RUNS = { seed: 20261124, numRuns: runs(150, 300) }
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

describe('sites that differ in more than size', () => {
  const LOCAL: GridPolicy = { kind: 'local' }
  const policies: fc.Arbitrary<GridPolicy> = fc.oneof(
    { weight: 1, arbitrary: fc.constant(LOCAL) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('sharing' as const),
        siteChoice: fc.constantFrom('soonest' as const, 'least-idle' as const, 'first-done' as const),
        move: fc.constantFrom(0, 0, 7),
      }),
    },
  )
  const speeds = fc.constantFrom(0.4, 1, 1, 1.5, 3)
  const kinds = fc.record({
    speed: speeds,
    largestJob: fc.constantFrom(0, 1, 2, 4, Number.POSITIVE_INFINITY),
    partitions: fc.constantFrom(null, null, [0], [1, 2]),
    policy: fc.constantFrom('easy', 'fcfs', 'cons', 'easy:spt').map(plainPolicy),
  })
  /** Sites of every kind, and jobs of three partitions. */
  const grids = fc
    .tuple(
      smallGrids('home'),
      fc.array(kinds, { minLength: 5, maxLength: 5 }),
      fc.array(fc.nat(2), { minLength: 30, maxLength: 30 }),
    )
    .map(([{ nodes, workload }, list, partitions]) => ({
      sites: nodes.map((each, k): GridSite => ({ ...plainSite(each, k), ...list[k] })),
      workload: {
        ...workload,
        fields: { partition: Float64Array.from(workload.jobs.id, (_, k) => partitions[k]) },
      },
    }))

  /** Times at a site of this speed; `more` is what a job takes longer there. */
  function timesAt(jobs: JobTable, speed: number, more: (row: number) => number = () => 0): JobTable {
    const at = (seconds: number, row: number) => Math.ceil(seconds / speed) + more(row)
    return replaceColumns(jobs, { runtime: jobs.runtime.map(at), estimate: jobs.estimate.map(at) })
  }

  it('each does what its policy does, at its speed, with the jobs that went there, and has none that it refuses', () => {
    fc.assert(
      fc.property(grids, policies, ({ sites, workload }, policy) => {
        const { jobs, home, fields } = workload
        const schedule = simulateGrid(workload, sites, policy)
        for (const [site, { nodes, speed, largestJob, partitions, policy: own }] of sites.entries()) {
          const rows = Int32Array.from(home.keys()).filter((row) => schedule.site[row] === site)
          const away = (row: number) => home[rows[row]] !== site
          const move = policy.kind === 'sharing' ? policy.move : 0
          const here = timesAt(selectJobs(jobs, rows), speed, (row) => (away(row) ? move : 0))
          const alone = simulate({ jobs: here, processors: nodes, policy: own })
          expect(Array.from(rows, (row) => schedule.start[row])).toEqual(Array.from(alone.start))
          expect(Array.from(rows, (row) => schedule.end[row])).toEqual(
            Array.from(alone.start, (start, row) => start + here.runtime[row]),
          )
          for (const [place, row] of rows.entries()) {
            if (!away(place)) continue
            expect(jobs.size[row]).toBeLessThanOrEqual(largestJob)
            expect(partitions ?? [0, 1, 2]).toContain(fields.partition[row])
          }
        }
      }),
      RUNS,
    )
  })

  it('go by EASY: every start and every site is the twin’s', () => {
    fc.assert(
      fc.property(grids, policies, ({ sites, workload }, policy) => {
        const { jobs, home, fields } = workload
        const plain = sites.map((site) => ({ ...site, policy: EASY }))
        const { start, end, site } = simulateGrid(workload, plain, policy)
        const slow = slowGrid(
          jobs,
          home,
          sites.map(({ nodes }) => nodes),
          policy as SlowPolicy,
          {
            speed: (k) => sites[k].speed,
            takes: (row, k) =>
              jobs.size[row] <= sites[k].largestJob &&
              (sites[k].partitions?.includes(fields.partition[row]) ?? true),
          },
        )
        expect(Array.from(start)).toEqual(slow.start)
        expect(Array.from(end)).toEqual(slow.end)
        expect(Array.from(site)).toEqual(slow.fragments.map(([fragment]) => fragment.site))
      }),
      RUNS,
    )
  })

  it('but all in the same speed do what plain ones do with other times', () => {
    fc.assert(
      fc.property(smallGrids('home'), speeds, policies, (grid, speed, policy) => {
        const { jobs } = grid.workload
        const sites = grid.nodes.map((nodes, k) => ({ ...plainSite(nodes, k), speed }))
        const plain = run({ ...grid, workload: { ...grid.workload, jobs: timesAt(jobs, speed) } }, policy)
        const { start, end, site } = simulateGrid(grid.workload, sites, policy)
        expect({ start, end, site }).toEqual({ start: plain.start, end: plain.end, site: plain.site })
      }),
      RUNS,
    )
  })

  it('but only in limits that nobody reaches do what plain ones do', () => {
    fc.assert(
      fc.property(fc.oneof(smallGrids('home'), briefGrids('home')), policies, (grid, policy) => {
        const sites = grid.nodes.map((nodes, k) => ({
          ...plainSite(nodes, k),
          largestJob: 8,
          partitions: [3],
        }))
        const partition = new Float64Array(grid.workload.jobs.length).fill(3)
        const plain = run(grid, policy)
        const { start, site } = simulateGrid({ ...grid.workload, fields: { partition } }, sites, policy)
        expect({ start, site }).toEqual({ start: plain.start, site: plain.site })
      }),
      RUNS,
    )
  })

  it('alone share nothing: its policy on its own', () => {
    fc.assert(
      fc.property(smallGrids('grid'), kinds, policies, (grid, kind, policy) => {
        const nodes = processorsOf(grid)
        const { jobs } = grid.workload
        const one = { jobs, home: new Int32Array(jobs.length) }
        const own = simulate({ jobs: timesAt(jobs, kind.speed), processors: nodes, policy: kind.policy })
        expect(simulateGrid(one, [{ ...plainSite(nodes, 0), ...kind }], policy).start).toEqual(own.start)
      }),
      RUNS,
    )
  })
})
