import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvText } from '../../../src/core/csv.js'
import { Random } from '../../../src/core/random.js'
import { selectAndTest } from '../../../src/evaluation/results/holdout.js'
import { comparePolicies } from '../../../src/evaluation/results/paired.js'
import {
  distinctOf,
  mediansOf,
  pairsOf,
  type ResultRow,
  type ResultTable,
  resultColumns,
  resultCsv,
  resultRecords,
  splitTable,
  valuesOf,
} from '../../../src/evaluation/results/result-table.js'
import type { ObjectiveInfo } from '../../../src/sim/objectives/info.js'

const AWRT: ObjectiveInfo = { name: 'AWRT', description: 'response', unit: 's', sense: 'min' }
const UTIL: ObjectiveInfo = { name: 'UTIL', description: 'utilisation', unit: 'share', sense: 'max' }

function row(window: string, policy: string, value: number | null, objective = AWRT): ResultRow {
  return { key: [window, policy], objective: objective.name, unit: objective.unit, value }
}

function tableOf(rows: readonly ResultRow[]): ResultTable {
  return { keys: ['window', 'policy'], rows }
}

/** A row a window for each policy, of its values. */
function windows(
  values: Readonly<Record<string, readonly (number | null)[]>>,
  objective = AWRT,
): ResultTable {
  return tableOf(
    Object.entries(values).flatMap(([policy, list]) => {
      return list.map((value, k) => row(`w${k}`, policy, value, objective))
    }),
  )
}

/** Records of a CSV text, by a reader of its own. */
function parsed(text: string): string[][] {
  const records: string[][] = [[]]
  const fields = /("((?:[^"]|"")*)"|[^",\n]*)(,|\n)/y
  for (let at = 0; at < text.length; at = fields.lastIndex) {
    fields.lastIndex = at
    const match = fields.exec(text)
    if (match === null) throw new Error(`no CSV from ${at}: ${text.slice(at, at + 20)}`)
    records[records.length - 1].push(match[2] === undefined ? match[1] : match[2].replaceAll('""', '"'))
    if (match[3] === '\n') records.push([])
  }
  return records.slice(0, -1)
}

