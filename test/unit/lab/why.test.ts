import { describe, expect, it } from 'vitest'
import { whyJson } from '../../../src/lab/explain/why.js'
import { open } from '../../../src/lab/faces/open.js'
import { waitBlocks } from '../../../src/report/pages/why.js'
import { demoTrace } from '../../../src/workload/demo.js'

describe('why a job waited', () => {
  it('is told of the jobs that waited longest, and of those that are named', async () => {
    const log = await open(demoTrace({ jobs: 400 }), { machine: 64, oversize: 'cap' })
    const why = await log.why([10], 'easy', { worst: 2, asked: [3600], on: [1], without: [3] })
    const { start, jobs } = why.told[0].schedule
    const waits = start.map((at, row) => at - jobs.submit[row]).toSorted()
    const told = whyJson(why).jobs
    expect(told.map(({ wait }) => wait).slice(1)).toEqual([...waits.slice(-2)].reverse())
    expect(told[0].job).toBe(10)
    for (const each of told) {
      const covered = each.spans.reduce((sum, { from, to }) => sum + to - from, 0)
      expect(covered).toBeCloseTo(each.wait, 6)
      expect(each.chain.at(-1)?.trigger.kind).not.toBe('end')
      expect(each.answers.slice(-3).map(({ question }) => question.kind)).toEqual(['time', 'size', 'user'])
    }
    expect(waitBlocks(why.told[1])[0]).toMatchObject({
      kind: 'sentences',
      sentences: [
        expect.stringMatching(/^Job \d+ waited .* under easy\./),
        expect.anything(),
        expect.anything(),
      ],
    })
  })

  it('is told of a site: which limit, and who fills it', async () => {
    const all = { name: 'all', processors: [[0, 63] as const], jobs: null }
    const limits = [{ kind: 'user-jobs' as const, value: 1 }]
    const facility = { partitions: [all], priorities: [], limits, maintenance: null }
    const scheduling = { policy: null, compress: null, 'pass-interval': null }
    const log = await open(demoTrace({ jobs: 400 }), { oversize: 'cap' })
    const { told } = await log.why([], 'easy', {
      worst: 1,
      site: { version: 1, name: 'one each', facility, scheduling },
    })
    const [{ schedule, waited }] = told
    const { jobs } = schedule
    const [span] = waited.spans.filter(({ reason }) => reason.kind === 'limit')
    const user = jobs.user[waited.job]
    expect(span.reason).toMatchObject({ kind: 'limit', limit: `1 job of user ${user}` })
    const { held } = span.reason as { held: readonly number[] }
    for (const row of held) {
      expect(jobs.user[row]).toBe(user)
      expect(schedule.start[row]).toBeLessThan(span.to)
    }
    expect(JSON.stringify(waitBlocks(told[0]))).toContain(`a limit of 1 job of user ${user}, filled by job`)
  })

  it('is refused where nobody can say', async () => {
    const log = await open(demoTrace({ jobs: 50 }), { machine: 64 })
    await expect(log.why([1], 'slurm')).rejects.toThrow(/Slurm's own cycles/)
    await expect(log.why([1], 'recorded')).rejects.toThrow(/nobody knows why recorded jobs waited|wait/)
    await expect(log.why([999], 'easy')).rejects.toThrow(/no job 999 is simulated/)
    await expect(log.why([], 'easy')).rejects.toThrow(/no job is asked about/)
    await expect(log.why([1], 'easy', { on: [65] })).rejects.toThrow(/unusable option/)
  })
})
