/**
 * Figures of docs/published.md computed anew: ten of the cheap ones, drawn by the day, so that all have their turn. What
 * was drawn is told, and QUEUEWRIGHT_RECHECK draws it again (any text; `all`: every figure).
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/core/random.js'
import { ANCHORS } from '../../src/evaluation/results/anchors.js'
import { stageOf } from '../../src/evaluation/scenarios/scenario.js'
import { loadTrace } from '../../src/runtime/index.js'
import { compileObjective } from '../../src/sim/objectives/index.js'
import { isRun, requireStudy } from '../../src/study/reproduce/registry.js'
import type { StudyValue } from '../../src/study/reproduce/study.js'
import type { MissingEstimates } from '../../src/study/reproduce/thesis-estimates.js'
import { preparedLog, THESIS_LOGS, type ThesisLog, thesisLog } from '../../src/study/reproduce/thesis-logs.js'
import type { Trace } from '../../src/trace/trace.js'
import { missing, PROJECT_ROOT, requirements, tracePath } from '../support/data.js'
import { section, tableRows } from '../support/markdown.js'
import { plainPolicy } from '../support/policies.js'

const PAGE = readFileSync(join(PROJECT_ROOT, 'docs', 'published.md'), 'utf8')
const DRAWN = 10

interface Figure {
  readonly name: string
  /** The cell as it stands in the page. */
  readonly printed: string
  readonly ours: () => Promise<number>
}

/** The cell, in its own decimals. */
function like(printed: string, ours: number): string {
  const decimals = /\.(\d+)$/.exec(printed)?.[1].length ?? 0
  const text = ours.toFixed(decimals).replace('-', '−')
  return printed.includes(',') ? text.replace(/\B(?=(\d{3})+(?!\d))/g, ',') : text
}

/** Values of one task of a study, computed once. */
const known = new Map<string, Promise<readonly StudyValue[]>>()

function taskValues(name: string, log: string, label: string): Promise<readonly StudyValue[]> {
  const key = `${name} ${label}`
  const values = known.get(key) ?? valuesOf(name, log, label)
  known.set(key, values)
  return values
}

async function valuesOf(name: string, log: string, label: string): Promise<readonly StudyValue[]> {
  const study = requireStudy(name)
  if (isRun(study)) throw new TypeError(`${name} is a run`)
  const traces = new Map<string, Trace>()
  for (const { name: of, file, size } of study.logs.filter((each) => (each.log ?? each.name) === log)) {
    traces.set(of, await loadTrace(tracePath(file), { size, fields: study.fields }))
  }
  const { tasks, values } = study.begin(traces, { seed: 1, draws: 1 })
  const wanted = tasks.filter((task) => task.label === label)
  if (wanted.length !== 1) throw new RangeError(`${name} has no task ${label}`)
  wanted[0].run()
  return values()
}

/** The cells of a row but the first, under the heads of its table. */
function cellsOf(heads: readonly string[], row: readonly string[]): readonly (readonly [string, string])[] {
  return row.slice(1).map((cell, k) => [heads[k + 1], cell])
}

function tableOf(heading: string, head: string): readonly (readonly string[])[] {
  const rows = tableRows(section(PAGE, heading))
  const from = rows.findIndex((row) => row.slice(1).join(' | ') === head)
  if (from < 0) throw new RangeError(`${heading} has no table of ${head}`)
  const width = rows[from].length
  const to = rows.findIndex((row, k) => k > from && (row[0] === '' || row.length !== width))
  return rows.slice(from, to < 0 ? undefined : to)
}

function ofTask(
  study: string,
  log: string,
  label: string,
  heads: readonly string[],
  row: readonly string[],
): readonly Figure[] {
  return cellsOf(heads, row).map(([head, printed]) => ({
    name: `${study}: ${label}, ${head}`,
    printed,
    ours: async () => {
      const found = (await taskValues(study, log, label)).find(({ column }) => column === head)
      return found?.ours ?? Number.NaN
    },
  }))
}

