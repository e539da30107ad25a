/** Comparisons over clusters: left after every packet and gone on with, they come to the same; the judge sees what is wrong. */
import { expect, it } from 'vitest'
import { settled } from '../../../src/core/settings/index.js'
import {
  CLUSTER_ALGORITHMS,
  clusterSystem,
  judgeClusters,
  type ParallelJobs,
  PLAN_SETTINGS,
  runHeuristic,
} from '../../../src/sites/index.js'
import { type ClusterRow, comparison } from '../../../src/study/multicluster/found.js'
import { MULTICLUSTER_COMPARISON } from '../../../src/study/multicluster/investigation.js'
import { type MulticlusterSpec, multiclusterJson } from '../../../src/study/multicluster/spec.js'
import { workloadsOf } from '../../../src/study/multicluster/workloads.js'
import { demoTrace } from '../../../src/workload/demo.js'
import { failureOf } from '../../support/failures.js'
import { drive } from '../../support/investigate.js'

const SYSTEM = { clusters: [[[1000, 20]], [[2000, 20]], [[1500, 30]]], links: [400, 300, 500] } as const
const NODES = 70

function specOf(arriving: boolean): MulticlusterSpec {
  const taken = { count: 2, jobs: 14, nodes: NODES, arriving, seed: 3 }
  const { workloads } = workloadsOf(demoTrace({ jobs: 300 }), taken)
  const settings = { ...settled(PLAN_SETTINGS, {}), population: 8, generations: 5, patience: 15 }
  const asked = { system: SYSTEM, workloads, algorithms: CLUSTER_ALGORITHMS, packet: 5, settings }
  return { ...asked, seed: 1, check: true, version: 'test' }
}

it.each([false, true])('goes on from any snapshot to the same files (arriving: %s)', async (arriving) => {
  const spec = multiclusterJson(specOf(arriving))
  const whole = await drive(MULTICLUSTER_COMPARISON, spec, new Map())
  const parted = await drive(MULTICLUSTER_COMPARISON, spec, new Map(), () => true)
  expect(parted.artefacts).toEqual(whole.artefacts)
  expect(whole.artefacts.map(({ name }) => name)).toEqual([
    'multicluster.json',
    'schedule.csv',
    'report.html',
    'summary.txt',
  ])
  const { rows } = JSON.parse(String(whole.artefacts[0].content))
  expect(rows).toHaveLength(2 * CLUSTER_ALGORITHMS.length)
  if (!arriving) expect(whole.steps).toHaveLength(3)
})

it('workloads are spread over the log, and draw what it does not say', () => {
  const trace = demoTrace({ jobs: 300 })
  const taken = { count: 3, jobs: 20, nodes: NODES, arriving: false, seed: 3 }
  const { workloads, usable } = workloadsOf(trace, taken)
  expect(workloads.map(({ ids }) => ids.length)).toEqual([20, 20, 20])
  expect(usable).toBeLessThanOrEqual(300)
  for (const { tasks, sigma, bandwidth } of workloads) {
    expect(Math.max(...tasks)).toBeLessThanOrEqual(NODES)
    for (const each of sigma) expect(each >= 0.7 && each <= 1 && each === Number(each.toFixed(3))).toBe(true)
    for (const each of bandwidth) expect(each >= 5 && each <= 50).toBe(true)
  }
  // What a workload draws is its own: it does not depend on how many there are.
  expect(workloadsOf(trace, { ...taken, count: 1 }).workloads[0]).toEqual(workloads[0])
  expect(failureOf(() => workloadsOf(trace, { ...taken, leastTasks: 69, jobs: 200 })).kind).toBe(
    'input-empty',
  )
})

it('the judge finds nodes that are missing, shared or early, and work that is not done', () => {
  const system = clusterSystem(SYSTEM.clusters, SYSTEM.links)
  const [workload] = specOf(true).workloads
  const jobs: ParallelJobs = workload
  const { start, end, nodes } = runHeuristic(system, jobs, 'metl')
  expect(judgeClusters(system, jobs, { start, end, nodes }).broken).toEqual([])
  const rules = (change: object) =>
    new Set(judgeClusters(system, jobs, { start, end, nodes, ...change }).broken.map(({ rule }) => rule))
  expect(rules({ nodes: nodes.map((own, k) => (k === 3 ? own.slice(1) : own)) })).toContain('nodes')
  expect(rules({ nodes: nodes.map((own) => own.map((_, k) => k)) })).toContain('capacity')
  expect(rules({ start: start.map((instant, k) => (k === 13 ? -1 : instant)) })).toContain('submit')
  expect(rules({ end: end.map((instant, k) => (k === 5 ? instant + 1 : instant)) })).toContain('work')
})

it('compares by ratios, workload by workload', () => {
  const row = (workload: string, algorithm: 'jpr' | 'own', makespan: number): ClusterRow => ({
    ...{ workload, algorithm, jobs: 1, makespan, flowtime: makespan },
    ...{ crowded: 0, evaluations: 0, converged: null },
  })
  const rows = [5, 10, 20, 40, 80, 160].flatMap((usual, k) => [
    row(`${k}`, 'jpr', usual),
    row(`${k}`, 'own', usual / 2),
  ])
  expect(comparison(rows, 'own', 'jpr', 'makespan')).toEqual({
    ...{ algorithm: 'own', baseline: 'jpr', measure: 'makespan', workloads: 6 },
    ...{ change: -0.5, better: 6, worse: 0, p: 2 / 2 ** 6 },
  })
  const rounded = rows.map((each) =>
    each.algorithm === 'own' ? { ...each, makespan: 2 * each.makespan * (1 - 2e-16) } : each,
  )
  expect(rounded[1].makespan).toBeLessThan(rounded[0].makespan)
  expect(comparison(rounded, 'own', 'jpr', 'makespan')).toMatchObject({
    change: 0,
    better: 0,
    worse: 0,
    p: 1,
  })
})
