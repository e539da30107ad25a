/** `qw model fit`: a generator made from a log, as a JSON document. */

import { formatCount, formatPercent, formatSeconds, plural } from '../../../core/format.js'
import { visible } from '../../../core/visible.js'
import { renamed, withOptionName } from '../../../lab/failures.js'
import { type LogOptions, onMachine, readLog } from '../../../lab/log.js'
import { factsTable } from '../../../report/table.js'
import { inputName, STANDARD_STREAM, writeOutput } from '../../../runtime/index.js'
import {
  FIT_FIELDS,
  fitModel,
  fitNotices,
  modelText,
  type WorkloadModel,
} from '../../../workload/model/index.js'
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
  const text = modelText(model)
  await writeOutput(out, [text])
  if (out !== STANDARD_STREAM) terminal.print(summary(model, text.length, out))
}

function summary(model: WorkloadModel, bytes: number, out: string): string {
  const { evidence, archetypes, machine } = model
  const load = machine === null ? 'unknown, as the machine is' : formatPercent(evidence.work / machine)
  return [
    factsTable([
      ['log', visible(evidence.log)],
      ['fitted to', `${plural(evidence.jobs, 'job')} over ${formatSeconds(evidence.seconds)}`],
      ['sessions', formatCount(evidence.sessions)],
      ['users', `${formatCount(evidence.users)} in ${plural(archetypes.length, 'archetype')}`],
      ['offered load', load],
      [
        'moved to common values',
        `${plural(evidence.movedSizes, 'size')}, ${plural(evidence.movedEstimates, 'requested time')}`,
      ],
      ['self-regulation', String(model.regulation)],
    ]),
    `${out}: workload model, ${formatCount(bytes / 1000)} kB`,
  ].join('\n\n')
}
