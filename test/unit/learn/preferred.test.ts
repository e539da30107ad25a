/** Learning, measuring and studying by a preference: what tasks are asked, and that it is the objective that it says it is. */
import { describe, expect, it } from 'vitest'
import { inlineEvaluator } from '../../../src/evaluation/inline-evaluator.js'
import { costOf, measuredBy } from '../../../src/evaluation/searches/costs.js'
import { finalRows } from '../../../src/evaluation/searches/final-measurement.js'
import { measuredObjectives, objectivesBy } from '../../../src/evaluation/searches/preferred.js'
import { simulateTask } from '../../../src/evaluation/tasks/simulate.js'
import { LEARN } from '../../../src/learn/investigation.js'
import { prepareLearning } from '../../../src/learn/prepare.js'
import { learnJson, learnSpecOf } from '../../../src/learn/spec.js'
import type { Evaluator } from '../../../src/optimize/evaluator.js'
import {
  objectiveOf,
  type Preference,
  preferenceDigest,
  preferenceObjective,
  preferenceText,
  readPreference,
  USUAL_REGION_SETTINGS,
} from '../../../src/preference/index.js'
import { preferredSections } from '../../../src/report/pages/found-preferred.js'
import { compileObjective, isLabelAlone } from '../../../src/sim/objectives/index.js'
import { compositeInfo } from '../../../src/sim/objectives/info.js'
import { readStrategy } from '../../../src/strategy/index.js'
import { datasetOf, groupTrace } from '../../../src/trace/index.js'
import { demoTrace } from '../../../src/workload/demo.js'
import { failureOf } from '../../support/failures.js'
import { drive } from '../../support/investigate.js'
import { scenarioOn } from '../../support/scenarios.js'

const SHARES = { by: 'share', thresholds: [0.08, 0.02, 0.01, 0.001] } as const
const dataset = datasetOf(groupTrace(demoTrace({ jobs: 300 }), SHARES).trace, [])
const datasets = new Map([[dataset.digest, dataset]])
const scenario = scenarioOn(dataset)
const OBJECTIVES = ['AWRT1', 'AWRT2', 'AWRT']
const POLICIES = ['fcfs', 'easy', 'cons', 'fcfs:group', 'easy:group', 'easy:saf', 'easy:lxf', 'list:saf']
const measured = async (policies: readonly string[], names: readonly string[]) =>
  (await inlineEvaluator(datasets).evaluate(
    policies.map((policy) => simulateTask(scenario, policy, names)),
  )) as readonly (readonly number[])[]
const points = await measured(POLICIES, OBJECTIVES)
const least = [0, 1].map((axis) => Math.min(...points.map((row) => row[axis])))
const best = points.find((row) => row[0] === least[0]) ?? points[0]
const side = (value: number, by: number) => value + by * 0.02 * value
const corners = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const
const PREFERENCE: Preference = {
  name: 'group 1: at once',
  objective: null,
  subjectTo: [],
  regions: [
    {
      name: 'best',
      panel: ['AWRT1', 'AWRT2'],
      vertices: corners.map(([x, y]) => [side(best[0], x), side(best[1], y)] as const),
    },
  ],
  front: { name: 'demo', digest: dataset.digest, objectives: OBJECTIVES, points },
  settings: USUAL_REGION_SETTINGS,
}
const label = preferenceText(PREFERENCE)
const specOf = (constraints: readonly string[] = []) =>
  prepareLearning(
    {
      ...{
        objective: label,
        preferences: [PREFERENCE],
        constraints,
        relativeTo: null,
        windows: null,
        under: [],
      },
      logs: [{ name: 'demo', jobs: 300, train: 300, scenario }],
      ...{ tests: [], combine: 'mean', earlyStop: true, seed: 1, compare: ['easy', 'fcfs:group'] },
      learner: { learner: 'greedy-own', algorithms: ['head', 'easy'], evaluations: 24 },
    },
    datasets,
  )

