import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/core/random.js'
import { selectAndTest } from '../../../src/evaluation/results/holdout.js'
import type { ResultRow, ResultTable } from '../../../src/evaluation/results/result-table.js'
import { type StudyReport, studyPage as studyExhibit } from '../../../src/report/pages/study.js'
import { summariseStudy } from '../../../src/report/study-summary.js'
import { findings, formatProbability, signedText } from '../../../src/report/words/study.js'
import type { ObjectiveInfo } from '../../../src/sim/objectives/info.js'
import { expectWellFormed, inTerminal, paged } from './support.js'

const studyPage = paged(studyExhibit)

const EVIL = '<img src=x onerror="alert(1)">\u001b[2J'
const AWRT: ObjectiveInfo = { name: 'AWRT', description: 'response time: Σ', unit: 's', sense: 'min' }
const UTIL: ObjectiveInfo = { name: 'UTIL', description: 'utilisation', unit: 'share', sense: 'max' }
const OBJECTIVES = [AWRT, UTIL]
const WINDOWS = 8

/** On each machine the same windows; `saf` is better than `easy` by a fifth, `evil` worse in all but one. */
function studyTable(traces: readonly string[], machines: readonly string[]): ResultTable {
  const rows: ResultRow[] = []
  for (const machine of machines) {
    for (const trace of traces) {
      for (let window = 0; window < WINDOWS; window++) {
        const level = 1000 * 2 ** window * (trace === 'KTH' ? 3 : 1) * (machine === '256' ? 0.5 : 1)
        const values = { easy: level, saf: 0.8 * level, [EVIL]: (window === 0 ? 0.99 : 1.5) * level }
        for (const [policy, value] of Object.entries(values)) {
          const key = [trace, `w${window}`, machine, policy]
          rows.push({ key, objective: 'AWRT', unit: 's', value })
          const missing = policy === 'saf' && window === 3
          rows.push({ key, objective: 'UTIL', unit: 'share', value: missing ? null : 0.5 + window / 100 })
        }
      }
    }
  }
  return { keys: ['trace', 'window', 'machine', 'policy'], rows }
}

function reportOf(table: ResultTable, parts: Partial<StudyReport> = {}): StudyReport {
  return {
    title: 'Which policy',
    asked: [['study file', 'study.yaml']],
    table,
    objectives: OBJECTIVES,
    baseline: 'easy',
    seed: 7,
    selected: [],
    averages: [],
    notices: [EVIL],
    recorded: [],
    digests: [['CTC', 'f00d']],
    provenance: { version: '9.9.9', command: 'qw study run study.yaml' },
    ...parts,
  }
}

/** The text of the cells of a row of a page, tags taken out. */
function rowsOf(text: string, name: string): string[] {
  return [...text.matchAll(/<tr><th scope="row">(.*?)<\/tr>/g)]
    .map(([, row]) => row.replace(/<\/t[hd]>/g, '|').replace(/<[^>]*>/g, ' '))
    .filter((row) => row.startsWith(name))
    .map((row) => row.replace(/ +/g, ' ').replace(/ ?\| ?/g, '|'))
}

describe('summariseStudy', () => {
  it('takes traces and windows as replicates, other axes as conditions', () => {
    const table = studyTable(['CTC', 'KTH'], ['128', '256'])
    const { conditions, replicates } = summariseStudy(reportOf(table))
    expect(replicates).toEqual(['trace', 'window'])
    expect(conditions.map(({ places, replicates: count }) => [places, count])).toEqual([
      [[['machine', '128']], 16],
      [[['machine', '256']], 16],
    ])
    const [first] = conditions
    expect(first.policies).toEqual(['easy', 'saf', EVIL])
    expect(first.comparisons.map(({ policy, objective, pairs }) => [policy, objective, pairs])).toEqual([
      ['saf', 'AWRT', 16],
      [EVIL, 'AWRT', 16],
      ['saf', 'UTIL', 14],
      [EVIL, 'UTIL', 16],
    ])
    expect(
      first.medians.find(({ policy, objective }) => policy === 'saf' && objective === 'UTIL'),
    ).toMatchObject({
      values: 14,
      missing: 2,
    })
    expect(first.parts?.rows.map(({ place }) => place)).toEqual(['CTC', 'KTH'])
  })

  it('takes the axes that it is told, and leaves out those with one place', () => {
    const table = studyTable(['CTC', 'KTH'], ['128'])
    const { conditions, replicates } = summariseStudy({ ...reportOf(table), replicates: ['window'] })
    expect(replicates).toEqual(['window'])
    expect(conditions.map(({ places }) => places)).toEqual([[['trace', 'CTC']], [['trace', 'KTH']]])
    expect(conditions[0].parts).toBeNull()
  })

  it('gives intervals that do not depend on what else was asked', () => {
    const table = studyTable(['CTC'], ['128'])
    const all = summariseStudy(reportOf(table)).conditions[0]
    const one = summariseStudy({ ...reportOf(table), objectives: [AWRT] }).conditions[0]
    expect(one.medians).toEqual(all.medians.filter(({ objective }) => objective === 'AWRT'))
    const other = summariseStudy({ ...reportOf(table), seed: 8 }).conditions[0]
    expect(other.medians[0].interval).not.toBeNull()
    expect(other.medians.map(({ median }) => median)).toEqual(all.medians.map(({ median }) => median))
  })
})

