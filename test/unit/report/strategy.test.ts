import { describe, expect, it } from 'vitest'
import { exhibit, section } from '../../../src/core/exhibit.js'
import { type Evaluation, meanChanges } from '../../../src/report/evaluation.js'
import { evaluationCsv, evaluationRecords } from '../../../src/report/formats/evaluation-records.js'
import { evaluationPage } from '../../../src/report/pages/evaluation.js'
import { orderTable, overtakingTables } from '../../../src/report/pages/explanation.js'
import { changePlot as changePicture } from '../../../src/report/plots/strategy-change.js'
import { overtakingPlot as overtakingPicture } from '../../../src/report/plots/strategy-overtaking.js'
import { priorityPlot as priorityPicture } from '../../../src/report/plots/strategy-priority.js'
import { surfacePlot as surfacePicture } from '../../../src/report/plots/strategy-surface.js'
import { BLUE, densityColour, groupColour, ORANGE } from '../../../src/report/plots/theme.js'
import {
  groupsInOrder,
  type Overtaking,
  priorityAt,
  type StrategyCurves,
  waitText,
} from '../../../src/report/strategy.js'
import { evaluationVerdict } from '../../../src/report/words/evaluation-verdict.js'
import type { ObjectiveInfo } from '../../../src/sim/objectives/info.js'
import { explain, usualQuestions } from '../../../src/strategy/index.js'
import { drawn, expectPicture, inTerminal, onPage, textsOf } from './support.js'

const changePlot = drawn(changePicture)
const overtakingPlot = drawn(overtakingPicture)
const priorityPlot = drawn(priorityPicture)
const surfacePlot = drawn(surfacePicture)

const EVIL = '<b>"bold"&\u001b[2J'
const HOUR = 3600
const DAY = 86_400

/** Group 1 begins higher, group 2 rises faster and passes it after two hours; group 3 is as group 1. */
const SERIES = [
  { group: 1, keys: [5, 5 + 24] },
  { group: 2, keys: [1, 1 + 72] },
  { group: 3, keys: [5, 5 + 24] },
].map(({ group, keys }) => ({
  group,
  job: `${8 * group} processors`,
  waits: Float64Array.of(0, DAY),
  keys: Float64Array.from(keys),
}))
const CURVES: StrategyCurves = { situations: ['weekend', 'day'].map((name) => ({ name, series: SERIES })) }
const OVERTAKING: Overtaking = {
  job: '8 processors, 1 h asked for',
  situations: [
    {
      name: 'weekend',
      groups: [1, 2],
      waits: [
        [0, 0],
        [1.5 * HOUR, 0],
      ],
    },
    {
      name: 'day',
      groups: [1, 2],
      waits: [
        [0, 5 * DAY],
        [null, 0],
      ],
    },
  ],
}

describe('priorities', () => {
  it('are on the line between what is known', () => {
    expect(priorityAt(SERIES[0], 0)).toBe(5)
    expect(priorityAt(SERIES[0], 6 * HOUR)).toBe(11)
    expect(priorityAt(SERIES[0], 9 * DAY)).toBe(29)
    expect(priorityAt(SERIES[0], -1)).toBe(5)
  })

  it('order the groups, equal ones together', () => {
    expect(groupsInOrder(SERIES, HOUR)).toEqual([[1, 3], [2]])
    expect(groupsInOrder(SERIES, 3 * HOUR)).toEqual([[2], [1, 3]])
    expect(groupsInOrder([], 0)).toEqual([])
  })
})

