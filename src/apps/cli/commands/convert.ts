/** `qw convert`: a log in another format, or a part of it. */
import { QueuewrightError } from '../../../core/errors.js'
import { inputName, STANDARD_STREAM, writeOutput } from '../../../runtime/index.js'
import {
  type BatsimVersion,
  FURTHER_FIELDS,
  type Trace,
  traceWith,
  writeBatsim,
  writeSwf,
} from '../../../trace/index.js'
import { named } from '../failures.js'
import { droppedText, type LogOptions, loadShown, narrowed } from '../log.js'
import type { Terminal } from '../terminal.js'

export type Format = 'swf' | 'batsim4' | 'batsim5'

export interface ConvertOptions extends LogOptions {
  readonly to?: Format
  readonly clean?: true
}

const FILTERS = ['span', 'users', 'groups', 'sizes', 'partitions', 'queues', 'days', 'first', 'last'] as const

export async function convertCommand(
  input: string,
  output: string,
  options: ConvertOptions,
  terminal: Terminal,
): Promise<void> {
  const format = options.to ?? formatOf(output)
  const { size, badLines } = options
  const raw = await loadShown(input, { size, badLines, fields: FURTHER_FIELDS }, terminal)
  const file = inputName(input)
  const narrow = options.clean === true || FILTERS.some((filter) => options[filter] !== undefined)
  const narrowedTrace = narrow ? narrowed(raw, options, file).trace : raw
  const trace =
    options.machine === undefined ? narrowedTrace : traceWith(narrowedTrace, { processors: options.machine })
  for (const notice of trace.notices) terminal.notice(`note: ${notice}`)
  await writeOutput(
    output,
    named(file, () => piecesOf(trace, format, size)),
  )
  if (output !== STANDARD_STREAM) {
    terminal.print(
      `${output}: ${trace.jobs.length} jobs as ${format} (left out: ${droppedText(trace.dropped)})`,
    )
  }
}

function piecesOf(trace: Trace, format: Format, size: LogOptions['size']): Iterable<string> {
  if (format === 'swf') return writeSwf(trace, size)
  return writeBatsim(trace, Number(format.slice(-1)) as BatsimVersion)
}

function formatOf(output: string): Format {
  if (/\.json(\.gz)?$/i.test(output)) return 'batsim5'
  if (output === STANDARD_STREAM || /\.(swf|txt)(\.gz)?$/i.test(output)) return 'swf'
  throw new QueuewrightError('usage', 'the output name does not say its format', {
    field: 'OUTPUT',
    value: output,
    expected: 'an ending .swf, .swf.gz, .json or .json.gz',
    remedy: `Name the format with --to swf|batsim4|batsim5`,
  })
}
