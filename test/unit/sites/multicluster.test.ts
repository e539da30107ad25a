/** Searches over clusters: the genetic algorithm keeps an optimiser's promises, ours beats it, plans are plain data. */
import { expect, it } from 'vitest'
import { Random } from '../../../src/core/random.js'
import { settled } from '../../../src/core/settings/index.js'
import { taskRunner } from '../../../src/evaluation/tasks/index.js'
import {
  multiclusterPlan,
  multiclusterTask,
  type Packet,
} from '../../../src/evaluation/tasks/multicluster.js'
import {
  AT_FIRST,
  type ClusterAlgorithm,
  chromosomeEvaluator,
  chromosomeOf,
  clusterSystem,
  fitness,
  genomeOf,
  genomeSource,
  HEURISTICS,
  listScheduler,
  type ParallelJobs,
  PLAN_SETTINGS,
  packetGenetic,
  passedUntil,
  restorePacketGenetic,
  runHeuristic,
} from '../../../src/sites/index.js'
import { failureOf } from '../../support/failures.js'

const CLUSTERS = {
  clusters: [[[1000, 6]], [[1500, 6]], [[2000, 4] as const, [1200, 2] as const]],
  links: [300, 200, 400],
} as const
const SYSTEM = clusterSystem(CLUSTERS.clusters, CLUSTERS.links)
const COUNT = 12

function someJobs(seed: number, spread = 0): ParallelJobs {
  const random = new Random(seed)
  const column = (draw: () => number) => Float64Array.from({ length: COUNT }, draw)
  return {
    tasks: Int32Array.from({ length: COUNT }, () => 1 + random.int(10)),
    base: column(() => 10 + random.int(500)),
    sigma: column(() => 0.7 + 0.3 * random.uniform()),
    bandwidth: column(() => 5 + 45 * random.uniform()),
    submit: column(() => random.int(spread + 1)).sort(),
  }
}

const SETTINGS = { ...settled(PLAN_SETTINGS, {}), population: 20, generations: 25, patience: 60 }
const evaluator = chromosomeEvaluator(SYSTEM, someJobs(1))
const source = genomeSource(SYSTEM, someJobs(1), evaluator.shape, AT_FIRST)

function tellScores(search: ReturnType<typeof packetGenetic>) {
  const batch = search.ask()
  const scores = batch.flatMap((genome) => {
    const measured = evaluator.evaluate(genome)
    return [fitness(measured, 0.6), Number(measured.saturated)]
  })
  search.tell(Float64Array.from(scores))
  return batch
}

it('the genetic algorithm goes on from a snapshot to the same batches, and asks twice for the same', () => {
  for (const start of ['guided', 'random'] as const) {
    const search = packetGenetic({ ...SETTINGS, start }, source, 'seed')
    for (let generation = 0; generation < 6; generation++) {
      const saved = JSON.parse(JSON.stringify(search.snapshot()))
      const restored = restorePacketGenetic(saved, source)
      expect(search.ask()).toEqual(restored.ask())
      expect(search.ask()).toEqual(search.ask())
      for (const genome of tellScores(search)) {
        const { order, nodes } = chromosomeOf(evaluator.shape, genome)
        expect([...Array.from(order)].sort((a, b) => a - b)).toEqual(Array.from(order).map((_, k) => k))
        for (const own of nodes) expect(new Set(Array.from(own)).size).toBe(own.length)
      }
      expect(search.state.least).toBe(
        Math.min(search.state.least, ...search.state.scores.filter((_, k) => k % 2 === 0)),
      )
    }
  }
  const snapshot = { ...(packetGenetic(SETTINGS, source, 1).snapshot() as object), version: 9 }
  expect(failureOf(() => restorePacketGenetic(snapshot, source)).detail).toMatchObject({ field: 'version' })
  expect(failureOf(() => packetGenetic({ ...SETTINGS, population: 1 }, source, 1)).detail).toMatchObject({
    field: 'population',
  })
})

it('who overbooks a link has no children while two others do not', () => {
  const search = packetGenetic({ start: 'random', population: 4, mutation: 0 }, source, 3)
  const parent = chromosomeOf(evaluator.shape, search.ask()[2])
  search.tell(Float64Array.of(1, 1, 2, 1, 3, 0, 4, 0))
  // The worse of two has no weight, so both children are of the third with itself: its order, and all of its nodes.
  for (const child of search.ask().slice(0, 2)) {
    const { order, nodes } = chromosomeOf(evaluator.shape, child)
    expect(order).toEqual(parent.order)
    expect(nodes).toEqual(parent.nodes)
  }
})

it('a schedule by priority is that of its chromosome', () => {
  for (let seed = 0; seed < 40; seed++) {
    const jobs = someJobs(seed)
    const before = chromosomeEvaluator(SYSTEM, someJobs(seed + 100))
    const first = genomeSource(SYSTEM, someJobs(seed + 100), before.shape, AT_FIRST)
    const { state } = before.after(first.fresh('guided', new Random(seed)))
    const scheduler = listScheduler(SYSTEM, jobs, state)
    const priority = new Random(seed).shuffle(Int32Array.from({ length: scheduler.items }, (_, k) => k))
    const measured = scheduler.evaluate(priority)
    const own = chromosomeEvaluator(SYSTEM, jobs, { state })
    const same = own.evaluate(genomeOf(own.shape, scheduler.chromosome(priority)))
    expect(same.makespan).toBeCloseTo(measured.makespan, 6)
    expect(same.flowtime).toBeCloseTo(measured.flowtime, 5)
    expect(same.saturated).toBe(measured.saturated)
  }
})

