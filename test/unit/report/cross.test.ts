/** What was learnt from which logs, applied to which. */
import { describe, expect, it } from 'vitest'
import { exhibit, section } from '../../../src/core/exhibit.js'
import { ANCHORS, beatsAnchors, nothingLearnt } from '../../../src/evaluation/results/anchors.js'
import { type CrossCell, type CrossTable, crossRow, crossTables } from '../../../src/report/cross.js'
import type { EvaluatedStrategy, Evaluation } from '../../../src/report/evaluation.js'
import { evaluationCsv } from '../../../src/report/formats/evaluation-records.js'
import { crossBlocks, evaluationPage as evaluationExhibit } from '../../../src/report/pages/evaluation.js'
import { crossPlot as crossPicture } from '../../../src/report/plots/cross.js'
import { changeColour, inkOn } from '../../../src/report/plots/theme.js'
import type { TerminalStyle } from '../../../src/report/terminal/terminal.js'
import type { ObjectiveInfo } from '../../../src/sim/objectives/info.js'
import { drawn, expectPicture, expectWellFormed, inTerminal, onPage, paged, textsOf } from './support.js'

const evaluationPage = paged(evaluationExhibit)

const crossPlot = drawn(crossPicture)

const objective = (name: string, sense: 'min' | 'max' = 'min'): ObjectiveInfo => ({
  name,
  description: '',
  unit: sense === 'min' ? 's' : 'share',
  sense,
})

const strategy = (
  name: string,
  learntOn: readonly string[],
  judgedBy: string | null = 'AWRT1',
  rivals: readonly (readonly string[])[] = [ANCHORS, ANCHORS],
): EvaluatedStrategy => ({
  name,
  learntFrom: learntOn,
  learntOn,
  objective: judgedBy,
  rivals,
  breaking: [[], []],
})

type Values = Readonly<Record<string, readonly [ctc: number | null, kth: number | null]>>

/** AWRT1 of each policy. */
const VALUES: Values = {
  narrow: [50, 90],
  wide: [60, 70],
  easy: [100, 100],
  'fcfs:group': [80, 80],
  'easy:group': [70, 90],
  'cons:group': [75, 95],
}

function evaluationOf(
  values: Values = VALUES,
  strategies: readonly EvaluatedStrategy[] = [strategy('narrow', ['CTC']), strategy('wide', ['CTC', 'KTH'])],
): Evaluation {
  return {
    logs: ['CTC', 'KTH'].map((trace, k) => ({
      trace,
      policies: Object.entries(values).map(([policy, on]) => ({
        policy,
        objectives: { AWRT1: on[k], UTIL: (on[k] ?? 0) / 200 },
      })),
    })),
    objectives: [objective('AWRT1'), objective('UTIL', 'max')],
    baseline: 'easy',
    strategies,
  }
}

const cell = (change: number | null, marks: Partial<CrossCell> = {}): CrossCell => ({
  change,
  best: false,
  learnt: false,
  beatsAnchors: null,
  ...marks,
})

describe('beatsAnchors', () => {
  it('takes all rules, and ties for none', () => {
    expect(beatsAnchors(69, [80, 70], 'min')).toBe(true)
    expect(beatsAnchors(75, [80, 76, 70], 'min')).toBe(false)
    expect(beatsAnchors(75, [80, 70], 'min')).toBe(false)
    expect(beatsAnchors(70, [80, 70], 'min')).toBe(false)
    expect(beatsAnchors(75, [80, 70], 'max')).toBe(false)
    expect(beatsAnchors(81, [80, 70], 'max')).toBe(true)
  })

  it('says nothing where a value is missing, unless another is enough', () => {
    expect(beatsAnchors(null, [80, 70], 'min')).toBeNull()
    expect(beatsAnchors(1, [80, null], 'min')).toBeNull()
    expect(beatsAnchors(1, [80, Number.NaN], 'min')).toBeNull()
    expect(beatsAnchors(1, [], 'min')).toBeNull()
    expect(beatsAnchors(80, [80, null], 'min')).toBe(false)
    expect(beatsAnchors(80, [null, 81], 'max')).toBe(false)
  })

  it('has a sentence for who does not', () => {
    expect(nothingLearnt('mine', ['CTC', 'KTH'])).toBe(
      'mine does not beat all of fcfs:group, easy:group and cons:group on CTC, KTH: it has learnt nothing there',
    )
    expect(nothingLearnt('mine', [])).toContain('cons:group: it has')
  })
})

