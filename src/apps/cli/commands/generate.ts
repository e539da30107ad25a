/** `qw generate lublin` and `qw generate model`: a workload by a model. */
import { generateLublin, generateModelled, LUBLIN_LOG } from '../../../lab/logs/generate.js'
import { formatOf } from '../../../lab/logs/written-log.js'
import type { Trace } from '../../../trace/index.js'
import { MODEL_GENERATION } from '../../../workload/model/index.js'
import { type OutputOptions, writeTrace } from '../output.js'
import { givenBy } from '../settings.js'
import type { Terminal } from '../terminal.js'

export function generateLublinCommand(options: OutputOptions, terminal: Terminal): Promise<void> {
  return written(options, terminal, () => generateLublin(givenBy(LUBLIN_LOG, options), terminal))
}

export function generateModelCommand(
  path: string,
  options: OutputOptions,
  terminal: Terminal,
): Promise<void> {
  const given = givenBy(MODEL_GENERATION, options)
  return written(options, terminal, () => generateModelled(path, given, terminal))
}

async function written(
  options: OutputOptions,
  terminal: Terminal,
  make: () => Promise<Trace>,
): Promise<void> {
  // A name that says no format is found out before anything is read or made.
  const { out, format = formatOf(out) } = options
  const trace = await make()
  await writeTrace(out, trace, { format }, trace.name, terminal)
}
