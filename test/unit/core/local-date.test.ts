import { describe, expect, it } from 'vitest'
import { parseLocalDate } from '../../../src/core/local-date.js'
import { failureOf } from '../../support/failures.js'

describe('parseLocalDate', () => {
  it('reads dates with and without the time of day', () => {
    expect(parseLocalDate('2024-02-29')).toEqual({ year: 2024, month: 2, day: 29 })
    expect(parseLocalDate('2024-02-29 00:00')).toEqual({ year: 2024, month: 2, day: 29, time: 0 })
    expect(parseLocalDate('2024-02-29T23:59:59').time).toBe(86_399)
  })

  it.each([
    '',
    '2023-02-29',
    '2024-13-01',
    '2024-00-10',
    '2024-01-00',
    '2024-01-01T24:00',
    '1.1.2024',
    '24-01-01',
  ])('refuses %j', (text) => {
    expect(failureOf(() => parseLocalDate(text)).detail.value).toBe(text)
  })
})
