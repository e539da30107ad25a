/** `qw shift`: a log moved in time. */
import { Calendar } from '../../../core/calendar.js'
import { optionNames } from '../../../lab/failures.js'
import { SHIFT, shiftTrace } from '../../../workload/transform/index.js'
import { misused } from '../options.js'
import { writeTrace } from '../output.js'
import { givenBy } from '../settings.js'
import type { Terminal } from '../terminal.js'
import { readSource, type TransformOptions, tell, transformed } from './transform.js'

const NAMES = optionNames(SHIFT)

export async function shiftCommand(
  path: string | undefined,
  options: TransformOptions,
  terminal: Terminal,
): Promise<void> {
  const { out, size } = options
  const shift = givenBy(SHIFT, options)
  const { by, date, keepWeekday, rebase } = shift
  if ([by, date, rebase].every((option) => option === undefined)) {
    throw misused('nothing says where to shift the log', '--by TIME, --to DATE or --rebase')
  }
  if (by !== undefined && date !== undefined)
    throw misused('two ways to shift the log', 'either --by or --to')
  if (keepWeekday && date === undefined)
    throw misused('no date whose weekday could be kept', '--keep-weekday only with --to')
  const { trace, file } = await readSource(path, options, terminal)
  const moved = await transformed(file, NAMES, terminal, () => shiftTrace(trace, shift))
  const first = moved.jobs.submit[0]
  const when =
    moved.clock.unixStart === null ? 'at an unknown date' : `on ${new Calendar(moved.clock).iso(first)}`
  tell('shift', [trace], moved, [`the first submitted ${when}, ${first} s after the log's zero`], terminal)
  await writeTrace(out, moved, options, file, terminal, size)
}
