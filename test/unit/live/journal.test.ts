/** Files of a line for each thing that happens: what is written is read back, and what does not fit is named. */
import { describe, expect, it } from 'vitest'
import { parseLedger, parseShadowLog } from '../../../src/live/index.js'

const FACTOR = '{"kind":"factor","at":18.5,"job":17,"from":0,"to":-30}\n'

describe('journals', () => {
  it('are read up to a last line that was cut off', () => {
    expect(parseLedger(`${FACTOR}${FACTOR.slice(0, 20)}`)).toEqual([
      { kind: 'factor', at: 18.5, job: 17, from: 0, to: -30 },
    ])
  })

  it.each([
    ['-30', '1.5', 'to', 1.5],
    ['"job":17', '"job":"x"', 'job', 'x'],
    ['"factor"', '"nobody"', 'kind', 'nobody'],
  ])('say which field does not fit: %s made %s', (from, to, field, value) => {
    expect(() => parseLedger(`${FACTOR}${FACTOR.replace(from, to)}`)).toThrow(
      expect.objectContaining({
        kind: 'run-damaged',
        detail: expect.objectContaining({ line: 2, field, value }),
      }),
    )
  })

  it('refuse entries of other journals', () => {
    expect(() => parseShadowLog(FACTOR)).toThrow(/not a line of a shadow.*begin.*job.*starts/)
  })
})
