/** Objectives over classes of jobs, held to what the files of the simulation say, by the command line. */
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/core/random.js'
import { missing, requirements, tracePath } from '../support/data.js'
import { jobLine } from '../support/logs.js'
import { useSandbox } from '../support/sandbox.js'

/** 27 June 1996, 3:00 UTC, a Thursday. */
const UNIX_START = 835_844_400
const HOUR = 3_600

interface Job {
  readonly size: number
  readonly run: number
  readonly estimate: number
  readonly user: number
  readonly account: number
  readonly queue: number
  readonly submit: number
  readonly wait: number
}

/** A log of several users, queues and accounts, some of them unknown. */
function randomLog(seed: number, jobs: number): string {
  const random = new Random(seed)
  let submit = 0
  const lines = Array.from({ length: jobs }, (_, k) => {
    submit += random.int(400)
    const run = random.int(3) === 0 ? random.int(60) : random.int(8 * HOUR)
    return jobLine({
      ...{ job: k + 1, submit, run, allocatedProcessors: 1 + random.int(20), status: 1, wait: 0 },
      requestedProcessors: 2 ** random.int(6),
      requestedTime: run + random.int(4 * HOUR),
      user: random.int(8) - 1,
      unixGroup: random.int(4) - 1,
      queue: random.int(5) - 1,
    })
  })
  return [`; MaxProcs: 64`, `; UnixStartTime: ${UNIX_START}`, `; TimeZoneString: UTC`, ...lines, ''].join(
    '\n',
  )
}

/** What a log of a schedule says of its jobs, by no code of ours. */
function jobsOf(swf: string): readonly Job[] {
  return swf
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(';'))
    .map((line) => {
      const fields = line.trim().split(/\s+/).map(Number)
      const [submit, wait, run] = fields.slice(1, 4)
      const [size, estimate] = fields.slice(7, 9)
      const [user, account, , queue] = fields.slice(11, 15)
      return { size, run, estimate, user, account, queue, submit, wait }
    })
}

type Condition = readonly [text: string, holds: (job: Job) => boolean]

/** A random condition, and what it means. */
function conditionOf(random: Random, depth: number): Condition {
  if (depth > 0 && random.int(3) > 0) {
    const [left, isLeft] = conditionOf(random, depth - 1)
    const [right, isRight] = conditionOf(random, depth - 1)
    const opposite = [`!(${left})`, (job: Job) => !isLeft(job)] as const
    const both = [`(${left}) & (${right})`, (job: Job) => isLeft(job) && isRight(job)] as const
    const either = [`(${left} | ${right})`, (job: Job) => isLeft(job) || isRight(job)] as const
    return [opposite, both, either][random.int(3)]
  }
  const size = 2 ** random.int(6)
  const hours = 1 + random.int(6)
  const [first, second] = [random.int(4), random.int(4)]
  const weekday = (job: Job) => new Date((UNIX_START + job.submit) * 1000).getUTCDay()
  const hour = (job: Job) => new Date((UNIX_START + job.submit) * 1000).getUTCHours()
  const plain: readonly Condition[] = [
    [`size <= ${size}`, (job) => job.size <= size],
    [`size=1..${size},64..`, (job) => job.size <= size || job.size >= 64],
    [`estimate > ${hours}h`, (job) => job.estimate > hours * HOUR],
    [`run<${hours * 10}m`, (job) => job.run < hours * 600],
    [`user = ${first}, ${second}`, (job) => job.user === first || job.user === second],
    [`queue != ${first}`, (job) => job.queue !== first],
    [`queue >= ${first}`, (job) => job.queue >= first],
    [`account=${first}`, (job) => job.account === first],
    [`size*run > ${hours * HOUR}`, (job) => job.size * job.run > hours * HOUR],
    [`weekday = fri, sun`, (job) => [5, 0].includes(weekday(job))],
    [`hour = ${hours}..${hours + 10}`, (job) => hour(job) >= hours && hour(job) <= hours + 10],
  ]
  return plain[random.int(plain.length)]
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Type 7, as documented. */
function quantile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (sorted.length - 1) * p
  const below = sorted[Math.floor(at)]
  return below + (at - Math.floor(at)) * ((sorted[Math.floor(at) + 1] ?? below) - below)
}

