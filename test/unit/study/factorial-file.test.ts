/** Study files: what they say, and what is said of those that cannot be followed, each with its line. */
import { describe, expect, it } from 'vitest'
import { DIALECTS } from '../../../src/sim/semantics.js'
import { parseStudyFile, studyJsonSchema } from '../../../src/study/factorial/index.js'
import { failureOf } from '../../support/failures.js'

const LEAST = 'traces: [demo]\npolicies: [easy]\n'
const parsed = (text: string) => parseStudyFile(text, 'study.yaml', 'study')

describe('a study file', () => {
  it('needs traces and policies only', () => {
    const design = parsed(LEAST)
    expect(design).toMatchObject({
      name: 'study',
      policies: ['easy'],
      baseline: 'easy',
      windows: [{ kind: 'whole', trimming: {} }],
      machines: [{ kind: 'own' }],
      estimates: ['user'],
      objectives: ['AVEbsld', 'AWRT', 'meanWait', 'p95Wait', 'maxWait', 'UTIL'],
      seed: 1,
      split: null,
      output: ['csv', 'json', 'html'],
    })
    const { sight, ...rules } = DIALECTS['default']
    expect(sight).toBe(Number.POSITIVE_INFINITY)
    expect(design.rules).toEqual([
      { name: 'default', rules: { ...rules, sight: null }, overrun: 'extend', oversize: 'error' },
    ])
  })

  it('may name policies, by which the baseline is known too', () => {
    const design = parsed(
      'traces: [demo]\npolicies: [easy, {name: Mine, policy: "easy:(-wait/estimate)"}, {policy: cons}]\nbaseline: Mine\n',
    )
    expect(design).toMatchObject({
      policies: ['easy', 'easy:(-wait/estimate)', 'cons'],
      named: { 'easy:(-wait/estimate)': 'Mine' },
      baseline: 'easy:(-wait/estimate)',
    })
    for (const wrong of [
      '[{name: easy, policy: cons}, easy]',
      '[{name: A}]',
      '[{policy: easy, multi: {}}]',
    ]) {
      expect(failureOf(() => parsed(`traces: [demo]\npolicies: ${wrong}\n`)).kind).toBe('study-file')
    }
  })

  it('says all that there is to say', () => {
    const design = parsed(`
name: easy orders
traces:
  - demo
  - ../logs/CTC.swf.gz
  - log: KTH.swf
    name: KTH
    machine: 100
    size: allocated
    bad-lines: drop
    cancelled: keep
    group-by: queue
    users: 4
    sizes: 1-16,64-
    days: 15d:3
  - demo: {jobs: 300, machine: 64, seed: 2}
    name: small
  - lublin: {machine: 256, jobs: 500, load: 0.8, classes: batch}
windows:
  - whole
  - {length: 15d, count: 10, warm-up: 16 jobs, cool-down: 5%}
  - {length: 1024 jobs, random: 3}
  - {length: 1024 jobs, starts: [1981, 2756]}
machines: [own, 512, {scale: 1024, factor: 2.5}]
policies: [fcfs, 'easy:saf', 'easy:(-wait/estimate)', "head:g1(a=0.5, w2=0.3)"]
estimates: [actual, 'predicted:last2', tsafrir, 'factor:2']
rules:
  - sc17
  - {dialect: sc17, sight: 64, pass-interval: 30s, oversize: cap}
  - {name: mine, events: single, free-at-estimate: false, overrun: keep}
objectives: [AVEbsld, '10*AWRT1 + 4*AWRT2']
baseline: fcfs
seed: 7
split: {by: time, train: 70%, choose: [AVEbsld]}
output: all
`)
    expect(design.traces.map(({ name, line }) => [name, line])).toEqual([
      [null, 4],
      [null, 5],
      ['KTH', 6],
      ['small', 16],
      [null, 18],
    ])
    expect(design.traces[2]).toMatchObject({
      from: { kind: 'log', path: 'KTH.swf' },
      reading: {
        machine: 100,
        size: 'allocated',
        badLines: 'drop',
        cancelled: 'keep',
        groupBy: 'queue',
        users: '4',
        sizes: '1-16,64-',
        days: '15d:3',
      },
    })
    expect(design.traces[3].from).toEqual({ kind: 'demo', options: { jobs: 300, processors: 64, seed: 2 } })
    expect(design.traces[4].from).toEqual({
      kind: 'lublin',
      options: { processors: 256, jobs: 500, load: 0.8, classes: 'batch' },
    })
    expect(design.windows).toEqual([
      { kind: 'whole', trimming: {} },
      {
        kind: 'consecutive',
        text: '15d',
        length: { seconds: 15 * 86_400 },
        count: 10,
        starts: [],
        trimming: { warmUp: { jobs: 16 }, coolDown: { percent: 5 } },
      },
      { kind: 'random', text: '1024 jobs', length: { jobs: 1024 }, count: 3, starts: [], trimming: {} },
      {
        kind: 'starts',
        text: '1024 jobs',
        length: { jobs: 1024 },
        count: null,
        starts: [1981, 2756],
        trimming: {},
      },
    ])
    expect(design.machines).toEqual([
      { kind: 'own' },
      { kind: 'size', processors: 512 },
      { kind: 'scale', to: 1024, factor: 2.5, copied: 50 },
    ])
    expect(design.policies[3]).toBe('head:g1(a=0.5, w2=0.3)')
    expect(design.rules.map(({ name }) => name)).toEqual([
      'sc17',
      'sc17, sight 64, pass-interval 30, oversize cap',
      'mine',
    ])
    expect(design.rules[1]).toMatchObject({
      rules: { sight: 64, passInterval: 30, lead: 16 },
      oversize: 'cap',
    })
    expect(design.rules[2]).toMatchObject({
      rules: { events: 'single', freeAtEstimate: false },
      overrun: 'keep',
    })
    expect(design.split).toEqual({ by: 'time', train: 0.7, choose: ['AVEbsld'] })
    expect(design.output).toEqual(['csv', 'json', 'parquet', 'html', 'md', 'tex', 'svg', 'pdf'])
    expect(design.baseline).toBe('fcfs')
  })

  it('names the files of a site, and what users wait for', () => {
    const { traces, rules } = parsed(`policies: [easy:multifactor]
traces:
  - {log: a.swf, slurm-conf: slurm.conf, slurm-shares: shares.psv, salt-file: salt}
  - a.swf
rules:
  - {feedback: sessions, think-limit: 30m}
  - {name: told, feedback: log}
`)
    expect(traces[0].site).toEqual({
      slurmConf: 'slurm.conf',
      slurmShares: 'shares.psv',
      saltFile: 'salt',
    })
    expect(traces[1].site).toEqual({})
    expect(rules.map(({ feedback }) => feedback)).toEqual([
      { source: 'sessions', thinkLimit: 1800 },
      { source: 'log' },
    ])
    const limited = () => parsed(`${LEAST}rules: [{feedback: log, think-limit: 30m}]\n`)
    expect(failureOf(limited)).toMatchObject({ kind: 'study-file', what: 'this is of no use here' })
    expect(parsed(LEAST).rules[0]).not.toHaveProperty('feedback')
  })

  it('may repeat itself by aliases', () => {
    const { rules } = parsed(`${LEAST}rules:\n  - &a {dialect: sc17, name: a}\n  - {dialect: pyss}\n`)
    expect(rules.map(({ name }) => name)).toEqual(['a', 'pyss'])
    expect(parsed(`${LEAST}estimates: &e [user]\nobjectives: [AWRT]\n`).estimates).toEqual(['user'])
  })
})

