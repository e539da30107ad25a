/** `qw grid` as a user meets it. */
import { describe, expect, it } from 'vitest'
import { complaints } from '../support/command.js'
import { jobLine } from '../support/logs.js'
import { useSandbox } from '../support/sandbox.js'

const line = (job: number, size: number, queue: number, run = 100) =>
  jobLine({
    ...{ job, submit: 0, wait: 0, run, status: 1, user: job, queue },
    ...{ allocatedProcessors: size, requestedProcessors: size, requestedTime: run },
  })

const box = useSandbox((sandbox) => {
  // The users of the first site want it twice at once, those of the second want little.
  const jobs = [line(1, 4, 1), line(2, 1, 2), line(3, 4, 1)]
  sandbox.write('log.swf', ['; MaxProcs: 8', ...jobs, ''].join('\n'))
  sandbox.write('one.swf', ['; MaxProcs: 4', line(1, 4, 1), line(2, 4, 1), ''].join('\n'))
  sandbox.write('two.swf', ['; MaxProcs: 6', line(1, 1, 1), ''].join('\n'))
  const bad = 'format: queuewright-grid\nversion: 1\nsites:\n  - {name: a, nodes: 0}\n'
  sandbox.write('bad.yaml', bad)
  sandbox.write('unnamed', bad)
  const unlike = '{name: a, nodes: 4}\n  - {name: fast, nodes: 4, speed: 2}'
  sandbox.write('unlike.yaml', bad.replace('{name: a, nodes: 0}', unlike))
  sandbox.write('lost.yaml', bad.replace('nodes: 0', 'nodes: 4, policy: "@absent.json"'))
})
const { good, run } = box

async function json(...args: readonly string[]) {
  return JSON.parse((await good('grid', ...args, '--json')).stdout)
}