const anyTable = fc
  .record({
    keys: fc.uniqueArray(fc.string({ minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 }),
    cells: fc.array(
      fc.record({
        key: fc.array(fc.string({ unit: fc.constantFrom('a', 'é', ',', '"', '\n', '\r', ' ') }), {
          minLength: 3,
          maxLength: 3,
        }),
        value: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
      }),
      { maxLength: 8 },
    ),
  })
  .map(
    ({ keys, cells }): ResultTable => ({
      keys,
      rows: cells.map(({ key, value }) => ({
        key: key.slice(0, keys.length),
        objective: '10*AWRT1, "odd"',
        unit: '1',
        value,
      })),
    }),
  )

describe('resultCsv', () => {
  it('writes a head and a line a row', () => {
    const table = tableOf([row('w0', 'easy', 0.1), row('w,1', 'easy:"x"', null), row('w2', 'e', 1e21)])
    expect([...resultCsv(table)].join('')).toBe(
      'window,policy,objective,unit,value\nw0,easy,AWRT,s,0.1\n"w,1","easy:""x""",AWRT,s,\nw2,e,AWRT,s,1e+21\n',
    )
  })

  it('gives back the same texts, as fields have them, and the same numbers', () => {
    fc.assert(
      fc.property(anyTable, (table) => {
        const [head, ...records] = parsed([...resultCsv(table)].join(''))
        expect(head).toEqual([...table.keys.map(csvText), 'objective', 'unit', 'value'])
        const back = records.map((record) => ({
          key: record.slice(0, table.keys.length),
          objective: record[table.keys.length],
          unit: record[table.keys.length + 1],
          value: record[table.keys.length + 2] === '' ? null : Number(record[table.keys.length + 2]),
        }))
        const expected = table.rows.map((one) => ({
          ...one,
          key: one.key.map(csvText),
          value: one.value === 0 ? 0 : one.value,
        }))
        expect(back).toEqual(expected)
      }),
      { seed: 20261206, numRuns: 150 },
    )
  })

  it('comes in chunks of whole lines', () => {
    const many = tableOf(Array.from({ length: 10_000 }, (_, k) => row(`w${k}`, 'easy', k)))
    const chunks = [...resultCsv(many)]
    expect(chunks.length).toBeGreaterThan(2)
    for (const chunk of chunks) expect(chunk.endsWith('\n')).toBe(true)
    expect(chunks.join('').split('\n')).toHaveLength(10_002)
  })
})

describe('other forms', () => {
  const table = tableOf([row('w0', 'easy', 0.1), row('w1', 'fcfs', null), row('w2', 'fcfs', Number.NaN)])

  it('are objects under the names of the columns', () => {
    expect(resultRecords(table)).toEqual([
      { window: 'w0', policy: 'easy', objective: 'AWRT', unit: 's', value: 0.1 },
      { window: 'w1', policy: 'fcfs', objective: 'AWRT', unit: 's', value: null },
      { window: 'w2', policy: 'fcfs', objective: 'AWRT', unit: 's', value: null },
    ])
  })

  it('are columns with their types', () => {
    expect(resultColumns(table)).toEqual([
      { name: 'window', type: 'STRING', data: ['w0', 'w1', 'w2'] },
      { name: 'policy', type: 'STRING', data: ['easy', 'fcfs', 'fcfs'] },
      { name: 'objective', type: 'STRING', data: ['AWRT', 'AWRT', 'AWRT'] },
      { name: 'unit', type: 'STRING', data: ['s', 's', 's'] },
      { name: 'value', type: 'DOUBLE', data: [0.1, null, null] },
    ])
  })
})

describe('reading a table', () => {
  const table: ResultTable = {
    keys: ['trace', 'window', 'policy'],
    rows: [
      ['CTC', '1', 'easy', 4],
      ['CTC', '1', 'fcfs', 8],
      ['CTC', '2', 'easy', 6],
      ['CTC', '2', 'fcfs', null],
      ['KTH', '1', 'fcfs', 10],
      ['KTH', '1', 'easy', 5],
      ['KTH', '2', 'easy', 1],
    ].map(([trace, window, policy, value]) => ({
      key: [String(trace), String(window), String(policy)],
      objective: 'AWRT',
      unit: 's',
      value: value === null ? null : Number(value),
    })),
  }

  it('takes medians over whatever has a value', () => {
    expect(mediansOf(table)).toEqual([
      { policy: 'easy', objective: 'AWRT', unit: 's', values: 4, missing: 0, median: 4.5 },
      { policy: 'fcfs', objective: 'AWRT', unit: 's', values: 2, missing: 1, median: 9 },
    ])
    expect(valuesOf(table, 'fcfs', 'AWRT')).toEqual([8, 10])
    expect(mediansOf(windows({ easy: [null] }))).toMatchObject([{ values: 0, missing: 1, median: null }])
  })

  it('pairs two policies over all other axes, whatever the order of rows', () => {
    expect(pairsOf(table, 'AWRT', 'fcfs', 'easy')).toEqual({
      pairs: [
        { key: ['CTC', '1'], one: 8, other: 4 },
        { key: ['KTH', '1'], one: 10, other: 5 },
      ],
      unpaired: 2,
    })
    expect(pairsOf(table, 'UTIL', 'fcfs', 'easy')).toEqual({ pairs: [], unpaired: 0 })
  })

  it('splits by axes in the order of first appearance', () => {
    expect(distinctOf(table, 'trace')).toEqual(['CTC', 'KTH'])
    const parts = splitTable(table, ['trace'])
    expect(parts.map(({ key, table: part }) => [key, part.rows.length])).toEqual([
      [['CTC'], 4],
      [['KTH'], 3],
    ])
    expect(splitTable(table, [])).toEqual([{ key: [], table }])
  })

  it('refuses axes that are not there, and a cell that is there twice', () => {
    expect(() => distinctOf(table, 'machine')).toThrow('no axis machine among trace, window, policy')
    const twice = tableOf([row('w0', 'easy', 1), row('w0', 'easy', 2)])
    expect(() => pairsOf(twice, 'AWRT', 'easy', 'fcfs')).toThrow('two rows of AWRT for w0, easy')
  })
})

describe('comparePolicies', () => {
  const random = () => new Random('compare')

  it('finds a constant gain, whatever the level of the windows', () => {
    const base = [1, 10, 100, 1000, 50, 5, 70, 2]
    const table = windows({ easy: base, saf: base.map((value) => 0.8 * value), fcfs: base })
    const [saf, fcfs] = comparePolicies(table, AWRT, 'easy', ['saf', 'fcfs'], random())
    expect(saf).toMatchObject({
      pairs: 8,
      unpaired: 0,
      better: 8,
      worse: 0,
      equal: 0,
      scale: 'ratio',
      effect: 1,
    })
    expect(saf.change?.value).toBeCloseTo(-0.2, 12)
    expect(saf.change?.interval?.low).toBeCloseTo(-0.2, 12)
    expect(saf.p).toBeCloseTo(2 / 256, 12)
    expect(saf).toMatchObject({ adjusted: 4 / 256, signP: expect.closeTo(2 / 256, 12), verdict: 'better' })
    expect(fcfs).toMatchObject({ equal: 8, p: 1, adjusted: 1, effect: 0, verdict: 'equal' })
  })

  it('knows which way is better', () => {
    const base = [0.5, 0.6, 0.7, 0.55, 0.65, 0.75, 0.8]
    const more = base.map((value) => value + 0.01)
    const utilisation = windows({ easy: base, saf: more }, UTIL)
    expect(comparePolicies(utilisation, UTIL, 'easy', ['saf'], random())).toMatchObject([
      { better: 7, effect: 1, verdict: 'better' },
    ])
    const response = windows({ easy: base, saf: more })
    expect(comparePolicies(response, AWRT, 'easy', ['saf'], random())).toMatchObject([
      { worse: 7, effect: -1, verdict: 'worse' },
    ])
  })

  it('takes differences where a value is not positive', () => {
    const table = windows({ easy: [5, 3, 0, 8, 9, 4, 2], saf: [4, 2, -1, 7, 8, 3, 1] })
    const [saf] = comparePolicies(table, AWRT, 'easy', ['saf'], random())
    expect(saf).toMatchObject({ scale: 'difference', change: { value: -1, interval: { low: -1, high: -1 } } })
  })

  it('ties equal ratios, and turns when the two change places', () => {
    const table = windows({ easy: [3, 6, 2, 7, 9, 4, 1], saf: [6, 12, 4, 6, 4, 9, 1] })
    const [forth] = comparePolicies(table, AWRT, 'easy', ['saf'], random())
    const [back] = comparePolicies(table, AWRT, 'saf', ['easy'], random())
    expect(back).toMatchObject({
      p: forth.p,
      effect: -forth.effect,
      better: forth.worse,
      worse: forth.better,
    })
    expect(forth.equal).toBe(1)
    // −ln(7/6), ln 2 three times, ±ln(9/4): ranks 1; 3, 3, 3; 5.5, 5.5.
    expect(forth.effect).toBeCloseTo(-(3 + 3 + 3 + 5.5 - 1 - 5.5) / 21, 12)
  })

  it('says where so few pairs could never tell, and where nothing can be paired', () => {
    const five = [1, 2, 3, 4, 5]
    const table = windows({ easy: five, saf: five.map((value) => value / 2), other: [null, null] })
    const [saf, other] = comparePolicies(table, AWRT, 'easy', ['saf', 'other'], random())
    expect(saf).toMatchObject({ pairs: 5, p: 2 / 32, verdict: 'few', change: { interval: null } })
    expect(saf.change?.value).toBeCloseTo(-0.5, 12)
    expect(other).toMatchObject({ pairs: 0, unpaired: 5, change: null, p: 1, verdict: 'none' })
    // Six suffice for one test, not for three.
    const six = [1, 2, 3, 4, 5, 6]
    const halves = six.map((value) => value / 2)
    const more = windows({ easy: six, a: halves, b: halves, c: halves })
    expect(comparePolicies(more, AWRT, 'easy', ['a'], random())[0].verdict).toBe('better')
    expect(comparePolicies(more, AWRT, 'easy', ['a', 'b', 'c'], random())[0].verdict).toBe('few')
  })

  it('calls nothing more than chance where there is nothing, in 19 of 20 studies', () => {
    const source = new Random('null studies')
    const normal = source.normal()
    const studies = 120
    let wrong = 0
    for (let study = 0; study < studies; study++) {
      const levels = Array.from({ length: 10 }, () => Math.exp(2 * normal()))
      const noisy = () => levels.map((level) => level * Math.exp(0.3 * normal()))
      const table = windows({ easy: noisy(), a: noisy(), b: noisy(), c: noisy(), d: noisy() })
      const found = comparePolicies(table, AWRT, 'easy', ['a', 'b', 'c', 'd'], source.fork(study))
      if (found.some(({ verdict }) => verdict === 'better' || verdict === 'worse')) wrong++
    }
    expect(wrong / studies).toBeLessThanOrEqual(0.05 + 0.02)
    expect(wrong).toBeGreaterThan(0)
  })

  it('gives a policy the same interval whoever else is compared', () => {
    const base = [1, 10, 100, 1000, 50, 5, 70, 2]
    const noisy = base.map((value, k) => value * (0.7 + 0.1 * ((k * 3) % 7)))
    const table = windows({ easy: base, saf: noisy, cons: base.map((value) => value * 1.1) })
    const alone = comparePolicies(table, AWRT, 'easy', ['saf'], random())[0]
    const among = comparePolicies(table, AWRT, 'easy', ['cons', 'saf'], random())[1]
    expect(among.change).toEqual(alone.change)
    expect(alone.change?.interval?.low).toBeLessThan(alone.change?.interval?.high ?? 0)
  })
})

describe('selectAndTest', () => {
  it('chooses on the training part alone and judges on the test part alone', () => {
    const base = [1, 10, 100, 1000, 50, 5]
    const scaled = (factor: number) => base.map((value) => factor * value)
    const train = windows({ easy: base, lucky: scaled(0.7), steady: scaled(0.9) })
    const test = windows({ easy: base, lucky: scaled(1.2), steady: scaled(0.9) })
    const [selected] = selectAndTest([{ split: 'half', train, test }], [AWRT], 'easy', new Random(1))
    expect(selected).toMatchObject({
      split: 'half',
      objective: 'AWRT',
      chosen: { policy: 'lucky', scale: 'ratio', change: expect.closeTo(-0.3, 12) },
      test: { policy: 'lucky', worse: 6, verdict: 'worse', change: { value: expect.closeTo(0.2, 12) } },
      hindsight: { policy: 'steady', change: expect.closeTo(-0.1, 12) },
    })
  })

  it('stays with the baseline where none is better, and corrects over splits', () => {
    const base = [1, 10, 100, 1000, 50, 5]
    const scaled = (factor: number) => base.map((value) => factor * value)
    const worse = windows({ easy: base, fcfs: scaled(2) })
    const better = windows({ easy: base, fcfs: scaled(0.5) })
    const selected = selectAndTest(
      [
        { split: 'a', train: worse, test: better },
        { split: 'b', train: better, test: better },
        { split: 'c', train: better, test: better },
      ],
      [AWRT],
      'easy',
      new Random(1),
    )
    expect(selected.map(({ split, chosen, test }) => [split, chosen.policy, test?.adjusted])).toEqual([
      ['a', 'easy', undefined],
      ['b', 'fcfs', 4 / 64],
      ['c', 'fcfs', 4 / 64],
    ])
    expect(selected[0].hindsight).toMatchObject({ policy: 'fcfs', change: expect.closeTo(-0.5, 12) })
  })

  it('takes the larger change where more is better', () => {
    const table = windows({ easy: [0.5, 0.6], a: [0.6, 0.7], b: [0.55, 0.65] }, UTIL)
    const [selected] = selectAndTest([{ split: 's', train: table, test: table }], [UTIL], 'b', new Random(1))
    expect(selected.chosen.policy).toBe('a')
  })
})