describe('a fault is told with its line, its place and what would be right', () => {
  const meant = (key: string): unknown =>
    expect.stringMatching(new RegExp(`^Did you mean ${key}\\? Keys: .*${key}`))
  const deep = `${'['.repeat(50_000)}`
  const many = Array.from({ length: 20_000 }, (_, k) => `k${k}: 1`).join('\n')
  const bomb = ['a: &a [x, x, x, x, x, x, x, x, x, x]']
  for (const [k, name] of ['b', 'c', 'd', 'e'].entries()) {
    const before = ['a', 'b', 'c', 'd'][k]
    bomb.push(`${name}: &${name} [${Array.from({ length: 10 }, () => `*${before}`).join(', ')}]`)
  }
  it.each<[string, string, number | undefined, Record<string, unknown>]>([
    ['an empty file', '', undefined, { expected: 'at least traces and policies' }],
    ['no mapping', '- demo', 1, { expected: 'a mapping with traces and policies' }],
    [
      'no traces',
      'policies: [easy]',
      1,
      { field: 'traces', expected: expect.stringContaining('traces, windows') },
    ],
    ['an unknown key', `${LEAST}polices: [fcfs]`, 3, { field: 'polices', remedy: meant('policies') }],
    ['an unknown key above its value', `${LEAST}polices:\n  - x`, 3, { remedy: meant('policies') }],
    [
      'a mistyped key, rather than that the right one is missing',
      'traces: [demo]\nseed: 1\npolices: [easy]',
      3,
      { field: 'polices', remedy: meant('policies') },
    ],
    [
      'an unknown key of a log',
      'traces:\n  - log: a\n    nmae: b\npolicies: [easy]',
      3,
      { field: 'traces[0].nmae', remedy: meant('name') },
    ],
    [
      'a log from two places',
      'traces:\n  - log: a\n    demo: {}\npolicies: [easy]',
      2,
      { field: 'traces[0]' },
    ],
    [
      'a filter',
      'traces:\n  - log: a\n    span: 5\npolicies: [easy]',
      3,
      { field: 'traces[0].span', value: '5' },
    ],
    [
      'a policy',
      'traces: [demo]\npolicies:\n  - easy\n  - easy:wfp9',
      4,
      { field: 'policies[1]', value: 'easy:wfp9', remedy: expect.stringContaining('Did you mean wfp3?') },
    ],
    [
      'a comma in a list',
      'traces: [demo]\npolicies: [head:g1(a=0.5, w2=0.3)]',
      2,
      { remedy: expect.stringContaining('quotes') },
    ],
    [
      'a policy twice',
      'traces: [demo]\npolicies: [easy, fcfs, easy]',
      2,
      { field: 'policies[2]', value: 'easy' },
    ],
    ['a window', `${LEAST}windows:\n  - whole\n  - {lenght: 15d}`, 5, { remedy: meant('length') }],
    [
      'no length',
      `${LEAST}windows:\n  - {count: 2}`,
      4,
      { field: 'windows[0]', expected: 'whole, or a mapping with length' },
    ],
    [
      'all of a trace, in parts',
      `${LEAST}windows:\n  - {whole: true, count: 2}`,
      4,
      { field: 'windows[0].count' },
    ],
    ['a length', `${LEAST}windows:\n  - {length: 5%}`, 4, { field: 'windows[0].length', value: '5%' }],
    ['a length of nothing', `${LEAST}windows:\n  - {length: 0 jobs}`, 4, { field: 'windows[0].length' }],
    [
      'two placements',
      `${LEAST}windows:\n  - length: 5 jobs\n    count: 1\n    random: 2`,
      6,
      { field: 'windows[0].random' },
    ],
    [
      'starts of days',
      `${LEAST}windows:\n  - {length: 5d, starts: [1]}`,
      4,
      { field: 'windows[0].starts', expected: expect.stringContaining('jobs') },
    ],
    ['a machine', `${LEAST}machines: [all]`, 3, { field: 'machines[0]', value: 'all' }],
    [
      'a machine of nothing',
      `${LEAST}machines: [0]`,
      3,
      { field: 'machines[0]', expected: 'a whole number from 1' },
    ],
    [
      'a scale',
      `${LEAST}machines:\n  - {scale: 5, copied: 101}`,
      4,
      { field: 'machines[0].copied', value: 101 },
    ],
    ['estimates', `${LEAST}estimates: [user, 'factor:0.5']`, 3, { field: 'estimates[1]' }],
    [
      'a dialect',
      `${LEAST}rules: {dialect: sc18}`,
      3,
      { field: 'rules.dialect', remedy: 'Did you mean sc17?' },
    ],
    [
      'a rule',
      `${LEAST}rules:\n  - sc17\n  - {sigth: 5}`,
      5,
      { field: 'rules[1].sigth', remedy: meant('sight') },
    ],
    [
      'a dialect in a list',
      `${LEAST}rules:\n  - sc17\n  - {dialect: sc71}`,
      5,
      { field: 'rules[1].dialect', value: 'sc71', remedy: 'Did you mean sc17?' },
    ],
    ['rules twice', `${LEAST}rules: [sc17, {dialect: sc17}]`, 3, { field: 'rules[1]', value: 'sc17' }],
    [
      'an objective',
      `${LEAST}objectives: [AVEbsdl]`,
      3,
      { field: 'objectives[0]', remedy: expect.stringContaining('AVEbsld') },
    ],
    ['no objective', `${LEAST}objectives: []`, 3, { expected: 'a list of objectives' }],
    ['a baseline', `${LEAST}baseline: fcfs`, 3, { field: 'baseline', value: 'fcfs', expected: 'easy' }],
    ['a seed', `${LEAST}seed: 1.5`, 3, { field: 'seed', value: 1.5 }],
    ['a split', `${LEAST}split: {by: tiem}`, 3, { field: 'split.by', remedy: 'Did you mean time?' }],
    ['a share', `${LEAST}split: {by: time, train: 100%}`, 3, { field: 'split.train', value: '100%' }],
    ['a choice', `${LEAST}split:\n  by: time\n  choose: SD`, 5, { field: 'split.choose', value: 'SD' }],
    ['one trace left out of one', `${LEAST}split: {by: trace}`, 3, { field: 'split.by' }],
    ['an output', `${LEAST}output: [xlsx]`, 3, { field: 'output[0]', value: 'xlsx' }],
    ['a name', `${LEAST}name: a/b`, 3, { field: 'name', value: 'a/b' }],
    [
      'a stray alias',
      `${LEAST}objectives: [*AWRT]`,
      3,
      { value: '*AWRT', remedy: expect.stringContaining('quotes') },
    ],
    ['an alias within itself', `traces: [demo]\npolicies: &a [easy, *a]`, 2, { value: '*a' }],
    ['an alias deep within itself', `${LEAST}split: &s\n  choose: [x, {y: *s}]`, 4, { value: '*s' }],
    ['an open bracket', `${LEAST}objectives: [AWRT\nseed: 1`, 4, {}],
    ['a key twice', `${LEAST}seed: 1\nseed: 2`, 4, {}],
    ['two documents', `${LEAST}---\na: 1`, 3, { expected: 'one study in a file' }],
    ['a bomb', bomb.join('\n'), 5, { remedy: expect.stringContaining('Write out') }],
    ['depth', deep, 1, {}],
    ['keys by the thousands', many, 1, { field: 'k0' }],
    ['aliases by the thousands', `a: &a 1\nb: [${'*a, '.repeat(20_000)}]`, 1, { field: 'a' }],
    ['a key that is a list', `${LEAST}? [a]\n: 1`, 3, {}],
    ['size', `# ${'x'.repeat(1_000_001)}`, undefined, { expected: expect.stringContaining('1000000') }],
  ])('%s', (_, text, line, detail) => {
    const failure = failureOf(() => parsed(text))
    expect(failure.kind).toBe('study-file')
    expect(failure.detail).toMatchObject({ file: 'study.yaml', ...detail })
    expect(failure.detail.line).toBe(line)
    expect(failure.message).not.toContain('\n')
  })

  it('the first one of several', () => {
    const failure = failureOf(() => parsed('seed: x\ntraces: [demo]\npolicies: [easy:nope]\nrules: 5\n'))
    expect(failure.detail).toMatchObject({ line: 1, field: 'seed' })
  })
})

describe('the JSON Schema', () => {
  it('has every key, and what a policy is for', () => {
    const schema = studyJsonSchema() as {
      properties: Record<string, { description?: string }>
      required: string[]
      additionalProperties: boolean
    }
    expect(Object.keys(schema.properties)).toEqual([
      ...['name', 'traces', 'windows', 'machines', 'policies', 'estimates', 'rules', 'objectives'],
      ...['judge', 'baseline', 'seed', 'split', 'output'],
    ])
    expect(schema.required).toEqual(['traces', 'policies'])
    expect(schema.additionalProperties).toBe(false)
    for (const property of Object.values(schema.properties)) expect(property.description).toBeTruthy()
  })
})
