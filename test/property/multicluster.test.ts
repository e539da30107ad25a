/** Multi-clusters by a slow simulation that follows the rules word by word, and what holds of every heuristic. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/core/random.js'
import {
  AT_FIRST,
  type ClusterNodes,
  checkJobs,
  chromosomeEvaluator,
  chromosomeOf,
  climb,
  clusterSystem,
  fitness,
  genomeOf,
  genomeShape,
  guidedNodes,
  HEURISTICS,
  listScheduler,
  measureAhead,
  type ParallelJobs,
  runHeuristic,
} from '../../src/sites/index.js'
import { type GenomeShape, genomeOperators, moved } from '../../src/sites/multicluster/genome.js'
import { failureOf } from '../support/failures.js'
import { runs } from '../support/runs.js'
import { slowClusters } from '../support/twin/clusters.js'

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
    const drawn: number[] = []
    guidedNodes(system, columns)(genome, () => {
      drawn.push(draw())
      return drawn[drawn.length - 1]
    })
    return { system, jobs: columns, order, nodes: chromosomeOf(shape, genome).nodes, genome, drawn, packet }
  })

const SEEDED = { seed: 7, numRuns: runs(70, 150) }

/** To 10⁻⁶ of it, or of a second. */
function expectNear(own: ArrayLike<number>, twin: ArrayLike<number>) {
  expect(own.length).toBe(twin.length)
  for (let k = 0; k < own.length; k++) {
    expect(Math.abs(own[k] - twin[k])).toBeLessThanOrEqual(1e-6 * Math.max(1, Math.abs(twin[k])))
  }
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
          const { chromosome, fitness: weighed } = slowClusters(given.system, given.jobs)
          const twin = chromosome(given, packet)
          expectNear(evaluator.start, twin.start)
          expectNear(evaluator.end, twin.end)
          expect(measured.saturated).toBe(twin.saturated)
          expectNear(
            [measured.makespan, measured.flowtime, fitness(measured, 0.25)],
            [twin.makespan, twin.flowtime, weighed(twin, 0.25)],
          )
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
        let state = AT_FIRST
        let last = whole
        for (let from = 0; from < order.length; from += packet) {
          const places = order.slice(from, from + packet)
          const part = {
            tasks: Int32Array.from(places, (job) => jobs.tasks[job]),
            base: Float64Array.from(places, (job) => jobs.base[job]),
            sigma: Float64Array.from(places, (job) => jobs.sigma[job]),
            bandwidth: Float64Array.from(places, (job) => jobs.bandwidth[job]),
          }
          const own = chromosomeEvaluator(system, part, { state, places })
          const genome = genomeOf(own.shape, {
            order: places.map((_, k) => k),
            nodes: places.map((job) => nodes[job]),
          })
          last = own.evaluate(genome)
          for (const [k, job] of places.entries()) expect(own.start[k]).toBe(evaluator.start[job])
          state = own.after(genome).state
        }
        expect(last.makespan).toBe(whole.makespan)
        expect(last.flowtime).toBeCloseTo(whole.flowtime, 6)
      }),
      SEEDED,
    )
  })

  it('of guided nodes have those of the twin, different ones for every task', () => {
    fc.assert(
      fc.property(cases, ({ system, jobs, order, nodes, drawn }) => {
        const left = [...drawn]
        const twin = slowClusters(system, jobs).guided(order, () => left.shift() as number)
        expect(nodes.map((own) => Array.from(own).sort((a, b) => a - b))).toEqual(twin)
        expect(left).toEqual([])
        expect(nodes.map((own) => new Set(Array.from(own)).size)).toEqual([...jobs.tasks])
      }),
      SEEDED,
    )
  })
})

/** Rule C13 word by word: the pool of every draw is written down anew. */
function slowOperators({ count, from }: GenomeShape, nodes: number) {
  const all = Array.from({ length: nodes }, (_, node) => node)
  const draw = (wanted: number, pool: readonly number[], random: Random): number[] => {
    const left = [...pool]
    for (let k = 0; k < wanted; k++) {
      const other = k + random.below(left.length - k)
      ;[left[k], left[other]] = [left[other], left[k]]
    }
    return left.slice(0, wanted)
  }
  const ownOf = (genome: Int32Array, job: number) => [...genome.subarray(from[job], from[job + 1])]
  return {
    step: (genome: Int32Array, random: Random): number[] => {
      const job = random.below(count)
      const child = moved(genome, count, job, random.below(count))
      child.set(draw(from[job + 1] - from[job], all, random), from[job])
      return [...child]
    },
    cross: (a: Int32Array, b: Int32Array, random: Random): number[] => {
      const places = [...a.subarray(0, count).keys()]
      const rest = random.shuffle(places.filter((place) => a[place] !== b[place]).map((place) => a[place]))
      const order = places.map((place) => (a[place] === b[place] ? a[place] : (rest.shift() as number)))
      const nodesOf = (job: number) => {
        const both = ownOf(b, job).filter((node) => ownOf(a, job).includes(node))
        const others = all.filter((node) => !both.includes(node))
        return [...both, ...draw(from[job + 1] - from[job] - both.length, others, random)]
      }
      return [...order, ...places.flatMap(nodesOf)]
    },
  }
}

