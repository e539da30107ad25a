import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type BatsimVersion,
  readBatsim,
  type Trace,
  traceWith,
  writeBatsim,
} from '../../../src/trace/index.js'
import { failureOf } from '../../support/failures.js'
import { jobLine, plain, readText } from '../../support/logs.js'

const textOf = (trace: Trace, version: BatsimVersion) => [...writeBatsim(trace, version)].join('')

const LOG = [
  '; MaxProcs: 16',
  '; UnixStartTime: 843480031',
  '; TimeZoneString: Europe/Stockholm',
  '; "quoted" \\ naïve',
  jobLine({ job: 4, submit: 0, run: 20.25, allocatedProcessors: 4, requestedTime: 60, user: 3 }),
  jobLine({ job: 5, submit: 1, run: 0, allocatedProcessors: 1 }),
  jobLine({ job: 9, submit: 1, run: 20.25, allocatedProcessors: 16, requestedTime: 10, user: 0 }),
].join('\n')

const V4 = {
  nb_res: 4,
  jobs: [
    { id: 'w0!1', subtime: 0, walltime: 30, res: 1, profile: 'short' },
    { id: 'w0!2', subtime: 1, walltime: -1, res: 4, profile: 'simple' },
    { id: 3, subtime: 10, res: 2, profile: 'sequence' },
    { id: '4', subtime: 5, res: 2, profile: 'mixed' },
  ],
  profiles: {
    short: { type: 'delay', delay: 20.2 },
    simple: { type: 'parallel_homogeneous', cpu: 1e7, com: 1e6 },
    sequence: { type: 'composed', repeat: 4, seq: ['short', 'nested'] },
    nested: { type: 'composed', seq: ['short', 'short'] },
    mixed: { type: 'composed', seq: ['short', 'simple'] },
  },
}
const V5 = {
  nb_res: 4,
  jobs: [
    { id: '1', subtime: 0, walltime: 30, res: 1, profile: 'short', extra_data: '{"user": 7}' },
    { id: '2', subtime: 1, res: 4, profile: 'task' },
    { id: '3', subtime: 2.5, res: 4, profile: 'seq', extra_data: 'not json' },
  ],
  profiles: {
    short: { type: 'DelayProfile', delay: 20.25 },
    task: { type: 'ParallelTaskHomogeneousProfile', cpu: 1, com: 1 },
    seq: { type: 'SequentialCompositionProfile', repeat: 2, seq: ['short'] },
  },
}

describe('reading Batsim workloads', () => {
  it('reads version 4: delays and sequences of them; what needs a platform is left out', () => {
    const trace = readBatsim(JSON.stringify(V4), { name: 'w' })
    expect(trace.processors).toBe(4)
    expect(Array.from(trace.jobs.id)).toEqual([1, 3])
    expect(trace.jobs.runtime[0]).toBe(20.2)
    expect(trace.jobs.runtime[1]).toBeCloseTo(12 * 20.2, 10)
    expect(Array.from(trace.jobs.estimate)).toEqual([30, -1])
    expect(Array.from(trace.jobs.size)).toEqual([1, 2])
    expect(trace.dropped).toEqual({ 'profile-needs-platform': 2 })
    expect(trace.notices).toEqual([
      '2 jobs have profiles whose run time depends on a platform (composed, parallel_homogeneous); left out',
    ])
  })

  it('reads version 5', () => {
    const trace = readBatsim(JSON.stringify(V5))
    expect(Array.from(trace.jobs.runtime)).toEqual([20.25, 40.5])
    expect(Array.from(trace.jobs.user)).toEqual([7, -1])
    expect(trace.dropped).toEqual({ 'profile-needs-platform': 1 })
  })

  it('numbers jobs by place where their ids are not different whole numbers', () => {
    const profiles = { d: { type: 'delay', delay: 1 } }
    const job = (id: unknown, subtime: number) => ({ id, subtime, res: 1, profile: 'd' })
    for (const ids of [
      ['a!1', 'b!1'],
      ['x', 'y'],
      ['1', '2.5'],
    ]) {
      const trace = readBatsim(
        JSON.stringify({ nb_res: 1, jobs: ids.map((id, k) => job(id, 9 - k)), profiles }),
      )
      expect(Array.from(trace.jobs.id)).toEqual([2, 1])
      expect(trace.notices).toHaveLength(2)
    }
  })

  const changed = (change: (workload: typeof V4) => unknown) => {
    const workload = structuredClone(V4)
    return JSON.stringify(change(workload) ?? workload)
  }
  it.each([
    ['jobs[1].res', (w: typeof V4) => void Object.assign(w.jobs[1], { res: -1 })],
    ['jobs[1].res', (w: typeof V4) => void Object.assign(w.jobs[1], { res: 1.5 })],
    ['jobs[1].res', (w: typeof V4) => void Object.assign(w.jobs[1], { res: undefined })],
    ['jobs[0].subtime', (w: typeof V4) => void Object.assign(w.jobs[0], { subtime: 'soon' })],
    ['jobs[0].subtime', (w: typeof V4) => void Object.assign(w.jobs[0], { subtime: -4 })],
    ['jobs[0].walltime', (w: typeof V4) => void Object.assign(w.jobs[0], { walltime: -3 })],
    ['jobs[0].id', (w: typeof V4) => void Object.assign(w.jobs[0], { id: null })],
    ['jobs[2].profile', (w: typeof V4) => void Object.assign(w.jobs[2], { profile: 'none' })],
    ['jobs[2].profile', (w: typeof V4) => void Object.assign(w.jobs[2], { profile: '__proto__' })],
    ['jobs[3]', (w: typeof V4) => ({ ...w, jobs: [...w.jobs.slice(0, 3), 7] })],
    ['jobs', (w: typeof V4) => ({ ...w, jobs: {} })],
    ['nb_res', (w: typeof V4) => ({ ...w, nb_res: 0 })],
    ['profiles', (w: typeof V4) => ({ ...w, profiles: [] })],
    ['profiles.short.delay', (w: typeof V4) => void Object.assign(w.profiles.short, { delay: -1 })],
    ['profiles.short.type', (w: typeof V4) => void Object.assign(w.profiles.short, { type: 3 })],
    ['profiles.sequence.repeat', (w: typeof V4) => void Object.assign(w.profiles.sequence, { repeat: 0 })],
    [
      'profiles.sequence.seq[1]',
      (w: typeof V4) => void Object.assign(w.profiles.sequence, { seq: ['short', 4] }),
    ],
    [
      'profiles.nested.seq[0]',
      (w: typeof V4) => void Object.assign(w.profiles.nested, { seq: ['sequence'] }),
    ],
    ['(document)', () => []],
  ])('names %s where it is bad', (path, change) => {
    const error = failureOf(() => readBatsim(changed(change), { file: 'w.json' }))
    expect(error.kind).toBe('input-document')
    expect(error.detail).toMatchObject({ file: 'w.json', field: path })
  })

  it('refuses what is no document, and one without jobs that have a run time', () => {
    for (const text of ['', '{', '{"jobs": [', 'nonsense']) {
      expect(failureOf(() => readBatsim(text)).kind).toBe('input-document')
    }
    expect(failureOf(() => readBatsim('{"nb_res":1,"jobs":[],"profiles":{}}')).kind).toBe('input-empty')
    const onlyTasks = changed((w) => ({ ...w, jobs: [w.jobs[1]] }))
    expect(failureOf(() => readBatsim(onlyTasks)).detail.remedy).toContain('delays')
  })

  it('does not overflow on sequences nested very deeply', () => {
    const profiles: Record<string, unknown> = { p0: { type: 'delay', delay: 1 } }
    for (let k = 1; k <= 5000; k++) profiles[`p${k}`] = { type: 'composed', seq: [`p${k - 1}`] }
    const workload = { nb_res: 1, jobs: [{ id: 1, subtime: 0, res: 1, profile: 'p5000' }], profiles }
    expect(failureOf(() => readBatsim(JSON.stringify(workload))).kind).toBe('input-document')
  })
})

