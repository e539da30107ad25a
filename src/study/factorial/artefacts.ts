/**
 * The files that a study leaves behind: `results.csv`, `results.json`, `results.parquet` and `report.html` as its file asks
 * for, and always `summary.txt`, which the command prints. None holds a time, a path or anything else of the machine that
 * made it.
 */

import type { Artefact } from '../../evaluation/investigation.js'
import { formatNumber } from '../../report/format.js'
import { type StudyReport, studyPage } from '../../report/pages/study.js'
import { resultParquet } from '../../report/parquet.js'
import { resultCsv, resultRecords } from '../../report/result-table.js'
import type { Fact } from '../../report/rows.js'
import { type StudyResults, type StudySummary, summariseStudy } from '../../report/study-summary.js'
import { studyText } from '../../report/study-text.js'
import type { TerminalStyle } from '../../report/terminal.js'
import type { OutputKind } from './design.js'
import { askedFacts, leftOutLine } from './facts.js'
import {
  type CellValues,
  type FoldChoice,
  foldChoices,
  objectivesOf,
  resultTable,
  type TraceAverage,
  traceAverages,
} from './results.js'
import type { StudySpec } from './spec.js'

const SUMMARY_STYLE: TerminalStyle = { width: 100, unicode: true, colour: false }

/** Of results.json. */
export const RESULTS_KIND = 'queuewright-study-results'
export const RESULTS_VERSION = 1

export async function studyArtefacts(
  spec: StudySpec,
  values: readonly CellValues[],
): Promise<readonly Artefact[]> {
  const table = resultTable(spec, values)
  const { baseline, seed } = spec
  const objectives = objectivesOf(spec)
  const results: StudyResults = { table, objectives, baseline, seed }
  const summary = summariseStudy(results)
  const choices = foldChoices(spec, table)
  const averages = traceAverages(spec, table)
  const writers: Readonly<Record<OutputKind, () => Promise<Artefact>>> = {
    csv: async () => ({ name: 'results.csv', content: [...resultCsv(table)].join('') }),
    json: async () => {
      const document = resultsDocument(spec, results, summary, choices, averages)
      return { name: 'results.json', content: `${JSON.stringify(document, null, 1)}\n` }
    },
    parquet: async () => ({ name: 'results.parquet', content: await resultParquet(table) }),
    html: async () => ({
      name: 'report.html',
      content: await studyPage(reportOf(spec, results, choices), summary),
    }),
  }
  const artefacts: Artefact[] = []
  for (const kind of spec.output) artefacts.push(await writers[kind]())
  const text = [
    studyText(
      summary,
      choices.map(({ selected }) => selected),
      SUMMARY_STYLE,
    ),
    averagesText(averages, baseline),
    leftOutText(spec),
  ]
  return [...artefacts, { name: 'summary.txt', content: `${text.filter(Boolean).join('\n\n')}\n` }]
}

function reportOf(spec: StudySpec, results: StudyResults, choices: readonly FoldChoice[]): StudyReport {
  return {
    ...results,
    title: spec.name,
    asked: askedFacts(spec),
    selected: choices.map(({ selected }) => selected),
    notices: [...spec.leftOut.map((item) => `left out: ${leftOutLine(item)}`), ...spec.notices],
    digests: spec.logs.map(({ name, digest }): Fact => [name, digest]),
    provenance: { version: spec.version, command: 'qw study run' },
  }
}

function resultsDocument(
  spec: StudySpec,
  { table, objectives }: StudyResults,
  summary: StudySummary,
  choices: readonly FoldChoice[],
  averages: readonly TraceAverage[],
) {
  const { name, version, seed, baseline, split, logs, rules, leftOut, notices } = spec
  return {
    kind: RESULTS_KIND,
    version: RESULTS_VERSION,
    queuewright: version,
    ...{ name, seed, baseline, split, logs, rules, leftOut, notices },
    objectives: objectives.map((objective) => ({
      name: objective.name,
      unit: objective.unit,
      sense: objective.sense,
    })),
    keys: table.keys,
    results: resultRecords(table),
    medians: summary.conditions.flatMap(({ places, medians }) =>
      medians.map((cell) => ({ condition: Object.fromEntries(places), ...cell })),
    ),
    comparisons: summary.conditions.flatMap(({ places, comparisons }) =>
      comparisons.map((comparison) => ({ condition: Object.fromEntries(places), ...comparison })),
    ),
    averages: averages.map(({ condition, ...average }) => ({ condition: condition.places, ...average })),
    choices: choices.map(({ fold, condition, selected: { split: _, ...selected }, test }) => ({
      fold,
      condition: condition.places,
      ...selected,
      testMedians: test,
    })),
  }
}

function averagesText(averages: readonly TraceAverage[], baseline: string): string {
  if (averages.length === 0) return ''
  const groups = new Map<string, string[]>()
  for (const { condition, part, objective, policy, ratio } of averages) {
    const name = [objective, condition.text, part ?? ''].filter(Boolean).join(', ')
    const shown = groups.get(name) ?? []
    groups.set(name, shown)
    shown.push(`${policy} ${formatNumber(ratio ?? Number.NaN)}`)
  }
  const lines = [...groups].map(([name, shown]) => `  ${name}: ${shown.join('; ')}`)
  return [`Geometric mean over the traces of the ratio to ${baseline}`, ...lines].join('\n')
}

function leftOutText({ leftOut }: StudySpec): string {
  if (leftOut.length === 0) return ''
  return ['Left out', ...leftOut.map((item) => `  ${leftOutLine(item)}`)].join('\n')
}
