/** `front`, driven in memory: plans, interruptions, and what it leaves. */
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../src/core/json.js'
import { inlineEvaluator } from '../../../src/evaluation/inline-evaluator.js'
import { simulatedPolicy } from '../../../src/evaluation/scenarios/plain-policy.js'
import { stageOf } from '../../../src/evaluation/scenarios/scenario.js'
import { FRONT } from '../../../src/front/investigation.js'
import { PLANS } from '../../../src/front/plans/index.js'
import { sequenceRows } from '../../../src/front/plans/published.js'
import { prepareFront } from '../../../src/front/prepare.js'
import { USUAL_LARGE_JOBS } from '../../../src/front/settings.js'
import { type FrontSpec, frontJson } from '../../../src/front/spec.js'
import { dominates } from '../../../src/optimize/index.js'
import { measure } from '../../../src/sim/objectives/index.js'
import { DEFAULT_SEMANTICS } from '../../../src/sim/semantics.js'
import { datasetOf } from '../../../src/trace/dataset.js'
import { groupTrace } from '../../../src/trace/groups.js'
import { demoTrace } from '../../../src/workload/demo.js'
import { failureOf } from '../../support/failures.js'
import { drive } from '../../support/investigate.js'
import { scenarioOn } from '../../support/scenarios.js'

const { trace } = groupTrace(demoTrace({ jobs: 120 }), { by: 'share', thresholds: [0.1] })
const dataset = datasetOf(trace)
const datasets = new Map([[dataset.digest, dataset]])
const groups = [1, 2]
const SPEC: Omit<FrontSpec, 'constraints'> = {
  name: 'demo',
  scenario: scenarioOn(dataset),
  groups,
  groupJobs: groups.map((group) => trace.jobs.group.filter((each) => each === group).length),
  objectives: ['AWRT', 'AWRT1', 'AWRT2', 'UTIL'],
  beside: [],
  plan: 'own',
  evaluations: 150,
  large: USUAL_LARGE_JOBS,
  seed: 1,
  compare: [{ name: 'mine', policy: 'easy:saf' }],
  version: '1.2.3',
}
const run = (changes: Partial<FrontSpec>, reopen?: (batch: number) => boolean) =>
  drive(FRONT, frontJson({ ...SPEC, ...changes }), datasets, reopen)
const { jobs } = stageOf(SPEC.scenario, dataset)

interface FrontDocument {
  readonly evaluations: number
  readonly size: number
  readonly objectives: readonly { readonly name: string; readonly bound: { readonly value: number } | null }[]
  readonly hypervolume: { readonly value: number; readonly error: number }
  readonly sources: readonly {
    readonly name: string
    readonly evaluated: number
    readonly kept: number
    readonly alone: number
  }[]
  readonly policies: readonly {
    readonly policy: string
    readonly values: readonly number[]
    readonly beside: readonly number[]
  }[]
  readonly points: readonly {
    readonly source: number
    readonly values: readonly number[]
    readonly madeBy: string | null
  }[]
}
const textOf = ({ artefacts }: Awaited<ReturnType<typeof run>>, name: string): string =>
  String(artefacts.find((artefact) => artefact.name === name)?.content)
const documentOf = (driven: Awaited<ReturnType<typeof run>>): FrontDocument =>
  JSON.parse(textOf(driven, 'front.json'))

describe.each<[string, Partial<FrontSpec>, readonly string[]]>([
  ['own', {}, ['plane']],
  ['published', { plan: 'published', evaluations: 1300 }, ['plane', 'alone']],
])('the plan %s', (_, changes, pictures) => {
  it('goes the same way when it is interrupted after every batch', async () => {
    const whole = await run(changes)
    expect(await run(changes, () => true)).toEqual(whole)
  }, 60_000)

  it('leaves a front that nothing in it or in the policies is missing from', async () => {
    const driven = await run(changes)
    const front = documentOf(driven)
    expect(driven.artefacts.map(({ name }) => name)).toEqual([
      'front.csv',
      'front.json',
      'front.html',
      'pairs.svg',
      ...['AWRT-AWRT1', 'AWRT1-AWRT2', 'AWRT-UTIL'].flatMap((pair) =>
        pictures.map((picture) => `${picture}-${pair}.svg`),
      ),
      'summary.txt',
    ])
    expect(front.points).toHaveLength(front.size)
    expect(front.sources.reduce((sum, { kept }) => sum + kept, 0)).toBe(front.size)
    expect(front.sources.reduce((sum, { evaluated }) => sum + evaluated, 0)).toBe(front.evaluations)
    for (const [place, { kept, alone, evaluated }] of front.sources.entries()) {
      expect(alone).toBeGreaterThanOrEqual(kept)
      expect(alone).toBeLessThanOrEqual(evaluated)
      expect(kept).toBe(front.points.filter(({ source }) => source === place).length)
    }
    const rows = Float64Array.from(front.points.flatMap(({ values: [a, b, c, util] }) => [a, b, c, -util]))
    for (let a = 0; a < front.size; a++) {
      for (let b = 0; b < front.size; b++) expect(dominates(rows, a, rows, b, 4)).toBe(false)
    }
    for (const { values } of front.points) {
      for (const [k, { name, bound }] of front.objectives.entries()) {
        if (bound === null) continue
        if (name === 'UTIL') expect(values[k]).toBeLessThanOrEqual(bound.value)
        else expect(values[k]).toBeGreaterThanOrEqual(bound.value)
      }
    }
    expect(front.policies.map(({ policy }) => policy)).toEqual([
      'fcfs',
      'easy',
      'cons',
      'fcfs:group',
      'easy:group',
      'mine',
    ])
    expect(front.hypervolume.value).toBeGreaterThan(0)
    expect(textOf(driven, 'front.csv').trimEnd().split('\n')).toHaveLength(front.size + 1)
    expect(textOf(driven, 'summary.txt')).toContain('What is possible on demo')
  }, 60_000)

  it('says what gives its points again, where a policy does', async () => {
    const { points } = documentOf(await run(changes))
    const made = points.filter(({ madeBy }) => madeBy?.includes(':'))
    expect(made.length).toBeGreaterThan(5)
    const some = made.filter((_, k) => k % Math.ceil(made.length / 5) === 0)
    const tasks = some.map(({ madeBy }) => ({
      kind: 'simulate',
      payload: {
        scenario: (frontJson(SPEC) as { readonly scenario: Json }).scenario,
        policy: madeBy,
        objectives: SPEC.objectives,
      },
      data: [dataset.digest],
    }))
    const results = await inlineEvaluator(datasets).evaluate(tasks)
    expect(results).toEqual(some.map(({ values }) => values))
  }, 60_000)
})

