/**
 * The reader meets whatever bytes there are: random ones, and logs with random damage. It may refuse them, with an
 * error that says where; it may not crash, hang or grow without bound. What it accepts must be sound: columns in
 * order, and the same table again when written and read back.
 */
import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { QueuewrightError } from '../../src/core/errors.js'
import { openInput } from '../../src/runtime/index.js'
import {
  cleanTrace,
  describeTrace,
  groupTrace,
  readBatsim,
  type Trace,
  writeSwf,
} from '../../src/trace/index.js'
import { missing, requirements, TRACES, tracePath } from '../support/data.js'
import { bytesOf, jobLine, readText } from '../support/logs.js'

const SEED = 20261121

/** The trace, or null where the bytes were refused properly. */
function attempt(bytes: Uint8Array, badLines: 'error' | 'drop', size: number): Trace | null {
  try {
    return readText(bytes, { badLines, fields: 'all', file: 'fuzz.swf' }, size)
  } catch (error) {
    if (!(error instanceof QueuewrightError)) throw error
    expect(['line-fields', 'line-number', 'line-value', 'input-empty']).toContain(error.kind)
    expect(error.message).toContain('fuzz.swf')
    expect(error.message.length).toBeLessThan(1000)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a message is one line of visible text
    expect(error.message).not.toMatch(/[\u0000-\u001f]/)
    return null
  }
}

function check(bytes: Uint8Array): void {
  for (const badLines of ['error', 'drop'] as const) {
    const trace = attempt(bytes, badLines, 1 << 16)
    expect(attempt(bytes, badLines, 13)?.digest).toBe(trace?.digest)
    if (trace === null) continue
    const { submit, id, size, runtime, length } = trace.jobs
    let unsound = 0
    for (let row = 0; row < length; row++) {
      const ordered =
        row === 0 ||
        submit[row - 1] < submit[row] ||
        (submit[row - 1] === submit[row] && id[row - 1] <= id[row])
      if (!ordered || !(size[row] === -1 || size[row] > 0) || !Number.isFinite(runtime[row])) unsound++
    }
    expect(unsound).toBe(0)
    const back = readText([...writeSwf(trace)].join(''), { fields: 'all' })
    expect(back.jobs.length).toBe(length)
    expect(back.digest).toBe(trace.digest)
    const clean = cleanTrace(groupTrace(trace).trace)
    const left = Object.values(clean.dropped).reduce((sum, count) => sum + count, 0)
    const before = Object.values(trace.dropped).reduce((sum, count) => sum + count, 0)
    expect(clean.jobs.length + left - before).toBe(length)
    expect(describeTrace(clean).jobs).toBe(clean.jobs.length)
  }
}

/** Bytes that mean something to the reader, more often than others. */
const byte = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...bytesOf('0123456789 \t\n\r-+.eE;')) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 255 }) },
)
const token = fc.oneof(
  fc.constantFrom(
    '-1',
    '0',
    '1',
    '-0',
    '+5',
    '1e3',
    '1e999',
    '2147483648',
    '99999999999999999999',
    '.5',
    '5.',
    '-',
  ),
  fc.constantFrom(
    'NaN',
    '0x1',
    '1_000',
    '١',
    '\u2028',
    '\0',
    '1e-400',
    '9'.repeat(300),
    '-2',
    '1.5',
    '1e',
    ';',
  ),
  fc.integer({ min: -3, max: 1000 }).map(String),
)

/** A log like real ones, made on the spot. */
function madeLog(jobs: number): Uint8Array {
  const lines = ['; Version: 2.2', '; Preemption: Double', '; UnixStartTime: 843480031', '; MaxProcs: 128']
  for (let k = 0; k < jobs; k++) {
    lines.push(
      jobLine({
        job: k + 1 - (k % 7 === 3 ? 1 : 0),
        submit: k % 11 === 5 ? -1 : k * 61,
        wait: (k * 7919) % 5000,
        run: (k * 104729) % 40_000,
        allocatedProcessors: 1 << (k % 8),
        cpuTime: `${(k * 31) % 977}.${k % 100}`,
        requestedTime: 3600 * (1 + (k % 12)),
        status: k % 13 === 4 ? 2 + (k % 3) : k % 5 === 0 ? 5 : 1,
        user: (k * k) % 17,
        queue: k % 3,
      }),
    )
  }
  return bytesOf(`${lines.join('\n')}\n`)
}

interface Damage {
  readonly kind: 'flip' | 'cut' | 'copy' | 'insert'
  readonly at: number
  readonly length: number
  readonly bytes: readonly number[]
}