describe('cross tables', () => {
  it('have strategies, then policies, by logs, with the geometric mean', () => {
    const [table, ...further] = crossTables(evaluationOf())
    expect(further).toEqual([])
    expect([table.objective.name, table.baseline, table.logs]).toEqual(['AWRT1', 'easy', ['CTC', 'KTH']])
    expect(table.rows.map(({ policy, learntFrom }) => [policy, learntFrom])).toEqual([
      ['narrow', ['CTC']],
      ['wide', ['CTC', 'KTH']],
      ...ANCHORS.map((name) => [name, null]),
    ])
    const [narrow, wide, fcfs, easyGroup] = table.rows
    expect(narrow.cells).toEqual([
      cell(-0.5, { best: true, learnt: true, beatsAnchors: true }),
      // As good as easy:group is not better.
      cell(-0.1, { beatsAnchors: false }),
    ])
    expect(wide.cells).toEqual([
      cell(-0.4, { learnt: true, beatsAnchors: true }),
      cell(-0.3, { best: true, learnt: true, beatsAnchors: true }),
    ])
    expect(fcfs.cells).toEqual([cell(-0.2), cell(-0.2)])
    expect(easyGroup.mean.change).toBeCloseTo(Math.sqrt(0.63) - 1, 12)
    expect(wide.mean).toEqual({
      ...cell(null, { best: true, learnt: true, beatsAnchors: true }),
      change: expect.closeTo(Math.sqrt(0.42) - 1, 12),
    })
    expect(narrow.mean.learnt).toBe(true)
    expect(crossRow(table, 'easy')).toBeUndefined()
    expect(crossRow(table, 'wide')).toBe(wide)
  })

  it('cannot say that all one-line rules are beaten where some are not compared, or have no value', () => {
    const { 'fcfs:group': _, 'cons:group': __, ...without } = VALUES
    const alone = strategy('narrow', [], 'AWRT1', [['easy:group'], ['easy:group']])
    const [{ rows }] = crossTables(evaluationOf(without, [alone]))
    // As good as the one that is there is not better, whatever the others may have.
    expect(rows[0].cells.map((each) => each.beatsAnchors)).toEqual([null, false])
    expect(rows[0].mean.beatsAnchors).toBeNull()
    expect(rows.slice(1).flatMap(({ cells }) => cells.map((each) => each.beatsAnchors))).toEqual(
      Array.from({ length: 4 }, () => null),
    )
    const [other] = crossTables(evaluationOf({ ...VALUES, narrow: [50, 75], 'easy:group': [70, null] }))
    expect(other.rows[0].cells.map((each) => each.beatsAnchors)).toEqual([true, null])
    expect(other.rows[0].mean.beatsAnchors).toBeNull()
  })

  it('compare with those of the one-line rules that keep to what a strategy had to keep to', () => {
    const beats = (rivals: readonly (readonly string[])[]) => {
      const [{ rows }] = crossTables(evaluationOf(VALUES, [strategy('narrow', [], 'AWRT1', rivals)]))
      return [...rows[0].cells, rows[0].mean].map((each) => each.beatsAnchors)
    }
    expect(beats([ANCHORS, ANCHORS])).toEqual([true, false, true])
    expect(beats([['fcfs:group'], ['easy:group']])).toEqual([true, false, null])
    expect(beats([[], ['fcfs:group']])).toEqual([null, false, null])
    const values = { ...VALUES, narrow: [75, 75] } as const
    const [{ rows }] = crossTables(
      evaluationOf(values, [strategy('narrow', [], 'AWRT1', [['fcfs:group'], ANCHORS])]),
    )
    expect(rows[0].cells.map((each) => each.beatsAnchors)).toEqual([true, true])
    expect(rows[0].mean.beatsAnchors).toBe(true)
  })

  it('compare with the one-line rules also where one of them is the baseline', () => {
    const [table] = crossTables({ ...evaluationOf(), baseline: 'easy:group' })
    expect(table.rows.map(({ policy }) => policy)).toEqual([
      'narrow',
      'wide',
      'easy',
      'fcfs:group',
      'cons:group',
    ])
    expect(table.rows[0].cells.map(({ beatsAnchors: beats }) => beats)).toEqual([true, false])
  })

  it('are one for each objective that a strategy is judged by, in which more may be better', () => {
    const strategies = [strategy('narrow', [], 'UTIL'), strategy('wide', ['KTH'], null)]
    const [table, ...further] = crossTables(evaluationOf(VALUES, strategies))
    expect(further).toEqual([])
    expect([table.objective.name, table.rows.map(({ policy }) => policy)]).toEqual([
      'UTIL',
      ['narrow', 'wide', ...ANCHORS],
    ])
    // Of less utilisation nothing is better than the baseline.
    expect(table.rows.flatMap(({ cells }) => cells.map(({ best }) => best))).not.toContain(true)
    expect(table.rows.map(({ cells }) => cells[0].beatsAnchors)).toEqual([false, null, null, null, null])
    const both = crossTables(
      evaluationOf(VALUES, [strategy('narrow', [], 'UTIL'), strategy('wide', [], 'AWRT1')]),
    )
    expect(both.map((each) => [each.objective.name, each.rows[0].policy])).toEqual([
      ['AWRT1', 'wide'],
      ['UTIL', 'narrow'],
    ])
    // Who is not in a table is not the best of its columns either.
    expect(both[0].rows[0].cells.map(({ best }) => best)).toEqual([true, true])
    const unjudged = crossTables(evaluationOf(VALUES, [strategy('wide', [], null)]))
    expect(unjudged.map((each) => each.objective.name)).toEqual(['AWRT1'])
  })

  it('stay tables without logs and without strategies', () => {
    expect(crossTables({ ...evaluationOf(), logs: [] })[0].logs).toEqual([])
    const [{ rows }] = crossTables(evaluationOf(VALUES, []))
    expect(rows.map(({ policy }) => policy)).toEqual(['narrow', 'wide', ...ANCHORS])
    expect(crossTables({ ...evaluationOf(VALUES, []), objectives: [] })).toEqual([])
  })
})