function slowdown({ wait, run }: Job): number {
  return Math.max(1, (wait + run) / Math.max(run, 10))
}

/** The mean of each user; jobs of nobody are left out. */
function ofUsers(jobs: readonly Job[], of: (job: Job) => number): readonly number[] {
  const users = [...new Set(jobs.map(({ user }) => user))].filter((user) => user >= 0)
  return users.map((user) => mean(jobs.filter((job) => job.user === user).map(of)))
}

/** (Σ x)² / (n Σ x²) of n values; 1 where nobody waits, not a number where there is nobody. */
function jain(values: readonly number[]): number {
  const squares = mean(values.map((value) => value * value))
  return squares === 0 ? 1 : mean(values) ** 2 / squares
}

const MEASURES: Readonly<Record<string, (jobs: readonly Job[]) => number>> = {
  meanWait: (jobs) => mean(jobs.map(({ wait }) => wait)),
  p95Wait: (jobs) =>
    quantile(
      jobs.map(({ wait }) => wait),
      0.95,
    ),
  AVEbsld: (jobs) => mean(jobs.map(slowdown)),
  AWRT: (jobs) =>
    mean(jobs.map(({ wait, run, size }) => run * size * (wait + run))) /
    mean(jobs.map(({ run, size }) => run * size)),
  jainWait: (jobs) => jain(ofUsers(jobs, ({ wait }) => wait)),
  jainSlowdown: (jobs) => jain(ofUsers(jobs, slowdown)),
  userWait: (jobs) => mean(ofUsers(jobs, ({ wait }) => wait)),
  worstUserWait: (jobs) => ofUsers(jobs, ({ wait }) => wait).toSorted((a, b) => b - a)[0] ?? Number.NaN,
}

const box = useSandbox(({ write }) => {
  for (const seed of [1, 2, 3]) write(`log${seed}.swf`, randomLog(seed, 300))
})

/** @param clocked whether the clock of the log is that of `conditionOf` */
async function compared(args: readonly string[], seed: number, clocked = true): Promise<number> {
  const random = new Random(seed)
  const names = Object.keys(MEASURES)
  const asked = Array.from({ length: 60 }, () => {
    const name = names[random.int(names.length)]
    const [text, holds] = conditionOf(random, 2)
    return { name: `${name}[${text}]`, measure: MEASURES[name], holds }
  }).filter(({ name }) => clocked || !/hour|weekday/.test(name))
  await box.run('simulate', ...args, '--out', 'out.swf')
  const jobs = jobsOf(box.text('out.swf'))
  const known = asked.filter(({ holds }) => jobs.some((job) => holds(job) && job.run > 0))
  const objectives = known.flatMap(({ name }) => ['--objective', name])
  const done = await box.run('simulate', ...args, '--json', ...objectives)
  const found = JSON.parse(done.stdout).objectives
  for (const { name, measure, holds } of known) {
    const expected = measure(jobs.filter(holds))
    if (Number.isNaN(expected)) expect(found[name], name).toBeNull()
    else
      expect(Math.abs(found[name] - expected), name).toBeLessThanOrEqual(
        1e-9 * Math.max(1, Math.abs(expected)),
      )
  }
  return known.length
}

describe('objectives over classes', () => {
  it('are what the schedule that is written says', async () => {
    let checked = 0
    for (const [seed, policy] of ['fcfs', 'easy', 'cons:spt'].entries()) {
      checked += await compared([`log${seed + 1}.swf`, '--policy', policy], 100 + seed)
    }
    expect(checked).toBeGreaterThan(120)
  })

  it.skipIf(missing(requirements.traces))('and of a real log', async () => {
    const log = tracePath('SDSC-SP2-1998-4.2-cln.swf.gz')
    expect(await compared([log, '--first', '1500', '--policy', 'easy'], 7, false)).toBeGreaterThan(20)
  })
})