describe('findings', () => {
  it('say who is best, by how much, and whether that is more than chance', () => {
    const [awrt, util] = findings(summariseStudy(reportOf(studyTable(['CTC'], ['128']))))
    expect(awrt).toBe(
      'AWRT: saf has the best median, 2 h 40 min. Against easy pair by pair −20.0 % (95 % interval −20.0 % to −20.0 %), better in 8 of 8: better, more than chance (p = 0.016).',
    )
    // Its median is of seven windows; pair by pair it is seen that nothing differs.
    expect(util).toBe(
      'UTIL: saf has the best median, 54.0 %. Against easy pair by pair ±0 % (95 % interval ±0 % to ±0 %), better in 0 of 7: no difference.',
    )
  })

  it('name the condition where there are several, and lesser evidence as such', () => {
    const few = studyTable(['CTC'], ['128', '256'])
    const rows = few.rows.filter(({ key }) => Number(key[1].slice(1)) < 4)
    const told = findings(summariseStudy(reportOf({ ...few, rows })))
    expect(told).toHaveLength(6)
    expect(told[0]).toMatch(
      /^AWRT, machine 128: saf .* better in 4 of 4: too few pairs to tell \(p = 0\.25\)\.$/,
    )
    expect(told.filter((each) => each.startsWith('Who pays'))).toEqual([
      'Who pays for saf, machine 128: by none of 2 objectives measured is it worse than easy.',
      'Who pays for saf, machine 256: by none of 2 objectives measured is it worse than easy.',
    ])
  })

  it('tell when no median speaks for a policy that is better pair by pair', () => {
    // The best window of saf is the worst of easy: medians are equal, pairs are not.
    const values = { easy: [1, 2, 3, 4, 5, 6, 7], saf: [0.9, 1.9, 2.9, 4, 4.9, 5.9, 6.9] }
    const rows = Object.entries(values).flatMap(([policy, list]) =>
      list.map((value, k) => ({ key: [`w${k}`, policy], objective: 'AWRT', unit: 's', value })),
    )
    const table = { keys: ['window', 'policy'], rows }
    const [told] = findings(summariseStudy({ ...reportOf(table), objectives: [AWRT] }))
    expect(told).toBe(
      'AWRT: the baseline easy has the best median, 4 s, as has saf; pair by pair, saf better by more than chance.',
    )
  })
})

describe('words', () => {
  it('round probabilities and sign changes', () => {
    expect([0.00004, 0.0123, 0.5, 1].map(formatProbability)).toEqual(['< 0.001', '0.012', '0.5', '1'])
    expect(signedText(-0.123, 'ratio', 's')).toBe('−12.3 %')
    expect(signedText(90, 'difference', 's')).toBe('+1 min 30 s')
    expect(signedText(-0.0123, 'difference', 'share')).toBe('−1.2 points')
  })
})

