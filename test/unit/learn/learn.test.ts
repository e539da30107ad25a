/** `learn`, driven in memory: interruptions and early stops change nothing; what it finds is what it says; constraints. */
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../src/core/json.js'
import { stageOf } from '../../../src/evaluation/scenarios/scenario.js'
import type { LearntLog } from '../../../src/evaluation/searches/final-measurement.js'
import { LEARN } from '../../../src/learn/investigation.js'
import type { LearnerSettings } from '../../../src/learn/learners.js'
import { type LearnRequest, prepareLearning } from '../../../src/learn/prepare.js'
import { learnJson, learnSpecOf } from '../../../src/learn/spec.js'
import { strategyPage } from '../../../src/report/pages/found.js'
import { briefText } from '../../../src/report/render/text.js'
import { compileObjective } from '../../../src/sim/objectives/index.js'
import { policyOf, readStrategy } from '../../../src/strategy/index.js'
import { datasetOf, groupTrace } from '../../../src/trace/index.js'
import { demoTrace } from '../../../src/workload/demo.js'
import { drive } from '../../support/investigate.js'
import { plainPolicy } from '../../support/policies.js'
import { scenarioOn } from '../../support/scenarios.js'

const SHARES = { by: 'share', thresholds: [0.08, 0.02, 0.01, 0.001] } as const
const made = (jobs: number, seed?: number) =>
  datasetOf(groupTrace(demoTrace({ jobs, ...(seed === undefined ? {} : { seed }) }), SHARES).trace, [])
const demo = made(500)
const other = made(400, 9)
const third = made(300, 4)
const short = made(40, 2)
const shorter = made(30, 3)
const datasets = new Map([demo, other, third, short, shorter].map((dataset) => [dataset.digest, dataset]))
const logOf = (name: string, dataset: typeof demo, train: number): LearntLog => ({
  name,
  jobs: dataset.jobs.length,
  train,
  scenario: scenarioOn(dataset),
})
const OWN: LearnerSettings = { learner: 'greedy-own', algorithms: ['head', 'easy'], evaluations: 150 }
const SYSTEMS: LearnerSettings = {
  learner: 'greedy-systems',
  systems: 'twelve',
  generations: 1,
  mu: 3,
  lambda: 7,
  kappa: 2,
  stepParents: 2,
  commonFactor: 'offspring',
}
const REQUEST: LearnRequest = {
  objective: '10*AWRT1 + 4*AWRT2',
  constraints: [],
  relativeTo: null,
  logs: [logOf('demo', demo, 500)],
  tests: [],
  windows: null,
  under: [],
  combine: 'mean',
  learner: OWN,
  earlyStop: true,
  seed: 1,
  compare: ['easy', 'fcfs:group', 'easy:group'],
}
const specOf = (changes: Partial<LearnRequest>) =>
  learnJson(prepareLearning({ ...REQUEST, ...changes }, datasets))
const run = (changes: Partial<LearnRequest>, reopen?: (batch: number) => boolean) =>
  drive(LEARN, specOf(changes), datasets, reopen)
const strategyIn = ({ artefacts }: Awaited<ReturnType<typeof run>>) => {
  const artefact = readStrategy(String(artefacts[0].content), 'strategy.json')
  const { evidence } = artefact
  if (evidence === null) throw new Error('a strategy without evidence')
  return { artefact, evidence, policy: policyOf(artefact.strategy) }
}
const withoutSimulations = (steps: readonly unknown[]) =>
  steps.flatMap((step) => {
    const { simulations: _, ...rest } = step as Record<string, unknown>
    return 'scores' in rest ? [rest] : []
  })

