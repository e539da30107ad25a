/** What the commands that generate workloads share: seed and clock of the log. */
import type { Command } from 'commander'
import { Calendar } from '../../core/calendar.js'
import type { LogClock } from '../../trace/index.js'
import { localDate, usage, withSeedOption } from './options.js'
import { withOutputOptions } from './output.js'

export interface GeneratedOptions {
  readonly seed: number
  readonly start: string
  readonly zone: string
}

/** Adds the options of every generator, those of the output last. */
export function withGeneratedOptions(command: Command): Command {
  return withOutputOptions(
    withSeedOption(command.optionsGroup('Log:'))
      .option('--start <date>', 'when the log begins: 2024-01-01, 2024-01-01T06:00', '2024-01-01')
      .option('--zone <zone>', 'its time zone: Europe/Paris, +01:00', 'UTC'),
  )
}

/** The clock of a log that begins at the local date `start`. */
export function generatedClock({ start, zone: written }: GeneratedOptions): LogClock {
  const zone = zoneOf(written)
  const { year, month, day, time = 0 } = localDate('--start')(start)
  const unixStart = new Calendar({ unixStart: 0, zone }).secondOf(year, month, day, 0, 0, time)
  // A log's header cannot say a time before 1970.
  if (unixStart < 0) throw usage('--start', start, 'a date from 1970 on')
  return { unixStart, zone }
}

const DAY = 86_400

function zoneOf(text: string): string | number {
  const offset = /^([+-])(\d\d):([0-5]\d)$/.exec(text)
  if (offset !== null) {
    const seconds = (offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 3600 + Number(offset[3]) * 60)
    if (Math.abs(seconds) < DAY) return seconds
    throw usage('--zone', text, 'an offset of less than a day')
  }
  try {
    new Calendar({ unixStart: 0, zone: text })
    return text
  } catch {
    throw usage('--zone', text, 'an IANA name such as Europe/Paris, or an offset such as +01:00')
  }
}
