/**
 * What a user is told who gets something wrong: one line on standard error that says where, what and what to do, an
 * exit code for each cause, no stack trace, and no output file under its final name.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { EXIT_CODES, type FailureKind } from '../../src/core/errors.js'
import { complaints, type Finished } from '../support/command.js'
import { jobLine } from '../support/logs.js'
import { useSandbox } from '../support/sandbox.js'

const box = useSandbox((sandbox) => {
  mkdirSync(sandbox.path('folder'))
  for (const [name, contents] of Object.entries(INPUTS)) sandbox.write(name, contents)
})

const GOOD_LINES = Array.from({ length: 200 }, (_, k) =>
  jobLine({
    job: k + 1,
    submit: k * 10,
    run: 50 + ((k * 37) % 91),
    allocatedProcessors: 1 + (k % 8),
    user: k % 5,
  }),
)
const GOOD = ['; MaxProcs: 8', ...GOOD_LINES, ''].join('\n')

const withLine = (line: string) => ['; MaxProcs: 8', '', ...GOOD_LINES.slice(0, 3), line, ''].join('\r\n')

const INPUTS: Readonly<Record<string, string | Uint8Array>> = {
  'good.swf': GOOD,
  'truncated.swf.gz': gzipSync(GOOD).subarray(0, 900),
  'damaged.swf.gz': gzipSync(GOOD).fill(0x55, 500, 600),
  'three.swf': withLine('4 30 -1'),
  'text.swf': withLine('4 30 -1 many 2'),
  'negative.swf': withLine('4 30 -1 60 -5'),
  'empty.swf': '',
  'comments.swf': '; MaxProcs: 8\n',
  'nothing-usable.swf': `${jobLine({ job: 1, submit: 0, run: -1, allocatedProcessors: 4 })}\n`,
  'oversize.swf': withLine(jobLine({ job: 77, submit: 30, run: 60, allocatedProcessors: 9 })),
  'headless.swf': GOOD.replace(/^;.*\n/, ''),
  'overrun.swf': [
    '; MaxProcs: 8',
    jobLine({ job: 1, submit: 0, run: 9, allocatedProcessors: 1, requestedTime: 5 }),
  ].join('\n'),
  'vast.swf': GOOD.replace(/^;.*/, '; MaxProcs: 3000000000'),
  'circular.swf': [
    '; MaxProcs: 8',
    jobLine({ job: 1, submit: 0, run: 9, allocatedProcessors: 1, precedingJob: 2, thinkTime: 3 }),
    jobLine({ job: 2, submit: 5, run: 9, allocatedProcessors: 1, precedingJob: 1, thinkTime: 3 }),
  ].join('\n'),
  'broken.json': '{"nb_res": 4, "jobs": [',
}

interface Failure {
  readonly what: string
  readonly args: readonly string[]
  readonly kind: FailureKind
  /** Parts that the line must have, in this order. */
  readonly says: readonly string[]
}

