/** Facilities: what their parts mean, and what is refused. */
import { describe, expect, it } from 'vitest'
import { readDocument } from '../../../../src/core/documents.js'
import { QueuewrightError } from '../../../../src/core/errors.js'
import {
  kindsOf,
  processorsOf,
  SITE_DOCUMENT,
  type SiteDocument,
} from '../../../../src/sim/facility/index.js'
import { validateFacility } from '../../../../src/sim/facility/validate.js'
import { Windows } from '../../../../src/sim/facility/windows.js'
import { DEFAULT_SEMANTICS } from '../../../../src/sim/semantics.js'
import { simulate } from '../../../../src/sim/simulate.js'
import { tableOf } from '../../../support/arbitraries.js'
import { plainPolicy } from '../../../support/policies.js'

function read(members: object): SiteDocument {
  const document = { format: 'queuewright-site', version: 1, name: 'ours', ...members }
  return readDocument(SITE_DOCUMENT, JSON.stringify(document), 'site.json')
}

const OVERLAPPING = [
  { name: 'debug', processors: '0-1', queues: [1] },
  { name: 'batch', processors: '0-7', queues: [2] },
  { name: 'long', processors: '6-7, 10', queues: [3] },
]

describe('a site document', () => {
  it('is read back as it was written', () => {
    const site = read({
      partitions: OVERLAPPING,
      priorities: [{ queue: 1, priority: 5 }],
      limits: [
        { kind: 'queue-jobs', queue: 3, value: 2 },
        { kind: 'user-processors', value: 4 },
      ],
      maintenance: { every: '7d', start: 3600, duration: '2h' },
      scheduling: { policy: 'cons:spt', compress: 'none', 'pass-interval': 30 },
    })
    expect(site.facility.maintenance).toEqual({ every: 604_800, start: 3600, duration: 7200 })
    expect(processorsOf(site.facility)).toBe(9)
    expect(readDocument(SITE_DOCUMENT, JSON.stringify(SITE_DOCUMENT.encode(site)), 'again')).toEqual(site)
  })

  it.each<[object, string, string]>([
    [{ partitions: [] }, 'partitions', '1 to 256 partitions'],
    [{ partitions: [{ name: 'a', processors: '5-2' }] }, 'partitions[0].processors', '5-2'],
    [{ partitions: [{ name: 'a', processors: '0-4, 4' }] }, 'partitions[0].processors', 'named twice'],
    [
      {
        partitions: [
          { name: 'a', processors: '0' },
          { name: 'a', processors: '1', queues: [1] },
        ],
      },
      'partitions[1].name',
      'a partition is named twice',
    ],
    [
      {
        partitions: [
          { name: 'a', processors: '0', queues: [1] },
          { name: 'b', processors: '1', queues: [1] },
        ],
      },
      'partitions[1].queues',
      'a queue is named twice',
    ],
    [
      {
        partitions: [
          { name: 'a', processors: '0' },
          { name: 'b', processors: '1' },
        ],
      },
      'partitions[1]',
      'all jobs that are left is named twice',
    ],
    [{ partitions: OVERLAPPING, limits: [{ kind: 'user-jobs', value: 0 }] }, 'limits[0].value', '0'],
    [
      { partitions: OVERLAPPING, limits: [{ kind: 'running', users: [1] }] },
      'limits[0]',
      'a limit on nothing',
    ],
    [
      { partitions: OVERLAPPING, maintenance: { every: 60, start: 0, duration: 60 } },
      'maintenance.duration',
      '60',
    ],
    [
      { partitions: OVERLAPPING, maintenance: { every: 60, start: 60, duration: 9 } },
      'maintenance.start',
      '60',
    ],
    [{ partitions: OVERLAPPING, scheduling: { policy: 'fsfc' } }, 'scheduling.policy', 'fsfc'],
    [{ partitions: OVERLAPPING, scheduling: { policy: 'recorded' } }, 'scheduling.policy', 'easy:fcfs'],
    [
      { partitions: OVERLAPPING, priorities: [1, 2].map((priority) => ({ queue: 3, priority })) },
      'priorities[1].queue',
      'a queue is named twice',
    ],
    [
      { partitions: OVERLAPPING, scheduling: { 'pass-interval': 1e300 } },
      'scheduling.pass-interval',
      'a number from 0 to 10000000000',
    ],
  ])('is refused by its place: %j', (members, field, said) => {
    const met = (() => {
      try {
        return read(members)
      } catch (error) {
        return error
      }
    })()
    expect(met).toBeInstanceOf(QueuewrightError)
    expect((met as QueuewrightError).detail.field).toBe(field)
    expect((met as QueuewrightError).message).toContain(said)
  })
})

