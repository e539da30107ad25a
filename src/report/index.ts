/**
 * report: how results look. Text tables and small plots for terminals, jobs.csv, SVG and PNG plots, one-file HTML
 * pages, all made of plain results of trace/ and sim/; result tables of studies, with what they say and whether it is
 * more than chance, also as CSV, JSON and Parquet.
 * What lives here is pure: strings and bytes out, no files, no terminal, no clock. What does not: measuring (sim/),
 * describing logs (trace/), writing and printing (runtime/, apps/). Resvg and hyparquet-writer are
 * loaded by the first call that needs them, never by importing this room.
 *
 * ```ts
 * import { formatCount, formatSeconds } from 'queuewright/report'
 *
 * console.log(formatCount(12345), formatSeconds(3600))
 * ```
 * @module
 */

export type { Block, Cell, Exhibit, Fact, Picture, Section } from '../core/exhibit.js'
export {
  formatChange,
  formatCount,
  formatNumber,
  formatPercent,
  formatSeconds,
  formatValue,
  NO_VALUE,
  plural,
  type Unit,
} from '../core/format.js'
export { ANCHORS, beatsAnchors, nothingLearnt } from '../evaluation/results/anchors.js'
export {
  type Choice,
  type SelectedPolicy,
  selectAndTest,
  type TrainTest,
} from '../evaluation/results/holdout.js'
export { comparePolicies, type PairedComparison, type Verdict } from '../evaluation/results/paired.js'
export { bestValue, type ComparedPolicy, relativeChange } from '../evaluation/results/ranking.js'
export {
  distinctOf,
  type MedianCell,
  mediansOf,
  POLICY_KEY,
  pairsOf,
  type ResultColumn,
  type ResultPair,
  type ResultPairs,
  type ResultRecord,
  type ResultRow,
  type ResultTable,
  resultColumns,
  resultCsv,
  resultRecords,
  splitTable,
  VALUE_COLUMNS,
  valuesOf,
} from '../evaluation/results/result-table.js'
export type { ConvergenceObjective, ConvergencePoint } from '../evaluation/searches/convergence.js'
export {
  type AxisSpan,
  type FrontAxis,
  type FrontBeside,
  type FrontMark,
  type FrontModel,
  type FrontSource,
  type MarkPlace,
  placesOf,
  pointCount,
  roomBelow,
  spansOf,
  staircaseOf,
} from '../front/model.js'
export { compositeInfo, type ObjectiveInfo, objectiveInfo } from '../sim/objectives/info.js'
export type { BoxPanel, BoxSample } from './box.js'
export { type CrossCell, type CrossRow, type CrossTable, crossTables } from './cross.js'
export {
  type EvaluatedLog,
  type EvaluatedStrategy,
  type Evaluation,
  type MeanChange,
  meanChanges,
} from './evaluation.js'
export type { ExplainedPolicy } from './explanation.js'
export { type EvaluationRecord, evaluationCsv, evaluationRecords } from './formats/evaluation-records.js'
export { JOBS_CSV_COLUMNS, jobsCsv, processorSet } from './formats/jobs-csv.js'
export { resultParquet } from './formats/parquet.js'
export { pdfFile } from './formats/pdf.js'
export { type PngImage, pngOf } from './formats/png.js'
export { svgFile } from './formats/svg.js'
export type { ComparisonReport, LogReport, PolicyResult, Provenance, SimulationReport } from './model.js'
export { type BoundRow, type BoundsReport, boundsPage, roomLeft } from './pages/bounds.js'
export { comparisonPage } from './pages/compare.js'
export { type EvaluationReport, evaluationPage } from './pages/evaluation.js'
export { type ExplanationReport, explanationPage } from './pages/explanation.js'
export { strategyPage } from './pages/found.js'
export { type FrontReport, frontPage } from './pages/front.js'
export { logPage } from './pages/info.js'
export { simulationPage } from './pages/simulate.js'
export { type StudyReport, studyPage } from './pages/study.js'
export { type BoxPlot, boxPlot } from './plots/box.js'
export { comparisonPlot } from './plots/comparison.js'
export { type ConvergencePlot, convergencePlot } from './plots/convergence.js'
export { type CrossPlot, crossPlot } from './plots/cross.js'
export { type GanttPlot, ganttPlot, MOST_SINGLE_JOBS } from './plots/gantt.js'
export { pairsPlot } from './plots/pairs.js'
export { type PlanePlot, planePlot } from './plots/plane.js'
export { type ChangePlot, changePlot } from './plots/strategy-change.js'
export { type OvertakingPlot, overtakingPlot } from './plots/strategy-overtaking.js'
export { type PriorityPlot, priorityPlot } from './plots/strategy-priority.js'
export type { Reached } from './reached.js'
export { type ReportFormat, rendered, reportFormat } from './render/index.js'
export { briefText, exhibitText } from './render/text.js'
export { type BinnedQuantity, type SeriesOptions, type SystemSeries, systemSeries } from './series.js'
export {
  groupsInOrder,
  type Overtaking,
  type PriorityCurve,
  priorityAt,
  type StrategyCurves,
  type TimeClassCurves,
  type TimeClassOvertaking,
} from './strategy.js'
export {
  type ConditionSummary,
  type MedianSummary,
  type StudyResults,
  type StudySummary,
  studyPanels,
  summariseStudy,
  USUAL_REPLICATES,
} from './study-summary.js'
export { boxText } from './terminal/plot.js'
export { factsText, textTable } from './terminal/table.js'
export {
  type Bar,
  barChart,
  PLAIN_STYLE,
  painted,
  sparkline,
  type TerminalStyle,
} from './terminal/terminal.js'
export { findings } from './words/study.js'
export { type KeptBound, type StrategyVerdict, verdictLines } from './words/verdicts.js'
