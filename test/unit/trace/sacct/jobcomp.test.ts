/** The file of jobcomp/filetxt, with what its lines may hold. */
import { describe, expect, it } from 'vitest'
import { failureOf } from '../../../support/failures.js'
import { imported, importedJobs } from './support.js'

function line(values: Readonly<Record<string, string | number>> = {}): string {
  const pairs = {
    ...{
      JobId: 1,
      UserId: 'ada(1000)',
      GroupId: 'maths(7)',
      Name: 'wrap',
      JobState: 'COMPLETED',
      Partition: 'batch',
    },
    ...{
      TimeLimit: 10,
      StartTime: '2026-11-21T01:37:07',
      EndTime: '2026-11-21T01:37:11',
      NodeList: 'n[1-2]',
    },
    ...{
      NodeCnt: 2,
      ProcCnt: 32,
      WorkDir: '/srv',
      ReservationName: '',
      Tres: 'cpu=30,mem=3000M,node=2,gres/gpu=4',
    },
    ...{ Account: 'algebra', QOS: 'low', WcKey: '', Cluster: 'lab', SubmitTime: '2026-11-21T01:37:06' },
    ...{ EligibleTime: '2026-11-21T01:37:06', DerivedExitCode: '0:0', ExitCode: '0:0' },
    ...values,
  }
  return `${Object.entries(pairs)
    .map(([key, value]) => `${key}=${value}`)
    .join(' ')} `
}

const [usual] = importedJobs(line())

describe('a line', () => {
  it('is a job', () => {
    expect(usual).toMatchObject({
      id: 1,
      wait: 1,
      run: 4,
      allocated: 32,
      requested: 30,
      estimate: 600,
      status: 1,
    })
    expect(usual).toMatchObject({ qos: 1, partition: 1, memory: 96_000 })
    expect(importedJobs(line(), { unit: 'nodes' })[0].allocated).toBe(2)
    expect(importedJobs(line(), { unit: 'gpus' })[0].allocated).toBe(4)
  })

  it.each(['a b', 'x=y', 'JobState=FAILED', 'UserId=eve(0) JobId=7', 'Partition=gpu TimeLimit=3'])(
    'may have the name or the folder %j',
    (name) => {
      expect(importedJobs(line({ Name: name }))).toEqual([usual])
      expect(
        importedJobs(line({ WorkDir: `/srv/${name.replaceAll(/JobState|Partition|TimeLimit/g, 'X')}` })),
      ).toEqual([usual])
    },
  )

  it.each([
    ['TimeLimit', 'UNLIMITED', { estimate: -1 }],
    ['JobState', 'CANCELLED', { status: 5 }],
    ['JobState', 'TIMEOUT', { status: 0 }],
    // What the plugin calls a job that goes back into the queue.
    ['JobState', 'PENDING', { status: 0, run: 4 }],
    ['EligibleTime', '2026-11-21T01:37:07', { wait: 0 }],
    ['EligibleTime', 'unknown', { wait: 1 }],
    ['Account', '', { account: -1 }],
  ])('%s may be %s', (key, value, expected) => {
    expect(importedJobs(line({ [key]: value }))[0]).toMatchObject(expected)
  })

  it('of a job cancelled in the queue has no run time', () => {
    const cancelled = line({ JobId: 2, JobState: 'CANCELLED', StartTime: 'Unknown', NodeList: '(null)' })
    const early = line({
      JobId: 3,
      JobState: 'CANCELLED',
      NodeList: '(null)',
      EndTime: '2026-11-21T01:37:07',
    })
    const { report } = imported([line(), cancelled, early].join('\n'))
    expect(report).toMatchObject({ rows: 3, jobs: 3, cancelled: 2, dropped: {} })
  })

  it('that Slurm cut off at 1023 bytes does not take the next job with it', () => {
    const long = line({ JobId: 2, UserId: 'eve(5)', WorkDir: `/srv/${'ü'.repeat(600)}` })
    const bytes = new TextEncoder().encode(long)
    const cutAt = (length: number) => {
      const text = new TextDecoder().decode(bytes.subarray(0, length))
      return `${text}${line({ JobId: 3, EligibleTime: '2026-11-21T01:37:06 ArrayJobId=3 ArrayTaskId=1' })}\n${line()}`
    }
    expect(bytes.length).toBeGreaterThan(1_023)
    expect(() => imported(cutAt(1_023))).toThrow(/slurm:1: this line has no .*1023 bytes.*--bad-lines drop/)
    const { logs, report } = imported(cutAt(1_023), { badLines: 'drop' })
    expect(report).toMatchObject({ rows: 3, jobs: 2, dropped: { unreadable: 1 } })
    expect(Array.from(logs[0].trace.jobs.id)).toEqual([1, 3])
    // Elsewhere it is a folder's name.
    expect(imported(cutAt(900), { badLines: 'drop' }).report.rows).toBe(2)
  })

  it('whose user has no name any more has his number', () => {
    const user = (UserId: string) => importedJobs(line({ UserId }))[0].user
    expect(user('(null)(1000)')).toBe(user('1000'))
    expect(user('(null)(1000)')).not.toBe(user('(null)(1001)'))
  })

  it('of a component belongs to its job', () => {
    const component = (JobId: number, offset: number) =>
      line({ JobId, EligibleTime: `2026-11-21T01:37:06 HetJobId=4 HetJobOffset=${offset}` })
    expect(importedJobs([component(4, 0), component(5, 1)].join('\n'))).toMatchObject([
      { id: 4, allocated: 64 },
    ])
  })
})

describe('failures', () => {
  it.each([
    [
      'no submit time',
      line().replace(/SubmitTime=\S+/, ''),
      'line-fields',
      /slurm:1: this line has no SubmitTime/,
    ],
    ['a cut line', `${line()}\nJobId=2 UserId=eve(0) Name=x`, 'line-fields', /slurm:2: .* Partition/],
    ['no key of the user', `${line()}\nJobId=2 Userld=eve(0) Name=x`, 'line-fields', /slurm:2: .* Partition/],
    ['a bad number', line({ ProcCnt: 'many' }), 'line-number', /field ProcCnt, value "many"/],
    ['a bad time', line({ EndTime: 'soon' }), 'line-number', /field EndTime, value "soon"/],
    ['a job twice', `${line()}\n${line()}`, 'line-value', /slurm:2: .*in line 1/],
  ] as const)('%s', (_, input, kind, message) => {
    const failure = failureOf(() => imported(input))
    expect(failure.kind).toBe(kind)
    expect(failure.message).toMatch(message)
    expect(failure.message).not.toContain('eve')
  })
})
