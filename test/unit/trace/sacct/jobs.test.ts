/** What becomes of rows: requeues, heterogeneous jobs, partitions, units, sizes, pseudonyms, machine, header. */
import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { headerValue, readSwf, type SacctOptions, writeSwf } from '../../../../src/trace/index.js'
import { bytesOf } from '../../../support/logs.js'
import { imported, importedJobs, jobsOf, psv, type Row, SALT } from './support.js'

const T = 1_700_000_000

/** An execution of job `id` from `start` to `end`, submitted at `submit`; seconds after T. */
function execution(id: number, submit: number, start: number, end: number, rest: Row = {}): Row {
  return {
    ...{ JobID: id, Submit: T + submit, Eligible: T + submit, Start: T + start, End: T + end },
    ElapsedRaw: end - start,
    ...rest,
  }
}

describe('requeues', () => {
  const rows = [
    execution(8, 0, 10, 110, { State: 'NODE_FAIL', TimelimitRaw: 5 }),
    execution(9, 0, 5, 6),
    execution(8, 110, 300, 320, { State: 'REQUEUED' }),
    execution(8, 320, 500, 1500, { State: 'COMPLETED', TimelimitRaw: 30 }),
  ]

  it('--requeues merge makes one job with the sum of the run times, the first release and the last state', () => {
    const { logs, report } = imported(psv(rows), { requeues: 'merge' })
    expect(report).toMatchObject({ rows: 4, jobs: 2, dropped: { 'requeue-merged': 2 } })
    expect(jobsOf(logs[0].trace).find(({ id }) => id === 8)).toMatchObject({
      ...{ release: T, wait: 10, run: 100 + 20 + 1000, estimate: 1800, status: 1 },
    })
  })

  it('are a job for each execution, of which the last has the number of Slurm', () => {
    const jobs = importedJobs(psv(rows))
    expect(jobs.map(({ id, release, wait, run, status }) => [id, release - T, wait, run, status])).toEqual([
      [9, 0, 5, 1, 1],
      [10, 0, 10, 100, 0],
      [11, 110, 190, 20, 0],
      [8, 320, 180, 1000, 1],
    ])
  })

  it('an execution whose job goes on after the accounting ends is to be continued', () => {
    const rows = psv([execution(8, 0, 10, 110, { State: 'REQUEUED' })])
    const [job] = importedJobs(rows, { requeues: 'merge' })
    expect(job).toMatchObject({ run: 100, status: 2 })
  })

  it.each([
    ['of another user', execution(8, 110, 300, 320, { User: 'eve' })],
    ['long after', execution(8, 200_000, 200_001, 200_002)],
    ['before the end of the other', execution(8, 50, 60, 70)],
  ])('a number used again %s is another job', (_, other) => {
    const { logs, report } = imported(psv([rows[0], other]))
    expect(report.jobs).toBe(2)
    expect(Array.from(logs[0].trace.jobs.id)).toEqual([1, 2])
    expect(report.notices.join()).toContain('not different for all')
  })

  it('a job whose size was changed while it ran never waited in between', () => {
    const resized = [
      execution(8, 0, 10, 110, { State: 'RESIZING', AllocTRES: 'cpu=8' }),
      execution(8, 0, 110, 150, { State: 'COMPLETED', AllocTRES: 'cpu=2' }),
    ]
    const jobs = importedJobs(psv(resized))
    expect(jobs.map(({ release, wait, run, allocated }) => [release - T, wait, run, allocated])).toEqual([
      [0, 10, 100, 8],
      [110, 0, 40, 2],
    ])
    expect(importedJobs(psv(resized), { requeues: 'merge' })).toMatchObject([
      { release: T, wait: 10, run: 140, status: 1 },
    ])
  })

  it('that jobcomp tells of after the end are the same execution', () => {
    const line = (id: number, state: string, from: string, to: string) =>
      `JobId=${id} UserId=ada(1) GroupId=users(1) Name=x JobState=${state} Partition=batch TimeLimit=1 StartTime=2026-11-21T01:${from} EndTime=2026-11-21T01:${to} NodeList=n1 NodeCnt=1 ProcCnt=4 WorkDir=/ SubmitTime=2026-11-21T01:00:00 EligibleTime=2026-11-21T01:00:00`
    const told = [line(7, 'COMPLETED', '01:00', '02:00'), line(7, 'PENDING', '01:00', '02:00')]
    const { logs, report } = imported(told.join('\n'), { zone: 'UTC' })
    expect(jobsOf(logs[0].trace)).toMatchObject([{ id: 7, run: 60, status: 1 }])
    expect(report.dropped).toEqual({ duplicate: 1 })
  })

  it('do not count twice for the size of the machine, nor do components', () => {
    const het = (offset: number, cores: number) => ({
      ...execution(20, 0, 10, 20),
      ...{ JobID: `20+${offset}`, JobIDRaw: 20 + offset, AllocTRES: `cpu=${cores}` },
    })
    expect(imported(psv([het(0, 2), het(1, 6)])).logs[0].trace.processors).toBe(8)
    for (const requeues of ['split', 'merge'] as const)
      expect(imported(psv(rows), { requeues }).logs[0].trace.processors).toBe(4)
  })

  it('written as SWF and read back, they are the same jobs', async () => {
    const [{ trace }] = imported(psv(rows), { size: 'requested' }).logs
    const read = await readSwf(piece([...writeSwf(trace)].join('')), { fields: 'all' })
    expect(jobsOf(read)).toEqual(jobsOf(trace))
    expect(read.fields).toMatchObject(trace.fields)
    expect(read.processors).toBe(trace.processors)
    expect(read.clock).toEqual(trace.clock)
  })
})

