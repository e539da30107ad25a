/** Writing a log: what all commands that make one share. Messages go to standard error where the log itself is printed. */
import type { Command } from 'commander'
import { QueuewrightError } from '../../core/errors.js'
import { named } from '../../lab/failures.js'
import { droppedText } from '../../report/rows.js'
import { STANDARD_STREAM, writeOutput } from '../../runtime/index.js'
import { type BatsimVersion, type Trace, writeBatsim, writeSwf } from '../../trace/index.js'
import { oneOf } from './options.js'
import type { Terminal } from './terminal.js'

export const FORMATS = ['swf', 'batsim4', 'batsim5'] as const
export type Format = (typeof FORMATS)[number]

/** In which a strategy is written. */
export const POLICY_FORMATS = ['formula', 'policy'] as const
export type PolicyFormat = (typeof POLICY_FORMATS)[number]

export interface FormatOptions {
  readonly format?: Format
}

export interface OutputOptions extends FormatOptions {
  readonly out: string
}

/** The option that names a log's format. */
export function withFormatOption(command: Command): Command {
  return command.option(
    '--format <format>',
    `format, where the name does not say: ${FORMATS.join(', ')}`,
    oneOf('--format', FORMATS),
  )
}

/** The options of a command that makes a log: where to and in which format. */
export function withOutputOptions(command: Command): Command {
  return withFormatOption(
    command
      .optionsGroup('Output:')
      .option(
        '-o, --out <file>',
        'file to write (.swf, .swf.gz, .json, .json.gz), - for standard output',
        STANDARD_STREAM,
      ),
  )
}

/**
 * Writes `trace` to `output`, tells its notices on standard error and, where the log went into a file, one line on
 * standard output.
 * @param file what the log was made of, for failures
 * @param size which processor count of the log its sizes are
 */
export async function writeTrace(
  output: string,
  trace: Trace,
  options: FormatOptions,
  file: string,
  terminal: Terminal,
  size: 'requested' | 'allocated' = 'requested',
): Promise<void> {
  const format = options.format ?? formatOf(output)
  for (const notice of trace.notices) terminal.note(notice)
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

function piecesOf(trace: Trace, format: Format, size: 'requested' | 'allocated'): Iterable<string> {
  if (format === 'swf') return writeSwf(trace, size)
  return writeBatsim(trace, Number(format.slice(-1)) as BatsimVersion)
}

/**
 * The format that the name of an output says.
 * @param names what the command calls the output and the option for its format
 * @throws QueuewrightError `usage` where the name says none
 */
export function formatOf(output: string, names = { output: '--out', format: '--format' }): Format {
  if (/\.json(\.gz)?$/i.test(output)) return 'batsim5'
  if (output === STANDARD_STREAM || /\.(swf|txt)(\.gz)?$/i.test(output)) return 'swf'
  throw new QueuewrightError('usage', 'the output name does not say its format', {
    field: names.output,
    value: output,
    expected: 'an ending .swf, .swf.gz, .json or .json.gz',
    remedy: `Name the format with ${names.format} ${FORMATS.join('|')}`,
  })
}
