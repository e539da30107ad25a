/** `qw simulate`: one policy on one log, in every form a user may want its result. */

import { dataCsv } from '../../../core/csv.js'
import { plural } from '../../../core/format.js'
import {
  type SimulateOptions as Asked,
  requestedSchedule,
  type Simulated,
  simulatedTrace,
  simulatedUsers,
  simulatePolicy,
  simulationJson,
  simulationReport,
  timingText,
} from '../../../lab/experiments/simulate.js'
import { STANDARD_STREAM, writeOutput } from '../../../runtime/index.js'
import { allocateProcessors } from '../../../sim/allocation.js'
import { writeSwf } from '../../../trace/index.js'
import { usage } from '../options.js'
import { noteLeftOut } from '../output.js'
import { type PictureKind, pictureKind, writePicture } from '../picture.js'
import { type PrintOptions, printResult, writeExhibit } from '../printed.js'
import type { Terminal } from '../terminal.js'

export interface SimulateOptions extends Asked, PrintOptions {
  readonly out?: string
  readonly csv?: string
  readonly gantt?: string
  readonly groupsOut?: string
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
  const { out, csv, gantt, report, groupsOut } = options
  const simulated = await simulatePolicy(path, options, terminal, out !== undefined)
  if (out !== undefined) await writeOutput(out, writeSwf(simulatedTrace(simulated)))
  if (csv !== undefined) await writeCsv(csv, simulated, terminal)
  if (gantt !== undefined && picture !== null) await writeGantt(gantt, picture, simulated, terminal)
  if (groupsOut !== undefined) await writeOutput(groupsOut, [dataCsv(simulatedUsers(simulated))])
  const exhibit = async () => {
    const { simulationPage } = await import('../../../report/pages/simulate.js')
    return simulationPage(simulationReport(simulated, options, commandLine))
  }
  // Where a log or a table has standard output, nothing else is printed there.
  if (standard !== undefined && standard !== '--report') {
    noteLeftOut(simulated.experiment.dropped, terminal)
    if (report !== undefined) await writeExhibit(report, await exhibit())
    return
  }
  await printResult(terminal, options, exhibit, () => simulationJson(simulated))
  if (!options.json && standard === undefined) terminal.print(`\n${timingText(simulated, options)}`)
}

/** The option whose output goes to standard output (`-`), where nothing else is printed then. */
function standardOutput(options: SimulateOptions): string | undefined {
  const { json, out, csv, report, groupsOut } = options
  const files = { '--out': out, '--csv': csv, '--report': report, '--groups-out': groupsOut }
  const claims = Object.entries(files)
    .filter(([, file]) => file === STANDARD_STREAM)
    .map(([option]) => option)
  if (json && claims.length > 0) claims.push('--json')
  if (claims.length > 1)
    throw usage(claims[1], STANDARD_STREAM, `a file, as ${claims[0]} has standard output`)
  return claims[0]
}

async function writeCsv(file: string, { experiment, outcome }: Simulated, terminal: Terminal): Promise<void> {
  const { jobsCsv } = await import('../../../report/formats/jobs-csv.js')
  const schedule = requestedSchedule(experiment.stage.prepared, outcome.schedule)
  const allocation = allocateProcessors(schedule)
  noteUnplaced(allocation.unplaced, terminal)
  await writeOutput(file, jobsCsv(schedule, allocation, experiment.trace.name))
}

function noteUnplaced(unplaced: number, terminal: Terminal): void {
  if (unplaced > 0)
    terminal.note(`no processors were free at the recorded start of ${plural(unplaced, 'job')}`)
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