describe('jobs that are only judged', () => {
  it('are simulated with all others, unlike those that a filter leaves', async () => {
    const plain = ['simulate', 'log1.swf', '--policy', 'easy', '--json']
    const all = JSON.parse((await box.good(...plain, '--objective', 'meanWait[size<=8]')).stdout)
    const judged = JSON.parse((await box.run(...plain, '--judge', 'size <= 8')).stdout)
    expect(judged.objectives.meanWait).toBe(all.objectives['meanWait[size<=8]'])
    expect(judged.jobs).toBe(300)
    expect(judged.judged).toBeLessThan(300)
    expect(judged.notices).toContainEqual(
      `${judged.judged} of 300 jobs are judged, those with size <= 8; all are simulated`,
    )
    const cut = JSON.parse((await box.run(...plain, '--sizes', '1-8')).stdout)
    expect(cut.jobs).toBe(judged.judged)
    expect(cut.objectives.meanWait).toBeLessThan(judged.objectives.meanWait)
    expect(cut.notices.join('\n')).toContain('--judge "size=1..8"')
  })

  it('go on being judged where submits depend on the schedule, and in learning', async () => {
    const waits = async (...args: string[]) =>
      JSON.parse((await box.run('simulate', 'log2.swf', '--policy', 'easy', '--json', ...args)).stdout)
    const asked = await waits('--feedback', '--objective', 'meanWait[queue=2 & hour<12]')
    const judged = await waits('--feedback', '--judge', 'queue=2 & hour<12')
    expect(judged.objectives.meanWait).toBe(asked.objectives['meanWait[queue=2 & hour<12]'])
  })

  it('are refused where there are none', async () => {
    const { code, stderr } = await box.run('simulate', 'log1.swf', '--judge', 'size > 99')
    expect(code).not.toBe(0)
    expect(stderr).toContain('no job is left to judge (field --judge, value "size > 99"')
  })
})

describe('learning for a class', () => {
  it('keeps its bounds, which are those of an independent simulation', async () => {
    const objective = 'meanWait[queue=2 & size<=8]'
    const bounds = ['meanWait[queue!=2] <= 1.3*easy', 'maxWait[user=1..3] <= 2*easy']
    const subject = bounds.flatMap((bound) => ['--subject-to', bound])
    const learn = ['learn', 'greedy', 'log3.swf', '--objective', objective, ...subject]
    await box.run(...learn, '--evaluations', '60', '--engine', 'inline', '--run', 'class')
    const measured = ['meanWait[queue!=2]', 'maxWait[user=1..3]', objective]
    const values = async (policy: string) => {
      const asked = measured.flatMap((text) => ['--objective', text])
      const done = await box.run('simulate', 'log3.swf', '--policy', policy, '--json', ...asked)
      return measured.map((text) => JSON.parse(done.stdout).objectives[text])
    }
    const [found, easy] = [await values('@class/strategy.json'), await values('easy')]
    expect(found[0]).toBeLessThanOrEqual(1.3 * easy[0])
    expect(found[1]).toBeLessThanOrEqual(2 * easy[1])
    expect(found[2]).toBeLessThan(easy[2])
    const { evidence } = JSON.parse(box.text('class/strategy.json'))
    expect(evidence.score).toBeCloseTo(found[2], 6)
    expect(evidence.constraints).toEqual(bounds)
  })

  it('refuses what no schedule keeps, by a bound of the class alone', async () => {
    const { stderr } = await box.run(
      ...['learn', 'greedy', 'log3.swf', '--objective', 'meanWait'],
      ...['--subject-to', 'meanResponse[size<=8] <= 1s', '--run', 'none'],
    )
    expect(stderr).toContain('a constraint that no schedule keeps')
  })
})