describe('variation', () => {
  it('makes the children of the rules, whatever it has made before', () => {
    const cases = fc.record({
      nodes: whole(1, 12),
      tasks: fc.array(whole(1, 12), { minLength: 1, maxLength: 6 }),
      steps: fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
      seed: whole(0, 1000),
    })
    fc.assert(
      fc.property(cases, ({ nodes, tasks, steps, seed }) => {
        const shape = genomeShape(tasks.map((wanted) => Math.min(wanted, nodes)))
        const [random, twinRandom] = [new Random(seed), new Random(seed)]
        const operators = genomeOperators(shape, nodes)
        const twin = slowOperators(shape, nodes)
        let [a, b] = [operators.random(random), operators.random(random)]
        for (let k = 0; k < 2; k++) genomeOperators(shape, nodes).random(twinRandom)
        for (const crossed of steps) {
          const child = crossed ? operators.cross(a, b, random) : operators.step(a, random)
          expect([...child]).toEqual(crossed ? twin.cross(a, b, twinRandom) : twin.step(a, twinRandom))
          ;[a, b] = [b, child]
        }
      }),
      SEEDED,
    )
  })
})

describe('hill climbing', () => {
  it('keeps the steps that the twin keeps', () => {
    const step = fc.tuple(whole(0, 11), whole(0, 11), fc.infiniteStream(whole(0, 1000)))
    fc.assert(
      fc.property(
        cases,
        fc.array(step, { maxLength: 15 }),
        fc.constantFrom(0, 0.6, 1),
        whole(1, 6),
        (given, drafts, alpha, patience) => {
          const { system, jobs, genome } = given
          const count = jobs.tasks.length
          const proposals = drafts.map(([draft, to, keys]) => {
            const job = draft % count
            const drawn = Array.from(system.power, (_, node) => ({ node, key: Number(keys.next().value) }))
            drawn.sort((a, b) => a.key - b.key || a.node - b.node)
            return [job, to % count, drawn.slice(0, jobs.tasks[job]).map(({ node }) => node)] as const
          })
          const evaluator = chromosomeEvaluator(system, jobs)
          const { shape } = evaluator
          const steps = proposals.map(([job, place, nodes]) => (best: Int32Array) => {
            const child = moved(best, count, job, place)
            child.set(nodes, shape.from[job])
            return child
          })
          const found = climb(evaluator, genome, alpha, patience, steps)
          const twin = slowClusters(system, jobs).hill(given, alpha, patience, proposals)
          const { order, nodes } = chromosomeOf(shape, found.genome)
          expect({
            accepted: found.accepted,
            tried: found.tried,
            order: Array.from(order),
            nodes: nodes.map((own) => Array.from(own)),
          }).toEqual({ accepted: twin.accepted, tried: twin.tried, order: twin.order, nodes: twin.nodes })
          expectNear([found.fitness], [twin.fitness])
        },
      ),
      SEEDED,
    )
  })
})

describe('heuristics', () => {
  it.each(HEURISTICS)('%s starts what the twin starts, on the same nodes', (name) => {
    fc.assert(
      fc.property(
        cases,
        fc.option(fc.array(whole(0, 15), { minLength: 12, maxLength: 12 })),
        (given, gaps) => {
          let clock = 0
          const submit = Float64Array.from(given.jobs.tasks, (_, k) => (clock += gaps?.[k] ?? 0))
          const jobs = { ...given.jobs, submit }
          const found = runHeuristic(given.system, jobs, name)
          const twin = slowClusters(given.system, jobs).heuristic(name)
          expect(found.nodes).toEqual(twin.nodes)
          expectNear(found.start, twin.start)
          expectNear(found.end, twin.end)
          expect(found.saturated).toBe(twin.saturated)
          expectNear([found.makespan, found.flowtime], [twin.makespan, twin.flowtime])
        },
      ),
      SEEDED,
    )
  })

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

describe('priorities', () => {
  const keys = fc.array(fc.integer(), { minLength: 13, maxLength: 13 })

  it('start what the twin starts, on the same nodes, with choosy jobs and without', () => {
    fc.assert(
      fc.property(cases, keys, ({ system, jobs }, keys) => {
        const scheduler = listScheduler(system, jobs, AT_FIRST)
        const items = Array.from({ length: scheduler.items }, (_, k) => k).sort(
          (a, b) => keys[a] - keys[b] || a - b,
        )
        const measured = scheduler.evaluate(items)
        const twin = slowClusters(system, jobs).priority(items)
        const { order, nodes } = scheduler.chromosome(items)
        expect(nodes).toEqual(twin.nodes)
        expectNear(
          Array.from(order, (job) => twin.start[job]),
          [...twin.start].sort((a, b) => a - b),
        )
        expect(measured.saturated).toBe(twin.saturated)
        expectNear([measured.makespan, measured.flowtime], [twin.makespan, twin.flowtime])
      }),
      SEEDED,
    )
  })

  it('are judged by what they leave to those that wait behind them', () => {
    fc.assert(
      fc.property(cases, keys, whole(0, 20), whole(0, 20), ({ system, jobs }, keys, waiting, before) => {
        const count = jobs.tasks.length
        const planned = before + count
        const measure = measureAhead(system.power.length, jobs, AT_FIRST, { waiting, planned })
        const scheduler = listScheduler(system, jobs, AT_FIRST, measure)
        const items = Array.from({ length: scheduler.items }, (_, k) => k).sort(
          (a, b) => keys[a] - keys[b] || a - b,
        )
        const measured = scheduler.evaluate(items)
        const { start, end, makespan, flowtime } = slowClusters(system, jobs).priority(items)
        const last = Math.max(...start)
        const left = end.reduce((sum, each, job) => sum + jobs.tasks[job] * Math.max(0, each - last), 0)
        const idle = last + left / system.power.length
        expectNear(
          [measured.makespan, measured.flowtime],
          waiting === 0
            ? [makespan, flowtime]
            : [Math.max(makespan, (idle * (planned + waiting)) / planned), flowtime + waiting * idle],
        )
        expect(measured.makespan).toBeGreaterThanOrEqual(makespan - 1e-6)
      }),
      SEEDED,
    )
  })
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
