/** `qw import sacct`: Slurm's accounting as a log, or as one for each partition. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { importAccounting, partitionFileNames } from '../../../lab/logs/import.js'
import { formatOf, type LogFormat } from '../../../lab/logs/written-log.js'
import { inputName, makeFolderOf, STANDARD_STREAM } from '../../../runtime/index.js'
import { cleanTrace, SACCT } from '../../../trace/index.js'
import { usage } from '../options.js'
import { type OutputOptions, writeTrace } from '../output.js'
import { givenBy } from '../settings.js'
import type { Terminal } from '../terminal.js'

export interface ImportSacctOptions extends OutputOptions {
  readonly splitPartitions?: true
  readonly machine?: number
  readonly saltFile?: string
  readonly json?: true
}

export async function importSacctCommand(
  path: string,
  options: ImportSacctOptions,
  terminal: Terminal,
): Promise<void> {
  // What is wrong with the options is found out before a long file is read, and before a secret is made.
  const { outputs, format } = await outputsOf(options)
  const { logs, report } = await importAccounting(path, givenBy(SACCT, options), options.saltFile, terminal)
  // With --json, standard output is the report's alone.
  const quiet = options.json ? { ...terminal, print: () => {} } : terminal
  const names = partitionFileNames(logs.map(({ partition }) => partition))
  const written = []
  for (const { partition, trace: whole, estimated } of logs) {
    // Batsim would have jobs run that never did.
    const trace = format === 'swf' ? whole : cleanTrace(whole)
    const output = outputs(names.get(partition) ?? '')
    if (options.splitPartitions) await makeFolderOf(output)
    await writeTrace(output, trace, { format }, inputName(path), quiet)
    const { processors, jobs } = trace
    written.push({ file: output, partition, jobs: jobs.length, machine: processors, estimated })
  }
  if (options.json) terminal.print(JSON.stringify({ ...report, logs: written }, null, 2))
}

/** Where each partition's log goes, and the format of all. */
async function outputsOf(
  options: ImportSacctOptions,
): Promise<{ outputs: (name: string) => string; format: LogFormat }> {
  const { out, json, machine } = options
  if (json && out === STANDARD_STREAM) {
    throw usage('--json', out, 'a file for the log, as the report goes to standard output', 'Add --out FILE')
  }
  if (!options.splitPartitions) return { outputs: () => out, format: options.format ?? formatOf(out) }
  if (machine !== undefined) {
    const remedy = 'Name the size of each partition when its log is used'
    throw usage('--machine', String(machine), 'not with --split-partitions', remedy)
  }
  const pattern = out.includes('%p') ? out : await inFolder(out, options.format ?? 'swf')
  return {
    outputs: (name) => pattern.replaceAll('%p', () => name),
    format: options.format ?? formatOf(pattern),
  }
}

/** A pattern for files in the folder `out`. */
async function inFolder(out: string, format: LogFormat): Promise<string> {
  const isFolder = out.endsWith('/') || (await stat(out).catch(() => null))?.isDirectory()
  if (isFolder) return join(out, format === 'swf' ? '%p.swf.gz' : '%p.json.gz')
  const remedy = 'Name a folder as logs/, or files as logs/%p.swf.gz'
  throw usage('--out', out, 'with --split-partitions a folder, or a name with %p', remedy)
}
