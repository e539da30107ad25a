/** `qw estimates` as a user meets it. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { demoTrace } from '../../src/workload/demo.js'
import { complaints } from '../support/command.js'
import { jobLine, readText } from '../support/logs.js'
import { useSandbox } from '../support/sandbox.js'

const box = useSandbox(async (sandbox) => {
  sandbox.write('bare.swf', BARE)
  sandbox.write('empty.swf', '; MaxProcs: 16\n')
  sandbox.write('other.json', '{"kind": "queuewright-model", "version": 1}\n')
  await sandbox.good('estimates', 'apply', '--model', 'tsafrir', '-o', 'modal.swf')
  await sandbox.good('estimates', 'fit', 'modal.swf', '-o', 'model.json')
  const lines = sandbox.text('modal.swf').trimEnd().split('\n')
  const jobs = lines.filter((line) => !line.startsWith(';')).reverse()
  sandbox.write('unsorted.swf', [...lines.filter((line) => line.startsWith(';')), ...jobs, ''].join('\n'))
})
const { good } = box

/** 400 jobs without estimates on 16 processors, the longest of 2 h; one was cancelled before it started. */
const BARE = [
  '; MaxProcs: 16',
  '; MaxRuntime: 14400',
  ...Array.from({ length: 400 }, (_, k) =>
    jobLine({
      job: k + 1,
      submit: 60 * k,
      wait: 5,
      run: k === 7 ? -1 : 1 + ((k * 7919) % (k % 9 === 0 ? 7200 : 200)),
      allocatedProcessors: 1 + (k % 16),
      requestedProcessors: 1 + (k % 16),
      status: k === 7 ? 5 : 1,
      user: k % 3,
      queue: k % 2,
    }),
  ),
  '',
].join('\n')

const read = (name: string) => readText(readFileSync(box.path(name)), { fields: ['wait', 'queue'] })

describe('help', () => {
  it.each([[], ['show'], ['compare'], ['fit'], ['apply']])(
    'is printed for estimates %s',
    async (...command) => {
      const { stdout } = await good('estimates', ...command, '--help')
      expect(stdout).toContain(`Usage: queuewright estimates ${command.join(' ')}`.trimEnd())
      expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100)
    },
  )
})

describe('apply', () => {
  it('gives the demonstration workload modal estimates', () => {
    const { jobs, header } = read('modal.swf')
    expect(jobs.runtime).toEqual(demoTrace().jobs.runtime)
    expect(new Set(jobs.estimate).size).toBeGreaterThan(50)
    expect(jobs.estimate.every((estimate, row) => estimate >= jobs.runtime[row])).toBe(true)
    expect(header[0]).toBe(
      ' Note: requested times (field 9) are those of a model: Tsafrir-Etsion-Feitelson (2005), maximum 86400 s (largest estimate of the log), seed 1',
    )
    expect(header).toContain(' MaxProcs: 128')
  })

  it('keeps the other fields, leaves out what is no job, and takes MaxRuntime for the maximum', async () => {
    const { stdout, stderr } = await good(
      'estimates',
      'apply',
      'bare.swf',
      '--model',
      'tsafrir',
      '-o',
      'b.swf',
    )
    expect(stdout).toBe('b.swf: 399 jobs as swf (left out: 1 cancelled-before-start)\n')
    expect(stderr).toContain('maximum 14400 s (MaxRuntime of the log)')
    const [before, after] = [read('bare.swf'), read('b.swf')]
    expect(after.jobs.length).toBe(399)
    expect(Math.max(...after.jobs.estimate)).toBe(14_400)
    expect(after.fields.queue?.[10]).toBe(before.fields.queue?.[11])
    expect(after.fields.wait?.[10]).toBe(5)
    expect(after.processors).toBe(16)
  })

  it('reads standard input and writes standard output, the same bytes for the same seed', async () => {
    const args = ['estimates', 'apply', '-', '--model', 'beta:model.json', '--max', '4h']
    const [one, again, other] = await Promise.all(
      [args, args, [...args, '--seed', '2']].map((call) => box.qw.run(call, { cwd: box.cwd, input: BARE })),
    )
    expect([one.code, complaints(one)]).toEqual([0, []])
    expect(again.stdout).toBe(one.stdout)
    expect(other.stdout).not.toBe(one.stdout)
    expect(readText(one.stdout).header[0]).toMatch(/Beta by \d+ groups .* fitted on modal [0-9a-f]{12}/)
    const simulated = await box.qw.run(['simulate', '-', '--json'], { cwd: box.cwd, input: one.stdout })
    expect(JSON.parse(simulated.stdout).jobs).toBe(399)
  })

  it.each([
    ['exact', (run: number) => run],
    ['none', () => -1],
    ['factor:2', (run: number) => 2 * run],
  ])('--model %s', async (model, expected) => {
    const { stdout } = await good('estimates', 'apply', 'bare.swf', '--model', model)
    const { jobs } = readText(stdout)
    expect([...jobs.estimate]).toEqual(Array.from(jobs.runtime, expected))
  })

  it('takes the options of models', async () => {
    const apply = async (...args: string[]) =>
      readText((await good('estimates', 'apply', 'bare.swf', '--model', ...args)).stdout).jobs
    const rounded = await apply('uniform:3', '--round', '5m')
    expect(rounded.estimate.every((estimate) => estimate % 300 === 0)).toBe(true)
    const usual = await apply('uniform:3', '--round', 'usual', '--max', '3h')
    expect(new Set(usual.estimate).size).toBeLessThanOrEqual(20)
    const extended = await apply('factor:3', '--max', '1h', '--overrun', 'extend')
    expect([...extended.estimate]).toEqual(
      Array.from(extended.runtime, (run) => Math.max(run, Math.min(3600, 3 * run))),
    )
    const popular = await apply('tsafrir', '--popular', '4h=50,25m=10%')
    const counts = [4 * 3600, 1500].map((time) => popular.estimate.filter((each) => each === time).length)
    expect(counts).toEqual([199, 39])
  })

  it('writes what --size and --machine say, as gzip and Batsim JSON too', async () => {
    await good('estimates', 'apply', 'bare.swf', '--model', 'exact', '--machine', '32', '-o', 'e.swf.gz')
    expect(readText(gunzipSync(readFileSync(box.path('e.swf.gz')))).processors).toBe(32)
    await good('estimates', 'apply', 'bare.swf', '--model', 'factor:2', '-o', 'e.json')
    const batsim = JSON.parse(box.text('e.json'))
    const [job] = batsim.jobs
    expect(job.walltime).toBe(2)
  })
})

