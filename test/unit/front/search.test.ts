/** How the streams of a search share its evaluations, and what it keeps. */
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../src/core/json.js'
import { Random } from '../../../src/core/random.js'
import type { SimulateResult } from '../../../src/evaluation/tasks/simulate.js'
import type { FrontJudge } from '../../../src/front/judge.js'
import { type Search, searchOf } from '../../../src/front/search.js'
import { type Candidate, listPlan, populationPlan, type StreamPlan } from '../../../src/front/stream.js'
import {
  cubeOf,
  type Genome,
  nonDominated,
  nsga2,
  realCoding,
  restoreNsga2,
} from '../../../src/optimize/index.js'

const BOX = { ideal: [0, 0, 0], reference: [1, 1, 1] }
const SIGNS = [1, 1, -1]
/** Of scores alone: nothing is preferred, and nothing has to be kept to. */
const JUDGE: FrontJudge = {
  signs: SIGNS,
  scores: (values) =>
    Float64Array.from(SIGNS, (sign, k) => sign * (values[k] ?? sign * Number.POSITIVE_INFINITY)),
  violation: () => 0,
  away: () => 0,
}

const candidate = (x: readonly number[]): Candidate => ({
  task: { kind: 'test', payload: { x }, data: [] },
  label: x[0] < 0.5 ? `at ${x[0]}` : null,
})
/** A front of which the third objective is to be large. */
const resultOf = (json: Json): SimulateResult => {
  const [a, b] = (json as unknown as { readonly x: readonly number[] }).x
  return [a, b, 0.5 + a * b - (a - b) ** 2]
}

function population(source: string, share: number, mu: number, generations: number | null): StreamPlan {
  const coding = realCoding({ box: cubeOf(2, 0, 1) })
  const settings = { coding, objectives: 3, mu, lambda: mu }
  return populationPlan<Float64Array>({
    source,
    share,
    begin: () => nsga2(settings, source),
    restore: (state) => restoreNsga2(state, () => coding),
    express: (genome) => candidate([...genome]),
    generations,
  })
}

const PLAN: readonly StreamPlan[] = [
  listPlan(
    'list',
    Array.from({ length: 90 }, (_, k) => [k / 90, 1 - k / 90]),
    candidate,
  ),
  population('large', 400, 20, 20),
  population('small', 100, 10, 10),
  population('small', 100, 10, 10),
]

const begin = (state: Json | null = null): Search => searchOf(PLAN, JUDGE, BOX, 1, state)
const step = (search: Search): readonly string[] | null => {
  const batch = search.next()
  if (batch === null) return null
  search.take(batch.tasks.map(({ payload }) => resultOf(payload)))
  return batch.sources
}

describe('a search', () => {
  it('evaluates everything of its plan, each stream in step with the others', () => {
    const search = begin()
    const counts = new Map<string, number>()
    for (let batch = search.next(); batch !== null; batch = search.next()) {
      expect(batch).toEqual(search.next())
      search.take(batch.tasks.map(({ payload }) => resultOf(payload)))
      const { source, sources } = search.found()
      for (const name of sources) counts.set(name, source.filter((k) => sources[k] === name).length)
      const parts = [
        (counts.get('list') ?? 0) / 90,
        (counts.get('large') ?? 0) / 400,
        (counts.get('small') ?? 0) / 200,
      ]
      // One batch of a list is two thirds of it.
      expect(Math.max(...parts) - Math.min(...parts)).toBeLessThan(0.75)
    }
    expect(Object.fromEntries(counts)).toEqual({ list: 90, large: 400, small: 200 })
    expect(search.evaluations).toBe(690)
  })

  it('fills batches from several streams', () => {
    const search = begin()
    expect(search.next()?.tasks.length).toBeGreaterThanOrEqual(100)
    expect(search.next()?.sources).toEqual(['list', 'large', 'small'])
  })

  it('keeps what nothing else beats, with what gives it', () => {
    const search = begin()
    while (step(search) !== null) {}
    const { scores, front, labels } = search.found()
    expect([...front]).toEqual([...nonDominatedOnce(scores)])
    expect(search.size).toBe(front.length)
    for (const [k, number] of front.entries()) {
      const x = scores[number * 3]
      expect(labels[k]).toBe(x < 0.5 ? `at ${x}` : null)
    }
    expect(search.share().value).toBeGreaterThan(0)
  })

  it('goes on from a snapshot as if it had not been interrupted', () => {
    const whole = begin()
    while (step(whole) !== null) {}
    let search = begin()
    while (step(search) !== null) search = begin(JSON.parse(JSON.stringify(search.snapshot())))
    expect(search.found()).toEqual(whole.found())
    expect(search.share()).toEqual(whole.share())
    expect(search.snapshot()).toEqual(whole.snapshot())
  })

  it('leaves out what has no value', () => {
    const search = searchOf(
      [
        listPlan(
          'list',
          [
            [0.1, 0.2],
            [0.3, 0.1],
          ],
          candidate,
        ),
      ],
      JUDGE,
      BOX,
      1,
      null,
    )
    search.take([
      [0.1, null, 0.5],
      [0.3, 0.1, 0.4],
    ])
    expect(search.found().front).toEqual([1])
    expect(search.evaluations).toBe(2)
  })

  it('tells a population whose starts die that they are the worst, without evaluating them', () => {
    const coding = realCoding({ box: cubeOf(2, 0, 1), starts: [Float64Array.of(0.25, 0.25)] })
    const settings = { coding, objectives: 3, mu: 4, lambda: 6 }
    const seen: Genome[] = []
    const plan = populationPlan<Float64Array>({
      source: 'children',
      share: 12,
      begin: () => nsga2(settings, 1),
      restore: (state) => restoreNsga2(state, () => coding),
      express: (genome) => {
        seen.push(genome)
        return candidate([...genome])
      },
      generations: 2,
      startsDie: true,
    })
    const stream = plan.open(null)
    expect(stream.ask()).toHaveLength(6)
    expect(seen.slice(0, 6).every((genome) => genome[0] !== 0.25 || genome[1] !== 0.25)).toBe(true)
    const random = new Random(1)
    stream.tell(Float64Array.from({ length: 18 }, () => random.uniform()))
    const { optimizer } = stream.snapshot() as unknown as { optimizer: { scores: number[] } }
    // Of the starts none is left: whatever is said of them, it is not one of these.
    expect(optimizer.scores.every((score) => score > 0 && score < 1)).toBe(true)
    stream.tell(Float64Array.from({ length: 18 }, () => random.uniform()))
    expect(stream.finished).toBe(true)
    expect(stream.evaluated).toBe(12)
  })
})

/** Of equal points the first. */
function nonDominatedOnce(scores: Float64Array): readonly number[] {
  const rows = new Set<string>()
  return [...nonDominated(scores, 3)].filter((number) => {
    const row = scores.subarray(number * 3, number * 3 + 3).join()
    if (rows.has(row)) return false
    rows.add(row)
    return true
  })
}
