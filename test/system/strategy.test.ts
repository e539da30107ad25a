/** `qw evaluate`, `explain` and `convert` of a strategy, and strategies in the place of policies. */
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { EXIT_CODES } from '../../src/core/errors.js'
import { type StrategyArtefact, strategyJson } from '../../src/strategy/index.js'
import { DEFAULT_GROUPING, datasetOf, groupTrace } from '../../src/trace/index.js'
import { writeSwf } from '../../src/trace/swf/index.js'
import { demoTrace } from '../../src/workload/demo.js'
import { useSandbox } from '../support/sandbox.js'

const LOG = demoTrace({ jobs: 300 })
const CRITERION = { criterion: 2, a: 1, b: 0, w: [1, 0.5, 0.25], K: [0, 0, 0] } as const
const GREEDY: StrategyArtefact = {
  format: 'queuewright-strategy',
  version: 1,
  name: 'mine',
  strategy: {
    kind: 'greedy',
    algorithm: 'easy',
    situations: [CRITERION, { ...CRITERION, criterion: 1, b: 0.01 }, CRITERION],
  },
  evidence: null,
}

/** With evidence that it was learnt from the log, usually under bounds of which one cannot be kept. */
function learnt(
  name = 'learnt',
  constraints: readonly string[] = ['maxWait <= 1s', 'AWRT <= 100*CONS', 'AWRT5 <= 1.5*list'],
): StrategyArtefact {
  const { digest } = datasetOf(groupTrace(LOG, DEFAULT_GROUPING).trace)
  return {
    ...GREEDY,
    name,
    evidence: {
      objective: '10*AWRT1 + 4*AWRT2',
      constraints,
      method: 'by hand',
      settings: {},
      seed: 1,
      evaluations: 10,
      simulations: 10,
      score: 5,
      traces: [{ name: 'elsewhere', digest, machine: 430, train: 200, jobs: 300 }],
      measured: [],
    },
  }
}

const box = useSandbox((sandbox) => {
  sandbox.write('small.swf', [...writeSwf(LOG)].join(''))
  sandbox.write('other.swf', [...writeSwf(demoTrace({ jobs: 200, seed: 2 }))].join(''))
  sandbox.write('mine.json', strategyJson(GREEDY))
  sandbox.write('learnt.json', strategyJson(learnt()))
  sandbox.write('free.json', strategyJson(learnt('free', [])))
})

const starts = async (policy: string) => {
  const { stdout } = await box.good('simulate', 'small.swf', '--policy', policy, '--csv', '-')
  return stdout
}

