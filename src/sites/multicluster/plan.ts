/**
 * Planning: some jobs that are let in together, by an algorithm, in the state that those before have left. The result
 * depends on what is given alone, so that packets can be planned anywhere.
 */
import { Random } from '../../core/random.js'
import { permutationCoding } from '../../optimize/coding/permutation.js'
import { nsga2 } from '../../optimize/nsga2/nsga2.js'
import { archiveOf } from '../../optimize/pareto/archive.js'
import { nsga3 } from '../../optimize/reference-point/nsga3.js'
import type { BatchState } from './batch-state.js'
import { type ChromosomeEvaluator, chromosomeEvaluator } from './chromosome.js'
import { genomeSource, packetGenetic } from './genetic.js'
import { type Chromosome, chromosomeOf, genomeOf } from './genome.js'
import { EQUAL, HEURISTICS, type Heuristic, runHeuristic } from './heuristics.js'
import { climb, randomSteps } from './hill.js'
import { listScheduler } from './list-schedule.js'
import { type ClusterMeasures, fitness, type Measure, measureAhead } from './measures.js'
import type { Passed } from './passed.js'
import type { ClusterAlgorithm, PlanSettings } from './settings.js'
import type { ClusterSystem, ParallelJobs } from './system.js'

export interface PlanRequest {
  readonly system: ClusterSystem
  readonly jobs: ParallelJobs
  /** The place in the batch of each of the jobs. */
  readonly places: readonly number[]
  /** Jobs that wait to be let in behind these. */
  readonly waiting: number
  readonly state: BatchState
  readonly algorithm: ClusterAlgorithm
  readonly settings: PlanSettings
  readonly seed: string
}

export interface PacketPlan extends ClusterMeasures, Passed {
  /** Places among the jobs of the request, in the order in which they start or are to start. */
  readonly order: readonly number[]
  readonly nodes: readonly (readonly number[])[]
  readonly start: readonly number[]
  readonly end: readonly number[]
  readonly evaluations: number
  /** The best fitness after so many evaluations, wherever it fell. */
  readonly gains: readonly (readonly [evaluations: number, fitness: number])[]
  /** Makespan and flowtime of all that no other found one beats; empty of algorithms that do not search. */
  readonly front: readonly (readonly [makespan: number, flowtime: number])[]
}

/** The result of a search. */
type Searched = Pick<PacketPlan, 'evaluations' | 'gains' | 'front'> & { readonly chromosome: Chromosome }

export function isHeuristic(algorithm: ClusterAlgorithm): algorithm is Heuristic {
  return HEURISTICS.some((each) => each === algorithm)
}

/** A heuristic sees all jobs as they arrive, and runs them to the end; a search lets them in at once. */
export function planJobs(request: PlanRequest): PacketPlan {
  const { system, jobs, places, state, algorithm } = request
  if (isHeuristic(algorithm)) {
    const { start, end, nodes, ...measured } = runHeuristic(system, jobs, algorithm, state)
    const order = [...start.keys()].sort((a, b) => start[a] - start[b] || a - b)
    const ended = Array.from(end, (instant, job) => [places[job], instant] as const)
    const { makespan, flowtime } = measured
    return {
      ...{ ...measured, order, nodes, start: Array.from(start), end: Array.from(end) },
      ...{ state: { now: makespan, running: [], makespan, flowtime }, ended },
      ...{ evaluations: 0, gains: [], front: [] },
    }
  }
  const evaluator = chromosomeEvaluator(system, jobs, { state, places })
  const { chromosome, ...found } = SEARCHES[algorithm](request, evaluator)
  const genome = genomeOf(evaluator.shape, chromosome)
  const passed = evaluator.after(genome)
  const measured = evaluator.evaluate(genome)
  return {
    ...{ ...measured, ...passed, ...found },
    order: Array.from(chromosome.order),
    nodes: chromosome.nodes.map((own) => Array.from(own).sort((a, b) => a - b)),
    start: Array.from(evaluator.start),
    end: Array.from(evaluator.end),
  }
}

type Search = (request: PlanRequest, evaluator: ChromosomeEvaluator) => Searched

