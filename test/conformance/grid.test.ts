/**
 * Grids, start by start and node by node: by the kernel and by the engine beside a slow one that follows the rules word by
 * word, and by the two of them on workloads that would take it too long.
 */
import fc from 'fast-check'
import { afterAll, describe, expect, it, vi } from 'vitest'
import {
  fragmentsOf,
  type GridPolicy,
  plainSite,
  roundRobin,
  SITE_CHOICES,
  simulateGrid,
} from '../../src/sites/index.js'
import { tableOf } from '../support/arbitraries.js'
import { generateJobs } from '../support/generate.js'
import { briefGrids, type Fits, type SmallGrid, smallGrids } from '../support/grids.js'
import { runs } from '../support/runs.js'
import { type SlowPolicy, slowGrid } from '../support/twin/grid.js'
import { withoutKernel } from '../support/without-kernel.js'

const byEngine = await withoutKernel(() => import('../../src/sites/index.js'))

afterAll(() => vi.resetModules())

const OVERHEADS = [0, 5, 30, 100, 300]

const CASES: readonly (readonly [string, Fits, SlowPolicy])[] = [
  ['local processing', 'home', { kind: 'local' }],
  ...SITE_CHOICES.map(
    (siteChoice) => [`sharing, ${siteChoice}`, 'largest', { kind: 'sharing', siteChoice }] as const,
  ),
  ...(['multi', 'adaptive'] as const).flatMap((kind) =>
    OVERHEADS.map((overhead) => [`${kind}, ${overhead} %`, 'grid', { kind, overhead }] as const),
  ),
]

const GRIDS: readonly (readonly [string, (fits: Fits) => fc.Arbitrary<SmallGrid>])[] = [
  ['a grid', smallGrids],
  ['a grid of many jobs of no time', briefGrids],
]

describe.each(GRIDS)('%s and its slow twin agree', (_, grids) => {
  it.each(CASES)('%s', (_, fits, slow) => {
    const policy: GridPolicy = slow.kind === 'sharing' ? { ...slow, move: 0 } : slow
    fc.assert(
      fc.property(grids(fits), ({ nodes, workload }) => {
        const theirs = slowGrid(workload.jobs, workload.home, nodes, slow)
        for (const simulate of [simulateGrid, byEngine.simulateGrid]) {
          const ours = simulate(workload, nodes.map(plainSite), policy)
          expect(Array.from(ours.start)).toEqual(theirs.start)
          expect(Array.from(ours.end)).toEqual(theirs.end)
          expect(theirs.fragments.map((_, row) => fragmentsOf(ours, row))).toEqual(theirs.fragments)
        }
      }),
      { seed: 20261123, numRuns: runs(150, 300) },
    )
  })
})

it('behind a head of no time a job may be planned now that EASY does not start', () => {
  const rows = [
    // Until 140 on all of the first site; the head of the third, from 30 on, waits for the end at 50.
    { id: 1, submit: 10, runtime: 130, size: 6 },
    { id: 2, submit: 30, runtime: 20, size: 5 },
    { id: 3, submit: 30, runtime: 0, size: 6 },
    // One node of the third is free, of which a plan leaves none idle.
    { id: 4, submit: 40, runtime: 20, size: 1 },
  ].map((row) => ({ ...row, estimate: row.runtime, user: 0, group: 0 }))
  const nodes = [6, 2, 6]
  const workload = { jobs: tableOf(rows), home: roundRobin(rows.length, nodes.length) }
  for (const simulate of [simulateGrid, byEngine.simulateGrid]) {
    const { start, site } = simulate(workload, nodes.map(plainSite), {
      ...{ kind: 'sharing', siteChoice: 'soonest', move: 0 },
    })
    expect(Array.from(start)).toEqual([10, 30, 50, 50])
    expect(Array.from(site)).toEqual([0, 2, 2, 2])
  }
})

describe('the kernel and the engine agree', () => {
  const LARGE: readonly (readonly [string, readonly number[], number, number])[] = [
    ['sites alike, few wait', [32, 32, 32, 32], 0.6, 2000],
    ['sites alike, many wait', [32, 32, 32, 32], 1, 2000],
    ['sites that differ', [64, 24, 16, 16, 8], 0.9, 2000],
    ['small sites', [4, 4, 3, 2, 1, 1, 1], 0.85, 1500],
    // More wait than the kernel has room for.
    ['a grid that never catches up', [8, 8], 3, 4300],
  ]
  const POLICIES: readonly GridPolicy[] = [
    { kind: 'local' },
    { kind: 'sharing', siteChoice: 'soonest', move: 0 },
    { kind: 'multi', overhead: 30 },
    { kind: 'adaptive', overhead: 5 },
    { kind: 'adaptive', overhead: 70 },
  ]

  it.each(LARGE)('%s', (_, nodes, load, count) => {
    const sites = nodes.map(plainSite)
    const all = nodes.reduce((sum, each) => sum + each, 0)
    for (const seed of count > 4000 ? [1] : [1, 2]) {
      for (const policy of POLICIES) {
        const widest = policy.kind === 'local' ? Math.min(...nodes) : Math.max(...nodes)
        const splits = policy.kind === 'multi' || policy.kind === 'adaptive'
        const made = generateJobs({ seed, jobs: count, processors: all, load })
        // Every other minute several come at once.
        const submit = made.submit.map((each) => 60 * Math.floor(each / 60))
        const size = made.size.map((each) => Math.min(each, splits ? all : widest))
        const workload = { jobs: { ...made, submit, size }, home: roundRobin(count, nodes.length) }
        expect(simulateGrid(workload, sites, policy)).toEqual(
          byEngine.simulateGrid(
            workload,
            sites.map((_, k) => byEngine.plainSite(nodes[k], k)),
            policy,
          ),
        )
      }
    }
  })
})
