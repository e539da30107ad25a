/** Parts of grids: who submits what, parts, what is refused, and the judge of schedules. */
import { describe, expect, it } from 'vitest'
import { readDocument } from '../../../src/core/documents.js'
import { Machine } from '../../../src/sim/index.js'
import {
  byField,
  byShare,
  fragmentsOf,
  GRID_DOCUMENT,
  type GridPolicy,
  gainsOf,
  inParts,
  plainSite,
  roundRobin,
  simulateGrid,
  sitePolicy,
  validateGrid,
} from '../../../src/sites/index.js'
import { tableOf } from '../../support/arbitraries.js'
import { failureOf } from '../../support/failures.js'
import { generateJobs } from '../../support/generate.js'

type Row = readonly [submit: number, runtime: number, estimate: number, size: number]

function table(...rows: readonly Row[]) {
  return tableOf(
    rows.map(([submit, runtime, estimate, size], k) => ({
      ...{ id: k + 1, submit, runtime, estimate, size, user: k, group: 1 + (k % 2) },
    })),
  )
}

function workload(sites: number, ...rows: readonly Row[]) {
  const jobs = table(...rows)
  return { jobs, home: roundRobin(jobs.length, sites) }
}

describe('arrivals', () => {
  it('deal jobs out in turn, by share, and by a field', () => {
    expect([...roundRobin(5, 2)]).toEqual([0, 1, 0, 1, 0])
    expect([...byShare(8, [6, 2])]).toEqual([0, 0, 0, 1, 0, 0, 0, 1])
    expect([...byField(Float64Array.of(7, 3, 7, 9), 3, 'queue')]).toEqual([1, 0, 1, 2])
  })

  it('are refused where the field does not say', () => {
    expect(failureOf(() => byField(Float64Array.of(1, 2, 3), 2, 'queue')).detail.value).toBe('3 values')
    expect(failureOf(() => byField(Float64Array.of(1, -1), 2, 'queue')).detail.value).toBe('queue -1')
  })
})

describe('parts', () => {
  it('stand behind the other jobs of their second and keep their home', () => {
    const parts = inParts(workload(2, [0, 5, 9, 7], [0, 3, 3, 2]), [3, 4], 'local')
    expect([...parts.jobs.id]).toEqual([1, 2, 11, 21])
    expect([...parts.jobs.size]).toEqual([3, 2, 3, 1])
    expect([...parts.home]).toEqual([0, 1, 0, 0])
    expect([...parts.jobs.estimate]).toEqual([9, 3, 9, 9])
  })
})

describe('a machine', () => {
  it('says when it would start one more job, and what stays idle then', () => {
    const machine = new Machine({ processors: 4, policy: sitePolicy('easy') })
    const job = { user: 1, group: 1 }
    machine.submit({ ...job, id: 1, submit: 0, runtime: 5, estimate: 10, size: 3 })
    machine.advance(0)
    expect(machine.slot(0, 1, 20)).toEqual({ start: 0, idle: 0 })
    machine.submit({ ...job, id: 2, submit: 1, runtime: 5, estimate: 5, size: 4 })
    // The one that waits has the whole machine from 10 to 15; a short one fits before it.
    expect(machine.slot(1, 1, 9)).toEqual({ start: 1, idle: 0 })
    expect(machine.slot(1, 1, 10)).toEqual({ start: 15, idle: 3 })
    machine.advance(1)
    // At 5 the first has ended, before anything is started.
    expect(machine.slot(5, 2, 1)).toEqual({ start: 10, idle: 2 })
  })
})

