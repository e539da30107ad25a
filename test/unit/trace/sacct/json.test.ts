/**
 * JSON of Slurm 23.02 to 25.05, written by hand after the published parsers (data_parser v0.0.39 to v0.0.43), against
 * the same jobs as text; and documents that are damaged.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonJobs } from '../../../../src/trace/sacct/json-jobs.js'
import { failureOf } from '../../../support/failures.js'
import { bytesOf } from '../../../support/logs.js'
import { imported, importedJobs, psv, type Row } from './support.js'

/** A job as the test states it; the layouts below write it down. */
interface Job {
  readonly id: number
  readonly het?: readonly [leader: number, offset: number]
  readonly state: string
  readonly flags?: readonly string[]
  readonly submit: number
  readonly eligible: number
  readonly start: number | null
  readonly end: number | null
  readonly suspended?: number
  /** Minutes; null: unlimited. */
  readonly limit: number | null
  readonly asked: { readonly cpu: number; readonly node: number; readonly mem: number; readonly gpu?: number }
  readonly given: { readonly cpu: number; readonly node: number; readonly gpu?: number } | null
  readonly user: string
}

const T = 1_760_000_000
const JOBS: readonly Job[] = [
  {
    ...{
      id: 1,
      state: 'COMPLETED',
      submit: T,
      eligible: T,
      start: T + 5,
      end: T + 105,
      limit: 60,
      user: 'ada',
    },
    ...{ asked: { cpu: 4, node: 1, mem: 8000 }, given: { cpu: 4, node: 1 } },
  },
  {
    ...{
      id: 2,
      state: 'TIMEOUT',
      submit: T + 1,
      eligible: T + 9,
      start: T + 20,
      end: T + 80,
      limit: 1,
      user: 'bob',
    },
    ...{ asked: { cpu: 3, node: 3, mem: 6000, gpu: 8 }, given: { cpu: 48, node: 3, gpu: 8 }, suspended: 7 },
  },
  {
    ...{ id: 3, state: 'CANCELLED', submit: T + 2, eligible: T + 2, start: null, end: T + 50, limit: null },
    ...{ user: 'ada', asked: { cpu: 9, node: 1, mem: 100 }, given: null },
  },
  {
    ...{ id: 4, state: 'CANCELLED', submit: T + 3, eligible: T + 3, start: T + 30, end: T + 31, limit: null },
    ...{ user: 'eve', asked: { cpu: 2, node: 1, mem: 0, gpu: 1 }, given: { cpu: 2, node: 1, gpu: 1 } },
  },
  {
    ...{
      id: 5,
      state: 'RUNNING',
      submit: T + 4,
      eligible: T + 4,
      start: T + 40,
      end: null,
      limit: 5,
      user: 'eve',
    },
    ...{ asked: { cpu: 1, node: 1, mem: 1 }, given: { cpu: 1, node: 1 } },
  },
  {
    ...{ id: 6, state: 'COMPLETED', flags: ['COMPLETING'], submit: T + 4, eligible: T + 4, start: T + 41 },
    ...{ end: T + 42, limit: 5, user: 'bob', asked: { cpu: 1, node: 1, mem: 1 }, given: { cpu: 1, node: 1 } },
  },
  ...[0, 1].map((offset) => ({
    ...{ id: 7 + offset, het: [7, offset] as const, state: 'FAILED', submit: T + 6, eligible: T + 6 },
    ...{ start: T + 60, end: T + 70, limit: 10, user: 'ada' },
    ...{ asked: { cpu: 2, node: 1, mem: 2000 }, given: { cpu: 2, node: 1 } },
  })),
]

const asText = psv(
  JOBS.map((job): Row => {
    const { cpu, node, mem, gpu } = job.asked
    const given = job.given
    return {
      JobID: job.het === undefined ? job.id : `${job.het[0]}+${job.het[1]}`,
      JobIDRaw: job.id,
      User: job.user,
      State: job.flags === undefined ? job.state : job.flags[0],
      Submit: job.submit,
      Eligible: job.eligible,
      Start: job.start ?? 'None',
      End: job.end ?? 'Unknown',
      ElapsedRaw: (job.end ?? T + 90) - (job.start ?? job.end ?? 0) - (job.suspended ?? 0),
      Suspended: `00:00:0${job.suspended ?? 0}`,
      TimelimitRaw: job.limit ?? 'UNLIMITED',
      ReqTRES: `cpu=${cpu},mem=${mem}M,node=${node}${gpu === undefined ? '' : `,gres/gpu=${gpu}`}`,
      AllocTRES:
        given === null
          ? ''
          : `cpu=${given.cpu},node=${given.node}${given.gpu === undefined ? '' : `,gres/gpu:a100=${given.gpu},gres/gpu=${given.gpu}`}`,
      AllocNodes: given?.node ?? 0,
    }
  }),
)

