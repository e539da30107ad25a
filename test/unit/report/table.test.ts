import { describe, expect, it } from 'vitest'
import { type Block, exhibit, numbers, section, words } from '../../../src/core/exhibit.js'
import { bestValue, relativeChange } from '../../../src/evaluation/results/ranking.js'
import { breakdownTables, policiesTable } from '../../../src/report/pages/parts.js'
import { systemPlot } from '../../../src/report/plots/system.js'
import { breakdownSections } from '../../../src/report/rows.js'
import { systemSeries } from '../../../src/report/series.js'
import { factsText, textTable, wrapped } from '../../../src/report/terminal/table.js'
import { PLAIN_STYLE, type TerminalStyle } from '../../../src/report/terminal/terminal.js'
import { breakdown } from '../../../src/sim/breakdown.js'
import type { ObjectiveInfo } from '../../../src/sim/objectives/info.js'
import { inTerminal, scheduleOf } from './support.js'

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

const blocksText = (blocks: readonly Block[], style: Partial<TerminalStyle> = {}) =>
  inTerminal(exhibit('', '', [section('T', blocks)]), style)
const comparisonTable = (
  policies: Parameters<typeof policiesTable>[0],
  objectives: readonly ObjectiveInfo[],
  baseline: string,
  style: Partial<TerminalStyle> = {},
) =>
  blocksText([policiesTable(policies, objectives, baseline)], style)
    .split('\n')
    .slice(5)
    .join('\n')

describe('policies in a terminal', () => {
  it('shows values, changes, the baseline and the best', () => {
    const lines = comparisonTable(POLICIES, [AWRT, UTIL], 'fcfs')
      .split('\n')
      .map((line) => line.trimEnd())
    expect(lines).toEqual([
      'policy       AWRT      UTIL',
      '─────────────────────────────',
      'fcfs          2 h    50.0 % ★',
      'baseline',
      'easy:saf      1 h ★       –',
      '          −50.0 %         –',
    ])
  })

  it('colours better and worse only when asked', () => {
    expect(comparisonTable(POLICIES, [AWRT], 'fcfs')).not.toContain('\u001b')
    const coloured = comparisonTable(POLICIES, [AWRT], 'easy:saf', { colour: true })
    expect(coloured).toContain('\u001b[31m+100.0 %')
    expect(coloured).toContain('\u001b[32m1 h ★')
  })

  it('breaks objectives into as many tables as the width asks for', () => {
    const objectives = Array.from({ length: 12 }, (_, k) => ({ ...AWRT, name: `AWRT${k}` }))
    const values = Object.fromEntries(objectives.map(({ name }, k) => [name, 1000 * (k + 1)]))
    const text = comparisonTable([{ policy: 'fcfs', objectives: values }], objectives, 'fcfs', {
      width: 60,
    })
    expect(text.split('\n\n').length).toBeGreaterThan(1)
    for (const line of text.split('\n')) expect([...line].length).toBeLessThanOrEqual(60)
    for (const { name } of objectives) expect(text).toContain(name)
  })
})

describe('other tables', () => {
  const columns = [...words('name'), ...numbers('value'), ...words('')]

  it('set names and texts to the left, numbers to the right', () => {
    const rows = [
      ['AWRT', '1 min 30 s', 'response'],
      ['UTIL', '–', 'utilisation'],
    ]
    expect(textTable(columns, rows, PLAIN_STYLE).split('\n')).toEqual([
      'name       value',
      '─────────────────────────────',
      'AWRT  1 min 30 s  response',
      'UTIL           –  utilisation',
    ])
    expect(textTable(columns, [], PLAIN_STYLE)).toBe('name  value')
  })

  it('go on in further lines where texts are long, and in further tables where columns are many', () => {
    const long = 'one two three four five six seven eight nine ten eleven twelve'
    const narrow = { ...PLAIN_STYLE, width: 40 }
    expect(
      textTable(columns, [['a', '1', long]], narrow)
        .split('\n')
        .slice(2),
    ).toEqual([
      'a         1  one two three four five six',
      '             seven eight nine ten eleven',
      '             twelve',
    ])
    const names = textTable(words('policy'), [[`easy:${'x'.repeat(20)}`]], narrow).split('\n')
    expect(names.slice(2)).toEqual([`easy:${'x'.repeat(8)}`, 'x'.repeat(12)])
    const many = numbers(...Array.from({ length: 6 }, (_, k) => `objective${k}`))
    const tables = textTable([...words('policy'), ...many], [['a', '1', '2', '3', '4', '5', '6']], narrow)
    expect(tables.split('\n\n').map((table) => table.split('\n')[0])).toEqual([
      'policy  objective0  objective1',
      'policy  objective2  objective3',
      'policy  objective4  objective5',
    ])
  })

  it('set marks to the right of the edge of numbers', () => {
    const rows = [
      ['a', { text: '10 ★', best: true }],
      ['b', '5 †!'],
      ['c', '200'],
    ] as const
    expect(textTable([...words(''), ...numbers('n')], rows, PLAIN_STYLE).split('\n')).toEqual([
      '     n',
      '─────────',
      'a   10 ★',
      'b    5 †!',
      'c  200',
    ])
  })

  it('wrap words, and cut what is longer than a line', () => {
    expect(wrapped('ab cd efghij k', 4)).toEqual(['ab', 'cd', 'efgh', 'ij k'])
    expect(wrapped('', 4)).toEqual([''])
    // A name of a million characters, which a document may not have, takes no longer than its length.
    expect(wrapped('x'.repeat(1_000_001), 10)).toHaveLength(100_001)
  })

  it('use plain rules where the terminal has no others', () => {
    const text = textTable(columns, [['AWRT', '90', '']], { ...PLAIN_STYLE, unicode: false })
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
    const text = blocksText(breakdownTables(breakdown(schedule, null, null), 'easy'), { width: 120 })
    expect(text.match(/^(size|run time|user group) /gm)).toEqual(['size ', 'run time ', 'user group '])
    expect(text).toMatch(/1 +2 +1 min 30 s +1 min 30 s +1 min 57 s +2 min +1\.9/)
    expect(text).toMatch(/group 2 +1 +2 min/)
  })

  it('line up facts, and disarm what strangers wrote', () => {
    expect(
      factsText([
        ['a', 'x\u001b[1m'],
        ['long', 'y'],
      ]),
    ).toBe('a     x�[1m\nlong  y')
  })
})

describe('a machine over time', () => {
  it('draws utilisation and queue within the width', () => {
    const jobs = Array.from({ length: 40 }, (_, k) => ({ submit: k, wait: k, runtime: 30, size: 1 }))
    const picture = systemPlot(systemSeries(scheduleOf(jobs, 30), { bins: 200 }), {
      unixStart: null,
      zone: 0,
    })
    const text = picture.sketch?.({ ...PLAIN_STYLE, width: 60 }) ?? ''
    expect(text.split('\n')).toHaveLength(2)
    for (const line of text.split('\n')) expect([...line].length).toBeLessThanOrEqual(60)
    expect(text).toMatch(/^utilisation .*█.* up to \d+\.\d %\njobs waiting .* up to \d+$/)
  })
})
