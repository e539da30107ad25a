/** Multi-clusters by a slow simulation that follows the rules word by word, and what holds of every heuristic. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  AT_FIRST,
  type Chromosome,
  type ClusterNodes,
  checkJobs,
  chromosomeEvaluator,
  chromosomeOf,
  clusterSystem,
  fitness,
  genomeOf,
  genomeShape,
  guidedNodes,
  HEURISTICS,
  type ParallelJobs,
  runHeuristic,
} from '../../src/sites/index.js'
import { failureOf } from '../support/failures.js'

const whole = (min: number, max: number) => fc.integer({ min, max })
const job = fc.record({
  tasks: whole(1, 6),
  base: whole(1, 40),
  sigma: whole(0, 10),
  bandwidth: whole(0, 60),
})
const cases = fc
  .record({
    clusters: fc.array(
      fc.array(fc.tuple(fc.constantFrom(500, 1000, 1500), whole(1, 3)), { minLength: 1, maxLength: 2 }),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
    jobs: fc.array(job, { minLength: 1, maxLength: 12 }),
    draws: fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
    packet: whole(1, 6),
  })
  .map(({ clusters, jobs, draws, packet }) => {
    const system = clusterSystem(
      clusters as readonly ClusterNodes[],
      clusters.map((_, k) => 40 + 20 * k),
    )
    const fits = system.power.length
    const columns: ParallelJobs = {
      tasks: Int32Array.from(jobs, ({ tasks }) => Math.min(tasks, fits)),
      base: Float64Array.from(jobs, ({ base }) => base),
      sigma: Float64Array.from(jobs, ({ sigma }) => sigma / 10),
      bandwidth: Float64Array.from(jobs, ({ bandwidth }) => bandwidth),
    }
    const draw = () => Number(draws.next().value)
    const order = jobs
      .map((_, k) => ({ k, key: draw() }))
      .sort((a, b) => a.key - b.key || a.k - b.k)
      .map(({ k }) => k)
    const shape = genomeShape(columns.tasks)
    const genome = new Int32Array(shape.from[shape.count])
    genome.set(order)
    guidedNodes(system, columns)(genome, draw)
    return { system, jobs: columns, order, nodes: chromosomeOf(shape, genome).nodes, genome, packet }
  })
type Case = typeof cases extends fc.Arbitrary<infer C> ? C : never

const SEEDED = { seed: 7, numRuns: 150 }

/** C1 to C6, with plain lists and no shortcut. */
function twinOf({ system, jobs }: Case, { order, nodes }: Chromosome, packet: number) {
  const n = jobs.tasks.length
  const start = Array.from({ length: n }, () => Number.NaN)
  const end = Array.from({ length: n }, () => Number.NaN)
  const left = Array.from(jobs.base)
  const sequence = Array.from(order)
  let [now, saturated] = [0, false]
  const running = new Set<number>()
  const uses = (k: number, cluster: number) => {
    const own = Array.from(nodes[k]).filter((node) => system.cluster[node] === cluster).length
    return jobs.tasks[k] === 1 ? 0 : (own * jobs.bandwidth[k] * (jobs.tasks[k] - own)) / (jobs.tasks[k] - 1)
  }
  while (end.some(Number.isNaN)) {
    for (let again = true; again; ) {
      again = false
      for (const [place, k] of sequence.entries()) {
        if (!Number.isNaN(start[k])) continue
        const first = Math.floor(place / packet) * packet
        const open = sequence.slice(0, first).every((other) => !Number.isNaN(start[other]))
        const blocked = sequence
          .slice(0, place)
          .some(
            (other) =>
              Number.isNaN(end[other]) &&
              Array.from(nodes[other]).some((node) => Array.from(nodes[k]).includes(node)),
          )
        if (!open || blocked) continue
        start[k] = now
        running.add(k)
        again = true
      }
    }
    const factors = new Map(
      [...running].map((k) => {
        const slowest = Math.max(
          ...Array.from(nodes[k], (node) => Math.max(...system.power) / system.power[node]),
        )
        const crowded = Array.from(system.links, (link, cluster) => {
          const all = [...running].reduce((sum, other) => sum + uses(other, cluster), 0)
          if (all > link) saturated = true
          return uses(k, cluster) > 0 ? all / link : 1
        })
        return [k, jobs.sigma[k] * slowest + (1 - jobs.sigma[k]) * Math.max(1, ...crowded)] as const
      }),
    )
    const ends = [...factors].map(([k, factor]) => [k, now + left[k] * factor] as const)
    const next = Math.min(...ends.map(([, instant]) => instant))
    for (const [k, instant] of ends) {
      if (instant <= next + 1e-6) {
        end[k] = next
        running.delete(k)
      } else left[k] -= (next - now) / factors.get(k)!
    }
    now = next
  }
  return { start, end, saturated }
}