type Layout = (job: Job) => unknown

/** A number of version v0.0.39 and later. */
const boxed = (value: number | null, infinite = false) => ({
  set: value !== null,
  infinite,
  number: value ?? 0,
})

const tresList = (counts: Readonly<Record<string, number | undefined>>) =>
  Object.entries(counts).flatMap(([type, count], k) => {
    if (count === undefined) return []
    if (type !== 'gpu') return [{ type, name: '', id: k + 1, count }]
    return [
      { type: 'gres', name: 'gpu', id: 1001, count },
      { type: 'gres', name: 'gpu:a100', id: 1002, count },
    ]
  })

const ofDatabase =
  (states: 'word' | 'list', numbers: 'plain' | 'boxed'): Layout =>
  (job) => ({
    account: 'maths',
    allocation_nodes: job.given?.node ?? 0,
    array: { job_id: 0, task_id: boxed(null), task: '' },
    association: { account: 'maths', cluster: 'lab', partition: '', user: job.user, id: 7 },
    cluster: 'lab',
    het: { job_id: job.het?.[0] ?? 0, job_offset: boxed(job.het?.[1] ?? null) },
    job_id: job.id,
    name: 'a "name" with [brackets], {braces} and \\',
    nodes: job.given === null ? 'None assigned' : 'n1',
    partition: 'batch',
    priority: boxed(1),
    qos: 'normal',
    required: { CPUs: job.asked.cpu, memory_per_cpu: boxed(null), memory_per_node: boxed(job.asked.mem) },
    state: {
      current: states === 'list' ? [job.state, ...(job.flags ?? [])] : (job.flags?.[0] ?? job.state),
      reason: 'None',
    },
    steps: [{ tres: { allocated: [{ type: 'cpu', count: 99 }] }, time: { elapsed: 1 }, state: 'FAILED' }],
    submit_line: 'sbatch secret.sh',
    time: {
      elapsed: job.start === null ? 0 : (job.end ?? T + 90) - job.start - (job.suspended ?? 0),
      eligible: job.eligible,
      end: numbers === 'boxed' ? boxed(job.end) : (job.end ?? 0),
      start: numbers === 'boxed' ? boxed(job.start) : (job.start ?? 0),
      submission: numbers === 'boxed' ? boxed(job.submit) : job.submit,
      suspended: job.suspended ?? 0,
      limit: job.limit === null ? boxed(null, true) : boxed(job.limit),
    },
    tres: {
      allocated: job.given === null ? [] : tresList({ ...job.given, energy: -2 }),
      requested: tresList(job.asked),
    },
    user: job.user,
    working_directory: '/home/secret',
  })

const ofController: Layout = (job) => ({
  account: 'maths',
  array_job_id: boxed(0),
  cpus: boxed(job.given?.cpu ?? job.asked.cpu),
  eligible_time: boxed(job.eligible),
  end_time: boxed(job.end),
  het_job_id: boxed(job.het?.[0] ?? 0),
  het_job_offset: boxed(job.het?.[1] ?? 0),
  job_id: job.id,
  job_state: [job.state, ...(job.flags ?? [])],
  node_count: boxed(job.given?.node ?? 1),
  nodes: job.given === null ? '' : 'n1',
  partition: 'batch',
  qos: 'normal',
  // The controller sets the start of a job cancelled in the queue to its end.
  start_time: boxed(job.start ?? job.end),
  submit_time: boxed(job.submit),
  suspend_time: boxed(job.suspended === undefined ? null : (job.start ?? 0) + 10 + job.suspended),
  pre_sus_time: boxed(job.suspended === undefined ? 0 : 10),
  time_limit: job.limit === null ? boxed(null, true) : boxed(job.limit),
  tres_alloc_str:
    job.given === null
      ? ''
      : `cpu=${job.given.cpu},node=${job.given.node}${job.given.gpu === undefined ? '' : `,gres/gpu=${job.given.gpu}`}`,
  tres_req_str: `cpu=${job.asked.cpu},mem=${job.asked.mem}M,node=${job.asked.node}${job.asked.gpu === undefined ? '' : `,gres/gpu=${job.asked.gpu}`}`,
  user_name: job.user,
})

