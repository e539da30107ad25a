import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSwf, SwfParser } from '../../../src/trace/swf/index.js'
import { SWF_FIELDS } from '../../../src/trace/trace.js'
import { failureOf } from '../../support/failures.js'
import { bytesOf, jobLine, plain, readText } from '../../support/logs.js'

const LOG = `; Version: 2.2
; MaxProcs: 128
;\t Note: café
1 0 5 100 4 -1 -1 4 200 -1 1 7 3 -1 2 1 -1 -1
; a comment between the jobs
 2\t10   0 50.5 8 142.00 -1 -1 60 -1 0 8 3 -1 2 1 -1 -1
`

/** A field of which any number is taken. */
function cpuTimeOf(text: string): number | undefined {
  return readText(`1 0 0 1 4 ${text}`, { fields: 'all' }).fields.cpuTime?.[0]
}

describe('reading SWF', () => {
  it('reads the table, the machine and the comments in their order', () => {
    const trace = readText(LOG, { name: 'small' })
    expect(trace.name).toBe('small')
    expect(trace.processors).toBe(128)
    expect(trace.header).toEqual([
      ' Version: 2.2',
      ' MaxProcs: 128',
      '\t Note: café',
      ' a comment between the jobs',
    ])
    expect(plain(trace).columns).toEqual([
      [1, 2],
      [0, 10],
      [100, 50.5],
      [200, 60],
      [4, 8],
      [7, 8],
      [0, 0],
    ])
    expect(trace.fields).toEqual({})
    expect(trace.notices).toEqual([])
    expect(trace.dropped).toEqual({})
  })

  it('keeps all further fields when asked', () => {
    const line = SWF_FIELDS.map((_, k) => k + 1).join(' ')
    const trace = readText(line, { fields: 'all' })
    expect(Object.keys(trace.fields)).toHaveLength(13)
    for (const [name, column] of Object.entries(trace.fields)) {
      expect(column[0]).toBe(SWF_FIELDS.indexOf(name as (typeof SWF_FIELDS)[number]) + 1)
    }
    expect(Object.keys(readText(line, { fields: ['queue', 'wait', 'queue'] }).fields)).toEqual([
      'queue',
      'wait',
    ])
  })

  it('takes requested or allocated processors, and the other where that is not given', () => {
    const log = ['1 0 0 1 4 -1 -1 8', '2 0 0 1 4 -1 -1 -1', '3 0 0 1 -1 -1 -1 8', '4 0 0 1 0 -1 -1 0'].join(
      '\n',
    )
    expect(Array.from(readText(log).jobs.size)).toEqual([8, 4, 8, -1])
    expect(Array.from(readText(log, { size: 'allocated' }).jobs.size)).toEqual([4, 4, 8, -1])
  })

  it.each([
    ['+12', 12],
    ['1e3', 1000],
    ['2.5E+02', 250],
    ['.5', 0.5],
    ['5.', 5],
    ['-0', 0],
    ['-0.0', 0],
    ['0.1', 0.1],
    ['142.00', 142],
    ['123456789012345', 123456789012345],
    ['1234567890123456789', 1234567890123456800],
    ['0.30000000000000004', 0.30000000000000004],
    ['0000000000000000000000012', 12],
    ['1e-7', 1e-7],
  ])('reads the number %s', (text, value) => {
    expect(Object.is(cpuTimeOf(text), value)).toBe(true)
  })

  it.each([
    ['submit', '1 1732000000000 0 1 4'],
    ['wait', '1 0 1e11 1 4'],
    ['run', '1 0 0 1e308 4'],
    ['requestedTime', '1 0 0 1 4 -1 -1 -1 9007199254740991'],
  ])('refuses a %s that is no time', (field, line) => {
    expect(failureOf(() => readText(line))).toMatchObject({ kind: 'line-value', detail: { field, line: 1 } })
    expect(readText(`1 0 0 1 4\n${line}`, { badLines: 'drop' }).dropped).toEqual({ 'bad-line-value': 1 })
  })

  it('takes no UnixStartTime in milliseconds, and says so', () => {
    const { clock, notices } = readText('; UnixStartTime: 835822800000\n1 0 0 1 4')
    expect(clock.unixStart).toBeNull()
    expect(notices.join()).toContain(
      'UnixStartTime 835822800000 is after the year 2286 (are these milliseconds?)',
    )
  })

  it('reads every float as Number does', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e300, max: 1e300 }), fc.nat(12), (value, digits) => {
        for (const text of [String(value), value.toExponential(digits), (value % 1e9).toFixed(digits)]) {
          expect(cpuTimeOf(text)).toBe(Number(text) + 0)
        }
      }),
      { seed: 20261121, numRuns: 500 },
    )
  })

  it('takes lines that end in CRLF, CR or nothing, blank lines, tabs and a byte order mark', () => {
    const expected = plain(readText(LOG)).columns
    const variants = [
      LOG.replaceAll('\n', '\r\n'),
      LOG.replaceAll('\n', '\r'),
      LOG.trimEnd(),
      `\uFEFF${LOG}`,
      LOG.replaceAll('\n', '\n \t\n\n'),
      LOG.replace('1 0 5', '  1\t0\t5'),
    ]
    for (const variant of variants) expect(plain(readText(variant)).columns).toEqual(expected)
    expect(readText(LOG.replaceAll('\n', '\r\n')).header).toEqual(readText(LOG).header)
  })

  it('is the same whatever the pieces are', () => {
    const log = `\uFEFF${LOG.replace('\n', '\r\n')}3 20 0 1e1 4\r\r\n4 5 0 1 4 \r\n`
    const whole = plain(readText(log, { fields: 'all' }))
    const bytes = bytesOf(log)
    for (let size = 1; size <= bytes.length; size++) {
      expect(plain(readText(log, { fields: 'all' }, size))).toEqual(whole)
    }
    for (let cut = 0; cut <= bytes.length; cut++) {
      const parser = new SwfParser({ fields: 'all' })
      parser.push(bytes.subarray(0, cut))
      parser.push(new Uint8Array(0))
      parser.push(bytes.subarray(cut))
      expect(plain(parser.end())).toEqual(whole)
    }
  })

  it('counts lines the same whatever the pieces are', () => {
    const log = '; one\r\n\r\n1 0 0 1 4\r\n\n\r2 0 x 1 4\r\n'
    for (let size = 1; size <= log.length; size++) {
      expect(failureOf(() => readText(log, {}, size)).detail.line).toBe(6)
    }
  })

  it('reads comments in UTF-8, else in Latin-1', () => {
    const latin = Uint8Array.of(...bytesOf('; caf'), 0xe9, ...bytesOf('\n1 0 0 1 4\n'))
    expect(readText(latin).header).toEqual([' café'])
    expect(readText('; naïve – ünïcode ✓\n1 0 0 1 4').header).toEqual([' naïve – ünïcode ✓'])
  })

  it('sorts by submit, number and place, says so, and keeps the fields beside their jobs', () => {
    const log = [
      jobLine({ job: 3, submit: 50, run: 1, allocatedProcessors: 1, queue: 30 }),
      jobLine({ job: 2, submit: 10, run: 2, allocatedProcessors: 1, queue: 20 }),
      jobLine({ job: 1, submit: 50, run: 3, allocatedProcessors: 1, queue: 10 }),
      jobLine({ job: 1, submit: 50, run: 4, allocatedProcessors: 1, queue: 11 }),
    ].join('\n')
    const trace = readText(log, { fields: ['queue'] })
    expect(Array.from(trace.jobs.runtime)).toEqual([2, 3, 4, 1])
    expect(Array.from(trace.fields.queue ?? [])).toEqual([20, 10, 11, 30])
    expect(trace.notices).toEqual([expect.stringContaining('sorted')])
  })

  it('gives the same table whatever the order of lines', () => {
    const lines = Array.from({ length: 200 }, (_, k) =>
      jobLine({ job: k + 1, submit: (k * 7919) % 50, run: k, allocatedProcessors: 1 + (k % 9), user: k % 5 }),
    )
    const digest = readText(lines.join('\n')).digest
    fc.assert(
      fc.property(fc.shuffledSubarray(lines, { minLength: lines.length }), (shuffled) => {
        expect(readText(shuffled.join('\n')).digest).toBe(digest)
      }),
      { seed: 20261121, numRuns: 50 },
    )
  })

  it('says how many lines had missing or further columns', () => {
    const trace = readText('1 0 0 1 4\n2 0 0 1 4 -1\n3 0 0 1 4 -1 -1 4 -1 -1 1 1 1 1 1 1 -1 -1 99 x\n', {
      fields: ['status'],
    })
    expect(trace.jobs.length).toBe(3)
    expect(Array.from(trace.fields.status ?? [])).toEqual([-1, -1, 1])
    expect(trace.notices).toEqual([
      '2 job lines have fewer than 18 fields; the missing ones are unknown (-1)',
      '1 job line has more than 18 fields; the further ones are ignored',
    ])
  })

  it('reads a stream', async () => {
    async function* chunks() {
      yield bytesOf(LOG.slice(0, 40))
      yield bytesOf(LOG.slice(40))
    }
    expect(plain(await readSwf(chunks()))).toEqual(plain(readText(LOG)))
  })
})