const FAILURES: readonly Failure[] = [
  {
    what: 'truncated gzip',
    args: ['simulate', 'truncated.swf.gz'],
    kind: 'input-gzip',
    says: ['truncated.swf.gz: ', 'ends early', 'Fetch or compress'],
  },
  {
    what: 'damaged gzip',
    args: ['info', 'damaged.swf.gz'],
    kind: 'input-gzip',
    says: ['damaged.swf.gz: ', 'damaged', 'gzip -t'],
  },
  {
    what: 'a line of 3 fields',
    args: ['simulate', 'three.swf'],
    kind: 'line-fields',
    says: ['three.swf:6: ', '3 fields', 'expected the 18 fields', '--bad-lines drop'],
  },
  {
    what: 'text in a number',
    args: ['compare', 'text.swf'],
    kind: 'line-number',
    says: ['text.swf:6: ', 'field run', 'value "many"', 'expected a number', '--bad-lines drop'],
  },
  {
    what: 'a negative size',
    args: ['info', 'negative.swf'],
    kind: 'line-value',
    says: ['negative.swf:6: ', 'field allocatedProcessors', 'value "-5"', 'expected', '--bad-lines drop'],
  },
  {
    what: 'an empty file',
    args: ['simulate', 'empty.swf'],
    kind: 'input-empty',
    says: ['empty.swf: ', 'Check'],
  },
  {
    what: 'a log without jobs',
    args: ['convert', 'comments.swf', 'x.swf'],
    kind: 'input-empty',
    says: ['comments.swf: ', 'no job', 'Check'],
  },
  {
    what: 'a log without usable jobs',
    args: ['simulate', 'nothing-usable.swf'],
    kind: 'input-empty',
    says: ['nothing-usable.swf: ', 'no usable job among 1', 'Check'],
  },
  {
    what: 'a folder',
    args: ['simulate', 'folder'],
    kind: 'input-folder',
    says: ['folder: ', 'Name one of the files'],
  },
  {
    what: 'a file that is not there',
    args: ['simulate', 'absent.swf'],
    kind: 'input-unreadable',
    says: ['absent.swf: ', 'no such file', 'Check the name'],
  },
  {
    what: 'broken JSON',
    args: ['info', 'broken.json'],
    kind: 'input-document',
    says: ['broken.json'],
  },
  {
    what: 'a job larger than the machine',
    args: ['simulate', 'oversize.swf'],
    kind: 'job-oversize',
    says: ['oversize.swf:6: ', 'job 77', 'field size', 'value 9', 'at most 8', '--oversize drop'],
  },
  {
    what: 'no machine size in the header',
    args: ['simulate', 'headless.swf'],
    kind: 'machine-unknown',
    says: ['headless.swf: ', 'field MaxProcs', '--machine N'],
  },
  {
    what: 'a machine beyond all sizes',
    args: ['simulate', 'vast.swf'],
    kind: 'machine-unknown',
    says: ['vast.swf: ', '--machine N'],
  },
  {
    what: 'jobs that wait for each other',
    args: ['simulate', 'circular.swf', '--feedback', 'log'],
    kind: 'line-value',
    says: ['circular.swf:2: ', 'job 1', 'field precedingJob', 'leave --feedback log out'],
  },
  {
    what: 'no machine size for Batsim',
    args: ['convert', 'headless.swf', 'x.json'],
    kind: 'machine-unknown',
    says: ['headless.swf: ', '--machine N'],
  },
  {
    what: 'an unknown algorithm',
    args: ['simulate', 'good.swf', '--policy', 'esay:saf'],
    kind: 'unknown-policy',
    says: ['value "esay', 'Did you mean easy?'],
  },
  {
    what: 'an unknown order',
    args: ['compare', 'good.swf', '--policies', 'easy,cons:wpf3'],
    kind: 'unknown-policy',
    says: ['wpf3', 'Did you mean wfp3?'],
  },
  {
    what: 'a formula with a syntax error',
    args: ['simulate', 'good.swf', '--policy', 'easy:(wait + * size)'],
    kind: 'formula-syntax',
    says: ['column 9', 'value "(wait + * size)"', 'expected'],
  },
  {
    what: 'an unknown name in a formula',
    args: ['simulate', 'good.swf', '--policy', 'easy:(wiat * size)'],
    kind: 'formula-name',
    says: ['wiat', 'column 2', 'Did you mean wait?'],
  },
  {
    what: 'an unknown objective in a formula',
    args: ['simulate', 'good.swf', '--objective', '2 * AWTR'],
    kind: 'formula-name',
    says: ['AWTR', 'Did you mean AWRT?'],
  },
  {
    what: 'an output in a folder that is not there',
    args: ['simulate', 'good.swf', '--out', 'absent/x.swf.gz'],
    kind: 'output-unwritable',
    says: ['absent/x.swf.gz: ', 'Make the folder first'],
  },
  {
    what: 'a report that is a folder',
    args: ['compare', 'good.swf', '--policies', 'easy', '--report', 'folder'],
    kind: 'output-unwritable',
    says: ['folder: ', 'Name a file in it'],
  },
  {
    what: 'an unknown option',
    args: ['simulate', 'good.swf', '--polici', 'easy'],
    kind: 'usage',
    says: ["unknown option '--polici'", 'Did you mean --policy?', '--help'],
  },
  {
    what: 'an unknown command',
    args: ['simulat'],
    kind: 'usage',
    says: ['simulat', 'Did you mean simulate?'],
  },
  { what: 'a missing argument', args: ['study', 'run'], kind: 'usage', says: ["'file'", '--help'] },
  {
    what: 'a missing output',
    args: ['convert', 'good.swf'],
    kind: 'usage',
    says: ['field OUTPUT', 'expected a file to write'],
  },
  {
    what: 'a missing value',
    args: ['simulate', 'good.swf', '--policy'],
    kind: 'usage',
    says: ['--policy', '--help'],
  },
  {
    what: 'an unusable value',
    args: ['simulate', 'good.swf', '--machine', 'many'],
    kind: 'usage',
    says: ['field --machine', 'value "many"', 'expected a whole number from 1', '. See --help'],
  },
  {
    what: 'a rule for jobs of a log where none is replayed',
    args: ['live', 'predict', '--oversize', 'cap'],
    kind: 'usage',
    says: ['field --oversize', 'value "cap"', 'only with --at'],
  },
  {
    what: 'an unusable filter',
    args: ['info', 'good.swf', '--days', '15d'],
    kind: 'usage',
    says: ['field --days', 'value "15d"', 'expected LENGTH:NUMBER'],
  },
  {
    what: 'a filter that no job passes',
    args: ['info', 'good.swf', '--users', '99'],
    kind: 'input-empty',
    says: ['good.swf: ', 'none of 200 jobs', 'Widen'],
  },
  {
    what: 'a partition that no job has',
    args: ['info', 'good.swf', '--partitions', '1'],
    kind: 'input-empty',
    says: ['good.swf: ', 'none of 200 jobs'],
  },
  {
    what: 'an unknown picture',
    args: ['simulate', 'good.swf', '--gantt', 'x.gif'],
    kind: 'usage',
    says: ['--gantt', 'x.gif', '.svg, .pdf, .png or .csv'],
  },
  {
    what: 'a schedule in a format without waits',
    args: ['simulate', 'good.swf', '-o', 'x.json'],
    kind: 'usage',
    says: ['--out', 'x.json', '.swf'],
  },
  {
    what: 'an output without a format',
    args: ['convert', 'good.swf', 'x.dat'],
    kind: 'usage',
    says: ['x.dat', '--to'],
  },
  {
    what: 'a policy named twice',
    args: ['compare', 'good.swf', '--policies', 'easy,easy'],
    kind: 'usage',
    says: ['--policies', '"easy"'],
  },
  {
    what: 'a report in a format that there is not, before anything is simulated',
    args: ['grid', 'good.swf', '--sites', '4x64', '--report', 'x.doc'],
    kind: 'usage',
    says: ['unknown format of a report', '--report', '"x.doc"', '.html, .md'],
  },
  {
    what: 'an output that is the input',
    args: ['convert', 'good.swf', './good.swf'],
    kind: 'usage',
    says: ['one file cannot be two', 'OUTPUT', 'another file than what is read'],
  },
  {
    what: 'two outputs to one place',
    args: ['simulate', 'good.swf', '--out', '-', '--json'],
    kind: 'usage',
    says: ['--json', '--out has standard output'],
  },
]