async function* piece(text: string) {
  yield bytesOf(text)
}

describe('heterogeneous jobs', () => {
  const component = (offset: number, rest: Row) => ({
    ...execution(20 + offset, 0, 10, 20),
    ...{ JobID: `20+${offset}`, JobIDRaw: 20 + offset },
    ...rest,
  })
  const rows = [
    component(1, {
      AllocTRES: 'cpu=6,gres/gpu=2',
      ReqTRES: 'cpu=6,mem=6000M,gres/gpu=2',
      End: T + 40,
      ElapsedRaw: 30,
    }),
    component(0, { AllocTRES: 'cpu=2,node=1', ReqTRES: 'cpu=2,mem=2000M', Partition: 'gpu' }),
    execution(30, 1, 10, 11),
  ]

  it('are as large as all components and run until the last one ends', () => {
    const job = importedJobs(psv(rows)).find(({ id }) => id === 20)
    expect(job).toMatchObject({
      release: T,
      wait: 10,
      run: 30,
      allocated: 8,
      requested: 8,
      memory: 1_024_000,
    })
  })

  it('fail with one of their components', () => {
    const failed = [rows[0], { ...rows[1], State: 'FAILED' }, rows[2]]
    expect(importedJobs(psv(failed)).find(({ id }) => id === 20)?.status).toBe(0)
  })

  it('are put together before GPUs are asked for', () => {
    const { logs, report } = imported(psv(rows), { unit: 'gpus' })
    expect(jobsOf(logs[0].trace)).toMatchObject([{ id: 20, allocated: 2 }])
    expect(report.dropped).toEqual({ 'het-merged': 1, 'no-gpu': 1 })
  })

  it('stay apart where each partition has a log of its own', () => {
    const { logs, report } = imported(psv(rows), { splitPartitions: true })
    expect(logs.map(({ partition, trace }) => [partition, Array.from(trace.jobs.id)])).toEqual([
      ['batch', [21, 30]],
      ['gpu', [20]],
    ])
    expect(report.dropped).toEqual({})
  })
})

