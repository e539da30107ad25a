/** `qw shift`: a log moved in time. */
import { Calendar } from '../../../core/calendar.js'
import type { LocalDate } from '../../../core/local-date.js'
import { shiftTrace } from '../../../workload/transform/index.js'
import { misused } from '../options.js'
import { writeTrace } from '../output.js'
import type { Terminal } from '../terminal.js'
import { readSource, type TransformOptions, tell, transformed } from './transform.js'

export interface ShiftOptions extends TransformOptions {
  readonly by?: number
  readonly to?: LocalDate
  readonly keepWeekday?: true
  readonly rebase?: true
}

const NAMES = { by: '--by', date: '--to' }

export async function shiftCommand(
  path: string | undefined,
  options: ShiftOptions,
  terminal: Terminal,
): Promise<void> {
  const { by, to: date, keepWeekday = false, rebase = false, out, size } = options
  if ([by, date, options.rebase].every((option) => option === undefined)) {
    throw misused('nothing says where to shift the log', '--by TIME, --to DATE or --rebase')
  }
  if (by !== undefined && date !== undefined)
    throw misused('two ways to shift the log', 'either --by or --to')
  if (keepWeekday && date === undefined)
    throw misused('no date whose weekday could be kept', '--keep-weekday only with --to')
  const { trace, file } = await readSource(path, options, terminal)
  const shift = {
    ...(by === undefined ? {} : { by }),
    ...(date === undefined ? {} : { date }),
    keepWeekday,
    rebase,
  }
  const moved = await transformed(file, NAMES, terminal, () => shiftTrace(trace, shift))
  const first = moved.jobs.submit[0]
  const when =
    moved.clock.unixStart === null ? 'at an unknown date' : `on ${new Calendar(moved.clock).iso(first)}`
  tell('shift', [trace], moved, [`the first submitted ${when}, ${first} s after the log's zero`], terminal)
  await writeTrace(out, moved, options, file, terminal, size)
}
