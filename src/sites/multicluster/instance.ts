/** Instance files of multi-clusters: a system, jobs, and runs of heuristics, chromosomes and climbs. */
import {
  type Decoded,
  type JsonObject,
  list,
  number,
  object,
  oneOf,
  optional,
  tuple,
  whole,
} from '../../core/codec.js'
import type { Json } from '../../core/json.js'
import type { Place } from '../../core/place.js'
import { answered, type InstanceKind } from '../instance.js'
import { chromosomeEvaluator } from './chromosome.js'
import { readBatch } from './document.js'
import { type Chromosome, chromosomeOf, genomeOf, genomeShape, moved } from './genome.js'
import { guidedNodes } from './guided.js'
import { HEURISTICS, runHeuristic } from './heuristics.js'
import { climb, USUAL_PATIENCE } from './hill.js'
import { type ClusterMeasures, fitness } from './measures.js'
import { type ClusterSystem, clusterSystem, type ParallelJobs } from './system.js'

const NODES = list(list(whole(0)))
const ORDER = list(whole(0))
const BELOW_ONE = 1 - Number.EPSILON / 2

const INSTANCE = object(
  {
    runs: list(
      object(
        {
          algorithm: oneOf([...HEURISTICS, 'chromosome', 'guided', 'hill']),
          order: optional(ORDER),
          nodes: optional(NODES),
          packet: optional(whole(1)),
          draws: optional(list(number(0, BELOW_ONE, 'a number from 0, below 1'))),
          alpha: optional(number(0, 1)),
          patience: optional(whole(1)),
          proposals: optional(list(tuple(whole(0), whole(0), list(whole(0))))),
        },
        true,
      ),
    ),
  },
  true,
)

type Run = Decoded<typeof INSTANCE>['runs'][number]

const SCHEDULE = ['makespan', 'flowtime', 'saturated', 'start', 'end']
/** The keys that are results, of each algorithm. */
const RESULTS: Readonly<Record<Run['algorithm'], readonly string[]>> = {
  ...{ jpr: [...SCHEDULE, 'nodes'], cbs: [...SCHEDULE, 'nodes'], metl: [...SCHEDULE, 'nodes'] },
  chromosome: [...SCHEDULE, 'fitness'],
  guided: ['nodes', 'drawsUsed', ...SCHEDULE, 'fitness'],
  hill: ['accepted', 'tried', 'fitness', 'finalOrder', 'finalNodes'],
}

/** The α whose fitness stands in the files. */
const ALPHAS = [0, 0.6, 1]
/** MULTI's. */
const USUAL_ALPHA = 0.6
const DECIMALS = 6

export const multiclusterInstance: InstanceKind = (instance, at) => {
  const { runs } = INSTANCE.decode(instance, at)
  const { system: clusters, jobs } = readBatch(instance, at)
  const system = clusterSystem(clusters.clusters, clusters.links)
  const given = instance['runs'] as readonly JsonObject[]
  return answered(instance, ['runs'], {
    runs: runs.map((run, k) =>
      answered(given[k], RESULTS[run.algorithm], resultsOf(system, jobs, run, at.at('runs').at(k))),
    ),
  })
}

