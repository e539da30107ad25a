/** `qw live predict`: when waiting jobs will start. */
import { type PredictOptions, predictStarts } from '../../../lab/live/predict.js'
import { earliest, predictedPage, promptLine } from '../../../report/pages/predicted.js'
import { type PrintOptions, printResult } from '../printed.js'
import type { Terminal } from '../terminal.js'

export async function livePredictCommand(
  job: string | undefined,
  options: PredictOptions & PrintOptions & { readonly prompt?: true },
  terminal: Terminal,
): Promise<void> {
  const predicted = await predictStarts(job ?? null, options, terminal)
  if (options.prompt) {
    terminal.print(predicted.jobs.length === 0 ? 'no job waits' : promptLine(earliest(predicted.jobs)))
    return
  }
  await printResult(
    terminal,
    options,
    () => predictedPage(predicted),
    () => predicted,
  )
}
