/** `qw generate lublin`: a workload by the model of Lublin and Feitelson. */
import type { Trace } from '../../../trace/index.js'
import {
  type LublinClasses,
  type LublinOptions,
  type LublinRounding,
  lublinTrace,
} from '../../../workload/lublin/index.js'
import { withOptionName } from '../failures.js'
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
  const { machine, out, format = formatOf(out), start, zone, ...model } = options
  const clock = generatedClock(options)
  const trace = await generated({ ...model, processors: machine, clock }, terminal)
  await writeTrace(out, trace, { format }, trace.name, terminal)
}

async function generated(options: LublinOptions, terminal: Terminal): Promise<Trace> {
  const { observe, stop } = partProgress('generating', terminal)
  try {
    return await terminal.blocking(() => named(() => lublinTrace({ ...options, observe })))
  } finally {
    stop()
  }
}

/** Options by the names that the library knows them by. */
const OPTIONS = {
  processors: '--machine',
  largest: '--largest',
  jobs: '--jobs',
  days: '--days',
  load: '--load',
  users: '--users',
}

/** Runs `action`; its failures name options. */
function named<Result>(action: () => Result): Result {
  try {
    return action()
  } catch (error) {
    throw withOptionName(error, OPTIONS)
  }
}
