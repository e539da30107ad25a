/** Jobs that were cancelled while they waited, from accounting to schedules: who waits behind them, and that nobody counts them. */
import { describe, expect, it } from 'vitest'
import { readText } from '../support/logs.js'
import { useSandbox } from '../support/sandbox.js'

const T = 1_700_000_000
/** What sacct prints of jobs of eight cores: number, state, submit, start, end and time limit, minutes. */
const row = (id: number, state: string, submit: number, start: number | null, end: number, limit: number) =>
  [
    ...[id, id, state, T + submit, T + submit, start === null ? 'None' : T + start, T + end],
    ...[start === null ? 0 : end - start, limit, 8, start === null ? 0 : 8, 1, start === null ? 0 : 1],
  ].join('|')
const ACCOUNTING = [
  'JobID|JobIDRaw|State|Submit|Eligible|Start|End|ElapsedRaw|TimelimitRaw|ReqCPUS|AllocCPUS|ReqNodes|AllocNodes',
  row(1, 'COMPLETED', 0, 0, 100, 2),
  // It would have started at 100; in truth nobody did then.
  row(2, 'CANCELLED by 7', 10, null, 150, 5),
  row(3, 'COMPLETED', 20, 150, 250, 2),
  // It waits behind the third, and leaves before that ends.
  row(4, 'CANCELLED by 7', 30, null, 200, 5),
  row(5, 'COMPLETED', 40, 250, 350, 2),
  '',
].join('\n')

const SITE = `format: queuewright-site
version: 2
name: two nodes
nodes:
  - {names: 'n[1-2]', cores: 4}
partitions:
  - {name: all, nodes: 'n[1-2]'}
`

const box = useSandbox(async ({ write, good }) => {
  write('jobs.psv', ACCOUNTING)
  write('site.yaml', SITE)
  write('slurm.conf', 'ClusterName=lab\nPriorityType=priority/basic\nSchedulerParameters=bf_interval=5\n')
  await good('import', 'sacct', 'jobs.psv', '-o', 'log.swf', '--zone', 'UTC', '--machine', '8')
})

/** Starts by job number, of a schedule that was written as a log. */
async function starts(...words: readonly string[]): Promise<Readonly<Record<string, number>>> {
  const { stdout } = await box.good('simulate', 'log.swf', ...words, '--out', '-')
  const { jobs, fields } = readText(stdout, { fields: ['wait'] })
  return Object.fromEntries(
    Array.from(jobs.id, (id, at) => [id, jobs.submit[at] + (fields.wait?.[at] ?? Number.NaN)]),
  )
}

describe('jobs that were cancelled while they waited', () => {
  it('are in an imported log, with no run time and the wait until then', () => {
    const { jobs, fields } = readText(box.text('log.swf'), { fields: ['wait', 'status'] })
    expect(Array.from(jobs.id)).toEqual([1, 2, 3, 4, 5])
    expect(Array.from(jobs.runtime)).toEqual([100, 0, 100, 0, 100])
    expect(Array.from(jobs.size)).toEqual([8, 8, 8, 8, 8])
    expect(Array.from(fields.wait ?? [])).toEqual([0, 140, 130, 170, 210])
    expect(Array.from(fields.status ?? [])).toEqual([1, 5, 1, 5, 1])
  })

  it.each([
    ['a pool', []],
    ['a site', ['--site', 'site.yaml']],
  ] as const)('press on the queue of %s until then, and are in no schedule', async (_, machine) => {
    for (const policy of ['fcfs', 'list', 'easy', 'cons', 'easy:wfp3']) {
      const given = ['--policy', policy, ...machine]
      expect(await starts(...given)).toEqual({ 1: 0, 3: 100, 5: 200 })
      expect(await starts(...given, '--cancelled', 'drop')).toEqual({ 1: 0, 3: 100, 5: 200 })
      // The second job runs from 100 to 150, when it was cancelled; the fourth has gone before its turn.
      if (policy !== 'easy:wfp3')
        expect(await starts(...given, '--cancelled', 'press')).toEqual({ 1: 0, 3: 150, 5: 250 })
    }
  })

  it('press under slurm where nobody says otherwise, and are in no measure', async () => {
    for (const machine of [[], ['--site', 'site.yaml']]) {
      const given = ['--policy', 'slurm:fcfs', '--slurm-conf', 'slurm.conf', '--check', ...machine]
      expect(await starts(...given)).toEqual({ 1: 0, 3: 150, 5: 250 })
      expect(await starts(...given, '--cancelled', 'drop')).toEqual({ 1: 0, 3: 100, 5: 200 })
    }
    const words = ['log.swf', '--policies', 'slurm:fcfs,fcfs', '--slurm-conf', 'slurm.conf', '--json']
    const { stdout, stderr } = await box.good('compare', ...words)
    expect(stderr).toContain('2 jobs that were cancelled while waiting press on the queue until then')
    const { jobs, policies } = JSON.parse(stdout)
    expect(jobs).toBe(3)
    // Beside slurm, all are simulated with them.
    expect(policies[1].objectives.meanWait).toBeCloseTo((0 + 130 + 210) / 3, 9)
  })

  it('leave nothing unknown in what is said of how close a site is', async () => {
    const words = ['site.yaml', 'jobs.psv', '--policy', 'fcfs', '--zone', 'UTC', '--json']
    const error = async (cancelled: string) =>
      JSON.parse((await box.good('fidelity', ...words, '--cancelled', cancelled)).stdout).all.error.mean
    expect(await error('press')).toBe(0)
    expect(await error('drop')).toBeLessThan(-0.2)
  })

  it('do not wait for others, are in no front, and nobody tells whom they kept waiting', async () => {
    for (const call of [
      ['simulate', 'log.swf', '--feedback'],
      ['why', 'log.swf', '3'],
      ['front', 'log.swf', '--evaluations', '10'],
    ]) {
      const { code, stderr } = await box.run(...call, '--cancelled', 'press')
      expect([call[0], code]).toEqual([call[0], 2])
      expect(stderr).toContain('--cancelled')
    }
    await box.good('simulate', 'log.swf', '--feedback', '--policy', 'slurm:fcfs')
  })
})
