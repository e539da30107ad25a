/** Studies of several machines: sites, markets and clusters on the axes of a study file. */
import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/core/random.js'
import { settled } from '../../../src/core/settings/index.js'
import type { Artefact } from '../../../src/evaluation/investigation.js'
import { GRID_FIELDS, gridStageOf } from '../../../src/evaluation/scenarios/grid-case.js'
import { marketStageOf } from '../../../src/evaluation/scenarios/market-case.js'
import {
  clusterRows,
  clusterSystem,
  gainsOf,
  measureGrid,
  PLAN_SETTINGS,
  PUBLISHED_CLUSTERS,
  parallelJobs,
  plainDomain,
  planWorkload,
  USUAL_MARKET,
  writtenSite,
} from '../../../src/sites/index.js'
import {
  countCells,
  parseStudyFile,
  planStudy,
  STUDY,
  type StudyPlan,
  studyJson,
} from '../../../src/study/factorial/index.js'
import { axesOf, cellsOf } from '../../../src/study/factorial/spec.js'
import { DEFAULT_GROUPING, datasetOf, type Trace } from '../../../src/trace/index.js'
import { demoTrace } from '../../../src/workload/demo.js'
import { failureOf } from '../../support/failures.js'
import { drive } from '../../support/investigate.js'

const log = demoTrace({ jobs: 120, processors: 64 })
const dataset = datasetOf(log, GRID_FIELDS)

const design = (text: string) => parseStudyFile(`traces: [A]\n${text}`, 'study.yaml', 'study')

function planned(text: string, trace: Trace = log): StudyPlan {
  return planStudy(design(text), [{ name: 'A', trace, grouping: DEFAULT_GROUPING, groups: [] }], '1.2.3')
}

type Row = Readonly<Record<string, string | number | null>>

async function rowsOf({ spec, datasets }: StudyPlan): Promise<readonly Row[]> {
  const { artefacts } = await drive(STUDY, studyJson(spec), datasets)
  const found = artefacts.find(({ name }: Artefact) => name === 'results.json')
  return JSON.parse(String(found?.content)).results
}

const refused = (text: string) => {
  const { kind, what, detail } = failureOf(() => planned(text))
  return { kind, what, ...detail }
}

const WHERE = { data: dataset.digest, window: null } as const
const GRID = { arrivals: 'turn', parts: 'local' } as const

describe('sites', () => {
  it('are simulated as qw grid and qw market do, and judged by any objective and their own', async () => {
    const plan = planned(`machines: [{sites: 4x16}]
policies: [local, sharing, {multi: {overhead: 10}}, {market: {utility-function: UF3, reservations: move-up}}]
objectives: [AWRT, AWWT, splitJobs, worstGain, unplacedJobs]`)
    const sites = [16, 16, 16, 16]
    const grid = gridStageOf({ ...WHERE, ...GRID, estimates: 'user', sites: sites.map(writtenSite) }, dataset)
    const market = marketStageOf(
      {
        ...{ ...WHERE, ...GRID, domains: sites.map(plainDomain) },
        ...{ descriptions: '', file: '', requestsAlone: false },
      },
      dataset,
    )
    const local = grid.run({ kind: 'local' })
    const schedules = [
      local,
      grid.run({ kind: 'sharing', siteChoice: 'soonest', move: 0 }),
      grid.run({ kind: 'multi', overhead: 10 }),
      market.run({
        ...{ ...USUAL_MARKET, overhead: 30, utilityFunction: 'UF3', reservations: 'move-up' },
        ...{ hops: null, timeToLive: null, budget: null, deadline: null },
      }).schedule,
    ]
    const rows = await rowsOf(plan)
    const of = (objective: string) =>
      rows.filter((row) => row.objective === objective).map(({ value }) => value)
    expect(plan.spec.policies).toEqual([
      'local',
      'sharing',
      'multi overhead 10',
      'market utility-function UF3, reservations move-up',
    ])
    for (const [k, schedule] of schedules.entries()) {
      const { awrt, multiSiteJobs } = measureGrid(schedule)
      expect(of('AWRT')[k]).toBeCloseTo(awrt ?? Number.NaN, 6)
      expect(of('splitJobs')[k]).toBe(multiSiteJobs / schedule.jobs.length)
      const gains = gainsOf(schedule, local).filter(({ site, group }) => site !== null && group === null)
      expect(of('worstGain')[k]).toBe(Math.min(...gains.map(({ gain }) => gain ?? Number.NaN)))
    }
    expect(of('worstGain')[0]).toBe(0)
    expect(of('splitJobs')[2]).toBeGreaterThan(0)
    expect(of('unplacedJobs')).toEqual([0, 0, 0, 0])
  })

  it('stand beside windows, estimates and other grids', () => {
    const { spec } = planned(`machines: [{sites: 4x16}, {sites: '32,2x16', arrivals: share, name: ours}]
policies: [sharing, adaptive]
windows: [{length: 40 jobs}]
estimates: [user, actual, 'predicted:last2']`)
    expect(countCells(spec)).toBe(2 * 2 * 3 * 3)
    expect(axesOf(spec)).toEqual(['trace', 'window', 'machine', 'estimates', 'rules', 'policy'])
    const cells = cellsOf(spec)
    expect(cells).toHaveLength(36)
    expect(cells[0].key).toEqual(['A', 'jobs 1-40', '4x16', 'user', 'default', 'sharing'])
    expect(cells[35].key).toEqual(['A', 'jobs 81-120', 'ours', 'predicted:last2', 'default', 'adaptive'])
  })

  it('leave a way of sharing out under which a job has no place', () => {
    const { spec } = planned(`machines: [{sites: '32,2x16', parts: largest}, {sites: 4x16, parts: none}]
policies: [local, sharing, multi]`)
    const widest = Math.max(...log.jobs.size)
    expect(widest).toBeGreaterThan(32)
    expect(spec.blocks.map(({ machine, policies }) => [machine, policies])).toEqual([
      ['32,2x16, parts largest', ['sharing', 'multi']],
      ['4x16, parts none', ['multi']],
    ])
    expect(spec.leftOut.map(({ what, simulations }) => [what, simulations])).toEqual([
      ['A, machine 32,2x16, parts largest, policy local', 1],
      ['A, machine 4x16, parts none, policy local', 1],
      ['A, machine 4x16, parts none, policy sharing', 1],
    ])
    expect(spec.leftOut[0].reason).toMatch(/^job \d+ is wider than its own site$/)
    expect(spec.leftOut[2].reason).toMatch(/^job \d+ is one that no site takes$/)
  })
})

