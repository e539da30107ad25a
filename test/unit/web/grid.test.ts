import { describe, expect, it } from 'vitest'
import { type GridAsked, gridTrialOn, sitesIn } from '../../../src/apps/web/client/workers/grid.js'
import { gridStageOf } from '../../../src/evaluation/scenarios/grid-case.js'
import { gridCsv } from '../../../src/report/formats/grid-csv.js'
import { coverageRaster } from '../../../src/report/plots/gantt-raster.js'
import { gridAllocation, gridSchedule } from '../../../src/report/plots/grid-gantt.js'
import { crossingOf, overheadPlot } from '../../../src/report/plots/grid-overhead.js'
import { gainsOf, measureGrid } from '../../../src/sites/grid/index.js'
import { datasetOf, groupTrace } from '../../../src/trace/index.js'
import { demoTrace } from '../../../src/workload/demo.js'

const dataset = datasetOf(groupTrace(demoTrace({ jobs: 500, processors: 64 })).trace)
const trial = gridTrialOn(dataset)
const asked: GridAsked = { sites: '3x16,24', sharing: 'sharing', overhead: 30, span: null, bins: 40 }
const stage = gridStageOf(
  {
    ...{ data: dataset.digest, window: null, estimates: 'user' },
    ...{ sites: sitesIn(asked.sites), arrivals: 'turn', parts: 'local' },
  },
  dataset,
)
const alone = stage.run({ kind: 'local' })
const shared = stage.run({ kind: 'sharing', siteChoice: 'soonest', move: 0 })

describe('sites that share the work of a log', () => {
  it('win and lose as qw grid says', () => {
    const found = trial.shared(asked)
    expect(found).toMatchObject({ awrt: measureGrid(shared).awrt, alone: measureGrid(alone).awrt, sites: 4 })
    const gains = gainsOf(shared, alone).filter(({ site, group }) => site !== null && group === null)
    expect(found.winning).toBe(gains.filter(({ gain }) => (gain ?? 0) > 0).length)
    expect(found.losing).toBe(gains.filter(({ gain }) => (gain ?? 0) < 0).length)
    expect(found.winning).toBeGreaterThan(0)
    expect(trial.gridCsv(asked)).toBe(
      [
        ...gridCsv(
          [{ name: 'sharing', schedule: shared }],
          sitesIn(asked.sites).map(({ name }) => name),
        ),
      ].join(''),
    )
  })

  it('are bands of a chart that is that of reports', () => {
    const { chart } = trial.shared({ ...asked, span: [0, 90_000] })
    const shown = gridSchedule(shared)
    const grid = { from: 0, to: 90_000, bins: 40, rows: 72 }
    expect(chart.raster).toEqual(coverageRaster(shown, gridAllocation(shared), grid))
    expect(chart.bands?.map(({ first }) => first)).toEqual([0, 16, 32, 48])
    expect(trial.gridGantt(asked).scene.label).toContain('72 processors')
  })

  it('tell that wide jobs came in parts, where they did', () => {
    const parts = stage.workload.jobs.length
    expect(parts).toBeGreaterThan(stage.jobs)
    expect(trial.shared(asked).notices).toEqual([expect.stringContaining(`became ${parts} parts`)])
    expect(trial.shared({ ...asked, sites: '2x64' }).notices).toEqual([])
  })

  it('split jobs, which costs what overhead says', () => {
    const awrt = (overhead: number) => trial.awrt({ ...asked, sharing: 'multi', overhead })
    expect(awrt(60)).toBe(measureGrid(stage.run({ kind: 'multi', overhead: 60 })).awrt)
    expect(awrt(60)).toBeGreaterThan(awrt(0) ?? Number.NaN)
    const ways = trial.ways(asked)
    expect(ways.kind === 'table' && ways.rows.map(([name]) => name)).toEqual([
      'local',
      'sharing',
      'multi (30 %)',
      'adaptive (30 %)',
    ])
  })

  it('are refused in words', () => {
    expect(() => trial.shared({ ...asked, sites: 'm99' })).toThrow('no such grid')
    expect(() => trial.shared({ ...asked, sites: '[{"name":"a"}]' })).toThrow('nodes')
    expect(() => trial.shared({ ...asked, sites: '[{' })).toThrow('the sites')
  })

  it('written down are what was read', () => {
    const sites = '[{"name":"north","nodes":40,"speed":2,"policy":"easy:saf","largest-job":8}]'
    expect(sitesIn(sites)).toEqual([
      { name: 'north', nodes: 40, speed: 2, policy: 'easy:saf', largestJob: 8, partitions: null },
    ])
  })
})

describe('the price of splitting', () => {
  const multi = { name: 'multi', points: [10, 20, 40].map((awrt, k) => ({ overhead: 10 * k, awrt })) }

  it('is where one curve crosses a level', () => {
    expect(crossingOf(multi, 15)).toBe(5)
    expect(crossingOf(multi, 35)).toBe(17.5)
    expect(crossingOf(multi, 5)).toBeNull()
    expect(crossingOf(multi, 50)).toBeNull()
  })

  it('is a picture with its values', () => {
    const { scene, data } = overheadPlot([
      multi,
      { name: 'local', points: [0, 20].map((overhead) => ({ overhead, awrt: 30 })) },
    ])
    expect(scene.label).toContain('multi, local')
    expect(data.rows).toContainEqual(['multi', 20, 40])
  })
})
