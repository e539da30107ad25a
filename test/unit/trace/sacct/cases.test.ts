/** The cases that a real Slurm 22.05.8 was led through: what each of them is in the log. */
import { describe, expect, it } from 'vitest'
import { fixture, imported, importedJobs, jobsOf, type PlainJob } from './support.js'

const SUBMITTED = 1_795_221_948

/** What a case of the fixtures is by its README, in Unix times. */
const CASES: readonly (readonly [what: string, id: number, job: Partial<PlainJob>])[] = [
  [
    'a job that waited',
    120,
    { release: 1_795_221_798, wait: 49, run: 1, allocated: 4, estimate: 120, status: 1 },
  ],
  ['a time-out, beyond its limit', 121, { wait: 0, run: 86, allocated: 2, estimate: 60, status: 0 }],
  ['a failure of no length', 122, { wait: 0, run: 0, status: 0 }],
  ['a job with the default limit of its partition', 125, { estimate: 86_400, status: 1 }],
  ['a dependency', 126, { release: SUBMITTED + 86, wait: 0, run: 1, status: 1 }],
  ['a begin time', 127, { release: SUBMITTED + 20, wait: 6, run: 1 }],
  ['a hold', 128, { release: SUBMITTED + 12, wait: 0, run: 1 }],
  ['an execution that was requeued', 130, { release: SUBMITTED, wait: 0, run: 2, status: 0 }],
  ['a cancellation while it ran, by root', 134, { wait: 1, run: 4, status: 5 }],
  ['a suspension', 135, { wait: 1, run: 3, status: 1 }],
  ['a heterogeneous job', 136, { wait: 5, run: 1, allocated: 5, requested: 5, status: 1 }],
  ['whole nodes', 138, { allocated: 48, requested: 3, status: 1 }],
  ['a request for memory', 139, { allocated: 2, memory: 512_000 }],
  ['a job with steps', 140, { allocated: 4, run: 2 }],
  ['the first task of an array', 131, { release: SUBMITTED, wait: 0, run: 1 }],
  ['a task that the array held back', 142, { release: SUBMITTED + 2, wait: 0, run: 1 }],
  ['the last task, with the number of the array', 123, { release: SUBMITTED + 2, wait: 0, run: 1 }],
]

describe.each(['cases.psv', 'cases.json.gz'])('%s', (name) => {
  it.each(CASES)('has %s', (_, id, job) => {
    expect(importedJobs(fixture(name)).find((candidate) => candidate.id === id)).toMatchObject(job)
  })

  it('counts the rest: one running, one component; two were cancelled while they waited', () => {
    const { report } = imported(fixture(name))
    expect(report.dropped).toEqual({ running: 1, 'het-merged': 1 })
    expect(report.cancelled).toBe(2)
    expect(report.jobs + 2).toBe(report.rows)
  })

  it('--release submit takes back what dependencies, begin times and holds put off', () => {
    const jobs = new Map(importedJobs(fixture(name), { release: 'submit' }).map((job) => [job.id, job]))
    for (const id of [126, 127, 128, 142, 143, 123]) expect(jobs.get(id)?.release).toBe(SUBMITTED)
    expect(jobs.get(126)?.wait).toBe(86)
  })

  it('--het split has both components', () => {
    const jobs = importedJobs(fixture(name), { het: 'split' }).filter(({ id }) => id === 136 || id === 137)
    expect(jobs.map(({ id, allocated }) => [id, allocated])).toEqual([
      [136, 1],
      [137, 4],
    ])
  })

  it('counts nodes with --unit nodes', () => {
    const jobs = new Map(importedJobs(fixture(name), { unit: 'nodes' }).map((job) => [job.id, job]))
    expect([138, 140, 120].map((id) => jobs.get(id)?.allocated)).toEqual([3, 2, 1])
  })

  it('has no GPU', () => {
    expect(() => imported(fixture(name), { unit: 'gpus' })).toThrow(/no finished job among .*no-gpu/)
  })

  it('names neither users nor accounts nor jobs', () => {
    const text = JSON.stringify(imported(fixture(name)).logs.map(({ trace }) => trace.header))
    for (const word of ['root', 'games', 'physics', 'timeout', 'toobig', '/tmp'])
      expect(text).not.toContain(word)
  })
})