describe('priorityPlot', () => {
  it('has a panel a situation, in each a line a group', () => {
    const svg = priorityPlot({ title: 'greedy', curves: CURVES })
    expectPicture(svg)
    const texts = textsOf(svg)
    expect(texts).toEqual(expect.arrayContaining(['weekend', 'day', 'priority', 'wait', '1 d']))
    // Two panels and the legend.
    for (const group of [1, 2, 3]) {
      expect(svg.match(new RegExp(`stroke="${groupColour(group)}"`, 'g'))).toHaveLength(3)
    }
    expect(texts.filter((text) => text === 'group 2: 16 processors')).toHaveLength(1)
  })

  it('draws lines that cross where they should', () => {
    const svg = priorityPlot({
      title: 'greedy',
      curves: { situations: [{ name: '', series: SERIES.slice(0, 2) }] },
    })
    const ends = [1, 2].map((group) => {
      const [, x0, y0, x1, y1] =
        svg.match(
          new RegExp(`stroke="${groupColour(group)}"[^>]* d="M([\\d.]+) ([\\d.]+)L([\\d.]+) ([\\d.]+)"`),
        ) ?? []
      return [x0, y0, x1, y1].map(Number)
    })
    const at = ([x0, y0, x1, y1]: number[], share: number) => [x0 + share * (x1 - x0), y0 + share * (y1 - y0)]
    // They cross after 2 of 24 hours.
    expect(at(ends[0], 1 / 12)[1]).toBeCloseTo(at(ends[1], 1 / 12)[1], 1)
    expect(ends[0][1]).toBeLessThan(ends[1][1])
    expect(ends[0][3]).toBeGreaterThan(ends[1][3])
  })

  it('thins long lines, escapes names, copes with nothing and with equal keys', () => {
    const waits = Float64Array.from({ length: 50_000 }, (_, k) => k)
    const long = { group: 1, job: EVIL, waits, keys: waits.map(Math.sin) }
    const svg = priorityPlot({ title: EVIL, curves: { situations: [{ name: EVIL, series: [long] }] } })
    expectPicture(svg)
    expect(svg).not.toContain('<b>')
    expect(svg.length).toBeLessThan(80_000)
    const flat = { ...long, keys: new Float64Array(50_000) }
    for (const situations of [[], [{ name: 'day', series: [] }], [{ name: 'day', series: [flat] }]]) {
      expectPicture(priorityPlot({ title: 'none', curves: { situations } }))
    }
  })
})

describe('overtakingPlot', () => {
  it('has a matrix a situation with waits, at once and never', () => {
    const svg = overtakingPlot({ title: 'who passes whom', overtaking: OVERTAKING })
    expectPicture(svg)
    const texts = textsOf(svg)
    expect(texts).toEqual(
      expect.arrayContaining(['weekend', 'day', '1.5 h', '5 d', 'Both jobs: 8 processors, 1 h asked for']),
    )
    expect(texts.filter((text) => text === 'at once')).toHaveLength(1)
    expect(texts.filter((text) => text === 'never')).toHaveLength(1)
    // Without the diagonals.
    expect(svg.match(/<rect x=/g)).toHaveLength(4)
    expect(svg).toContain('<title>group 2 before a fresh job of group 1: never</title>')
  })

  it('keeps the colours of its cells in light and dark', () => {
    const svg = onPage(overtakingPicture)({ title: 'who', overtaking: OVERTAKING })
    const cell = /<rect x=.*?<\/rect>\n<text[^>]*fill="(#[0-9a-f]{6})"/gs
    expect([...svg.matchAll(cell)]).toHaveLength(4)
  })

  it('shades the more the longer it takes', () => {
    const waits = [0, 60, HOUR, DAY, 30 * DAY]
    const svg = overtakingPlot({
      title: 'who',
      overtaking: {
        job: 'x',
        situations: [{ name: '', groups: [1, 2, 3, 4, 5], waits: waits.map(() => waits) }],
      },
    })
    const fills = [
      ...svg.matchAll(/<rect x="[^"]*" y="[^"]*" width="[^"]*" height="\d+" fill="#([0-9a-f]{2})/g),
    ]
    // The last row has all but the last wait; red falls from light to dark.
    const reds = fills.slice(-4).map(([, red]) => Number.parseInt(red, 16))
    expect([...reds].sort((a, b) => b - a)).toEqual(reds)
    expect(new Set(reds).size).toBeGreaterThanOrEqual(3)
  })

  it('escapes names and copes with no groups', () => {
    const svg = overtakingPlot({
      title: EVIL,
      overtaking: { job: EVIL, situations: [{ name: EVIL, groups: [], waits: [] }] },
    })
    expectPicture(svg)
    expect(svg).not.toContain('<b>')
    expectPicture(overtakingPlot({ title: 'none', overtaking: { job: '', situations: [] } }))
  })
})

