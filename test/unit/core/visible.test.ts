import { describe, expect, it } from 'vitest'
import { QueuewrightError } from '../../../src/core/errors.js'
import { visible, visibleLines } from '../../../src/core/visible.js'

describe('hidden characters', () => {
  it('are replaced in one line of text', () => {
    expect(visible('evil\u001b[2J\nname\u202e\u009b\ud800')).toBe('evil�[2J�name���')
    expect(visible('Zoë 李 😀 a-b_c')).toBe('Zoë 李 😀 a-b_c')
  })

  it('are shown by their codes in text of several lines, of which line ends and tabs stay', () => {
    expect(visibleLines('a\tb\nc\r\u0085\u2028\udc00')).toBe('a\tb\nc\\u000d\\u0085\\u2028\\udc00')
    expect(visibleLines('😀')).toBe('😀')
  })

  it('mean the same in a JSON document that shows their codes', () => {
    const value = { 'name\u202e': 'x\u0085\u007f\u2029y' }
    expect(JSON.parse(visibleLines(JSON.stringify(value, null, 2)))).toEqual(value)
  })

  it('are in no message of a failure, whatever its detail holds', () => {
    const { message } = new QueuewrightError('usage', 'what\u001b[2J', {
      file: 'a\nb\u202e',
      field: '\u009bx',
      value: 'v\u2066',
      remedy: 'r\u0007',
    })
    expect(message).toBe(visible(message))
    expect(message).toContain('\\u001b[2J')
  })

  it('and no message is longer than a screen', () => {
    const long = 'x'.repeat(1_000_000)
    const { message, detail } = new QueuewrightError('usage', long, {
      value: long,
      field: long,
      remedy: long,
    })
    expect(message.length).toBeLessThan(4000)
    expect(detail.value).toBe(long)
  })
})