describe('studyPage', () => {
  it('tells what was asked, medians, plots, tests and how it was made, and harms nobody', async () => {
    const text = studyPage(reportOf(studyTable(['CTC', 'KTH'], ['128', '256'])))
    expectWellFormed(text)
    expect(text).not.toMatch(/NaN|undefined|Infinity|\[object|<img|<script|src="|href="http/)
    for (const heading of [
      'What was asked',
      'In short',
      'Results: machine 128',
      'Results: machine 256',
      'How to read this',
      'How this was made',
    ]) {
      expect(text).toContain(`<h2>${heading}</h2>`)
    }
    // Box plots of two conditions, and ranks by two objectives of each.
    expect(text.match(/<svg /g)).toHaveLength(6)
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(text).toContain('<dt>trace</dt><dd>CTC, KTH</dd>')
    expect(text).toContain('<dt>results</dt><dd>192, 4 of them without a value</dd>')
    expect(text).toContain('<code>f00d</code>')
    expect(text).toContain('Queuewright 9.9.9')
    expect(text).toContain('<h3>Medians by trace</h3>')
    expect(text).not.toContain('Chosen on one part')
  })

  it('has the medians, changes and probabilities of the summary', async () => {
    const text = studyPage(reportOf(studyTable(['CTC'], ['128']), { objectives: [AWRT] }))
    const [medians, tests] = rowsOf(text, 'saf')
    expect(medians).toMatch(/^saf\|2 h 40 min ★ \S.* to .*\|$/)
    expect(tests).toBe(
      'saf|−20.0 % −20.0 % to −20.0 %|8 of 8|0.0078 sign test 0.0078|0.016|1.00|better, more than chance|',
    )
    const [, evil] = rowsOf(text, '&lt;img')
    expect(evil).toContain('|1 of 8|0.016 sign test 0.07|')
    expect(evil).toContain('|worse, more than chance|')
    expect(rowsOf(text, 'easy')[0]).toMatch(/^easy baseline\|3 h 20 min /)
  })

  it('shows what was chosen and tested', async () => {
    const table = studyTable(['CTC'], ['128'])
    const { rows } = table
    const half = (early: boolean) => ({
      ...table,
      rows: rows.filter(({ key }) => Number(key[1].slice(1)) < 4 === early),
    })
    const splits = [{ split: 'by time', train: half(true), test: half(false) }]
    const selected = selectAndTest(splits, OBJECTIVES, 'easy', new Random(1))
    const text = studyPage(reportOf(table, { selected }))
    expect(text).toContain('<h2>Chosen on one part, judged on another</h2>')
    expect(rowsOf(text, 'by time')).toEqual([
      'by time|AWRT|saf|−20.0 %|−20.0 % –|4 of 4|0.13|too few pairs to tell|saf (−20.0 %)|',
      'by time|UTIL|easy|–|–|–|–|none better than easy|easy (±0 %)|',
    ])
    const shown = inTerminal(studyExhibit(reportOf(table, { selected })), { width: 160 })
    expect(shown).toMatch(/by time +AWRT +saf +−20\.0 % +−20\.0 % +4 of 4 +0\.13 .* saf/)
  })

  it('gives the same bytes for the same report', async () => {
    const report = reportOf(studyTable(['CTC', 'KTH'], ['128']))
    expect(studyPage(report)).toBe(studyPage(report))
  })

  it('copes with a table without values, and without the baseline', async () => {
    const table = studyTable(['CTC'], ['128'])
    const empty = { ...table, rows: table.rows.map((row) => ({ ...row, value: null })) }
    const without = { ...table, rows: table.rows.filter(({ key }) => key[3] !== 'easy') }
    for (const results of [empty, without, { ...table, rows: [] }]) {
      const text = studyPage(reportOf(results))
      expectWellFormed(text)
      expect(text).not.toMatch(/NaN|undefined|Infinity/)
    }
  })
})

describe('a study in a terminal', () => {
  const report = reportOf(studyTable(['CTC'], ['128']), { objectives: [AWRT] })
  const studyText = (style: Parameters<typeof inTerminal>[1]) => inTerminal(studyExhibit(report), style)

  it('has what was found, medians, boxes, and every policy against the baseline', () => {
    const lines = studyText({ width: 140 }).split('\n')
    expect(lines.find((line) => line.startsWith('- AWRT: '))).toMatch(/^- AWRT: saf has the best median/)
    expect(lines).toContain('Medians over 8 windows')
    const of = (policy: string) => lines.filter((line) => line.startsWith(`${policy} `))
    expect(of('saf')[0]).toMatch(/^saf +2 h 40 min ★$/)
    expect(of('saf')[1]).toMatch(/^saf +├.*┃.*┤.* 2 h 40 min$/)
    expect(of('saf')[2]).toMatch(/^saf +−20\.0 % +8 of 8 +0\.0078 +0\.016 +1\.00 +better, more than chance$/)
    expect(of('easy')[0]).toMatch(/^easy +3 h 20 min$/)
    expect(lines.at(-1)).not.toContain('How this was made')
  })

  it('breaks into tables that fit, paints only when asked, and disarms names', () => {
    const narrow = studyText({ width: 60 })
    const tables = narrow.split('\n').filter((line) => /^(policy|saf|easy|<img) /.test(line))
    for (const line of tables) expect([...line].length).toBeLessThanOrEqual(60)
    expect(narrow.match(/^policy/gm)?.length).toBeGreaterThan(2)
    expect(narrow).not.toContain('\u001b')
    const painted = studyText({ width: 120, colour: true })
    expect(painted).toContain('\u001b[32mbetter, more than chance\u001b[0m')
    expect(painted).toContain('\u001b[31mworse, more than chance\u001b[0m')
  })
})