describe('groups', () => {
  it('say what they are and who is in them, with the mean waits of users', async () => {
    box.write('groups.csv', 'user,group\n1,"physics, old"\n3,students\n2,"physics, old"\n')
    const compare = ['compare', 'log1.swf', '--policies', 'easy,fcfs', '--group-users', '@groups.csv']
    const { stdout } = await box.run(...compare, '--groups-out', 'users.csv')
    expect(stdout).toContain('physics old: 2 users (1, 2)')
    const { groups, users } = JSON.parse((await box.run(...compare, '--json')).stdout)
    expect(groups.map(({ what, users: count }: { what: string; users: number }) => [what, count])).toEqual([
      ['physics old', 2],
      ['students', 1],
      ['jobs of none', 4],
    ])
    const [head, ...lines] = box.text('users.csv').trim().split('\n')
    expect(head).toBe('user,group,what,jobs,share,meanWait under easy,meanWait under fcfs,change under fcfs')
    await box.run('simulate', 'log1.swf', '--policy', 'fcfs', '--out', 'fcfs.swf')
    const jobs = jobsOf(box.text('fcfs.swf'))
    for (const line of lines) {
      const [user, group, , count, , , wait] = line.split(',')
      const own = jobs.filter((job) => job.user === (user === '' ? -1 : Number(user)))
      expect(Number(count)).toBe(own.length)
      expect(Number(wait)).toBeCloseTo(mean(own.map((job) => job.wait)), 6)
      expect(Number(group)).toBe({ 1: 1, 2: 1, 3: 2 }[user] ?? 0)
    }
    expect(users).toHaveLength(1)
    expect(users[0]).toMatchObject({ policy: 'fcfs', users: 7 })
    const longest = Math.max(
      ...lines
        .filter((line) => !line.startsWith(','))
        .map((line) => {
          const [, , , , , easy, fcfs] = line.split(',').map(Number)
          return fcfs - easy
        }),
    )
    expect(users[0].loses.wait - users[0].loses.before).toBeCloseTo(longest, 6)
  })

  it('are told of where strategies are evaluated, too', async () => {
    const evaluate = ['evaluate', 'class/strategy.json', 'log1.swf', '--compare', 'fcfs']
    const asked = [...evaluate, '--group-users', '@groups.csv', '--engine', 'inline']
    const { stdout } = await box.run(...asked, '--groups-out', 'evaluated.csv')
    expect(stdout).toContain('physics old: 2 users (1, 2)')
    const { logs } = JSON.parse((await box.run(...asked, '--json')).stdout)
    expect(logs[0].groups.map(({ what }: { what: string }) => what)).toEqual([
      'physics old',
      'students',
      'jobs of none',
    ])
    const linesOf = (file: string) =>
      box
        .text(file)
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(','))
    const compared = linesOf('users.csv')
    expect(linesOf('evaluated.csv').map((cells) => [...cells.slice(0, 6), ...cells.slice(-3)])).toEqual(
      compared.map(([user, group, what, jobs, share, easy, fcfs, change]) => [
        ...['log1', user, group, what, jobs, share],
        ...[fcfs, change, easy],
      ]),
    )
  })

  it('are told of by every run that uses them, before it begins and where it ends', async () => {
    box.write(
      'groups.yaml',
      'traces: [{log: log1.swf, name: log1, group-users: "@groups.csv"}]\npolicies: [fcfs, easy]\nobjectives: [AWRT1]\n',
    )
    // An advice needs days: the same jobs, forty times as far apart.
    box.write(
      'long.swf',
      box.text('log1.swf').replace(/^(\s*\d+\s+)(\d+)/gm, (_, job, submit) => `${job}${40 * Number(submit)}`),
    )
    const few = ['--evaluations', '40', '--engine', 'inline']
    const on = ['log1.swf', '--group-users', '@groups.csv']
    const runs = [
      [['learn', 'greedy', ...on, ...few], 'summary.txt'],
      [['tune', ...on, '--policy', 'easy:(wait + {a}*group)', '--over', 'a=0..9', ...few], 'summary.txt'],
      [['front', ...on, '--plan', 'published', '--evaluations', '1100', '--engine', 'inline'], 'front.html'],
      [['study', 'run', 'groups.yaml', '--engine', 'inline'], 'report.html'],
      [['advise', 'long.swf', ...on.slice(1), '--minutes', '0', '--engine', 'inline'], 'report.html'],
    ] as const
    const members = box
      .text('users.csv')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',').slice(0, 5).join(','))
    for (const [k, [run, page]] of runs.entries()) {
      const { stderr, code } = await box.run(...run, '--run', `told${k}`, '--groups-out', `told${k}.csv`)
      expect(code, stderr).toBe(0)
      const [head, ...lines] = box.text(`told${k}.csv`).trim().split('\n')
      expect(head).toBe('trace,user,group,what,jobs,share')
      expect(lines.map((line) => line.slice(line.indexOf(',') + 1))).toEqual(members)
      expect(box.text(`told${k}/${page}`), run[0]).toContain('physics old: 2 users (1, 2)')
      expect((await box.run('show', `told${k}`)).stdout, run[0]).toContain('physics old')
    }
  })

  it('of a file that names none are refused with its line', async () => {
    box.write('bad.csv', 'user,group\n1,physics\nalice smith,physics\n')
    const { code, stderr } = await box.run('simulate', 'log1.swf', '--group-users', '@bad.csv')
    expect(code).not.toBe(0)
    expect(stderr).toContain('bad.csv:3: this is no user and group')
  })
})

