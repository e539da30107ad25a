/** `qw import sacct`: Slurm's accounting as a log, or as one for each partition. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isZoneName } from '../../../core/calendar.js'
import {
  inputName,
  makeFolderOf,
  openInput,
  randomSecret,
  STANDARD_STREAM,
  secretFile,
  traceName,
} from '../../../runtime/index.js'
import { offsetSeconds, readSacct, type SacctImport, type SacctOptions } from '../../../trace/index.js'
import { usage } from '../options.js'
import { type Format, formatOf, type OutputOptions, writeTrace } from '../output.js'
import type { Terminal } from '../terminal.js'

export interface ImportSacctOptions
  extends OutputOptions,
    Pick<SacctOptions, 'badLines' | 'unit' | 'size' | 'release' | 'requeues' | 'het'> {
  readonly delimiter?: string
  readonly zone?: string
  readonly partition?: string
  readonly splitPartitions?: true
  readonly machine?: number
  readonly saltFile?: string
  readonly keepNames?: true
  readonly json?: true
}

export async function importSacctCommand(
  path: string,
  options: ImportSacctOptions,
  terminal: Terminal,
): Promise<void> {
  // What is wrong with the options is found out before a long file is read, and before a secret is made.
  const { outputs, format } = await outputsOf(options)
  const file = inputName(path)
  const reading = readingOptions(path, options)
  const { salt, note } = await saltOf(options.saltFile)
  const { onRead, stop } = terminal.reading(file)
  let imported: SacctImport
  try {
    imported = await readSacct(openInput(path, undefined, onRead), { ...reading, salt })
  } finally {
    stop()
  }
  const { logs, report } = imported
  terminal.note(note)
  if (options.splitPartitions) for (const notice of report.notices) terminal.note(notice)
  // With --json, standard output is the report's alone.
  const quiet = options.json ? { ...terminal, print: () => {} } : terminal
  const written = []
  for (const { partition, trace, estimated } of logs) {
    const output = outputs(partition)
    if (options.splitPartitions) await makeFolderOf(output)
    await writeTrace(output, trace, { format }, file, quiet)
    const { processors, jobs } = trace
    written.push({ file: output, partition, jobs: jobs.length, machine: processors, estimated })
  }
  if (options.json) terminal.print(JSON.stringify({ ...report, logs: written }, null, 2))
}

function readingOptions(path: string, options: ImportSacctOptions): Omit<SacctOptions, 'salt'> {
  const { badLines, unit, size, release, requeues, het, delimiter, zone, partition, machine } = options
  return {
    name: traceName(path),
    file: inputName(path),
    badLines,
    unit,
    size,
    release,
    requeues,
    het,
    delimiter: delimiter === undefined ? null : delimiterOf(delimiter),
    zone: zone === undefined ? null : zoneOf(zone),
    partitions: partition === undefined ? null : partitionsOf(partition),
    splitPartitions: options.splitPartitions === true,
    machine: machine ?? null,
    keepNames: options.keepNames === true,
  }
}

/** Where each partition's log goes, and the format of all. */
async function outputsOf(
  options: ImportSacctOptions,
): Promise<{ outputs: (partition: string | null) => string; format: Format }> {
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
    outputs: (partition) => pattern.replaceAll('%p', partition === null ? NO_PARTITION : fileName(partition)),
    format: options.format ?? formatOf(pattern),
  }
}

const NO_PARTITION = 'no-partition'

/** A pattern for files in the folder `out`. */
async function inFolder(out: string, format: Format): Promise<string> {
  const isFolder = out.endsWith('/') || (await stat(out).catch(() => null))?.isDirectory()
  if (isFolder) return join(out, format === 'swf' ? '%p.swf.gz' : '%p.json.gz')
  const remedy = 'Name a folder as logs/, or files as logs/%p.swf.gz'
  throw usage('--out', out, 'with --split-partitions a folder, or a name with %p', remedy)
}

/** A name that is none of a folder, different for different partitions. */
function fileName(partition: string): string {
  const hex = (character: string) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`
  // The name of what has no partition is free for it.
  return partition === NO_PARTITION ? `%${NO_PARTITION}` : partition.replace(/^\.|[^\w.+-]/g, hex)
}

function delimiterOf(text: string): string {
  const delimiter = text
    .replaceAll('\\t', '\t')
    .replace(/\\x([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  if (delimiter !== '' && !delimiter.includes('\n')) return delimiter
  throw usage('--delimiter', text, 'one or several characters such as |, \\t or \\x1f')
}

function zoneOf(text: string): string | number {
  if (isZoneName(text)) return text
  if (/^[+-](?:0\d|1[0-4]):?[0-5]\d$/.test(text)) return offsetSeconds(text)
  throw usage('--zone', text, 'an IANA name such as Europe/Berlin, or an offset such as +01:00')
}

function partitionsOf(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim())
  if (names.every((name) => name !== '')) return names
  throw usage('--partition', text, 'names of partitions, separated by commas')
}

async function saltOf(path: string | undefined): Promise<{ salt: string; note: string }> {
  if (path === undefined) {
    const note =
      'the numbers of users and accounts are made with a secret of this import alone; with --salt-file FILE they ' +
      'are the same in the next one'
    return { salt: randomSecret(), note }
  }
  const { secret, made, open } = await secretFile(path)
  const rest = made
    ? 'is new: keep it to yourself, and name it in the next import'
    : open
      ? 'can be read by others, who can find the users from their numbers: chmod 600'
      : 'keeps their numbers the same'
  return { salt: secret, note: `users and accounts have pseudonyms; the secret in ${path} ${rest}` }
}