const damage: fc.Arbitrary<Damage> = fc.record({
  kind: fc.constantFrom('flip', 'cut', 'copy', 'insert'),
  at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  length: fc.integer({ min: 1, max: 200 }),
  bytes: fc.array(byte, { maxLength: 20 }),
})

function damaged(log: Uint8Array, damages: readonly Damage[]): Uint8Array {
  let bytes = Buffer.from(log)
  for (const { kind, at, length, bytes: other } of damages) {
    const place = Math.floor(at * bytes.length)
    const [before, after] = [bytes.subarray(0, place), bytes.subarray(place)]
    if (kind === 'flip') bytes = Buffer.concat([before, Buffer.from(other), after.subarray(other.length)])
    else if (kind === 'cut') bytes = Buffer.concat([before, after.subarray(length)])
    else if (kind === 'copy') bytes = Buffer.concat([before, after.subarray(0, length), after])
    else bytes = Buffer.concat([before, Buffer.from(other), after])
  }
  return bytes
}

describe('the SWF reader, given anything', () => {
  it('random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => check(bytes)),
      { seed: SEED, numRuns: 500 },
    )
  })

  it('bytes of the format’s alphabet', () => {
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 300 }), (bytes) => check(Uint8Array.from(bytes))),
      { seed: SEED, numRuns: 1500 },
    )
  })

  it('lines of odd numbers', () => {
    const line = fc.array(token, { maxLength: 20 }).map((tokens) => tokens.join(' '))
    fc.assert(
      fc.property(fc.array(line, { maxLength: 10 }), (lines) => check(bytesOf(lines.join('\n')))),
      { seed: SEED, numRuns: 1500 },
    )
  })

  it('made logs with damage', () => {
    const log = madeLog(60)
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 6 }), (damages) =>
        check(damaged(log, damages)),
      ),
      { seed: SEED, numRuns: 250 },
    )
  })

  it.skipIf(missing(requirements.traces))('real logs with damage', async () => {
    for (const name of readdirSync(TRACES ?? '').filter((file) => file.endsWith('.swf.gz'))) {
      const chunks: Uint8Array[] = []
      for await (const chunk of openInput(tracePath(name))) chunks.push(chunk)
      const log = Buffer.concat(chunks).subarray(0, 30_000)
      fc.assert(
        fc.property(fc.array(damage, { minLength: 1, maxLength: 5 }), (damages) =>
          check(damaged(log, damages)),
        ),
        { seed: SEED, numRuns: 6 },
      )
    }
  })
})

describe('the Batsim reader, given anything', () => {
  const refusing = (text: string) => {
    try {
      readBatsim(text)
    } catch (error) {
      if (!(error instanceof QueuewrightError)) throw error
      expect(['input-document', 'input-empty']).toContain(error.kind)
    }
  }

  it('any JSON, and JSON of nearly the right shape', () => {
    const value = fc.oneof(
      fc.integer(),
      fc.double(),
      fc.string(),
      fc.constant(null),
      fc.constantFrom('p', 'q', '1!2'),
    )
    const job = fc.record(
      { id: value, subtime: value, res: value, walltime: value, profile: value, extra_data: value },
      { requiredKeys: [] },
    )
    const profile = fc.record(
      {
        type: fc.oneof(fc.constantFrom('delay', 'DelayProfile', 'composed', 'smpi'), value),
        delay: value,
        seq: fc.oneof(value, fc.array(value)),
        repeat: value,
      },
      { requiredKeys: [] },
    )
    const workload = fc.record(
      {
        nb_res: fc.oneof(fc.integer({ min: 1, max: 9 }), value),
        jobs: fc.oneof(fc.array(fc.oneof(job, value)), value),
        profiles: fc.oneof(
          fc.dictionary(fc.constantFrom('p', 'q', '__proto__'), fc.oneof(profile, value)),
          value,
        ),
        queuewright: fc.oneof(fc.record({ unixStart: value, zone: value, header: fc.array(value) }), value),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(workload, fc.jsonValue()), (document) => refusing(JSON.stringify(document))),
      { seed: SEED, numRuns: 3000 },
    )
  })

  it('text cut anywhere', () => {
    const text =
      '{"nb_res":4,"jobs":[{"id":"1","subtime":0,"res":1,"profile":"d"}],"profiles":{"d":{"type":"delay","delay":2}}}'
    for (let length = 0; length <= text.length; length++) refusing(text.slice(0, length))
  })
})
