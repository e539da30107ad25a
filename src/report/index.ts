/**
 * report: how results look. Text tables and small plots for terminals, jobs.csv, SVG and PNG plots, one-file HTML
 * pages, all made of plain results of trace/ and sim/.
 * What lives here is pure: strings and bytes out, no files, no terminal, no clock. What does not: measuring (sim/),
 * describing logs (trace/), writing and printing (runtime/, apps/). ECharts and resvg are loaded by the first plot
 * that needs them, never by importing this room.
 */
export { JOBS_CSV_COLUMNS, jobsCsv, processorSet } from './csv.js'
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
} from './format.js'
export { logText } from './log-text.js'
export {
  type ComparisonReport,
  compositeInfo,
  type LogReport,
  type ObjectiveInfo,
  objectiveInfo,
  type PolicyResult,
  type Provenance,
  type SimulationReport,
} from './model.js'
export { comparisonPage } from './pages/compare.js'
export { logPage } from './pages/info.js'
export { simulationPage } from './pages/simulate.js'
export { type GanttPlot, ganttPlot, MOST_SINGLE_JOBS } from './plots/gantt.js'
export { type PngImage, pngOf } from './png.js'
export { bestValue, type ComparedPolicy, relativeChange } from './ranking.js'
export { type BinnedQuantity, type SeriesOptions, type SystemSeries, systemSeries } from './series.js'
export { seriesText } from './series-text.js'
export { breakdownTables, comparisonTable, factsTable, objectivesTable } from './table.js'
export {
  type Bar,
  barChart,
  PLAIN_STYLE,
  painted,
  sparkline,
  type TerminalStyle,
} from './terminal.js'
