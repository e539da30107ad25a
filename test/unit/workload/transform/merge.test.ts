import { describe, expect, it } from 'vitest'
import { headerValue } from '../../../../src/trace/swf/index.js'
import { mergeTraces } from '../../../../src/workload/transform/merge.js'
import { failureOf } from '../../../support/failures.js'
import { again, columnOf, logOf } from './support.js'

const A = logOf(
  [
    { job: 1, submit: 100, user: 7, unixGroup: 1, queue: 0, application: 12, status: 1, wait: 3 },
    { job: 45, submit: 5000, user: 12, queue: 1, precedingJob: 1, thinkTime: 8, partition: 2 },
  ],
  [
    '; Computer: Alpha',
    '; MaxProcs: 16',
    '; UnixStartTime: 1000000000',
    '; TimeZoneString: Europe/Berlin',
    '; Queue: 0 short',
    '; Queue: 1 long',
    '; Acknowledge: Ada',
  ],
  'a',
)
const B = logOf(
  [
    { job: 1, submit: 0, user: 7, unixGroup: 1, queue: 1 },
    { job: 2, submit: 900, user: -1, precedingJob: 1, thinkTime: 5 },
  ],
  [
    '; Computer: Beta',
    '; MaxProcs: 8',
    '; UnixStartTime: 1000001000',
    '; Queue: 1 night',
    '; Acknowledge: Bob',
  ],
  'b',
)

describe('mergeTraces', () => {
  it('keeps every job at its instant, and tells the numbers of the logs apart', () => {
    const merged = mergeTraces([A, B])
    expect(merged.clock).toEqual({ unixStart: 1e9, zone: 'Europe/Berlin' })
    expect(merged.processors).toBe(24)
    expect([...merged.jobs.id]).toEqual([1, 101, 102, 45])
    expect([...merged.jobs.submit]).toEqual([100, 1000, 1900, 5000])
    expect([...merged.jobs.user]).toEqual([7, 107, -1, 12])
    expect(columnOf(merged, 'unixGroup')).toEqual([1, 11, -1, -1])
    expect(columnOf(merged, 'queue')).toEqual([0, 11, -1, 1])
    expect(columnOf(merged, 'application')).toEqual([12, -1, -1, -1])
    expect(columnOf(merged, 'precedingJob')).toEqual([-1, -1, 101, 1])
    expect(columnOf(merged, 'thinkTime')).toEqual([-1, -1, 5, 8])
    expect(columnOf(merged, 'partition')).toEqual([-1, -1, -1, 2])
    expect(columnOf(merged, 'wait')).toEqual([3, -1, -1, -1])
  })

  it('says in its header what came from where, and keeps the names of queues and the acknowledgements', () => {
    const merged = again(mergeTraces([A, B]))
    expect(merged.clock).toEqual({ unixStart: 1e9, zone: 'Europe/Berlin' })
    expect([headerValue(merged.header, 'Computer'), headerValue(merged.header, 'MaxJobs')]).toEqual([
      'Alpha + Beta',
      '4',
    ])
    expect(merged.processors).toBe(24)
    const text = merged.header.join('\n')
    expect(text).toContain(
      'log 2 is b: 2 jobs of 8 processors, submit times +1000 s, numbers jobs +100, users +100',
    )
    expect(merged.header.filter((line) => /^ Queue:/.test(line))).toEqual([
      ' Queue: 0 short',
      ' Queue: 1 long',
      ' Queue: 11 night',
    ])
    expect(text).toContain('[1] Acknowledge: Ada')
    expect(text).toContain('[2] Acknowledge: Bob')
  })

  it('leaves numbers that mean the same as they are', () => {
    const merged = mergeTraces([A, B], { same: ['users', 'queues'] })
    expect([...merged.jobs.user]).toEqual([7, 7, -1, 12])
    expect(columnOf(merged, 'queue')).toEqual([0, 1, -1, 1])
    expect(columnOf(merged, 'unixGroup')).toEqual([1, 11, -1, -1])
    expect([...merged.jobs.id]).toEqual([1, 101, 102, 45])
    expect(merged.header.filter((line) => /^ Queue:/.test(line))).toEqual([
      ' Queue: 0 short',
      ' Queue: 1 long',
    ])
  })

  it('aligns zeros or first jobs where the dates do not matter', () => {
    expect([...mergeTraces([A, B], { align: 'start' }).jobs.submit]).toEqual([0, 100, 900, 5000])
    const first = mergeTraces([B, A, A], { align: 'first' })
    expect([...first.jobs.submit]).toEqual([0, 0, 0, 900, 4900, 4900])
    expect([...first.jobs.id]).toEqual([1, 101, 201, 2, 145, 245])
    expect(first.clock).toEqual(B.clock)
  })

  it('makes the logs sites of a grid', () => {
    const merged = mergeTraces([A, B], { sites: true })
    expect(columnOf(merged, 'partition')).toEqual([1, 2, 2, 1])
    expect(merged.header.filter((line) => /^ Partition:/.test(line))).toEqual([
      ' Partition: 1 a',
      ' Partition: 2 b',
    ])
  })

  it('takes the size of the machine that is given', () => {
    expect(again(mergeTraces([A, B], { processors: 30 })).processors).toBe(30)
  })

  it('keeps jobs of status 2 to 4 single when it is read again', () => {
    const killed = logOf([{ status: 4 }, { job: 1, status: 3 }], ['; MaxProcs: 4', '; Preemption: No'])
    expect(killed.jobs.length).toBe(2)
    expect(again(mergeTraces([killed, B], { align: 'start' })).jobs.length).toBe(4)
  })

  it('notices logs of other zones and of other years', () => {
    const later = logOf([{}], ['; MaxProcs: 4', '; UnixStartTime: 1010000000'], 'late')
    const { notices } = mergeTraces([A, later])
    expect(notices.join('\n')).toContain('different time zones; local hours are now those of Europe/Berlin')
    expect(notices.join('\n')).toContain(
      '116 days without a job lie before the first of late; with align first all logs begin together',
    )
    expect(mergeTraces([A, A]).notices).toEqual([])
  })

  it('adds up what was left out on reading', () => {
    const left = { ...A, dropped: { 'no-size': 2 } }
    expect(mergeTraces([left, B, left]).dropped).toEqual({ 'no-size': 4 })
  })

  it.each([
    ['usage', () => mergeTraces([A])],
    ['usage', () => mergeTraces([])],
    ['usage', () => mergeTraces([A, logOf([{}], ['; MaxProcs: 4'])])],
    ['usage', () => mergeTraces([A, B], { processors: 0 })],
    ['machine-unknown', () => mergeTraces([A, logOf([{}], ['; UnixStartTime: 5'])])],
    ['line-value', () => mergeTraces([A, logOf([{ user: 2_000_000_000 }])])],
    ['line-value', () => mergeTraces([A, logOf([{ job: 9e15 }])])],
  ] as const)('refuses: %s', (kind, action) => {
    expect(failureOf(action).kind).toBe(kind)
  })
})
