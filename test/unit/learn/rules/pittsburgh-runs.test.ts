/** Whole rule bases learnt from a log, by `learn` driven in memory: interruptions and early stops change nothing. */

import { describe, expect, it } from 'vitest'
import { simulatedPolicy } from '../../../../src/evaluation/scenarios/plain-policy.js'
import { stageOf } from '../../../../src/evaluation/scenarios/scenario.js'
import { LEARN } from '../../../../src/learn/investigation.js'
import { settledLearner } from '../../../../src/learn/learner-settings.js'
import type { LearnerSettings } from '../../../../src/learn/learners.js'
import { type LearnRequest, prepareLearning } from '../../../../src/learn/prepare.js'
import { RULES_CCA } from '../../../../src/learn/rules/cca/cca.js'
import { RULES_PITTSBURGH } from '../../../../src/learn/rules/pittsburgh/pittsburgh.js'
import { learnJson } from '../../../../src/learn/spec.js'
import { compileObjective } from '../../../../src/sim/objectives/index.js'
import { policyOf, readStrategy } from '../../../../src/strategy/index.js'
import { datasetOf, groupTrace } from '../../../../src/trace/index.js'
import { demoTrace } from '../../../../src/workload/demo.js'
import { drive } from '../../../support/investigate.js'
import { scenarioOn } from '../../../support/scenarios.js'

const OBJECTIVE = '10*AWRT1 + 4*AWRT2'
const SHARES = { by: 'share', thresholds: [0.08, 0.02, 0.01, 0.001] } as const
const made = (jobs: number, seed: number) =>
  datasetOf(groupTrace(demoTrace({ jobs, seed }), SHARES).trace, [])
const demo = made(160, 5)
const other = made(120, 9)
const long = made(300, 5)
const datasets = new Map([demo, other, long].map((dataset) => [dataset.digest, dataset]))
const logOf = (name: string, dataset: typeof demo) => ({
  name,
  jobs: dataset.jobs.length,
  train: dataset.jobs.length,
  scenario: scenarioOn(dataset),
})
const REQUEST: Omit<LearnRequest, 'learner'> = {
  objective: OBJECTIVE,
  constraints: [],
  relativeTo: null,
  logs: [logOf('demo', demo)],
  tests: [],
  windows: null,
  under: [],
  combine: 'mean',
  earlyStop: true,
  seed: 1,
  compare: ['easy', 'fcfs:group', 'easy:group'],
}
const run = (
  learner: LearnerSettings,
  changes: Partial<LearnRequest> = {},
  reopen?: (batch: number) => boolean,
) => drive(LEARN, learnJson(prepareLearning({ ...REQUEST, learner, ...changes }, datasets)), datasets, reopen)
type Driven = Awaited<ReturnType<typeof run>>

/** Runs that several tests look at. */
const known = new Map<LearnerSettings, Promise<Driven>>()
const whole = (learner: LearnerSettings, changes: Partial<LearnRequest>) => {
  const found = known.get(learner) ?? run(learner, changes)
  known.set(learner, found)
  return found
}

const strategyIn = ({ artefacts }: Driven) => {
  const { strategy, evidence } = readStrategy(String(artefacts[0].content), 'strategy.json')
  if (evidence === null || strategy.kind !== 'rules') throw new Error('no rules that were learnt')
  return { policy: policyOf(strategy), base: strategy.base, evidence }
}
const withoutSimulations = (steps: readonly unknown[]) =>
  steps.flatMap((step) => {
    const { simulations: _, ...rest } = step as Record<string, unknown>
    return 'scores' in rest ? [rest] : []
  })

const GREEDY = 'head:greedy(a=1)'
const FEW = { generations: 5 } as const
const TWO: Partial<LearnRequest> = {
  logs: [logOf('demo', demo), logOf('other', other)],
  relativeTo: 'easy',
  constraints: ['maxWait <= 5*easy'],
}
const VARIANTS: Readonly<Record<string, readonly [LearnerSettings, Partial<LearnRequest>]>> = {
  'ten rules': [{ ...settledLearner(RULES_PITTSBURGH, { reduction: 'none', greedy: GREEDY }), ...FEW }, {}],
  'fewer by fitness': [
    { ...settledLearner(RULES_PITTSBURGH, { reduction: 'fitness', greedy: GREEDY }), ...FEW, beta: 5000 },
    {},
  ],
  'fewer by fitness, two logs relative to a policy, a constraint': [
    {
      ...settledLearner(RULES_PITTSBURGH, { reduction: 'fitness', greedy: GREEDY }),
      ...FEW,
      rules: 8,
      beta: 0.05,
    },
    TWO,
  ],
  'fewer by selection': [
    { ...settledLearner(RULES_PITTSBURGH, { reduction: 'selection', greedy: GREEDY }), ...FEW },
    {},
  ],
  'two species': [{ ...settledLearner(RULES_CCA, { greedy: GREEDY }), ...FEW }, {}],
  'two species, two logs relative to a policy, a constraint': [
    { ...settledLearner(RULES_CCA, { greedy: GREEDY }), ...FEW },
    TWO,
  ],
}

describe.each(Object.entries(VARIANTS))('%s', (_, [learner, changes]) => {
  it('goes the same way with and without early stops', async () => {
    const early = await whole(learner, changes)
    const late = await run(learner, { ...changes, earlyStop: false })
    expect(withoutSimulations(early.steps)).toEqual(withoutSimulations(late.steps))
    expect(withoutSimulations(early.steps)).toHaveLength(6)
    expect(strategyIn(early).policy).toBe(strategyIn(late).policy)
  })

  it('delivers a base that can be read and simulated, with the score that it says', async () => {
    const { policy, base, evidence } = strategyIn(await whole(learner, changes))
    expect(simulatedPolicy(policy)).toMatchObject({ base })
    expect(evidence.evaluations).toBe(3 + 5 * 21)
    expect(evidence.settings).toMatchObject({ learner: learner.learner, generations: 5, greedy: GREEDY })
    if (changes === TWO) return
    const stage = stageOf({ ...REQUEST.logs[0].scenario, window: [0, 160] }, demo)
    expect(compileObjective(OBJECTIVE).measure(stage.run(simulatedPolicy(policy)), null)).toBe(evidence.score)
  })
})

it('tells of a base once, in the generation that it is of', async () => {
  const [learner, changes] = VARIANTS['ten rules']
  const { steps } = await whole(learner, changes)
  const told = steps.flatMap((step) => {
    const { best } = step as { best?: string }
    return best === undefined ? [] : [best]
  })
  expect(told.length).toBeGreaterThan(1)
  expect(told[told.length - 1]).toBe(strategyIn(await whole(learner, changes)).policy)
  expect(new Set(told).size).toBe(told.length)
})

it('delivers a base with few rules though a larger one has a better score, where β says so', async () => {
  const driven = await run(
    { ...settledLearner(RULES_PITTSBURGH, { reduction: 'fitness', greedy: GREEDY }), ...FEW, beta: 1e7 },
    { logs: [logOf('long', long)] },
  )
  const { base, evidence } = strategyIn(driven)
  const scores = driven.steps.flatMap((step) => {
    const { scores: batches = [] } = step as { scores?: { scores: (number | null)[] }[] }
    return batches.flatMap((batch) => batch.scores.filter((score) => score !== null))
  })
  expect(base).toMatchObject({ kind: 'fuzzy', rules: { length: 1 } })
  expect(scores).toContain(evidence.score)
  expect(Math.min(...scores)).toBeLessThan(evidence.score)
})
