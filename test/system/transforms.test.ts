/** `qw split`, `merge`, `shift`, `thin` and `load` as a user meets them. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { complaints } from '../support/command.js'
import { PROJECT_ROOT } from '../support/data.js'
import { jobLine } from '../support/logs.js'
import { useSandbox } from '../support/sandbox.js'

const COMMANDS = ['split', 'merge', 'shift', 'thin', 'load']

const box = useSandbox((sandbox) => {
  sandbox.write('log.swf', LOG)
  sandbox.write('other.swf', LOG.replaceAll('1000000000', '1000500000').replace('Ada', 'Bob'))
  sandbox.write('timeless.swf', LOG.replace(/; UnixStartTime.*\n/, ''))
})
const { good } = box

/** 300 jobs of 16 processors and two users, one of them cancelled before its start. */
const LOG = [
  '; Acknowledge: Ada',
  '; MaxProcs: 16',
  '; UnixStartTime: 1000000000',
  ...Array.from({ length: 300 }, (_, k) =>
    jobLine({
      job: k + 1,
      submit: k * 1000,
      wait: 10,
      run: k === 7 ? 0 : 600 + k,
      allocatedProcessors: 1 + (k % 16),
      requestedProcessors: 1 + (k % 16),
      requestedTime: 1000,
      status: k === 7 ? 5 : 1,
      user: k % 2,
    }),
  ),
  '',
].join('\n')

const text = (name: string) => box.text(name)
const jobsOf = (log: string) => log.split('\n').filter((line) => line !== '' && !line.startsWith(';'))
const fieldOf = (log: string, field: number) => jobsOf(log).map((line) => Number(line.split(' ')[field - 1]))

async function info(file: string) {
  return JSON.parse((await good('info', file, '--json')).stdout)
}

describe('all', () => {
  it.each(COMMANDS)('%s has a help that fits a terminal', async (name) => {
    const { stdout } = await good(name, '--help')
    expect(stdout).toContain(`Usage: queuewright ${name}`)
    expect(stdout).toContain('docs/transforms.md')
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100)
  })

  it('have every option that their document names', async () => {
    const helps = await Promise.all(COMMANDS.map((name) => good(name, '--help')))
    const known = helps.map(({ stdout }) => stdout).join('\n')
    const document = readFileSync(join(PROJECT_ROOT, 'docs', 'transforms.md'), 'utf8')
    const named = new Set([...document.matchAll(/(?<![\w-])--[a-z][a-z-]+/g)].map(([option]) => option))
    expect(named.size).toBeGreaterThan(10)
    expect([...named].filter((option) => !known.includes(`${option} `))).toEqual([])
  })

  it.each([
    ['split', '--sites', '8,8'],
    ['shift', '--by', '1d'],
    ['thin', '--keep', '0.5'],
    ['load', '--by', '2'],
  ])('%s tells jobs and load in one line, the log being the output', async (...args) => {
    const [name, ...options] = args
    const { stdout, stderr } = await good(name, 'log.swf', ...options)
    const facts = stderr.trim().split('\n')
    expect(facts).toHaveLength(1)
    const after = jobsOf(stdout).length.toLocaleString('en')
    expect(facts[0]).toMatch(
      new RegExp(
        `^note: ${name}: jobs 299 before, ${after} after; .*offered load 0\\.\\d+ on 16 processors before, ` +
          `[01]\\.\\d+ on 16 processors after; left out on reading: 1 cancelled-before-start$`,
      ),
    )
  })

  it('read standard input and write what can be read, also compressed and for Batsim', async () => {
    const piped = await box.qw.shell(
      'cat log.swf | qw load - --by 1.5 | qw thin - --keep 0.5 | qw shift - --rebase -o out.json.gz',
      { cwd: box.cwd },
    )
    expect([piped.code, complaints(piped)]).toEqual([0, []])
    expect((await info('out.json.gz')).jobs).toBe(150)
  })

  it('write the format that is asked for, and ask for one where the name says none', async () => {
    const { stdout } = await good(
      'thin',
      'log.swf',
      '--keep',
      '1e-1',
      '-o',
      'thin.dat',
      '--format',
      'batsim4',
    )
    expect(stdout).toMatch(/^thin\.dat: 30 jobs as batsim4/)
    expect(JSON.parse(text('thin.dat')).jobs).toHaveLength(30)
    const done = await box.run('thin', 'log.swf', '--keep', '0.1', '-o', 'thin.log')
    expect(done.code).toBe(2)
    expect(complaints(done)).toEqual([expect.stringMatching(/field --out, value "thin\.log".*--format swf/)])
  })

  it('take a part of the log first', async () => {
    const { stdout } = await good('shift', 'log.swf', '--rebase', '--span', '100000..', '--users', '1')
    expect(fieldOf(stdout, 2).slice(0, 2)).toEqual([0, 2000])
    expect(new Set(fieldOf(stdout, 12))).toEqual(new Set([1]))
  })
})

