/**
 * Published studies come out as published (docs/published.md): what is quick of `qw reproduce easy-2015`,
 * `sc17-table4` and `rlscheduler-table5`.
 */
import { describe, expect, it } from 'vitest'
import { loadTrace } from '../../src/runtime/index.js'
import { isRun, requireStudy } from '../../src/study/reproduce/registry.js'
import type { StudyValue } from '../../src/study/reproduce/study.js'
import type { Trace } from '../../src/trace/trace.js'
import { missing, referencePath, requirements, tracePath } from '../support/data.js'

/** The values of the tasks whose label is wanted. */
async function reproduced(
  name: string,
  logs: readonly string[],
  wanted: RegExp,
): Promise<readonly StudyValue[]> {
  const study = requireStudy(name)
  if (isRun(study)) throw new TypeError(`${name} is a run`)
  const traces = new Map<string, Trace>()
  for (const log of study.logs.filter((each) => logs.includes(each.log ?? each.name))) {
    const path = log.kind === 'reference' ? referencePath(log.file) : tracePath(log.file)
    traces.set(log.name, await loadTrace(path, { size: log.size, fields: study.fields }))
  }
  const { tasks, values } = study.begin(traces, { seed: 1, draws: 1 })
  for (const task of tasks) if (wanted.test(task.label)) task.run()
  return values()
}

/** Cells that were published and that are off by more than `tolerance`, relative. */
function off(values: readonly StudyValue[], tolerance: number): string[] {
  return values.flatMap(({ row, column, published, ours }) =>
    published === null || (ours !== null && Math.abs(ours / published - 1) <= tolerance)
      ? []
      : [`${row}, ${column}: ${ours}, published ${published}`],
  )
}

describe.skipIf(missing(requirements.reference))('easy-2015', () => {
  it('every start, prediction and correction is that of the reference', async () => {
    const values = await reproduced('easy-2015', ['CTC', 'KTH', 'SDSC'], /./)
    const published = values.filter(({ table }) => table === 'AVEbsld')
    for (const { row, column, ours } of published) {
      if (column.startsWith('other ')) expect([row, column, ours]).toEqual([row, column, 0])
    }
    expect(published.filter(({ column }) => column === 'other starts').length).toBe(12)
    expect(published.filter(({ column }) => column === 'other predictions').length).toBe(3)
    for (const { ours, published: printed } of published.filter(({ column }) => column === 'AVEbsld')) {
      expect(ours?.toFixed(2)).toBe(printed?.toFixed(2))
    }
    // The rule of events alone makes a difference on every log.
    const others = values.filter(({ table, column }) => table !== 'AVEbsld' && column === 'other starts')
    expect(others.map(({ ours }) => ours)).toEqual([15_539, 456, 2395])
  })
})

describe.skipIf(missing(requirements.traces))('rlscheduler-table5', () => {
  it('every heuristic, to two decimals', async () => {
    const values = await reproduced('rlscheduler-table5', ['Lublin-1', 'Lublin-2'], /./)
    const published = values.filter((value) => value.published !== null && value.column !== 'RL')
    expect(published.length).toBe(20)
    for (const { row, column, ours, published: printed } of published) {
      expect([row, column, ours?.toFixed(2)]).toEqual([row, column, printed?.toFixed(2)])
    }
    const ours = (row: string, column: string) =>
      values.find((value) => value.row === row && value.column === column)?.ours?.toFixed(2)
    expect(ours('Lublin-1, heads only', 'WFP3 corrected')).toBe('337.34')
    expect(ours('Lublin-2, backfilling', 'UNICEP corrected')).toBe('111.19')
    expect(ours('Lublin-1, backfilling', 'f4')).toBe('53.64')
    expect(ours('Lublin-1, backfilling', 'saf')).toBe('54.00')
  })
})

describe.skipIf(missing(requirements.traces))('sc17-table4', () => {
  it('CTC and Lublin 256 with actual run times: by the dialect within 0.3 %', async () => {
    const values = await reproduced(
      'sc17-table4',
      ['CTC', 'Lublin-256'],
      /^(CTC 338|Lublin 256), actual run times$/,
    )
    expect(values.length).toBe(16)
    expect(off(values, 0.003)).toEqual([])
  })

  it('estimates and backfilling: as the released program schedules within 0.1 %', async () => {
    const values = await reproduced(
      'sc17-table4',
      ['CTC', 'Lublin-256', 'Lublin-1024'],
      /(estimates|backfilling), \+ messages$/,
    )
    expect(values.length).toBe(48)
    expect(off(values, 0.001)).toEqual([])
  })

  it('the whole queue in sight is another comparison', async () => {
    const values = await reproduced('sc17-table4', ['CTC'], /^CTC 338, actual run times, whole queue$/)
    const ours = values.map((value) => value.ours?.toFixed(2))
    expect(ours).toEqual(['439.72', '23.06', '7.49', '6.08', '12.94', '11.17', '3.40', '8.30'])
  })
})