const objective = (name: string, sense: 'min' | 'max' = 'min'): ObjectiveInfo => ({
  name,
  description: '',
  unit: sense === 'min' ? 's' : 'share',
  sense,
})
const OBJECTIVES = [objective('AWRT'), objective('maxWait'), objective('AWRT9'), objective('UTIL', 'max')]
const POLICIES = [
  { policy: 'easy', objectives: { AWRT: 100, maxWait: 0, AWRT9: null, UTIL: 0.5 } },
  { policy: 'fcfs', objectives: { AWRT: 400, maxWait: 10, AWRT9: null, UTIL: 0.4 } },
  { policy: 'mine, "best"', objectives: { AWRT: 90, maxWait: 0, AWRT9: 3, UTIL: 0.55 } },
]

describe('changePlot', () => {
  it('has a bar for every change, cut where it is very large', () => {
    const svg = changePlot({
      title: 'against easy',
      policies: POLICIES,
      objectives: OBJECTIVES,
      baseline: 'easy',
    })
    expectPicture(svg)
    const texts = textsOf(svg)
    expect(texts).toEqual(
      expect.arrayContaining(['+300.0 %', '−10.0 %', '−20.0 %', '+10.0 %', '±0 %', 'more is better']),
    )
    // Nobody has a change under AWRT9; fcfs has none of a longest wait of 0.
    expect(texts).not.toContain('AWRT9')
    expect(texts.filter((text) => text === '–')).toHaveLength(1)
    expect(svg.match(new RegExp(`<path fill="${BLUE}"`, 'g'))).toHaveLength(2)
    expect(svg.match(new RegExp(`<path fill="${ORANGE}"`, 'g'))).toHaveLength(2)
    expect(svg.match(/l-5 12H/g)).toHaveLength(1)
    expect(texts).toContain('mine, &quot;best&quot;')
  })

  it('copes with the baseline alone, nothing at all, and without a baseline', () => {
    for (const policies of [POLICIES.slice(0, 1), [], POLICIES.slice(1)]) {
      expectPicture(changePlot({ title: EVIL, policies, objectives: OBJECTIVES, baseline: 'easy' }))
    }
  })
})

const strategyText = (curves: StrategyCurves, overtaking: Overtaking) =>
  inTerminal(exhibit('', '', [section('Groups', orderTable(curves), overtakingTables(overtaking))]))

describe('groups in a terminal', () => {
  it('tells the order of the groups and who passes whom', () => {
    const lines = strategyText(CURVES, OVERTAKING).split('\n')
    expect(lines).toContain('group 2  16 processors')
    expect(lines.find((line) => line.startsWith('situation'))).toMatch(
      /^situation +at once +after 1 h +after 6 h +after 1 d$/,
    )
    expect(lines.find((line) => line.startsWith('weekend '))).toMatch(
      /^weekend +1 = 3, 2 +1 = 3, 2 +2, 1 = 3 +2, 1 = 3$/,
    )
    expect(
      lines.filter((line) => /^group 2 .*(h|never)$/.test(line)).map((line) => line.split(/ {2,}/)),
    ).toEqual([
      ['group 2', '1.5 h'],
      ['group 2', 'never'],
    ])
  })

  it('disarms names', () => {
    const situations = [{ name: EVIL, series: SERIES.map((series) => ({ ...series, job: EVIL })) }]
    const overtaking = { job: EVIL, situations: OVERTAKING.situations.map((one) => ({ ...one, name: EVIL })) }
    expect(strategyText({ situations }, overtaking)).not.toContain('\u001b')
  })

  it('names jobs of no group', () => {
    const series = [{ ...SERIES[0], group: 0 }, SERIES[1]]
    const matrix = { name: '', groups: [0, 2], waits: OVERTAKING.situations[0].waits }
    const overtaking = { job: 'x', situations: [matrix] }
    const text = strategyText({ situations: [{ name: 'day', series }] }, overtaking)
    expect(text).toMatch(/^day +none, 2 +none, 2 +2, none/m)
    expect(text).toMatch(/^waiting +no group +group 2$/m)
    expect(textsOf(overtakingPlot({ title: '', overtaking }))).toEqual(
      expect.arrayContaining(['no group', 'none', '2']),
    )
    expect(text).not.toContain('group 0')
  })

  it('has words for waits', () => {
    expect([0, null, Number.POSITIVE_INFINITY, 90].map(waitText)).toEqual([
      'at once',
      'never',
      'never',
      '1.5 min',
    ])
  })
})

