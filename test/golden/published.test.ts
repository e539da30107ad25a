/**
 * Published studies come out as published (docs/published.md): what is quick of `qw reproduce easy-2015`,
 * `sc17-table4`, `rlscheduler-table5` and `thesis-greedy`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatNumber } from '../../src/core/format.js'
import { stageOf } from '../../src/evaluation/scenarios/scenario.js'
import { loadTrace } from '../../src/runtime/index.js'
import { compileObjective } from '../../src/sim/objectives/index.js'
import { isRun, requireStudy } from '../../src/study/reproduce/registry.js'
import type { StudyValue } from '../../src/study/reproduce/study.js'
import { type MissingEstimates, THESIS_ESTIMATES } from '../../src/study/reproduce/thesis-estimates.js'
import { PUBLISHED_ROWS } from '../../src/study/reproduce/thesis-greedy/tables.js'
import { LACKING } from '../../src/study/reproduce/thesis-learning.js'
import { preparedLog, THESIS_LOGS, type ThesisLog, thesisLog } from '../../src/study/reproduce/thesis-logs.js'
import type { Trace } from '../../src/trace/trace.js'
import { fitBeta } from '../../src/workload/estimates/index.js'
import { missing, PROJECT_ROOT, referencePath, requirements, tracePath } from '../support/data.js'
import { plainPolicy } from '../support/policies.js'
import { cleanLog } from '../support/real-logs.js'

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
    // Ours, learnt on other workloads of the model: below the agent in every cell.
    for (const { row, published: agent } of values.filter(({ column }) => column === 'RL')) {
      expect(Number(ours(row, 'qw1')), row).toBeLessThan(Number(agent))
    }
    expect(ours('Lublin-1, heads only', 'qw1')).toBe('235.60')
  })
})

describe.skipIf(missing(requirements.traces))('sc17-table4', () => {
  it('CTC and Lublin 256 with actual run times: by the dialect within 0.3 %', async () => {
    const values = await reproduced(
      'sc17-table4',
      ['CTC', 'Lublin-256'],
      /^(CTC 338|Lublin 256), actual run times$/,
    )
    expect(values.filter(({ published }) => published !== null).length).toBe(16)
    expect(off(values, 0.003)).toEqual([])
    const own = values.flatMap(({ column, published, ours }) =>
      published === null ? [[column, ours?.toFixed(2)]] : [],
    )
    expect(own).toEqual([
      ['qw1', '30.91'],
      ['F2 fitted', '31.23'],
      ['qw1', '27.86'],
      ['F2 fitted', '5.30'],
    ])
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
    expect(ours).toEqual([
      '439.72',
      '23.06',
      '7.49',
      '6.08',
      '12.94',
      '11.17',
      '3.40',
      '8.30',
      '3.21',
      '4.75',
    ])
  })
})

describe.skipIf(missing(requirements.traces))('thesis-greedy', () => {
  async function prepared(name: ThesisLog, scaled: boolean, missingEstimates: MissingEstimates) {
    const { file, size } = thesisLog(name)
    const raw = await loadTrace(tracePath(file), { size, fields: ['status'] })
    return preparedLog(name, raw, { scaled, seed: 1, missingEstimates })
  }

  /** The objective on a log under some policies. */
  async function reached(
    name: ThesisLog,
    scaled: boolean,
    policies: readonly string[],
    missingEstimates: MissingEstimates = 'run-time',
  ): Promise<number[]> {
    const { log, dataset } = await prepared(name, scaled, missingEstimates)
    const { run } = stageOf(log.scenario, dataset)
    const objective = compileObjective('10*AWRT1 + 4*AWRT2')
    return policies.map((policy) => objective.measure(run(plainPolicy(policy)), null))
  }

  it('EASY on logs scaled as published comes within 0.2 % of what was', async () => {
    for (const name of ['CTC', 'KTH'] as const) {
      const [easy] = await reached(name, true, ['easy'])
      expect(Math.abs(easy / Number(PUBLISHED_ROWS[name].EASY?.[7]) - 1), name).toBeLessThan(0.002)
    }
  })

  it('highest group first, as docs/published.md has it', async () => {
    const over = async (name: ThesisLog, ...policies: string[]) => {
      const [easy, ...others] = await reached(name, false, ['easy', ...policies])
      return others.map((other) => (100 * (1 - other / easy)).toFixed(2))
    }
    expect(await over('CTC', 'fcfs:group', 'easy:group')).toEqual(['15.53', '12.71'])
    expect(await over('KTH', 'fcfs:group')).toEqual(['17.16'])
    expect(await over('LANL', 'easy:group')).toEqual(['29.61'])
    expect(await over('SDSC00', 'fcfs:group')).toEqual(['56.77'])
    expect(await over('SDSC96', 'fcfs:group')).toEqual(['-1.85'])
  })

  it('draws the estimates that a log lacks by the model of the logs that have them', async () => {
    const logs = await Promise.all(
      THESIS_ESTIMATES.evidence.logs.map(({ name }) => cleanLog(`${name}.swf.gz`)),
    )
    const fitted = fitBeta(logs)
    const counts = ({ logs: of }: typeof fitted.evidence) =>
      of.map(({ name, jobs, used }) => [name, jobs, used])
    expect(counts(fitted.evidence)).toEqual(counts(THESIS_ESTIMATES.evidence))
    for (const [k, { from, jobs, atLimit, beta }] of fitted.groups.entries()) {
      const kept = THESIS_ESTIMATES.groups[k]
      expect([kept.from, kept.jobs]).toEqual([from, jobs])
      for (const [one, other] of [
        [kept.atLimit, atLimit],
        [kept.beta?.a, beta?.a],
        [kept.beta?.b, beta?.b],
      ]) {
        expect(Math.abs(Number(one) - Number(other))).toBeLessThanOrEqual(1e-5 * Number(other))
      }
    }
  })

  it('says how many jobs of each log lack estimates', async () => {
    const counted: Partial<Record<ThesisLog, string>> = {}
    for (const name of THESIS_LOGS) {
      const { estimate, length } = (await prepared(name, false, 'run-time')).dataset.jobs
      const lacking = estimate.reduce((count, seconds) => count + (seconds < 0 ? 1 : 0), 0)
      if (lacking === length) counted[name] = 'all'
      else if (lacking > 100) counted[name] = `${((100 * lacking) / length).toFixed(1)} %`
      else if (lacking > 0) counted[name] = `${lacking} jobs`
    }
    expect(counted).toEqual(LACKING)
  })

  it('what drawn estimates change, as docs/published.md has it', async () => {
    const page = readFileSync(join(PROJECT_ROOT, 'docs', 'published.md'), 'utf8')
    const rows: string[] = []
    for (const name of ['LANL', 'SDSC96'] as const) {
      for (const how of ['beta', 'run-time'] as const) {
        const [easy, ...others] = await reached(
          name,
          false,
          ['easy', 'cons', 'fcfs:group', 'easy:group'],
          how,
        )
        const over = others.map((other) => (100 * (1 - other / easy)).toFixed(2).replace('-', '−'))
        rows.push(`| ${name}, \`${how}\` | ${formatNumber(Math.round(easy))} | ${over.join(' | ')} |`)
      }
    }
    expect(rows.filter((row) => !page.includes(row))).toEqual([])
  })
})
