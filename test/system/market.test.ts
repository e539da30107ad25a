/** `qw market` as a user meets it. */
import { describe, expect, it } from 'vitest'
import { complaints } from '../support/command.js'
import { PROJECT_ROOT } from '../support/data.js'
import { jobLine } from '../support/logs.js'
import { useSandbox } from '../support/sandbox.js'

const line = (job: number, size: number, submit: number, run: number, asked = run) =>
  jobLine({
    ...{ job, submit, wait: 0, run, status: 1, user: job },
    ...{ allocatedProcessors: size, requestedProcessors: size, requestedTime: asked },
  })

const DOMAINS = `format: queuewright-market
version: 1
domains:
  - name: north
    machines: [4]
    knows: [south]
  - name: south
    machines:
      - {nodes: 4, attributes: {Cores: 8}}
`

const box = useSandbox((sandbox) => {
  // Job 1 ends long before its estimate; job 3 has its reservation behind that.
  const jobs = [line(1, 4, 0, 10, 100), line(2, 4, 0, 100), line(3, 4, 1, 10), line(4, 4, 1, 10)]
  sandbox.write('log.swf', ['; MaxProcs: 8', ...jobs, ''].join('\n'))
  sandbox.write('market.yaml', DOMAINS)
  sandbox.write('lost.yaml', DOMAINS.replace('[south]', '[suth]'))
  sandbox.write('circle.yaml', DOMAINS.replace('[south]', '[south, north]'))
  sandbox.write('twice.yaml', DOMAINS.replace('name: south', 'name: north'))
  sandbox.write('empty.yaml', DOMAINS.replace('[4]', '[0]'))
  sandbox.write('divides.yaml', `${DOMAINS}    machine-function: 1/parallel\n`)
  const study = (rest: string) => `traces: [log.swf]\nbaseline: market\n${rest}`
  sandbox.write(
    'domains.study.yaml',
    study('machines: [{sites: divides.yaml}]\npolicies: [{market: {}, name: market}]\n'),
  )
  // Only of jobs that are four nodes wide.
  const divides = '{machine-function: 1/(NumberOfProcessors - 4)}'
  sandbox.write(
    'policy.study.yaml',
    study(`machines: [{sites: 2x4}]\npolicies: [{market: ${divides}, name: market}]\n`),
  )
  sandbox.write('cores.market', 'REQUEST "all" {\n  ELEMENT 1 {CONDITION {Cores > 4}}\n}\n')
  sandbox.write('zero.market', 'REQUEST "all" {\n  VALUE "RunTime" {1/(Job - Job)}\n}\n')
  sandbox.write('if-zero.market', 'REQUEST "all" {\n  ELEMENT 1 {CONDITION {Job/0 > 3}}\n}\n')
  sandbox.write('twice.market', 'REQUEST "a" {VALUE "Job" {1}}\nREQUEST "b" {VALUE "Job" {1}}\n')
  const taken = (name: string) =>
    `OFFER "${name}" {VALUE "Domain" {"domain1"} VALUE "StartTime" {0} VALUE "EndTime" {9} VALUE "NumberOfProcessors" {3}}\n`
  sandbox.write('overlap.market', taken('a') + taken('b'))
  sandbox.write('stranger.market', 'REQUEST "a" {VALUE "Job" {99}}\nREQUEST "b" {VALUE "User" {77}}\n')
  sandbox.write('nobody.market', 'OFFER "o" {VALUE "Domain" {"mars"}}\n')
})
const { good, run } = box

async function json(...args: readonly string[]) {
  return JSON.parse((await good('market', ...args, '--json')).stdout)
}