describe('text and JSON', () => {
  it.each([
    {},
    { release: 'submit' },
    { unit: 'nodes' },
    { het: 'split', requeues: 'split' },
    { size: 'allocated' },
  ] as const)('give the same jobs with %o', (options) => {
    // The JSON also has the jobs before number 120.
    const json = importedJobs(fixture('cases.json.gz'), options).filter(({ id }) => id >= 120)
    const text = importedJobs(fixture('cases.psv'), options)
    expect(text.length).toBeGreaterThan(19)
    expect(json).toEqual(text)
  })
})

describe('the other fixtures', () => {
  it('sacct.json: the controller has the same of the jobs that it knows to be over', () => {
    const ofDatabase = new Map(importedJobs(fixture('sacct.json.gz')).map((job) => [job.id, job]))
    const ofController = importedJobs(fixture('squeue.json.gz'))
    expect(ofDatabase.size).toBe(120)
    // 64 were running or pending when squeue was asked.
    expect(ofController).toHaveLength(56)
    for (const job of ofController) expect(job).toEqual(ofDatabase.get(job.id))
  })

  it('squeue.json: what was not over is counted', () => {
    const { report } = imported(fixture('squeue.json.gz'))
    expect(report).toMatchObject({ form: 'controller JSON', slurm: '22.05.8', rows: 120 })
    expect(report.notices.join()).toContain('forgets jobs')
  })

  it('rest-jobs.json: a job cancelled in the queue has a start there, and never ran', () => {
    const { report } = imported(fixture('rest-jobs.json.gz'))
    expect(report.dropped).toEqual({ running: 1, pending: 1 })
    expect(report).toMatchObject({ jobs: 47, cancelled: 1 })
  })

  it('jobcomp-sample.txt', () => {
    const [first, second] = importedJobs(fixture('jobcomp-sample.txt'), { zone: 'Europe/Berlin' })
    expect(first).toMatchObject({
      id: 1,
      release: 1_795_221_426,
      wait: 1,
      run: 4,
      allocated: 128,
      estimate: 600,
    })
    expect(second).toMatchObject({ id: 2, wait: 5, run: 1, status: 1 })
    expect(imported(fixture('jobcomp-sample.txt')).report).toMatchObject({
      form: 'jobcomp',
      jobs: 5,
      dropped: {},
    })
  })

  it('the machine of the sample has 128 cores, all of which were in use', () => {
    for (const name of ['cases.json.gz', 'sacct.json.gz', 'rest-jobs.json.gz', 'jobcomp-sample.txt']) {
      const [{ trace, estimated }] = imported(fixture(name)).logs
      expect([trace.processors, estimated]).toEqual([128, true])
    }
  })

  it('a machine of nodes is as large as the nodes that jobs ran on, unless they shared them', () => {
    const alone = imported(fixture('rest-jobs.json.gz'), { unit: 'nodes' })
    expect(alone.logs[0].trace.processors).toBe(8)
    expect(alone.report.notices.join()).not.toContain('jobs share nodes')
    const shared = imported(fixture('sacct.json.gz'), { unit: 'nodes' })
    expect(shared.report.notices.join()).toContain('jobs share nodes')
  })

  it('pieces of any size make no difference', () => {
    for (const name of ['cases.psv', 'cases.json.gz', 'rest-jobs.json.gz', 'jobcomp-sample.txt']) {
      const whole = imported(fixture(name))
      for (const size of [1, 7, 1000]) {
        const pieces = imported(fixture(name), {}, size)
        expect(pieces.logs.map(({ trace }) => [trace.digest, jobsOf(trace)])).toEqual(
          whole.logs.map(({ trace }) => [trace.digest, jobsOf(trace)]),
        )
        expect(pieces.report).toEqual(whole.report)
      }
    }
  })
})
