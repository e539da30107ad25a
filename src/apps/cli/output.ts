/** Writing a log: what all commands that make one share. Messages go to standard error where the log itself is printed. */
import type { Command } from 'commander'
import { plural } from '../../core/format.js'
import {
  formatOf,
  LOG_FORMATS,
  type LogFormat,
  type SizeField,
  writeLog,
} from '../../lab/logs/written-log.js'
import { dropFacts, droppedText } from '../../report/rows.js'
import { STANDARD_STREAM } from '../../runtime/index.js'
import type { DropCounts, Trace } from '../../trace/index.js'
import { oneOf } from './options.js'
import type { Terminal } from './terminal.js'

/** In which a strategy is written. */
export const POLICY_FORMATS = ['formula', 'policy'] as const
export type PolicyFormat = (typeof POLICY_FORMATS)[number]

export interface FormatOptions {
  readonly format?: LogFormat
}

export interface OutputOptions extends FormatOptions {
  readonly out: string
}

/** The option that names a log's format. */
export function withFormatOption(command: Command): Command {
  return command.option(
    '--format <format>',
    `format, where the name does not say: ${LOG_FORMATS.join(', ')}`,
    oneOf('--format', LOG_FORMATS),
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

/** Tells on standard error which jobs were left out, where standard output has something else. */
export function noteLeftOut(dropped: DropCounts, terminal: Terminal): void {
  const left = dropFacts(dropped).map(([reason, count]) => `${count} ${reason}`)
  if (left.length > 0) terminal.note(`left out: ${left.join(', ')}`)
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
  size?: SizeField,
): Promise<void> {
  const format = options.format ?? formatOf(output)
  await writeLog(output, trace, format, file, terminal, size)
  if (output === STANDARD_STREAM) return
  terminal.print(
    `${output}: ${plural(trace.jobs.length, 'job')} as ${format} (left out: ${droppedText(trace.dropped)})`,
  )
}