function document(layout: Layout, version: string, jobsFirst: boolean): string {
  const jobs = JOBS.map(layout)
  const meta = {
    plugin: { type: 'openapi/slurmdbd', data_parser: `data_parser/${version}` },
    slurm: { version: { major: '24', micro: '1', minor: '05' }, release: '24.05.1', cluster: 'lab' },
  }
  const rest = { errors: [], warnings: [{ description: 'jobs' }] }
  return JSON.stringify(
    jobsFirst ? { jobs, meta, ...rest } : { meta, ...rest, jobs },
    null,
    jobsFirst ? 2 : 0,
  )
}

describe('newer versions', () => {
  it.each([
    ['v0.0.39 (23.02)', ofDatabase('word', 'plain'), false],
    ['v0.0.40 (23.11)', ofDatabase('list', 'plain'), true],
    ['v0.0.42 (24.11)', ofDatabase('list', 'boxed'), true],
    ['v0.0.43 of the controller', ofController, true],
  ] as const)('%s has the jobs of the text', (version, layout, jobsFirst) => {
    const input = document(layout, version, jobsFirst)
    for (const unit of ['cores', 'gpus'] as const) {
      for (const het of ['merge', 'split'] as const) {
        expect(importedJobs(input, { unit, het })).toEqual(importedJobs(asText, { unit, het }))
      }
    }
    const { report } = imported(input)
    const text = imported(asText)
    expect(report.dropped).toEqual(text.report.dropped)
    expect(report.slurm).toBe('24.05.1')
    expect(text.report).toMatchObject({
      jobs: 5,
      cancelled: 1,
      dropped: { running: 2, 'het-merged': 1 },
    })
  })

  it('GPUs are not counted twice', () => {
    const gpus = importedJobs(document(ofDatabase('list', 'boxed'), 'v0.0.42', true), { unit: 'gpus' })
    expect(gpus.map(({ id, allocated, requested }) => [id, allocated, requested])).toEqual([
      [4, 1, 1],
      [2, 8, 8],
    ])
  })

  it('a job of the controller that waits again has not been requeued yet', () => {
    const waiting = { ...JOBS[0], state: 'PENDING', flags: ['REQUEUED'] }
    const input = JSON.stringify({ jobs: [waiting, JOBS[1]].map(ofController) })
    expect(imported(input).report.dropped).toEqual({ pending: 1 })
  })

  it('an execution of the database that was requeued has failed', () => {
    const requeued = { ...JOBS[0], state: 'PENDING', flags: ['REQUEUED'] }
    const [job] = importedJobs(JSON.stringify({ jobs: [ofDatabase('list', 'plain')(requeued)] }))
    expect(job).toMatchObject({ id: 1, run: 100, status: 0 })
  })

  it('numbers that stand for none are none', () => {
    const job = ofDatabase('word', 'plain')({ ...JOBS[0], limit: 4_294_967_294 })
    expect(importedJobs(JSON.stringify({ jobs: [job] }))[0].estimate).toBe(-1)
  })
})