describe('partitions', () => {
  const rows = ['batch', 'gpu', 'batch,gpu', 'long', 'gpu,long', ''].map((Partition, k) =>
    execution(k + 1, k, 10 + k, 20, { Partition, AllocTRES: `cpu=${k + 1}` }),
  )

  it('are numbered in the order of their names, with the names in the header', () => {
    const [{ trace }] = imported(psv(rows)).logs
    expect(jobsOf(trace).map(({ partition }) => partition)).toEqual([1, 2, 1, 3, 2, -1])
    expect(trace.header.filter((comment) => comment.startsWith(' Partition:'))).toEqual([
      ' Partition: 1 batch',
      ' Partition: 2 gpu',
      ' Partition: 3 long',
    ])
  })

  it('--partition takes a job that names one of those wanted', () => {
    const { logs, report } = imported(psv(rows), { partitions: ['gpu'] })
    expect(Array.from(logs[0].trace.jobs.id)).toEqual([2, 3, 5])
    expect(report).toMatchObject({ rows: 6, dropped: { 'other-partition': 3 } })
    expect(report.notices.join()).toContain('2 executions name several partitions')
  })

  it('--partition tells which of those wanted no row names', () => {
    const told = (...partitions: string[]) => imported(psv(rows), { partitions }).report.notices.join()
    expect(told('gpu', 'gpus', 'Batch')).toContain('no row is of the partition gpus or Batch')
    expect(told('gpu', 'batch')).not.toContain('no row is')
  })

  it('--split-partitions gives each job to one log, all with the same zero and numbers', () => {
    const { logs } = imported(psv(rows), { splitPartitions: true })
    expect(logs.map(({ partition, trace }) => [partition, Array.from(trace.jobs.id)])).toEqual([
      [null, [6]],
      ['batch', [1, 3]],
      ['gpu', [2, 5]],
      ['long', [4]],
    ])
    for (const { trace } of logs) expect(trace.clock.unixStart).toBe(T)
    expect(jobsOf(logs[3].trace)[0]).toMatchObject({ partition: 3, release: T + 3 })
    expect(logs.map(({ trace }) => trace.processors)).toEqual([6, 4, 7, 4])
  })
})

describe('size', () => {
  const rows = [execution(1, 0, 0, 9, { ReqTRES: 'cpu=3,mem=8000M,node=3', AllocTRES: 'cpu=48,node=3' })]
  const written = async (options: Partial<SacctOptions>) => {
    const { logs, report } = imported(psv(rows), options)
    const { jobs, fields, header } = await readSwf(piece([...writeSwf(logs[0].trace)].join('')), {
      fields: 'all',
    })
    const counts = [jobs.size[0], fields.requestedProcessors?.[0], fields.allocatedProcessors?.[0]]
    const notice = report.notices.find((text) => text.includes('more cores than asked for'))
    return { counts, memory: fields.requestedMemory?.[0], said: header.join(), notice, size: report.size }
  }

  it('is what a job held, of which the user is told where it asked for less', async () => {
    expect(await written({})).toEqual({
      counts: [48, 48, 48],
      memory: Math.round((8_000 * 1_024) / 48),
      said: expect.stringContaining('field 8) are the allocated ones'),
      notice: expect.stringContaining('--size requested'),
      size: 'allocated',
    })
  })

  it('is what it asked for with --size requested', async () => {
    expect(await written({ size: 'requested' })).toEqual({
      counts: [3, 3, 48],
      memory: Math.round((8_000 * 1_024) / 3),
      said: expect.stringContaining('field 8) are what a job asked for'),
      notice: expect.stringContaining('--size allocated'),
      size: 'requested',
    })
  })

  it('in nodes is what was given: a request names the fewest that will do', () => {
    const few = [execution(1, 0, 0, 9, { ReqTRES: 'cpu=64,node=1', AllocTRES: 'cpu=64,node=4' })]
    expect(importedJobs(psv(few), { unit: 'nodes' })[0]).toMatchObject({ requested: 4, allocated: 4 })
  })
})

