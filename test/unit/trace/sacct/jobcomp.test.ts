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
    expect(usual).toMatchObject({ qos: 1, partition: 1, memory: 102_400 })
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
    ['JobState', 'PENDING', { status: 2, run: 4 }],
    ['EligibleTime', '2026-11-21T01:37:07', { wait: 0 }],
    ['EligibleTime', 'unknown', { wait: 1 }],
    ['Account', '', { account: -1 }],
  ])('%s may be %s', (key, value, expected) => {
    expect(importedJobs(line({ [key]: value }))[0]).toMatchObject(expected)
  })

  it('of a job cancelled in the queue is none', () => {
    const cancelled = line({ JobId: 2, JobState: 'CANCELLED', StartTime: 'Unknown', NodeList: '(null)' })
    const early = line({
      JobId: 3,
      JobState: 'CANCELLED',
      NodeList: '(null)',
      EndTime: '2026-11-21T01:37:07',
    })
    const { report } = imported([line(), cancelled, early].join('\n'))
    expect(report).toMatchObject({ rows: 3, jobs: 1, dropped: { 'cancelled-before-start': 2 } })
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