describe('fit', () => {
  it('writes a document with evidence, or prints it', async () => {
    const { stdout } = await good('estimates', 'fit', 'modal.swf', 'modal.swf', '--run-groups', '5')
    const model = JSON.parse(stdout)
    expect(model).toMatchObject({ kind: 'queuewright-estimates-beta', version: 1 })
    expect(model.groups).toHaveLength(5)
    expect(model.evidence.logs.map(({ used }: { used: number }) => used)).toEqual([5000, 5000])
    const shown = await good('estimates', 'fit', 'modal.swf', '-o', 'again.json', '--at-limit', '0.95')
    expect(shown.stdout).toMatch(/^fitted to +5,000 jobs in 20 groups\nkept in +again\.json$/m)
    expect(JSON.parse(box.text('again.json')).evidence.limit).toBe(0.95)
  })

  it('says when there is too little to fit', async () => {
    const { stdout, stderr } = await good('estimates', 'fit', 'modal.swf', '--first', '20')
    expect(JSON.parse(stdout).groups).toHaveLength(1)
    expect(stderr).toMatch(/^note: a distribution of \d+ jobs? below the limit says little; 30 or more/m)
    expect((await good('estimates', 'fit', 'modal.swf')).stderr).not.toContain('says little')
  })
})

describe('show and compare', () => {
  it('show the demonstration workload, whose list --popular takes back', async () => {
    const { stdout } = await good('estimates', 'show')
    expect(stdout).toMatch(/^different values +17$/m)
    expect(stdout).toMatch(/^1-10 min +1,557/m)
    const [, list] = /--popular (\S+)/.exec(stdout) ?? []
    await good('estimates', 'apply', '--model', 'tsafrir', '--popular', list, '-o', 'known.swf')
    const shares = (trace: { jobs: { estimate: Float64Array } }) =>
      trace.jobs.estimate.filter((each) => each === 300).length / trace.jobs.estimate.length
    expect(shares(read('known.swf'))).toBeCloseTo(shares(demoTrace()), 2)
  })

  it('tell what there is to notice, beside JSON too', async () => {
    for (const more of [[], ['--json']]) {
      const { stderr } = await good('estimates', 'show', ...more)
      expect(stderr).toMatch(/^note: No log was named/)
      const compared = await good('estimates', 'compare', 'modal.swf', 'unsorted.swf', ...more)
      expect(compared.stderr).toMatch(/^note: unsorted: the jobs were not in the order of submit time/m)
    }
  })

  it('--json has all that is shown', async () => {
    const { stdout } = await good('estimates', 'show', 'modal.swf', '--json')
    const facts = JSON.parse(stdout)
    expect(Object.keys(facts)).toEqual([
      'name',
      'digest',
      'jobs',
      'missing',
      'accuracy',
      'byRuntime',
      'values',
    ])
    expect(facts.accuracy.deciles).toHaveLength(11)
    await good('estimates', 'apply', 'modal.swf', '--model', 'exact', '-o', 'exact.swf')
    const compared = JSON.parse(
      (await good('estimates', 'compare', 'modal.swf', 'modal.swf', 'exact.swf', '--json')).stdout,
    )
    expect(compared.first).toEqual(facts)
    expect(compared.others.map((other: typeof facts) => other.name)).toEqual(['modal', 'exact'])
    expect(compared.others[0].distance.all).toBe(0)
    expect(compared.others[1].distance.all).toBeGreaterThan(0.9)
    const text = await good('estimates', 'compare', 'modal.swf', 'exact.swf')
    expect(text.stdout).toContain(compared.others[1].distance.all.toFixed(3))
  })
})

