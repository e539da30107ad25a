import { describe, expect, it } from 'vitest'
import { datasetOf, decodeDataset, encodeDataset, traceOf } from '../../../src/trace/dataset.js'
import { traceWith } from '../../../src/trace/select.js'
import { demoTrace } from '../../../src/workload/demo.js'
import { failureOf } from '../../support/failures.js'

const plain = demoTrace({ jobs: 50 })
const queue = Float64Array.from({ length: 50 }, (_, k) => k % 3)
const trace = traceWith(plain, { fields: { queue, wait: queue.map((value) => value / 7) } })

describe('a dataset', () => {
  it('has the digest of its trace, and another one with further fields', () => {
    expect(datasetOf(trace).digest).toBe(plain.digest)
    const digests = [
      datasetOf(trace, ['queue']),
      datasetOf(trace, ['wait']),
      datasetOf(trace, ['wait', 'queue']),
    ].map(({ digest }) => digest)
    expect(new Set([plain.digest, ...digests]).size).toBe(4)
    const other = traceWith(trace, { fields: { queue: queue.map((value) => value + 1) } })
    expect(datasetOf(other, ['queue']).digest).not.toBe(digests[0])
  })

  it('shares its memory', () => {
    const { jobs, fields } = datasetOf(trace, ['queue', 'partition'])
    expect(jobs.buffer).toBe(trace.jobs.buffer)
    expect(fields.queue?.buffer).toBeInstanceOf(SharedArrayBuffer)
    expect(Object.keys(fields)).toEqual(['queue'])
  })

  it('comes back from its bytes, and from a trace', () => {
    for (const wanted of [[], ['queue'], ['wait', 'queue']] as const) {
      const dataset = datasetOf(trace, wanted)
      const back = decodeDataset(encodeDataset(dataset), 'x')
      expect(back).toEqual(dataset)
      expect(datasetOf(traceOf(back), wanted)).toEqual(dataset)
    }
  })

  it('is refused where a byte of it is changed, missing or too many', () => {
    const bytes = encodeDataset(datasetOf(trace, ['queue']))
    for (let at = 0; at < bytes.length; at += 7) {
      const changed = Uint8Array.from(bytes)
      changed[at] ^= 0x10
      // The name alone is no part of what the digest covers.
      const name = Buffer.from(bytes).indexOf(`"${trace.name}"`)
      if (at > name && at <= name + trace.name.length) continue
      const failure = failureOf(() => decodeDataset(changed, 'data/x'))
      expect(failure.kind).toBe('input-document')
      expect(failure.message).toContain('data/x')
    }
    for (const length of [0, 5, 21, 22, 80, bytes.length - 1]) {
      expect(failureOf(() => decodeDataset(bytes.subarray(0, length), 'x')).kind).toBe('input-document')
    }
    expect(failureOf(() => decodeDataset(Buffer.concat([bytes, Buffer.from([0])]), 'x')).kind).toBe(
      'input-document',
    )
  })
})
