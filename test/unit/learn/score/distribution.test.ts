/** Score distributions as CSV: what is read, what is written, what is refused. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  printDistribution,
  readDistribution,
  type ScoreDistribution,
} from '../../../../src/learn/score/distribution.js'
import { missing, referencePath, requirements } from '../../../support/data.js'
import { failureOf } from '../../../support/failures.js'

const HEAD = 'runtime,size,submit,score,tuple\n'

describe('score distributions', () => {
  it('are read back bit by bit', () => {
    const row = fc.tuple(
      fc.double({ min: Number.MIN_VALUE, max: 2 ** 53, noNaN: true }),
      fc.integer({ min: 1, max: 2 ** 31 - 1 }),
      fc.double({ min: 0, max: 2 ** 53, noNaN: true }),
      // Twenty of them in one tuple are still no more than 1.
      fc.double({ min: Number.MIN_VALUE, max: 0.05, noNaN: true }),
      fc.nat(),
    )
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), (rows) => {
        const column = (k: number) => Float64Array.from(rows, (values) => values[k])
        const made: ScoreDistribution = {
          runtime: column(0),
          size: column(1),
          submit: column(2).map((value) => value + 0),
          score: column(3),
          tuple: Int32Array.from(rows, (values) => values[4]),
        }
        expect(readDistribution(printDistribution(made), 'made')).toEqual(made)
      }),
      { seed: 61 },
    )
  })

  it('are read by the names of the head, in any order and with further columns', () => {
    const read = readDistribution(
      '"score",note,submit,"size",runtime\r\n0.25,x,7,2,30\r\n\r\n0.75,y,8,1,1e2\r\n',
      'f',
    )
    expect([...read.runtime]).toEqual([30, 100])
    expect([...read.size]).toEqual([2, 1])
    expect([...read.submit]).toEqual([7, 8])
    expect([...read.score]).toEqual([0.25, 0.75])
    expect([...read.tuple]).toEqual([0, 0])
  })

  it('are read whatever ends the lines, and behind a byte-order mark', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      for (const mark of ['', '\uFEFF']) {
        const rows = ['30,2,7,0.25,0', '100,1,8,0.75,0']
        const read = readDistribution([`${mark}${HEAD.trimEnd()}`, ...rows, ''].join(end), 'f')
        expect([[...read.runtime], [...read.tuple]]).toEqual([
          [30, 100],
          [0, 0],
        ])
        expect([...readDistribution(`${mark}${rows.join(end)}`, 'f').runtime]).toEqual([30, 100])
      }
    }
  })

  it('are read without a head, with the tuple and without', () => {
    expect([...readDistribution('10,4,0,0.5,3\n11,4,1,0.5,9', 'f').tuple]).toEqual([3, 9])
    const plain = readDistribution(
      '10.0,4.0,0.0,0.5\n11.0,4.0,1.0,0.5\n12.0,1.0,5.0,0.4\n9.0,1.0,6.0,0.6\n',
      'f',
    )
    expect([...plain.tuple]).toEqual([0, 0, 1, 1])
    expect([...plain.runtime]).toEqual([10, 11, 12, 9])
  })

  it('have one tuple where nothing says which, and scores do not add up', () => {
    const tuplesOf = (...scores: number[]) => [
      ...readDistribution(scores.map((score) => `10,4,0,${score}`).join('\n'), 'f').tuple,
    ]
    expect(tuplesOf(0.5, 0.5, 0.7)).toEqual([0, 0, 0])
    expect(tuplesOf(0.5, 0.7, 0.8)).toEqual([0, 0, 0])
    expect(tuplesOf(0.5, 0.5, 1)).toEqual([0, 0, 1])
    expect(tuplesOf(0.995, 0.004, 0.001, 1)).toEqual([0, 0, 0, 1])
  })

  it('may lack rows of a tuple, and have none twice', () => {
    const tuple = (...scores: number[]) => scores.map((score) => `1,1,0,${score},7\n`).join('')
    expect(readDistribution(`${HEAD}${tuple(0.5, 0.5)}`, 'f').score.length).toBe(2)
    expect(readDistribution(`${HEAD}${tuple(0.5, 0.1)}`, 'f').score.length).toBe(2)
    const other = '1,1,0,1,8\n'
    const { kind, message } = failureOf(() => readDistribution(`${HEAD}${other}${tuple(0.6, 0.4, 0.6)}`, 'f'))
    expect(kind).toBe('line-value')
    expect(message).toMatch(/^f: the scores of tuple 7 add up to more than 1 \(field score, value 1\.6/)
  })

  it.each([
    ['', 'input-empty', {}],
    [' \n\n', 'input-empty', {}],
    [HEAD, 'input-empty', {}],
    ['runtime,size,score\n1,1,1\n', 'line-fields', { line: 1 }],
    ['runtime,size,submit,score,score\n1,1,0,0.5,0.5\n', 'line-fields', { line: 1 }],
    ['1,2,3\n', 'line-fields', { line: 1 }],
    ['1,2,3,0.4,5,6\n', 'line-fields', { line: 1 }],
    [`${HEAD}1,1,0,0.5,0\n\n1,1,0,0.5\n`, 'line-fields', { line: 4 }],
    [`${HEAD}1,1,0,0.5,0,7\n`, 'line-fields', { line: 2 }],
    [`${HEAD}1,one,0,0.5,0\n`, 'line-number', { line: 2, field: 'size', value: 'one' }],
    [`${HEAD}1,,0,0.5,0\n`, 'line-number', { line: 2, field: 'size', value: '' }],
    [`${HEAD}0x10,1,0,0.5,0\n`, 'line-number', { line: 2, field: 'runtime', value: '0x10' }],
    [`${HEAD}1,1,0,nan,0\n`, 'line-value', { line: 2, field: 'score', value: 'nan' }],
    ['NaN,1,0,0.5\n', 'line-value', { line: 1, field: 'runtime', value: 'NaN' }],
    [`${HEAD}1e999,1,0,0.5,0\n`, 'line-value', { line: 2, field: 'runtime', value: '1e999' }],
    [`${HEAD}-inf,1,0,0.5,0\n`, 'line-value', { line: 2, field: 'runtime', value: '-inf' }],
    [`${HEAD}0,1,0,0.5,0\n`, 'line-value', { line: 2, field: 'runtime', value: '0' }],
    [`${HEAD}1e16,1,0,0.5,0\n`, 'line-value', { line: 2, field: 'runtime', value: '1e16' }],
    [`${HEAD}1,1,1e16,0.5,0\n`, 'line-value', { line: 2, field: 'submit', value: '1e16' }],
    [`${HEAD}1,2.5,0,0.5,0\n`, 'line-value', { line: 2, field: 'size', value: '2.5' }],
    [`${HEAD}1,2147483648,0,0.5,0\n`, 'line-value', { line: 2, field: 'size' }],
    [`${HEAD}1,0,0,0.5,0\n`, 'line-value', { line: 2, field: 'size' }],
    [`${HEAD}1,1,-1,0.5,0\n`, 'line-value', { line: 2, field: 'submit' }],
    [`${HEAD}1,1,0,0,0\n`, 'line-value', { line: 2, field: 'score' }],
    [`${HEAD}1,1,0,1.01,0\n`, 'line-value', { line: 2, field: 'score' }],
    [`${HEAD}1,1,0,0.5,0.5\n`, 'line-value', { line: 2, field: 'tuple' }],
    [`${HEAD}1,1,0,0.5,-1\n`, 'line-value', { line: 2, field: 'tuple' }],
    [`${HEAD}1,1,0,0.5,2147483648\n`, 'line-value', { line: 2, field: 'tuple' }],
  ] as const)('refuse %j', (text, kind, detail) => {
    const failure = failureOf(() => readDistribution(text, 'scores.csv'))
    expect(failure.kind).toBe(kind)
    expect(failure.detail).toMatchObject({ file: 'scores.csv', ...detail })
    expect(failure.detail.remedy).toBeDefined()
    expect(failure.message).not.toContain('\n')
  })
})

describe.skipIf(missing(requirements.reference))("the authors' distribution", () => {
  it('has 216 tuples of 32 jobs, told by their sums', () => {
    const file = 'sc17-score-distribution.csv.gz'
    const read = readDistribution(gunzipSync(readFileSync(referencePath(file))).toString(), file)
    expect(read.score.length).toBe(6912)
    expect(read.tuple.every((tuple, row) => tuple === Math.floor(row / 32))).toBe(true)
    expect([read.runtime[0], read.size[0], read.submit[0], read.score[0]]).toEqual([
      10, 4, 27541, 0.0269601427393,
    ])
  })
})
