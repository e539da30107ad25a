/** `qw simulate`: one policy on one log, in every form a user may want its result. */

import { formatCount, formatSeconds } from '../../../core/format.js'
import { dependentJobs } from '../../../evaluation/feedback.js'
import { droppedText } from '../../../lab/log.js'
import {
  type SimulateOptions as Asked,
  requestedSchedule,
  type Simulated,
  simulatedTrace,
  simulatePolicy,
  simulationJson,
  simulationReport,
} from '../../../lab/simulate.js'
import { STANDARD_STREAM, writeOutput } from '../../../runtime/index.js'
import { allocateProcessors } from '../../../sim/allocation.js'
import { writeSwf } from '../../../trace/index.js'
import { usage } from '../options.js'
import { type PictureKind, pictureKind, writePicture } from '../picture.js'
import { writeExhibit } from '../report-file.js'
import type { Terminal } from '../terminal.js'

export interface SimulateOptions extends Asked {
  readonly json?: true
  readonly out?: string
  readonly csv?: string
  readonly gantt?: string
  readonly report?: string
}

export async function simulateCommand(
  path: string | undefined,
  options: SimulateOptions,
  terminal: Terminal,
  commandLine: string,
): Promise<void> {
  const picture = options.gantt === undefined ? null : pictureKind(options.gantt, '--gantt')
  const standard = standardOutput(options)
  if (/\.json(\.gz)?$/i.test(options.out ?? '')) {
    throw usage('--out', options.out ?? '', 'a name that ends in .swf or .swf.gz: only that format has waits')
  }
  const { out, csv, gantt, report } = options
  const simulated = await simulatePolicy(path, options, terminal, out !== undefined)
  if (out !== undefined) await writeOutput(out, writeSwf(simulatedTrace(simulated)))
  if (csv !== undefined) await writeCsv(csv, simulated, terminal)
  if (gantt !== undefined && picture !== null) await writeGantt(gantt, picture, simulated, terminal)
  if (report !== undefined) {
    const { simulationPage } = await import('../../../report/pages/simulate.js')
    await writeExhibit(report, simulationPage(simulationReport(simulated, commandLine)))
  }

  if (standard !== undefined) return
  if (options.json) terminal.print(JSON.stringify(simulationJson(simulated), null, 2))
  else await printResult(simulated, options, terminal)
}

/** The option whose output goes to standard output (`-`), where nothing else is printed then. */
function standardOutput(options: SimulateOptions): string | undefined {
  const { json, out, csv, report } = options
  const claims = Object.entries({ '--out': out, '--csv': csv, '--report': report })
    .filter(([, file]) => file === STANDARD_STREAM)
    .map(([option]) => option)
  if (json && claims.length > 0) claims.push('--json')
  if (claims.length > 1)
    throw usage(claims[1], STANDARD_STREAM, `a file, as ${claims[0]} has standard output`)
  return claims[0]
}

async function printResult(
  { experiment, outcome }: Simulated,
  options: SimulateOptions,
  terminal: Terminal,
): Promise<void> {
  const { breakdownTables, factsTable, objectivesTable } = await import('../../../report/table.js')
  const { trace, scenario, stage, dropped, readSeconds } = experiment
  const { repeat = 1 } = options
  const rate = stage.jobs.length / outcome.seconds.median
  terminal.print(
    factsTable([
      ['log', `${trace.name}, ${formatCount(stage.jobs.length)} jobs (left out: ${droppedText(dropped)})`],
      ['machine', `${formatCount(scenario.machine)} processors`],
      ['policy', outcome.policy],
      ...schedulingFacts({ experiment, outcome }),
      ['read', `${readSeconds.toFixed(2)} s`],
      [
        'simulated',
        `${outcome.seconds.median.toFixed(3)} s${repeat > 1 ? ` (median of ${repeat})` : ''}, ${formatCount(Math.round(rate))} jobs/s`,
      ],
      ...(options.check ? ([['check', 'the schedule breaks no rule']] as const) : []),
    ]),
  )
  if (stage.jobs.length > 0) terminal.print(`\n${await seriesPlot(outcome, terminal)}`)
  terminal.print(`\n${objectivesTable(outcome.objectives, experiment.objectives, terminal.style)}`)
  terminal.print(`\n${breakdownTables(outcome.breakdown, terminal.style)}`)
}

/** Lines on predictions and feedback, where there are any. */
function schedulingFacts({
  experiment: { stage },
  outcome: { schedule },
}: Simulated): (readonly [string, string])[] {
  const { predictor, dependencies } = stage
  const facts: (readonly [string, string])[] = []
  const { corrections, jobs, rows } = schedule
  if (predictor !== null && corrections !== undefined) {
    const count = corrections.reduce((sum, each) => sum + each, 0)
    facts.push(['predictions', `${predictor.name}, ${formatCount(count)} corrections`])
  }
  if (dependencies !== null && rows !== undefined) {
    const moved = rows.reduce((sum, row, job) => sum + jobs.submit[job] - stage.jobs.submit[row], 0)
    const count = dependentJobs(dependencies)
    const mean = count === 0 ? 0 : moved / count
    facts.push([
      'feedback',
      `${formatCount(count)} jobs depend on others, submitted on average ${formatSeconds(Math.abs(mean))} ${mean < 0 ? 'earlier' : 'later'} than recorded`,
    ])
  }
  return facts
}

async function seriesPlot(outcome: Simulated['outcome'], terminal: Terminal): Promise<string> {
  const { seriesText, systemSeries } = await import('../../../report/index.js')
  return seriesText(systemSeries(outcome.schedule, { bins: terminal.style.width }), terminal.style)
}

async function writeCsv(file: string, { experiment, outcome }: Simulated, terminal: Terminal): Promise<void> {
  const { jobsCsv } = await import('../../../report/csv.js')
  const schedule = requestedSchedule(experiment.stage.prepared, outcome.schedule)
  const allocation = allocateProcessors(schedule)
  noteUnplaced(allocation.unplaced, terminal)
  await writeOutput(file, jobsCsv(schedule, allocation, experiment.trace.name))
}

function noteUnplaced(unplaced: number, terminal: Terminal): void {
  if (unplaced > 0) terminal.note(`${unplaced} jobs found no free processors at their recorded start`)
}

async function writeGantt(
  file: string,
  kind: PictureKind,
  { experiment, outcome }: Simulated,
  terminal: Terminal,
): Promise<void> {
  const { ganttPlot } = await import('../../../report/plots/gantt.js')
  const allocation = allocateProcessors(outcome.schedule)
  noteUnplaced(allocation.unplaced, terminal)
  const svg = ganttPlot({
    title: `${outcome.policy} on ${experiment.trace.name}`,
    schedule: outcome.schedule,
    allocation,
    clock: experiment.trace.clock,
  })
  await writePicture(file, kind, svg, terminal)
}
