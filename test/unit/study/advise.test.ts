/** An advice: what it says is what simulations say, whoever does them and however often it is interrupted. */
import { beforeAll, describe, expect, it } from 'vitest'
import { type AdviseOptions, adviceRequest } from '../../../src/lab/investigations/advise.js'
import { QUIET } from '../../../src/lab/ports.js'
import { advicePage } from '../../../src/report/pages/advise.js'
import { exhibitText } from '../../../src/report/render/text.js'
import { FILE_STYLE } from '../../../src/report/terminal/terminal.js'
import type { RunRequest } from '../../../src/runtime/runs/index.js'
import { parsePolicy, simulate } from '../../../src/sim/index.js'
import { DEFAULT_PREPARATION, prepareJobs } from '../../../src/sim/prepare.js'
import { readStrategy } from '../../../src/strategy/index.js'
import { ADVISE, type Advice, readAdvice, weeksOf } from '../../../src/study/advise/index.js'
import type { Trace } from '../../../src/trace/index.js'
import { demoTrace } from '../../../src/workload/demo.js'
import { type Driven, drive } from '../../support/investigate.js'

const OPTIONS = {
  engine: 'inline',
  minutes: 0.0001,
  seeds: 2,
  policies: 'easy, easy:spt, easy:wfp3, easy:smallest',
}

const log = () => demoTrace({ jobs: 2800 })
const source = (trace: Trace) => ({ file: 'demo', trace, groups: [], seconds: 0 })

let request: RunRequest
let driven: Driven
let advice: Advice

const fileIn = ({ artefacts }: Driven, name: string) =>
  String(artefacts.find((each) => each.name === name)?.content)

beforeAll(async () => {
  request = await adviceRequest(source(log()), OPTIONS, QUIET)
  driven = await drive(ADVISE, request.spec, request.datasets)
  advice = readAdvice(fileIn(driven, 'advice.json'), 'advice.json')
})

