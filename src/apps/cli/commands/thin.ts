/** `qw thin`: a random part of a log. */

import { formatCount } from '../../../core/format.js'
import { settled } from '../../../core/settings/index.js'
import { optionNames } from '../../../lab/failures.js'
import { THINNING, thinTrace } from '../../../workload/transform/index.js'
import { writeTrace } from '../output.js'
import { givenBy, refuseIdle } from '../settings.js'
import type { Terminal } from '../terminal.js'
import { readSource, type TransformOptions, tell, transformed } from './transform.js'

const NAMES = optionNames(THINNING)

export async function thinCommand(
  path: string | undefined,
  options: TransformOptions,
  terminal: Terminal,
): Promise<void> {
  const { out, size } = options
  refuseIdle(THINNING, options)
  const thinning = settled(THINNING, givenBy(THINNING, options))
  const { trace, file } = await readSource(path, options, terminal)
  const { by, seed } = thinning
  const result = await transformed(file, NAMES, terminal, () => thinTrace(trace, thinning))
  const facts = [`${formatCount(result.kept)} of ${formatCount(result.units)} ${by} kept by seed ${seed}`]
  tell('thin', [trace], result.trace, facts, terminal)
  await writeTrace(out, result.trace, options, file, terminal, size)
}
