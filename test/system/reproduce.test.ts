/** `qw reproduce` as a user meets it; `scale.test.ts` has the study of scaling. */
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { EXIT_CODES } from '../../src/core/errors.js'
import { isRun, STUDIES } from '../../src/study/reproduce/registry.js'
import { writeSwf } from '../../src/trace/swf/index.js'
import { demoTrace } from '../../src/workload/demo.js'
import { complaints } from '../support/command.js'
import { useSandbox } from '../support/sandbox.js'

/** Stand-ins under the names of the studies' files: published values stay what they are, ours are of these. */
const demo = (jobs: number, processors: number) =>
  gzipSync([...writeSwf(demoTrace({ jobs, processors }))].join(''))

const sandbox = useSandbox((box) => {
  box.write('lublin_256.swf.gz', demo(3000, 256))
  box.write('CTC-SP2-1996-3.1-cln.swf.gz', demo(150, 338))
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

  it('tells the usual budget of every study that is a run', async () => {
    const { stdout } = await sandbox.good('reproduce')
    const told = [...stdout.matchAll(/^ {2}usual budget: ([\d.]+), [\d.]+ % of /gm)].map(([, budget]) =>
      Number(budget),
    )
    const usual = STUDIES.filter(isRun).map(({ usualBudget }) => usualBudget)
    expect(told).toEqual(usual)
    expect(usual).toContain(0.03)
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

  it('takes orders of policies as further columns, and of no study that has no place for them', async () => {
    const call = ['reproduce', 'rlscheduler-table5', '--data', '.', '--logs', 'Lublin-1', '--json']
    const { stdout } = await sandbox.good(...call, '--with', 'easy:f3/saf,(2*submit),saf')
    const cells: Cell[] = JSON.parse(stdout)
    const ours = (column: string) => cells.filter((cell) => cell.column === column).map((cell) => cell.ours)
    expect(ours('(2*submit)')).toEqual(ours('FCFS'))
    expect(ours('f3 (2)')).toHaveLength(2)
    expect(ours('saf (2)')).toEqual(ours('saf'))
    const refused = await sandbox.run('reproduce', 'easy-2015', '--data', '.', '--with', 'f2')
    expect(refused.stderr).toContain('only with sc17-table4, rlscheduler-table5')
    const recorded = await sandbox.run('reproduce', 'sc17-table4', '--data', '.', '--with', 'recorded')
    expect(recorded.stderr).toContain('orders of the queue, or policies that have one')
    const nameless = await sandbox.run('reproduce', '--with', 'f2')
    expect([nameless.code, nameless.stdout]).toEqual([EXIT_CODES.usage, ''])
    expect(nameless.stderr).toContain('the name of a study in front of it')
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
    expect(stdout).toMatch(/^CTC 338, actual run times, whole +ours .*\nqueue$/m)
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

  it('does a study that searches as a run, whoever evaluates', async () => {
    const call = ['reproduce', 'thesis-greedy', '--data', '.', '--logs', 'CTC', '--budget', '0.01']
    const { stdout, stderr } = await sandbox.good(...call, '--run', 'greedy', '--workers', '2')
    expect(stderr).toContain('note: the run is kept in greedy')
    expect(stdout).toMatch(
      /^CTC {2}CTC-SP2-1996-3\.1-cln\.swf\.gz, 430 processors\n {5}digest [0-9a-f]{64}$/m,
    )
    expect(stdout).toMatch(/^- ours: 1 % of the 100 generations .*; seed 1$/m)
    expect(stdout).toMatch(/^systems, SOPT\(CTC\) +published +9\.5$/m)
    expect(stdout).toMatch(/^- left out: ALLOPT/m)
    expect(stdout.trimEnd()).toBe(sandbox.text('greedy/summary.txt').trimEnd())

    const again = await sandbox.good(...call, '--run', 'again', '--engine', 'inline', '--json')
    expect(again.stdout.trimEnd()).toBe(sandbox.text('greedy/values.json').trimEnd())
    const cells: Cell[] = JSON.parse(again.stdout)
    expect(cells.find(({ row }) => row === 'fobj over EASY, %: fcfs:group')?.published).toBe(15.45)
    expect(sandbox.text('again/strategy-own-CTC.json')).toBe(sandbox.text('greedy/strategy-own-CTC.json'))
    expect(sandbox.text('greedy/plane-CTC.svg')).toContain('systems CTC')

    expect((await sandbox.good('show', 'greedy')).stdout).toMatch(/^study +thesis-greedy$/m)
    const resumed = await sandbox.good('resume', 'greedy')
    expect(resumed.stdout).toContain('greedy was finished already')
    expect(resumed.stdout).toContain(stdout.trimEnd())
    const explained = await sandbox.good('explain', 'greedy/strategy-systems-CTC.json')
    expect(explained.stdout).toContain('weekend')
  }, 120_000)

  it('does some methods of a study of rules, whoever evaluates', async () => {
    const call = ['reproduce', 'thesis-rules', '--data', '.', '--logs', 'CTC', '--budget', '0.01']
    const some = [...call, '--methods', 'mixture, cca']
    const { stdout } = await sandbox.good(...some, '--run', 'rules', '--workers', '2')
    expect(stdout).toMatch(/^- ours: 1 % of the generations .*; seed 1$/m)
    expect(stdout).toMatch(/^- candidates of each training: greedy 1441, cca 24, ours 24$/m)
    expect(stdout).toMatch(/^cca, SOPT +published +15\.63$/m)
    expect(stdout).toMatch(/^ours, SOPT, bounded +ours /m)
    expect(stdout).toMatch(
      /(not|everything that was learnt is) ahead of (all of )?fcfs:group, easy:group and cons:group/,
    )
    expect(stdout).not.toContain('michigan')
    expect((await sandbox.good('show', 'rules')).stdout).toMatch(/^methods +cca, mixture$/m)

    await sandbox.good(...some, '--run', 'rules-again', '--engine', 'inline')
    for (const file of ['summary.txt', 'table.csv', 'values.json', 'strategy-cca-CTC-bounded.json']) {
      expect(sandbox.text(`rules-again/${file}`), file).toBe(sandbox.text(`rules/${file}`))
    }
    const explained = await sandbox.good('explain', 'rules/strategy-cca-CTC.json')
    expect(explained.stdout).toContain('10 + 10 rules')

    const table = ['reproduce', 'fuzzy-tables', '--data', '.', '--logs', 'CTC', '--budget', '0.01']
    const fuzzy = await sandbox.good(...table, '--methods', 'michigan', '--run', 'fuzzy')
    expect(fuzzy.stdout).toMatch(/^CTC +published +15\.45 /m)
    expect(sandbox.text('fuzzy/strategy-greedy-CTC.json')).toBe(
      sandbox.text('rules/strategy-greedy-CTC.json'),
    )
  }, 120_000)

  it('refuses options that mean nothing to the study', async () => {
    for (const [call, complaint] of [
      [['zdt', '--budget', '0.1'], /--budget.*only with thesis-greedy, thesis-regions, thesis-front/],
      [['zdt', '--run', 'x'], /--run.*only with thesis-greedy, thesis-regions, thesis-front/],
      [['sc17-table4', '--scaled'], /--scaled.*only with thesis-greedy, thesis-regions, thesis-front/],
      [['thesis-greedy', '--methods', 'cca'], /--methods.*some of systems, own, front/],
      [['thesis-front', '--methods', 'cca'], /--methods.*some of published, own, random-starts/],
      [
        ['thesis-front', '--sources', 'CTC'],
        /--sources.*only with thesis-greedy, thesis-rules, fuzzy-tables/,
      ],
      [['fuzzy-tables', '--sources', 'ALLOPT'], /--sources.*some of CTC, KTH, LANL, SDSC00, SDSC96/],
      [['thesis-greedy', '--unbounded'], /--unbounded.*only with thesis-rules/],
      [['thesis-front', '--greedy-budget', '1'], /--greedy-budget.*only with thesis-rules, fuzzy-tables/],
      [
        ['zdt', '--methods', 'cca'],
        /--methods.*only with thesis-greedy, thesis-regions, thesis-front, thesis-rules, fuzzy-tables/,
      ],
      [['thesis-rules', '--methods', 'cca,greedy'], /--methods.*some of iterative, .*cca, random, mixture/],
      [
        ['fuzzy-tables', '--methods', 'cca'],
        /--methods.*some of iterative, michigan, michigan-defaults, mixture/,
      ],
      [['--methods', 'cca'], /--methods.*the name of a study in front of it/],
      [['thesis-front', '--draws', '2'], /--draws.*Vary --seed/],
      [['thesis-greedy', '--budget', '0'], /--budget.*a number above 0/],
      [['thesis-front', '--data', '.', '--budget', '0.001'], /--budget.*expected at least [\d,]+ of/],
    ] as const) {
      const done = await sandbox.run('reproduce', ...call)
      expect(done.code).toBe(2)
      expect(complaints(done)).toEqual([expect.stringMatching(complaint)])
    }
  })

  it('refuses logs that the study does not know', async () => {
    const done = await sandbox.run('reproduce', 'sc17-table4', '--logs', 'KTH')
    expect(done.code).toBe(2)
    expect(complaints(done)).toEqual([
      expect.stringMatching(/--logs.*some of Lublin-256, Lublin-1024, Curie, ANL, SDSC-Blue, CTC/),
    ])
  })
})
