/** `qw estimates fit`: the Beta model of the estimates of logs, as a JSON document. */

import { plural } from '../../../core/format.js'
import { renamed } from '../../../lab/failures.js'
import { type LogOptions, readLog } from '../../../lab/log.js'
import { betaPage } from '../../../report/pages/estimates.js'
import { inputName, STANDARD_STREAM, writeOutput } from '../../../runtime/index.js'
import type { Trace } from '../../../trace/index.js'
import { FEWEST } from '../../../workload/estimates/beta.js'
import { fitBeta, writeBetaModel } from '../../../workload/estimates/index.js'
import { printExhibit } from '../printed.js'
import type { Terminal } from '../terminal.js'

export interface FitEstimatesOptions extends LogOptions {
  readonly runGroups: number
  readonly atLimit: number
  readonly out: string
}

export async function fitEstimatesCommand(
  paths: readonly string[],
  options: FitEstimatesOptions,
  terminal: Terminal,
): Promise<void> {
  const { runGroups: groups, atLimit: limit, out } = options
  const traces: Trace[] = []
  for (const path of paths) traces.push((await readLog(path, options, [], terminal)).trace)
  for (const trace of traces) {
    for (const notice of trace.notices) terminal.note(`${trace.name}: ${notice}`)
  }
  const model = await terminal.blocking(() => {
    try {
      return fitBeta(traces, { groups, limit })
    } catch (error) {
      throw renamed(paths.map(inputName).join(', '), error)
    }
  })
  if (model.groups.length < groups) {
    terminal.note(
      `${model.groups.length} of ${groups} groups: those with too few jobs, or with the same run times, were joined`,
    )
  }
  const below = model.groups.reduce((sum, { jobs, atLimit }) => sum + Math.round(jobs * (1 - atLimit)), 0)
  if (below > 0 && below < FEWEST) {
    const found = plural(below, 'job')
    terminal.note(`a distribution of ${found} below the limit says little; ${FEWEST} or more are wanted`)
  }
  await writeOutput(out, [writeBetaModel(model)])
  if (out !== STANDARD_STREAM) await printExhibit(terminal, betaPage(model, out))
}