describe('clusters', () => {
  it('plan the jobs of a window, packet by packet', async () => {
    const plan = planned(`machines: [{clusters: paper}]
policies: [metl, {ga-mf: {population: 4, generations: 2, packet: 15}, name: short}]
objectives: [makespan, flowtime, splitJobs]
windows: [{length: 40 jobs, count: 1}]`)
    const { on } = cellsOf(plan.spec)[0]
    if (!('several' in on)) throw new TypeError('no clusters')
    const { seed } = on.several
    const system = clusterSystem(PUBLISHED_CLUSTERS.clusters, PUBLISHED_CLUSTERS.links)
    const rows = clusterRows(log.jobs, 240).filter((row) => row < 40)
    const jobs = parallelJobs(log.jobs, rows, new Random(seed).fork('jobs'), false)
    const values = await rowsOf(plan)
    const of = (policy: string, objective: string) =>
      values.find((row) => row.policy === policy && row.objective === objective)?.value
    for (const [name, algorithm, packet, given] of [
      ['metl', 'metl', 20, {}],
      ['short', 'ga-mf', 15, { population: 4, generations: 2 }],
    ] as const) {
      const settings = settled(PLAN_SETTINGS, given)
      const lane = planWorkload(system, jobs, { algorithm, packet, settings, seed: `${seed} ${algorithm}` })
      const ends = lane.end.map((end) => end ?? Number.NaN)
      expect(of(name, 'makespan')).toBeCloseTo(Math.max(...ends), 4)
      expect(of(name, 'flowtime')).toBeCloseTo(
        ends.reduce((sum, end) => sum + end, 0),
        3,
      )
    }
  })

  it('draw what no log says by each seed', async () => {
    const plan = planned(`machines: [{clusters: paper}]
policies: [jpr, metl]
objectives: [flowtime]
windows: [{length: 60 jobs}]
seed: [1, 7]`)
    expect(axesOf(plan.spec)).toEqual(['trace', 'window', 'seed', 'machine', 'estimates', 'rules', 'policy'])
    expect(countCells(plan.spec)).toBe(2 * 2 * 2)
    const rows = await rowsOf(plan)
    expect(rows.map(({ seed }) => seed)).toEqual(['1', '1', '7', '7', '1', '1', '7', '7'])
    const first = await rowsOf(
      planned(`machines: [{clusters: paper}]
policies: [jpr, metl]
objectives: [flowtime]
windows: [{length: 60 jobs}]
seed: 1`),
    )
    expect(rows.filter(({ seed }) => seed === '1').map(({ value }) => value)).toEqual(
      first.map(({ value }) => value),
    )
    expect(rows[0].value).not.toBe(rows[2].value)
  })

  it('leave windows out in which they can run no job', () => {
    const wide = demoTrace({ jobs: 30, processors: 512, seed: 3 })
    const none = { ...wide, jobs: { ...wide.jobs, runtime: new Float64Array(30) } } as Trace
    expect(
      failureOf(() => planned('machines: [{clusters: paper}]\npolicies: [jpr]', none)).detail,
    ).toMatchObject({
      remedy: 'Left out: no job that these clusters can run',
    })
  })
})