describe('qw market', () => {
  it('says whether a market beats a central scheduler, and for which jobs', async () => {
    const { markets, central, best, classes } = await json('log.swf', '--domains', '2x4', '--check')
    // Fixed: 10, 100, then both behind 100; moved up: 10, 100, 20, 30.
    const awrt = (...ends: readonly number[]) =>
      (10 * ends[0] + 100 * ends[1] + 10 * (ends[2] - 1) + 10 * (ends[3] - 1)) / 130
    expect(
      markets.map((each: { reservations: string; awrt: number }) => [each.reservations, each.awrt]),
    ).toEqual([
      ['fixed', awrt(10, 100, 110, 110)],
      ['move-up', awrt(10, 100, 20, 110)],
    ])
    const exact = await json('log.swf', '--domains', '2x4', '--estimates', 'actual', '--check')
    expect(exact.markets.map((each: { awrt: number }) => each.awrt)).toEqual([
      awrt(10, 100, 20, 30),
      awrt(10, 100, 20, 30),
    ])
    const kinds = central.map(({ kind }: { kind: string }) => kind)
    expect(kinds).toEqual(['local', 'sharing', 'multi', 'adaptive'])
    expect(best.market).toBe(1)
    const waiting = classes.find(({ name }: { name: string }) => name.startsWith('wait'))
    expect(waiting).toMatchObject({ jobs: 2, market: 64 })
    const { stdout } = await good('market', 'log.swf', '--domains', '2x4')
    expect(stdout).toMatch(/no market beats multi \(30 %\): the best, market MF2, UF1, move-up, has \+\d/)
    expect(stdout).toContain('Who wins and who loses by joining')
    // Marked is whoever is best of all.
    const marked = stdout.split('When the market')[0].match(/^.*★.*$/gm)
    expect(marked).toEqual([expect.stringMatching(/^multi \(30 %\) /)])
  })

  it('makes a demonstration workload for its own size where no log is named', async () => {
    const { jobs, notices, markets } = await json('--domains', '2x8', '--first', '300', '--against', 'local')
    expect(jobs).toBe(300)
    expect(notices[0]).toBe(
      'No log was named: this is a synthetic one, made for demonstration: 2,000 jobs for 16 processors.',
    )
    expect(markets).toHaveLength(2)
  })

  it('goes by formulas, budgets and deadlines, and counts those whom nobody takes', async () => {
    const { markets } = await json(
      ...['log.swf', '--domains', '2x4', '--reservations', 'fixed', '--check', '--against', 'local'],
      ...['--machine-functions', 'MF2,max(RunTime, 1)', '--utility-functions', 'UF2', '--budget', '39'],
    )
    expect(markets.map(({ unplaced }: { unplaced: number }) => unplaced)).toEqual([4, 2])
    const late = await json('log.swf', '--domains', '2x4', '--deadline', '50s', '--reservations', 'fixed')
    expect(late.markets[0].unplaced).toBe(2)
    const told = async (...limits: string[]) =>
      (await good('market', 'log.swf', '--domains', '2x4', '--reservations', 'fixed', ...limits)).stdout
    expect(await told('--deadline', '50s')).toMatch(/; market .*, but leaves 2 of 4 jobs undone$/m)
    expect(await told('--budget', '1')).toMatch(/; no market takes any of the jobs$/m)
    expect(await told()).not.toContain('undone')
  })

  it('takes requests that ask for machines, and writes and reads offers', async () => {
    const args = ['log.swf', '--domains', 'market.yaml', '--reservations', 'fixed', '--against', 'local']
    await good(
      'market',
      ...args,
      '--requests',
      'cores.market',
      '--csv',
      'jobs.csv',
      '--offers',
      'taken.market',
    )
    const lines = box.text('jobs.csv').trim().split('\n').slice(1)
    expect(lines).toHaveLength(4)
    expect(lines.every((each) => each.includes(',south/1:0-3,'))).toBe(true)
    expect(box.text('taken.market')).toContain('OFFER "job 2" {\n  KEY "Domain" {VALUE "Domain" {"south"}}')
    // What was agreed on before is not to be had again.
    const { markets } = await json(...args, '--requests', 'taken.market', '--check')
    expect(markets[0].unplaced).toBe(0)
  })

  it('tells of requests that are of nobody here', async () => {
    const args = ['--domains', '2x4', '--requests', 'stranger.market', '--reservations', 'fixed']
    const { stderr } = await good('market', 'log.swf', ...args, '--against', 'local')
    expect(stderr).toContain('note: no job here is that of request "a" of job 99, and 1 other\n')
  })

  it('learns functions, resumably, which are a market beside the others', async () => {
    const args = ['log.swf', '--domains', '2x4', '--evaluations', '9', '--engine', 'inline', '--train', '100']
    const { stdout } = await good('learn', 'market', ...args, '--run', 'learnt')
    expect(stdout).toMatch(/beside the start alone, on what it was learnt from/)
    await good('show', 'learnt')
    const written = ['--functions', 'learnt/functions.json', '--reservations', 'fixed']
    const { markets } = await json('log.swf', '--domains', '2x4', ...written)
    expect(markets).toHaveLength(2)
    expect(markets[1].utilityFunction).toBe('-(StartTime + JobCost)')
  })

  it('draws, and writes a report', async () => {
    const args = ['log.swf', '--domains', '2x4', '--reservations', 'move-up']
    await good('market', ...args, '--gantt', 'market.svg', '--report', 'market.md')
    expect(box.text('market.svg')).toContain('>domain2<')
    expect(box.text('market.md')).toContain('When the market is better')
  })

  it('refuses more machines than it can ask, before anything is simulated', async () => {
    const many = DOMAINS.replace('[4]', `[${'4, '.repeat(999)}4]`)
    box.write('more.yaml', `${many}  - name: east\n    machines: [${'1, '.repeat(99)}1]\n`)
    const { code, stderr } = await run('market', 'log.swf', '--domains', 'more.yaml')
    expect(code).toBe(2)
    expect(stderr).toContain('value 1101, expected at most 1024 machines in all')
  })

  it('says of figure 11.16 that it cannot be', async () => {
    const figure = `${PROJECT_ROOT}/examples/figure-11.16.market`
    const domains = `${PROJECT_ROOT}/examples/market.yaml`
    const { stdout } = await good('market', '--domains', domains, '--requests', figure)
    expect(stdout).toContain('Req001   its frame is 28 s long, and its run time at least 5 min 44 s')
  })

  it.each([
    [
      ['study', 'run', 'domains.study.yaml', '--engine', 'inline'],
      /divides\.yaml:10: a formula is Infinity where .*field domains\[1\]\.machine-function.*Guard/,
    ],
    [
      ['study', 'run', 'policy.study.yaml', '--engine', 'inline'],
      /policy\.study\.yaml: a formula is Infinity where NumberOfProcessors = 4 .*field policies\[0\].*Guard/,
    ],
    [
      [
        'learn',
        'market',
        'log.swf',
        '--domains',
        'divides.yaml',
        '--objective',
        'AWRT',
        '--engine',
        'inline',
      ],
      /divides\.yaml:10: a formula is Infinity where .*field domains\[1\]\.machine-function.*Guard/,
    ],
  ])('a formula that divides by zero is told with its place: %j', async (args, message) => {
    const { stderr, code } = await run(...args)
    expect(stderr.split('\n').find((each) => each.startsWith('queuewright: '))).toMatch(message)
    expect(code).toBe(14)
  })

  it.each([
    [['--domains', 'lost.yaml'], 27, /lost\.yaml:6: an unknown domain.*knows\[0\], value "suth".*south/],
    [['--domains', 'circle.yaml'], 27, /circle\.yaml:6: a domain forwards requests to itself.*knows\[1\]/],
    [['--domains', 'twice.yaml'], 27, /twice\.yaml:7: two domains have one name/],
    [['--domains', 'empty.yaml'], 27, /empty\.yaml:5: .*machines\[0\]/],
    [['--domains', '0,2'], 2, /no such grid.*--domains/],
    [['--domains', '.'], 21, /the input is a folder/],
    [[], 2, /--domains/],
    [['--domains', '2x4', '--requests', 'zero.market'], 14, /zero\.market:2: RunTime is Infinity.*Guard/],
    [
      ['--domains', '2x4', '--requests', 'if-zero.market'],
      14,
      /if-zero\.market:2: a condition is Inf.*Guard/,
    ],
    [
      ['--domains', '2x4', '--requests', 'twice.market'],
      27,
      /twice\.market:2: two requests are of job 1.*line 1/,
    ],
    [
      ['--domains', '2x4', '--requests', 'overlap.market'],
      27,
      /overlap\.market:2: offer "b".*at most 1 .*Leave one/,
    ],
    [['--domains', '2x4', '--requests', 'nobody.market'], 27, /nobody\.market:1: an offer that is nobody's/],
    [['--domains', '2x4', '--machine-functions', 'MF7'], 12, /unknown name MF7/],
    [
      ['--domains', '2x4', '--machine-functions', '1/parallel'],
      14,
      /Infinity where parallel = 0.*--machine-func/,
    ],
    [['--domains', 'divides.yaml'], 14, /divides\.yaml:10: .*field domains\[1\]\.machine-function.*Guard/],
    [['--domains', '2x4', '--estimates', 'predicted:last2'], 2, /--estimates.*expected user, actual/],
    [['--domains', '2x4', '--utility-functions', '-'], 11, /unexpected end/],
    [['--domains', '2x4', '--reservations', 'moved'], 2, /--reservations/],
    [['--domains', '2x4', '--offers', 'x.market'], 2, /one market/],
    [
      ['--domains', '2,2', '--parts', 'none', '--against', 'local'],
      29,
      /log\.swf: job 1 is wider than its own site/,
    ],
  ])('%j ends with %i', async (args, code, message) => {
    const result = await run('market', 'log.swf', ...args)
    const told = complaints(result)
    expect(told).toHaveLength(1)
    expect(told[0]).toMatch(message)
    expect(result.code).toBe(code)
  })
})
