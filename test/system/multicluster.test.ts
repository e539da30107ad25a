/** `qw multicluster` as a user meets it. */
import { describe, expect, it } from 'vitest'
import { jobLine } from '../support/logs.js'
import { useSandbox } from '../support/sandbox.js'

const line = (job: number, size: number, run: number, submit: number) =>
  jobLine({
    ...{ job, submit, wait: 0, run, status: 1, user: 1 },
    ...{ allocatedProcessors: size, requestedProcessors: size, requestedTime: run },
  })

const SYSTEM = { clusters: [[[1000, 4]], [[2000, 4]]], links: [100, 100] }
const batch = (change: object) => JSON.stringify({ ...SYSTEM, jobs: [[1, 4, 100, 0.9, 10]], ...change })

const box = useSandbox((sandbox) => {
  const jobs = Array.from({ length: 40 }, (_, k) =>
    line(k + 1, 1 + ((k * 5) % 7), 20 + ((k * 37) % 90), 9 * k),
  )
  sandbox.write(
    'log.swf',
    ['; MaxProcs: 8', ...jobs, line(41, 8, 0, 400), line(42, 9, 5, 401), ''].join('\n'),
  )
  sandbox.write('clusters.yaml', 'clusters: [[[1000, 4]], [[2000, 4]]]\nlinks: [100, 100]\n')
  sandbox.write(
    'batch.json',
    batch({
      jobs: [
        [7, 4, 100, 1, 10],
        [9, 4, 50, 1, 10],
      ],
    }),
  )
  sandbox.write('negative.json', batch({ links: [100, -5] }))
  sandbox.write('negative.yaml', 'clusters:\n  - [[1000, 4]]\nlinks:\n  - -3\n')
  sandbox.write('sigma.json', batch({ jobs: [[1, 4, 100, 1.2, 10]] }))
  sandbox.write('wide.json', batch({ jobs: [[1, 9, 100, 0.9, 10]] }))
  sandbox.write(
    'twice.json',
    batch({
      jobs: [
        [7, 1, 100, 0.9, 10],
        [7, 1, 100, 0.9, 10],
      ],
    }),
  )
})
const { good, run } = box

const SMALL = ['--system', 'clusters.yaml', '--population', '8', '--generations', '5', '--patience', '20']

async function json(...args: readonly string[]) {
  return JSON.parse((await good('multicluster', ...args, '--json')).stdout)
}

describe('qw multicluster', () => {
  it('plans a batch as it is', async () => {
    const { rows, system } = await json(
      ...['batch.json', '--algorithms', 'jpr,own', '--check', '--engine', 'inline'],
      ...['--population', '8', '--generations', '5'],
    )
    expect(system).toEqual(SYSTEM)
    // Each cluster takes one of the two, and 50 s of work take 100 s on the weak one: nothing can be gained.
    expect(rows).toMatchObject([
      { workload: 'batch', algorithm: 'jpr', makespan: 100, flowtime: 200, crowded: 0, evaluations: 0 },
      { workload: 'batch', algorithm: 'own', makespan: 100, flowtime: 200, evaluations: 40 },
    ])
  })

  it('comes to the same bytes whoever does the work', async () => {
    const bytes: string[] = []
    for (const engine of [
      ['--engine', 'inline'],
      ['--workers', '1'],
      ['--workers', '2'],
    ]) {
      const folder = `run${bytes.length}`
      const asked = [
        'log.swf',
        ...SMALL,
        '--workloads',
        '2',
        '--jobs',
        '12',
        '--packet',
        '5',
        '--run',
        folder,
      ]
      await good('multicluster', ...asked, ...engine, '--check')
      bytes.push(box.text(`${folder}/schedule.csv`) + box.text(`${folder}/multicluster.json`))
    }
    expect(bytes[1]).toBe(bytes[0])
    expect(bytes[2]).toBe(bytes[0])
    expect(bytes[0].split('\n')[1]).toMatch(/^.*,jpr,1,0,0,/)
    expect((await good('show', 'run0')).stdout).toContain('jpr, cbs, metl, hill, ga-mf, ga-ma, own')
  })

  it('plans jobs as they arrive', async () => {
    const asked = ['log.swf', ...SMALL, '--workloads', '1', '--jobs', '30', '--arrivals', 'log', '--check']
    const { rows } = await json(...asked, '--packet', '6', '--engine', 'inline')
    expect(rows).toHaveLength(7)
    for (const { makespan } of rows) expect(makespan).toBeGreaterThan(29 * 9)
  })

  it('writes jobs, a chart and a report', async () => {
    await good(
      ...['multicluster', 'batch.json', '--algorithms', 'metl', '--engine', 'inline'],
      ...['--csv', 'jobs.csv', '--gantt', 'clusters.svg', '--report', 'clusters.md'],
    )
    expect(box.text('jobs.csv')).toBe(
      'workload,algorithm,job,submit,start,end,tasks,clusters,nodes\n' +
        'batch,metl,7,0,0,100,4,1,4-7\nbatch,metl,9,0,0,100,4,0,0-3\n',
    )
    expect(box.text('clusters.svg')).toContain('cluster 1')
    expect(box.text('clusters.md')).toContain('What the algorithms make of it')
  })

  it.each([
    [['negative.json'], 'negative.json: a system of clusters that cannot be (field links[1], value -5'],
    [
      ['log.swf', '--system', 'negative.yaml'],
      'negative.yaml:4: a system of clusters that cannot be (field links[0]',
    ],
    [
      ['sigma.json'],
      'sigma.json: a job that clusters cannot run (field jobs[0].sigma, value 1.2, expected 0 to 1)',
    ],
    [['clusters.yaml'], 'clusters.yaml:1: clusters without jobs'],
    [['wide.json'], 'field jobs[0].tasks, value 9, expected 1 to 8'],
    [['twice.json'], 'twice.json: two jobs have one number (field jobs[1][0], value 7)'],
    [['batch.json', '--jobs', '5'], '--jobs'],
    [
      ['batch.json', '--first', '1'],
      'field --first, value "1", expected a job log). A batch is planned as it is',
    ],
    [['batch.json', '--alpha', '2'], '--alpha'],
    [['batch.json', '--gantt', 'a.svg'], '--gantt'],
    [['log.swf', ...SMALL, '--jobs', '60'], 'log.swf'],
  ])('says what is wrong in one line: %j', async (args, where) => {
    const { code, stderr } = await run('multicluster', ...args)
    expect(code).not.toBe(0)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).toContain(where)
  })
})