describe('seeds', () => {
  it('draw anew only where something is drawn', () => {
    const { spec } = planned('policies: [easy, fcfs]\nestimates: [user, uniform:1]\nseed: [3, 4, 5]')
    expect(cellsOf(spec).map(({ key: [, , seed, , estimates] }) => `${estimates} ${seed}`)).toEqual([
      ...['user 3', 'user 3'],
      ...[3, 4, 5].flatMap((seed) => [`uniform:1 ${seed}`, `uniform:1 ${seed}`]),
    ])
    expect(countCells(spec)).toBe(8)
  })
})

describe('what is refused', () => {
  const SITES = 'machines: [{sites: 4x16}]'
  const PAPER = 'machines: [{clusters: paper}]'
  it.each([
    [`${SITES}\npolicies: [easy]`, 'this is nothing that sites go by', 3, 'policies[0]'],
    ['policies: [easy, sharing]', 'this is nothing that single machines go by', 2, 'policies[1]'],
    [`${PAPER}\npolicies: [jpr, multi]`, 'this is nothing that clusters go by', 3, 'policies[1]'],
    ['machines: [own, {sites: 4x16}]\npolicies: [easy]', 'do not stand in one study', 2, 'machines[1]'],
    ['machines: [{sites: 4x16, clusters: paper}]\npolicies: [local]', 'no machine', 2, 'machines[0]'],
    ["machines: [{sites: '0x16'}]\npolicies: [local]", 'grid', 2, 'machines[0].sites'],
    ['machines: [{sites: 4x16, copied: 3}]\npolicies: [local]', 'of scaled logs', 2, 'machines[0].copied'],
    ['machines: [{scale: 9, parts: none}]\npolicies: [easy]', 'of several machines', 2, 'machines[0].parts'],
    ['machines: [{clusters: paper, parts: none}]\npolicies: [jpr]', 'parts are for', 2, 'machines[0].parts'],
    ['machines: [{clusters: paper, arrivals: turn}]\npolicies: [jpr]', '', 2, 'machines[0].arrivals'],
    ['machines: [{sites: 4x16, arrivals: log}]\npolicies: [local]', '', 2, 'machines[0].arrivals'],
    [`${SITES}\npolicies: [{multi: {overhead: -1}}]`, '', 3, 'policies[0].multi.overhead'],
    [`${SITES}\npolicies: [{multi: {}, local: {}}]`, 'has one name', 3, 'policies[0]'],
    [`${SITES}\npolicies: [{market: {utility-function: 1/}}]`, '', 3, 'policies[0].market.utility-function'],
    [`${SITES}\npolicies: [local]\nestimates: [factor:2]`, 'do not take', 4, 'estimates[0]'],
    [`${PAPER}\npolicies: [jpr]\nestimates: ['predicted:last2']`, 'do not take', 4, 'estimates[0]'],
    [`${SITES}\npolicies: [local]\njudge: size<=8`, 'judged by all jobs', 4, 'judge'],
    [`${SITES}\npolicies: [local]\nrules: sc17`, 'have rules of their own', 4, 'rules'],
    ['policies: [easy]\nobjectives: [worstGain]', 'an objective of several machines', 3, 'objectives[0]'],
    [`${SITES}\npolicies: [local, local]`, 'stands twice', 3, 'policies[1]'],
    [`${SITES}\npolicies: [local]\nseed: [2, 2]`, 'stands twice', 4, 'seed[1]'],
  ])('%s', (text, what, line, field) => {
    const failure = refused(text)
    expect(failure).toMatchObject({ kind: 'study-file', file: 'study.yaml', line, field })
    expect(failure.what).toContain(what)
  })

  it('what does not go together, before anything is simulated', () => {
    const predicted = refused(`${SITES}\npolicies: [sharing, market]\nestimates: ['predicted:last2']`)
    expect(predicted).toMatchObject({ kind: 'study-file', field: 'policies[1]', value: 'market' })
    expect(predicted.what).toBe('domains go by what their users ask for (machine 4x16)')
  })
})
