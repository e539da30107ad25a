/** `thesis-regions`: the printed tables, the regions by their rule, and the run on stand-ins for the logs. */
import { describe, expect, it } from 'vitest'
import { learnSpecOf } from '../../../src/learn/index.js'
import { contains, preferenceObjective, readPreference } from '../../../src/preference/index.js'
import { readStrategy } from '../../../src/strategy/index.js'
import { REPRODUCTION } from '../../../src/study/reproduce/reproduction.js'
import { PUBLISHED_ROWS } from '../../../src/study/reproduce/thesis-greedy/tables.js'
import { THESIS_LOGS } from '../../../src/study/reproduce/thesis-logs.js'
import { thesisRegions } from '../../../src/study/reproduce/thesis-regions/regions.js'
import { THESIS_REGIONS } from '../../../src/study/reproduce/thesis-regions/study.js'
import { REGION_IMPROVEMENTS, REGION_ROWS } from '../../../src/study/reproduce/thesis-regions/tables.js'
import { drive } from '../../support/investigate.js'
import { reproduction } from '../../support/reproductions.js'

describe('the printed tables', () => {
  it('have objectives and improvements that follow, but for the row of LANL', () => {
    const off = THESIS_LOGS.flatMap((log) => {
      const row = REGION_ROWS[log]
      expect(Math.abs(10 * row[1] + 4 * row[2] - row[7]), log).toBeLessThan(0.13)
      const easy = PUBLISHED_ROWS[log].EASY as typeof row
      const computed = (100 * (easy[7] - row[7])) / easy[7]
      return Math.abs(computed - REGION_IMPROVEMENTS[log][7]) > 0.02 ? [`${log} ${computed.toFixed(2)}`] : []
    })
    expect(off).toEqual(['LANL -3.88'])
  })
})

describe('the regions', () => {
  it('take the least share of free points on each panel that is enough, from the best corner', () => {
    const points = Array.from({ length: 100 }, (_, k) => [k, (37 * k) % 100, (53 * k) % 100, (71 * k) % 100])
    const objectives = ['AWRT1', 'AWRT2', 'AWRT3', 'AWRT4']
    const regions = thesisRegions({ objectives, points })
    expect(regions.map(({ name }) => name)).toEqual([
      'groups 1 and 2',
      'group 1',
      'groups 2 and 3',
      'groups 2 and 4',
    ])
    let free = points
    for (const { panel, vertices } of regions) {
      const [x, y] = panel.map((name) => objectives.indexOf(name))
      const rest = free.filter((row) => !contains(vertices, row[x], row[y]))
      expect(free.length - rest.length).toBeGreaterThanOrEqual(3)
      expect(free.length - rest.length).toBeLessThan(20)
      expect(vertices[0][0]).toBeLessThan(0)
      free = rest
    }
    expect(thesisRegions({ objectives: ['AWRT', 'UTIL'], points: [[1, 2]] })).toEqual([])
  })
})

describe('the run', () => {
  const { json, datasets, spec } = reproduction(THESIS_REGIONS, ['CTC'], 50, {
    ...{ budget: 0.001, methods: ['own'] },
  })

  it('learns for the linear objective, then for the regions of each front, and says where both end', async () => {
    expect(spec.parts.map(({ name }) => name)).toEqual([...['front CTC', 'own linear CTC']])
    const { artefacts } = await drive(REPRODUCTION, json, datasets)
    const textOf = (name: string) => String(artefacts.find((each) => each.name === name)?.content)
    expect(textOf('bisectors-CTC.svg')).toContain('Z, on every bisector')
    const preference = readPreference(textOf('regions-CTC.json'), 'regions-CTC.json')
    expect(preference.name).toBe('regions on CTC, figure 8.7')
    const { evidence } = readStrategy(textOf('strategy-own-region-CTC.json'), 'strategy')
    expect(evidence?.traces.map(({ name }) => name)).toEqual(['CTC'])
    const found = evidence?.measured.find(({ trace }) => trace === 'CTC')
    const judged = preferenceObjective(preference).judge(found?.objectives ?? {})
    const values: readonly { row: string; column: string; ours: number; published: number | null }[] =
      JSON.parse(textOf('values.json'))
    const at = (row: string, column: string) =>
      values.find((each) => each.row === row && each.column === column)
    expect(at('CTC, by its own regions: own, regions, SOPT(CTC)', 'region')?.ours).toBe(judged?.priority)
    expect(at('CTC, by its own regions: own, regions, SOPT(CTC)', 'f')?.ours).toBe(judged?.value)
    expect(at('CTC, seconds: EASY', 'fobj')?.published).toBe(856717.01)
    const easy = at('CTC, seconds: EASY', 'AWRT1')?.ours ?? 0
    const own = at('CTC, seconds: own, linear, SOPT(CTC)', 'AWRT1')?.ours ?? 0
    const jobs = JSON.parse(textOf('front-CTC.json')).objectives.length
    expect(jobs).toBeGreaterThan(2)
    const worth = at("CTC, jobs' worth over EASY: own, linear, SOPT(CTC)", 'group 1')?.ours ?? 0
    expect(Math.sign(Math.round(worth * 1e6))).toBe(Math.sign(Math.round((easy - own) * 1e6)))
    expect(learnSpecOf(spec.parts[1].spec).objective).toBe('10*AWRT1 + 4*AWRT2')
    const summary = textOf('summary.txt').replace(/\s+/g, ' ')
    expect(summary).toContain(`CTC, own: learnt for the regions it ends in region ${judged?.priority}`)
    expect(summary.includes('beside the nearest schedule of region 1 it has')).toBe(judged?.priority !== 1)
  })
})
