/** `qw bounds` as a user meets it. */
import { describe, expect, it } from 'vitest'
import { jobLine } from '../support/logs.js'
import { useSandbox } from '../support/sandbox.js'

const box = useSandbox((sandbox) => {
  // Three jobs that need the whole machine, and one for later.
  const jobs = [0, 0, 0, 9000].map((submit, k) =>
    jobLine({
      job: k + 1,
      submit,
      wait: 0,
      run: 100,
      allocatedProcessors: 8,
      requestedProcessors: 8,
      requestedTime: 100,
      status: 1,
      user: k % 2,
    }),
  )
  sandbox.write('log.swf', ['; MaxProcs: 8', ...jobs, ''].join('\n'))
})
const { good, run } = box

describe('qw bounds', () => {
  it('prints bounds beside what policies reach', async () => {
    const { stdout } = await good('bounds', 'log.swf', '--objectives', 'AWRT, maxWait, UTIL')
    const lines = stdout.split('\n').map((line) => line.trim().split(/ {2,}/))
    expect(lines).toContainEqual([
      'AWRT',
      '2 min 55 s',
      '2 min 55 s ★',
      '2 min 55 s ★',
      '2 min 55 s ★',
      '0.0 %',
      'fluid',
    ])
    expect(lines).toContainEqual([
      'maxWait',
      '3 min 20 s',
      '3 min 20 s ★',
      '3 min 20 s ★',
      '3 min 20 s ★',
      '0.0 %',
      'fluid',
    ])
    expect(stdout).toContain('UTIL (prompt)')
  })

  it('prints JSON, for the jobs that are judged', async () => {
    const args = [
      'bounds',
      'log.swf',
      '--policies',
      'easy',
      '--objectives',
      'maxWait',
      '--warm-up',
      '1 jobs',
      '--json',
    ]
    const { objectives, jobs } = JSON.parse((await good(...args)).stdout)
    expect(jobs).toBe(4)
    expect(objectives).toHaveLength(1)
    // The first job may be run last when it is not judged.
    expect(objectives[0].bound.value).toBeCloseTo(100, 5)
    expect(objectives[0].policies.easy).toEqual({ value: 200, room: expect.closeTo(0.5, 5) })
  })

  it('refuses what it cannot bound', async () => {
    for (const [args, kind] of [
      [['--policies', 'recorded'], '--policies'],
      [['--objectives', 'AWRT9'], '--objectives'],
      [['--objectives', 'awrt'], 'Did you mean AWRT?'],
      [['--objective', '10*AWRT4'], 'user group 4 has no jobs'],
    ] as const) {
      const { code, stderr } = await run('bounds', 'log.swf', ...args)
      expect(code).not.toBe(0)
      expect(stderr).toContain(kind)
    }
  })
})
