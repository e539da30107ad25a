/** `qw load`: a log of another offered load. */
import { formatDuration } from '../../../core/duration.js'
import type { Given } from '../../../core/settings/index.js'
import { optionNames } from '../../../lab/failures.js'
import { changeLoad, LOAD_CHANGE, type LoadChange } from '../../../workload/transform/index.js'
import { misused } from '../options.js'
import { writeTrace } from '../output.js'
import { givenBy } from '../settings.js'
import type { Terminal } from '../terminal.js'
import { readSource, type TransformOptions, tell, transformed } from './transform.js'

const NAMES = optionNames(LOAD_CHANGE)

export async function loadCommand(
  path: string | undefined,
  options: TransformOptions,
  terminal: Terminal,
): Promise<void> {
  const { out, size } = options
  const given = givenBy(LOAD_CHANGE, options)
  const change = changeOf(given)
  const { plain = false } = given
  const { trace, file } = await readSource(path, options, terminal)
  const result = await transformed(file, NAMES, terminal, () => changeLoad(trace, change, { plain }))
  const { submit } = trace.jobs
  const span = submit[submit.length - 1] - submit[0]
  const facts = [
    `${formatDuration(span)} of submits stretched to ${formatDuration(result.stretch * span)}`,
    plain ? 'daily cycle stretched too' : 'daily and weekly cycle kept',
  ]
  tell('load', [trace], result.trace, facts, terminal)
  await writeTrace(out, result.trace, options, file, terminal, size)
}

function changeOf({ to = null, by = null }: Given<typeof LOAD_CHANGE>): LoadChange {
  if (to !== null && by !== null) throw misused('two loads to come to', 'either --to or --by')
  if (to !== null) return { to }
  if (by !== null) return { by }
  throw misused('nothing says which load to come to', '--to LOAD or --by FACTOR')
}
