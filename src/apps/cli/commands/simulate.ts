/** `qw simulate`: one policy on one log, in every form a user may want its result. */
import { formatCount, formatSeconds } from '../../../core/format.js'
import type { SimulationReport } from '../../../report/model.js'
import { STANDARD_STREAM, writeOutput } from '../../../runtime/index.js'
import { allocateProcessors } from '../../../sim/allocation.js'
import type { PreparedJobs } from '../../../sim/prepare.js'
import type { Schedule } from '../../../sim/schedule.js'
import {
  replaceColumns,
  scheduleAsTrace,
  selectRows,
  type Trace,
  traceWith,
  writeSwf,
} from '../../../trace/index.js'
import { withDependencyFields } from '../../../workload/sessions/index.js'
import {
  dependentJobs,
  type Experiment,
  type ExperimentOptions,
  experimentJson,
  liveNotes,
  type Outcome,
  prepareExperiment,
  reportFacts,
  runPolicy,
} from '../experiment.js'
import { droppedText } from '../log.js'
import { usage } from '../options.js'
import { type Picture, pictureKind, writePicture } from '../picture.js'
import { readPolicy } from '../policies.js'
import { progressBar } from '../progress.js'
import type { Terminal } from '../terminal.js'
import { version } from '../version.js'

export interface SimulateOptions extends ExperimentOptions {
  readonly policy: string
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
  const policy = await readPolicy(options.policy)
  const picture = options.gantt === undefined ? null : pictureKind(options.gantt, '--gantt')
  const standard = standardOutput(options)
  if (/\.json(\.gz)?$/i.test(options.out ?? '')) {
    throw usage('--out', options.out ?? '', 'a name that ends in .swf or .swf.gz: only that format has waits')
  }
  const experiment = await prepareExperiment(
    path,
    [policy],
    options,
    terminal,
    options.out === undefined ? [] : SCHEDULE_FIELDS,
  )
  for (const notice of experiment.notices) terminal.notice(`note: ${notice}`)
  const bar = progressBar('simulating', options.repeat, terminal)
  const outcome = await terminal.blocking(() =>
    runPolicy(experiment, policy, options, () => bar.step(policy.name)),
  )
  bar.stop()

  if (options.out !== undefined) await writeOutput(options.out, writeSwf(asTrace(experiment, outcome)))
  if (options.csv !== undefined) await writeCsv(options.csv, experiment, outcome, terminal)
  if (options.gantt !== undefined && picture !== null) {
    await writeGantt(options.gantt, picture, experiment, outcome, terminal)
  }
  if (options.report !== undefined) await writeReport(options.report, experiment, outcome, commandLine)

