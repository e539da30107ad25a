import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  BYTES_PER_JOB,
  JobTableBuilder,
  jobTableOver,
  replaceColumns,
  selectJobs,
  writeSwf,
} from '../../../src/trace/index.js'
import { jobOrder } from '../../../src/trace/job-table.js'
import { jobLine, plain, readText } from '../../support/logs.js'

const job = (id: number, submit: number) => ({
  id,
  submit,
  runtime: 1,
  estimate: 2,
  size: 3,
  user: id,
  group: 5,
})

describe('JobTableBuilder', () => {
  it('grows, and keeps jobs that come in order where they are', () => {
    const builder = new JobTableBuilder(1)
    for (let k = 0; k < 1000; k++) builder.add(job(k, k / 2))
    const { table, place } = builder.finish()
    expect(place).toBeNull()
    expect(table.length).toBe(1000)
    expect(table.buffer.byteLength).toBe(1000 * BYTES_PER_JOB)
    expect(table.submit[999]).toBe(499.5)
    expect([table.runtime[7], table.estimate[7], table.size[7], table.user[7], table.group[7]]).toEqual([
      1, 2, 3, 7, 5,
    ])
  })

  it('sorts the others, and says where each was', () => {
    const builder = new JobTableBuilder()
    for (const [id, submit] of [
      [3, 5],
      [1, 5],
      [2, 0],
      [1, 5],
    ])
      builder.add(job(id, submit))
    const { table, place } = builder.finish()
    expect(Array.from(table.id)).toEqual([2, 1, 1, 3])
    expect(Array.from(place ?? [])).toEqual([2, 1, 3, 0])
  })
})

describe('jobOrder', () => {
  it('is the order by (submit, id, place)', () => {
    const pair = fc.tuple(fc.integer({ min: -1, max: 5 }), fc.integer({ min: -1, max: 5 }))
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 40 }), (pairs) => {
        const submit = Float64Array.from(pairs, ([time]) => time)
        const id = Float64Array.from(pairs, ([, number]) => number)
        const expected = pairs
          .map((_, k) => k)
          .sort((a, b) => submit[a] - submit[b] || id[a] - id[b] || a - b)
        const order = jobOrder(submit, id)
        if (order === null) expect(expected).toEqual(pairs.map((_, k) => k))
        else expect(Array.from(order)).toEqual(expected)
      }),
      { seed: 20261121, numRuns: 500 },
    )
  })
})

describe('tables', () => {
  const table = readText('1 0 0 10 1\n2 5 0 20 2\n3 6 0 30 4\n').jobs

  it('share their memory, and are copied by whoever changes them', () => {
    const other = jobTableOver(table.buffer)
    expect(other.runtime.buffer).toBe(table.buffer)
    expect(Array.from(other.runtime)).toEqual([10, 20, 30])
    const changed = replaceColumns(table, { size: [7, 8, 9] })
    expect(Array.from(changed.size)).toEqual([7, 8, 9])
    expect(Array.from(table.size)).toEqual([1, 2, 4])
    expect(Array.from(selectJobs(table, Int32Array.of(0, 2)).runtime)).toEqual([10, 30])
  })

  it('hold logs of many blocks, sorted or not, and write them back', () => {
    const lines = Array.from({ length: 10_000 }, (_, k) =>
      jobLine({ job: k + 1, submit: k * 3, run: k % 977, allocatedProcessors: 1 + (k % 64), queue: k % 7 }),
    )
    const sorted = readText(lines.join('\n'), { fields: ['queue'] })
    expect(sorted.notices).toEqual([])
    const reversed = readText(lines.toReversed().join('\n'), { fields: ['queue'] })
    expect(reversed.digest).toBe(sorted.digest)
    expect(plain(reversed).fields).toEqual(plain(sorted).fields)
    expect(readText([...writeSwf(sorted)].join('')).digest).toBe(sorted.digest)
  })
})