describe('kinds of processors', () => {
  it('are those of the same partitions, taken from the fewest partitions first', () => {
    const { partitions } = read({ partitions: OVERLAPPING }).facility
    const { counts, of, sizes } = kindsOf(partitions)
    // Batch alone has 2-5, long alone has 10, debug and batch share 0-1, batch and long share 6-7.
    expect([...counts]).toEqual([4, 1, 2, 2])
    expect(of.map((kinds) => [...kinds])).toEqual([[2], [0, 2, 3], [1, 3]])
    expect(sizes).toEqual([2, 8, 3])
  })
})

describe('maintenance windows', () => {
  const windows = new Windows({ every: 100, start: 40, duration: 10 })
  it.each([
    [0, 40, 0],
    [0, 41, 50],
    [30, 10, 30],
    [31, 10, 50],
    [40, 1, 50],
    [49, 90, 50],
    [50, 90, 50],
    [51, 90, 150],
    [0, 91, Number.POSITIVE_INFINITY],
  ])('from %i a job of %i s may begin at %i', (from, length, at) => {
    expect(windows.clear(from, length)).toBe(at)
  })
  it('end', () => {
    expect([windows.lastEnd(49), windows.lastEnd(50), windows.nextEnd(50), windows.nextEnd(49)]).toEqual([
      -50, 50, 150, 50,
    ])
  })
})

describe('jobs that never start', () => {
  const jobs = tableOf([{ id: 7, submit: 0, runtime: 50, estimate: 60, size: 2, user: 1, group: 1 }])
  const simulated = (
    members: object,
    fields: { queue: Float64Array },
    compress: 'none' | 'queue' = 'queue',
  ) => {
    const { facility } = read(members)
    return () =>
      simulate({
        ...{ jobs, fields, facility, processors: processorsOf(facility) },
        policy: plainPolicy('cons:fcfs'),
        rules: { ...DEFAULT_SEMANTICS, compress },
      })
  }
  const queue = (of: number) => ({ queue: Float64Array.of(of) })

  it('are refused by name', () => {
    expect(simulated({ partitions: OVERLAPPING }, queue(9))).toThrow('job 7 belongs to no partition')
    const small = [{ name: 'one', processors: '3' }]
    expect(simulated({ partitions: small }, queue(1))).toThrow('job 7 is larger than its partition, one')
    const limits = [{ kind: 'user-processors', value: 1 }]
    expect(simulated({ partitions: OVERLAPPING, limits }, queue(2))).toThrow(
      'job 7 is larger than a limit lets run',
    )
    const members = { groups: [4], processors: 1 }
    const other = [{ kind: 'running', ...members }]
    expect(simulated({ partitions: OVERLAPPING, limits: other }, queue(2))).not.toThrow()
    const closed = [{ name: 'one', processors: '0-3', allow: { users: [2] } }]
    expect(simulated({ partitions: closed }, queue(2))).toThrow('job 7 may not use its partition, one')
    const shut = [{ name: 'one', processors: '0-3', allow: { users: [1] }, deny: { queues: [2] } }]
    expect(simulated({ partitions: shut }, queue(2))).toThrow('job 7 may not use its partition, one')
    expect(simulated({ partitions: shut }, queue(1))).not.toThrow()
    const maintenance = { every: 60, start: 0, duration: 1 }
    expect(simulated({ partitions: OVERLAPPING, maintenance }, queue(2))).toThrow(
      'between no two maintenance',
    )
  })

  it('others start, and what breaks a rule is found by the independent check', () => {
    const { facility } = read({
      partitions: OVERLAPPING,
      limits: [{ kind: 'queue-jobs', queue: 1, value: 1 }],
      maintenance: { every: 1000, start: 0, duration: 10 },
    })
    const three = tableOf(
      [0, 0, 20].map((submit, k) => ({
        id: k,
        submit,
        runtime: 50,
        estimate: 50,
        size: 2,
        user: k,
        group: 1,
      })),
    )
    const fields = { queue: Float64Array.of(1, 1, 2), partition: Float64Array.of(-1, -1, -1) }
    const found = simulate({
      ...{ jobs: three, fields, facility, processors: 9, policy: plainPolicy('list:fcfs') },
    })
    expect([...found.start]).toEqual([10, 60, 20])
    expect(validateFacility(found, facility, fields)).toEqual([])
    const rules = (start: number[]) =>
      new Set(
        validateFacility({ ...found, start: Float64Array.from(start) }, facility, fields).map(
          ({ rule }) => rule,
        ),
      )
    expect(rules([0, 60, 20])).toEqual(new Set(['maintenance']))
    expect(rules([10, 10, 20])).toEqual(new Set(['partition', 'limit']))
  })
})
