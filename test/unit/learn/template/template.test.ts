/** The numbers of a policy, learnt in memory: early stops and interruptions change nothing, and what is found is better. */
import { describe, expect, it } from 'vitest'
import { inlineEvaluator } from '../../../../src/evaluation/inline-evaluator.js'
import { LEARN } from '../../../../src/learn/investigation.js'
import { type LearnRequest, prepareLearning } from '../../../../src/learn/prepare.js'
import { learnJson } from '../../../../src/learn/spec.js'
import type { Generation } from '../../../../src/learn/state.js'
import type { TemplateSettings } from '../../../../src/learn/template/template.js'
import type { Task } from '../../../../src/optimize/evaluator.js'
import { compileObjective } from '../../../../src/sim/objectives/index.js'
import { DEFAULT_GROUPING, datasetOf, groupTrace } from '../../../../src/trace/index.js'
import { demoTrace } from '../../../../src/workload/demo.js'
import { drive } from '../../../support/investigate.js'
import { scenarioOn } from '../../../support/scenarios.js'

const demo = datasetOf(demoTrace({ jobs: 600 }))
const other = datasetOf(demoTrace({ jobs: 500, seed: 9 }))
const datasets = new Map([demo, other].map((dataset) => [dataset.digest, dataset]))
const logOf = (dataset: typeof demo, train: number) => ({
  name: dataset === demo ? 'demo' : 'other',
  jobs: dataset.jobs.length,
  train,
  scenario: scenarioOn(dataset),
})
const CMA_ES: TemplateSettings = {
  learner: 'template',
  template: 'easy:({a}*log(estimate) + {b}*log(size) - {c}*wait/estimate)',
  parameters: ['a', 'b', 'c'].map((name) => ({ name, least: -2, most: 2, scale: 'linear' })),
  method: 'cma-es',
  population: 8,
  evaluations: 40,
}
const ES: TemplateSettings = { ...CMA_ES, method: 'es', population: 14 }
const REQUEST: LearnRequest = {
  objective: 'AVEbsld',
  constraints: [],
  relativeTo: null,
  logs: [logOf(demo, 400)],
  tests: [],
  windows: null,
  under: [],
  combine: 'mean',
  learner: CMA_ES,
  earlyStop: true,
  seed: 1,
  compare: ['easy'],
  beside: ['meanWait', 'p95Wait'],
}
const learnSpec = (changes: Partial<LearnRequest>, sets = datasets) =>
  prepareLearning({ ...REQUEST, ...changes }, sets)
const specOf = (changes: Partial<LearnRequest>, sets = datasets) => learnJson(learnSpec(changes, sets))
const run = async (changes: Partial<LearnRequest>, reopen?: (batch: number) => boolean) =>
  drive(LEARN, specOf(changes), datasets, reopen)
const VARIANTS: Readonly<Record<string, Partial<LearnRequest>>> = {
  'CMA-ES': {},
  'evolution strategy': { learner: ES },
  'random search': { learner: { ...CMA_ES, method: 'random' } },
  windows: { windows: { count: 5, jobs: 80, redraw: false } },
  'windows of each generation': {
    windows: { count: 5, jobs: 80, redraw: true },
    learner: ES,
  },
  'windows of each generation, relative to a policy': {
    logs: [logOf(demo, 400), logOf(other, 500)],
    windows: { count: 4, jobs: 80, redraw: true },
    relativeTo: 'fcfs',
    learner: ES,
  },
  'two logs, relative to a policy': {
    logs: [logOf(demo, 400), logOf(other, 500)],
    relativeTo: 'fcfs',
    compare: ['easy', 'fcfs'],
  },
  'more is better': { objective: 'UTIL' },
}
const generations = (steps: readonly unknown[]) =>
  steps.filter((step): step is Generation => typeof step === 'object' && step !== null && 'scores' in step)
const scoresIn = (steps: readonly unknown[]) =>
  generations(steps).flatMap(({ scores }) => scores.flatMap((batch) => batch.scores))

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
    const stripped = async (earlyStop: boolean) =>
      generations((await run({ ...changes, earlyStop })).steps).map(({ simulations: _, ...rest }) => rest)
    const early = await stripped(true)
    expect(early).toEqual(await stripped(false))
    expect(early.length).toBeGreaterThan(1)
  })
})