const SEARCHES: Readonly<Record<Exclude<ClusterAlgorithm, Heuristic>, Search>> = {
  hill: (request, evaluator) => {
    const { system, jobs, state, settings, seed } = request
    const random = new Random(seed)
    const { operators } = genomeSource(system, jobs, evaluator.shape, state)
    const scale = scaleOf(request, settings.fitness)
    const record = recordOf((measured) => fitness(measured, settings.alpha))
    const recorded = {
      ...evaluator,
      evaluate: (genome: Int32Array) => record.add(scale(evaluator.evaluate(genome))),
    }
    const start = operators.random(random)
    const steps = randomSteps(operators, random)
    const { genome } = climb(recorded, start, settings.alpha, settings.patience, steps)
    return { ...record.found(), chromosome: chromosomeOf(evaluator.shape, genome) }
  },
  'ga-mf': (request, evaluator) => genetic(request, evaluator, weigher(request, request.settings.fitness)),
  'ga-ma': (request, evaluator) => genetic(request, evaluator, ({ makespan }) => makespan),
  own: (request) => {
    const { system, jobs, state, waiting, places, settings, seed } = request
    const { population, generations, method } = settings
    const behind = { waiting, planned: (places.at(-1) ?? 0) + 1 }
    const measure = measureAhead(system.power.length, jobs, state, behind)
    const scheduler = listScheduler(system, jobs, state, measure)
    const length = scheduler.items
    const coding = permutationCoding({
      length,
      operator: { kind: 'jump', towards: 'either' },
      ...{ meanNumber: Math.min(2, length), meanDistance: Math.min(4, length) },
    })
    // Smaller generations, and twice as many.
    const mu = Math.max(4, population >> 1)
    const search =
      method === 'nsga2'
        ? nsga2({ coding, objectives: 2, mu }, seed)
        : nsga3({ coding, objectives: 2, divisions: mu - 1, population: mu }, seed)
    const record = recordOf(weigher(request, 'normalised', measure))
    const archive = archiveOf<null>(2)
    let best: Int32Array | null = null
    for (let left = population * generations; left > 0; ) {
      const batch = search.ask()
      const scores = new Float64Array(2 * batch.length)
      for (const [k, priority] of batch.entries()) {
        if (left === 0) break
        left--
        const { makespan, flowtime } = record.add(scheduler.evaluate(priority))
        scores.set([makespan, flowtime], 2 * k)
        archive.add([makespan, flowtime], null)
        if (record.gained) best = priority
      }
      if (left > 0) search.tell(scores)
    }
    if (best === null) throw new TypeError('a search evaluates something')
    const front = frontOf(archive.points())
    return { ...record.found(), front, chromosome: scheduler.chromosome(best) }
  },
}

function genetic(request: PlanRequest, evaluator: ChromosomeEvaluator, weigh: Weigh): Searched {
  const { system, jobs, state, settings, seed } = request
  const source = genomeSource(system, jobs, evaluator.shape, state)
  const search = packetGenetic(settings, source, seed)
  const record = recordOf(weigh)
  for (let generation = 0; generation < settings.generations; generation++) {
    const batch = search.ask()
    const scores = new Float64Array(2 * batch.length)
    for (const [k, genome] of batch.entries()) {
      const measured = record.add(evaluator.evaluate(genome))
      scores[2 * k] = weigh(measured)
      scores[2 * k + 1] = Number(measured.saturated)
    }
    search.tell(scores)
  }
  const { best } = search.state
  if (best === null) throw new TypeError('a genetic algorithm evaluates something')
  return { ...record.found(), chromosome: chromosomeOf(evaluator.shape, best) }
}

type Weigh = (measured: ClusterMeasures) => number

function weigher(request: PlanRequest, by: PlanSettings['fitness'], measure?: Measure): Weigh {
  const scale = scaleOf(request, by, measure)
  return (measured) => fitness(scale(measured), request.settings.alpha)
}

/** In seconds, or as shares of JPR's. */
function scaleOf({ system, jobs, state }: PlanRequest, by: PlanSettings['fitness'], measure?: Measure) {
  if (by === 'raw') return (measured: ClusterMeasures): ClusterMeasures => measured
  const usual = runHeuristic(system, jobs, 'jpr', state, measure)
  return ({ makespan, flowtime, saturated }: ClusterMeasures): ClusterMeasures => ({
    makespan: makespan / usual.makespan,
    flowtime: flowtime / usual.flowtime,
    saturated,
  })
}

/** Keeps what a search has found on the way. */
function recordOf(weigh: Weigh) {
  const gains: [number, number][] = []
  let evaluations = 0
  let least = Number.POSITIVE_INFINITY
  const record = {
    /** Whether the last one was the best so far. */
    gained: false,
    add: (measured: ClusterMeasures): ClusterMeasures => {
      evaluations++
      const value = weigh(measured)
      record.gained = value < least
      if (record.gained) {
        least = value
        gains.push([evaluations, value])
      }
      return measured
    },
    found: () => ({ evaluations, gains, front: [] as PacketPlan['front'] }),
  }
  return record
}

/** By makespan; what differs by rounding alone is no gain. */
function frontOf(points: Float64Array): PacketPlan['front'] {
  const sorted = Array.from(
    { length: points.length / 2 },
    (_, k) => [points[2 * k], points[2 * k + 1]] as const,
  ).sort((a, b) => a[0] - b[0])
  const front: (readonly [number, number])[] = []
  for (const point of sorted) {
    const last = front.at(-1)
    if (last !== undefined && point[1] > last[1] - EQUAL) continue
    if (last !== undefined && point[0] < last[0] + EQUAL) front.pop()
    front.push(point)
  }
  return front
}