describe('split', () => {
  it('writes one log with the sites as partitions', async () => {
    await good('split', 'log.swf', '--sites', '8,2x4', '-o', 'grid.swf')
    const facts = await info('grid.swf')
    expect(facts.machine).toBe(16)
    expect(facts.partitions.map(({ label }: { label: string }) => label).sort()).toEqual([
      'site of 4 processors',
      'site of 4 processors',
      'site of 8 processors',
    ])
    expect(Math.max(...fieldOf(text('grid.swf'), 8))).toBe(8)
    expect(new Set(fieldOf(text('grid.swf'), 1)).size).toBe(facts.jobs)
  })

  it('writes a log for each site, each of its own machine', async () => {
    await good('split', 'log.swf', '--sites', '8,8', '--parts', '3', '-o', 'site-%s.swf.gz')
    const [one, two] = await Promise.all(['site-1.swf.gz', 'site-2.swf.gz'].map(info))
    expect([one.machine, two.machine, one.sizes.quantiles.max]).toEqual([8, 8, 3])
    const together = await good('split', 'log.swf', '--sites', '8,8', '--parts', '3')
    expect(one.jobs + two.jobs).toBe(jobsOf(together.stdout).length)
  })

  it('says which jobs their own site cannot run, and which sites have no job', async () => {
    const wide = await good('split', 'log.swf', '--sites', '12,4', '--parts', 'largest', '-o', 'wide.swf')
    expect(wide.stderr).toMatch(/[1-9]\d+ wider than the site they arrive at/)
    const few = await good('split', 'log.swf', '--sites', '3x16', '--first', '2', '-o', 'few%s.swf')
    expect(few.stderr).toContain('few3.swf is not written: no job arrives at this site')
    expect([1, 2, 3].map((site) => existsSync(box.path(`few${site}.swf`)))).toEqual([true, true, false])
  })
})

describe('merge', () => {
  it('keeps both logs apart, and all of them together under one roof', async () => {
    await good('merge', 'log.swf', 'other.swf', '-o', 'merged.swf')
    const facts = await info('merged.swf')
    expect([facts.jobs, facts.machine, facts.users.count]).toEqual([598, 32, 4])
    expect(facts.span.unixStart).toBe(1e9)
    expect(text('merged.swf')).toContain('; [2] Acknowledge: Bob')
    await good('merge', 'log.swf', 'other.swf', '--same', 'users', '--machine', '16', '-o', 'same.swf')
    const same = await info('same.swf')
    expect([same.jobs, same.machine, same.users.count]).toEqual([598, 16, 2])
  })

  it('makes a grid of logs', async () => {
    const { stdout } = await good('merge', 'log.swf', 'timeless.swf', '--align', 'first', '--sites')
    expect(new Set(fieldOf(stdout, 16))).toEqual(new Set([1, 2]))
    expect(stdout).toContain('; Partition: 2 timeless')
  })
})

describe('shift', () => {
  it('moves jobs in the log, or the log in time', async () => {
    expect(fieldOf((await good('shift', 'log.swf', '--by', '1h30m')).stdout, 2)[0]).toBe(5400)
    await good('shift', 'log.swf', '--to', '2024-02-01', '-o', 'dated.swf')
    // 1e9 is 9 September 2001, 1:46:40.
    expect((await info('dated.swf')).span.first).toBe('2024-02-01T01:46:40Z')
    await good('shift', 'log.swf', '--to', '2024-02-01', '--keep-weekday', '-o', 'weekday.swf')
    expect((await info('weekday.swf')).span.first).toBe('2024-02-04T01:46:40Z')
    const back = await good('shift', 'log.swf', '--by', '-1d', '--rebase', '-o', 'back.swf')
    expect(back.stderr).toContain('the first submitted on 2001-09-08T01:46:40Z, 0 s after')
  })
})

