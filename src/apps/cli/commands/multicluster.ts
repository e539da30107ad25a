/** `qw multicluster`: parallel jobs over clusters that share links, by heuristics and searches. */
import type { Exhibit } from '../../../core/exhibit.js'
import type { OwedFiles } from '../../../lab/runs/owed.js'
import { type MulticlusterOptions as Asked, compareOverClusters } from '../../../lab/sites/multicluster.js'
import { STANDARD_STREAM, writeOutput } from '../../../runtime/index.js'
import { settleOwed } from '../../../runtime/runs/index.js'
import { version } from '../../../runtime/version.js'
import { MULTICLUSTER_FILES, type MulticlusterFound } from '../../../study/multicluster/found.js'
import { usage } from '../options.js'
import { pictureKind, writePicture } from '../picture.js'
import { type PrintOptions, printResult, writeExhibit } from '../printed.js'
import type { Terminal } from '../terminal.js'

export interface MulticlusterCommandOptions extends Asked, PrintOptions {
  readonly csv?: string
  readonly gantt?: string
}

export async function multiclusterCommand(
  input: string | undefined,
  options: MulticlusterCommandOptions,
  terminal: Terminal,
  commandLine: string,
): Promise<void> {
  const { csv, gantt, report, algorithms } = options
  const kind = gantt === undefined ? null : pictureKind(gantt, '--gantt')
  if (kind !== null && algorithms?.length !== 1) {
    throw usage('--gantt', gantt ?? '', 'one algorithm, such as --algorithms own')
  }
  const claims = [csv, report].filter((file) => file === STANDARD_STREAM).length + (options.json ? 1 : 0)
  if (claims > 1) throw usage('--csv', STANDARD_STREAM, 'a file, as another output has standard output')
  const beside = { files: options, command: commandLine }
  const { found, folder } = await compareOverClusters(input, { ...options, beside }, terminal)
  await writeClusterFiles(found, options, terminal)
  const exhibit = () => clusterExhibit(found, commandLine)
  // Where a table has standard output, nothing else is printed there.
  if (csv === STANDARD_STREAM) {
    if (report !== undefined) await writeExhibit(report, await exhibit())
  } else {
    const result = JSON.parse(contentOf(found, MULTICLUSTER_FILES.result))
    await printResult(terminal, options, exhibit, () => ({ folder, ...result }))
  }
  await settleOwed(folder)
}

/** The page of a comparison. */
export async function clusterExhibit(found: MulticlusterFound, commandLine: string): Promise<Exhibit> {
  const { clusterPage } = await import('../../../report/pages/clusters.js')
  return clusterPage(found, { version: version(), command: commandLine })
}

/** The files of a comparison beside its page: the schedules as a table, and that of one algorithm as a picture. */
export async function writeClusterFiles(
  found: MulticlusterFound,
  { csv, gantt }: OwedFiles,
  terminal: Terminal,
): Promise<void> {
  if (csv !== undefined) await writeOutput(csv, [contentOf(found, MULTICLUSTER_FILES.schedule)])
  if (gantt === undefined) return
  const { clusterGantt } = await import('../../../report/plots/clusters.js')
  const [{ workload, algorithm, schedule }] = found.outcomes
  const { ids, submit, name } = workload
  const title = `${algorithm} on ${name}`
  const picture = clusterGantt({ title, system: found.system, ids, submit, schedule })
  await writePicture(gantt, pictureKind(gantt, '--gantt'), picture, terminal)
}

function contentOf(found: MulticlusterFound, name: string): string {
  return String(found.files.find((file) => file.name === name)?.content)
}