describe('qw grid', () => {
  it('says what sharing is worth, and to whom', async () => {
    const { policies } = await json('log.swf', '--sites', '4,6', '--arrivals', 'queue', '--check')
    expect(policies.map(({ kind, awrt }: { kind: string; awrt: number }) => [kind, awrt])).toEqual([
      ['local', 1300 / 9],
      ['sharing', 100],
      ['multi', 100],
      ['adaptive', 100],
    ])
    const [, { gains }] = policies
    const own = gains.find(({ site, group }: { site: number; group: number }) => site === 0 && group === null)
    expect(own).toMatchObject({ jobs: 2, alone: 150, joined: 100, gain: expect.closeTo(1 / 3, 9), away: 0.5 })
    const { stdout } = await good('grid', 'log.swf', '--sites', '4,6', '--arrivals', 'queue')
    expect(stdout).toMatch(/^sharing +1 of 2 +0 of 2 +1 of 2 +0 of 2 +site1, group 1:/m)
    expect(stdout).toMatch(/site1 +all +2 +2 min 30 s +−33.3 % ★/)
  })

  it('takes a log for each site, with their own machines', async () => {
    const { sites, policies } = await json(
      'one.swf',
      'two.swf',
      '--policy',
      'local,sharing',
      '--align',
      'first',
    )
    expect(sites.map(({ nodes }: { nodes: number }) => nodes)).toEqual([4, 6])
    expect(policies[0].awrt).toBeCloseTo(1300 / 9, 9)
    expect(policies[1].awrt).toBe(100)
  })

  it('calls sites as their logs are called, or as the log calls the partitions', async () => {
    const names = ({ sites }: { sites: { name: string }[] }) => sites.map(({ name }) => name)
    expect(names(await json('one.swf', 'two.swf', '--align', 'first'))).toEqual(['one', 'two'])
    expect(names(await json('one.swf', 'two.swf', '--align', 'first', '--sites', '5,6'))).toEqual([
      'one',
      'two',
    ])
    expect(names(await json('one.swf', 'one.swf', '--align', 'first'))).toEqual(['site1', 'site2'])
    await good('merge', 'one.swf', 'two.swf', '--align', 'first', '--sites', '-o', 'both.swf')
    expect(names(await json('both.swf', '--sites', '4,6,2', '--arrivals', 'partition'))).toEqual([
      'one',
      'two',
      'site3',
    ])
    expect(names(await json('both.swf', '--sites', '4,6'))).toEqual(['site1', 'site2'])
    await good('merge', 'one.swf', 'two.swf', '--align', 'first', '-o', 'bare.swf')
    const bare = await run('grid', 'bare.swf', '--sites', '4,6', '--arrivals', 'partition')
    expect(complaints(bare)[0]).toMatch(/value "partition -1".*merge them with --sites/)
    const log = await run('grid', 'both.swf', '--sites', '4,6', '--arrivals', 'log')
    expect(complaints(log)[0]).toMatch(/that qw merge --sites has made take --arrivals partition/)
  })

  it('leaves out what nobody named and sites or jobs refuse, and says so', async () => {
    const kinds = ({ policies }: { policies: { kind: string }[] }) => policies.map(({ kind }) => kind)
    const unlike = await json('log.swf', '--sites', 'unlike.yaml')
    expect(kinds(unlike)).toEqual(['local', 'sharing'])
    expect(unlike.notices.slice(-2)).toEqual([
      expect.stringMatching(/^without multi: .*differ in nothing but size.*fast is none/),
      expect.stringMatching(/^without adaptive: /),
    ])
    const { stderr } = await good('grid', 'log.swf', '--sites', 'unlike.yaml')
    expect(stderr).toMatch(/without multi: .*\n.*without adaptive: /)
    const wide = await json('log.swf', '--sites', '2,2', '--parts', 'none')
    expect(kinds(wide)).toEqual(['multi', 'adaptive'])
    const named = await run('grid', 'log.swf', '--sites', 'unlike.yaml', '--policy', 'local,multi')
    expect(named.code).toBe(2)
    expect(complaints(named)[0]).toMatch(/fast is none/)
    const nothing = await run('grid', 'log.swf', '--sites', '2,1', '--parts', 'none')
    expect(nothing.code).toBe(29)
    expect(complaints(nothing).at(-1)).toMatch(/job 1 is wider than its own site/)
  })

  it('writes jobs, a chart and a report', async () => {
    await good(
      ...['grid', 'log.swf', '--sites', '3,3,3', '--parts', 'none', '--policy', 'multi', '--overhead', '50'],
      ...['--csv', 'jobs.csv', '--gantt', 'grid.svg', '--report', 'grid.md'],
    )
    expect(box.text('jobs.csv')).toContain('multi (50 %),1,1,1,site1,0,0,150,4,site1:3+site2:1\n')
    expect(box.text('grid.svg')).toContain('over several sites')
    expect(box.text('grid.md')).toContain('Who wins and who loses by joining')
  })

  it('is an axis of study files, which come to the same bytes whoever does the work', async () => {
    const study = [
      'name: sites',
      'traces: [{demo: {jobs: 60, machine: 16}}]',
      'machines: [{sites: 2x8}, {sites: "8,4,4"}]',
      'policies: [local, sharing, {multi: {overhead: 10}}, {market: {reservations: move-up}}]',
      'objectives: [AWRT, worstGain]',
      'baseline: local',
    ]
    box.write('sites.yaml', `${study.join('\n')}\n`)
    const bytes: string[] = []
    for (const engine of [
      ['--engine', 'inline'],
      ['--workers', '2'],
    ]) {
      const folder = `study${bytes.length}`
      await good('study', 'run', 'sites.yaml', ...engine, '--run', folder)
      bytes.push(['checkpoint.jsonl', 'summary.txt'].map((name) => box.text(`${folder}/${name}`)).join(''))
    }
    expect(bytes[1]).toBe(bytes[0])
    expect(bytes[0]).toContain('"evaluations":8')
    expect(bytes[0]).toMatch(/multi.*market/s)
  })

  it.each([
    [['--sites', 'bad.yaml'], 27, /bad\.yaml:4: .*sites\[0\]\.nodes, value 0/],
    [['--sites', '2,2', '--parts', 'none', '--policy', 'multi'], 0, null],
    [['--sites', '2,1', '--parts', 'none', '--policy', 'multi'], 29, /job 1 is wider than the whole grid/],
    [['--sites', '2,2', '--parts', 'none', '--policy', 'sharing'], 29, /job 1 is one that no site takes/],
    [['--sites', '2,2', '--parts', 'none', '--policy', 'local'], 29, /job 1 is wider than its own site/],
    [['--sites', '0,2'], 2, /no such grid.*m128-4.*no file of this name/],
    [['--sites', 'absent/grid'], 20, /absent\/grid: no such file \(field --sites.*m128-4/],
    [['--sites', 'absent.yaml'], 20, /absent\.yaml: no such file \(field --sites.*m128-4/],
    [['--sites', '.'], 21, /the input is a folder/],
    [
      ['--sites', '99999999x4'],
      2,
      /too many sites .*at most 10000\)\. Sizes are written as .*There is no file/,
    ],
    [['--sites', '2x2147483647', '--policy', 'multi'], 2, /4294967294, .*2147483647 in all\)\. Name fewer/],
    [['--sites', 'lost.yaml'], 20, /absent\.json: no such file \(field sites\[0\]\.policy/],
    [['--sites', 'unnamed'], 27, /unnamed:4: .*sites\[0\]\.nodes, value 0/],
    [
      ['--sites', '4,4', '--gantt', 'x.svg', '--gantt', 'y.svg'],
      2,
      /an option names two files.*--gantt, value "y\.svg", .*x\.svg is named/,
    ],
    [[], 2, /--sites/],
    [['--sites', '4,4', '--arrivals', 'log'], 2, /--arrivals/],
    [['--sites', '4,4', '--gantt', 'x.svg'], 2, /one way of sharing/],
    [
      ['--sites', '4,4', '--site-policy', 'easy:nope'],
      10,
      /^queuewright: unknown order nope \(field --site-policy/,
    ],
    [['--sites', '4,4', '--estimates', 'tsafrir'], 2, /estimates of a model/],
  ])('%j ends with %i', async (args, code, message) => {
    const result = await run('grid', 'log.swf', ...args)
    expect(result.code).toBe(code)
    const told = complaints(result)
    expect(told).toHaveLength(message === null ? 0 : 1)
    if (message !== null) expect(told[0]).toMatch(message)
  })
})
