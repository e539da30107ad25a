import { describe, expect, it } from 'vitest'
import { formatDuration, parseDuration } from '../../../src/core/duration.js'

describe('parseDuration', () => {
  it.each([
    ['90', 90],
    ['0.5', 0.5],
    ['90s', 90],
    ['15m', 900],
    ['15min', 900],
    ['1h30m', 5400],
    ['1h 30m', 5400],
    ['1.5h', 5400],
    ['15d', 1_296_000],
    ['2w', 1_209_600],
    ['14 days', 1_209_600],
    ['1 Day 12 hours', 129_600],
    ['36 h', 129_600],
    ['2 weeks 1 minute 30 seconds', 1_209_690],
    ['1-12:00:00', 129_600],
    ['00:30', 1800],
    ['100:00:00', 360_000],
  ])('%s is %d s', (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds)
  })

  it.each(['', 'd', '15x', '-5', '1h30', '1:70', '5 dais', 'days', '3 mins', '1e3'])('refuses %j', (text) => {
    expect(() => parseDuration(text, 'window')).toThrow(/not a duration \(field window/)
  })
})

it('more than 317 years is no duration', () => {
  expect(parseDuration('10000000000')).toBe(1e10)
  for (const text of ['10000000001', `${'9'.repeat(400)}d`, '999999999-00:00']) {
    expect(() => parseDuration(text, 'window')).toThrow(/beyond all measure \(field window.*milliseconds/)
  }
})

describe('formatDuration', () => {
  it.each([
    [0, '0s'],
    [8.456, '8.46s'],
    [59.94, '59.9s'],
    [60, '1m'],
    [3600, '1h'],
    [3660, '1h 1m'],
    [90_000, '1d 1h'],
    [86_460, '1d'],
    [-90, '-1m 30s'],
  ])('%d s is %s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text)
  })
})