describe('a search', () => {
  it('depends on its seed, and measures every front in the same box', async () => {
    const [one, same, other] = [await run({}), await run({}), await run({ seed: 2 })]
    expect(same).toEqual(one)
    const boxOf = (driven: typeof one) => {
      const { value: _, error: __, ...box } = documentOf(driven).hypervolume as Record<string, unknown>
      return box
    }
    expect(boxOf(other)).toEqual(boxOf(one))
    expect(documentOf(other).points).not.toEqual(documentOf(one).points)
  })

  it('ends where it is told to conclude, with a front of what there is', async () => {
    const evaluator = inlineEvaluator(datasets)
    const spec = frontJson({ ...SPEC, evaluations: null })
    const end = async (reopen: boolean) => {
      let investigation = FRONT.open(spec, datasets, null)
      for (let batch = 0; batch < 3; batch++) {
        investigation.take(await evaluator.evaluate(investigation.next()?.tasks ?? []))
      }
      expect(investigation.progress().note).toMatch(/^front [1-9]\d*, hypervolume 0\.\d+ ± 0\.\d+$/)
      investigation.conclude?.()
      if (reopen) {
        investigation = FRONT.open(spec, datasets, JSON.parse(JSON.stringify(investigation.snapshot())))
      }
      expect(investigation.next()).toBeNull()
      return investigation.finish()
    }
    const artefacts = await end(false)
    expect(await end(true)).toEqual(artefacts)
    const document: FrontDocument = JSON.parse(
      String(artefacts.files.find(({ name }) => name === 'front.json')?.content),
    )
    expect(document.size).toBeGreaterThan(0)
  })

  it('told to conclude before it has begun, still has one batch', async () => {
    const evaluator = inlineEvaluator(datasets)
    const investigation = FRONT.open(frontJson({ ...SPEC, evaluations: null }), datasets, null)
    investigation.conclude?.()
    let batches = 0
    for (let batch = investigation.next(); batch !== null; batch = investigation.next()) {
      investigation.take(await evaluator.evaluate(batch.tasks))
      batches++
    }
    expect(batches).toBe(2)
    expect(investigation.finish().files).toHaveLength(2)
  })
})

describe('the longest wait', () => {
  const { groups: _, groupJobs: __, beside: ___, ...request } = SPEC
  const prepared = prepareFront({ ...request, objectives: null, evaluations: 60 }, dataset)

  it('is shown of policies beside the usual objectives, which alone are searched for', async () => {
    expect([prepared.objectives, prepared.beside]).toEqual([['AWRT', 'AWRT1', 'AWRT2', 'UTIL'], ['maxWait']])
    expect(prepareFront({ ...request, objectives: ['AWRT', 'maxWait'] }, dataset).beside).toEqual([])
    const driven = await drive(FRONT, frontJson(prepared), datasets)
    const stage = stageOf(prepared.scenario, dataset)
    const measured = (policy: string) =>
      measure(stage.run(simulatedPolicy(policy)), null, ['maxWait', 'UTIL'])
    for (const [name, policy] of [
      ['easy:group', 'easy:group'],
      ['mine', 'easy:saf'],
    ]) {
      const { maxWait, UTIL } = measured(policy)
      const mark = documentOf(driven).policies.find((each) => each.policy === name)
      expect(mark?.beside).toEqual([maxWait])
      expect([mark?.values.length, mark?.values[3]]).toEqual([4, UTIL])
    }
    // Not searched for: the same front.
    const without = await drive(FRONT, frontJson({ ...prepared, beside: [] }), datasets)
    expect(textOf(without, 'front.csv')).toBe(textOf(driven, 'front.csv'))
    const shown = /^maxWait +– +– +– +– .*\nless is better, not searched for$/m
    expect(textOf(driven, 'summary.txt')).toMatch(shown)
    expect(textOf(without, 'summary.txt')).not.toContain('maxWait')
    expect(textOf(driven, 'front.html')).toContain(
      'max<wbr>Wait<span class="change">less is better, not searched for',
    )
  })

  it('is not asked of a run that was begun without it', async () => {
    const { beside: _, ...before } = frontJson(prepared) as Readonly<Record<string, Json>>
    const old = await drive(FRONT, before, datasets, () => true)
    expect(old).toEqual(await drive(FRONT, frontJson({ ...prepared, beside: [] }), datasets))
  })
})