function packet(algorithm: ClusterAlgorithm, jobs = someJobs(7), change: Partial<Packet> = {}): Packet {
  const places = Array.from(jobs.tasks.keys())
  return {
    ...{ system: CLUSTERS, jobs, places, waiting: 0, state: AT_FIRST },
    ...{ algorithm, settings: SETTINGS, seed: 'a' },
    ...change,
  }
}

const run = taskRunner(() => {
  throw new Error('no data is needed')
})

it('a plan is what its chromosome comes to, and ours beats the genetic algorithm in both measures', () => {
  const plans = (['hill', 'ga-mf', 'ga-ma', 'own'] as const).map((algorithm) => {
    const plan = multiclusterPlan(run(multiclusterTask(packet(algorithm))))
    const own = chromosomeEvaluator(SYSTEM, someJobs(7))
    const measured = own.evaluate(genomeOf(own.shape, plan))
    expect(plan).toMatchObject(measured)
    expect(plan.end).toEqual(Array.from(own.end))
    expect(plan.gains.length).toBeGreaterThan(0)
    if (algorithm !== 'hill') expect(plan.evaluations).toBe(SETTINGS.population * SETTINGS.generations)
    const { state, ended } = passedUntil(SYSTEM, plan.state)
    expect(state.makespan).toBeCloseTo(plan.makespan, 6)
    expect(state.flowtime).toBeCloseTo(plan.flowtime, 5)
    expect(ended.length + plan.ended.length).toBe(COUNT)
    return plan
  })
  const [, flow, , own] = plans
  expect(own.makespan).toBeLessThan(flow.makespan)
  expect(own.flowtime).toBeLessThan(flow.flowtime)
  for (const [k, [makespan, flowtime]] of own.front.entries()) {
    if (k > 0) expect(makespan).toBeGreaterThan(own.front[k - 1][0])
    if (k > 0) expect(flowtime).toBeLessThan(own.front[k - 1][1])
  }
  const third = multiclusterPlan(
    run(multiclusterTask(packet('own', someJobs(7), { settings: { ...SETTINGS, method: 'nsga3' } }))),
  )
  expect(third.evaluations).toBe(own.evaluations)
  expect(third.front).not.toEqual(own.front)
})

it('a front has no two points that rounding alone tells apart', () => {
  // The long job ends last whatever the order, after as many roundings as other jobs end meanwhile.
  const jobs: ParallelJobs = {
    tasks: Int32Array.from({ length: COUNT }, (_, job) => (job === 0 ? 1 : 2 + (job % 3))),
    base: Float64Array.from({ length: COUNT }, (_, job) => (job === 0 ? 240_379 : 100 + 977 * job)),
    sigma: Float64Array.from({ length: COUNT }, (_, job) => 0.7 + 0.013 * job),
    bandwidth: new Float64Array(COUNT).fill(0.1),
  }
  const { front } = multiclusterPlan(run(multiclusterTask(packet('own', jobs))))
  expect(front.length).toBeGreaterThan(0)
  for (let k = 1; k < front.length; k++) {
    expect(front[k][0]).toBeGreaterThan(front[k - 1][0] + 1e-6)
    expect(front[k][1]).toBeLessThan(front[k - 1][1] - 1e-6)
  }
})

it.each(HEURISTICS)('%s takes jobs as they arrive, and those that run before them', (heuristic) => {
  const jobs = someJobs(9, 2000)
  const found = runHeuristic(SYSTEM, jobs, heuristic)
  for (let job = 0; job < COUNT; job++) {
    expect(found.start[job]).toBeGreaterThanOrEqual(jobs.submit?.[job] ?? 0)
  }
  const flow = Array.from(found.end).reduce((sum, end, job) => sum + end - (jobs.submit?.[job] ?? 0), 0)
  expect(found.flowtime).toBeCloseTo(flow, 6)
  // A running job keeps its nodes: whoever needs them all has to wait for it.
  const state = {
    ...AT_FIRST,
    running: [{ job: 0, nodes: [0, 1], left: 5000, sigma: 1, bandwidth: 0, submit: 0 }],
  }
  const wide: ParallelJobs = {
    tasks: Int32Array.of(SYSTEM.power.length),
    ...{ base: Float64Array.of(10), sigma: Float64Array.of(1), bandwidth: Float64Array.of(0) },
  }
  const later = runHeuristic(SYSTEM, wide, heuristic, state)
  expect(later.start[0]).toBe(10_000)
  expect(later.flowtime).toBe(10_000 + later.end[0])
})

it('clusters have a million nodes at most', () => {
  const failure = failureOf(() => clusterSystem([[[1, 999_999]], [[1, 2]]], [1, 1]))
  expect(failure.detail).toMatchObject({
    field: 'clusters[1][0][1]',
    expected: 'at most 1000000 nodes in all',
  })
})