const crossText = (table: CrossTable, style: Partial<TerminalStyle> = {}) =>
  inTerminal(exhibit('', '', [section('Cross', crossBlocks(table))]), style)

describe('a cross table in a terminal', () => {
  it('marks what is best, what is no test, and what has learnt nothing', () => {
    const [table] = crossTables(evaluationOf())
    const lines = crossText(table, { width: 100 }).split('\n')
    expect(lines.filter((line) => line !== '')).toEqual([
      'Cross',
      '═════',
      'AWRT1 (less is better): changes against easy',
      expect.stringMatching(/^policy +learnt from +CTC +KTH +mean$/),
      expect.stringMatching(/^─+$/),
      expect.stringMatching(/^narrow +CTC +−50\.0 % ★† +−10\.0 % ! +−32\.9 % †$/),
      expect.stringMatching(/^wide +CTC \+ KTH +−40\.0 % † +−30\.0 % ★† +−35\.2 % ★†$/),
      expect.stringMatching(/^fcfs:group +−20\.0 % +−20\.0 % +−20\.0 %$/),
      expect.stringMatching(/^easy:group +−30\.0 % +−10\.0 % +−20\.6 %$/),
      expect.stringMatching(/^cons:group +−25\.0 % +−5\.0 % +−15\.6 %$/),
      '- ★ best of its column',
      '- † learnt from this log, or from one of those of the mean: no test',
      '- ! does not beat all of fcfs:group, easy:group and cons:group: it has learnt nothing there',
      '- mean: geometric, of the ratios to the baseline',
    ])
  })

  it('has other marks without Unicode, colours of changes, and no column of logs where nobody says', () => {
    const [table] = crossTables(evaluationOf())
    const plain = crossText(table, { unicode: false })
    expect(plain).toContain('−50.0 % *^')
    expect(plain).not.toContain('†')
    const coloured = crossText(table, { colour: true })
    expect(coloured).toContain('\u001b[32m−50.0 % ★†\u001b[0m')
    const [bare] = crossTables(evaluationOf(VALUES, [strategy('narrow', [], 'AWRT1')]))
    expect(crossText(bare)).not.toContain('learnt from')
  })

  it('disarms names and fits narrow terminals', () => {
    const names = { ...VALUES, '\u001b[2Jevil': [1, 2] as const }
    const [table] = crossTables(evaluationOf(names, [strategy('\u001b[2Jevil', ['\u001b[1mCTC'])]))
    const text = crossText({ ...table, logs: ['\u001b[3mA', 'B'] }, { width: 40 })
    expect(text).not.toContain('\u001b')
    const rows = text.split('\n').filter((line) => !/^- |changes/.test(line))
    expect(Math.max(...rows.map((line) => line.length))).toBeLessThanOrEqual(40)
  })
})