describe('documents', () => {
  const whole = document(ofDatabase('word', 'plain'), 'v0.0.39', true)
  const failure = (text: string, options = {}) => failureOf(() => imported(text, options))

  it('cut anywhere, they end early', () => {
    for (let length = 1; length < whole.length; length += 97) {
      const { kind, message } = failure(whole.slice(0, length))
      expect(kind).toBe('input-document')
      expect(message).toMatch(/ends early \(value "(1 job is|\d jobs are) whole"/)
    }
  })

  it.each([
    ['no jobs', '{"meta": {}, "errors": []}', /no array "jobs"/],
    ['jobs that are none', '{"jobs": {"a": 1}}', /no array "jobs"/],
    ['a list', '[{"job_id": 1}]', /no array "jobs".*sacct --json/],
    ['a number among the jobs', '{"jobs": [{}, 3]}', /field jobs\[0\]/],
    ['a list among the jobs', '{"jobs": [[1]]}', /field jobs\[0\], expected an object/],
    [
      'a workload of Batsim',
      '{"nb_res": 4, "jobs": [{"id": "1", "subtime": 0}]}',
      /no job of Slurm \(field jobs\[0\]/,
    ],
    ['text after its end', '{"jobs": []} more', /not JSON/],
    ['bad syntax in a job', '{"jobs": [{"a" 1}]}', /not JSON.*field jobs\[0\]/],
    [
      'no number',
      '{"jobs": [{"time": {}, "state": {"current": "FAILED"}}]}',
      /missing \(field jobs\[0\].job_id/,
    ],
    ['no state', '{"jobs": [{"job_id": 1, "time": {}}]}', /missing \(field jobs\[0\].state.current/],
    [
      'text for a time',
      '{"jobs": [{"job_id": 1, "state": {"current": "FAILED"}, "time": {"end": "now"}}]}',
      /jobs\[0\].time.end, value "\\"now\\""/,
    ],
    ['no finished job', '{"jobs": []}', /no finished job among 0 rows/],
  ])('with %s', (_, text, message) => {
    expect(failure(text).message).toMatch(message)
  })

  it('bad syntax is told without the names beside it', () => {
    for (const text of ['{"user": eve}', '{"user": "eve" x}', '{"user": "eve\\q"}', '{"user": "eve"; 2}']) {
      const { message, cause } = failure(`{"jobs": [${text}]}`)
      expect(message).toMatch(/not JSON: .*field jobs\[0\]/)
      expect(message).not.toContain('eve')
      expect(cause).toBeUndefined()
    }
  })

  it('a job that is there twice is named by its place', () => {
    const job = ofDatabase('word', 'plain')(JOBS[0])
    const { message } = failure(JSON.stringify({ jobs: [job, ofDatabase('word', 'plain')(JOBS[1]), job] }))
    expect(message).toMatch(/field jobs\[2\], value 1, .*the other is jobs\[0\]/)
  })

  it('--bad-lines drop counts what cannot be read', () => {
    const jobs = [{ job_id: 1, time: {} }, ofDatabase('word', 'plain')(JOBS[0])]
    const { report } = imported(JSON.stringify({ jobs }), { badLines: 'drop' })
    expect(report).toMatchObject({ rows: 2, jobs: 1, dropped: { unreadable: 1 } })
  })

  it('errors that Slurm noted are told', () => {
    const jobs = [ofDatabase('word', 'plain')(JOBS[0])]
    const errors = [
      { description: 'No user eve', error_number: 2, error: 'Invalid user id' },
      { description: 'No user eve', error_number: 9 },
    ]
    const notices = imported(JSON.stringify({ jobs, errors })).report.notices.join()
    expect(notices).toContain('Invalid user id; number 9')
    expect(notices).not.toContain('eve')
  })

  it.each(['{"errors": E, "jobs": []}', '{"jobs": [], "errors": E}', '{"errors": E}'])(
    'errors that Slurm noted are told where there is no job: %s',
    (document) => {
      const errors = [{ description: 'eve may not', error_number: 1, error: 'Unable to connect' }]
      const { message } = failureOf(() => imported(document.replace('E', JSON.stringify(errors))))
      expect(message).toMatch(/^slurm: (no finished job among 0 rows|.* no array "jobs"); Slurm noted errors/)
      expect(message).toContain('Unable to connect')
      expect(message).not.toContain('eve')
    },
  )

  it('of any shape come apart as JSON.parse has them, in pieces of any size', () => {
    const document = fc.record({
      meta: fc.jsonValue(),
      jobs: fc.array(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 }), { maxLength: 5 }),
      'jo"bs\\': fc.jsonValue(),
    })
    fc.assert(
      fc.property(document, fc.integer({ min: 1, max: 40 }), fc.boolean(), (value, size, indent) => {
        const bytes = bytesOf(JSON.stringify(value, null, indent ? 2 : 0))
        const taken: unknown[] = []
        const jobs = new JsonJobs((text) => taken.push(JSON.parse(text)))
        for (let at = 0; at < bytes.length; at += size) jobs.push(bytes.subarray(at, at + size))
        const plain = JSON.parse(JSON.stringify(value))
        expect(jobs.end()).toEqual({ ...plain, jobs: [] })
        expect(taken).toEqual(plain.jobs)
      }),
      { seed: 7, numRuns: 300 },
    )
  })
})
