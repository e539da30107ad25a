/** A log as a file: its format, by name, and its text. */
import { QueuewrightError } from '../../core/errors.js'
import { STANDARD_STREAM, writeOutput } from '../../runtime/index.js'
import { type BatsimVersion, type Trace, writeBatsim, writeSwf } from '../../trace/index.js'
import { named } from '../failures.js'
import type { Ports } from '../ports.js'

export const LOG_FORMATS = ['swf', 'batsim4', 'batsim5'] as const
export type LogFormat = (typeof LOG_FORMATS)[number]

/** Which processor count of a log its sizes are. */
export type SizeField = 'requested' | 'allocated'

/**
 * Writes `trace` to `output` and tells its notices.
 * @param file what the log was made of, for failures
 */
export async function writeLog(
  output: string,
  trace: Trace,
  format: LogFormat,
  file: string,
  ports: Pick<Ports, 'note'>,
  size: SizeField = 'requested',
): Promise<void> {
  for (const notice of trace.notices) ports.note(notice)
  await writeOutput(
    output,
    named(file, () => logText(trace, format, size)),
  )
}

/** The text in pieces. */
function logText(trace: Trace, format: LogFormat, size: SizeField = 'requested'): Iterable<string> {
  if (format === 'swf') return writeSwf(trace, size)
  return writeBatsim(trace, Number(format.slice(-1)) as BatsimVersion)
}

/**
 * The format that the name of an output says.
 * @param names what the caller calls the output and the option for its format
 * @throws QueuewrightError `usage` where the name says none
 */
export function formatOf(output: string, names = { output: '--out', format: '--format' }): LogFormat {
  if (/\.json(\.gz)?$/i.test(output)) return 'batsim5'
  if (output === STANDARD_STREAM || /\.(swf|txt)(\.gz)?$/i.test(output)) return 'swf'
  throw new QueuewrightError('usage', 'the output name does not say its format', {
    field: names.output,
    value: output,
    expected: 'an ending .swf, .swf.gz, .json or .json.gz',
    remedy: `Name the format with ${names.format} ${LOG_FORMATS.join('|')}`,
  })
}