describe('an advice', () => {
  it('is by days where there are less than twelve weeks, the last ones to judge', () => {
    expect(advice.weeks).toMatchObject({ unit: 'day', stretch: 1 })
    expect(advice.weeks.held).toHaveLength(7)
    const origins = advice.tried.map(({ origin }) => origin)
    expect(origins.filter((origin) => origin !== 'front')).toEqual([
      ...['known', 'known', 'known'],
      ...['score', 'score', 'weights', 'weights'],
    ])
    // All weights are those of Slurm's multifactor, and the front's own points are policies.
    for (const { policy, origin } of advice.tried) {
      if (origin === 'weights') expect(policy).toMatch(/^easy:multifactor\(age=\d/)
    }
    expect(origins.filter((origin) => origin === 'front').length).toBeGreaterThan(1)
    expect(origins.filter((origin) => origin === 'front').length).toBeLessThanOrEqual(12)
  })

  it('has the means that a simulation of the whole log has over the days that had no say', () => {
    const { held } = advice.weeks
    const [from, to] = [held[0][0], held[held.length - 1][1]]
    const meanWait = (policy: string, span: readonly [number, number]) => {
      const trace = log()
      const { jobs } = prepareJobs(trace.jobs, { ...DEFAULT_PREPARATION, processors: advice.machine })
      const { start } = simulate({ jobs, processors: advice.machine, policy: parsePolicy(policy) as never })
      const waits = Array.from(start, (each, row) => [jobs.submit[row], each - jobs.submit[row]] as const)
      const own = waits.flatMap(([submit, wait]) => (submit >= span[0] && submit < span[1] ? [wait] : []))
      return own.reduce((sum, wait) => sum + wait, 0) / own.length
    }
    const before = meanWait('easy', [from, to])
    expect(advice.value).toBeCloseTo(before, 6)
    expect(advice.policies.length).toBeGreaterThan(0)
    for (const {
      policy,
      value,
      change,
      better,
      weeks,
      bySize,
      users,
      usersBetter,
      usersWorse,
    } of advice.policies) {
      const after = meanWait(policy, [from, to])
      expect(value).toBeCloseTo(after, 6)
      expect(change).toBeCloseTo(after / before - 1, 9)
      const days = held.map((span) => meanWait(policy, span) - meanWait('easy', span))
      expect(better).toBe(days.filter((day) => day < 0).length)
      expect(weeks).toBe(held.length)
      const jobs = bySize.reduce((sum, each) => sum + each.jobs, 0)
      expect(jobs).toBe(advice.judged)
      expect(bySize.reduce((sum, each) => sum + each.jobs * each.after, 0) / jobs).toBeCloseTo(after, 6)
      expect(usersBetter + usersWorse).toBeLessThanOrEqual(users)
    }
  })

  it('has what is recorded and what is simulated of the same jobs, those behind the last whole day among them', async () => {
    const trace = log()
    const { jobs } = prepareJobs(trace.jobs, { ...DEFAULT_PREPARATION, processors: advice.machine })
    const { start } = simulate({ jobs, processors: advice.machine, policy: parsePolicy('easy') as never })
    const wait = start.map((each, row) => each - jobs.submit[row])
    const options = { ...OPTIONS, minutes: 0 }
    const asked = await adviceRequest(source({ ...trace, fields: { ...trace.fields, wait } }), options, QUIET)
    const told = readAdvice(
      fileIn(await drive(ADVISE, asked.spec, asked.datasets), 'advice.json'),
      'advice.json',
    )
    expect(jobs.submit[jobs.length - 1]).toBeGreaterThan(told.weeks.held[told.weeks.held.length - 1][1])
    // What was recorded is what EASY does.
    expect(told.today?.recorded).toBeCloseTo(wait.reduce((sum, each) => sum + each, 0) / wait.length, 6)
    expect(told.all).toBeCloseTo(told.today?.recorded ?? Number.NaN, 6)
  })

  it('has the share of the machine that is in use over all days', () => {
    const { held } = advice.weeks
    const to = held[held.length - 1][1]
    const trace = log()
    const { jobs } = prepareJobs(trace.jobs, { ...DEFAULT_PREPARATION, processors: advice.machine })
    const usedBy = (policy: string) => {
      const { start } = simulate({ jobs, processors: advice.machine, policy: parsePolicy(policy) as never })
      let [work, begun, ended] = [0, Infinity, 0]
      for (let row = 0; row < jobs.length; row++) {
        if (jobs.submit[row] >= to) continue
        work += jobs.runtime[row] * jobs.size[row]
        begun = Math.min(begun, start[row])
        ended = Math.max(ended, start[row] + jobs.runtime[row])
      }
      return work / (advice.machine * (ended - begun))
    }
    expect(advice.used).toBeCloseTo(usedBy('easy'), 9)
    for (const { policy, used } of advice.policies) expect(used).toBeCloseTo(usedBy(policy), 9)
  })

  it('leaves each policy as a strategy, a learnt one with the searches of all seeds', () => {
    for (const { policy, file, seeds, origin } of advice.policies) {
      const { strategy } = readStrategy(fileIn(driven, file), file)
      expect(strategy).toEqual({ kind: 'policy', policy })
      expect(seeds.map(({ seed }) => seed).sort()).toEqual(
        origin === 'score' || origin === 'weights' ? [1, 2] : [],
      )
    }
  })

  it('knows no less than nothing, and no bound that a policy beats', () => {
    const { bound } = advice
    expect(bound?.value ?? -1).toBeGreaterThanOrEqual(0)
    for (const { value } of advice.policies) expect(value).toBeGreaterThanOrEqual(bound?.value ?? 0)
  })

  it('is the same to the last byte when it is interrupted again and again', async () => {
    const again = await drive(ADVISE, request.spec, request.datasets, (batch) => batch % 4 === 1)
    expect(again.artefacts).toEqual(driven.artefacts)
  })

  it('tries and chooses alike whatever happens on the days that judge', async () => {
    const trace = log()
    const { train } = advice.weeks
    const { runtime } = trace.jobs
    for (let row = train; row < runtime.length; row++) runtime[row] = Math.ceil(runtime[row] / 7)
    const { spec, datasets } = await adviceRequest(source(trace), OPTIONS, QUIET)
    const other = readAdvice(fileIn(await drive(ADVISE, spec, datasets), 'advice.json'), 'advice.json')
    expect(other.tried).toEqual(advice.tried)
    expect(other.policies.map(({ policy }) => policy)).toEqual(advice.policies.map(({ policy }) => policy))
    expect(other.value).not.toBe(advice.value)
  })
})

describe('the page of an advice', () => {
  const textOf = (told: Advice) => exhibitText(advicePage(told, 'run'), FILE_STYLE)

  it('says first what to do, by how much, and how sure that is; and the lines that bring it about', () => {
    const [first] = advice.policies
    const worth = { ...first, name: 'mine', worth: true, change: -0.25, later: { low: -0.4, high: 0.1 } }
    const text = textOf({
      ...advice,
      policies: [{ ...worth, slurm: ['PriorityWeightAge=7'], openpbs: null }],
    })
    expect(text).toMatch(
      /mine \(easy:.*\): meanWait −25\.0 % against easy on 7 days that had no say; the next day: −40\.0 % to \+10\.0 % \(90\.0 %\)/,
    )
    expect(text).toContain('PriorityWeightAge=7')
    expect(text).toContain('OpenPBS has no formula that puts jobs into this order.')
    // Whose machine is Slurm's reads nothing of others.
    expect(textOf({ ...advice, policies: [{ ...worth, slurm: ['A=7'] }], system: 'slurm' })).not.toContain(
      'OpenPBS',
    )
    expect(text).toContain('Who pays')
  })

  it('says who falls behind with the work that comes: the answer itself, the baseline, or one that is not worth it', () => {
    const [first] = advice.policies
    const told = (worth: boolean, used: number | null, before: number | null) => {
      const text = textOf({ ...advice, used: before, policies: [{ ...first, name: 'mine', worth, used }] })
      return text
        .split('\n\n')
        .filter((part) => part.includes('falls behind'))
        .join()
    }
    expect(told(true, 0.66, 0.78)).toContain('of the machine easy has 78.0 % in use, mine 66.0 %.')
    expect(told(true, 0.66, 0.78)).toContain('Who pays:')
    expect(told(true, 0.78, 0.66)).toContain('of the machine mine has 78.0 % in use, easy 66.0 %.')
    expect(told(false, 0.66, 0.78)).toContain('of the machine easy has 78.0 % in use, mine 66.0 %.')
    expect(told(false, 0.66, 0.78)).not.toContain('Who pays:')
    expect(told(true, 0.77, 0.78)).toBe('')
    // An advice of an earlier version has none of it.
    expect(told(true, null, null)).toBe('')
  })

  it('tells how the log was read among the facts, and not as something that was not simulated', () => {
    const [facts, lacks] = textOf(advice).split('What was not simulated')
    expect(facts).toContain('No log was named')
    expect(lacks).not.toContain('No log was named')
  })

  it('says what a learnt policy is, and why one with lines comes first', () => {
    const [first] = advice.policies
    const worth = { ...first, worth: true, slurm: ['PriorityWeightAge=7'], openpbs: null }
    const mine = {
      ...worth,
      name: 'learnt Slurm weights, seed 1',
      policy: `easy:(${'wait/3600 + '.repeat(9)}1)`,
    }
    const other = { ...worth, name: 'easy:f1', policy: 'easy:f1', slurm: null, change: -0.31 }
    const text = textOf({ ...advice, policies: [mine, other], passedOver: 'easy:f1', system: 'slurm' })
    expect(text).toMatch(/^- learnt Slurm weights, seed 1 \(easy:\(wait\/3600 \+ wait.{50,60} …\): meanWait/m)
    expect(text).toMatch(
      /Lines: for slurm.conf, below. It comes first as easy:f1, −31.0 %, has none for Slurm/,
    )
  })

  it('names the forms that can say a policy where lines cannot', () => {
    const [first] = advice.policies
    const shown = (policy: string, openpbs: readonly string[] | null, system: Advice['system'] = null) => {
      const one = { ...first, name: 'mine', policy, worth: true, slurm: null, openpbs }
      const text = textOf({ ...advice, policies: [one], system })
      return { text, targets: [...text.matchAll(/ LOG --to (\w+)/g)].map(([, target]) => target) }
    }
    const spt = shown('easy:spt', ['formula'])
    expect(spt.targets).toEqual(['lua', 'openpbs'])
    expect(spt.text).toContain(
      "Lines: for OpenPBS, below; a script of Slurm's puts jobs into this order, too (qw export-policy --to lua).",
    )
    expect(spt.text).toContain('job_submit.lua')
    expect(shown('easy:spt', null, 'slurm').targets).toEqual(['lua'])
    // What is rounded is near enough.
    expect(shown('easy:(30*size - wait)', null, 'slurm').targets).toEqual(['slurm'])
    expect(shown('easy:wfp3', ['formula']).targets).toEqual(['openpbs'])
    const none = shown('easy:fairshare', null)
    expect(none.targets).toEqual([])
    expect(none.text).toContain(`run/${first.file}`)
    expect(none.text).toContain(
      'Lines: none of Slurm or OpenPBS put jobs into this order; the strategy has it.',
    )
  })

  it('says that nothing better was found where nothing is worth it', () => {
    const policies = advice.policies.map((each) => ({ ...each, worth: false }))
    const text = textOf({ ...advice, policies })
    expect(text).toContain('Nothing better than easy was found for meanWait on 7 days that had no say')
    expect(text).not.toContain('Lines for')
    const [one] = policies
    const worse = { ...one, name: 'worse', policy: 'worse', better: 1, worse: 6, weeks: 7, change: 0.2 }
    const nearest = {
      ...one,
      name: 'nearest',
      policy: 'nearest',
      better: 5,
      worse: 2,
      weeks: 7,
      change: -0.07,
    }
    expect(textOf({ ...advice, policies: [worse, { ...nearest, learnt: -0.2 }] })).toMatch(
      /: nearest, −20\.0 % on the days that were learnt from, comes to −7\.0 %, better in 5 of 7, p = /,
    )
    const bounds = [{ text: 'maxWait <= 2*easy', before: 3600, after: 9000, kept: false }]
    const barred = { ...nearest, better: 7, worse: 0, p: 0.03, change: -0.746, learnt: null, bounds }
    expect(
      textOf({
        ...advice,
        policies: [
          { ...barred, learnt: -0.8 },
          { ...worse, bounds },
        ],
      }),
    ).toMatch(
      /^- Nothing better than easy that keeps maxWait <= 2\*easy was found for meanWait on 7 days that had no say: nearest, .* comes to −74\.6 %, better in 7 of 7, p = 0\.03, and breaks maxWait <= 2\*easy \(2 h 30 min\)\.$/m,
    )
    expect(textOf({ ...advice, policies: [{ ...barred, p: 0.2 }] })).toMatch(
      /^- Nothing better than easy was found .* p = 0\.2, and breaks maxWait <= 2\*easy \(2 h 30 min\)\.$/m,
    )
    const few = policies.map((each) => ({ ...each, weeks: 4 }))
    expect(textOf({ ...advice, policies: few })).toContain(
      'Too few days to tell: of 7 days that had no say 4 have a value;',
    )
    const triedAll = (kept: boolean) => advice.tried.map((each) => ({ ...each, kept }))
    expect(textOf({ ...advice, tried: triedAll(true), policies: [] })).toMatch(
      new RegExp(`none of ${advice.tried.length} policies is better on the days before`),
    )
    expect(textOf({ ...advice, tried: triedAll(false), policies: [] })).toContain(
      'policies is better and keeps to the bounds on the days before',
    )
  })
})

describe('an advice is refused', () => {
  it.each<[string, Partial<AdviseOptions>, RegExp]>([
    ['where submits depend on the schedule', { feedback: 'sessions' }, /weeks are told apart by submits/],
    ['for an objective that nothing has', { objective: 'AWRT9' }, /AWRT9/],
    ['for a bound that is none', { subjectTo: ['maxWait < 3'] }, /not a constraint/],
  ])('%s', async (_, options, message) => {
    await expect(adviceRequest(source(log()), { ...OPTIONS, ...options }, QUIET)).rejects.toThrow(message)
  })
})

describe('weeks', () => {
  const DAY = 86_400
  const submits = (days: number) => Float64Array.from({ length: 10 * days }, (_, k) => 500 + (k * DAY) / 10)

  it('are of seven days from the first submit', () => {
    const { unit, train, held, stretch } = weeksOf(submits(7 * 20 + 3), 0.6)
    expect({ unit, train, stretch, first: held[0], count: held.length }).toEqual({
      ...{ unit: 'week', train: 12 * 70, stretch: 2, count: 8 },
      first: [500 + 12 * 7 * DAY, 500 + 13 * 7 * DAY],
    })
  })

  it('are days of short logs, of which there have to be twelve', () => {
    expect(weeksOf(submits(30), 0.5).unit).toBe('day')
    // Seven judge at least: the fewest by which three policies that are always better are told from chance.
    expect([13, 16, 30].map((days) => weeksOf(submits(days), 0.6).held.length)).toEqual([7, 7, 12])
    expect(() => weeksOf(submits(12), 0.5)).toThrow(
      /too short to learn.*value "11 d.*expected 12 days.*sacct -S/,
    )
  })
})