describe('evaluations', () => {
  const evaluation: Evaluation = {
    logs: [
      { trace: 'CTC', policies: POLICIES },
      {
        trace: 'KTH',
        policies: POLICIES.map(({ policy, objectives }) => ({
          policy,
          objectives: { ...objectives, AWRT: policy === 'fcfs' ? 100 : 1000, maxWait: 10 },
        })),
      },
    ],
    objectives: OBJECTIVES,
    baseline: 'easy',
    strategies: [
      {
        ...{ name: 'mine, "best"', learntFrom: ['CTC'], learntOn: ['CTC'], objective: 'AWRT' },
        ...{ rivals: [[], []], breaking: [[], []] },
      },
    ],
  }

  it('have values and changes as records and CSV', () => {
    const records = evaluationRecords(evaluation)
    expect(records).toHaveLength(24)
    expect(records[4]).toEqual({
      trace: 'CTC',
      policy: 'fcfs',
      objective: 'AWRT',
      unit: 's',
      value: 400,
      change: 3,
      learntFrom: null,
      learnt: null,
      beatsAnchors: null,
    })
    const lines = evaluationCsv(evaluation).split('\n')
    expect(lines).toHaveLength(26)
    expect(lines.slice(0, 2)).toEqual([
      'trace,policy,objective,unit,value,change,learntFrom,learnt,beatsAnchors',
      'CTC,easy,AWRT,s,100,0,,,',
    ])
    expect(lines[6]).toBe('CTC,fcfs,maxWait,s,10,,,,')
    expect(lines[9]).toBe('CTC,"mine, ""best""",AWRT,s,90,-0.1,CTC,true,')
    expect(lines[11]).toBe('CTC,"mine, ""best""",AWRT9,s,3,,CTC,true,')
    expect(lines[21]).toBe('KTH,"mine, ""best""",AWRT,s,1000,0,CTC,false,')
  })

  it('average ratios over logs geometrically', () => {
    const of = (policy: string, name: string) =>
      meanChanges(evaluation).find((mean) => mean.policy === policy && mean.objective === name)?.change
    // 4 on one log, a tenth on the other.
    expect(of('fcfs', 'AWRT')).toBeCloseTo(Math.sqrt(0.4) - 1, 12)
    expect(of('mine, "best"', 'AWRT')).toBeCloseTo(Math.sqrt(0.9) - 1, 12)
    // 10 s and 0 s on one log, alike on the other: 10 s are added first.
    expect(of('fcfs', 'maxWait')).toBeCloseTo(Math.sqrt(20 / 10) - 1, 12)
    expect(of('easy', 'UTIL')).toBe(0)
  })

  it('are a table a log, and one of the means', () => {
    const evaluationText = (given: Evaluation) =>
      inTerminal(
        evaluationPage({
          ...{
            evaluation: given,
            strategies: [['mine', 'a policy']],
            notices: [],
            recorded: [],
            digests: [],
          },
          verdicts: given.logs.map(() => []),
          groups: given.logs.map(() => [['group 1', 'physics: 2 users']]),
          provenance: { version: '1', command: 'qw evaluate' },
        }),
        { width: 120 },
      )
    const lines = evaluationText(evaluation).split('\n')
    expect(lines).toContain('AWRT (less is better): changes against easy')
    expect(lines).toContainEqual(expect.stringMatching(/^group 1 +physics: 2 users$/))
    expect(lines.indexOf('CTC')).toBeGreaterThan(
      lines.indexOf('- mean: geometric, of the ratios to the baseline'),
    )
    expect(lines).toContain('KTH')
    expect(lines).toContain('Over all logs')
    const means = lines.slice(lines.indexOf('Over all logs'))
    expect(means.find((line) => line.startsWith('fcfs'))).toMatch(/^fcfs +−36\.8 % +\+41\.4 % +– +−20\.0 %$/)
    expect(means).toContain('- maxWait has zeros: 10 s added to each of its values before ratios are taken.')
    expect(means.some((line) => line.startsWith('easy'))).toBe(false)
    const single = evaluationText({ ...evaluation, logs: evaluation.logs.slice(0, 1) })
    expect(single).toContain('\nCTC\n')
    const verdict = evaluationText(evaluation).split('\n').slice(2, 9)
    expect(verdict).toContain('- Best by AWRT over all logs: fcfs (−36.8 %).')
    expect(verdict).toContain('- mine, "best": better than easy by AWRT on 1 of 2 logs, −5.1 % on the mean.')
    expect(
      single.indexOf('- Best by AWRT: mine, "best", 1 min 30 s where easy has 1 min 40 s (−10.0 %).'),
    ).toBe(single.indexOf('- '))
    expect(single).not.toContain('geometric')
  })

  it('name who falls behind, on each log', () => {
    const behind = evaluation.logs.map(({ trace, policies }) => ({
      trace,
      policies: policies.map(({ policy, objectives }) => {
        const used = trace === 'KTH' && policy === 'fcfs' ? 0.5 : 0.7
        return { policy, objectives: { ...objectives, UTIL: used } }
      }),
    }))
    const line = 'of the machine easy has 70.0 % in use, fcfs 50.0 %.'
    const over = evaluationVerdict({ ...evaluation, logs: behind }, [[], []], [null, null])
    expect(over.filter((text) => text.startsWith('Who falls'))).toEqual([
      expect.stringContaining(`Who falls behind on KTH: ${line}`),
    ])
    const alone = { ...evaluation, logs: behind.slice(1) }
    expect(evaluationVerdict(alone, [[]], [null])).toContainEqual(
      expect.stringContaining(`Who falls behind: ${line}`),
    )
  })

  it('are led by nobody who breaks what a strategy has to keep to', () => {
    const bound = { ...evaluation.strategies[0], breaking: [['fcfs'], ['fcfs']] }
    const [, kth] = evaluation.logs
    const over = evaluationVerdict({ ...evaluation, strategies: [bound] }, [[], []], [null, null])
    expect(over[0]).toBe(
      'Best by AWRT over all logs, of those that keep to all bounds on all logs: mine, "best" (−5.1 %).',
    )
    const single = { ...evaluation, logs: [kth], strategies: [{ ...bound, breaking: [['fcfs']] }] }
    const told = evaluationVerdict(single, [['as learnt']], [null])
    expect(told.slice(0, 2)).toEqual([
      'Best by AWRT: easy, 16 min 40 s. None of the others that keep to all bounds is better.',
      'fcfs has 1 min 40 s, and breaks what mine, "best" has to keep to.',
    ])
    expect(told[2]).toMatch(/^Who pays for mine, "best": /)
    expect(told.at(-1)).toBe('as learnt')
  })
})

