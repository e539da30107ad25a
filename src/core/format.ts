/**
 * Numbers as people read them, for tables, plots and pages; files for machines get raw numbers instead. Always
 * the same text on every machine: no locale is asked. Pure; imports nothing.
 */

/** Units of values: seconds, a share of 1, a plain ratio, a number a day, a number of things. */
export type Unit = 's' | 'share' | '1' | '1/d' | 'count'

/** The sign of a value that is not there. */
export const NO_VALUE = '–'

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/** A span of time with its two largest units: `4.2 s`, `42 s`, `12 min 5 s`, `3 h 12 min`, `5 d 3 h`, `1,204 d`. */
export function formatSeconds(seconds: number): string {
  if (!Number.isFinite(seconds)) return NO_VALUE
  if (seconds < 0) return `−${formatSeconds(-seconds)}`
  if (seconds > 0 && seconds < 0.001) return '< 0.001 s'
  if (seconds < 10 && !Number.isInteger(seconds)) {
    const text = trimZeros(seconds.toPrecision(2))
    if (Number(text) < 10) return `${text} s`
  }
  const whole = Math.round(seconds)
  if (whole < MINUTE) return `${whole} s`
  if (whole < HOUR) return twoUnits(whole, MINUTE, 'min', 1, 's')
  const minutes = Math.round(seconds / MINUTE) * MINUTE
  if (minutes < DAY) return twoUnits(minutes, HOUR, 'h', MINUTE, 'min')
  const hours = Math.round(seconds / HOUR) * HOUR
  if (hours < 100 * DAY) return twoUnits(hours, DAY, 'd', HOUR, 'h')
  return `${formatCount(seconds / DAY)} d`
}

function twoUnits(
  seconds: number,
  large: number,
  largeName: string,
  small: number,
  smallName: string,
): string {
  const rest = Math.round((seconds % large) / small)
  const first = `${Math.floor(seconds / large)} ${largeName}`
  return rest === 0 ? first : `${first} ${rest} ${smallName}`
}

/** A span of time in its largest unit alone, to about two digits, for marks of axes: `34 min`, `1.1 h`, `18 h`. */
export function formatRoughSeconds(seconds: number): string {
  const [amount, unit] =
    seconds < MINUTE
      ? [seconds, 's']
      : seconds < HOUR
        ? [seconds / MINUTE, 'min']
        : seconds < DAY
          ? [seconds / HOUR, 'h']
          : [seconds / DAY, 'd']
  return `${amount < 9.95 ? trimZeros(amount.toFixed(1)) : formatCount(amount)} ${unit}`
}

/** A whole number with thousands separators: `1,234,567`. */
export function formatCount(value: number): string {
  return Number.isFinite(value) ? grouped(Math.round(value).toFixed(0)) : NO_VALUE
}

/** A number to at most four significant digits, with separators: `87.3`, `1,235`, `0.0412`. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return NO_VALUE
  const size = Math.abs(value)
  if (value === 0) return '0'
  if (size >= 1000) return grouped(value.toFixed(0))
  if (size < 0.0001) return withMinus(value.toExponential(1))
  const digits = size >= 100 ? 1 : size >= 1 ? 2 : 4
  return grouped(trimZeros(value.toFixed(digits)))
}

/** A number with so many decimals, with separators: `1,234.50`. */
export function formatFixed(value: number, decimals: number): string {
  return Number.isFinite(value) ? grouped(value.toFixed(decimals)) : NO_VALUE
}

/** A share as a percentage with one decimal: `0.873` is `87.3 %`. */
export function formatPercent(share: number): string {
  return Number.isFinite(share) ? `${withMinus((share * 100).toFixed(1))} %` : NO_VALUE
}

/** A change against a baseline: `+4.2 %`, `−12.0 %`, `±0 %`; without limit upwards. */
export function formatChange(share: number): string {
  if (!Number.isFinite(share)) return NO_VALUE
  const text = grouped((share * 100).toFixed(1))
  if (Number(text.replace('−', '-')) === 0) return '±0 %'
  return `${share > 0 ? '+' : ''}${text} %`
}

export function formatValue(value: number | null | undefined, unit: Unit): string {
  if (value === null || value === undefined) return NO_VALUE
  switch (unit) {
    case 's':
      return formatSeconds(value)
    case 'share':
      return formatPercent(value)
    case '1':
      return formatNumber(value)
    case '1/d':
      return `${formatNumber(value)} /d`
    case 'count':
      return formatCount(value)
  }
}

/** `1 job`, `2 jobs`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

function grouped(text: string): string {
  const [whole, fraction] = text.split('.')
  const separated = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return withMinus(fraction === undefined ? separated : `${separated}.${fraction}`)
}

function withMinus(text: string): string {
  return text.replace('-', '−')
}

function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