describe('chromosomes', () => {
  it('are simulated as the twin does, at once and in packets', () => {
    fc.assert(
      fc.property(cases, (given) => {
        for (const packet of [given.jobs.tasks.length, given.packet]) {
          const evaluator = chromosomeEvaluator(given.system, given.jobs, { packet })
          // Twice: nothing of an evaluation is left for the next one.
          const [first, measured] = [evaluator.evaluate(given.genome), evaluator.evaluate(given.genome)]
          expect(first).toEqual(measured)
          const twin = twinOf(given, given, packet)
          for (let k = 0; k < twin.end.length; k++) {
            expect(evaluator.start[k]).toBeCloseTo(twin.start[k], 6)
            expect(evaluator.end[k]).toBeCloseTo(twin.end[k], 6)
          }
          expect(measured.saturated).toBe(twin.saturated)
          expect(measured.makespan).toBeCloseTo(Math.max(...twin.end), 6)
          const flowtime = twin.end.reduce((sum, each) => sum + each, 0)
          expect(measured.flowtime).toBeCloseTo(flowtime, 5)
          expect(fitness(measured, 0.25)).toBeCloseTo(0.25 * Math.max(...twin.end) + 0.75 * flowtime, 5)
        }
      }),
      SEEDED,
    )
  })

  it('let in packet by packet come to the same as at once, whatever still runs', () => {
    fc.assert(
      fc.property(cases, ({ system, jobs, order, nodes, packet }) => {
        const evaluator = chromosomeEvaluator(system, jobs, { packet })
        const whole = evaluator.evaluate(genomeOf(evaluator.shape, { order, nodes }))
        let situation = AT_FIRST
        let last = whole
        for (let from = 0; from < order.length; from += packet) {
          const places = order.slice(from, from + packet)
          const part = {
            tasks: Int32Array.from(places, (job) => jobs.tasks[job]),
            base: Float64Array.from(places, (job) => jobs.base[job]),
            sigma: Float64Array.from(places, (job) => jobs.sigma[job]),
            bandwidth: Float64Array.from(places, (job) => jobs.bandwidth[job]),
          }
          const own = chromosomeEvaluator(system, part, { situation, places })
          const genome = genomeOf(own.shape, {
            order: places.map((_, k) => k),
            nodes: places.map((job) => nodes[job]),
          })
          last = own.evaluate(genome)
          for (const [k, job] of places.entries()) expect(own.start[k]).toBe(evaluator.start[job])
          situation = own.after(genome).situation
        }
        expect(last.makespan).toBe(whole.makespan)
        expect(last.flowtime).toBeCloseTo(whole.flowtime, 6)
      }),
      SEEDED,
    )
  })

  it('of guided nodes have different nodes for every task', () => {
    fc.assert(
      fc.property(cases, ({ jobs, nodes }) => {
        expect(nodes.map((own) => new Set(Array.from(own)).size)).toEqual([...jobs.tasks])
      }),
      SEEDED,
    )
  })
})

describe('heuristics', () => {
  it.each(HEURISTICS)(
    '%s gives no node twice, and its schedule is that of its nodes in the order of its starts',
    (name) => {
      fc.assert(
        fc.property(cases, (given) => {
          const found = runHeuristic(given.system, given.jobs, name)
          const { start, end, nodes, saturated, makespan } = found
          const order = [...start.keys()].sort((a, b) => start[a] - start[b] || a - b)
          for (const [place, k] of order.entries()) {
            expect(new Set(nodes[k]).size).toBe(given.jobs.tasks[k])
            for (const other of order.slice(0, place)) {
              if (nodes[other].some((node) => nodes[k].includes(node)))
                expect(start[k]).toBeGreaterThanOrEqual(end[other])
            }
          }
          expect(makespan).toBe(Math.max(...end))
          // By its order alone a job may start earlier than a queue lets it, so only the slowest start is certain.
          const evaluator = chromosomeEvaluator(given.system, given.jobs)
          const free = evaluator.evaluate(genomeOf(evaluator.shape, { order, nodes }))
          if (!saturated && !free.saturated) expect(free.flowtime).toBeLessThanOrEqual(found.flowtime + 1e-6)
          if (name !== 'metl') expect([...start]).toEqual([...start].sort((a, b) => a - b))
        }),
        SEEDED,
      )
    },
  )
})

it('systems and jobs that cannot be are refused with their place', () => {
  const field = (action: () => unknown) => failureOf(action).detail
  expect(field(() => clusterSystem([], []))).toMatchObject({ field: 'clusters' })
  expect(field(() => clusterSystem([[[1000, 2]]], [-1]))).toMatchObject({ field: 'links[0]', value: -1 })
  expect(field(() => clusterSystem([[[0, 2]]], [10]))).toMatchObject({ field: 'clusters[0][0][0]', value: 0 })
  expect(field(() => clusterSystem([[[10, 0]]], [10]))).toMatchObject({
    field: 'clusters[0][0][1]',
    value: 0,
  })
  const system = clusterSystem([[[1000, 2]]], [10])
  const jobs = (change: Partial<ParallelJobs>): ParallelJobs => ({
    ...{
      tasks: Int32Array.of(1),
      base: Float64Array.of(5),
      sigma: Float64Array.of(1),
      bandwidth: Float64Array.of(0),
    },
    ...change,
  })
  expect(field(() => checkJobs(system, jobs({ tasks: Int32Array.of(3) })))).toMatchObject({
    field: 'jobs[0].tasks',
  })
  expect(field(() => checkJobs(system, jobs({ sigma: Float64Array.of(1.5) })))).toMatchObject({
    field: 'jobs[0].sigma',
    value: 1.5,
    expected: '0 to 1',
  })
  expect(field(() => checkJobs(system, jobs({ base: Float64Array.of(0) })))).toMatchObject({
    field: 'jobs[0].base',
  })
})