describe('people', () => {
  const rows = ['ada', 'bob', 'ada', 'Zoë'].map((User, k) =>
    execution(k + 1, k, 10, 20, { User, Account: 'ada' }),
  )

  it('have the first 31 bits or so of HMAC-SHA-256 of their names as numbers', () => {
    const hash = (kind: string, name: string) =>
      (createHmac('sha256', SALT).update(`${kind}\0${name}`).digest().readUInt32BE(0) % (2 ** 31 - 1)) + 1
    const jobs = importedJobs(psv(rows))
    expect(jobs.map(({ user }) => user)).toEqual(
      ['ada', 'bob', 'ada', 'Zoë'].map((name) => hash('user', name)),
    )
    // A user and an account of one name have different numbers.
    expect(jobs[0].account).toBe(hash('account', 'ada'))
    expect(jobs[0].account).not.toBe(jobs[0].user)
  })

  it('have the same number in another import with the salt, and another with another salt', () => {
    const [first] = importedJobs(psv(rows))
    expect(importedJobs(psv(rows.slice(2)))[0].user).toBe(first.user)
    expect(importedJobs(psv(rows), { salt: `${SALT}!` })[0].user).not.toBe(first.user)
  })

  it('are named in the header on request only', () => {
    const header = (keepNames: boolean) => imported(psv(rows), { keepNames }).logs[0].trace.header.join('\n')
    expect(header(false)).not.toMatch(/ada|bob|Zoë/)
    const { user } = importedJobs(psv(rows))[3]
    expect(header(true)).toContain(` User: ${user} Zoë`)
    expect(header(true).match(/^ User: /gm)).toHaveLength(3)
    expect(header(true).match(/^ Group: \d+ ada$/gm)).toHaveLength(1)
  })

  it('names with line ends cannot end a comment', () => {
    const odd = psv([execution(1, 0, 1, 2, { QOS: 'a\u2028b\u0007' })])
    expect(imported(odd).logs[0].trace.header).toContain(' Queue: 1 a?b?')
  })
})

describe('the machine', () => {
  it('has what was held at one time, also by jobs that still run, but not twice by one', () => {
    const running = { State: 'RUNNING', End: 'Unknown', ElapsedRaw: 5 }
    const cores = (count: number) => ({ AllocTRES: `cpu=${count}`, ReqTRES: `cpu=${count}` })
    const rows = [
      execution(1, 0, 10, 20, cores(8)),
      execution(2, 0, 20, 30, cores(4)),
      execution(3, 0, 15, 15, cores(3)),
      execution(4, 0, 12, 0, { ...running, ...cores(2) }),
      // Running in an export, over in the next one.
      execution(2, 0, 20, 0, { ...running, ...cores(4) }),
    ]
    expect(imported(psv(rows)).logs[0].trace.processors).toBe(10)
  })

  it('is not smaller than any job', () => {
    const rows = psv([execution(1, 0, 10, 20, { ReqTRES: 'cpu=64', AllocTRES: 'cpu=4' })])
    expect(imported(rows).logs[0].trace.processors).toBe(4)
    expect(imported(rows, { size: 'requested' }).logs[0].trace.processors).toBe(64)
  })

  it('is not held by a job beyond its time limit, though it is shown as running ever after', () => {
    const lost = { State: 'RUNNING', End: 'Unknown', ElapsedRaw: 5, AllocTRES: 'cpu=500', TimelimitRaw: 60 }
    const held = (start: number, rest: Row) =>
      imported(psv([execution(1, 0, 4_000, 4_100), execution(2, 0, start, 0, { ...lost, ...rest })])).logs[0]
        .trace.processors
    expect(held(10, {})).toBe(500)
    expect(held(1_000, {})).toBe(504)
    expect(held(10, { TimelimitRaw: 'UNLIMITED' })).toBe(504)
  })

  it('that is named too small is told', () => {
    const rows = psv([execution(1, 0, 10, 20), execution(2, 0, 15, 20), execution(3, 0, 20, 30)])
    const told = (machine: number) => imported(rows, { machine }).report.notices.join()
    expect(told(7)).toContain('jobs held 8 cores at one time, more than the 7 of --machine')
    expect(told(8)).not.toContain('--machine')
  })

  it('is marked as an estimate unless it is named', () => {
    const header = (machine: number | null) => imported(psv([{}]), { machine }).logs[0].trace.header
    expect(headerValue(header(null), 'MaxProcs')).toBe('4 (an estimate: the most cores seen in use)')
    expect(headerValue(header(99), 'MaxProcs')).toBe('99')
    expect(imported(psv([{}]), { machine: 99 }).report.notices.join()).not.toContain('--machine')
  })
})

