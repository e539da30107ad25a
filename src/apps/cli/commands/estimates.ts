/** `qw estimates show`, `compare`, `fit` and `apply`: the estimates of logs, and models of them. */
import type { LogOptions } from '../../../lab/inputs/log.js'
import {
  applyEstimateModel,
  comparedEstimates,
  describedEstimates,
  fitEstimates,
} from '../../../lab/logs/estimates.js'
import { formatOf } from '../../../lab/logs/written-log.js'
import { betaPage, comparedEstimatesPage, estimatesPage } from '../../../report/pages/estimates.js'
import { STANDARD_STREAM, writeOutput } from '../../../runtime/index.js'
import { APPLYING, BETA_FIT, writeBetaModel } from '../../../workload/estimates/index.js'
import { type OutputOptions, writeTrace } from '../output.js'
import { printExhibit, printResult } from '../printed.js'
import { givenBy } from '../settings.js'
import type { Terminal } from '../terminal.js'

export interface ShowEstimatesOptions extends LogOptions {
  readonly json?: true
}

export async function showEstimatesCommand(
  path: string | undefined,
  options: ShowEstimatesOptions,
  terminal: Terminal,
): Promise<void> {
  const facts = await describedEstimates(path, options, terminal)
  await printResult(
    terminal,
    options,
    () => estimatesPage(facts),
    () => facts,
  )
}

export async function compareEstimatesCommand(
  paths: readonly string[],
  options: ShowEstimatesOptions,
  terminal: Terminal,
): Promise<void> {
  const { first, others } = await comparedEstimates(paths, options, terminal)
  await printResult(
    terminal,
    options,
    () => comparedEstimatesPage(first, others),
    () => ({ first, others: others.map(({ facts, distance }) => ({ ...facts, distance })) }),
  )
}

export async function fitEstimatesCommand(
  paths: readonly string[],
  options: LogOptions & Pick<OutputOptions, 'out'>,
  terminal: Terminal,
): Promise<void> {
  const { out } = options
  const model = await fitEstimates(paths, options, givenBy(BETA_FIT, options), terminal)
  await writeOutput(out, [writeBetaModel(model)])
  if (out !== STANDARD_STREAM) await printExhibit(terminal, betaPage(model, out))
}

export async function applyEstimatesCommand(
  path: string | undefined,
  options: LogOptions & OutputOptions,
  terminal: Terminal,
): Promise<void> {
  const { out, size } = options
  // What cannot be meant is found out before a long log is read.
  const format = options.format ?? formatOf(out)
  const { file, trace } = await applyEstimateModel(path, options, givenBy(APPLYING, options), terminal)
  await writeTrace(out, trace, { format }, file, terminal, size)
}