describe('failures', () => {
  const apply = (...args: string[]) => ['estimates', 'apply', ...args]
  it.each<[string[], number, string]>([
    [apply('bare.swf'), 2, "required option '--model <model>' not specified"],
    [apply('bare.swf', '--model', 'magic'), 2, 'field --model, value "magic", expected tsafrir, beta:FILE'],
    [apply('bare.swf', '--model', 'beta:'), 2, 'field --model'],
    [apply('bare.swf', '--model', 'factor:0.5'), 2, 'expected a number from 1 to 1000000 behind the colon'],
    [
      apply('bare.swf', '--model', 'factor:1e7'),
      2,
      'value "factor:1e7", expected a number from 1 to 1000000',
    ],
    [apply('bare.swf', '--model', 'uniform:-1'), 2, 'expected a number from 0 to 1000000 behind the colon'],
    [apply('bare.swf', '--model', 'beta:none.json'), 20, 'none.json'],
    [apply('bare.swf', '--model', 'beta:other.json'), 27, 'other.json: no Beta model of estimates'],
    [apply('bare.swf', '--model', 'beta:bare.swf'), 27, 'bare.swf: not a JSON document'],
    [apply('bare.swf', '--model', 'tsafrir', '--max', '1h'), 2, 'field --max, value 3600'],
    [apply('bare.swf', '--model', 'factor:2', '--max', '1h'), 2, 'the longest run time'],
    [apply('bare.swf', '--model', 'tsafrir', '--max', '90m', '--overrun', 'extend'), 2, 'above 95 minutes'],
    [
      apply('bare.swf', '--model', 'tsafrir', '--first', '100'),
      2,
      'field jobs, value 100, expected at least 227 jobs',
    ],
    [apply('bare.swf', '--model', 'exact', '--max', '4h'), 2, 'field --max'],
    [apply('bare.swf', '--model', 'exact', '--round', 'usual'), 2, 'field --round'],
    [apply('bare.swf', '--model', 'factor:2', '--round', 'up'), 2, 'field --round, value "up"'],
    [apply('bare.swf', '--model', 'exact', '--popular', '1h=5'), 2, 'only with --model tsafrir'],
    [apply('bare.swf', '--model', 'tsafrir', '--popular', '1h'), 2, 'times and percentages'],
    [apply('bare.swf', '--model', 'tsafrir', '--popular', '1h=70,2h=40'), 2, 'field --popular'],
    [apply('bare.swf', '--model', 'exact', '-o', 'x.unknown'), 2, 'does not say its format'],
    [apply('empty.swf', '--model', 'exact'), 22, 'empty.swf'],
    [['estimates', 'fit', 'bare.swf'], 22, 'bare.swf: no job has both a run time and a requested time'],
    [['estimates', 'fit', 'modal.swf', '--at-limit', '0'], 2, 'field --at-limit'],
    [['estimates', 'fit', 'modal.swf', '--at-limit', 'x'], 2, 'field --at-limit, value "x"'],
    [['estimates', 'fit', 'modal.swf', '--at-limit', ''], 2, 'field --at-limit, value ""'],
    [['estimates', 'fit', 'modal.swf', '--run-groups', '0'], 2, 'field --run-groups'],
    [['estimates', 'show', 'bare.swf'], 22, 'bare.swf: no job has both a run time and a requested time'],
    [['estimates', 'compare', 'modal.swf', 'bare.swf'], 22, 'bare.swf'],
    [['estimates', 'compare', 'modal.swf'], 2, "missing required argument 'others'"],
  ])('%j', async (args, code, message) => {
    const done = await box.run(...args)
    expect(done.code).toBe(code)
    expect(done.stdout).toBe('')
    const [line, ...more] = complaints(done)
    expect(more).toEqual([])
    expect(line).toContain(message)
  })

  it('leave no file behind', async () => {
    const done = await box.run('estimates', 'fit', 'bare.swf', '-o', 'bad.json')
    expect(done.code).toBe(22)
    expect(() => readFileSync(box.path('bad.json'))).toThrow('ENOENT')
  })
})
