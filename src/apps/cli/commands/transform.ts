/** What the commands share that make a log of logs: reading it, the machine it is of, and what they tell. */

import { formatCount, formatNumber, plural } from '../../../core/format.js'
import { named, withOptionName } from '../../../lab/failures.js'
import { type LogOptions, onMachine, readLog } from '../../../lab/log.js'
import { droppedText } from '../../../report/rows.js'
import { inputName } from '../../../runtime/index.js'
import { FURTHER_FIELDS, type Trace } from '../../../trace/index.js'
import { offeredLoad } from '../../../workload/transform/load.js'
import { formatOf, type OutputOptions } from '../output.js'
import type { Terminal } from '../terminal.js'

export interface TransformOptions extends LogOptions, OutputOptions {}

export interface Source {
  /** The log with all its fields, on the machine of `--machine` where that is given. */
  readonly trace: Trace
  /** What messages call it. */
  readonly file: string
}

/** The log to transform. An output whose name says no format is found out before a long log is read. */
export async function readSource(
  path: string | undefined,
  options: TransformOptions,
  terminal: Terminal,
): Promise<Source> {
  if (options.format === undefined) formatOf(options.out)
  const { trace } = await readLog(path, options, FURTHER_FIELDS, terminal)
  return { trace: onMachine(trace, options), file: path === undefined ? trace.name : inputName(path) }
}

/** Runs `work` on the log `file`; failures name their fields by the options in `names`. */
export function transformed<Result>(
  file: string,
  names: Readonly<Record<string, string>>,
  terminal: Terminal,
  work: () => Result,
): Promise<Result> {
  return terminal.blocking(() =>
    named(file, () => {
      try {
        return work()
      } catch (error) {
        throw withOptionName(error, names)
      }
    }),
  )
}

/** Tells what was made, in one line: jobs and offered load before and after, and further `facts`. */
export function tell(
  command: string,
  before: readonly Trace[],
  after: Trace,
  facts: readonly string[],
  terminal: Terminal,
): void {
  const jobs = before.map(({ jobs: { length } }) => formatCount(length)).join(' + ')
  const loads = before.map(loadText).join(' + ')
  const parts = [
    `jobs ${jobs} before, ${formatCount(after.jobs.length)} after`,
    ...facts,
    `offered load ${loads} before, ${loadText(after)} after`,
  ]
  if (Object.keys(after.dropped).length > 0) parts.push(`left out on reading: ${droppedText(after.dropped)}`)
  terminal.note(`${command}: ${parts.join('; ')}`)
}

function loadText({ jobs, processors }: Trace): string {
  const load = offeredLoad(jobs, processors)
  const machine = processors === null ? 'a machine of unknown size' : plural(processors, 'processor')
  return load === null ? `unknown on ${machine}` : `${formatNumber(load)} on ${machine}`
}