describe('crossPlot', () => {
  it('colours changes, frames what was learnt from, and says what marks mean', () => {
    const tables = crossTables(evaluationOf())
    const svg = crossPlot({ title: 'Learnt and applied', tables })
    expectPicture(svg)
    const texts = textsOf(svg)
    expect(texts).toEqual(
      expect.arrayContaining(['narrow', 'learnt from CTC + KTH', 'KTH', 'mean', '−50.0 % ★†', '−10.0 % !']),
    )
    expect(svg.match(/stroke-dasharray/g)).toHaveLength(5)
    expect(svg).toContain('<title>narrow, KTH: −10.0 % !</title>')
    expect(svg).toContain(`fill="${changeColour(-0.5, 'min')}"`)
    // Cells keep their colours in light and dark.
    const fills = (text: string) => text.match(/height="34" fill="#[0-9a-f]{6}"/g)
    expect(fills(svg)).toHaveLength(15)
    expect(fills(onPage(crossPicture)({ title: 'Learnt and applied', tables }))).toEqual(fills(svg))
    // The mean stands apart from the logs.
    const [ctc, kth, mean] = Array.from(svg.matchAll(/<rect x="([\d.]+)"[^>]* height="34"/g), ([, x]) =>
      Number(x),
    )
    expect(mean - kth).toBeGreaterThan(kth - ctc)
    expect(crossPlot({ title: 'Learnt and applied', tables })).toBe(svg)
  })

  it('escapes names, grows with many logs, and copes with nothing', () => {
    const [table] = crossTables(evaluationOf())
    const logs = Array.from({ length: 12 }, (_, k) => `<b>${k}</b>`)
    const rows = table.rows.map((row) => ({ ...row, policy: '<i>', cells: logs.map(() => cell(null)) }))
    const svg = crossPlot({ title: '<u>', tables: [{ ...table, logs, rows }] })
    expectPicture(svg)
    expect(svg).not.toMatch(/<[biu]>/)
    expect(Number(/ width="(\d+)"/.exec(svg)?.[1])).toBeGreaterThan(900)
    expectPicture(crossPlot({ title: 'none', tables: [] }))
    expectPicture(crossPlot({ title: 'none', tables: [{ ...table, logs: [], rows: [] }] }))
  })
})

describe('colours of changes', () => {
  it('darken with the change, by what is better', () => {
    expect(changeColour(-0.2, 'min')).toBe(changeColour(0.2, 'max'))
    expect(changeColour(-0.2, 'min')).not.toBe(changeColour(0.2, 'min'))
    expect(changeColour(null, 'min')).toBe(changeColour(0, 'max'))
    expect(changeColour(9, 'min')).toBe(changeColour(0.5, 'min'))
    for (const sign of [-1, 1]) {
      const lights = [0.01, 0.1, 0.3, 0.5].map((size) => luminance(changeColour(sign * size, 'min')))
      expect(lights).toEqual([...lights].sort((a, b) => b - a))
      expect(new Set(lights).size).toBe(4)
    }
  })

  it('can be read', () => {
    for (let percent = -60; percent <= 60; percent++) {
      const fill = changeColour(percent / 100, 'min')
      const [light, dark] = [fill, inkOn(fill)].map(luminance).sort((a, b) => b - a)
      expect((light + 0.05) / (dark + 0.05), fill).toBeGreaterThan(4)
    }
  })
})

/** Relative luminance by WCAG 2. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

describe('an evaluation with strategies', () => {
  it('has what was learnt from what in CSV', () => {
    const lines = evaluationCsv(evaluationOf()).split('\n')
    expect(lines).toContain('CTC,narrow,AWRT1,s,50,-0.5,CTC,true,true')
    expect(lines).toContain('KTH,narrow,AWRT1,s,90,-0.1,CTC,false,false')
    expect(lines).toContain('KTH,wide,AWRT1,s,70,-0.3,CTC + KTH,true,true')
    // It is not judged by UTIL.
    expect(lines).toContain('CTC,narrow,UTIL,share,0.25,-0.5,CTC,true,')
    expect(lines).toContain('CTC,fcfs:group,AWRT1,s,80,-0.2,,,')
  })

  it('has them on its page, where there are several logs', () => {
    const pageOf = (evaluation: Evaluation) =>
      evaluationPage({
        evaluation,
        strategies: evaluation.strategies.map(({ name }) => [name, 'by hand']),
        verdicts: evaluation.logs.map(() => []),
        groups: evaluation.logs.map(() => []),
        notices: [],
        recorded: [],
        digests: [],
        provenance: { version: '0', command: 'qw evaluate' },
      })
    const evaluation = evaluationOf()
    const page = pageOf(evaluation)
    expectWellFormed(page)
    expect(page.indexOf('<h2>Learnt from, and applied to</h2>')).toBeLessThan(page.indexOf('<h2>CTC</h2>'))
    const fill = changeColour(-0.5, 'min')
    expect(page).toContain(`<span class="heat on-${fill.slice(1)}">−50.0 % ★†</span>`)
    expect(page).toContain(`.on-${fill.slice(1)} { background: ${fill}; color: ${inkOn(fill)}; }`)
    expect(page).toContain(
      '<li>! does not beat all of fcfs:group, easy:group and cons:group: it has learnt nothing there</li>',
    )
    expect(pageOf({ ...evaluation, logs: evaluation.logs.slice(0, 1) })).not.toContain('applied to')
  })
})