describe('sharing', () => {
  it('goes by what a plan leaves free where it starts somebody who waits behind a head of no time', () => {
    const jobs = workload(
      3,
      [0, 71, 142, 3],
      [15, 91, 91, 4],
      [22, 18, 18, 3],
      [28, 89, 89, 3],
      [58, 25, 25, 4],
      // Waits at the third site until 129, and so does the one behind it, though a plan has that one start at once.
      [58, 0, 0, 4],
      [115, 93, 186, 1],
      // The third site has a node free, which its plan leaves to nobody else before 129.
      [121, 0, 0, 1],
    )
    const sites = [4, 4, 4].map(plainSite)
    const limited = sites.map((site) => ({ ...site, largestJob: 4 }))
    for (const each of [sites, limited]) {
      const { start, site } = simulateGrid(jobs, each, { kind: 'sharing', siteChoice: 'soonest', move: 0 })
      expect([...site]).toEqual([0, 1, 2, 2, 1, 2, 2, 0])
      expect([...start]).toEqual([0, 15, 22, 40, 106, 129, 129, 121])
    }
  })
})

describe('sites that differ', () => {
  const jobs = workload(2, [0, 10, 10, 2], [0, 10, 10, 2])
  const sharing: GridPolicy = { kind: 'sharing', siteChoice: 'first-done', move: 0 }

  it('run jobs at their speed', () => {
    const sites = [plainSite(4, 0), { ...plainSite(4, 1), speed: 3 }]
    const { site, end } = simulateGrid(jobs, sites, sharing)
    expect([...site]).toEqual([1, 1])
    expect([...end]).toEqual([4, 4])
  })

  it('refuse wide jobs of others, and moves cost time', () => {
    const sites = [plainSite(4, 0), { ...plainSite(4, 1), speed: 3, largestJob: 1 }]
    expect([...simulateGrid(jobs, sites, sharing).site]).toEqual([0, 1])
    const equal = [plainSite(2, 0), plainSite(2, 1)]
    const one = { jobs: jobs.jobs, home: Int32Array.of(0, 0) }
    const moved = simulateGrid(one, equal, { ...sharing, siteChoice: 'soonest', move: 7 })
    expect([...moved.end]).toEqual([10, 17])
    expect(validateGrid(moved, equal, { ...sharing, siteChoice: 'soonest', move: 7 })).toEqual([])
  })

  it('cannot be one queue', () => {
    const sites = [plainSite(4, 0), { ...plainSite(4, 1), policy: sitePolicy('easy:spt') }]
    const refused = failureOf(() => simulateGrid(jobs, sites, { kind: 'multi', overhead: 0 }))
    expect(refused.detail.expected).toContain('site2')
    expect(refused.detail.remedy).toBe('Choose --policy local,sharing')
  })

  it('go by policies of their own', () => {
    const rows: Row[] = [
      [0, 9, 9, 1],
      [1, 8, 8, 1],
      [2, 1, 1, 1],
    ]
    const home = new Int32Array(3)
    const start = (policy: string) =>
      simulateGrid({ jobs: table(...rows), home }, [{ ...plainSite(1, 0), policy: sitePolicy(policy) }], {
        kind: 'local',
      }).start
    expect([...start('easy')]).toEqual([0, 9, 17])
    expect([...start('easy:spt')]).toEqual([0, 10, 9])
  })
})

describe('who wins and who loses', () => {
  it('is told of each site and each group of its users', () => {
    // Both jobs of site 1 want its two nodes at once; site 2 has none of its own.
    const jobs = { jobs: table([0, 10, 10, 2], [0, 10, 10, 2]), home: new Int32Array(2) }
    const sites = [plainSite(2, 0), plainSite(2, 1)]
    const alone = simulateGrid(jobs, sites, { kind: 'local' })
    const joined = simulateGrid(jobs, sites, { kind: 'multi', overhead: 0 })
    const gains = gainsOf(joined, alone)
    const first = gains.find(({ site, group }) => site === 0 && group === null)
    expect(first).toMatchObject({
      jobs: 2,
      joined: 10,
      alone: 15,
      gain: expect.closeTo(1 / 3, 9),
      away: 0.5,
      lent: 0,
    })
    const second = gains.find(({ site, group }) => site === 1 && group === null)
    expect(second).toMatchObject({ jobs: 0, joined: null, gain: null, lent: 1 })
    expect(gains.find(({ site, group }) => site === 0 && group === 2)?.gain).toBe(0.5)
  })
})