  if (standard !== undefined) return
  if (options.json) terminal.print(JSON.stringify(resultJson(experiment, outcome), null, 2))
  else await printResult(experiment, outcome, options, terminal)
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

const SCHEDULE_FIELDS = [
  'requestedMemory',
  'status',
  'unixGroup',
  'application',
  'queue',
  'partition',
] as const

/** The result as `--json` prints it. */
export function resultJson(experiment: Experiment, outcome: Outcome) {
  return {
    ...experimentJson(experiment),
    policy: outcome.policy,
    objectives: outcome.objectives,
    waits: outcome.breakdown,
    timing: { readSeconds: experiment.readSeconds, simulateSeconds: outcome.seconds },
  }
}

async function printResult(
  experiment: Experiment,
  outcome: Outcome,
  options: SimulateOptions,
  terminal: Terminal,
): Promise<void> {
  const { breakdownTables, factsTable, objectivesTable } = await import('../../../report/table.js')
  const { trace, processors, prepared, dropped, readSeconds } = experiment
  const rate = prepared.jobs.length / outcome.seconds.median
  terminal.print(
    factsTable([
      ['log', `${trace.name}, ${formatCount(prepared.jobs.length)} jobs (left out: ${droppedText(dropped)})`],
      ['machine', `${formatCount(processors)} processors`],
      ['policy', outcome.policy],
      ...schedulingFacts(experiment, outcome),
      ['read', `${readSeconds.toFixed(2)} s`],
      [
        'simulated',
        `${outcome.seconds.median.toFixed(3)} s${options.repeat > 1 ? ` (median of ${options.repeat})` : ''}, ${formatCount(Math.round(rate))} jobs/s`,
      ],
      ...(options.check ? ([['check', 'the schedule breaks no rule']] as const) : []),
    ]),
  )
  if (prepared.jobs.length > 0) terminal.print(`\n${await seriesPlot(outcome, terminal)}`)
  terminal.print(`\n${objectivesTable(outcome.objectives, experiment.objectives, terminal.style)}`)
  terminal.print(`\n${breakdownTables(outcome.breakdown, terminal.style)}`)
}

/** Lines on predictions and feedback, where there are any. */
function schedulingFacts(
  { prepared, predictor, dependencies }: Experiment,
  { schedule }: Outcome,
): (readonly [string, string])[] {
  const facts: (readonly [string, string])[] = []
  const { corrections, jobs, rows } = schedule
  if (predictor !== null && corrections !== undefined) {
    const count = corrections.reduce((sum, each) => sum + each, 0)
    facts.push(['predictions', `${predictor.name}, ${formatCount(count)} corrections`])
  }
  if (dependencies !== null && rows !== undefined) {
    const moved = rows.reduce((sum, row, job) => sum + jobs.submit[job] - prepared.jobs.submit[row], 0)
    const count = dependentJobs(dependencies)
    const mean = count === 0 ? 0 : moved / count
    facts.push([
      'feedback',
      `${formatCount(count)} jobs depend on others, submitted on average ${formatSeconds(Math.abs(mean))} ${mean < 0 ? 'earlier' : 'later'} than recorded`,
    ])
  }
  return facts
}

async function seriesPlot(outcome: Outcome, terminal: Terminal): Promise<string> {
  const { seriesText, systemSeries } = await import('../../../report/index.js')
  return seriesText(systemSeries(outcome.schedule, { bins: terminal.style.width }), terminal.style)
}

/** The schedule as a log: simulated submits and waits, and what the jobs were simulated with. */
function asTrace(experiment: Experiment, outcome: Outcome): Trace {
  const { trace, prepared, processors, dependencies } = experiment
  const { rows } = outcome.schedule
  const { jobs, start } = requestedSchedule(prepared, outcome.schedule)
  const kept = prepared.rows === null ? trace : selectRows(trace, prepared.rows)
  const told = dependencies === null ? kept : withDependencyFields(kept, dependencies)
  const ordered = rows === undefined ? told : selectRows(told, rows)
  return scheduleAsTrace(traceWith(ordered, { jobs, processors }), start, [
    [`Schedule of policy ${outcome.policy} by Queuewright ${version()}`, ...liveNotes(experiment)].join(', '),
  ])
}

/** `schedule` with what users asked for, where the scheduler went by predictions. */
function requestedSchedule(prepared: PreparedJobs, schedule: Schedule): Schedule {
  if (schedule.corrections === undefined) return schedule
  const { estimate } = prepared.jobs
  const { jobs, rows } = schedule
  const asked = rows === undefined ? estimate : Float64Array.from(rows, (row) => estimate[row])
  return { ...schedule, jobs: replaceColumns(jobs, { estimate: asked }) }
}

async function writeCsv(
  file: string,
  experiment: Experiment,
  outcome: Outcome,
  terminal: Terminal,
): Promise<void> {
  const { jobsCsv } = await import('../../../report/csv.js')
  const schedule = requestedSchedule(experiment.prepared, outcome.schedule)
  const allocation = allocateProcessors(schedule)
  noteUnplaced(allocation.unplaced, terminal)
  await writeOutput(file, jobsCsv(schedule, allocation, experiment.trace.name))
}

function noteUnplaced(unplaced: number, terminal: Terminal): void {
  if (unplaced > 0) terminal.notice(`note: ${unplaced} jobs found no free processors at their recorded start`)
}

async function writeGantt(
  file: string,
  kind: Picture,
  experiment: Experiment,
  outcome: Outcome,
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

async function writeReport(
  file: string,
  experiment: Experiment,
  outcome: Outcome,
  command: string,
): Promise<void> {
  const { simulationPage } = await import('../../../report/pages/simulate.js')
  const report: SimulationReport = { ...reportFacts(experiment, command), result: outcome }
  await writeOutput(file, [await simulationPage(report)])
}
