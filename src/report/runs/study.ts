/**
 * The files of a study: `results.csv`, `results.json`, `results.parquet`, `report.html`, `report.md`, `report.tex` and an SVG
 * or PDF file of each figure as its file asks for, and always `summary.txt`, which the command prints. None holds a time, a path or anything else of
 * the machine that made it.
 */

import { type Fact, picturesOf } from '../../core/exhibit.js'
import type { Scene } from '../../core/scene.js'
import type { Artefact } from '../../evaluation/investigation.js'
import { resultCsv, resultRecords } from '../../evaluation/results/result-table.js'
import type { OutputKind } from '../../study/factorial/design.js'
import { askedFacts, leftOutLine } from '../../study/factorial/facts.js'
import type { FoldChoice, StudyFound, TraceAverage } from '../../study/factorial/results.js'
import type { StudySpec } from '../../study/factorial/spec.js'
import { resultParquet } from '../formats/parquet.js'
import { pdfFile } from '../formats/pdf.js'
import { svgFile } from '../formats/svg.js'
import { type StudyReport, studyPage } from '../pages/study.js'
import { type ReportFormat, rendered } from '../render/index.js'
import { briefText } from '../render/text.js'
import { type StudyResults, type StudySummary, summariseStudy } from '../study-summary.js'
import { FILE_STYLE } from '../terminal/terminal.js'

/** The kind of document that results.json is. */
const RESULTS_KIND = 'queuewright-study-results'
const RESULTS_VERSION = 1

export async function studyFiles(found: StudyFound): Promise<readonly Artefact[]> {
  const { spec, table, objectives, choices, averages } = found
  const { baseline, seed } = spec
  const results: StudyResults = { table, objectives, baseline, seed }
  const summary = summariseStudy(results)
  const page = studyPage(reportOf(found, results), summary)
  const shown = (format: ReportFormat): readonly Artefact[] => [
    { name: `report.${format}`, content: rendered(page, format) },
  ]
  const figures = (ending: string, written: (scene: Scene) => string): readonly Artefact[] =>
    picturesOf(page).map(({ name, scene }) => ({ name: `${name}.${ending}`, content: written(scene) }))
  const writers: Readonly<Record<OutputKind, () => Promise<readonly Artefact[]>>> = {
    csv: async () => [{ name: 'results.csv', content: [...resultCsv(table)].join('') }],
    json: async () => {
      const document = resultsDocument(spec, results, summary, choices, averages)
      return [{ name: 'results.json', content: `${JSON.stringify(document, null, 1)}\n` }]
    },
    parquet: async () => [{ name: 'results.parquet', content: await resultParquet(table) }],
    html: async () => shown('html'),
    md: async () => shown('md'),
    tex: async () => shown('tex'),
    svg: async () => figures('svg', svgFile),
    pdf: async () => figures('pdf', pdfFile),
  }
  const artefacts: Artefact[] = []
  for (const kind of spec.output) artefacts.push(...(await writers[kind]()))
  const text = briefText(page, FILE_STYLE)
  return [...artefacts, { name: 'summary.txt', content: `${text}\n` }]
}

function reportOf({ spec, choices, averages }: StudyFound, results: StudyResults): StudyReport {
  return {
    ...results,
    title: spec.name,
    asked: askedFacts(spec),
    selected: choices.map(({ selected }) => selected),
    averages,
    notices: [...spec.leftOut.map((item) => `left out: ${leftOutLine(item)}`), ...spec.notices],
    recorded: spec.recorded ?? [],
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
  const { name, version, seed, baseline, split, logs, rules, leftOut, notices, recorded } = spec
  return {
    kind: RESULTS_KIND,
    version: RESULTS_VERSION,
    queuewright: version,
    ...{ name, seed, baseline, split, logs, rules, leftOut, notices },
    ...(recorded && { recorded }),
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