function resultsOf(
  system: ClusterSystem,
  jobs: ParallelJobs,
  run: Run,
  at: Place,
): Readonly<Record<string, Json>> {
  const { algorithm } = run
  switch (algorithm) {
    case 'jpr':
    case 'cbs':
    case 'metl': {
      const found = runHeuristic(system, jobs, algorithm)
      return { ...scheduleJson(found, found.start, found.end), nodes: found.nodes }
    }
    case 'chromosome':
      return evaluated(system, jobs, chromosomeIn(run, system, jobs, at), run.packet)
    case 'guided': {
      const order = orderOf(run, jobs, at)
      const { draws = [] } = run
      let used = 0
      const shape = genomeShape(jobs.tasks)
      const genome = new Int32Array(shape.from[shape.count])
      genome.set(order)
      guidedNodes(system, jobs)(genome, () => {
        if (used === draws.length) throw at.at('draws').bad(draws.length, `more than ${used} draws`)
        return draws[used++]
      })
      const { nodes } = chromosomeOf(shape, genome)
      const sorted = nodes.map((own) => Array.from(own).sort((a, b) => a - b))
      return { nodes: sorted, drawsUsed: used, ...evaluated(system, jobs, { order, nodes }) }
    }
    case 'hill': {
      const { alpha = USUAL_ALPHA, patience = USUAL_PATIENCE, proposals = [] } = run
      const shape = genomeShape(jobs.tasks)
      const start = chromosomeIn(run, system, jobs, at)
      const steps = proposals.map(([job, place, nodes], k) => {
        const where = at.at('proposals').at(k)
        if (job >= jobs.tasks.length) throw where.at(0).bad(job, 'a job')
        if (place >= jobs.tasks.length) throw where.at(1).bad(place, 'a place of the order')
        checkNodes(nodes, jobs.tasks[job], system, where.at(2))
        return (best: Int32Array) => {
          const child = moved(best, shape.count, job, place)
          child.set(nodes, shape.from[job])
          return child
        }
      })
      const evaluator = chromosomeEvaluator(system, jobs)
      const found = climb(evaluator, genomeOf(shape, start), alpha, patience, steps)
      const { order, nodes } = chromosomeOf(shape, found.genome)
      return {
        ...{ accepted: found.accepted, tried: found.tried, fitness: rounded(found.fitness) },
        ...{ finalOrder: Array.from(order), finalNodes: nodes.map((own) => Array.from(own)) },
      }
    }
  }
}

function evaluated(system: ClusterSystem, jobs: ParallelJobs, chromosome: Chromosome, packet?: number) {
  const evaluator = chromosomeEvaluator(system, jobs, packet === undefined ? {} : { packet })
  const measured = evaluator.evaluate(genomeOf(evaluator.shape, chromosome))
  return {
    ...scheduleJson(measured, evaluator.start, evaluator.end),
    fitness: Object.fromEntries(ALPHAS.map((alpha) => [alpha, rounded(fitness(measured, alpha))])),
  }
}

function scheduleJson(
  { makespan, flowtime, saturated }: ClusterMeasures,
  start: Float64Array,
  end: Float64Array,
) {
  return {
    ...{ makespan: rounded(makespan), flowtime: rounded(flowtime), saturated },
    ...{ start: Array.from(start, rounded), end: Array.from(end, rounded) },
  }
}

function rounded(value: number): number {
  return Number(value.toFixed(DECIMALS))
}

function orderOf({ order }: Run, { tasks }: ParallelJobs, at: Place): readonly number[] {
  const expected = `each of the ${tasks.length} jobs once`
  if (order === undefined || order.length !== tasks.length || new Set(order).size !== order.length)
    throw at.at('order').bad(order, expected)
  const bad = order.findIndex((job) => job >= tasks.length)
  if (bad >= 0) throw at.at('order').at(bad).bad(order[bad], expected)
  return order
}

function chromosomeIn(run: Run, system: ClusterSystem, jobs: ParallelJobs, at: Place): Chromosome {
  const { nodes } = run
  if (nodes?.length !== jobs.tasks.length) throw at.at('nodes').bad(nodes, 'nodes of every job')
  for (const [job, own] of nodes.entries()) checkNodes(own, jobs.tasks[job], system, at.at('nodes').at(job))
  return { order: orderOf(run, jobs, at), nodes }
}

function checkNodes(nodes: readonly number[], tasks: number, { power }: ClusterSystem, at: Place): void {
  const bad = nodes.findIndex((node) => node >= power.length)
  if (bad >= 0) throw at.at(bad).bad(nodes[bad], `a node below ${power.length}`)
  if (nodes.length !== tasks || new Set(nodes).size !== tasks) throw at.bad(nodes, `${tasks} different nodes`)
}
