/** Forecasts of starts: as true as they say on a replayed log, the same for the same seed, and of a live queue. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Json } from '../../../src/core/json.js'
import { settled } from '../../../src/core/settings/index.js'
import { inlineEvaluator } from '../../../src/evaluation/index.js'
import { futuresTask } from '../../../src/evaluation/tasks/futures.js'
import { prepareLog } from '../../../src/lab/inputs/prepare.js'
import { foretoldAt, foretoldNow } from '../../../src/lab/live/foretold.js'
import { type PredictOptions, predictStarts } from '../../../src/lab/live/predict.js'
import { PREDICTING } from '../../../src/lab/live/settings.js'
import { QUIET } from '../../../src/lab/ports.js'
import { EPOCH, forecasts, livePolicy } from '../../../src/live/index.js'
import { type Predicted, predictedPage, promptLine } from '../../../src/report/pages/predicted.js'
import type { SiteDocument } from '../../../src/sim/facility/index.js'
import { missing, requirements, TRACES } from '../../support/data.js'
import { FakeSlurm } from '../../support/fake-slurm.js'

const MOMENTS = 30
const folder = mkdtempSync(join(tmpdir(), 'queuewright-predict-'))

afterAll(() => rmSync(folder, { recursive: true }))

describe.skipIf(missing(requirements.traces))('forecasts on KTH-SP2', () => {
  it('hold in eight of ten jobs, and err by less than half as much as plans by limits', async () => {
    const policy = livePolicy('easy')
    const file = `${TRACES}/KTH-SP2-1996-2.1-cln.swf.gz`
    const log = await prepareLog(file, [policy], { overrun: 'kill' }, QUIET)
    const schedule = log.stage.run(policy)
    const { jobs, start } = schedule
    const span = jobs.submit[jobs.length - 1] - jobs.submit[0]
    const errors: number[] = []
    const planned: number[] = []
    let inside = 0
    for (let k = 0; k < MOMENTS; k++) {
      const after = span * (0.3 + (0.65 * (k + 0.5)) / MOMENTS)
      const { of, dataset, nameOf } = foretoldAt(log, policy, schedule, after, {
        history: 90 * 86_400,
        seed: 1,
      })
      const evaluator = inlineEvaluator(new Map([[dataset.digest, dataset]]))
      const options = { futures: 50, hindsight: 20, history: 90 * 86_400 }
      for (const { row, early, median, late, planned: plan } of await forecasts(
        of,
        dataset,
        evaluator,
        options,
      )) {
        const truth = start[jobs.id.indexOf(Number(nameOf(row).job))] - of.at
        if (truth >= early && truth <= late) inside++
        errors.push(Math.abs(truth - median))
        planned.push(Math.abs(truth - plan))
      }
    }
    const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[all.length >> 1]
    expect(errors.length).toBeGreaterThan(100)
    expect(inside / errors.length).toBeGreaterThan(0.75)
    expect(inside / errors.length).toBeLessThan(0.85)
    expect(median(errors)).toBeLessThan(0.5 * median(planned))
  })
})

describe('predictions', () => {
  const now = EPOCH + 1e6
  const whole = { processors: 128, submit: now - 50, base: 10 }
  const slurm = new FakeSlurm(
    {
      ...whole,
      submit: now - 200,
      id: 1,
      user: 'ann',
      limit: 100,
      state: 'RUNNING',
      start: now - 100,
      end: now + 5900,
    },
    { ...whole, id: 2, user: 'bob', limit: 30, start: now + 5900 },
    { ...whole, id: 3, user: 'cid', limit: 20 },
    { ...whole, id: 4, user: 'cid', limit: 20, reason: 'JobHeldUser' },
  )
  // Ann's jobs run for ten minutes of the hundred that she asks for.
  slurm.accounted = Array.from({ length: 20 }, (_, k) =>
    [100 + k, 'ann', 'batch', now - 9000, now - 8000, now - 7400, 8, 100, 'physics', 'normal'].join('|'),
  )
  const around = { commands: slurm, now: () => now, ticks: () => 0, sleep: async () => {} }
  const options = { partition: ['batch'], policy: 'fcfs', futures: 50 }

  it('of a live queue go by what its users ran, beside what Slurm expects', async () => {
    const predicted = await predictStarts(null, options, QUIET, around)
    expect(predicted).toMatchObject({ processors: 128, free: 0, running: 1, past: 20 })
    expect(predicted.jobs.map(({ job, slurm: said }) => [job, said])).toEqual([
      ['2', 5900],
      ['3', null],
    ])
    const [second, third] = predicted.jobs
    expect(second).toMatchObject({ median: 500, early: 500, late: 500, planned: 5900, before: 0, waited: 50 })
    expect(third.median).toBeGreaterThan(500)
    expect(third.before).toBe(1)
    expect(promptLine(second)).toBe('job 2 starts in about 8m 20s (8m 20s to 8m 20s)')
    expect(predictedPage(predicted).subtitle).toContain('job 2 starts in about 8m 20s')
    expect(slurm.written).toEqual([])
  })

  it('have no start by backfill before now, whatever the fraction of the second', async () => {
    const idle = new FakeSlurm({ ...whole, id: 2, user: 'bob', limit: 30 })
    const { jobs } = await predictStarts(null, options, QUIET, {
      ...around,
      commands: idle,
      now: () => now + 0.69,
    })
    expect(jobs.map(({ planned, backfilled }) => [planned, backfilled])).toEqual([[0, 0]])
  })

  it('fail where accounting has no answer, and do without where none is kept', async () => {
    const without = (accountsFail: string) => {
      const other = new FakeSlurm(...slurm.jobs.values())
      return predictStarts(null, options, QUIET, {
        ...around,
        commands: Object.assign(other, { accountsFail }),
      })
    }
    await expect(without('sacct: error: Connection refused')).rejects.toMatchObject({
      kind: 'slurm-unreachable',
      detail: { value: 'sacct: error: Connection refused' },
    })
    expect(await without('Slurm accounting storage is disabled')).toMatchObject({ past: 0, running: 1 })
  })

  it('go by the shares of accounts and by qualities of service, as Slurm tells them', async () => {
    const queue = new FakeSlurm(
      { ...whole, id: 1, user: 'ann', limit: 100, state: 'RUNNING', start: now - 100, end: now + 5900 },
      { ...whole, id: 2, user: 'bob', limit: 30 },
      { ...whole, id: 3, user: 'cid', limit: 30 },
    )
    const write = (name: string, ...lines: readonly string[]) => {
      writeFileSync(join(folder, name), `${lines.join('\n')}\n`)
      return join(folder, name)
    }
    const slurmConf = write(
      'slurm.conf',
      'PriorityType=priority/multifactor',
      'PriorityWeightFairshare=100000',
    )
    const shares = (bob: number, cid: number) =>
      write(
        'shares',
        'Account|User|ParentName|Share',
        'root|||1',
        'physics||root|1',
        `physics|bob||${bob}`,
        `physics|cid||${cid}`,
      )
    const first = async (slurmShares: string, policy = 'easy:multifactor') => {
      const asked = { partition: ['batch'], policy, futures: 10, hindsight: 0, slurmConf, slurmShares }
      const { jobs } = await predictStarts(null, asked, QUIET, { ...around, commands: queue })
      return jobs.find(({ before }) => before === 0)?.job
    }
    // Both have used something, one as much as the other.
    queue.accounted = ['bob', 'cid'].map((user, k) =>
      [200 + k, user, 'batch', now - 9000, now - 8000, now - 7400, 8, 100, 'physics', 'normal'].join('|'),
    )
    expect(await first(shares(1, 9))).toBe('3')
    expect(await first(shares(9, 1))).toBe('2')
    expect(await first(shares(1, 9), 'slurm')).toBe('3')
    await expect(first(shares(1, 9), 'easy')).rejects.toThrow('only with the order multifactor')
  })

  it('are the same for the same seed, and can be asked for one job', async () => {
    const [one, other] = [
      await predictStarts('3', options, QUIET, around),
      await predictStarts('3', options, QUIET, around),
    ]
    expect(one).toEqual(other)
    expect(one.jobs.map(({ job }) => job)).toEqual(['3'])
    await expect(predictStarts('4', options, QUIET, around)).rejects.toMatchObject({ exitCode: 2 })
  })
})

describe('predictions on a site', () => {
  const now = EPOCH + 1e6
  const job = { submit: now - 50, base: 10, processors: 64, limit: 10 }
  const queue = () => {
    const slurm = new FakeSlurm(
      { ...job, submit: now - 200, id: 1, user: 'ann', state: 'RUNNING', start: now - 100, end: now + 500 },
      { ...job, id: 2, user: 'ann', processors: 32 },
      { ...job, id: 3, user: 'bob', processors: 128 },
      { ...job, id: 4, user: 'cid', processors: 64, limit: 5 },
      { ...job, id: 5, user: 'cid', processors: 4, reason: 'JobHeldUser' },
      { ...job, id: 6, user: 'dan', processors: 999 },
    )
    slurm.details = [
      'JobId=1 NumCPUs=64 NumNodes=1 CPUs/Task=1 TRES=cpu=64,node=1 NtasksPerN:B:S:C=0:0:*:* Nodes=n1 CPU_IDs=0-63 Mem=0 GRES= MinMemoryCPU=0 Features=(null) OverSubscribe=OK',
    ]
    return slurm
  }
  const site = {
    ...{
      version: 2,
      name: 'two nodes',
      scheduling: { policy: 'easy', compress: null, 'pass-interval': null },
    },
    facility: {
      partitions: [{ name: 'batch', processors: [[0, 1]], jobs: null }],
      ...{ priorities: [], maintenance: null },
      limits: [{ kind: 'running', users: ['ann'], jobs: 1 }],
      nodes: {
        groups: [{ names: 'n[1-2]', cores: 64, memory: null, gpus: 0, weight: 1 }],
        packing: 'best-fit',
      },
    },
  } as unknown as SiteDocument
  const predicted = (slurm: FakeSlurm, more: PredictOptions = {}) =>
    predictStarts(null, { partition: ['batch'], futures: 20, hindsight: 0, site, ...more }, QUIET, {
      commands: slurm,
      now: () => now,
      ticks: () => 0,
      sleep: async () => {},
    })
  const waits = ({ jobs }: Predicted) => jobs.map(({ job: name, waitsFor }) => [name, waitsFor?.text ?? null])

  it('know limits by the names of users, who is before whom, and which jobs wait for something else', async () => {
    const found = await predicted(queue())
    expect(found).toMatchObject({ policy: 'easy', processors: 128, free: 64 })
    expect(waits(found)).toEqual([
      ['2', 'the end of others: the limit of 1 job of user ann is reached'],
      ['3', 'processors: 0 of those that it could have are free'],
      ['4', null],
    ])
    expect(found.jobs.map(({ planned }) => planned)).toEqual([500, 1100, 0])
    expect(found.others.map(({ job: name, because }) => [name, because.slice(0, 20)])).toEqual([
      ['5', 'JobHeldUser'],
      ['6', expect.stringContaining('job 6')],
    ])
    expect(predictedPage(found).sections.map(({ heading }) => heading)).toContain('Not foretold')
    await expect(predicted(queue(), { policy: 'fcfs' })).resolves.toMatchObject({ policy: 'fcfs' })
  })

  it('put nobody on nodes that are down', async () => {
    const slurm = queue()
    slurm.down = ['n2']
    const found = await predicted(slurm)
    expect(waits(found)).toContainEqual(['4', 'the end of what keeps nodes for others: nodes that are down'])
  })

  it('go by Slurm’s own cycles and weights', async () => {
    const found = await predicted(queue(), { policy: 'slurm:multifactor(age=1000)' })
    expect(found.jobs.map(({ job: name }) => name)).toEqual(['2', '3', '4'])
    expect(found.jobs.every(({ median }) => Number.isFinite(median))).toBe(true)
  })

  it('are the same whoever makes which future', async () => {
    const around = { commands: queue(), now: () => now, ticks: () => now, sleep: async () => {} }
    const settings = settled(PREDICTING, { partition: ['batch'], seed: 5 })
    const document = { ...site, notices: [] }
    const { of, dataset } = await foretoldNow(settings, 'slurm:saf', document, {}, around)
    const evaluator = () => inlineEvaluator(new Map([[dataset.digest, dataset]]))
    const whole = await evaluator().evaluate([futuresTask(of, 0, 12)])
    const parts = await evaluator().evaluate([futuresTask(of, 7, 5), futuresTask(of, 0, 7)])
    expect([...(parts[1] as Json[]), ...(parts[0] as Json[])]).toEqual(whole[0])
    expect(new Set((whole[0] as number[][]).map(String)).size).toBeGreaterThan(1)
  })
})