function sc17Figures(): readonly Figure[] {
  const [heads, ...rows] = tableOf('## sc17-table4', 'FCFS | WFP | UNI | SPT | F4 | F3 | F2 | F1')
  const [ctc, ctcWhole, , lublin, lublinWhole] = rows
  const of = (log: string, label: string, row: readonly string[]) =>
    ofTask('sc17-table4', log, label, heads, row)
  return [
    ...of('CTC', 'CTC 338, actual run times', ctc),
    ...of('CTC', 'CTC 338, actual run times, whole queue', ctcWhole),
    ...of('Lublin-256', 'Lublin 256, actual run times', lublin),
    ...of('Lublin-256', 'Lublin 256, actual run times, whole queue', lublinWhole),
  ]
}

function rlFigures(): readonly Figure[] {
  return [
    tableOf('## rlscheduler-table5', 'FCFS | WFP3 | UNICEP | SJF | F1 | agent'),
    tableOf(
      '## rlscheduler-table5',
      'WFP3 corrected | UNICEP corrected | F1, s of the window | saf | smallest | f2 | f3 | f4 | qw1',
    ),
  ].flatMap(([heads, ...rows]) =>
    rows
      .flatMap((row) => ofTask('rlscheduler-table5', row[0].split(',')[0], row[0], heads, row))
      .filter(({ name }) => !name.endsWith(', agent')),
  )
}

/** 10·AWRT1 + 4·AWRT2 on a log that is not scaled. */
async function reached(
  log: ThesisLog,
  policies: readonly string[],
  missingEstimates: MissingEstimates,
): Promise<readonly number[]> {
  const { file, size } = thesisLog(log)
  const raw = await loadTrace(tracePath(file), { size, fields: ['status'] })
  const prepared = preparedLog(log, raw, { scaled: false, seed: 1, missingEstimates })
  const { run } = stageOf(prepared.log.scenario, prepared.dataset)
  const objective = compileObjective('10*AWRT1 + 4*AWRT2')
  return policies.map((policy) => objective.measure(run(plainPolicy(policy)), null))
}

async function overEasy(log: ThesisLog, policy: string, how: MissingEstimates): Promise<number> {
  const [easy, other] = await reached(log, ['easy', policy], how)
  return 100 * (1 - other / easy)
}

function greedyFigures(): readonly Figure[] {
  const [heads, ...rows] = tableOf('## thesis-greedy', THESIS_LOGS.join(' | '))
  const own = rows.filter(([name]) => name === 'ours')
  const published = ANCHORS.flatMap((policy, k) =>
    cellsOf(heads, own[k]).map(([log, printed]) => ({
      name: `thesis-greedy: ${policy} on ${log}`,
      printed,
      ours: () => overEasy(log as ThesisLog, policy, 'run-time'),
    })),
  )
  const [, ...drawn] = tableOf(
    '### Estimates where the log has none',
    'EASY | CONS | `fcfs:group` | `easy:group`',
  )
  const estimates = drawn.flatMap((row) => {
    const [log, how] = row[0].replaceAll('`', '').split(', ') as [ThesisLog, MissingEstimates]
    return (['easy', 'cons', 'fcfs:group', 'easy:group'] as const).map((policy, k) => ({
      name: `thesis-greedy: ${policy} on ${log}, ${how}`,
      printed: row[k + 1],
      ours: async () =>
        policy === 'easy' ? (await reached(log, ['easy'], how))[0] : overEasy(log, policy, how),
    }))
  })
  return [...published, ...estimates]
}

describe.skipIf(missing(requirements.traces))('documented figures', () => {
  const figures = [...sc17Figures(), ...rlFigures(), ...greedyFigures()]
  const day = new Date().toISOString().slice(0, 10)
  const word = process.env.QUEUEWRIGHT_RECHECK || day

  it('are cells of the page', () => {
    expect(figures.length).toBe(32 + 20 + 36 + 15 + 16)
    for (const { name, printed } of figures) expect(printed, name).toMatch(/^−?[\d,]+(\.\d+)?$/)
  })

  it(`come out anew: drawn by QUEUEWRIGHT_RECHECK=${word}`, async () => {
    const random = new Random(`documented figures ${word}`)
    const order = figures.map((figure) => ({ figure, key: random.uniform() }))
    const drawn = order.sort((a, b) => a.key - b.key).map(({ figure }) => figure)
    const off: string[] = []
    for (const { name, printed, ours } of word === 'all' ? figures : drawn.slice(0, DRAWN)) {
      const found = like(printed, await ours())
      if (found !== printed) off.push(`${name}: ${found}, documented ${printed}`)
    }
    expect(off).toEqual([])
  })
})