describe('the machine and the clock', () => {
  const header = (...comments: string[]) => readText(`${comments.map((c) => `; ${c}\n`).join('')}1 0 0 1 4\n`)

  it('takes MaxProcs if positive, else the leading number of MaxNodes', () => {
    expect(header('MaxNodes: 338 (batch partition; 512 total)').processors).toBe(338)
    expect(header('MaxNodes: 144', 'MaxProcs: 1152').processors).toBe(1152)
    expect(header('MaxNodes: 144', 'MaxProcs: -1').processors).toBe(144)
    expect(header('MaxProcs: unknown').processors).toBeNull()
    expect(header('maxprocs : 12').processors).toBe(12)
    expect(header().processors).toBeNull()
  })

  it.each([
    ['1,024', 1024],
    ['12,345,678 (in all)', 12_345_678],
    ['4.0', 4],
    ['100, of 130', 100],
    ['64 nodes', 64],
    ['+8', 8],
    ['2147483647', 2_147_483_647],
  ])('takes MaxProcs: %s as %i', (text, size) => {
    const trace = header(`MaxProcs: ${text}`)
    expect([trace.processors, trace.notices.filter((notice) => notice.includes('MaxProcs'))]).toEqual([
      size,
      [],
    ])
  })

  it.each(['1 024', '1e3', '2^10', '2.5', '1,02', '2147483648', '10-20'])(
    'takes no part of MaxProcs: %s, and says so',
    (text) => {
      const trace = header(`MaxProcs: ${text}`, 'MaxNodes: 0')
      expect(trace.processors).toBeNull()
      expect(trace.notices).toContainEqual(
        expect.stringContaining(`MaxProcs ${JSON.stringify(text)} is no number`),
      )
    },
  )

  it('takes TimeZoneString, else TimeZone, else UTC', () => {
    expect(
      header('UnixStartTime: 835823160', 'TimeZone: -18000', 'TimeZoneString: US/Eastern').clock,
    ).toEqual({
      unixStart: 835823160,
      zone: 'US/Eastern',
    })
    expect(header('TimeZone: 3600').clock).toEqual({ unixStart: null, zone: 3600 })
    expect(header().clock).toEqual({ unixStart: null, zone: 'UTC' })
    const unknown = header('TimeZone: 3600', 'TimeZoneString: Mars/Olympus')
    expect(unknown.clock.zone).toBe(3600)
    expect(unknown.notices).toContainEqual(expect.stringContaining('"Mars/Olympus"'))
  })

  it('counts absolute submit times from the start of the log', () => {
    const start = 1_200_000_000
    const log = `; UnixStartTime: ${start}\n1 ${start + 5} 0 1 4\n2 -1 0 1 4\n3 ${start + 90} 0 1 4\n`
    const trace = readText(log)
    expect(Array.from(trace.jobs.submit)).toEqual([-1, 5, 90])
    expect(trace.clock.unixStart).toBe(start)
    expect(trace.notices).toContainEqual(expect.stringContaining('Unix times'))
  })

  it('moves the start back where an absolute submit time lies before it', () => {
    const trace = readText('; UnixStartTime: 1200000000\n1 1199999990.5 0 1 4\n')
    expect(trace.clock.unixStart).toBe(1_199_999_990)
    expect(trace.jobs.submit[0]).toBe(0.5)
  })

  it('leaves relative times and those without a start as they are', () => {
    expect(readText('1 1200000000 0 1 4\n').jobs.submit[0]).toBe(1_200_000_000)
    expect(readText('; UnixStartTime: 0\n1 1200000000 0 1 4\n').jobs.submit[0]).toBe(1_200_000_000)
    // A part of a long log, whose times are relative though large.
    expect(readText('; UnixStartTime: 835823160\n1 150000000 0 1 4\n').jobs.submit[0]).toBe(150_000_000)
  })
})

