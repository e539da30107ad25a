/** `qw import sacct` as a user meets it: logs that the other commands take, reports, failures, and its document. */
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { EXIT_CODES, type FailureKind } from '../../src/core/errors.js'
import { SACCT_COMMAND } from '../../src/trace/index.js'
import { complaints } from '../support/command.js'
import { PROJECT_ROOT } from '../support/data.js'
import { callHere, wordsOf } from '../support/here.js'
import { readText } from '../support/logs.js'
import { useSandbox } from '../support/sandbox.js'

const FIXTURES = [
  'cases.psv',
  'cases.json.gz',
  'sacct.json.gz',
  'squeue.json.gz',
  'rest-jobs.json.gz',
  'jobcomp-sample.txt',
]

/** Fields of a job line behind its submit time that both forms of accounting have. */
const COMMON = 24

const box = useSandbox((sandbox) => {
  const from = join(PROJECT_ROOT, 'test', 'fixtures', 'slurm')
  for (const name of FIXTURES) copyFileSync(join(from, name), sandbox.path(name))
  const cases = readFileSync(join(from, 'cases.psv'), 'utf8')
  sandbox.write('partitions.psv', cases.replaceAll('|physics|batch|', '|physics|a/b|'))
  sandbox.write('cut.json', gunzipSync(readFileSync(join(from, 'cases.json.gz'))).subarray(0, 50_000))
  sandbox.write('twice.psv', `${cases}${cases.split('\n')[1]}\n`)
  sandbox.write('running.psv', `${cases.split('\n')[0]}\n${cases.trimEnd().split('\n').at(-1)}\n`)
  sandbox.write('some.psv', 'JobID|State|User\n1|COMPLETED|ada\n')
})
const { good } = box

const text = (name: string) => box.text(name)

describe('a log of every fixture', () => {
  it.each(FIXTURES)('%s: qw info and qw compare take it', async (name) => {
    await good('import', 'sacct', name, '-o', `${name}.swf.gz`)
    const info = JSON.parse((await good('info', `${name}.swf.gz`, '--json')).stdout)
    expect(info.jobs).toBeGreaterThan(0)
    const compared = await good('compare', `${name}.swf.gz`, '--policies', 'fcfs,easy', '--json', '--check')
    expect(JSON.parse(compared.stdout).jobs).toBe(info.jobs)
  })

  it('has the same pseudonyms of text and JSON with one salt, and no names', async () => {
    for (const name of ['cases.psv', 'cases.json.gz']) {
      await good('import', 'sacct', name, '-o', `${name}.salted.swf`, '--salt-file', 'salt')
    }
    const jobLines = (name: string) =>
      text(name)
        .split('\n')
        .filter((line) => /^\d/.test(line))
        .map((line) => line.split(' '))
        .filter(([id]) => Number(id) >= 120)
        // Submit times count from the first job of each log; of JSON alone is how many of an array may run.
        .map(([id, , ...rest]) => [id, ...rest.slice(0, COMMON)].join(' '))
    expect(jobLines('cases.psv.salted.swf')).toHaveLength(22)
    expect(jobLines('cases.json.gz.salted.swf')).toEqual(jobLines('cases.psv.salted.swf'))
    expect(text('cases.psv.salted.swf')).not.toMatch(/root|games|physics|timeout|steps/)
    expect(statSync(box.path('salt')).mode & 0o777).toBe(0o600)
  })

  it('has other pseudonyms every time without a salt file, and says so', async () => {
    const numbers = async () => {
      const { stdout, stderr } = await good('import', 'sacct', 'cases.psv')
      expect(stderr).toContain('with --salt-file FILE')
      return Array.from(readText(stdout).jobs.user)
    }
    expect(await numbers()).not.toEqual(await numbers())
  })

  it('comes from standard input and goes to standard output, with all messages on standard error', async () => {
    const input = readFileSync(box.path('cases.json.gz'))
    const { stdout, stderr, code } = await box.qw.run(['import', 'sacct', '-', '--zone', 'Europe/Berlin'], {
      cwd: box.cwd,
      input,
    })
    expect(code).toBe(0)
    const trace = readText(stdout, { fields: 'all' })
    expect(trace.jobs.length).toBe(141)
    expect(trace.clock).toEqual({ unixStart: 1_795_221_797, zone: 'Europe/Berlin' })
    expect(stderr).toContain('143 rows read, 141 jobs; left out: 1 running, 1 het-merged')
    expect(complaints({ stderr })).toEqual([])
  })

  it('may be one for Batsim', async () => {
    await good('import', 'sacct', 'cases.psv', '-o', 'cases.batsim.json', '--machine', '128')
    expect(JSON.parse(text('cases.batsim.json'))).toMatchObject({ nb_res: 128, jobs: { length: 20 } })
  })

  it('--zone may be an offset', async () => {
    const { stdout } = await good('import', 'sacct', 'jobcomp-sample.txt', '--zone', '+01:00')
    expect(readText(stdout).clock).toEqual({ unixStart: 1_795_221_426, zone: 3600 })
  })
})

