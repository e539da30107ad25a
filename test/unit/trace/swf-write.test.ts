import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { replaceColumns, selectRows, type Trace, traceWith } from '../../../src/trace/index.js'
import { headerFor, type SizeRule, scheduleAsTrace, writeSwf } from '../../../src/trace/swf/index.js'
import { jobLine, plain, readText } from '../../support/logs.js'

const textOf = (trace: Trace, rule?: SizeRule) => [...writeSwf(trace, rule)].join('')

const HEADER = [
  '; Version: 2.2',
  '; Acknowledge: the people who kept this log',
  '; MaxJobs: 3',
  '; MaxRecords: 3',
  '; UnixStartTime: 843480031',
  '; TimeZoneString: Europe/Stockholm',
  '; MaxNodes: 100 (of 130)',
].join('\n')
const LOG = `${HEADER}
${jobLine({ job: 1, submit: 0, wait: 3, run: 10, allocatedProcessors: 4, requestedProcessors: 8, requestedTime: 60, status: 1, user: 5, queue: 2 })}
${jobLine({ job: 2, submit: 7.25, run: 1e-7, allocatedProcessors: 6, cpuTime: 142.5, user: -1 })}
${jobLine({ job: 3, submit: 9, run: -1, status: 5 })}
`

describe('writing SWF', () => {
  it('writes what it read', () => {
    const trace = readText(LOG, { fields: 'all' })
    const text = textOf(trace)
    expect(text.replaceAll(/^; */gm, ';')).toBe(LOG.replaceAll(/^; */gm, ';'))
    expect(plain(readText(text, { fields: 'all' }))).toEqual(plain(trace))
  })

  it('writes the sizes of the table where the processor counts were not kept or say otherwise', () => {
    for (const size of ['requested', 'allocated'] as const) {
      const bare = readText(LOG, { size })
      expect(plain(readText(textOf(bare, size), { size }))).toEqual(plain(bare))
      const full = readText(LOG, { size, fields: 'all' })
      const scaled = traceWith(full, { jobs: replaceColumns(full.jobs, { size: [1, 99, 3] }) })
      const back = readText(textOf(scaled, size), { size, fields: 'all' })
      expect(Array.from(back.jobs.size)).toEqual([1, 99, 3])
      const other = size === 'requested' ? 'allocatedProcessors' : 'requestedProcessors'
      expect(back.fields[other]).toEqual(full.fields[other])
    }
  })

  it('puts right what would be wrong in the header, and nothing else', () => {
    const trace = readText(LOG)
    expect(headerFor(trace)).toEqual(trace.header)
    const fewer = selectRows(trace, Int32Array.of(1), {
      processors: 64,
      clock: { unixStart: 5, zone: 'UTC' },
    })
    expect(headerFor(fewer)).toEqual([
      ' Version: 2.2',
      ' Acknowledge: the people who kept this log',
      ' MaxProcs: 64',
      ' MaxJobs: 1',
      ' MaxRecords: 1',
      ' UnixStartTime: 5',
      ' TimeZoneString: UTC',
      ' MaxNodes: 100 (of 130)',
    ])
    const back = readText(textOf(fewer))
    expect(back.processors).toBe(64)
    expect(back.clock).toEqual(fewer.clock)
  })

  it('adds what a reader would otherwise miss, and no more', () => {
    const bare = readText('1 0 0 1 4 -1 -1 4 -1 -1 1 1 1 1 1 1 -1 -1')
    expect(textOf(bare)).toBe('1 0 -1 1 -1 -1 -1 4 -1 -1 -1 1 -1 -1 -1 -1 -1 -1\n')
    const known = traceWith(bare, { processors: 7, clock: { unixStart: 12, zone: 3600 } })
    const back = readText(textOf(known))
    expect(back.header).toEqual([' TimeZone: 3600', ' UnixStartTime: 12', ' MaxProcs: 7'])
    expect(back.clock).toEqual(known.clock)
    const named = readText('; TimeZoneString: US/Eastern\n1 0 0 1 4')
    const offset = traceWith(named, { clock: { unixStart: null, zone: -18_000 } })
    expect(readText(textOf(offset)).clock).toEqual(offset.clock)
  })

  it('keeps a comment on its line', () => {
    const trace = traceWith(readText('1 0 0 1 4'), { header: [' a\r\nb\nc'] })
    expect(readText(textOf(trace)).header).toEqual([' a b c'])
  })

  it('reads back any trace', () => {
    const value = fc.oneof(fc.integer({ min: -1, max: 1e6 }), fc.double({ min: 0, max: 1e10, noNaN: true }))
    const count = fc.integer({ min: -1, max: 500 })
    const line = fc
      .record({
        job: fc.nat(50),
        submit: value,
        wait: value,
        run: value,
        allocatedProcessors: count,
        cpuTime: value,
        requestedProcessors: count,
        requestedTime: value,
        user: fc.integer({ min: -1, max: 9 }),
        status: fc.constantFrom(-1, 0, 1, 5),
        queue: count,
      })
      .map(jobLine)
    // A comment of a key that the header corrects would be corrected.
    const comment = fc
      .string({ unit: 'grapheme' })
      .filter((text) => !/[\r\n]|max|unixstart|timezone|preemption/i.test(text))
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 30 }),
        fc.array(comment, { maxLength: 5 }),
        fc.constantFrom('requested', 'allocated'),
        fc.boolean(),
        (lines, comments, size, all) => {
          const fields = all ? ('all' as const) : (['status', 'queue'] as const)
          const log = [...comments.map((text) => `;${text}`), ...lines].join('\n')
          const trace = readText(log, { fields, size })
          const back = readText(textOf(trace, size), { fields, size })
          expect({ ...plain(back), notices: [] }).toEqual({ ...plain(trace), notices: [] })
          expect(back.digest).toBe(trace.digest)
        },
      ),
      { seed: 20261121, numRuns: 200 },
    )
  })

  it('writes a schedule: waits and processors of it, all else of the trace', () => {
    const trace = readText(LOG, { fields: 'all' })
    const schedule = scheduleAsTrace(trace, Float64Array.of(5, 7.25, 20), ['made by a test'])
    const back = readText(textOf(schedule), { fields: 'all' })
    expect(Array.from(back.fields.wait ?? [])).toEqual([5, 0, 11])
    expect(Array.from(back.fields.allocatedProcessors ?? [])).toEqual([8, 6, -1])
    expect(Array.from(back.fields.queue ?? [])).toEqual([2, -1, -1])
    expect(Array.from(back.jobs.runtime)).toEqual([10, 1e-7, -1])
    expect(back.header[0]).toBe(' Note: made by a test')
    expect(back.header.slice(1)).toEqual(trace.header)
  })
})
