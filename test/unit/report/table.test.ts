import { describe, expect, it } from 'vitest'
import { bestValue, relativeChange } from '../../../src/evaluation/ranking.js'
import { breakdownSections } from '../../../src/report/rows.js'
import { systemSeries } from '../../../src/report/series.js'
import { seriesText } from '../../../src/report/series-text.js'
import { breakdownTables, comparisonTable, factsTable, objectivesTable } from '../../../src/report/table.js'
import { PLAIN_STYLE } from '../../../src/report/terminal.js'
import { breakdown } from '../../../src/sim/breakdown.js'
import type { ObjectiveInfo } from '../../../src/sim/objectives/info.js'
import { scheduleOf } from './support.js'

const AWRT: ObjectiveInfo = { name: 'AWRT', description: 'response', unit: 's', sense: 'min' }
const UTIL: ObjectiveInfo = { name: 'UTIL', description: 'utilisation', unit: 'share', sense: 'max' }
const POLICIES = [
  { policy: 'fcfs', objectives: { AWRT: 7200, UTIL: 0.5 } },
  { policy: 'easy:saf', objectives: { AWRT: 3600, UTIL: null } },
]

describe('waits by class', () => {
  it('have rows for the largest of thousands of partitions', () => {
    const schedule = scheduleOf(
      Array.from({ length: 3000 }, (_, k) => ({ submit: k, wait: 0, runtime: 1, size: 1 })),
      4,
    )
    const partition = Float64Array.from({ length: 3000 }, (_, k) => (k < 2900 ? k : 2950))
    const sections = breakdownSections(breakdown(schedule, null, partition))
    const { title, rows } = sections.at(-1)!
    expect(title).toBe('partition (100 of 2,901, those of most jobs)')
    expect(rows).toHaveLength(100)
    expect(rows.at(-1)?.jobs).toBe(100)
  })
})

describe('ranking', () => {
  it('finds the best by sense, over those that have a value', () => {
    expect(bestValue(POLICIES, AWRT)).toBe(3600)
    expect(bestValue(POLICIES, UTIL)).toBe(0.5)
    expect(bestValue([], AWRT)).toBeNull()
  })

  it('measures changes against the size of the baseline', () => {
    expect(relativeChange(50, 100)).toBe(-0.5)
    expect(relativeChange(-50, -100)).toBe(0.5)
    expect([relativeChange(0, 0), relativeChange(1, 0), relativeChange(null, 1)]).toEqual([0, null, null])
  })
})

describe('comparisonTable', () => {
  it('shows values, changes, the baseline and the best', () => {
    const lines = comparisonTable(POLICIES, [AWRT, UTIL], 'fcfs', PLAIN_STYLE)
      .split('\n')
      .map((line) => line.trimEnd())
    expect(lines).toEqual([
      'policy       AWRT      UTIL',
      '─────────────────────────────',
      'fcfs          2 h    50.0 % *',
      'baseline',
      'easy:saf      1 h *       –',
      '          −50.0 %         –',
    ])
  })

  it('colours better and worse only when asked', () => {
    expect(comparisonTable(POLICIES, [AWRT], 'fcfs', PLAIN_STYLE)).not.toContain('\u001b')
    const coloured = comparisonTable(POLICIES, [AWRT], 'easy:saf', { ...PLAIN_STYLE, colour: true })
    expect(coloured).toContain('\u001b[31m+100.0 %')
    expect(coloured).toContain('\u001b[32m1 h *')
  })

  it('breaks objectives into as many tables as the width asks for', () => {
    const objectives = Array.from({ length: 12 }, (_, k) => ({ ...AWRT, name: `AWRT${k}` }))
    const values = Object.fromEntries(objectives.map(({ name }, k) => [name, 1000 * (k + 1)]))
    const text = comparisonTable([{ policy: 'fcfs', objectives: values }], objectives, 'fcfs', {
      ...PLAIN_STYLE,
      width: 60,
    })
    expect(text.split('\n\n').length).toBeGreaterThan(1)
    for (const line of text.split('\n')) expect([...line].length).toBeLessThanOrEqual(60)
    for (const { name } of objectives) expect(text).toContain(name)
  })
})

describe('other tables', () => {
  it('list objectives with their meaning', () => {
    const lines = objectivesTable({ AWRT: 90, UTIL: null }, [AWRT, UTIL], PLAIN_STYLE).split('\n')
    expect(lines[2].trimEnd()).toBe('AWRT       1 min 30 s  response')
    expect(lines[3].trimEnd()).toBe('UTIL                –  utilisation')
  })

  it('use plain rules where the terminal has no others', () => {
    const text = objectivesTable({ AWRT: 90 }, [AWRT], { ...PLAIN_STYLE, unicode: false })
    expect(text.split('\n')[1]).toMatch(/^-+$/)
  })

  it('list waits by class', () => {
    const schedule = scheduleOf(
      [
        { submit: 0, wait: 60, runtime: 100, size: 1, group: 1 },
        { submit: 0, wait: 120, runtime: 100, size: 1, group: 2 },
      ],
      4,
    )
    const text = breakdownTables(breakdown(schedule, null, null), PLAIN_STYLE)
    expect(text.split('\n\n').map((part) => part.split(' ')[0])).toEqual(['size', 'run', 'user'])
    expect(text).toMatch(/1 +2 +1 min 30 s +1 min 30 s +1 min 57 s +2 min +1\.9/)
    expect(text).toMatch(/group 2 +1 +2 min/)
  })

  it('line up facts, and disarm what strangers wrote', () => {
    expect(
      factsTable([
        ['a', 'x\u001b[1m'],
        ['long', 'y'],
      ]),
    ).toBe('a     x�[1m\nlong  y')
  })
})

describe('seriesText', () => {
  it('draws utilisation and queue within the width', () => {
    const jobs = Array.from({ length: 40 }, (_, k) => ({ submit: k, wait: k, runtime: 30, size: 1 }))
    const text = seriesText(systemSeries(scheduleOf(jobs, 30), { bins: 200 }), { ...PLAIN_STYLE, width: 60 })
    expect(text.split('\n')).toHaveLength(2)
    for (const line of text.split('\n')) expect([...line].length).toBeLessThanOrEqual(60)
    expect(text).toMatch(/^utilisation .*█.* up to \d+\.\d %\njobs waiting .* up to \d+$/)
  })
})