describe('every row', () => {
  /** Mostly `usual`. */
  const mostly = <Value>(usual: Value, ...others: Value[]) =>
    fc.oneof(
      { arbitrary: fc.constant(usual), weight: 4 },
      { arbitrary: fc.constantFrom(...others), weight: 1 },
    )
  const row = fc.record({
    JobID: fc.oneof(
      { arbitrary: fc.integer({ min: 1, max: 60 }), weight: 4 },
      { arbitrary: fc.constantFrom('5_1', '5_[2-9]', '7+0', '7+1', '3.batch', '11_4.extern'), weight: 1 },
    ),
    State: mostly('COMPLETED', 'FAILED', 'CANCELLED by 3', 'RUNNING', 'PENDING', 'REQUEUED', 'REVOKED', '?'),
    Partition: mostly('a', 'b', 'a,b', ''),
    User: fc.constantFrom('x', 'y', ''),
    Submit: mostly<string | number>(T, T + 5, 'Unknown'),
    Eligible: mostly<string | number>(T, T + 7, 'Unknown'),
    Start: mostly<string | number>(T + 6, T + 20, 'None', 'oops'),
    End: mostly<string | number>(T + 30, T + 18, 'Unknown'),
    ElapsedRaw: fc.constantFrom('', 3, 0),
    AllocTRES: mostly('cpu=4,node=2,gres/gpu=1', '', 'cpu=2,node=1'),
    AllocNodes: fc.constantFrom(0, 1),
  })

  it('is a job or counted under one reason, in one log or many', () => {
    const options = fc.record({
      unit: fc.constantFrom('cores', 'nodes', 'gpus'),
      het: fc.constantFrom('merge', 'split'),
      requeues: fc.constantFrom('merge', 'split'),
      splitPartitions: fc.boolean(),
      partitions: fc.constantFrom(null, ['a']),
    })
    let jobs = 0
    fc.assert(
      fc.property(fc.array(row, { minLength: 5, maxLength: 40 }), options, (rows, chosen) => {
        const input = psv([{ JobID: 99, Partition: 'a', AllocTRES: 'cpu=1,node=1,gres/gpu=1' }, ...rows])
        const { logs, report } = imported(input, { ...chosen, badLines: 'drop' })
        const dropped = Object.values(report.dropped).reduce((sum, count) => sum + count, 0)
        expect(report.rows).toBe(rows.length + 1)
        expect(report.jobs + dropped).toBe(report.rows)
        expect(logs.reduce((sum, { trace }) => sum + trace.jobs.length, 0)).toBe(report.jobs)
        jobs += report.jobs
        for (const { trace } of logs) {
          for (const job of jobsOf(trace)) {
            expect(job.wait).toBeGreaterThanOrEqual(0)
            expect(job.run).toBeGreaterThanOrEqual(0)
            // Nothing was given to those that were cancelled while they waited.
            if (job.allocated === 0) expect([job.status, job.run, job.wait > 0]).toEqual([5, 0, true])
            else expect(job.allocated).toBeGreaterThan(0)
            expect(trace.processors).toBeGreaterThanOrEqual(job.allocated)
          }
          expect(new Set(trace.jobs.id).size).toBe(trace.jobs.length)
        }
      }),
      { seed: 11, numRuns: 300 },
    )
    expect(jobs).toBeGreaterThan(600)
  })
})