describe('--json', () => {
  it('prints the report, and nothing else on standard output', async () => {
    const { stdout, stderr } = await good(
      'import',
      'sacct',
      'cases.psv',
      '-o',
      'j.swf',
      '--json',
      '--unit',
      'nodes',
    )
    expect(JSON.parse(stdout)).toEqual({
      form: 'sacct text',
      slurm: null,
      rows: 24,
      jobs: 22,
      cancelled: 2,
      dropped: { running: 1, 'het-merged': 1 },
      unit: 'nodes',
      size: 'allocated',
      release: 'eligible',
      zone: 'UTC',
      notices: expect.arrayContaining([expect.stringContaining('24 rows read')]),
      logs: [{ file: 'j.swf', partition: null, jobs: 22, machine: expect.any(Number), estimated: true }],
    })
    for (const notice of JSON.parse(stdout).notices) expect(stderr).toContain(notice)
  })
})

describe('--split-partitions', () => {
  it.each([
    ['a folder to be made', 'made/logs/', 'made/logs/', '.swf.gz'],
    ['a pattern', 'part-%p.swf', 'part-', '.swf'],
  ])('writes a log for each partition into %s', async (_, out, before, after) => {
    const args = ['import', 'sacct', 'partitions.psv', '--split-partitions', '-o', out, '--json']
    const report = JSON.parse((await good(...args)).stdout)
    // A partition's name cannot name a folder.
    expect(
      report.logs.map(({ file, partition, jobs }: Record<string, unknown>) => [file, partition, jobs]),
    ).toEqual([
      [`${before}a%2fb${after}`, 'a/b', 1],
      [`${before}batch${after}`, 'batch', 21],
    ])
    for (const { file } of report.logs) expect(existsSync(box.path(file))).toBe(true)
    await good('compare', `${before}batch${after}`, '--policies', 'easy')
  })

  it('takes a folder that is there', async () => {
    await good('import', 'sacct', 'cases.psv', '--split-partitions', '-o', '.')
    expect(existsSync(box.path('batch.swf.gz'))).toBe(true)
  })
})

interface Failure {
  readonly what: string
  readonly args: readonly string[]
  readonly kind: FailureKind
  /** Parts that the line must have, in this order. */
  readonly says: readonly string[]
}

const FAILURES: readonly Failure[] = [
  {
    what: 'missing columns',
    args: ['some.psv'],
    kind: 'line-fields',
    says: ['some.psv:1: ', 'Submit or Eligible', 'sacct -a -X'],
  },
  {
    what: 'a document cut off',
    args: ['cut.json'],
    kind: 'input-document',
    says: ['cut.json: ', 'ends early', 'jobs are whole'],
  },
  {
    what: 'a row twice',
    args: ['twice.psv'],
    kind: 'line-value',
    says: ['twice.psv:26: ', 'twice', '120', 'in line 2', '--bad-lines drop'],
  },
  {
    what: 'no finished job',
    args: ['running.psv'],
    kind: 'input-empty',
    says: ['running.psv: ', 'among 1 row ', '1 running', '-S'],
  },
  { what: 'no file', args: ['none.psv'], kind: 'input-unreadable', says: ['none.psv: ', 'no such file'] },
  {
    what: 'no such partition',
    args: ['cases.psv', '--partition', 'x'],
    kind: 'input-empty',
    says: ['24 other-partition', '--partition'],
  },
  { what: 'no GPUs', args: ['cases.psv', '--unit', 'gpus'], kind: 'input-empty', says: ['no-gpu', '--unit'] },
  {
    what: 'a bad zone',
    args: ['cases.psv', '--zone', 'Mars'],
    kind: 'usage',
    says: ['--zone', 'Mars', 'Europe/Berlin'],
  },
  {
    what: 'an offset that no zone has',
    args: ['cases.psv', '--zone', '+30:00'],
    kind: 'usage',
    says: ['--zone', '+30:00', '+01:00'],
  },
  {
    what: 'an empty delimiter',
    args: ['cases.psv', '--delimiter', ''],
    kind: 'usage',
    says: ['--delimiter'],
  },
  {
    what: '--json without a file',
    args: ['cases.psv', '--json'],
    kind: 'usage',
    says: ['--json', '--out FILE'],
  },
  {
    what: 'partitions into one file',
    args: ['cases.psv', '--split-partitions', '-o', 'x.swf'],
    kind: 'usage',
    says: ['--out', 'x.swf', '%p'],
  },
  {
    what: 'one size for many machines',
    args: ['cases.psv', '--split-partitions', '-o', 'x/', '--machine', '4'],
    kind: 'usage',
    says: ['--machine', '--split-partitions'],
  },
  {
    what: 'an unknown unit',
    args: ['cases.psv', '--unit', 'cpus'],
    kind: 'usage',
    says: ['--unit', 'cpus', 'cores, nodes, gpus'],
  },
  {
    what: 'an unknown format',
    args: ['cases.psv', '-o', 'x.log'],
    kind: 'usage',
    says: ['x.log', '--format'],
  },
  {
    what: 'a short secret',
    args: ['cases.psv', '--salt-file', 'short'],
    kind: 'usage',
    says: ['short: ', 'too short', 'at least 16'],
  },
]