describe('the judge', () => {
  const jobs = generateJobs({ seed: 3, jobs: 300, processors: 16, load: 0.9 })
  const grid = { jobs, home: roundRobin(jobs.length, 3) }
  const sites = [8, 5, 3].map(plainSite)
  const policy: GridPolicy = { kind: 'multi', overhead: 20 }
  const sound = simulateGrid(grid, sites, policy)
  const rules = (schedule: typeof sound) =>
    new Set(validateGrid(schedule, sites, policy).map(({ rule }) => rule))
  const changed = (column: Float64Array, row: number, by: number) =>
    column.map((each, k) => (k === row ? each + by : each))

  it('finds nothing in sound schedules', () => {
    expect(sound.split.size).toBeGreaterThan(0)
    for (const each of [policy, { kind: 'adaptive', overhead: 20 } as const])
      expect(validateGrid(simulateGrid(grid, sites, each), sites, each)).toEqual([])
  })

  it('finds a start before the submit, a missing start, a wrong end, lost and doubled nodes', () => {
    const { start, end } = sound
    expect(rules({ ...sound, start: changed(start, 4, -1e6), end: changed(end, 4, -1e6) })).toContain(
      'submit',
    )
    expect(rules({ ...sound, start: changed(start, 4, Number.NaN) })).toContain('placed')
    expect(rules({ ...sound, end: changed(end, 4, 1) })).toEqual(new Set(['work']))
    const [row, fragments] = [...sound.split][0]
    const without = new Map(sound.split).set(row, fragments.slice(1))
    expect(rules({ ...sound, split: without })).toContain('nodes')
    const twice = fragments.map(() => fragments[0])
    expect(rules({ ...sound, split: new Map(sound.split).set(row, twice) })).toContain('nodes')
  })

  it('finds more nodes in use than a site has, and a job that is not at home', () => {
    const crowded = sound.site.map((at, row) => (at >= 0 && jobs.size[row] <= 3 ? 2 : at))
    expect(rules({ ...sound, site: crowded })).toEqual(new Set(['capacity']))
    const away = validateGrid(sound, sites, { kind: 'local' }).map(({ rule }) => rule)
    expect(away).toContain('home')
    expect(fragmentsOf(sound, 0).length).toBeGreaterThan(0)
  })
})

describe('grids as documents', () => {
  const text = (sites: unknown) => JSON.stringify({ format: 'queuewright-grid', version: 1, sites })

  it('are read with what is usual', () => {
    const { sites } = readDocument(GRID_DOCUMENT, text([{ name: 'a', nodes: 4, 'largest-job': 2 }]), 'g.json')
    expect(sites).toEqual([
      { name: 'a', nodes: 4, speed: 1, policy: 'easy', largestJob: 2, partitions: null },
    ])
  })

  it.each([
    [[{ name: 'a', nodes: 0 }], 'sites[0].nodes'],
    [[], 'sites'],
    [[{ name: 'a', nodes: 4, speed: 0 }], 'sites[0].speed'],
    [[{ name: 'a', nodes: 4, speed: 1e308 }], 'sites[0].speed'],
    [[{ name: 'a', nodes: 4, policy: 'esay' }], 'sites[0].policy'],
    [[{ name: 'a', nodes: 4, cores: 8 }], 'sites[0].cores'],
    [
      [
        { name: 'a', nodes: 4 },
        { name: 'a', nodes: 4 },
      ],
      'sites[1].name',
    ],
  ])('%j is refused', (sites, field) => {
    const failure = failureOf(() => readDocument(GRID_DOCUMENT, text(sites), 'g.json'))
    expect(failure.detail).toMatchObject({ file: 'g.json', field })
  })
})