describe('what is found', () => {
  it('is at least as good as every candidate, by the measure of a simulation of its own', async () => {
    const { artefacts, steps } = await run({})
    const best = JSON.parse(String(artefacts[0].content))
    const scores = scoresIn(steps).filter((score) => score !== null)
    expect(best.evidence.score).toBe(Math.min(...scores))
    const [train, test] = best.evidence.measured.filter(
      ({ policy }: { policy: string }) => policy === best.strategy.policy,
    )
    expect(train).toMatchObject({
      trace: 'demo',
      part: 'train',
      objectives: { AVEbsld: best.evidence.score },
    })
    expect(test.part).toBe('test')
    const easy = best.evidence.measured.find(
      ({ policy, part }: { policy: string; part: string }) => policy === 'easy' && part === 'train',
    )
    expect(best.evidence.score).toBeLessThan(easy.objectives.AVEbsld)
  })

  it('is measured with the response time of every user group, and the longest wait', async () => {
    const grouped = datasetOf(groupTrace(demoTrace({ jobs: 300 }), DEFAULT_GROUPING).trace)
    const groups = [...new Set(grouped.jobs.group)].sort((a, b) => a - b)
    expect(groups.length).toBeGreaterThan(2)
    const sets = new Map([[grouped.digest, grouped]])
    const spec = specOf({ logs: [logOf(grouped, 300)], learner: { ...CMA_ES, evaluations: 8 } }, sets)
    const { artefacts } = await drive(LEARN, spec, sets)
    const { measured } = JSON.parse(String(artefacts[0].content)).evidence
    expect(measured).toHaveLength(2)
    for (const { objectives } of measured) {
      const names = ['AVEbsld', 'AWRT', ...groups.map((group) => `AWRT${group}`)]
      expect(Object.keys(objectives)).toEqual([...names, 'meanWait', 'p95Wait', 'maxWait', 'UTIL'])
      expect(Object.values(objectives)).not.toContain(null)
    }
    for (const group of groups) expect(String(artefacts[1].content)).toMatch(new RegExp(`\\bAWRT${group}\\b`))
  })

  it('takes fewer simulations with early stops over several windows', async () => {
    const changes = {
      windows: { count: 8, jobs: 60, redraw: false },
      learner: { ...ES, population: 21 },
    }
    const early = await run(changes)
    const late = await run({ ...changes, earlyStop: false })
    expect(early.tasks).toBeLessThan(late.tasks)
  })

  it('never looks at the test part', async () => {
    const cut = datasetOf({ ...demoTrace({ jobs: 600 }) })
    const runtime = cut.jobs.runtime.slice()
    for (let row = 400; row < runtime.length; row++) runtime[row] = 1
    const changed = { ...cut, digest: demo.digest, jobs: { ...cut.jobs, runtime } }
    const policyOf = async (dataset: typeof demo) => {
      const sets = new Map([[demo.digest, dataset]])
      const { artefacts } = await drive(LEARN, specOf({}, sets), sets)
      return JSON.parse(String(artefacts[0].content)).strategy.policy
    }
    expect(await policyOf(changed)).toBe(await policyOf(demo))
  })

  it('says which window has no value', async () => {
    await expect(run({ objective: 'AWRT77' })).rejects.toThrow(/demo: objective AWRT77 has no value/)
  })

  it('goes on where a formula is no number under some candidates, also as JSON has it', async () => {
    // Some candidates let nobody wait so long.
    const objective = 'sqrt(maxWait - 120000)'
    const asJson = {
      ...inlineEvaluator(datasets),
      evaluate: async (tasks: readonly Task[]) =>
        JSON.parse(JSON.stringify(await inlineEvaluator(datasets).evaluate(tasks))),
    }
    const plain = await run({ objective })
    const told = scoresIn(plain.steps)
    expect(told).toContain(1e200)
    expect(told.some((score) => score !== null && score < 1e6)).toBe(true)
    const { steps } = await drive(LEARN, specOf({ objective }), datasets, undefined, asJson)
    expect(steps).toEqual(JSON.parse(JSON.stringify(plain.steps)))
  })

  it('draws windows anew on which the objective has no value', async () => {
    // A few jobs of a small group, so that most windows have none of it.
    const { jobs } = demo
    const group = jobs.group.map((_, row) => (row % 40 === 0 ? 2 : 1))
    const changed = { ...demo, jobs: { ...jobs, group } }
    const sets = new Map([[demo.digest, changed]])
    const asked = { windows: { count: 6, jobs: 10, redraw: true }, learner: { ...CMA_ES, evaluations: 16 } }
    const { steps } = await drive(LEARN, specOf({ ...asked, objective: 'AWRT2' }, sets), sets)
    expect(generations(steps)).toHaveLength(2)
    const none = { ...learnSpec({ ...asked, objective: 'AWRT2' }, sets), objective: 'AWRT3' }
    await expect(drive(LEARN, learnJson(none), sets)).rejects.toThrow(
      /AWRT3 has no value.*demo, 200 windows of 10 jobs/,
    )
  })

  it('minimises what it says', () => {
    expect(LEARN.converging(specOf({}))).toMatchObject({ name: 'AVEbsld' })
    expect(compileObjective('UTIL').sense).toBe('max')
  })
})
