/** `fuzzy-tables`: the printed tables beside ours, on stand-ins for the logs. */
import { beforeAll, describe, expect, it } from 'vitest'
import { ANCHORS } from '../../../src/evaluation/results/anchors.js'
import { readStrategy } from '../../../src/strategy/index.js'
import { PUBLISHED_FUZZY_IMPROVEMENTS } from '../../../src/study/reproduce/fuzzy-tables/published.js'
import { FUZZY_TABLES } from '../../../src/study/reproduce/fuzzy-tables/study.js'
import { REPRODUCTION } from '../../../src/study/reproduce/reproduction.js'
import { type Driven, drive } from '../../support/investigate.js'
import { reproduction } from '../../support/reproductions.js'
import { runs } from '../../support/runs.js'

const OBJECTIVE = '10*AWRT1 + 4*AWRT2'

interface Value {
  readonly row: string
  readonly column: string
  readonly published: number | null
  readonly ours: number | null
}

describe('fuzzy-tables', () => {
  const made = (names: readonly string[], methods = FUZZY_TABLES.methods, jobs = 80) =>
    reproduction(FUZZY_TABLES, names, jobs, { budget: 0.01, methods: methods ?? [] })
  const { spec, json, datasets } = made(['CTC', 'KTH'])
  let driven: Driven
  beforeAll(async () => {
    driven = await drive(REPRODUCTION, json, datasets)
  })
  const fileOf = (name: string): string => {
    const found = driven.artefacts.find((each) => each.name === name)
    if (found === undefined) throw new RangeError(`there is no ${name}`)
    return String(found.content)
  }
  const values = (): readonly Value[] => JSON.parse(fileOf('values.json'))
  const cell = (row: string, column: string): Value => {
    const found = values().find((value) => value.row === row && value.column === column)
    if (found === undefined) throw new RangeError(`there is no ${row}, ${column}`)
    return found
  }

  it('learns both methods from each log alone, and ours', () => {
    expect(spec.parts.map(({ name }) => name)).toEqual(['policies', 'greedy CTC', 'greedy KTH', 'front CTC'])
    const files = driven.artefacts.flatMap(({ name }) => /^strategy-(.*)\.json$/.exec(name)?.[1] ?? [])
    expect(files).toEqual(
      ['greedy', 'iterative', 'michigan', 'michigan-defaults', 'mixture'].flatMap((name) => [
        `${name}-CTC`,
        `${name}-KTH`,
      ]),
    )
    for (const file of files) {
      expect(readStrategy(fileOf(`strategy-${file}.json`), file).evidence?.constraints).toEqual([])
    }
  })

  it('searches no front where methods are named and that is not among them', () => {
    const partsOf = (methods: readonly string[]) => made(['CTC'], methods).spec.parts.map(({ name }) => name)
    expect(partsOf(['iterative'])).toEqual(['policies', 'greedy CTC'])
    expect(partsOf(['iterative', 'front'])).toEqual(['policies', 'greedy CTC', 'front CTC'])
  })

  it.each([
    ['table 3: iterative, over EASY, %', 'iterative'],
    ['table 4: michigan, over EASY, %', 'michigan'],
  ] as const)(
    '%s: a row for each log, all printed columns, and the one-line rules below it',
    (table, method) => {
      const columns = ['AWRT', ...[1, 2, 3, 4, 5].map((group) => `AWRT${group}`), 'UTIL %', 'fobj']
      for (const log of ['CTC', 'KTH'] as const) {
        const printed = columns.map((column) => cell(`${table}: ${log}`, column).published)
        expect(printed).toEqual(PUBLISHED_FUZZY_IMPROVEMENTS[method].SOPT?.[log])
        const { evidence } = readStrategy(fileOf(`strategy-${method}-${log}.json`), method)
        const reached = (row: number, objective: string) =>
          evidence?.measured.filter(({ trace }) => trace === log)[row].objectives[objective] ?? Number.NaN
        const names: Record<string, string> = { fobj: OBJECTIVE, 'UTIL %': 'UTIL', 'max wait': 'maxWait' }
        // Measured are the learnt strategy, EASY and the one-line rules, in this order.
        for (const [row, place] of [
          [log, 0],
          [`${log}, fcfs:group`, 2],
          [`${log}, easy:group`, 3],
          [`${log}, cons:group`, 4],
        ] as const) {
          for (const column of [...columns, 'max wait']) {
            const objective = names[column] ?? column
            const easy = reached(1, objective)
            const expected = (100 * (easy - reached(place, objective))) / easy
            expect(cell(`${table}: ${row}`, column).ours, `${row}, ${column}`).toBeCloseTo(expected, 9)
          }
        }
        expect(cell(`${table}: ${log}, easy:group`, 'fobj').published).toBeNull()
      }
    },
  )

  it('applies what was learnt from CTC to the others, as figure 7 does', () => {
    const { evidence } = readStrategy(fileOf('strategy-michigan-CTC.json'), 'michigan')
    const [own, easy] = evidence?.measured.filter(({ trace }) => trace === 'KTH') ?? []
    const [value, base] = [own, easy].map(({ objectives }) => objectives[OBJECTIVE] ?? Number.NaN)
    const found = cell('fobj over EASY, %: michigan, SOPT(CTC)', 'KTH')
    expect(found.ours).toBeCloseTo((100 * (base - value)) / base, 9)
    expect(found.published).toBeNull()
    expect(cell('fobj over EASY, %: michigan, SOPT', 'KTH').published).toBe(19.94)
  })

  it('has fuzzy rules over rigid ones, as figure 5 does, by the schedules of the thesis where table 3 is over another EASY', () => {
    const [rigid, fuzzy] = ['iterative', 'michigan'].map((method) => {
      const { evidence } = readStrategy(fileOf(`strategy-${method}-KTH.json`), method)
      return evidence?.measured.find(({ trace }) => trace === 'KTH')?.objectives[OBJECTIVE] ?? Number.NaN
    })
    const found = cell('figure 5: michigan over iterative, fobj, %: SOPT', 'KTH')
    expect(found.ours).toBeCloseTo((100 * (rigid - fuzzy)) / rigid, 9)
    // Of what tables 3 and 4 print of KTH.
    expect(found.published).toBeCloseTo((100 * (19.94 + 8.83)) / (100 + 8.83), 1)
  })

  it('has all that was learnt before a front of CTC, as figure 6 does', () => {
    const table = 'figure 6: before the front of CTC: '
    const rows = new Set(
      values().flatMap(({ row }) => (row.startsWith(table) ? [row.slice(table.length)] : [])),
    )
    expect([...rows]).toEqual([
      ...['fcfs', 'easy', 'cons', ...ANCHORS, 'recorded'].filter((name) => rows.has(name)),
      ...[
        'greedy, SOPT',
        'iterative, SOPT',
        'michigan, SOPT',
        'michigan, default values, SOPT',
        'ours, SOPT',
      ],
    ])
    for (const row of rows) {
      const [all, plane, better] = [
        'points that dominate it',
        'in AWRT1 and AWRT2',
        'better in both by %',
      ].map((column) => cell(`${table}${row}`, column).ours ?? Number.NaN)
      expect(plane, row).toBeGreaterThanOrEqual(all)
      if (better > 0) expect(plane, row).toBeGreaterThan(0)
    }
    const picture = fileOf('plane-CTC.svg')
    for (const name of ['michigan, SOPT', 'ours, SOPT']) expect(picture).toContain(name)
  })

  it('learns default values beside the rules', () => {
    for (const [name, defaults] of [
      ['michigan-defaults', true],
      ['michigan', false],
    ] as const) {
      const { evidence } = readStrategy(fileOf(`strategy-${name}-CTC.json`), name)
      expect(evidence?.settings.defaults, name).toBe(defaults)
    }
  })

  it('has the one-line rules in every table of results, and says who is not ahead of them', () => {
    const tables = new Set(values().map(({ row }) => row.slice(0, row.lastIndexOf(': '))))
    tables.delete('trainings')
    tables.delete('figure 5: michigan over iterative, fobj, %')
    expect(tables.size).toBeGreaterThanOrEqual(5)
    for (const table of tables) {
      for (const anchor of ANCHORS)
        expect(
          values().some(({ row }) => row.startsWith(`${table}: `) && row.endsWith(anchor)),
          `${table}, ${anchor}`,
        ).toBe(true)
    }
    expect(fileOf('summary.txt')).toMatch(/easy:group and cons:group(, so that nothing| on every log)/)
  })

  it('says what is wrong in print, where that is shown', () => {
    expect(spec.remarks.filter((remark) => remark.startsWith('table 3:'))).toHaveLength(2)
    expect(made(['CTC'], ['michigan']).spec.remarks.join('\n')).not.toContain('table 3')
  })

  it('has no mean of improvements over different EASYs', async () => {
    // What was published does not depend on the jobs.
    const both = made(['CTC', 'LANL'], ['iterative'], 40)
    const { artefacts } = await drive(REPRODUCTION, both.json, both.datasets)
    const found: Value[] = JSON.parse(String(artefacts.find(({ name }) => name === 'values.json')?.content))
    const published = (row: string, column: string) =>
      found.find((value) => value.row === row && value.column === column)?.published
    expect(published('table 3: iterative, over EASY, %: LANL', 'fobj')).toBe(23.36)
    const row = 'fobj over EASY, %: iterative, SOPT'
    expect(['CTC', 'LANL', 'mean'].map((column) => published(row, column))).toEqual([12.78, null, null])
    expect(cell('fobj over EASY, %: michigan, SOPT', 'mean').published).toBeCloseTo((15.45 + 19.94) / 2, 1)
  })

  it('comes to the same files when it is opened anew on the way', async () => {
    const short = made(['KTH'], ['michigan'])
    const whole = await drive(REPRODUCTION, short.json, short.datasets)
    const again = await drive(REPRODUCTION, short.json, short.datasets, (batch) => batch % runs(12, 3) === 1)
    expect(again.tasks).toBe(whole.tasks)
    expect(again.artefacts).toEqual(whole.artefacts)
  })
})
