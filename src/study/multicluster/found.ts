/** The result of a comparison over clusters: the value of every algorithm on every workload, and how each compares. */
import { csvLines } from '../../core/csv.js'
import { QueuewrightError } from '../../core/errors.js'
import { signedRankTest } from '../../core/inference/index.js'
import { largestOf, mean } from '../../core/statistics.js'
import type { Found } from '../../evaluation/investigation.js'
import {
  type ClusterAlgorithm,
  type ClusterSchedule,
  type ClusterSystem,
  clusterSystem,
  judgeClusters,
  type Lane,
} from '../../sites/index.js'
import type { ClusterWorkload, MulticlusterSpec } from './spec.js'

/** The value of an algorithm on a workload. */
export interface ClusterRow {
  readonly workload: string
  readonly algorithm: ClusterAlgorithm
  readonly jobs: number
  /** s from 0. */
  readonly makespan: number
  /** Sum of the times from submit to end, s. */
  readonly flowtime: number
  /** The most crowded link at its worst, as a share of its bandwidth; above 1 it slows jobs down. */
  readonly crowded: number
  readonly evaluations: number
  /** Evaluations up to the last gain, mean over packets; null of algorithms that do not search. */
  readonly converged: number | null
}

export const MEASURES = ['makespan', 'flowtime'] as const
export type ClusterMeasure = (typeof MEASURES)[number]

/** An algorithm beside another one, workload by workload. */
export interface ClusterComparison {
  readonly algorithm: ClusterAlgorithm
  readonly baseline: ClusterAlgorithm
  readonly measure: ClusterMeasure
  readonly workloads: number
  /** Mean of the ratios minus 1. */
  readonly change: number
  /** Workloads on which it is better, and worse. */
  readonly better: number
  readonly worse: number
  /** The p-value of Wilcoxon's signed-rank test over the logarithms of the ratios. */
  readonly p: number
}

export interface ClusterFrontPoint {
  readonly workload: string
  readonly makespan: number
  readonly flowtime: number
}

/** A workload's schedule by an algorithm, to be drawn. */
export interface ClusterOutcome {
  readonly workload: ClusterWorkload
  readonly algorithm: ClusterAlgorithm
  readonly schedule: ClusterSchedule
}

export interface MulticlusterFound extends Found {
  readonly spec: MulticlusterSpec
  readonly system: ClusterSystem
  readonly rows: readonly ClusterRow[]
  readonly comparisons: readonly ClusterComparison[]
  readonly front: readonly ClusterFrontPoint[]
  readonly outcomes: readonly ClusterOutcome[]
  /** How the fitness fell in the first packet of the first workload, of each search. */
  readonly convergence: readonly {
    readonly algorithm: ClusterAlgorithm
    readonly points: Lane['gains'][number]
  }[]
}

/** Names of the files. */
export const MULTICLUSTER_FILES = {
  result: 'multicluster.json',
  schedule: 'schedule.csv',
  front: 'front.csv',
} as const

/** @throws QueuewrightError `check-failed` where the judge was asked and finds a breach */
export function multiclusterFound(spec: MulticlusterSpec, lanes: readonly Lane[]): MulticlusterFound {
  const system = clusterSystem(spec.system.clusters, spec.system.links)
  const outcomes = outcomesOf(spec, lanes)
  const rows = rowsOf(spec, system, lanes)
  const comparisons = comparisonsOf(rows, spec.algorithms)
  const front = outcomes.flatMap(({ workload }, k) =>
    lanes[k].front.map(([makespan, flowtime]) => ({ workload: workload.name, makespan, flowtime })),
  )
  const { algorithms, packet, settings, seed, system: clusters } = spec
  const convergence = algorithms.flatMap((algorithm, k) => {
    const points = lanes[k].gains[0] ?? []
    return points.length === 0 ? [] : [{ algorithm, points }]
  })
  const result = { system: clusters, algorithms, packet, settings, seed, rows, comparisons }
  return {
    ...{ spec, system, rows, comparisons, front, outcomes, convergence },
    files: [
      { name: MULTICLUSTER_FILES.result, content: `${JSON.stringify(result, null, 1)}\n` },
      { name: MULTICLUSTER_FILES.schedule, content: scheduleCsv(outcomes, system) },
      ...(front.length === 0 ? [] : [{ name: MULTICLUSTER_FILES.front, content: frontCsv(front) }]),
    ],
  }
}

/** @throws QueuewrightError `check-failed` where the judge was asked and finds a breach */
export function rowsOf(
  spec: MulticlusterSpec,
  system: ClusterSystem,
  lanes: readonly Lane[],
): readonly ClusterRow[] {
  return outcomesOf(spec, lanes).map((outcome, k) => rowOf(spec, system, outcome, lanes[k]))
}

