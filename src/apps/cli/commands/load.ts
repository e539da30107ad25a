/** `qw load`: a log of another offered load. */
import { formatDuration } from '../../../core/duration.js'
import { changeLoad, type LoadChange } from '../../../workload/transform/index.js'
import { misused } from '../options.js'
import { writeTrace } from '../output.js'
import type { Terminal } from '../terminal.js'
import { readSource, type TransformOptions, tell, transformed } from './transform.js'

export interface LoadOptions extends TransformOptions {
  readonly to?: number
  readonly by?: number
  readonly plain?: true
}

const NAMES = { to: '--to', by: '--by' }

export async function loadCommand(
  path: string | undefined,
  options: LoadOptions,
  terminal: Terminal,
): Promise<void> {
  const { plain = false, out, size } = options
  const change = changeOf(options)
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

function changeOf({ to, by }: LoadOptions): LoadChange {
  if (to !== undefined && by !== undefined) throw misused('two loads to come to', 'either --to or --by')
  if (to !== undefined) return { to }
  if (by !== undefined) return { by }
  throw misused('nothing says which load to come to', '--to LOAD or --by FACTOR')
}