describe('a preference as an objective', () => {
  it('is known by its name and digest, by which nothing can be measured', () => {
    expect(label).toBe(`group 1- at once [${preferenceDigest(PREFERENCE).slice(0, 8)}]`)
    const alone = compileObjective(label)
    expect(isLabelAlone(alone)).toBe(true)
    expect(compositeInfo(alone)).toMatchObject({ name: label, unit: '1', sense: 'min' })
    const schedule = { jobs: dataset.jobs, processors: 128, start: dataset.jobs.submit }
    expect(failureOf(() => alone.measure(schedule, null))).toMatchObject({ kind: 'objective-undefined' })
  })

  it('measures what the document judges, and asks tasks for plain objectives alone', async () => {
    const objective = objectiveOf(PREFERENCE)
    expect(objective.parts.map(({ name }) => name)).toEqual(OBJECTIVES)
    expect(measuredBy(objective)).toEqual(OBJECTIVES)
    const judge = preferenceObjective(PREFERENCE)
    const found = await measured(POLICIES, measuredBy(objective))
    const costs = found.map((row) => costOf(objective, row))
    expect(costs).toEqual(
      found.map(([AWRT1, AWRT2, AWRT]) => judge.judge({ AWRT1, AWRT2, AWRT })?.value ?? null),
    )
    expect(costs[POLICIES.indexOf('fcfs')]).toBeGreaterThan(Math.min(...costs.map(Number)))
    expect(costOf(objective, [1, null, 2])).toBeNull()
  })

  it('without regions is its formula', () => {
    const plain = { ...PREFERENCE, regions: [], front: null, objective: '10*AWRT1 + 4*AWRT2' }
    expect(preferenceText(plain)).toBe('10*AWRT1 + 4*AWRT2')
    expect(objectiveOf(plain)).toMatchObject({ text: '10*AWRT1 + 4*AWRT2', rises: true })
  })

  it('stands among columns in its place', async () => {
    const read = objectivesBy([PREFERENCE])
    const columns = ['AWRT2', label, 'UTIL', 'AWRT1'].map(read)
    const { names, values } = measuredObjectives(columns)
    expect(names).toEqual(['AWRT2', 'UTIL', 'AWRT1', 'AWRT'])
    const [row] = await measured(['easy'], names)
    const f = preferenceObjective(PREFERENCE).judge({ AWRT1: row[2], AWRT2: row[0], AWRT: row[3] })
    expect(values(row)).toEqual([row[0], f?.value, row[1], row[2]])
    const part = { log: 'demo', part: 'train', scenario } as const
    expect(finalRows([part], ['easy'], [row], values)[0].values).toEqual(values(row))
  })
})

describe('learning for a preference', () => {
  const spec = specOf([`${label} <= 3`, 'maxWait <= 5*easy'])
  const asked: string[] = []
  const watched = (inner: Evaluator): Evaluator => ({
    ...inner,
    evaluate: (tasks, options) => {
      for (const { payload } of tasks)
        asked.push(...(payload as { objectives: readonly string[] }).objectives)
      return inner.evaluate(tasks, options)
    },
  })
  const run = drive(LEARN, learnJson(spec), datasets, () => false, watched(inlineEvaluator(datasets)))

  it('takes the preference along, and says at the end where it has come', async () => {
    expect(learnSpecOf(learnJson(spec)).preferences).toEqual([PREFERENCE])
    const { artefacts } = await run
    expect(asked.every((name) => !name.includes('['))).toBe(true)
    const textOf = (name: string) => String(artefacts.find((each) => each.name === name)?.content)
    const { evidence } = readStrategy(textOf('strategy.json'), 'strategy.json')
    expect(evidence).toMatchObject({
      objective: label,
      constraints: [`${label} <= 3`, 'maxWait <= 5*easy'],
      settings: { preference: preferenceDigest(PREFERENCE) },
    })
    expect(readPreference(textOf('preference.json'), 'preference.json')).toEqual(PREFERENCE)
    const [found] = evidence?.measured ?? []
    const judged = preferenceObjective(PREFERENCE).judge(found.objectives)
    expect(found.objectives[label]).toBe(judged?.value)
    expect(evidence?.score).toBe(judged?.value)
    const lines = textOf('summary.txt').split('\n').filter(Boolean)
    expect(lines[1]).toContain(`What ${PREFERENCE.name} says of it`)
    expect(textOf('summary.txt')).toContain('found ends inside region 1 (best)')
    expect(textOf('bisectors.svg')).toContain('easy')
    expect(textOf('summary.txt')).not.toContain('drawn on a front of demo')
  })

  it('says where a part of the log is learnt from that the regions are those of another', () => {
    const [trace] = specOf().logs
    const measured = [{ trace: 'demo', part: 'train', policy: 'easy', objectives: {} }] as const
    const saidOf = (train: number): string => {
      const traces = [{ name: 'demo', digest: dataset.digest, machine: 128, train, jobs: trace.jobs }]
      return JSON.stringify(preferredSections(PREFERENCE, { measured, traces }, new Map()))
    }
    expect(saidOf(200)).toContain('drawn on a front of demo: on other jobs')
    expect(saidOf(trace.jobs)).not.toContain('drawn on a front of demo')
  })

  it('ends at the same bytes however often it is left and opened again', async () => {
    const [whole, torn] = [await run, await drive(LEARN, learnJson(spec), datasets, () => true)]
    expect(torn.artefacts).toEqual(whole.artefacts)
  })
})
