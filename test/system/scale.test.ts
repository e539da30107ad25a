/** `qw scale` and `qw reproduce` as a user meets them. */
import { readFileSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { writeSwf } from '../../src/trace/swf/index.js'
import { demoTrace } from '../../src/workload/demo.js'
import { complaints } from '../support/command.js'
import { jobLine, readText } from '../support/logs.js'
import { useSandbox } from '../support/sandbox.js'

const box = useSandbox((sandbox) => {
  sandbox.write('log.swf', LOG)
})
const { good } = box

/** 300 jobs of at most 12 of 16 processors, one in ten of no length. */
const LOG = [
  '; Computer: made',
  '; MaxNodes: 16 (of two halves)',
  '; MaxProcs: 16',
  '; UnixStartTime: 1000000000',
  ...Array.from({ length: 300 }, (_, k) => {
    const run = k % 10 === 9 ? 0 : 60 + ((k * 7919) % 9000)
    const size = 1 + ((k * 31) % 12)
    return jobLine({
      job: k + 1,
      submit: k * 2100,
      wait: 10,
      run,
      allocatedProcessors: size,
      requestedProcessors: size,
      requestedTime: run + 600,
      status: 1,
      user: k % 3,
    })
  }),
  '',
].join('\n')

const file = (name: string) => readFileSync(box.path(name))

describe('scale', () => {
  it('prints the log, and what it did on standard error', async () => {
    const { stdout, stderr } = await good('scale', 'log.swf', '--to', '40', '--drop-zero-runtime')
    const scaled = readText(stdout, { fields: ['wait', 'requestedProcessors'] })
    expect(scaled.processors).toBe(40)
    expect(scaled.header.some((comment) => comment.includes('MaxNodes'))).toBe(false)
    expect(scaled.header.find((comment) => comment.includes('Note'))).toContain(
      'Scaled from 16 to 40 processors by f = 2.5',
    )
    expect(stderr).toMatch(/note: Scaled from 16 to 40 .* of 270 jobs \d+ enlarged/)
    expect(scaled.fields.wait?.every((wait) => wait === -1)).toBe(true)
    expect(Array.from(scaled.fields.requestedProcessors ?? [])).toEqual(Array.from(scaled.jobs.size))
    expect(new Set(scaled.jobs.id).size).toBe(scaled.jobs.length)
    expect(scaled.jobs.runtime.every((run) => run > 0)).toBe(true)
    // The same once more, and into a file; another seed is another log.
    const { stdout: named } = await good(
      'scale',
      'log.swf',
      '--to',
      '40',
      '--drop-zero-runtime',
      '-o',
      'out.swf',
    )
    expect(file('out.swf').toString()).toBe(stdout)
    expect(named).toMatch(/^out\.swf: [\d,]+ jobs as swf \(left out: 30 zero-runtime\)\n$/)
    const other = await good('scale', 'log.swf', '--to', '40', '--drop-zero-runtime', '--seed', '2')
    expect(other.stdout).not.toBe(stdout)
  })

  it('makes a log that simulates', async () => {
    await good('scale', 'log.swf', '--to', '40', '--factor', '2.6', '--copied', '70', '-o', 'sim.swf')
    const { stdout } = await good('simulate', 'sim.swf', '--check', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ machine: 40 })
  })

  it('searches the factor: table, bars, report, and the log by it', async () => {
    const { stdout } = await good(
      'scale',
      'log.swf',
      '--to',
      '40',
      '--match',
      'easy',
      '-o',
      'm.swf',
      '--report',
      'm.html',
    )
    const [, factor] = /best {2,}f = ([\d.]+): AWWT/.exec(stdout) ?? []
    expect(stdout).toMatch(/^ *f +level +jobs +UTIL +AWWT +AWRT +deviation$/m)
    expect(stdout).toMatch(new RegExp(`^${factor} ★ +█*`, 'm'))
    expect(file('m.swf').toString()).toContain(`by f = ${Number(factor)},`)
    expect(file('m.html').toString()).toContain('★')
    const json = await good('scale', 'log.swf', '--to', '40', '--match', 'easy', '--json', '-o', 'j.swf')
    const { scaling, match } = JSON.parse(json.stdout)
    expect(scaling.factor).toBe(Number(factor))
    expect(match.best.factor).toBe(Number(factor))
    expect(match.history.length).toBeGreaterThan(20)
    expect(file('j.swf').equals(file('m.swf'))).toBe(true)
  })

  it('writes the format that is asked for', async () => {
    const named = await good('scale', 'log.swf', '--to', '40', '-o', 'scaled.dat', '--format', 'batsim5')
    expect(named.stdout).toMatch(/^scaled\.dat: [\d,]+ jobs as batsim5/)
    const printed = await good('scale', 'log.swf', '--to', '40', '--format', 'batsim5')
    expect(JSON.parse(printed.stdout).nb_res).toBe(40)
    expect(JSON.parse(file('scaled.dat').toString()).jobs).toEqual(JSON.parse(printed.stdout).jobs)
  })

  it('keeps standard output to the log while it searches', async () => {
    const done = await box.qw.run(['scale', 'log.swf', '--to', '40', '--match', 'fcfs'], { cwd: box.cwd })
    expect(done.code).toBe(0)
    expect(readText(done.stdout).processors).toBe(40)
    expect(done.stderr).toMatch(/^best {2,}f = /m)
  })

  it('prints JSON alone', async () => {
    const { stdout } = await good('scale', 'log.swf', '--to', '32', '--json')
    const { trace, digest, dropped, scaling, match } = JSON.parse(stdout)
    expect([trace, dropped, match]).toEqual(['log', {}, null])
    expect(digest).toMatch(/^[0-9a-f]{64}$/)
    expect(scaling).toMatchObject({ from: 16, to: 32, factor: 2, copied: 50, seed: 1, jobsBefore: 300 })
    expect(scaling.workAfter).toBe(2 * scaling.workBefore)
  })

  it.each([
    [['--to', '0'], 2, /--to/],
    [['--to', 'many'], 2, /--to/],
    [[], 2, /--to/],
    [['--to', '40', '--factor', '0'], 2, /--factor.*above 0/],
    [['--to', '40', '--factor', 'x'], 2, /--factor/],
    [['--to', '40', '--factor', '1e7'], 2, /about 1\.5e\+9 jobs \(field --factor/],
    [['--to', '40', '--copied', '100.1'], 2, /--copied.*0 to 100/],
    [['--to', '40', '--match', 'sjf'], 2, /--match.*easy, fcfs/],
    [['--to', '40', '--match', 'easy', '--factor', '2'], 2, /--factor.*--match/],
    [['--to', '40', '--match', 'easy', '--first', '1'], 2, /log\.swf: no job .* waits under easy/],
    [['--to', '40', '--report', 'r.html'], 2, /--report.*--match/],
    [['--to', '40', '--json', '-o', '-'], 2, /--json/],
    [['--to', '40', '-o', 'log.xyz'], 2, /--out.*log\.xyz.*--format/],
    [['--to', '3000000000', '--copied', '0'], 2, /--to, value "3000000000".* to 2147483647/],
    [['--to', '8'], 29, /log\.swf: job \d+ is larger than the machine to scale to.*12.*at most 8/],
    [['--to', '40', '--machine', '10'], 29, /job \d+ is larger than the machine that the log.*at most 10/],
    [['--to', '40', '--users', '77'], 22, /none of 300 jobs/],
  ])('refuses %j with code %i', async (args, code, message) => {
    const done = await box.run('scale', 'log.swf', ...args)
    expect(done.code).toBe(code)
    expect(complaints(done)).toEqual([expect.stringMatching(message)])
    expect(done.stdout).toBe('')
  })

  it('needs to know the machine of the log', async () => {
    const input = `${jobLine({ job: 1, submit: 0, run: 5, requestedProcessors: 2 })}\n`
    const done = await box.qw.run(['scale', '-', '--to', '8'], { input })
    expect(done.code).toBe(28)
    expect(done.stderr).toMatch(/standard input: .*--machine N/)
    const machine = await box.qw.run(['scale', '-', '--to', '8', '--machine', '4'], { input })
    expect(machine.code).toBe(0)
  })
})

describe('reproduce', () => {
  it('lists the studies', async () => {
    const { stdout } = await good('reproduce')
    expect(stdout).toMatch(/^thesis-scaling\n/)
    const [{ name, logs }] = JSON.parse((await good('reproduce', '--json')).stdout)
    expect(name).toBe('thesis-scaling')
    expect(logs).toContainEqual({
      name: 'KTH',
      file: 'KTH-SP2-1996-2.swf.gz',
      size: 'allocated',
      machine: 100,
    })
  })

  it('names the logs that are absent, and where it looked', async () => {
    const done = await box.qw.run(['reproduce', 'thesis-scaling'], {
      cwd: box.cwd,
      env: { QUEUEWRIGHT_TRACES: 'nowhere' },
    })
    expect(done.code).toBe(20)
    expect(complaints(done)).toEqual([
      expect.stringMatching(/nowhere: logs .* absent .*CTC-SP2-1996-3\.1-cln\.swf\.gz, .*SDSC-Par.*--data/),
    ])
    const some = await box.run('reproduce', 'thesis-scaling', '--data', '.', '--logs', 'KTH')
    expect(complaints(some)).toEqual([expect.stringMatching(/expected KTH as KTH-SP2-1996-2\.swf\.gz\)/)])
  })

  it('sets ours beside the published values, as a table and as JSON', async () => {
    // A stand-in under the name of the log: published values stay what they are, ours are of this one.
    writeFileSync(
      box.path('KTH-SP2-1996-2.swf.gz'),
      gzipSync([...writeSwf(demoTrace({ jobs: 400, processors: 100 }))].join('')),
    )
    const call = ['reproduce', 'thesis-scaling', '--data', '.', '--logs', 'KTH', '--draws', '2']
    const { stdout } = await good(...call)
    expect(stdout).toMatch(/digest [0-9a-f]{64}/)
    expect(stdout).toMatch(/^KTH EASY +published +28,482 /m)
    expect(stdout).toMatch(/^ +ours +400 /m)
    const values: { row: string; column: string; published: number | null; ours: number; data: string }[] =
      JSON.parse((await good(...call, '--json')).stdout)
    const find = (row: string, column: string) =>
      values.find((value) => value.row.endsWith(row) && value.column === column)
    expect(find('originals: KTH FCFS', 'RC')).toMatchObject({ published: 2024854282, column: 'RC' })
    expect(find('5.3 precise copies: KTH EASY d=50', 'n')?.ours).toBeGreaterThan(400)
    expect(find('f by --match: KTH EASY', 'f')?.published).toBe(10.71)
    expect(find('f by --match: KTH EASY', 'deviation %')?.published).toBeNull()
    expect(new Set(values.map(({ data }) => data))).toEqual(
      new Set([/digest ([0-9a-f]{64})/.exec(stdout)?.[1] ?? 'none']),
    )
  })

  it.each([
    [['thesis-scalin'], /Did you mean thesis-scaling\?/],
    [['thesis-scaling', '--logs', 'CTC,ABC'], /--logs.*some of CTC, KTH/],
    [['thesis-scaling', '--draws', '0'], /--draws.*from 1/],
    [['thesis-scaling', '--seed', '-1'], /--seed/],
  ])('refuses %j', async (args, message) => {
    const done = await box.run('reproduce', ...args)
    expect(done.code).toBe(2)
    expect(complaints(done)).toEqual([expect.stringMatching(message)])
  })
})
