/** `qw convert`: a log in another format, or a part of it. */
import { inputName } from '../../../runtime/index.js'
import { FURTHER_FIELDS } from '../../../trace/index.js'
import { type LogOptions, loadShown, narrowed, onMachine } from '../log.js'
import { type Format, formatOf, writeTrace } from '../output.js'
import type { Terminal } from '../terminal.js'

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
  // A name that says no format is found out before a long log is read.
  const format = options.to ?? formatOf(output, { output: 'OUTPUT', format: '--to' })
  const { size, badLines } = options
  const raw = await loadShown(input, { size, badLines, fields: FURTHER_FIELDS }, terminal)
  const file = inputName(input)
  const narrow = options.clean === true || FILTERS.some((filter) => options[filter] !== undefined)
  const narrowedTrace = narrow ? narrowed(raw, options, file).trace : raw
  const trace = onMachine(narrowedTrace, options)
  await writeTrace(output, trace, { format }, file, terminal, size)
}
