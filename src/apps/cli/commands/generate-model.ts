/** `qw generate model`: a workload of a fitted model. */
import { QueuewrightError } from '../../../core/errors.js'
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
      throw optionNamed(error)
    }
  })
  await writeTrace(out, trace, { format }, trace.name, terminal)
}

/** `error` with the option's name instead of the library's parameter. */
function optionNamed(error: unknown): unknown {
  if (!(error instanceof QueuewrightError) || error.detail.field === undefined) return error
  return error.with({ field: `--${error.detail.field}` })
}