describe('failures', () => {
  beforeAll(() => box.write('short', 'pw'))

  it.each(FAILURES)('$what', async ({ args, kind, says }) => {
    const before = readdirSync(box.cwd)
    const { code, stdout, stderr } = await box.run('import', 'sacct', ...args)
    expect({ code, stdout }).toEqual({ code: EXIT_CODES[kind], stdout: '' })
    const [line, ...rest] = stderr.trimEnd().split('\n')
    expect(rest).toEqual([])
    let at = 0
    for (const part of says) {
      const found = line.indexOf(part, at)
      expect(found, `"${part}" in ${line}`).toBeGreaterThanOrEqual(0)
      at = found + part.length
    }
    expect(readdirSync(box.cwd)).toEqual(before)
  })

  it('--bad-lines drop imports what is there twice once', async () => {
    const { stderr } = await good('import', 'sacct', 'twice.psv', '-o', 'once.swf', '--bad-lines', 'drop')
    expect(stderr).toContain('25 rows read, 22 jobs; left out: 1 running, 1 duplicate, 1 het-merged')
  })
})

describe('docs/slurm.md', () => {
  const page = readFileSync(join(PROJECT_ROOT, 'docs', 'slurm.md'), 'utf8')
  const blocks = [...page.matchAll(/^```bash\n([\s\S]*?)^```$/gm)].map(([, block]) => block)

  it('has the command that failures name', () => {
    expect(blocks.join('\n')).toContain(SACCT_COMMAND.replace('START', '2025-01-01'))
  })

  it('has commands that run, in their order, on accounting named as there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'queuewright-slurm-'))
    try {
      copyFileSync(box.path('cases.psv'), join(folder, 'jobs.psv'))
      copyFileSync(box.path('cases.json.gz'), join(folder, 'jobs.json.gz'))
      copyFileSync(box.path('jobcomp-sample.txt'), join(folder, 'jobcomp.log'))
      writeFileSync(
        join(folder, 'slurm.conf'),
        'PriorityWeightAge=1000\nSchedulerParameters=bf_interval=60\n',
      )
      cpSync(join(PROJECT_ROOT, 'examples', 'nodes.yaml'), join(folder, 'examples', 'nodes.yaml'))
      const lines = blocks.flatMap((block) => block.split('\n')).filter((line) => line.startsWith('qw '))
      expect(lines.length).toBeGreaterThan(6)
      for (const line of lines) {
        const command = line.replace(/\s+# .*$/, '')
        const [, ...words] = wordsOf(command) ?? []
        const done = await (words.length > 0
          ? callHere(words, folder)
          : box.qw.shell(command, { cwd: folder }))
        expect(complaints(done), line).toEqual([])
        expect(done.code, line).toBe(0)
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('names every option, and every reason for which a row is left out', async () => {
    const { stdout } = await good('import', 'sacct', '--help')
    const options = new Set([...stdout.matchAll(/--[a-z-]+/g)].map(([option]) => option))
    for (const option of options) if (option !== '--help') expect(page).toContain(`\`${option}`)
    const reasons = [
      'step',
      'pending',
      'running',
      'suspended',
      'revoked',
      'other-partition',
      'cancelled-before-start',
    ]
    const others = [
      'never-started',
      'no-submit',
      'no-runtime',
      'no-size',
      'no-gpu',
      'requeue-merged',
      'het-merged',
    ]
    for (const reason of [...reasons, ...others, 'duplicate', 'unreadable'])
      expect(page).toContain(`\`${reason}\``)
  })
})