describe('lines that no log may hold', () => {
  it.each([
    ['1 0 3', 'line-fields', undefined, undefined],
    ['1 0 0 1', 'line-fields', undefined, undefined],
    ['1 0 x7 1 4', 'line-number', 'wait', 'x7'],
    ['hello world', 'line-number', 'job', 'hello'],
    ['1 0 0 1.2.3 4', 'line-number', 'run', '1.2.3'],
    ['1 0 0 - 4', 'line-number', 'run', '-'],
    ['1 0 0 1e 4', 'line-number', 'run', '1e'],
    ['1 0 0 0x10 4', 'line-number', 'run', '0x10'],
    ['1 0 0 NaN 4', 'line-number', 'run', 'NaN'],
    ['1 0 0 Infinity 4', 'line-number', 'run', 'Infinity'],
    ['1 0 0 1,5 4', 'line-number', 'run', '1,5'],
    ['1 0 0 1 4 -1 -1 4 1 1 1 1 1 1 1 1 1 abc', 'line-number', 'thinkTime', 'abc'],
    ['1 0 0 1e999 4', 'line-value', 'run', '1e999'],
    ['1 0 0 1 -4', 'line-value', 'allocatedProcessors', '-4'],
    ['1 0 0 1 4 -1 -1 -2', 'line-value', 'requestedProcessors', '-2'],
    ['1 0 0 1 4.5', 'line-value', 'allocatedProcessors', '4.5'],
    ['1 0 0 1 2147483648', 'line-value', 'allocatedProcessors', '2147483648'],
    ['1 -5 0 1 4', 'line-value', 'submit', '-5'],
    ['1.5 0 0 1 4', 'line-value', 'job', '1.5'],
    ['-2 0 0 1 4', 'line-value', 'job', '-2'],
    ['1 0 0 1 4 -1 -1 4 1 1 1 3000000000', 'line-value', 'user', '3000000000'],
  ])('%j', (line, kind, field, value) => {
    const log = `; header\n1 0 0 1 4\n${line}\n`
    const error = failureOf(() => readText(log, { file: 'some.swf' }))
    expect(error.kind).toBe(kind)
    expect(error.detail).toMatchObject({ file: 'some.swf', line: 3 })
    expect(error.detail.field).toBe(field)
    expect(error.detail.value).toBe(value)
    expect(error.detail.remedy).toContain('--bad-lines drop')
    expect(error.message).not.toContain('\n')

    const trace = readText(`${log}2 0 0 1 4\n`, { badLines: 'drop' })
    expect(trace.jobs.length).toBe(2)
    expect(trace.dropped).toEqual({ [`bad-${kind}`]: 1 })
  })

  it('names the line in a message of one line', () => {
    expect(failureOf(() => readText('1 0 a\nb', { file: 'log.swf' })).message).toBe(
      'log.swf:1: not a number (field wait, value "a", expected a number). ' +
        'Correct the line, or leave such lines out with --bad-lines drop',
    )
  })

  it('missing and zero values are not among them', () => {
    expect(readText('-1 -1 -1 -1 -1\n5 0 0 -7 0 -1 -1 0\n').jobs.length).toBe(2)
  })

  it('wants at least one job', () => {
    expect(failureOf(() => readText('')).kind).toBe('input-empty')
    expect(failureOf(() => readText('; only\n\n; comments')).kind).toBe('input-empty')
    const dropped = failureOf(() => readText('a\nb\n', { badLines: 'drop' }))
    expect(dropped.kind).toBe('input-empty')
    expect(dropped.detail.remedy).toContain('Its 2 lines were left out')
  })

  it('refuses a line of more than a mebibyte, whatever the pieces, instead of keeping it', () => {
    for (const text of [`${'1 '.repeat(600_000)}\n`, `;${'x'.repeat(1_100_000)}`, '7'.repeat(1_100_000)]) {
      for (const size of [4096, Number.MAX_SAFE_INTEGER]) {
        expect(failureOf(() => readText(text, { badLines: 'drop' }, size))).toMatchObject({
          kind: 'line-fields',
          detail: { line: 1 },
        })
      }
    }
  })

  it('does not take long over a very long number', () => {
    const error = failureOf(() => readText(`1 0 0 ${'9'.repeat(500_000)}x 4\n`))
    expect(error.kind).toBe('line-number')
    expect(error.message.length).toBeLessThan(300)
  })
})