describe('the published plan', () => {
  const published = (changes: Partial<FrontSpec>) =>
    PLANS.published({ ...SPEC, plan: 'published', ...changes }, jobs)

  it('has the rows of table 7.1 with their evaluations', () => {
    const rows = new Map<string, number[]>()
    const five = published({ groups: [1, 2, 3, 4, 5], groupJobs: [1, 1, 1, 1, 1], evaluations: null })
    for (const { source, share } of five) rows.set(source, [...(rows.get(source) ?? []), share])
    expect(Object.fromEntries(rows)).toEqual({
      'orders of groups, sequences': [541],
      'orders of groups, queue': [541],
      'sequences, NSGA, move': [6030, 6030, 6030, 6231],
      'sequences, NSGA, swap and jump': [6030, 6030, 6030, 6231],
      'sequences, NSGA-II, swap and jump': [6000, 6000, 6000, 6200],
      'sequences, NSGA-II, to the end': [6000, 6000, 6000, 6000, 6000],
      'sequences, NSGA-II, large jobs': [6000, 6000, 6000, 6000, 6000],
      'greedy criteria, NSGA-II': [5000, 5000, 5000, 5000],
    })
    expect(five.reduce((sum, { share }) => sum + share, 0)).toBe(153_924)
  })

  it('varies sequences as the rows of table 7.1 say', () => {
    const rows = sequenceRows(jobs, USUAL_LARGE_JOBS).map(({ source: _, operator, ...row }) => {
      const operators = [0, 1].map((run) => operator(run))
      return { ...row, operators: operators.map((each) => ('towards' in each ? each.towards : each.kind)) }
    })
    const [distant, near] = [4000, 1500]
    expect(rows).toEqual([
      { method: 'nsga', meanDistance: 1, recombination: 0.3, starts: 'orders', operators: ['move', 'move'] },
      {
        ...{ method: 'nsga', meanDistance: distant, recombination: 0.3, starts: 'orders' },
        operators: ['swap', 'either'],
      },
      {
        ...{ method: 'nsga2', meanDistance: distant, recombination: 0.3, starts: 'orders' },
        operators: ['swap', 'either'],
      },
      { method: 'nsga2', meanDistance: near, recombination: 0, starts: 'log', operators: ['end', 'end'] },
      { method: 'nsga2', meanDistance: near, recombination: 0, starts: 'log', operators: ['end', 'end'] },
    ])
  })

  it('moves jobs above both limits and jobs above one of them in turn, and spares a group', () => {
    const row = sequenceRows(jobs, { size: 8, estimate: 7200 })[4]
    const movable = [0, 1, 2].map((run) => {
      const operator = row.operator(run)
      if (operator.kind !== 'jump') throw new TypeError('the last row jumps')
      expect(operator.classes).toEqual(jobs.group)
      return [...(operator.movable ?? [])]
    })
    const wide = [...jobs.size].map((size) => size > 8)
    const long = [...jobs.estimate].map((estimate) => estimate > 7200)
    const both = wide.map((each, k) => (each && long[k] ? 1 : 0))
    const one = wide.map((each, k) => (each || long[k] ? 1 : 0))
    expect(movable).toEqual([both, one, both])
    expect(both).not.toEqual(one)
    expect(both).toContain(1)
  })

  it('is as many generations of everything as its budget has room for', async () => {
    const { evaluations } = documentOf(await run({ plan: 'published', evaluations: 1300 }))
    expect(evaluations).toBeLessThanOrEqual(1300)
    const each = 2 * 30 * 3 + 5 * 60 * 2 + 4 * 50
    const fixed = 2 * 3 + 2 * 30
    expect(evaluations).toBe(fixed + each)
    expect(failureOf(() => published({ evaluations: fixed + each - 1 }))).toMatchObject({
      kind: 'usage',
      detail: { field: '--evaluations', expected: `at least ${(fixed + each).toLocaleString('en')}` },
    })
  }, 60_000)

  it('refuses a pass interval, which its sequences do not know', () => {
    const scenario = { ...SPEC.scenario, rules: { ...DEFAULT_SEMANTICS, passInterval: 60 } }
    expect(failureOf(() => published({ scenario })).detail.field).toBe('--pass-interval')
  })
})
