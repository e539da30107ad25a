/** `qw thin`: a random part of a log. */
import { formatCount } from '../../../core/format.js'
import { type ThinningUnit, thinTrace } from '../../../workload/transform/index.js'
import { misused } from '../options.js'
import { writeTrace } from '../output.js'
import type { Terminal } from '../terminal.js'
import { readSource, type TransformOptions, tell, transformed } from './transform.js'

export interface ThinOptions extends TransformOptions {
  readonly keep: number
  readonly by: ThinningUnit
  readonly seed: number
  readonly gap?: number
}

const NAMES = { share: '--keep', by: '--by', gap: '--gap' }

export async function thinCommand(
  path: string | undefined,
  options: ThinOptions,
  terminal: Terminal,
): Promise<void> {
  const { keep: share, by, seed, gap, out, size } = options
  if (gap !== undefined && by !== 'sessions')
    throw misused('a gap without sessions', '--gap only with --by sessions')
  const { trace, file } = await readSource(path, options, terminal)
  const thinning = { share, by, seed, ...(gap === undefined ? {} : { gap }) }
  const result = await transformed(file, NAMES, terminal, () => thinTrace(trace, thinning))
  const facts = [`${formatCount(result.kept)} of ${formatCount(result.units)} ${by} kept by seed ${seed}`]
  tell('thin', [trace], result.trace, facts, terminal)
  await writeTrace(out, result.trace, options, file, terminal, size)
}
