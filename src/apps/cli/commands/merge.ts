/** `qw merge`: one log of several. */
import { QueuewrightError } from '../../../core/errors.js'
import { settled } from '../../../core/settings/index.js'
import { optionNames } from '../../../lab/failures.js'
import { inputName, STANDARD_STREAM } from '../../../runtime/index.js'
import type { Trace } from '../../../trace/index.js'
import { MERGING, mergeTraces } from '../../../workload/transform/index.js'
import { usage } from '../options.js'
import { writeTrace } from '../output.js'
import { givenBy } from '../settings.js'
import type { Terminal } from '../terminal.js'
import { readSource, type TransformOptions, tell, transformed } from './transform.js'

const NAMES = { ...optionNames(MERGING), processors: '--machine' }

export async function mergeCommand(
  paths: readonly string[],
  options: TransformOptions,
  terminal: Terminal,
): Promise<void> {
  if (paths.length < 2) {
    throw new QueuewrightError('usage', 'merging needs several logs', {
      value: paths.length,
      expected: 'two or more',
      remedy: 'To write one log anew, use qw convert',
    })
  }
  if (paths.filter((path) => path === STANDARD_STREAM).length > 1) {
    throw usage('LOGS', STANDARD_STREAM, 'standard input at most once')
  }
  const { out, size, machine, ...reading } = options
  const merging = settled(MERGING, givenBy(MERGING, options))
  const traces: Trace[] = []
  for (const path of paths) {
    // The size that --machine gives is that of the merged machine.
    const { trace } = await readSource(path, { ...reading, out, size }, terminal)
    traces.push(trace)
  }
  const settings = { ...merging, ...(machine === undefined ? {} : { processors: machine }) }
  const merged = await transformed(inputName(paths[0]), NAMES, terminal, () => mergeTraces(traces, settings))
  tell('merge', traces, merged, [`clocks aligned by ${merging.align}`], terminal)
  await writeTrace(out, merged, options, paths.map(inputName).join(', '), terminal, size)
}
