/** `qw model fit`: a generator made from a log, as a JSON document. */

import { renamed, withOptionName } from '../../../lab/failures.js'
import { type LogOptions, onMachine, readLog } from '../../../lab/log.js'
import { modelPage } from '../../../report/pages/workload-model.js'
import { inputName, STANDARD_STREAM, writeOutput } from '../../../runtime/index.js'
import { FIT_FIELDS, fitModel, fitNotices, modelText } from '../../../workload/model/index.js'
import { printExhibit } from '../printed.js'
import type { Terminal } from '../terminal.js'

export interface ModelFitOptions extends LogOptions {
  readonly leastUsers: number
  readonly out: string
}

export async function modelFitCommand(
  path: string | undefined,
  options: ModelFitOptions,
  terminal: Terminal,
): Promise<void> {
  const { leastUsers, out } = options
  const trace = onMachine((await readLog(path, options, FIT_FIELDS, terminal)).trace, options)
  const file = path === undefined ? trace.name : inputName(path)
  const model = await terminal.blocking(() => {
    try {
      return fitModel(trace, { leastUsers })
    } catch (error) {
      throw withOptionName(renamed(file, error), { leastUsers: '--least-users' })
    }
  })
  for (const notice of [...trace.notices, ...fitNotices(trace, model)]) terminal.note(notice)
  await writeOutput(out, [modelText(model)])
  if (out !== STANDARD_STREAM) await printExhibit(terminal, modelPage(model, out))
}
