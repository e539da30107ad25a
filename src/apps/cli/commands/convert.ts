/** `qw convert`: a log in another format, or a part of it; a strategy as a policy. */
import { QueuewrightError } from '../../../core/errors.js'
import { named } from '../../../lab/failures.js'
import { type LogOptions, loadShown, narrowed, onMachine } from '../../../lab/inputs/log.js'
import { formatOf, LOG_FORMATS, type LogFormat } from '../../../lab/logs/written-log.js'
import { inputName, isStrategy, loadStrategy, STANDARD_STREAM, writeOutput } from '../../../runtime/index.js'
import { formulaOf, policyOf } from '../../../strategy/index.js'
import { FURTHER_FIELDS, readingOf } from '../../../trace/index.js'
import { usage } from '../options.js'
import { noteLeftOut, POLICY_FORMATS, type PolicyFormat, writeTrace } from '../output.js'
import type { Terminal } from '../terminal.js'

export interface ConvertOptions extends LogOptions {
  readonly to?: LogFormat | PolicyFormat
  readonly clean?: true
}

const FILTERS = ['span', 'users', 'groups', 'sizes', 'partitions', 'queues', 'days', 'first', 'last'] as const

export async function convertCommand(
  input: string,
  output: string | undefined,
  options: ConvertOptions,
  terminal: Terminal,
): Promise<void> {
  if (await isStrategy(input)) return convertStrategy(input, output ?? STANDARD_STREAM, options)
  if (output === undefined) {
    throw new QueuewrightError('usage', 'no output is named', {
      field: 'OUTPUT',
      expected: 'a file to write, - for standard output',
      remedy: 'Only a strategy is written to standard output where nothing is said',
    })
  }
  const to = LOG_FORMATS.find((format) => format === options.to)
  if (options.to !== undefined && to === undefined) {
    throw usage('--to', options.to, `for a log: ${LOG_FORMATS.join(', ')}`)
  }
  // A name that says no format is found out before a long log is read.
  const format = to ?? formatOf(output, { output: 'OUTPUT', format: '--to' })
  const { size, badLines } = readingOf(options)
  const raw = await loadShown(input, { size, badLines, fields: FURTHER_FIELDS }, terminal)
  const file = inputName(input)
  const narrow = options.clean === true || FILTERS.some((filter) => options[filter] !== undefined)
  const narrowedTrace = narrow ? narrowed(raw, options, file).trace : raw
  const trace = onMachine(narrowedTrace, options)
  await writeTrace(output, trace, { format }, file, terminal, size)
  if (output === STANDARD_STREAM) noteLeftOut(trace.dropped, terminal)
}

/** The policy in one line. */
async function convertStrategy(
  input: string,
  output: string,
  { to = 'formula' }: ConvertOptions,
): Promise<void> {
  const format = POLICY_FORMATS.find((each) => each === to)
  if (format === undefined) throw usage('--to', to, `for a strategy: ${POLICY_FORMATS.join(', ')}`)
  const policy = policyOf((await loadStrategy(input)).strategy)
  const text = format === 'policy' ? policy : named(inputName(input), () => formulaOf(policy))
  await writeOutput(output, [`${text}\n`])
}