describe('thin', () => {
  it('keeps jobs, sessions or users by a seed', async () => {
    const kept = async (...args: string[]) => (await good('thin', 'log.swf', ...args)).stdout
    expect(jobsOf(await kept('--keep', '0.1'))).toHaveLength(30)
    expect(await kept('--keep', '0.1')).toBe(await kept('--keep', '0.1', '--seed', '1'))
    expect(await kept('--keep', '0.1')).not.toBe(await kept('--keep', '0.1', '--seed', '2'))
    expect(new Set(fieldOf(await kept('--keep', '0.5', '--by', 'users'), 12)).size).toBe(1)
    // Pauses of 2,000 s between a user's jobs, one of 4,000 s where the cancelled one was.
    const { stderr } = await good('thin', 'log.swf', '--keep', '1', '--by', 'sessions', '--gap', '1h')
    expect(stderr).toContain('3 of 3 sessions kept')
  })
})

describe('load', () => {
  it('comes to the load that info then shows', async () => {
    for (const more of [[], ['--plain']]) {
      await good('load', 'log.swf', '--to', '0.9', '-o', 'loaded.swf', ...more)
      expect((await info('loaded.swf')).offeredLoad).toBeCloseTo(0.9, 4)
    }
    const before = (await info('log.swf')).offeredLoad
    await good('load', 'log.swf', '--by', '0.5', '-o', 'loaded.swf')
    expect((await info('loaded.swf')).offeredLoad / before).toBeCloseTo(0.5, 4)
    expect(new Set(fieldOf(text('loaded.swf'), 3))).toEqual(new Set([-1]))
  })

  it('is of the machine that is named', async () => {
    await good('load', 'log.swf', '--to', '0.4', '--machine', '64', '-o', 'machine.swf')
    const { offeredLoad, machine } = await info('machine.swf')
    expect([machine, Number(offeredLoad.toFixed(4))]).toEqual([64, 0.4])
  })
})

describe('misuse', () => {
  it.each([
    [2, 'split log.swf', '--sites'],
    [2, 'split log.swf --sites m128-5', 'Did you mean m128-4?'],
    [2, 'split log.swf --sites 0,4', 'each 1 or more'],
    [2, 'split log.swf --sites 8,8 --parts 9', 'field --parts'],
    [2, 'split log.swf --sites 8,8 -o grid.json', '%s'],
    [29, 'split log.swf --sites 8,7', 'job 16 is wider than the whole grid'],
    [2, 'merge log.swf', 'two or more'],
    [2, 'merge log.swf timeless.swf', '--align first'],
    [2, 'merge log.swf other.swf --same all,users', '--same'],
    [2, 'merge - -', 'at most once'],
    [2, 'shift log.swf', '--by TIME, --to DATE or --rebase'],
    [2, 'shift log.swf --by 3d --to 2024-01-01', 'either --by or --to'],
    [2, 'shift log.swf --by -1s', 'field --by'],
    [2, 'shift log.swf --to 2024-02-30', 'field --to'],
    [2, 'shift log.swf --to 1969-01-01', 'before 1970 (field --to'],
    [2, 'shift log.swf --rebase --keep-weekday', 'only with --to'],
    [2, 'thin log.swf --keep 0', 'above 0'],
    [2, 'thin log.swf --keep 0.5 --gap 1h', 'only with --by sessions'],
    [2, 'load log.swf', '--to LOAD or --by FACTOR'],
    [2, 'load log.swf --to -1', 'above 0'],
    [2, 'load log.swf --to 0.9 --by 2', 'either --to or --by'],
    [2, 'load log.swf --to 1e-9', '100 years'],
    [2, 'load log.swf --first 1 --by 2', 'no load that could be changed'],
  ])('exit code %i: %s', async (code, line, message) => {
    const done = await box.run(...line.split(' '))
    expect(done.stderr).toContain(message)
    expect(done.stderr.trim().split('\n')).toHaveLength(1)
    expect([done.code, done.stdout]).toEqual([code, ''])
  })
})