const VARIANTS: Readonly<Record<string, Partial<LearnRequest>>> = {
  'our own': {},
  'twelve systems': { learner: SYSTEMS },
  'uniform systems': { learner: { ...SYSTEMS, systems: 'uniform' } },
  'random weights': { learner: { learner: 'greedy-random', evaluations: 60 } },
  'two logs, relative to a policy, one for the test, a part learnt from': {
    logs: [logOf('demo', demo, 350), logOf('other', other, 400)],
    tests: [logOf('third', third, 0)],
    relativeTo: 'easy',
    learner: SYSTEMS,
  },
  constraints: { constraints: ['AWRT5 <= 1.2*easy', 'UTIL >= 40%'], learner: SYSTEMS },
  'two logs on which there is little to gain': {
    objective: 'AWRT',
    logs: [logOf('short', short, 40), logOf('shorter', shorter, 30)],
    learner: {
      learner: 'greedy-systems',
      systems: 'uniform',
      generations: 2,
      mu: 3,
      lambda: 7,
      kappa: null,
      stepParents: 2,
      commonFactor: 'offspring',
    },
    compare: ['easy'],
  },
  'more is better': { objective: 'UTIL' },
  'the worst of two logs': {
    logs: [logOf('demo', demo, 500), logOf('other', other, 400)],
    relativeTo: 'easy',
    combine: 'worst',
    constraints: ['maxWait <= 5*easy'],
  },
  'windows of two logs, each order under two algorithms, relative to one': {
    objective: 'AVEbsld',
    constraints: ['maxWait <= 3*easy'],
    logs: [logOf('demo', demo, 500), logOf('other', other, 300)],
    windows: { count: 3, jobs: 120 },
    under: ['easy', 'head'],
    relativeTo: 'head:spt',
    learner: {
      learner: 'score-coefficients',
      families: ['age'],
      algorithms: ['easy'],
      evaluations: 120,
    },
  },
  'scores, by coefficients': {
    objective: 'AVEbsld',
    constraints: ['maxWait <= 1.1*easy'],
    learner: {
      learner: 'score-coefficients',
      families: ['age', 'state'],
      algorithms: ['easy'],
      evaluations: 160,
    },
  },
  'scores of any form': {
    objective: 'AVEbsld',
    logs: [logOf('demo', demo, 350), logOf('other', other, 400)],
    relativeTo: 'easy',
    learner: {
      learner: 'score-symbolic',
      algorithms: ['head', 'easy'],
      variables: ['submit', 'estimate', 'size', 'free'],
      depth: 6,
      evaluations: 200,
    },
  },
}

describe.each(Object.entries(VARIANTS))('%s', (_, changes) => {
  it('ends at the same bytes however often it is left and opened again', async () => {
    const whole = await run(changes)
    const parts = await run(changes, () => true)
    expect(parts).toEqual(whole)
    expect(whole.artefacts.map(({ name }) => name)).toEqual([
      'strategy.json',
      'summary.txt',
      'results.csv',
      'systems.csv',
      'population.json',
      'history.csv',
      'convergence.svg',
    ])
  })

  it('goes the same way with and without early stops', async () => {
    const early = await run(changes)
    const late = await run({ ...changes, earlyStop: false })
    expect(withoutSimulations(early.steps)).toEqual(withoutSimulations(late.steps))
    expect(withoutSimulations(early.steps).length).toBeGreaterThan(1)
    expect(strategyIn(early).policy).toBe(strategyIn(late).policy)
  })
})

describe('a state', () => {
  it('of another version is not gone on with, so that the journal takes its place', () => {
    const spec = specOf({})
    const now = LEARN.open(spec, datasets, null).snapshot() as Readonly<Record<string, Json>>
    const { version: _, ...before } = now
    expect(() => LEARN.open(spec, datasets, before)).toThrow(/state of a learning of version 1, not 2/)
    expect(() => LEARN.open(spec, datasets, now)).not.toThrow()
  })

  it('of a spec that was written when cases were exercises goes the same way', async () => {
    const { cases, beside: _, ...rest } = specOf({}) as Readonly<Record<string, Json>>
    const before = { ...rest, exercises: cases }
    expect(await drive(LEARN, before, datasets)).toEqual(await run({}))
  })
})