function expectFailure(done: Finished, kind: FailureKind, says: readonly string[]): void {
  const lines = complaints(done)
  expect(lines).toHaveLength(1)
  let at = 0
  for (const part of ['queuewright: ', ...says]) {
    expect(lines[0].slice(at)).toContain(part)
    at = lines[0].indexOf(part, at) + part.length
  }
  expect(done.code).toBe(EXIT_CODES[kind])
}

/** By the first failure of each kind a process ends. */
const ENDS_PROCESS = new Set([...new Map(FAILURES.toReversed().map((one) => [one.kind, one])).values()])

describe('a failure', () => {
  it.each(FAILURES)('$what', async (failure) => {
    const { args, kind, says } = failure
    const before = readdirSync(box.cwd)
    const done = await (ENDS_PROCESS.has(failure) ? box.qw.run(args, { cwd: box.cwd }) : box.run(...args))
    expectFailure(done, kind, says)
    expect(done.stdout).toBe('')
    expect(readdirSync(box.cwd)).toEqual(before)
  })

  it('every kind has an exit code of its own', () => {
    const codes = Object.values(EXIT_CODES)
    expect(new Set(codes).size).toBe(codes.length)
  })

  it('leaves an earlier output as it was', async () => {
    box.write('kept.swf', 'earlier')
    expect((await box.qw.run(['convert', 'truncated.swf.gz', 'kept.swf'], { cwd: box.cwd })).code).toBe(
      EXIT_CODES['input-gzip'],
    )
    expect((await box.qw.shell('cat kept.swf', { cwd: box.cwd })).stdout).toBe('earlier')
  })

  it('of standard input names it', async () => {
    const done = await box.qw.run(['simulate', '-'], { cwd: box.cwd, input: INPUTS['oversize.swf'] })
    expectFailure(done, 'job-oversize', ['standard input: ', 'job 77', '--oversize drop'])
    const text = await box.qw.run(['simulate', '-'], { cwd: box.cwd, input: INPUTS['text.swf'] })
    expectFailure(text, 'line-number', ['standard input:6: ', 'field run'])
  })

  it('lines that cannot be read are left out on demand, and counted', async () => {
    const done = await box.qw.run(['simulate', 'three.swf', '--bad-lines', 'drop', '--json'], {
      cwd: box.cwd,
    })
    expect(done.code).toBe(0)
    expect(JSON.parse(done.stdout)).toMatchObject({ jobs: 3, dropped: { 'bad-line-fields': 1 } })
  })
})

