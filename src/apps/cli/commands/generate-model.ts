/** `qw generate model`: a workload of a fitted model. */

import { withOptionName } from '../../../lab/failures.js'
import { inputName, readInput } from '../../../runtime/index.js'
import { type GenerateOptions, generateFromModel, parseModel } from '../../../workload/model/index.js'
import { formatOf, type OutputOptions, writeTrace } from '../output.js'
import type { Terminal } from '../terminal.js'

export interface GenerateModelOptions extends GenerateOptions, OutputOptions {}

export async function generateModelCommand(
  path: string,
  options: GenerateModelOptions,
  terminal: Terminal,
): Promise<void> {
  // A name that says no format is found out before anything is read.
  const { out, format = formatOf(out), ...parameters } = options
  const model = parseModel(await readInput(path), inputName(path))
  const trace = await terminal.blocking(() => {
    try {
      return generateFromModel(model, parameters)
    } catch (error) {
      throw withOptionName(error, OPTIONS)
    }
  })
  await writeTrace(out, trace, { format }, trace.name, terminal)
}

/** Options by the names that the library knows them by. */
const OPTIONS = {
  jobs: '--jobs',
  days: '--days',
  load: '--load',
  machine: '--machine',
  seed: '--seed',
  start: '--start',
}