describe('fronts and studies', () => {
  it('take classes as axes and as objectives', async () => {
    const axes = 'AWRT,meanWait[size=1,2 & run<=8h]'
    const front = ['front', 'log1.swf', '--first', '120', '--objectives', axes, '--evaluations', '40']
    const { code } = await box.run(...front, '--engine', 'inline', '--run', 'possible')
    expect(code).toBe(0)
    expect(box.text('possible/front.csv')).toContain('meanWait[size=1,2 & run<=8h]')
    box.write(
      'study.yaml',
      "traces: [{log: log1.swf}]\npolicies: [fcfs, easy]\nobjectives: ['p95Wait[queue=2]']\noutput: [json]\n",
    )
    await box.run('study', 'run', 'study.yaml', '--engine', 'inline', '--run', 'studied')
    const asked = ['--policy', 'fcfs', '--objective', 'p95Wait[queue=2]', '--json']
    const { objectives } = JSON.parse((await box.run('simulate', 'log1.swf', ...asked)).stdout)
    expect(box.text('studied/results.json')).toContain(String(objectives['p95Wait[queue=2]']))
  })
})

describe('what studies judge', () => {
  it('is a class of the jobs that all are simulated with', async () => {
    const lines = ["judge: 'queue=2 & size<=8'", 'objectives: [AWRT, meanWait]', 'output: [json]']
    box.write('judge.yaml', ['traces: [log1.swf]', 'policies: [fcfs, easy]', ...lines].join('\n'))
    await box.good('study', 'run', 'judge.yaml', '--engine', 'inline', '--run', 'judging')
    const { results } = JSON.parse(box.text('judging/results.json'))
    for (const policy of ['fcfs', 'easy']) {
      const asked = ['--policy', policy, '--judge', 'queue=2 & size<=8', '--json']
      const { objectives } = JSON.parse((await box.run('simulate', 'log1.swf', ...asked)).stdout)
      for (const objective of ['AWRT', 'meanWait']) {
        const found = results.find(
          (row: Record<string, unknown>) => row.policy === policy && row.objective === objective,
        )
        expect(found.value).toBe(objectives[objective])
      }
    }
    expect(box.text('judging/summary.txt')).toContain('queue=2 & size<=8')
  })
})