describe('what is found', () => {
  it('is as good as it says, by a simulation of its own, and as every candidate', async () => {
    const driven = await run({})
    const { evidence, policy } = strategyIn(driven)
    const stage = stageOf({ ...REQUEST.logs[0].scenario, window: [0, 500] }, demo)
    const value = compileObjective(REQUEST.objective).measure(stage.run(plainPolicy(policy)), null)
    expect(evidence.score).toBe(value)
    const scores = withoutSimulations(driven.steps).flatMap(({ scores: batches }) =>
      (batches as { scores: (number | null)[] }[]).flatMap((batch) =>
        batch.scores.filter((score) => score !== null),
      ),
    )
    expect(Math.min(...scores)).toBe(value)
    const row = evidence.measured.find((each) => each.policy === policy)
    expect(row?.objectives[REQUEST.objective]).toBe(value)
  })

  it('is no worse than priority by group, with or without EASY, and better than EASY', async () => {
    const { evidence, policy } = strategyIn(await run({}))
    const of = (name: string) =>
      evidence.measured.find((each) => each.policy === name)?.objectives[REQUEST.objective] ?? Number.NaN
    for (const name of ['easy', 'fcfs:group', 'easy:group']) expect(of(policy)).toBeLessThanOrEqual(of(name))
    expect(of(policy)).toBeLessThan(of('easy'))
  })

  it('of several logs is judged by the mean, each relative to the policy on the same jobs', async () => {
    const changes = VARIANTS['two logs, relative to a policy, one for the test, a part learnt from']
    const driven = await run(changes)
    const { evidence, policy } = strategyIn(driven)
    const on = (trace: string, name: string) =>
      evidence.measured.find((row) => row.trace === trace && row.part === 'train' && row.policy === name)
        ?.objectives[REQUEST.objective] ?? Number.NaN
    const ratios = ['demo', 'other'].map((trace) => on(trace, policy) / on(trace, 'easy'))
    expect(evidence.score).toBeCloseTo((ratios[0] + ratios[1]) / 2, 12)
    // What was searched by is what the result is judged by.
    const history = String(driven.artefacts[5].content).trimEnd().split('\n')
    expect(Number(history[history.length - 1].split(',')[3])).toBeCloseTo(evidence.score, 12)
    expect(evidence.traces.map(({ name, train, jobs }) => [name, train, jobs])).toEqual([
      ['demo', 350, 500],
      ['other', 400, 400],
    ])
    const parts = new Set(evidence.measured.map(({ trace, part }) => `${trace} ${part}`))
    expect([...parts]).toEqual(['demo train', 'demo test', 'other train', 'third test'])
  })

  it.each(['mean', 'worst'] as const)(
    'of windows under several algorithms is judged by the %s of quotients of means',
    async (combine) => {
      const changes = {
        ...VARIANTS['windows of two logs, each order under two algorithms, relative to one'],
        combine,
      }
      const { cases } = learnSpecOf(specOf(changes))
      expect(cases.map(({ log, algorithm }) => `${log} ${algorithm}`)).toEqual(
        ['0 easy', '0 head', '1 easy', '1 head'].flatMap((each) => [each, each, each]),
      )
      for (const { log, window } of cases) {
        expect(window[1] - window[0]).toBe(120)
        expect(window[1]).toBeLessThanOrEqual([500, 300][log])
      }
      expect(new Set(cases.map(({ log, window }) => `${log} ${window}`)).size).toBe(6)
      const driven = await run(changes)
      const { evidence, policy } = strategyIn(driven)
      const order = policy.slice('easy:'.length)
      const means = [demo, other].flatMap((dataset, log) =>
        (['easy', 'head'] as const).map((algorithm) => {
          const total = (name: string) =>
            cases
              .filter((each) => each.log === log && each.algorithm === algorithm)
              .map(({ window }) => stageOf({ ...scenarioOn(dataset), window }, dataset))
              .map((stage) => compileObjective('AVEbsld').measure(stage.run(plainPolicy(name)), null))
              .reduce((sum, value) => sum + value)
          return total(`${algorithm}:${order}`) / total(`${algorithm}:spt`)
        }),
      )
      const score = combine === 'worst' ? Math.max(...means) : means.reduce((sum, mean) => sum + mean) / 4
      expect(evidence.score).toBeCloseTo(score, 12)
      expect(evidence.settings['combine']).toBe(combine === 'worst' ? 'worst' : undefined)
      expect(evidence.settings).toMatchObject({ windows: '3 of 120 jobs', under: 'easy, head' })
      const found = new Set(evidence.measured.map((row) => row.policy))
      expect(found).toContain(`head:${order}`)
      expect(found).toContain(policy)
      const summary = String(driven.artefacts[1].content)
      expect(summary).toMatch(/^other, learnt from windows \(3 of 120 jobs\) of the first 300 jobs$/m)
      for (const name of ['found', 'found, head', 'easy'])
        expect(summary).toMatch(new RegExp(`^${name} +\\d`, 'm'))
      expect(summary.slice(summary.indexOf('\n'))).not.toContain(order)
    },
  )

  it('is measured with the response time of every group, also of groups that the test alone has', async () => {
    const few = {
      ...demo,
      digest: 'few',
      jobs: { ...demo.jobs, group: demo.jobs.group.map((each) => Math.min(each, 2)) },
    }
    const all = new Map([...datasets, [few.digest, few]])
    const request = { ...REQUEST, logs: [logOf('few', few, 500)], tests: [logOf('third', third, 0)] }
    const spec = prepareLearning({ ...request, learner: { learner: 'greedy-random', evaluations: 1 } }, all)
    expect([spec.groups, spec.shownGroups]).toEqual([2, 5])
    const driven = await drive(LEARN, learnJson(spec), all)
    const { measured } = strategyIn(driven).evidence
    for (const { trace, objectives } of measured) {
      const ofGroups = [1, 2, 3, 4, 5].map((group) => objectives[`AWRT${group}`])
      expect(ofGroups.map((value) => value === null)).toEqual(
        [1, 2, 3, 4, 5].map((group) => trace === 'few' && group > 2),
      )
      expect(objectives.maxWait).toBeGreaterThan(0)
    }
    expect(new Set(measured.map(({ trace }) => trace)).size).toBe(2)
    // A run that was begun before there was `shownGroups` keeps to the columns that it has.
    const { shownGroups: _, ...before } = learnJson(spec) as Readonly<Record<string, Json>>
    const [row] = strategyIn(await drive(LEARN, before, all, () => true)).evidence.measured
    expect(Object.keys(row.objectives)).toEqual(
      Object.keys(measured[0].objectives).filter((name) => !/^AWRT[3-5]$/.test(name)),
    )
  })

  it('is told by a summary of lines that can be read: the file, and whom the strategy prefers', async () => {
    const { artefacts } = await run({ learner: SYSTEMS })
    const lines = String(artefacts[1].content).split('\n')
    const [found, kept, prefers, searched] = lines.slice(lines.findIndex((line) => line.startsWith('found')))
    expect(found).toMatch(/^found +head by an order of [1-9]\d* characters$/)
    expect(kept).toMatch(/^kept in +strategy\.json; /)
    const order = '[1-5](?:(?:, | = )[1-5]){4}'
    expect(prefers).toMatch(
      new RegExp(`^prefers +of jobs .*: weekend ${order}; day ${order}; night ${order}$`),
    )
    expect(searched).toMatch(/^searched by +greedy, twelve systems; 121 candidates, \d+ simulations$/)
  })

  it('has no order of groups told of it where a formula has no finite key', async () => {
    const { artefact } = strategyIn(await run({ learner: SYSTEMS }))
    const style = { width: 100, unicode: true, colour: false }
    const summaryOf = (policy: string) =>
      briefText(strategyPage({ ...artefact, strategy: { kind: 'policy', policy } }, 'strategy.json'), style)
    expect(summaryOf('easy:(group - wait/3600)')).toMatch(/^prefers +of jobs .*: 1, 2, 3, 4, 5$/m)
    expect(summaryOf('easy:(group*1e6/wait - wait)')).not.toMatch(/^prefers/m)
  })

  it('is said to be nothing better where the policy before it does as well, and gets no new name', async () => {
    const template: LearnerSettings = {
      learner: 'template',
      template: 'easy:({a}*submit)',
      parameters: [{ name: 'a', least: 1, most: 2, scale: 'linear' }],
      method: 'random',
      population: 2,
      evaluations: 2,
    }
    const { artefact } = strategyIn(await run({ learner: template, objective: 'AWRT' }))
    expect(artefact.name).toBe('nothing better than easy for AWRT on demo')
    const style = { width: 200, unicode: true, colour: false }
    const textOf = (measured: readonly (readonly [policy: string, value: number, part?: string])[]) => {
      const evidence = {
        ...(artefact.evidence as NonNullable<typeof artefact.evidence>),
        measured: measured.map(([policy, AWRT, part = 'train']) => ({
          ...{ trace: 'demo', part: part as 'train', policy, objectives: { AWRT } },
        })),
      }
      return briefText(strategyPage({ ...artefact, evidence }, 'strategy.json'), style)
    }
    const found = policyOf(artefact.strategy)
    expect(
      textOf([
        [found, 120],
        ['easy', 60],
      ]),
    ).toMatch(/Nothing better than easy was found: AWRT on demo \(2 min, against 1 min\)/)
    expect(
      textOf([
        [found, 59],
        ['easy', 60],
      ]),
    ).not.toMatch(/was found|Not better/)
    expect(
      textOf([
        [found, 59],
        ['easy', 60],
        [found, 61, 'test'],
        ['easy', 60, 'test'],
      ]),
    ).toMatch(/Not better than easy: AWRT on the test of demo \(/)
  })

  it('is measured against the policy of the site where it is known', async () => {
    const { artefact } = strategyIn(await run({ learner: SYSTEMS, baseline: 'fcfs:group' }))
    expect(artefact.evidence?.settings.baseline).toBe('fcfs:group')
    const style = { width: 200, unicode: true, colour: false }
    expect(briefText(strategyPage(artefact, 'strategy.json'), style)).toContain('changes against fcfs:group')
  })

  it('is said to be nothing where it does not beat all one-line rules', async () => {
    const { artefact, evidence } = strategyIn(await run({}))
    const policy = policyOf(artefact.strategy)
    type Values = { readonly [objective: string]: number }
    const summaryOf = (
      rows: readonly (readonly [string, Values, string?])[],
      objective: string,
      constraints: string[],
    ) =>
      briefText(
        strategyPage(
          {
            ...artefact,
            evidence: {
              ...evidence,
              ...{ objective, constraints },
              measured: rows.map(([name, objectives, trace = 'demo']) => ({
                ...{ trace, part: trace === 'other' ? 'test' : 'train', policy: name, objectives },
              })),
            },
          },
          'strategy.json',
        ),
        { width: 100, unicode: true, colour: false },
      )
        .split('\n')
        .find((line) => line.includes('learnt nothing')) ?? null
    const on = (value: number, fcfs: number, easy: number, trace = 'demo') =>
      [
        [policy, { AWRT: value }, trace],
        ['fcfs:group', { AWRT: fcfs }, trace],
        ['easy:group', { AWRT: easy }, trace],
      ] as const
    const sentence = (where: string) =>
      `- found does not beat all of fcfs:group, easy:group and cons:group on ${where}: it has learnt nothing there`
    expect(summaryOf(on(9, 10, 11), 'AWRT', [])).toBeNull()
    expect(summaryOf(on(10, 10, 11), 'AWRT', [])).toBe(sentence('demo'))
    expect(summaryOf(on(10.5, 10, 11), 'AWRT', [])).toBe(sentence('demo'))
    expect(summaryOf([...on(9, 10, 11), ...on(12, 10, 11, 'other')], 'AWRT', [])).toBe(
      sentence('the test of other'),
    )
    expect(summaryOf([...on(11, 10, 11), ...on(12, 10, 11, 'other')], 'AWRT', [])).toBe(
      sentence('demo, the test of other'),
    )
    expect(summaryOf([...on(9, 10, 11), ['cons:group', { AWRT: 9 }]], 'AWRT', [])).toBe(sentence('demo'))
    // Behind one is enough, whatever was not measured.
    expect(summaryOf(on(12, 10, 11).slice(0, 2), 'AWRT', [])).toBe(sentence('demo'))
    // Nobody to be compared with: no rule was measured, or all break what the strategy keeps to.
    expect(summaryOf(on(12, 10, 11).slice(0, 1), 'AWRT', [])).toBeNull()
    const bounded = (fcfs: number, easy: number) =>
      summaryOf(
        [
          [policy, { AWRT: 12, maxWait: 5 }],
          ['fcfs:group', { AWRT: 10, maxWait: fcfs }],
          ['easy:group', { AWRT: 11, maxWait: easy }],
        ],
        'AWRT',
        ['maxWait <= 6'],
      )
    expect(bounded(7, 8)).toBeNull()
    expect(bounded(7, 6)).toBe(sentence('demo'))
    const more = (value: number) =>
      summaryOf(
        [
          [policy, { UTIL: value }],
          ['fcfs:group', { UTIL: 0.5 }],
          ['easy:group', { UTIL: 0.6 }],
        ],
        'UTIL',
        [],
      )
    expect(more(0.7)).toBeNull()
    expect(more(0.55)).toBe(sentence('demo'))
  })

  it('is said to fall behind on jobs that had no say in it', async () => {
    const { artefact, evidence } = strategyIn(await run({}))
    const policy = policyOf(artefact.strategy)
    const measured = (own: number) =>
      (['train', 'test'] as const).flatMap((part) => [
        { trace: 'demo', part, policy, objectives: { UTIL: part === 'test' ? own : 0.4 } },
        { trace: 'demo', part, policy: 'easy', objectives: { UTIL: 0.8 } },
        { trace: 'demo', part, policy: 'fcfs', objectives: { UTIL: 0.5 } },
      ])
    const said = (own: number) => {
      const page = strategyPage({ ...artefact, evidence: { ...evidence, measured: measured(own) } }, 'x.json')
      const text = briefText(page, { width: 400, unicode: true, colour: false })
      return text.split('\n').filter((line) => line.startsWith('- Who falls behind'))
    }
    expect(said(0.6)).toEqual([
      expect.stringContaining('on the test of demo: of the machine easy has 80.0 % in use, found 60.0 %. '),
    ])
    expect(said(0.79)).toEqual([])
  })

  it('is what the file of the systems says', async () => {
    const { artefacts } = await run({ learner: SYSTEMS })
    const [head, ...lines] = String(artefacts[3].content).trimEnd().split('\n')
    expect(head).toBe('system,evaluations,score,policy')
    expect(lines).toHaveLength(13)
    const best = Math.min(...lines.map((line) => Number(/^[^,]*,\d+,([^,]*),/.exec(line)?.[1])))
    expect(best).toBe(strategyIn({ artefacts, steps: [], tasks: 0 }).evidence.score)
    const random = await run({ learner: { learner: 'greedy-random', evaluations: 60 } })
    expect(Number(/^random f2,100,([^,]*),/m.exec(String(random.artefacts[3].content))?.[1])).toBe(
      strategyIn(random).evidence.score,
    )
    const population = JSON.parse(String(artefacts[4].content))
    expect(population).toHaveLength(12 * 3)
    expect(population[0]).toMatchObject({ system: 'weekend f1', strategy: { kind: 'greedy' } })
  })
})

describe('a score', () => {
  it.each(['scores, by coefficients', 'scores of any form'])(
    '%s, is a formula that beats EASY',
    async (name) => {
      const { evidence, artefact } = strategyIn(await run(VARIANTS[name]))
      expect(artefact.strategy.kind).toBe('policy')
      for (const { trace, part, policy, objectives } of evidence.measured) {
        if (part !== 'train' || policy !== policyOf(artefact.strategy)) continue
        const easy = evidence.measured.find(
          (row) => row.trace === trace && row.part === part && row.policy === 'easy',
        )
        expect(objectives.AVEbsld).toBeLessThan(easy?.objectives.AVEbsld ?? 0)
        if (evidence.constraints.length === 0) continue
        expect(objectives.maxWait).toBeLessThanOrEqual(1.1 * (easy?.objectives.maxWait ?? 0))
      }
    },
  )
})

describe('constraints', () => {
  it('are kept where a candidate keeps them, at the price of the objective', async () => {
    const free = strategyIn(await run({}))
    const reached =
      free.evidence.measured.find(({ policy }) => policy === free.policy)?.objectives['maxWait'] ?? 0
    const bound = Math.floor(reached * 0.9)
    const bounded = strategyIn(await run({ constraints: [`maxWait <= ${bound}`] }))
    const row = bounded.evidence.measured.find(({ policy }) => policy === bounded.policy)
    expect(row?.objectives['maxWait']).toBeLessThanOrEqual(bound)
    expect(bounded.evidence.score).toBeGreaterThanOrEqual(free.evidence.score)
    expect(bounded.evidence.constraints).toEqual([`maxWait <= ${bound}`])
  })

  it('that no candidate keeps are told of', async () => {
    const { artefacts } = await run({ constraints: ['AVEbsld <= 1.01'] })
    expect(String(artefacts[1].content)).toMatch(/AVEbsld <= 1.01: BROKEN on demo \([\d.,]+, at most 1/)
    const history = String(artefacts[5].content).trimEnd().split('\n').slice(1)
    for (const line of history) expect(line).toMatch(/^\d+,\d+,\d+,,$/)
  })
})
