/** A front for a preference: its axes, how the search is drawn towards its regions, what it says of the points; and constraints. */
import { describe, expect, it } from 'vitest'
import { readFront } from '../../../src/front/index.js'
import { FRONT } from '../../../src/front/investigation.js'
import { judgeOf, measuredIn, toldScores } from '../../../src/front/judge.js'
import { type FrontRequest, prepareFront } from '../../../src/front/prepare.js'
import { USUAL_LARGE_JOBS } from '../../../src/front/settings.js'
import { frontJson, frontSpecOf } from '../../../src/front/spec.js'
import {
  type Preference,
  preferenceObjective,
  preferenceText,
  readPreference,
  USUAL_REGION_SETTINGS,
} from '../../../src/preference/index.js'
import { datasetOf } from '../../../src/trace/dataset.js'
import { groupTrace } from '../../../src/trace/groups.js'
import { demoTrace } from '../../../src/workload/demo.js'
import { failureOf } from '../../support/failures.js'
import { drive } from '../../support/investigate.js'
import { scenarioOn } from '../../support/scenarios.js'

const { trace } = groupTrace(demoTrace({ jobs: 150 }), { by: 'share', thresholds: [0.1] })
const dataset = datasetOf(trace)
const datasets = new Map([[dataset.digest, dataset]])
const OBJECTIVES = ['AWRT1', 'AWRT2', 'UTIL']
const REQUEST: FrontRequest = {
  name: 'demo',
  scenario: scenarioOn(dataset),
  objectives: OBJECTIVES,
  plan: 'own',
  evaluations: 240,
  large: USUAL_LARGE_JOBS,
  seed: 1,
  compare: [],
  version: '1.2.3',
}
const driven = async (changes: Partial<FrontRequest>, reopen?: (batch: number) => boolean) => {
  const { artefacts } = await drive(
    FRONT,
    frontJson(prepareFront({ ...REQUEST, ...changes }, dataset)),
    datasets,
    reopen,
  )
  const textOf = (name: string) => String(artefacts.find((artefact) => artefact.name === name)?.content)
  return { artefacts, textOf, front: readFront(textOf('front.json'), 'front.json') }
}

const plain = await driven({})
const points = plain.front.points.map(({ values }) => values)
/** What a part of the points has at most. */
const share = (axis: number, part: number) =>
  points.map((row) => row[axis]).sort((a, b) => a - b)[Math.floor(part * (points.length - 1))]
const [right, top] = [share(0, 0.5), share(1, 0.65)]
const PREFERENCE: Preference = {
  name: 'the middle',
  objective: null,
  subjectTo: [],
  regions: [
    {
      name: 'both',
      panel: ['AWRT1', 'AWRT2'],
      vertices: [
        [0, 0],
        [right, 0],
        [right, top],
        [0, top],
      ],
    },
  ],
  front: { name: 'demo', digest: dataset.digest, objectives: OBJECTIVES, points },
  settings: USUAL_REGION_SETTINGS,
}
const label = preferenceText(PREFERENCE)
const PREFERRED = { prefers: label, preferences: [PREFERENCE] }
const objective = preferenceObjective(PREFERENCE)
const valuesOf = (row: readonly number[]) => Object.fromEntries(OBJECTIVES.map((name, k) => [name, row[k]]))

describe('a front for regions', () => {
  it('has what they say of every point and policy, in all of its files', async () => {
    const { artefacts, front, textOf } = await driven(PREFERRED)
    expect(artefacts.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['preference.json', 'regions.svg']),
    )
    expect(readPreference(textOf('preference.json'), 'preference.json')).toEqual(PREFERENCE)
    const document = JSON.parse(textOf('front.json'))
    expect(document.preference.name).toBe('the middle')
    for (const part of ['points', 'policies']) {
      for (const { values, judgement } of document[part]) {
        expect(judgement).toEqual(objective.judge(valuesOf(values)))
      }
    }
    const [head, first] = textOf('front.csv').split('\n')
    expect(head).toContain('UTIL,region,b,a,f,made by')
    const judged = objective.judge(valuesOf(front.points[0].values))
    expect(first).toContain(`,${judged?.priority},${judged?.beyond},${judged?.fromFront},${judged?.value},`)
    const inside = front.points.filter(({ values }) => objective.judge(valuesOf(values))?.priority === 1)
    expect(textOf('summary.txt')).toMatch(
      new RegExp(
        `What the middle says of it[\\s\\S]*- ${inside.length} schedules? of ${front.points.length} of the front lies? in region 1`,
      ),
    )
  })

  it('finds more of region 1 than one that does not know of it', async () => {
    const seeds = [1, 2, 3]
    const counts = async (changes: Partial<FrontRequest>) => {
      let count = 0
      for (const seed of seeds) {
        const { front } = await driven({ ...changes, seed })
        count += front.points.filter(({ values }) => objective.judge(valuesOf(values))?.priority === 1).length
      }
      return count
    }
    expect(await counts(PREFERRED)).toBeGreaterThan(1.2 * (await counts({})))
  })

  it('goes the same way when it is interrupted after every batch', async () => {
    const asked = { ...PREFERRED, constraints: [`${label} <= 3`, 'UTIL >= 1%'] }
    expect((await driven(asked, () => true)).artefacts).toEqual((await driven(asked)).artefacts)
  })

  it('says so where they were drawn on other jobs', async () => {
    const elsewhere = { ...PREFERENCE, front: { ...PREFERENCE.front!, name: 'else', digest: 'e' } }
    const asked = { prefers: preferenceText(elsewhere), preferences: [elsewhere], evaluations: 30 }
    const { textOf } = await driven(asked)
    expect(textOf('summary.txt').replace(/\s+/g, ' ')).toContain('drawn on a front of else: on other jobs')
  })

  it('of the published plan is judged, and drawn nowhere', async () => {
    const { front, textOf } = await driven({ ...PREFERRED, plan: 'published', evaluations: 1300 })
    expect(JSON.parse(textOf('front.json')).sources.map(({ name }: { name: string }) => name)).not.toContain(
      'linear orders, θ-DEA, towards the regions',
    )
    expect(textOf('summary.txt')).toContain('of the front')
    // Of sequences that were evolved nothing says how they were made, and the file is read all the same.
    expect(front.points.some(({ madeBy }) => madeBy === null)).toBe(true)
  }, 60_000)
})

