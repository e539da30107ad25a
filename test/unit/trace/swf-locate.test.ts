import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JobLineFinder } from '../../../src/trace/swf/index.js'
import { bytesOf, jobLine } from '../../support/logs.js'

function lineOf(text: string, job: number, size: number, piece = Number.MAX_SAFE_INTEGER): number | null {
  const finder = new JobLineFinder(job, size)
  const bytes = bytesOf(text)
  for (let at = 0; at < bytes.length; at += piece) {
    const line = finder.push(bytes.subarray(at, at + piece))
    if (line !== null) return line
  }
  return finder.end()
}

describe('JobLineFinder', () => {
  const job = (id: number, size: number) => jobLine({ job: id, submit: 0, run: 5, allocatedProcessors: size })

  it('finds the line, wherever the pieces and lines end', () => {
    const element = fc.oneof(
      fc.constant('; 7 in a comment'),
      fc.constant('  '),
      fc.integer({ min: 1, max: 6 }).map((id) => job(id, 2)),
    )
    const log = fc.record({
      before: fc.array(element, { maxLength: 8 }),
      after: fc.array(element, { maxLength: 3 }),
      lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
      mark: fc.constantFrom('', '\ufeff'),
      piece: fc.integer({ min: 1, max: 60 }),
    })
    fc.assert(
      fc.property(log, ({ before, after, lineEnd, mark, piece }) => {
        const text = mark + [...before, job(7, 40), ...after].join(lineEnd)
        expect(lineOf(text, 7, 40, piece)).toBe(before.length + 1)
      }),
      { seed: 20261121, numRuns: 300 },
    )
  })

  it('tells jobs of one number apart by their size, whichever field holds it', () => {
    const requested = jobLine({ job: 7, submit: 0, allocatedProcessors: 2, requestedProcessors: 64 })
    expect(lineOf([job(7, 2), requested, ''].join('\n'), 7, 64)).toBe(2)
  })

  it('is null where there is no such job', () => {
    expect(lineOf(`${job(70, 9)}\n; 7\n`, 7, 9)).toBeNull()
    expect(lineOf('', 7, 9)).toBeNull()
  })
})
