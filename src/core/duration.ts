/** Durations as people write them: `90`, `90s`, `15m`, `1h30m`, `15d`, `14 days`, `2w`, and Slurm's `1-12:00:00`. */
import { QueuewrightError } from './errors.js'

/** Seconds of any duration: 317 years. The usual cause of more is milliseconds. */
export const LONGEST_DURATION = 10_000_000_000

/** By the first letter of the unit. */
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 }

const PART = String.raw`(\d+(?:\.\d+)?)\s*(seconds?|minutes?|min|hours?|days?|weeks?|[smhdw])`
const WITH_UNITS = new RegExp(`^(?:${PART}\\s*)+$`)

/**
 * Seconds of a duration: a plain number (seconds), numbers with units (s, m or min, h, d, w, or the word, in any case) one
 * after the other, or `[days-]hours:minutes[:seconds]`.
 * @param what what the duration is for, in messages.
 * @throws QueuewrightError `usage`.
 */
export function parseDuration(text: string, what = 'duration'): number {
  const seconds = plainSeconds(text) ?? clockSeconds(text) ?? unitSeconds(text)
  if (seconds !== null && seconds > LONGEST_DURATION) {
    throw new QueuewrightError('usage', 'a duration beyond all measure', {
      field: what,
      value: text,
      expected: `at most ${LONGEST_DURATION} seconds (are these milliseconds?)`,
    })
  }
  if (seconds === null) {
    throw new QueuewrightError('usage', 'not a duration', {
      field: what,
      value: text,
      expected: 'seconds, or numbers with the units s, m, h, d, w such as 15d or 1h30m, or 1-12:00:00',
    })
  }
  return seconds
}

/** A duration to read: its two largest units that are not zero, such as `2d 4h`, `35m`, `8.5s`. */
export function formatDuration(seconds: number): string {
  if (!Number.isFinite(seconds)) return String(seconds)
  if (seconds < 0) return `-${formatDuration(-seconds)}`
  if (seconds < 60) return `${Number(seconds.toFixed(seconds < 10 ? 2 : 1))}s`
  let rest = Math.round(seconds)
  const parts: string[] = []
  for (const unit of ['d', 'h', 'm', 's']) {
    const count = Math.floor(rest / SECONDS[unit])
    rest -= count * SECONDS[unit]
    if (count > 0) parts.push(`${count}${unit}`)
    else if (parts.length > 0) break
  }
  return parts.slice(0, 2).join(' ')
}

function plainSeconds(text: string): number | null {
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : null
}

function clockSeconds(text: string): number | null {
  const match = /^(?:(\d+)-)?(\d+):([0-5]?\d)(?::([0-5]?\d))?$/.exec(text)
  if (!match) return null
  const [, days = '0', hours, minutes, seconds = '0'] = match
  return Number(days) * 86_400 + Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
}

function unitSeconds(text: string): number | null {
  const lower = text.toLowerCase()
  if (!WITH_UNITS.test(lower)) return null
  let total = 0
  for (const [, number, [letter]] of lower.matchAll(new RegExp(PART, 'g')))
    total += Number(number) * SECONDS[letter]
  return total
}