describe('a reader that goes away', () => {
  it.each(['--help', 'compare good.swf --json', 'convert good.swf -', 'simulate good.swf --out -'])(
    'ends qw %s in silence, with a code of its own',
    async (line) => {
      // The reader is gone before the first byte is written.
      const done = await box.qw.shell(`{ qw ${line}; echo "exit $?" >&2; } | sleep 0 | :`, { cwd: box.cwd })
      expect(complaints(done)).toEqual(['exit 31'])
    },
  )

  it.each(['compare good.swf --json | head -c 1', 'policies | head -1'])('qw %s', async (line) => {
    const done = await box.qw.shell(`qw ${line}`, { cwd: box.cwd })
    expect(done.stdout.length).toBeGreaterThan(0)
    expect(complaints(done)).toEqual([])
  })
})

describe('an interrupt', () => {
  it('while a log is read ends the command with 130 and one line', async () => {
    const folder = mkdtempSync(box.path('interrupted-'))
    const child = started('convert', '-', join(folder, 'out.swf'))
    // More than a pipe holds: once it is taken, the command is reading, and waits for more.
    await new Promise((resolve) => child.process.stdin.write('; a comment\n'.repeat(200_000), resolve))
    child.process.kill('SIGINT')
    expect(await child.end).toMatchObject({ code: EXIT_CODES.interrupted, signal: null })
    expect(child.stderr()).toMatch(/^queuewright: interrupted.*\n$/)
    expect(readdirSync(folder)).toEqual([])
  })

  it.each(['SIGINT', 'SIGHUP'] as const)(
    'while an output is written removes what there is of it: %s',
    async (signal) => {
      const folder = mkdtempSync(box.path('interrupted-'))
      const lines = Array.from({ length: 300_000 }, (_, k) =>
        jobLine({ job: k + 1, submit: k * 10, run: 50 + ((k * 37) % 91), allocatedProcessors: 1 + (k % 8) }),
      )
      box.write('long.swf', lines.join('\n'))
      const child = started('convert', 'long.swf', join(folder, 'out.swf.gz'))
      while (readdirSync(folder).length === 0) await new Promise((resolve) => setTimeout(resolve, 2))
      child.process.kill(signal)
      expect(await child.end).toMatchObject({ code: EXIT_CODES.interrupted })
      expect(readdirSync(folder)).toEqual([])
    },
  )

  it('during a simulation ends it at once', async () => {
    const lines = Array.from({ length: 20_000 }, (_, k) =>
      jobLine({ job: k + 1, submit: k * 10, run: 60, allocatedProcessors: 1 + (k % 8), requestedTime: 50 }),
    )
    box.write('longer.swf', ['; MaxProcs: 8', ...lines].join('\n'))
    const child = started('simulate', 'longer.swf', '--repeat', '1000')
    while (!child.stderr().includes('note: ')) await new Promise((resolve) => setTimeout(resolve, 2))
    const impatience = setInterval(() => child.process.kill('SIGINT'), 50)
    const { code, signal } = await child.end.finally(() => clearInterval(impatience))
    // Whichever came first, the note or the simulation; a shell calls both 130.
    expect(code === EXIT_CODES.interrupted || signal === 'SIGINT').toBe(true)
  })
})

describe('standard output', () => {
  it.each([
    [
      'a limit',
      '(ulimit -f 2; qw generate lublin --jobs 2000 > cut.swf)',
      'larger than the disk or a limit allows',
    ],
    ['a full device', 'qw generate lublin --jobs 200 > /dev/full', 'the disk is full'],
    ['a full device under help', 'qw simulate --help > /dev/full', 'the disk is full'],
    ['a full device under a table', 'qw policies > /dev/full', 'the disk is full'],
  ])('that %s cuts off is a failure', async (_, line, what) => {
    const { code, stderr } = await box.qw.shell(line, { cwd: box.cwd })
    expect(stderr).toMatch(new RegExp(`^queuewright: standard output: .*${what}.*\\n$`))
    expect(code).toBe(EXIT_CODES['output-unwritable'])
  })

  it('whose notices nobody can read is as good as ever', async () => {
    const good = await box.qw.shell('qw info overrun.swf --json', { cwd: box.cwd })
    const full = await box.qw.shell('qw info overrun.swf --json 2> /dev/full', { cwd: box.cwd })
    expect({ ...full, stderr: '' }).toEqual({ ...good, stderr: '' })
    expect(full.code).toBe(0)
  })
})

it('names of strangers steer no terminal', async () => {
  const { code, stderr } = await box.qw.run(['info', 'no\u001b[31m\u202e\u009bname'], { cwd: box.cwd })
  expect(code).toBe(EXIT_CODES['input-unreadable'])
  expect(stderr).toContain('no\\u001b[31m\\u202e\\u009bname: no such file')
})

function started(...args: string[]) {
  const child = spawn(process.execPath, [box.qw.program, ...args], { cwd: box.cwd })
  const pieces: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => pieces.push(chunk))
  const end = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal })),
  )
  return { process: child, end, stderr: () => Buffer.concat(pieces).toString() }
}
