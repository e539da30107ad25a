/** `qw study`: a study file, from the command line to its results. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EXIT_CODES } from '../../src/core/errors.js'
import { writeSwf } from '../../src/trace/swf/index.js'
import { demoTrace } from '../../src/workload/demo.js'
import { PROJECT_ROOT } from '../support/data.js'
import { useSandbox } from '../support/sandbox.js'

const STUDY = `# Logs are found from here.
name: two logs
traces:
  - log: ../logs/small.swf
    name: A
    sizes: 1-64
  - {log: ../logs/small.swf, name: B, machine: 100, sizes: 1-100, last: 150}
windows: [whole, {length: 50 jobs, random: 2}]
policies: [easy, fcfs, 'easy:saf']
estimates: [user, tsafrir, 'predicted:last2']
objectives: [AVEbsld, UTIL, AWRT1]
split: {by: trace}
output: all
`

const box = useSandbox((sandbox) => {
  for (const folder of ['logs', 'studies']) mkdirSync(sandbox.path(folder))
  sandbox.write('logs/small.swf', [...writeSwf(demoTrace({ jobs: 300 }))].join(''))
  sandbox.write('studies/two.yaml', STUDY)
})

const artefacts = (folder: string) =>
  Object.fromEntries(
    readdirSync(box.path(folder))
      .filter((name) => /^(results|report|summary)/.test(name))
      .map((name) => [name, readFileSync(join(box.path(folder), name)).toString('base64')]),
  )

describe('qw study run', () => {
  it('gives the same bytes whoever simulates, and prints what it says in summary.txt', async () => {
    const runs: string[] = []
    for (const engine of [
      ['--engine', 'inline'],
      ['--workers', '1'],
      ['--workers', '2'],
    ]) {
      const { stdout } = await box.good(
        'study',
        'run',
        'studies/two.yaml',
        '--run',
        `run-${runs.length}`,
        ...engine,
      )
      const folder = `run-${runs.length}`
      runs.push(folder)
      expect(stdout).toContain(box.text(`${folder}/summary.txt`).trimEnd())
      expect(stdout).toContain(
        `${folder}: results.csv, results.json, results.parquet, report.html, report.md, report.tex`,
      )
    }
    const [first, ...others] = runs.map(artefacts)
    expect(Object.keys(first)).toEqual([
      'report.html',
      'report.md',
      'report.tex',
      'results.csv',
      'results.json',
      'results.parquet',
      'summary.txt',
    ])
    for (const other of others) expect(other).toEqual(first)
    // Of the two logs and their three windows, tsafrir has too few jobs in the short ones, and in all of B's.
    const rows = box.text('run-0/results.csv').trimEnd().split('\n')
    const simulations = 2 * 3 * 2 * 3 + 1 * 3
    expect(rows).toHaveLength(1 + simulations * 3)
    expect(box.text('run-0/summary.txt')).toContain('without A')
  })

  it('prints the results as JSON, the values of simulate among them', async () => {
    box.write('studies/one.yaml', 'traces:\n  - {log: ../logs/small.swf, days: "8h:2"}\npolicies: [easy]\n')
    const { stdout } = await box.good('study', 'run', 'studies/one.yaml', '--json')
    const { kind, results } = JSON.parse(stdout)
    expect(kind).toBe('queuewright-study-results')
    const simulated = await box.good('simulate', 'logs/small.swf', '--days', '8h:2', '--json')
    const { objectives } = JSON.parse(simulated.stdout)
    for (const { objective, value } of results) expect(value).toBe(objectives[objective])
    expect(results).toHaveLength(6)
  })

  it('windows are those of --days and --warm-up', async () => {
    const study = `traces:\n  - log: logs/small.swf\nwindows: [{length: 8h, count: 2, warm-up: 5%}]
policies: [easy:saf]\nobjectives: [AVEbsld]\nestimates: [predicted:last2]\nmachines: [96]\nrules: {oversize: cap}\n`
    box.write('windows.yaml', study)
    const { results } = JSON.parse((await box.good('study', 'run', 'windows.yaml', '--json')).stdout)
    expect(results.map(({ window }: { window: string }) => window)).toEqual(['8h:1', '8h:2'])
    for (const { window, value } of results) {
      const { stdout } = await box.good(
        ...['simulate', 'logs/small.swf', '--policy', 'easy:saf', '--estimates', 'predicted:last2', '--json'],
        ...['--days', window, '--warm-up', '5%', '--machine', '96', '--oversize', 'cap'],
      )
      expect(JSON.parse(stdout).objectives.AVEbsld).toBe(value)
    }
  })

  // What documents show is run by their test (docs.test.ts).
  const examples = readdirSync(join(PROJECT_ROOT, 'examples')).filter(
    (name) =>
      name.endsWith('.yaml') && /^traces:/m.test(readFileSync(join(PROJECT_ROOT, 'examples', name), 'utf8')),
  )
  it.each(examples)('the example %s is run by a document', (name) => {
    const documents = [
      'README.md',
      ...readdirSync(join(PROJECT_ROOT, 'docs')).map((each) => join('docs', each)),
    ]
    const lines = documents
      .filter((document) => document.endsWith('.md'))
      .flatMap((document) => readFileSync(join(PROJECT_ROOT, document), 'utf8').split('\n'))
    expect(lines.some((line) => line.startsWith(`qw study run examples/${name}`))).toBe(true)
  })
})

describe('qw study check', () => {
  it('says what would be simulated, and what is left out and why', async () => {
    const { stdout } = await box.good('study', 'check', 'studies/two.yaml')
    expect(stdout).toMatch(/^simulations {2}39$/m)
    expect(stdout).toMatch(/^left out: B, estimates tsafrir, 3 of 3 windows: .* \(9 simulations\)$/m)
    const json = JSON.parse((await box.good('study', 'check', 'studies/two.yaml', '--json')).stdout)
    expect(json).toMatchObject({ name: 'two logs', simulations: 39 })
    expect(json.leftOut).toHaveLength(2)
    expect(json.logs.map(({ name }: { name: string }) => name)).toEqual(['A', 'B'])
  })

  it.each<[string, string, keyof typeof EXIT_CODES, RegExp]>([
    [
      'a mistyped key',
      `${STUDY}polices: [x]\n`,
      'study-file',
      /studies\/bad\.yaml:14: an unknown key .*Did you mean policies\?/,
    ],
    [
      'a log that is not there',
      STUDY.replace('small.swf', 'large.swf'),
      'input-unreadable',
      /logs\/large\.swf: no such file\. Check the name\. It is named in studies\/bad\.yaml:4$/m,
    ],
    [
      'two logs of one name',
      STUDY.replace('name: B', 'name: A'),
      'study-file',
      /bad\.yaml:7: two traces have the same name/,
    ],
    [
      'groups that do not descend',
      STUDY.replace('sizes: 1-64', 'group-shares: 1,2'),
      'study-file',
      /bad\.yaml:6: unusable option \(field traces\[0\]\.group-shares, value "1,2", expected descending percentages/,
    ],
    [
      'a field that the log lacks',
      'policies: [easy]\ntraces:\n  - {demo: {}, group-by: queue}\n',
      'study-file',
      /bad\.yaml:3: this log does not say the queue/,
    ],
    [
      'a filter that leaves nothing',
      STUDY.replace('sizes: 1-64', 'users: 99999'),
      'input-empty',
      /none of 300 jobs/,
    ],
    [
      'nothing left',
      'traces:\n  - {log: ../logs/small.swf}\nmachines: [4]\npolicies: [easy]\n',
      'study-file',
      /bad\.yaml: nothing is left to simulate .*oversize: drop or cap/,
    ],
    [
      'windows longer than every log',
      'traces: [demo]\nwindows: [{length: 400d}]\npolicies: [easy]\n',
      'study-file',
      /bad\.yaml: nothing is left to simulate .*the windows of 400d.*the log is too short for them/,
    ],
  ])('refuses %s', async (_, text, kind, message) => {
    box.write('studies/bad.yaml', text)
    const { code, stderr } = await box.run('study', 'check', 'studies/bad.yaml')
    expect(stderr).toMatch(message)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(code).toBe(EXIT_CODES[kind])
  })

  it('refuses a file that is far too large without reading it all', async () => {
    box.write('huge.yaml', Buffer.alloc(9_000_000, 'x'))
    const { code, stderr } = await box.run('study', 'check', 'huge.yaml')
    expect(stderr).toContain('too large for a study file')
    expect(code).toBe(EXIT_CODES['study-file'])
  })
})

it('qw study schema prints a JSON Schema', async () => {
  const { stdout } = await box.good('study', 'schema')
  expect(JSON.parse(stdout)).toMatchObject({ type: 'object', required: ['traces', 'policies'] })
})

it('refuses --json where the study writes none', async () => {
  box.write('plain.yaml', 'traces: [demo]\npolicies: [easy]\noutput: [csv]\n')
  const { code, stderr } = await box.run('study', 'run', 'plain.yaml', '--json')
  expect(stderr).toContain('json among the output')
  expect(code).toBe(EXIT_CODES.usage)
})