describe('writing Batsim workloads', () => {
  it.each([4, 5] as const)('version %d reads back as the same jobs, machine, clock and header', (version) => {
    const trace = readText(LOG)
    const back = readBatsim(textOf(trace, version))
    expect(plain(back)).toEqual({ ...plain(trace), notices: [] })
    expect(back.digest).toBe(trace.digest)
  })

  it('is what each version of Batsim expects', () => {
    const four = JSON.parse(textOf(readText(LOG), 4))
    expect(four.nb_res).toBe(16)
    expect(four.jobs[0]).toEqual({
      id: '4',
      subtime: 0,
      res: 4,
      profile: 'delay20.25',
      walltime: 60,
      user: 3,
    })
    expect(four.jobs[1]).toEqual({ id: '5', subtime: 1, res: 1, profile: 'delay0' })
    expect(four.profiles).toEqual({
      'delay20.25': { type: 'delay', delay: 20.25 },
      delay0: { type: 'delay', delay: 1e-6, runtime: 0 },
    })
    const five = JSON.parse(textOf(readText(LOG), 5))
    expect(five.jobs[0].extra_data).toBe('{"user":3}')
    expect(five.jobs[0].user).toBeUndefined()
    expect(five.profiles['delay20.25']).toEqual({ type: 'DelayProfile', delay: 20.25 })
    expect(five.profiles.delay0).toEqual({ type: 'DelayProfile', delay: 1e-6, extra_data: '{"runtime":0}' })
  })

  it('refuses what Batsim would refuse', () => {
    const trace = readText(LOG)
    expect(failureOf(() => writeBatsim(traceWith(trace, { processors: null }))).kind).toBe('machine-unknown')
    for (const job of ['1 -1 0 5 4', '1 0 0 -1 4', '1 0 0 5 -1']) {
      const error = failureOf(() => writeBatsim(readText(`; MaxProcs: 8\n${job}`)))
      expect(error.kind).toBe('line-value')
      expect(error.message).toContain('Leave such jobs out with --clean')
    }
  })

  it('reads back any clean trace', () => {
    const time = fc.oneof(fc.nat(1000), fc.double({ min: 0, max: 1e9, noNaN: true }))
    const line = fc.record({
      submit: time,
      run: time,
      requestedTime: fc.oneof(fc.constant(-1), fc.integer({ min: 1, max: 9999 })),
      allocatedProcessors: fc.integer({ min: 1, max: 64 }),
      user: fc.integer({ min: -1, max: 3 }),
    })
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 20 }),
        fc.constantFrom<BatsimVersion[]>(4, 5),
        (lines, version) => {
          const log = lines.map((values, k) => jobLine({ job: k + 1, ...values })).join('\n')
          const trace = readText(`; MaxProcs: 64\n${log}`)
          expect(readBatsim(textOf(trace, version)).digest).toBe(trace.digest)
        },
      ),
      { seed: 20261121, numRuns: 200 },
    )
  })
})
