/** `qw reproduce` on the studies of policies, as a user meets it; `scale.test.ts` has the one of scaling. */
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { writeSwf } from '../../src/trace/swf/index.js'
import { demoTrace } from '../../src/workload/demo.js'
import { complaints } from '../support/command.js'
import { useSandbox } from '../support/sandbox.js'

/** Stand-ins under the names of the studies' files: published values stay what they are, ours are of these. */
const demo = (jobs: number, processors: number) =>
  gzipSync([...writeSwf(demoTrace({ jobs, processors }))].join(''))

const sandbox = useSandbox((box) => {
  box.write('lublin_256.swf.gz', demo(3000, 256))
  box.write('CTC-SP2-1996-3.1-cln.swf.gz', demo(400, 338))
  box.write('predictsim-KTH-SP2-EASY.swf.gz', demo(300, 100))
})

interface Cell {
  readonly row: string
  readonly column: string
  readonly published: number | null
  readonly ours: number | null
  readonly data: string
}

describe('reproduce', () => {
  it('lists the studies with their files', async () => {
    const { stdout } = await sandbox.good('reproduce')
    for (const name of ['easy-2015', 'sc17-table4', 'rlscheduler-table5']) {
      expect(stdout).toMatch(new RegExp(`^${name}$`, 'm'))
    }
    expect(stdout).toContain('CTC EASY++ (predictsim-CTC-SP2-EASYpp-tsafrir.swf.gz)')
    expect(stdout).toContain('Lublin-1024-est (lublin_1024_est-20k.swf.gz)')
  })

  it('names rows by log and mode alone, with the digest of what was read', async () => {
    const call = ['reproduce', 'rlscheduler-table5', '--data', '.', '--logs', 'Lublin-1']
    const cells: Cell[] = JSON.parse((await sandbox.good(...call, '--json')).stdout)
    const find = (row: string, column: string) =>
      cells.find((cell) => cell.row === row && cell.column === column)
    expect(find('Lublin-1, backfilling', 'RL')).toMatchObject({ published: 58.64, ours: null })
    expect(find('Lublin-1, heads only', 'SJF')?.published).toBe(277.35)
    expect(find('Lublin-1, heads only', 'saf')?.published).toBeNull()
    const { stdout } = await sandbox.good(...call)
    const [, digest] = /digest ([0-9a-f]{64})/.exec(stdout) ?? []
    expect(new Set(cells.map(({ data }) => data))).toEqual(new Set([digest]))
    expect(stdout).toMatch(/^Lublin-1, backfilling +published +235\.82 /m)
    expect(stdout).not.toContain('draws')
  })

  it('goes on without a log that is optional, and says so', async () => {
    const { stdout, stderr } = await sandbox.good(
      'reproduce',
      'sc17-table4',
      '--data',
      '.',
      '--logs',
      'CTC,ANL',
    )
    expect(stderr).toContain('note: left out, ANL: there is no ANL-Intrepid-2009-1.swf.gz')
    expect(stdout).toMatch(/^CTC 338, actual run times, whole queue +ours /m)
    expect(stdout).not.toMatch(/^ANL/m)
  })

  it('needs some log', async () => {
    const done = await sandbox.run('reproduce', 'sc17-table4', '--data', '.', '--logs', 'ANL')
    expect(done.code).toBe(20)
    expect(complaints(done)).toEqual([expect.stringMatching(/expected ANL as ANL-Intrepid-2009-1\.swf\.gz/)])
  })

  it('takes schedules from their own folder, and says which file is which', async () => {
    const call = ['reproduce', 'easy-2015', '--logs', 'KTH']
    const env = { QUEUEWRIGHT_REFERENCE: sandbox.cwd, QUEUEWRIGHT_TRACES: 'elsewhere' }
    const done = await sandbox.qw.run(call, { cwd: sandbox.cwd, env })
    expect(done.code).toBe(20)
    expect(complaints(done)).toEqual([
      expect.stringMatching(
        /schedules of the study easy-2015 .*KTH EASY\+\+ as predictsim-KTH-SP2-EASYpp-tsafrir\.swf\.gz, .*QUEUEWRIGHT_REFERENCE/,
      ),
    ])
    expect(done.stderr).not.toContain('KTH EASY as')
    expect(done.stderr).not.toContain('CTC')
  })

  it('needs no logs for a study of optimisers, and takes none', async () => {
    const cells: Cell[] = JSON.parse(
      (await sandbox.good('reproduce', 'zdt', '--draws', '1', '--json')).stdout,
    )
    const found = cells.find((cell) => cell.row === 'ZDT2' && cell.column === 'NSGA-II')
    expect(found).toMatchObject({ published: 0.5364, data: null, log: null })
    expect(Math.abs((found?.ours ?? 0) / 0.5364 - 1)).toBeLessThan(0.01)
    const { stdout } = await sandbox.good('reproduce')
    expect(stdout).toMatch(/^zdt\n.*\n.*\n {2}logs: none$/m)
    const done = await sandbox.run('reproduce', 'zdt', '--logs', 'CTC')
    expect(done.code).toBe(2)
    expect(complaints(done)).toEqual([expect.stringMatching(/--logs.*zdt needs no logs/)])
  })

  it('refuses logs that the study does not know', async () => {
    const done = await sandbox.run('reproduce', 'sc17-table4', '--logs', 'KTH')
    expect(done.code).toBe(2)
    expect(complaints(done)).toEqual([
      expect.stringMatching(/--logs.*some of Lublin-256, Lublin-1024, Curie, ANL, SDSC-Blue, CTC/),
    ])
  })
})