describe('a strategy in the place of a policy', () => {
  it('starts every job as its policy and its formula do', async () => {
    const own = await starts('@mine.json')
    const formula = (await box.good('convert', 'mine.json')).stdout.trim()
    const policy = (await box.good('convert', 'mine.json', '--to', 'policy')).stdout.trim()
    expect(formula).toMatch(/^easy:\(if\(situation == 1, /)
    expect(policy).toMatch(/^easy:greedy\(weekend\.criterion=2, day\.criterion=1/)
    expect(own.split('\n').length).toBeGreaterThan(300)
    expect(await starts(formula)).toBe(own)
    expect(await starts(policy)).toBe(own)
    expect(await starts('easy')).not.toBe(own)
  })

  it('has its own name in tables', async () => {
    const policies = ['--policies', '@mine.json,fcfs', '--baseline', '@mine.json']
    const { stdout } = await box.good('compare', 'small.swf', ...policies, '--json')
    const compared = JSON.parse(stdout)
    expect(compared.policies.map(({ policy }: { policy: string }) => policy)).toEqual(['mine', 'fcfs'])
    expect(compared.baseline).toBe('mine')
    // Unasked the text shows what each group pays, and who waits longest.
    const text = (await box.good('compare', 'small.swf', ...policies)).stdout
    for (const name of ['AWRT1', 'AWRT5', 'maxWait'])
      expect(text).toMatch(new RegExp(`^policy .*\\b${name}\\b`, 'm'))
  })

  it('goes into a file', async () => {
    await box.good('convert', 'mine.json', 'formula.txt')
    expect(box.text('formula.txt')).toBe((await box.good('convert', 'mine.json')).stdout)
  })
})

describe('qw evaluate', () => {
  it('sets strategies beside the usual policies, on every log', async () => {
    const args = ['evaluate', 'mine.json', 'small.swf', 'other.swf', '--objective', '10*AWRT1 + 4*AWRT2']
    const { stdout } = await box.good(
      ...args,
      '--json',
      '--workers',
      '2',
      '--csv',
      'all.csv',
      '--report',
      'page.html',
    )
    const json = JSON.parse(stdout)
    expect(json.logs.map(({ trace }: { trace: string }) => trace)).toEqual(['small', 'other'])
    const [{ policies, verdicts }] = json.logs
    expect(policies.map(({ policy }: { policy: string }) => policy)).toEqual([
      'mine',
      ...['easy', 'fcfs', 'cons', 'fcfs:group', 'easy:group', 'cons:group'],
    ])
    expect(json.objectives.map(({ name }: { name: string }) => name).slice(0, 3)).toEqual([
      '10*AWRT1 + 4*AWRT2',
      'AWRT',
      'AWRT1',
    ])
    // The values are those of a simulation.
    const single = JSON.parse(
      (await box.good('simulate', 'small.swf', '--policy', '@mine.json', '--json')).stdout,
    )
    for (const name of ['AWRT', 'AWRT1', 'UTIL', 'maxWait', 'AVEbsld']) {
      expect(policies[0].objectives[name]).toBe(single.objectives[name])
    }
    const objective = '10*AWRT1 + 4*AWRT2'
    const [own, easy] = policies.map(
      (each: { objectives: Record<string, number> }) => each.objectives[objective],
    )
    expect(policies[0].relative[objective]).toBeCloseTo(own / easy - 1, 12)
    expect(verdicts[0].relativeTo.easy).toBeCloseTo(own / easy - 1, 12)
    expect(verdicts[0].relativeTo).toHaveProperty('fcfs:group')
    expect(box.text('all.csv')).toContain(`small,mine,AWRT,s,${single.objectives.AWRT},`)
    expect(box.text('page.html')).toContain('<h2>Over all logs</h2>')
    expect((await box.good(...args, '--json', '--engine', 'inline')).stdout).toBe(stdout)
  })

  it('draws the changes, and prints tables', async () => {
    const { stdout } = await box.good(
      'evaluate',
      'small.swf',
      'mine.json',
      '--plot',
      'changes.svg',
      '--compare',
      'fcfs',
    )
    expect(stdout).toMatch(/^small\n═+\n[\s\S]*^policy +AWRT +AWRT1/m)
    expect(stdout).toMatch(/^easy /m)
    expect(box.text('changes.svg')).toContain('mine')
  })

  it('crosses what was learnt from which logs with the logs that it is applied to', async () => {
    const args = ['evaluate', 'free.json', 'mine.json', 'small.swf', 'other.swf']
    const objective = '10*AWRT1 + 4*AWRT2'
    const files = ['--csv', 'cross.csv', '--report', 'cross.html', '--plot', 'cross.svg']
    const { cross, logs } = JSON.parse((await box.good(...args, ...files, '--json')).stdout)
    expect(cross.map((table: { objective: string }) => table.objective)).toEqual([objective])
    const [{ rows }] = cross
    expect(rows.map(({ policy, learntFrom }: Record<string, unknown>) => [policy, learntFrom])).toEqual([
      ['free', ['elsewhere (first 66.67 %)']],
      // Nobody says what it is judged by.
      ['mine', []],
      ...['fcfs', 'cons', 'fcfs:group', 'easy:group', 'cons:group'].map((name) => [name, null]),
    ])
    const [{ logs: cells, mean }] = rows
    expect(cells.map(({ trace, learnt }: Record<string, unknown>) => [trace, learnt])).toEqual([
      ['small', true],
      ['other', false],
    ])
    const changes = cells.map(({ change }: { change: number }) => change)
    expect(mean.change).toBeCloseTo(Math.sqrt((1 + changes[0]) * (1 + changes[1])) - 1, 12)
    for (const [k, { policies, verdicts }] of logs.entries()) {
      const reached = (name: string): number =>
        policies.find(({ policy }: { policy: string }) => policy === name).objectives[objective]
      const beats = reached('free') < Math.min(...['fcfs:group', 'easy:group', 'cons:group'].map(reached))
      expect(changes[k]).toBeCloseTo(reached('free') / reached('easy') - 1, 12)
      expect(cells[k].beatsAnchors).toBe(beats)
      expect(verdicts[0].beatsAnchors).toBe(beats)
      expect(verdicts[1].beatsAnchors).toBeNull()
      const trace = cells[k].trace as string
      expect(box.text('cross.csv')).toContain(
        `${trace},free,${objective},1,${reached('free')},${changes[k]},elsewhere (first 66.67 %),${trace === 'small'},${beats}`,
      )
    }
    expect(box.text('cross.html')).toContain('<h2>Learnt from, and applied to</h2>')
    expect(box.text('cross.svg')).toContain('<title>free, small: ')
    const { stdout } = await box.good(...args)
    const lines = stdout.split('\n')
    expect(lines).toContain(`${objective} (less is better): changes against easy`)
    expect(lines.find((line) => /^free .* †/.test(line))).toBeDefined()
  })

  it('says of whom one line does as much', async () => {
    const line = (name: string, constraints: readonly string[]) => ({
      ...learnt(name, constraints),
      strategy: { kind: 'policy', policy: 'easy:group' } as const,
    })
    box.write('line.json', strategyJson(line('line', [])))
    const told =
      /^- \S+ does not beat all of fcfs:group, easy:group and cons:group: it has learnt nothing there$/m
    const { stdout } = await box.good('evaluate', 'line.json', 'free.json', 'other.swf')
    expect(stdout.match(told)?.[0]).toContain('- line does not')
    const { stdout: several } = await box.good('evaluate', 'line.json', 'small.swf', 'other.swf')
    expect(several).toMatch(/^line +elsewhere \(first 66\.67 %\) .* % ★?†! +.* % ★?! /m)
    // Nobody can say without one that is as good.
    const alone = await box.good('evaluate', 'line.json', 'other.swf', '--compare', 'fcfs')
    expect(alone.stdout).not.toMatch(told)
    // Nor are rules rivals that break its bounds.
    box.write('line.json', strategyJson(line('bound', ['maxWait <= 1s'])))
    expect((await box.good('evaluate', 'line.json', 'other.swf')).stdout).not.toMatch(told)
    box.write('line.json', strategyJson(line('bound', ['maxWait <= 14 days'])))
    expect((await box.good('evaluate', 'line.json', 'other.swf')).stdout).toMatch(told)
  })

  it('takes an objective with blanks around it for the one that it is', async () => {
    const args = ['evaluate', 'mine.json', 'small.swf', '--compare', 'easy', '--objective', ' AWRT ']
    const { stdout } = await box.good(...args, '--json')
    const { objectives, logs } = JSON.parse(stdout)
    expect(objectives.filter(({ name }: { name: string }) => name.trim() === 'AWRT')).toEqual([
      { name: 'AWRT', unit: 's', sense: 'min' },
    ])
    expect(logs[0].verdicts[0].relativeTo.easy).toBe(logs[0].policies[0].relative.AWRT)
    expect(logs[0].verdicts[0].objective).toBe('AWRT')
  })

  it('takes a strategy from standard input, or a log where a file is the strategy', async () => {
    const options = ['--compare', 'easy', '--objective', 'AWRT', '--json']
    const { stdout } = await box.good('evaluate', 'mine.json', 'small.swf', ...options)
    const { logs } = JSON.parse(stdout)
    const piped = async (line: string, name: string) => {
      const done = await box.qw.shell(`${line} ${options.join(' ')}`, { cwd: box.cwd })
      expect(done.code).toBe(0)
      const [{ policies, trace }] = JSON.parse(done.stdout).logs
      expect(trace).toBe(name)
      expect(policies[0].objectives).toEqual(logs[0].policies[0].objectives)
    }
    await piped('qw evaluate - small.swf < mine.json', 'small')
    await piped('qw evaluate mine.json - < small.swf', 'stdin')
  })

  it('says what is no test, which bounds are kept, and that machine and groups are others', async () => {
    const { stdout, stderr } = await box.good('evaluate', 'learnt.json', 'small.swf', '--compare', 'easy')
    expect(stderr).toContain(
      'note: learnt was learnt from the first 200 of 300 jobs of small; --last 100 evaluates it on the others',
    )
    expect(stderr).toContain('note: learnt was learnt for 430 processors, small has 128 (--machine)')
    expect(stderr).toMatch(
      /note: learnt knows 3 user groups; jobs of group 4, 5 of small count as of group 3/,
    )
    expect(stdout).toMatch(/^- learnt: maxWait <= 1s is broken: .* above 1 s$/m)
    expect(stdout).toMatch(/^- learnt: AWRT <= 100\*CONS is kept: /m)
    // The policies of bounds are simulated, but not shown unasked.
    expect(stdout).not.toMatch(/^(cons|list) /m)
    const other = await box.good(
      'evaluate',
      'learnt.json',
      'other.swf',
      '--machine',
      '430',
      '--compare',
      'easy',
    )
    expect(other.stderr).not.toContain('learnt was learnt')
    // Also where a policy beside it has further fields of the log read.
    const digestOf = ({ stdout: json }: { readonly stdout: string }): string =>
      JSON.parse(json).logs[0].digest
    const args = ['evaluate', 'learnt.json', 'small.swf', '--json', '--compare']
    const [few, more] = [await box.good(...args, 'easy'), await box.good(...args, 'easy:multifactor')]
    expect(digestOf(more)).not.toBe(digestOf(few))
    expect(more.stderr).toContain('learnt was learnt from the first 200 of 300 jobs of small')
  })

  it('tells strategies of one name apart by their files, and measures one against another', async () => {
    const strategy = { ...GREEDY.strategy, algorithm: 'head' } as StrategyArtefact['strategy']
    box.write('another.json', strategyJson({ ...GREEDY, strategy }))
    const args = ['evaluate', 'mine.json', 'another.json', 'small.swf', '--objective', 'AWRT', '--json']
    const both = JSON.parse((await box.good(...args, '--compare', 'easy')).stdout)
    const names = ['mine (mine.json)', 'mine (another.json)']
    expect(both.strategies.map(({ name }: { readonly name: string }) => name)).toEqual(names)
    const [log] = both.logs
    expect(log.policies.map(({ policy }: { readonly policy: string }) => policy)).toEqual([...names, 'easy'])
    const [easy, head] = log.policies.map(
      (each: { readonly objectives: { readonly AWRT: number } }) => each.objectives.AWRT,
    )
    expect(easy).not.toBe(head)
    const { stdout } = await box.good(
      'evaluate',
      'mine.json',
      'small.swf',
      '--relative-to',
      '@mine.json',
      '--json',
    )
    expect(JSON.parse(stdout).baseline).toBe('mine')
  })

  it.each<[string, string[], keyof typeof EXIT_CODES, RegExp]>([
    ['no strategy', ['small.swf'], 'usage', /no strategy among the files \(field files, value "small.swf"/],
    [
      'a strategy twice',
      ['mine.json', 'mine.json', 'small.swf'],
      'usage',
      /two policies have the same name \(field files, value "mine"\)/,
    ],
    [
      'a log twice',
      ['mine.json', 'small.swf', 'small.swf'],
      'usage',
      /two logs have the same name \(field logs, value "small"\)/,
    ],
    [
      'what was recorded, of a log without waits',
      ['mine.json', 'small.swf', '--compare', 'recorded'],
      'usage',
      /jobs have no recorded wait/,
    ],
    [
      'a damaged strategy',
      ['broken.json', 'small.swf'],
      'input-document',
      /^queuewright: broken\.json: not a JSON document/,
    ],
    [
      'one that was edited',
      ['edited.json'],
      'input-document',
      /edited\.json: an unexpected value \(field strategy\.situations\[1\]\.a, value 7, expected a number from 0 to 1\)/,
    ],
    [
      'one of a newer version',
      ['newer.json'],
      'input-document',
      /newer\.json: a strategy of a newer version of the format \(field version, value 9, expected 1 or 2\)/,
    ],
    ['a file that there is not', ['nowhere.json'], 'input-unreadable', /nowhere\.json/],
    [
      'an objective that there is not',
      ['mine.json', '--objective', 'AWRTX'],
      'formula-name',
      /unknown objective AWRTX/,
    ],
  ])('refuses %s', async (_, args, kind, message) => {
    box.write('broken.json', strategyJson(GREEDY).slice(0, 200))
    box.write('edited.json', strategyJson(GREEDY).replace(/("criterion": 1,\s+"a": )1/, '$17'))
    box.write('newer.json', strategyJson(GREEDY).replace('"version": 1', '"version": 9'))
    const { code, stderr, stdout } = await box.run('evaluate', ...args)
    expect(stderr).toMatch(message)
    expect(code).toBe(EXIT_CODES[kind])
    expect(stdout).toBe('')
    expect(existsSync(box.path('x.svg'))).toBe(false)
  })
})

describe('qw explain', () => {
  it('tells situations apart, with numbers for other programs', async () => {
    const { stdout } = await box.good(
      'explain',
      'mine.json',
      '--json',
      '--report',
      'why.html',
      '--plot',
      'why.svg',
    )
    const { algorithm, situations, groups, remarks } = JSON.parse(stdout)
    expect(algorithm.name).toBe('easy')
    expect(groups).toHaveLength(3)
    expect(situations.map(({ name }: { name: string }) => name)).toEqual(['weekend', 'day', 'night'])
    expect(situations[0].overtaking).toContainEqual({ group: 2, passes: 1, after: 0, longerThanADay: 86_400 })
    expect(remarks.join()).toContain('b is 0')
    expect(box.text('why.html')).toContain('Who passes whom')
    expect(box.text('why.svg')).toContain('group 3')
  })

  it('asks about the typical jobs of a log', async () => {
    const { stdout } = await box.good('explain', 'mine.json', 'small.swf')
    expect(stdout).toMatch(
      /^What mine prefers\n\neasy over greedy criteria 2 \(weekend\), 1 \(day\), 2 \(night\)/,
    )
    expect(stdout).toMatch(/group 5 +\d+ processors?, .* asked for/)
    expect(stdout).toContain('Who waits longer')
    expect(stdout).toMatch(/What it reaches on small\n═+\n\n.*\n\npolicy +AWRT +AWRT1 .*\n─+\nmine /)
    expect(stdout).toMatch(/^policy .*maxWait/m)
    const json = JSON.parse((await box.good('explain', 'easy:group', 'small.swf', '--json')).stdout)
    const compared = await box.good('compare', 'small.swf', '--policies', 'easy:group,easy', '--json')
    const { policies } = JSON.parse(compared.stdout)
    expect(json.reached.policies).toHaveLength(2)
    for (const [k, { policy, objectives }] of json.reached.policies.entries()) {
      expect(policy).toBe(['easy:group', 'easy'][k])
      for (const name of ['AWRT', 'AWRT5', 'maxWait'])
        expect(objectives[name]).toBe(policies[k].objectives[name])
    }
    const alone = JSON.parse((await box.good('explain', 'easy', 'small.swf', '--json')).stdout)
    expect(alone.reached.policies).toHaveLength(1)
  })

  it('takes any policy, and strategies from standard input', async () => {
    const { stdout } = await box.good('explain', 'easy:(size*60 - wait)')
    expect(stdout).toContain('The user group of a job makes no difference.')
    expect(stdout).toMatch(/always +\+15 min +\+12 min +±0 +−48 min/)
    const piped = await box.qw.run(['explain', '-'], { cwd: box.cwd, input: strategyJson(learnt()) })
    expect(piped.stdout).toContain('elsewhere (the first 200 of 300 jobs)')
    const { code, stderr } = await box.run('explain', 'eazy')
    expect([code, stderr]).toEqual([
      EXIT_CODES['unknown-policy'],
      expect.stringMatching(/unknown algorithm .*Did you mean easy/),
    ])
  })
})

describe('qw explain --surfaces', () => {
  it('draws them of a strategy, written as elsewhere too, for each situation', async () => {
    await box.good('explain', '@mine.json', 'small.swf', '--surfaces', 'surfaces.svg')
    const svg = box.text('surfaces.svg')
    expect(svg.match(/>requested time</g)).toHaveLength(6)
    for (const name of ['weekend', 'day', 'night', 'first', 'last']) expect(svg).toContain(`>${name}<`)
    await box.good('explain', 'mine.json', 'small.swf', '--surfaces', 'again.svg')
    expect(box.text('again.svg')).toBe(svg)
  })

  it.each<[string, string[], keyof typeof EXIT_CODES, RegExp]>([
    ['other pictures', ['easy', '--surfaces', 'x.gif'], 'usage', /--surfaces.*\.svg, \.pdf, \.png or \.csv/],
    ['a folder that is not there', ['easy', '--surfaces', 'no/x.svg'], 'output-unwritable', /folder/],
    ['what has no order', ['recorded', '--surfaces', 'x.svg'], 'unknown-policy', /has no order/],
    [
      'a strategy that is not there',
      ['@none.json', '--surfaces', 'x.svg'],
      'input-unreadable',
      /no such file/,
    ],
  ])('refuses %s', async (_, options, kind, message) => {
    const { code, stderr } = await box.run('explain', ...options)
    expect(stderr).toMatch(message)
    expect(code).toBe(EXIT_CODES[kind])
    expect(existsSync(box.path('x.svg'))).toBe(false)
  })
})

describe('qw convert refuses', () => {
  it.each<[string, string[], RegExp]>([
    ['a log without an output', ['small.swf'], /no output is named \(field OUTPUT/],
    [
      'a strategy as a log',
      ['mine.json', '--to', 'swf'],
      /--to, value "swf", expected for a strategy: formula, policy/,
    ],
    [
      'a log as a policy',
      ['small.swf', '-', '--to', 'formula'],
      /--to, value "formula", expected for a log: swf/,
    ],
  ])('%s', async (_, args, message) => {
    const { code, stderr } = await box.run('convert', ...args)
    expect(stderr).toMatch(message)
    expect(code).toBe(EXIT_CODES.usage)
  })
})