describe('surfaces', () => {
  it('are drawn panel by panel, with both axes, the darkest where jobs go first', () => {
    const explanation = explain('easy:saf', usualQuestions(2, 64))
    const svg = surfacePlot({ title: 'easy:saf', explanation })
    expect(svg.match(/requested time/g)).toHaveLength(2)
    expect(svg.match(/processors<\/text>/g)).toHaveLength(2)
    const cells = shadesIn(svg)
    // Rows are drawn from below: the first cell is the smallest and shortest job, darkest.
    expect(cells[0]).toBe(densityColour(1))
    expect(new Set(cells).size).toBeGreaterThan(20)
    expect(svg).not.toMatch(/all alike|NaN|Infinity/)
    expect(surfacePlot({ title: 'easy:saf', explanation })).toBe(svg)
  })

  it('of an order that knows neither have one shade, and say so', () => {
    const svg = surfacePlot({ title: 'none', explanation: explain('easy:(0)', usualQuestions(1, 64)) })
    expect(new Set(shadesIn(svg))).toEqual(new Set([densityColour(0.5)]))
    expect(svg.match(/all alike/g)).toHaveLength(3)
  })

  it('have a key from the first to the last, and name what does not vary', () => {
    const drawn = (groups: number, machine: number) =>
      surfacePlot({ title: 'easy', explanation: explain('easy', usualQuestions(groups, machine)) })
    const [key] = groupsIn(drawn(2, 64))
    expect([key[0], key.at(-1), key.length]).toEqual([densityColour(1), densityColour(0), 33])
    const texts = textsOf(drawn(2, 64))
    expect(texts).toEqual(expect.arrayContaining(['first', 'last']))
    expect(texts).toContain(
      'What a panel does not vary: a job of group 1, 16 processors, 4 h asked for, a day waited',
    )
    expect(textsOf(drawn(0, 1))).toContain(
      'What a panel does not vary: a job, 1 processor, 4 h asked for, a day waited',
    )
  })

  it('fill their panels without gaps', () => {
    const svg = surfacePlot({ title: 'easy:f2', explanation: explain('easy:f2', usualQuestions(1, 64)) })
    const areas = [...svg.matchAll(/<g shape-rendering="crispEdges">(.*?)<\/g>/gs)].map(([, cells]) =>
      [...cells.matchAll(/width="(\d+)" height="(\d+)"/g)].reduce(
        (sum, [, width, height]) => sum + Number(width) * Number(height),
        0,
      ),
    )
    const frames = [...svg.matchAll(/width="(\d+)" height="(\d+)" fill="none"/g)]
    expect(areas.slice(1)).toEqual(frames.map(([, width, height]) => Number(width) * Number(height)))
    expect(frames).toHaveLength(4)
  })

  it('have columns as wide as each other on their logarithmic axes, with marks in units', () => {
    const svg = surfacePlot({ title: 'easy:spt', explanation: explain('easy:spt', usualQuestions(1, 64)) })
    const [, first] = [...svg.matchAll(/<g shape-rendering="crispEdges">(.*?)<\/g>/gs)].map(
      ([, cells]) => cells,
    )
    const widths = [...first.matchAll(/width="(\d+)"/g)].map(([, width]) => Number(width)).slice(0, 24)
    expect(Math.max(...widths) - Math.min(...widths)).toBe(1)
    const frame = 212
    expect(widths.reduce((sum, width) => sum + width, 0)).toBe(frame)
    expect(textsOf(svg)).toEqual(expect.arrayContaining(['10 min', '1 h', '10 h', '2 d', '1', '10']))
  })

  it('say so where there is nothing to draw', () => {
    const questions = { ...usualQuestions(1, 64), sizes: [8], estimates: [600] }
    const svg = surfacePlot({ title: 'easy', explanation: explain('easy', questions) })
    expect(groupsIn(svg)).toHaveLength(1)
    const [, y] = /<text x="8" y="(\d+)"[^>]*>Nothing to draw/.exec(svg) ?? []
    const [, height] = /viewBox="0 0 900 (\d+)"/.exec(svg) ?? []
    expect(Number(y)).toBeLessThan(Number(height))
  })
})

/** Colours of the rectangles of the key, and of each panel. */
function groupsIn(svg: string): string[][] {
  return [...svg.matchAll(/<g shape-rendering="crispEdges">(.*?)<\/g>/gs)].map(([, cells]) =>
    [...cells.matchAll(/fill="(#\w+)"/g)].map(([, fill]) => fill),
  )
}

/** Colours of the cells of all panels. */
function shadesIn(svg: string): string[] {
  return groupsIn(svg).slice(1).flat()
}