describe('a front for a formula', () => {
  it('is over its objectives, and says what is best by it', async () => {
    const weights: Preference = {
      ...{ ...PREFERENCE, name: 'weights', regions: [], front: null },
      objective: '2*AWRT1 + AWRT2',
    }
    const asked = { prefers: '2*AWRT1 + AWRT2', preferences: [weights], objectives: ['AWRT1', 'AWRT2'] }
    const { front, textOf, artefacts } = await driven(asked)
    const value = ([one, two]: readonly number[]) => 2 * one + two
    const best = front.points.reduce((least, each) =>
      value(each.values) < value(least.values) ? each : least,
    )
    expect(textOf('summary.txt')).toContain(`Most preferred is the schedule of evaluation ${best.evaluation}`)
    expect(artefacts.map(({ name }) => name)).not.toContain('regions.svg')
  })
})

describe('constraints of a front', () => {
  it('are kept by all of its points, those of a preference too', async () => {
    const limit = points.map(([, two]) => two).sort((a, b) => a - b)[Math.floor(points.length / 2)]
    const { front, textOf } = await driven({
      ...PREFERRED,
      constraints: [`AWRT2 <= ${limit}`, `${label} <= 3`, 'maxWait <= 2*fcfs'],
    })
    expect(front.points.length).toBeGreaterThan(1)
    for (const { values } of front.points) {
      expect(values[1]).toBeLessThanOrEqual(limit)
      expect(objective.judge(valuesOf(values))?.value).toBeLessThanOrEqual(3)
    }
    expect(JSON.parse(textOf('front.json')).constraints).toHaveLength(3)
    expect(textOf('summary.txt')).toContain('subject to')
    const spec = prepareFront({ ...REQUEST, constraints: ['maxWait <= 2*fcfs'] }, dataset)
    expect(measuredIn(spec)).toEqual([...OBJECTIVES, 'maxWait'])
    expect(frontSpecOf(frontJson(spec))).toEqual(spec)
  })

  it('that nothing keeps leave a front without points, and all of its files', async () => {
    const { bound } = JSON.parse(plain.textOf('front.json')).objectives[0]
    const asked = { ...REQUEST, ...PREFERRED, constraints: [`AWRT1 <= ${1.0001 * bound.value}`] }
    const spec = prepareFront({ ...asked, evaluations: 30 }, dataset)
    const { artefacts } = await drive(FRONT, frontJson(spec), datasets)
    const textOf = (name: string) => String(artefacts.find((artefact) => artefact.name === name)?.content)
    const { size, policies } = JSON.parse(textOf('front.json'))
    expect([size, policies.length]).toEqual([0, 5])
    expect(textOf('front.csv').trimEnd().split('\n')).toHaveLength(1)
    expect(textOf('summary.txt')).toContain('No schedule that was evaluated keeps to AWRT1 <= ')
    expect(textOf('summary.txt')).not.toMatch(/NaN|undefined|Infinity/)
  })

  it('that certainly nothing keeps are refused', () => {
    const failure = failureOf(() => prepareFront({ ...REQUEST, constraints: ['AWRT1 <= 1'] }, dataset))
    expect(failure.what).toBe('a constraint that no schedule keeps')
    expect(failure.detail).toMatchObject({ field: '--subject-to', value: 'AWRT1 <= 1' })
  })
})

describe('what a population is told', () => {
  const box = { ideal: [0, 10], reference: [1, 30] }
  const scores = Float64Array.of(0.5, 20)

  it('are the scores themselves within the first region', () => {
    expect(toldScores(scores, box, 0, 0)).toBe(scores)
  })

  it('are above all of the box outside of it, and where a constraint is broken, by how far', () => {
    expect([...toldScores(scores, box, 0.25, 0)]).toEqual([1.75, 45])
    expect([...toldScores(scores, box, 1e9, 0)]).toEqual([11.5, 240])
    expect([...toldScores(scores, box, 0, 0.5)]).toEqual([2, 50])
    expect([...toldScores(scores, box, 0, Number.POSITIVE_INFINITY)]).toEqual([11.5, 240])
  })

  it('is away from regions by pr·b, and nowhere without them', () => {
    const judge = judgeOf(prepareFront({ ...REQUEST, ...PREFERRED }, dataset))
    const deepest = preferenceObjective({
      ...PREFERENCE,
      settings: { ...USUAL_REGION_SETTINGS, planes: 'deepest' },
    })
    const ranges = [0, 1].map((axis) => share(axis, 1) - share(axis, 0))
    for (const row of points) {
      const judged = deepest.judge(valuesOf(row))
      // A rectangle that begins below all points.
      const beside = [right, top].map((most, axis) => Math.max(0, row[axis] - most) / ranges[axis])
      const away = (judged?.priority ?? 0) * (judged?.beyond ?? 0) + Math.hypot(...beside)
      expect(judge.away(row)).toBeCloseTo(away, 12)
    }
    expect(judge.away([null, 1, 1])).toBe(0)
    expect(judgeOf(prepareFront(REQUEST, dataset)).away(points[0])).toBe(0)
  })
})
