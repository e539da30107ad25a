/** `qw generate lublin`: a workload by the model of Lublin and Feitelson. */
import { QueuewrightError } from '../../../core/errors.js'
import type { Trace } from '../../../trace/index.js'
import {
  type LublinClasses,
  type LublinOptions,
  type LublinRounding,
  lublinTrace,
} from '../../../workload/lublin/index.js'
import { type GeneratedOptions, generatedClock, partProgress } from '../generated.js'
import { formatOf, type OutputOptions, writeTrace } from '../output.js'
import type { Terminal } from '../terminal.js'

export interface GenerateLublinOptions extends GeneratedOptions, OutputOptions {
  readonly machine: number
  readonly largest?: number
  readonly jobs?: number
  readonly days?: number
  readonly load?: number
  readonly classes: LublinClasses
  readonly users?: number
  readonly rounding: LublinRounding
}

export async function generateLublinCommand(
  options: GenerateLublinOptions,
  terminal: Terminal,
): Promise<void> {
  const { machine, out, to = formatOf(out), start, zone, ...model } = options
  const clock = generatedClock(options)
  const trace = await generated({ ...model, processors: machine, clock }, terminal)
  await writeTrace(out, trace, { to }, trace.name, terminal)
}

async function generated(options: LublinOptions, terminal: Terminal): Promise<Trace> {
  const { observe, stop } = partProgress('generating', terminal)
  try {
    return await terminal.blocking(() => renamed(() => lublinTrace({ ...options, observe })))
  } finally {
    stop()
  }
}

/** Runs `action`; its failures name options instead of the library's parameters. */
function renamed<Result>(action: () => Result): Result {
  try {
    return action()
  } catch (error) {
    if (!(error instanceof QueuewrightError) || error.detail.field === undefined) throw error
    const { field } = error.detail
    throw error.with({ field: field === 'processors' ? '--machine' : `--${field}` })
  }
}