describe('partial executions', () => {
  const part = (job: number, submit: number, run: number, status: number, wait = 0) =>
    jobLine({ job, submit, wait, run, allocatedProcessors: 4, status, user: 1 })

  it('leaves out the parts of jobs that are there as wholes', () => {
    const log = [
      '; Preemption: Double',
      part(1, 0, 30, 1),
      part(1, 0, 10, 2),
      part(1, -1, 20, 3),
      part(2, 5, 7, 0),
      part(2, 5, 7, 4),
      part(3, 9, 1, 1),
    ].join('\n')
    const trace = readText(log, { fields: ['status'] })
    expect(Array.from(trace.jobs.id)).toEqual([1, 2, 3])
    expect(Array.from(trace.jobs.runtime)).toEqual([30, 7, 1])
    expect(trace.dropped).toEqual({ 'part-of-listed-job': 3 })
    expect(trace.notices).toEqual([expect.stringContaining('3 lines are parts of preempted jobs')])
  })

  it('makes one job of parts where there is no whole', () => {
    const log = [
      '; Preemption: Yes',
      part(1, 0, 10, 2, 3),
      part(1, -1, 20, 2, 60),
      part(1, -1, 5, 3, 8),
      part(2, 4, 10, 2),
      part(2, -1, 1, 4),
      part(3, 6, 10, 2),
      part(3, -1, 1, 2),
      part(4, 8, 2, 1),
    ].join('\n')
    const trace = readText(log, { fields: ['status', 'wait'] })
    expect(Array.from(trace.jobs.id)).toEqual([1, 2, 3, 4])
    expect(Array.from(trace.jobs.submit)).toEqual([0, 4, 6, 8])
    expect(Array.from(trace.jobs.runtime)).toEqual([35, 11, 11, 2])
    expect(Array.from(trace.fields.status ?? [])).toEqual([1, 0, -1, 1])
    expect(trace.fields.wait?.[0]).toBe(3)
    expect(trace.dropped).toEqual({ 'part-merged': 4 })
    expect(trace.notices).toEqual([expect.stringContaining('7 lines are parts of 3 preempted jobs')])
    // The status need not be kept for this.
    expect(Array.from(readText(log).jobs.runtime)).toEqual([35, 11, 11, 2])
  })

  it('leaves the statuses of logs without preemption alone', () => {
    for (const preemption of ['No', 'TS']) {
      const trace = readText(`; Preemption: ${preemption}\n${part(1, 0, 10, 2)}\n${part(1, 1, 20, 3)}\n`)
      expect(Array.from(trace.jobs.runtime)).toEqual([10, 20])
      expect(trace.notices).toEqual([])
    }
    expect(readText(part(1, 0, 10, 3), { fields: ['status'] }).fields.status?.[0]).toBe(3)
  })
})

describe('an input that would fill the memory', () => {
  it('with comments is refused', () => {
    const failure = failureOf(() => readText(';\n'.repeat(600_000)))
    expect(failure).toMatchObject({ kind: 'line-fields', what: 'more than 16 MiB of comments' })
  })
})