describe('what really happened', () => {
  it('stands beside what is simulated, with a grade and what not to conclude', async () => {
    await box.run('simulate', 'log1.swf', '--policy', 'fcfs', '--out', 'happened.swf')
    const compare = ['compare', 'happened.swf', '--policies', 'easy,fcfs']
    const { recorded, policies } = JSON.parse((await box.run(...compare, '--json')).stdout)
    const fcfs = policies.find(({ policy }: { policy: string }) => policy === 'fcfs')
    expect(recorded).toMatchObject({ missing: 0, policy: 'easy', best: 'fcfs' })
    expect(recorded.objectives.meanWait).toBe(fcfs.objectives.meanWait)
    const { stdout } = await box.run(...compare)
    expect(stdout).toMatch(/^recorded +/m)
    expect(stdout).toContain('Is the simulation true?')
    expect(stdout).toContain('are not to be read as gains')
    expect(stdout).toContain('Of the policies here fcfs explains it best')
    const same = JSON.parse((await box.run('simulate', 'happened.swf', '--policy', 'fcfs', '--json')).stdout)
    expect(same.recorded.agreement).toMatchObject({ grade: 'A', withinMinute: 1 })
  })

  it('stands beside what is searched and evaluated, with the same grade', async () => {
    const engine = ['--engine', 'inline']
    const { recorded } = JSON.parse(
      (await box.run('compare', 'happened.swf', '--policies', 'easy', '--json')).stdout,
    )
    const { grade, p95Wait } = recorded.agreement
    const sentence = `Grade ${grade}: the simulation`
    const template = ['--policy', 'easy:({a}*wait/estimate+size)', '--over', 'a=0..5', '--evaluations', '4']
    const tuned = await box.good('tune', 'happened.swf', ...template, '--run', 'true', ...engine)
    expect(tuned.stdout).toContain(sentence)
    expect(tuned.stdout).toMatch(/^recorded +/m)
    expect(box.text('true/summary.txt')).toContain(sentence)
    const [kept] = JSON.parse(box.text('true/recorded.json'))
    expect(kept).toMatchObject({ log: 'happened', policy: 'easy', agreement: recorded.agreement })
    const { measured } = JSON.parse(box.text('true/strategy.json')).evidence
    const parts = measured.filter(({ policy }: { policy: string }) => policy === 'recorded')
    expect(parts.map(({ part }: { part: string }) => part)).toEqual(['train', 'test'])

    const evaluate = ['evaluate', 'true/strategy.json', 'happened.swf', '--compare', 'fcfs', ...engine]
    const evaluated = await box.run(...evaluate)
    expect(evaluated.stdout).toContain(sentence)
    const [log] = JSON.parse((await box.run(...evaluate, '--json')).stdout).logs
    expect(log.recorded.agreement).toEqual(recorded.agreement)

    const searched = ['front', 'happened.swf', '--objectives', 'AWRT,meanWait', '--evaluations', '20']
    const front = await box.good(...searched, '--run', 'possible-too', ...engine)
    expect(front.stdout).toContain(sentence)
    const { policies } = JSON.parse(box.text('possible-too/front.json'))
    expect(policies.at(-1)).toMatchObject({ policy: 'recorded' })
    expect(policies.at(-1).values).toEqual([recorded.objectives.AWRT, recorded.objectives.meanWait])

    box.write(
      'true.yaml',
      'traces: [happened.swf, {log: happened.swf, name: again, first: 200}]\npolicies: [fcfs, easy]\noutput: [json]\n',
    )
    const studied = await box.good('study', 'run', 'true.yaml', '--run', 'studied-true', ...engine)
    expect(studied.stdout).toContain('Waits as they were recorded, and as they are simulated')
    const results = JSON.parse(box.text('studied-true/results.json'))
    expect(results.recorded[0]).toMatchObject({ log: 'happened', agreement: { grade, p95Wait } })
  })

  it('leaves out a few jobs without a wait, and is not there without waits or on another machine', async () => {
    const lines = box.text('happened.swf').split('\n')
    const first = lines.findIndex((line) => line !== '' && !line.startsWith(';'))
    lines[first] = lines[first].trim().replace(/^(\S+\s+\S+\s+)\S+/, '$1-1')
    box.write('lacking.swf', lines.join('\n'))
    const asked = async (...args: string[]) =>
      JSON.parse((await box.run('simulate', ...args, '--policy', 'fcfs', '--json')).stdout).recorded
    expect(await asked('lacking.swf')).toMatchObject({ missing: 1, agreement: { jobs: 299 } })
    expect(await asked('log1.swf')).toBeNull()
    expect(await asked('happened.swf', '--machine', '128')).toBeNull()
  })
})
