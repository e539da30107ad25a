/** `qw model fit`: a generator made from a log, as a JSON document. */

import type { LogOptions } from '../../../lab/inputs/log.js'
import { fitWorkload } from '../../../lab/logs/fitted.js'
import { modelPage } from '../../../report/pages/workload-model.js'
import { STANDARD_STREAM, writeOutput } from '../../../runtime/index.js'
import { MODEL_FIT, modelText } from '../../../workload/model/index.js'
import { printExhibit } from '../printed.js'
import { givenBy } from '../settings.js'
import type { Terminal } from '../terminal.js'

export interface ModelFitOptions extends LogOptions {
  readonly out: string
}

export async function modelFitCommand(
  path: string | undefined,
  options: ModelFitOptions,
  terminal: Terminal,
): Promise<void> {
  const { out } = options
  const model = await fitWorkload(path, options, givenBy(MODEL_FIT, options), terminal)
  await writeOutput(out, [modelText(model)])
  if (out !== STANDARD_STREAM) await printExhibit(terminal, modelPage(model, out))
}