/** The outcome of each lane; all jobs have ended. */
function outcomesOf({ workloads, algorithms }: MulticlusterSpec, lanes: readonly Lane[]) {
  return workloads.flatMap((workload, w) =>
    algorithms.map((algorithm, k): ClusterOutcome => {
      const { start, end, nodes } = lanes[w * algorithms.length + k]
      const ends = end.map((instant) => {
        if (instant === null) throw new TypeError('a schedule with an open end is not finished')
        return instant
      })
      return { workload, algorithm, schedule: { start, end: ends, nodes } }
    }),
  )
}

function rowOf(
  spec: MulticlusterSpec,
  system: ClusterSystem,
  { workload, algorithm, schedule }: ClusterOutcome,
  lane: Lane,
): ClusterRow {
  const { broken, peak } = judgeClusters(system, workload, schedule)
  if (spec.check && broken.length > 0) {
    const [{ job, message, rule }] = broken
    throw new QueuewrightError('check-failed', `${algorithm} breaks a rule of clusters: ${message}`, {
      job: workload.ids[job],
      field: rule,
      remedy: 'Please report this: it is a defect of Queuewright',
    })
  }
  const ends = Array.from(schedule.end)
  const last = lane.gains.flatMap((gains) => gains.at(-1)?.[0] ?? [])
  return {
    ...{ workload: workload.name, algorithm, jobs: workload.ids.length },
    makespan: largestOf(ends),
    flowtime: ends.reduce((sum, end, job) => sum + end - workload.submit[job], 0),
    crowded: largestOf(peak),
    evaluations: lane.evaluations,
    converged: last.length === 0 ? null : mean(last),
  }
}

/** Beside JPR, and beside the genetic algorithm of the paper where it is among them. */
function comparisonsOf(
  rows: readonly ClusterRow[],
  algorithms: readonly ClusterAlgorithm[],
): readonly ClusterComparison[] {
  const baselines = (['jpr', 'ga-mf'] as const).filter((baseline) => algorithms.includes(baseline))
  return baselines.flatMap((baseline) =>
    algorithms
      .filter((algorithm) => algorithm !== baseline)
      .flatMap((algorithm) => MEASURES.map((measure) => comparison(rows, algorithm, baseline, measure))),
  )
}

export function comparison(
  rows: readonly ClusterRow[],
  algorithm: ClusterAlgorithm,
  baseline: ClusterAlgorithm,
  measure: ClusterMeasure,
): ClusterComparison {
  const of = (which: ClusterAlgorithm) =>
    rows.filter((row) => row.algorithm === which).map((row) => row[measure])
  const usual = of(baseline)
  const ratios = of(algorithm).map((value, k) => withoutRounding(value / usual[k]))
  return {
    ...{ algorithm, baseline, measure, workloads: ratios.length },
    change: mean(ratios) - 1,
    better: ratios.filter((ratio) => ratio < 1).length,
    worse: ratios.filter((ratio) => ratio > 1).length,
    p: signedRankTest(ratios.map(Math.log)).p,
  }
}

/** Times are sums of fractions, and equal schedules can differ in their last digits: that is no gain. */
function withoutRounding(ratio: number): number {
  return Math.abs(ratio - 1) < ROUNDING ? 1 : ratio
}

const ROUNDING = 1e-9

function scheduleCsv(outcomes: readonly ClusterOutcome[], { cluster }: ClusterSystem): string {
  const head = ['workload', 'algorithm', 'job', 'submit', 'start', 'end', 'tasks', 'clusters', 'nodes']
  const rows = outcomes.flatMap(({ workload, algorithm, schedule }) =>
    workload.ids.map((id, job) => {
      const own = Array.from(schedule.nodes[job])
      const clusters = [...new Set(own.map((node) => cluster[node]))].sort((a, b) => a - b)
      return [
        ...[workload.name, algorithm, id, workload.submit[job], schedule.start[job], schedule.end[job]],
        ...[own.length, clusters.join('+'), rangesText(own)],
      ]
    }),
  )
  return csvLines([head, ...rows])
}

/** Ascending nodes as `0-3 7`. */
function rangesText(nodes: readonly number[]): string {
  const parts: string[] = []
  for (let at = 0; at < nodes.length; ) {
    let end = at
    while (end + 1 < nodes.length && nodes[end + 1] === nodes[end] + 1) end++
    parts.push(end === at ? `${nodes[at]}` : `${nodes[at]}-${nodes[end]}`)
    at = end + 1
  }
  return parts.join(' ')
}

function frontCsv(front: readonly ClusterFrontPoint[]): string {
  const rows = front.map(({ workload, makespan, flowtime }) => [workload, makespan, flowtime])
  return csvLines([['workload', 'makespan', 'flowtime'], ...rows])
}
