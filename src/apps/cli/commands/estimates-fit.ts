/** `qw estimates fit`: the Beta model of the estimates of logs, as a JSON document. */

import { fitEstimates } from '../../../lab/fitted.js'
import type { LogOptions } from '../../../lab/log.js'
import { betaPage } from '../../../report/pages/estimates.js'
import { STANDARD_STREAM, writeOutput } from '../../../runtime/index.js'
import { BETA_FIT, writeBetaModel } from '../../../workload/estimates/index.js'
import { printExhibit } from '../printed.js'
import { givenBy } from '../settings.js'
import type { Terminal } from '../terminal.js'

export interface FitEstimatesOptions extends LogOptions {
  readonly out: string
}

export async function fitEstimatesCommand(
  paths: readonly string[],
  options: FitEstimatesOptions,
  terminal: Terminal,
): Promise<void> {
  const { out } = options
  const model = await fitEstimates(paths, options, givenBy(BETA_FIT, options), terminal)
  await writeOutput(out, [writeBetaModel(model)])
  if (out !== STANDARD_STREAM) await printExhibit(terminal, betaPage(model, out))
}
