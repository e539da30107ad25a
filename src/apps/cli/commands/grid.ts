/** `qw grid`: several sites on one clock, and what sharing their work is worth to whom. */
import {
  type GridOptions as Asked,
  compareGrid,
  type GridComparison,
  gridJson,
} from '../../../lab/sites/grid.js'
import { STANDARD_STREAM, writeOutput } from '../../../runtime/index.js'
import { version } from '../../../runtime/version.js'
import { usage } from '../options.js'
import { pictureKind, writePicture } from '../picture.js'
import { type PrintOptions, printResult, writeExhibit } from '../printed.js'
import type { Terminal } from '../terminal.js'

export interface GridCommandOptions extends Asked, PrintOptions {
  readonly csv?: string
  readonly gantt?: string
}

export async function gridCommand(
  paths: readonly string[],
  options: GridCommandOptions,
  terminal: Terminal,
  commandLine: string,
): Promise<void> {
  const { csv, gantt, report } = options
  const kind = gantt === undefined ? null : pictureKind(gantt, '--gantt')
  if (kind !== null && options.policy?.length !== 1) {
    throw usage('--gantt', gantt ?? '', 'one way of sharing, such as --policy multi')
  }
  const claims = [csv, report].filter((file) => file === STANDARD_STREAM).length + (options.json ? 1 : 0)
  if (claims > 1) throw usage('--csv', STANDARD_STREAM, 'a file, as another output has standard output')
  const comparison = await compareGrid(paths, options, terminal)
  const { gridPage, gridPolicyName } = await import('../../../report/pages/grid.js')
  const { trace, sites, outcomes } = comparison
  const names = sites.map(({ name }) => name)
  if (csv !== undefined) {
    const { gridCsv } = await import('../../../report/formats/grid-csv.js')
    const named = outcomes.map(({ policy, schedule }) => ({ name: gridPolicyName(policy), schedule }))
    await writeOutput(csv, gridCsv(named, names))
  }
  if (gantt !== undefined && kind !== null) {
    const { gridGantt } = await import('../../../report/plots/grid-gantt.js')
    const [{ policy, schedule }] = outcomes
    const title = `${gridPolicyName(policy)} on ${trace.name}`
    await writePicture(gantt, kind, gridGantt({ title, schedule, names, clock: trace.clock }), terminal)
  }
  const exhibit = () => gridPage(reportOf(comparison, commandLine))
  // Where a table has standard output, nothing else is printed there.
  if (csv === STANDARD_STREAM) {
    if (report !== undefined) await writeExhibit(report, exhibit())
  } else await printResult(terminal, options, exhibit, () => gridJson(comparison))
}

function reportOf({ trace, sites, stage, ...rest }: GridComparison, command: string) {
  const { outcomes, checked, dropped, notices } = rest
  return {
    ...{
      name: trace.name,
      digest: trace.digest,
      clock: trace.clock,
      sites,
      outcomes,
      checked,
      dropped,
      notices,
    },
    ...{ jobs: stage.jobs, parts: stage.workload.jobs.length },
    provenance: { version: version(), command },
  }
}
