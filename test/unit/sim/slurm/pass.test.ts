/** `slurm:` on pools and on nodes: by hand, beside the controller that runs every cycle, and judged. */
import { describe, expect, it } from 'vitest'
import { readDocument } from '../../../../src/core/documents.js'
import { type Facility, SITE_DOCUMENT } from '../../../../src/sim/facility/index.js'
import { parsePolicy, type SimulatedPolicy } from '../../../../src/sim/policy.js'
import { DEFAULT_SEMANTICS } from '../../../../src/sim/semantics.js'
import { simulate } from '../../../../src/sim/simulate.js'
import { Cluster } from '../../../../src/sim/slurm/scheduler/cluster.js'
import { runController } from '../../../../src/sim/slurm/scheduler/controller.js'
import { validate } from '../../../../src/sim/validate.js'
import type { JobTable } from '../../../../src/trace/job-table.js'
import { SCHEDULER_DEFAULTS } from '../../../../src/trace/slurm-conf/index.js'
import { tableOf } from '../../../support/arbitraries.js'
import { failureOf } from '../../../support/failures.js'
import { generateJobs } from '../../../support/generate.js'

const policyOf = (text: string) => parsePolicy(text) as SimulatedPolicy

function starts(jobs: JobTable, processors: number, policy = 'slurm:fcfs', facility?: Facility): number[] {
  return [...simulate({ jobs, processors, policy: policyOf(policy), ...(facility && { facility }) }).start]
}

/** The same by the controller of recorded runs, which leaves no cycle out. */
function everyCycle({ length, submit, runtime, estimate, size }: JobTable, processors: number): number[] {
  const nodes = Array.from({ length: processors }, (_, k) => ({ name: `${k}`, cores: 1, memory: 0, gpus: 0 }))
  const cluster = new Cluster(nodes, [{ name: 'all', nodes: new Uint8Array(processors).fill(1), tier: 1 }])
  const jobs = Array.from({ length }, (_, id) => ({
    job: {
      ...{ id, group: id, array: false, component: false, het: -1, user: 0, limits: [], limit: estimate[id] },
      request: {
        ...{ cores: size[id], leastNodes: 1, mostNodes: Number.POSITIVE_INFINITY, coresPerTask: 1 },
        ...{ coresPerNode: 0, memoryPerCore: 0, memoryPerNode: 0, gpusPerNode: 0, exclusive: false },
      },
    },
    ...{ partitions: [0], submit: submit[id], after: -1, runtime: runtime[id] },
    cancelled: Number.POSITIVE_INFINITY,
  }))
  const none = () => {}
  return [
    ...runController({
      ...{ cluster, jobs, steps: [], settings: SCHEDULER_DEFAULTS },
      limits: { allow: () => true, took: none, gave: none },
      waiting: {
        ...{ started: none, ended: none, priority: () => 1 },
        submitted: (_, at) => at,
        at: (job) => jobs[job].job,
      },
      times: { firstLook: 0, lookInterval: 1, firstBackfill: 30, lastMain: Number.NEGATIVE_INFINITY },
    }),
  ]
}

const job = (submit: number, size: number, estimate: number, runtime = estimate) => ({
  ...{ id: 0, submit, size, estimate, runtime, user: 0, group: 1 },
})
const table = (...rows: ReturnType<typeof job>[]) => tableOf(rows.map((row, k) => ({ ...row, id: k + 1 })))

describe("Slurm's schedulers as an algorithm", () => {
  it('start the queue in its order as jobs come and end, and what is behind a job that waits each bf_interval', () => {
    const jobs = table(job(0, 4, 200), job(1, 8, 100), job(1, 2, 60), job(2, 4, 300), job(400, 1, 60))
    expect(starts(jobs, 8)).toEqual([0, 200, 30, 300, 400])
  })

  it('go by any order', () => {
    const jobs = table(job(0, 8, 100), job(1, 8, 200), job(2, 8, 60))
    expect(starts(jobs, 8, 'slurm:spt')).toEqual([0, 160, 100])
    expect(starts(jobs, 8, 'slurm')).toEqual([0, 100, 300])
  })

  it.each([1, 2])('leave out only cycles that could start nothing (seed %i)', (seed) => {
    const jobs = generateJobs({ seed, jobs: 60, processors: 16, load: 1 })
    const found = starts(jobs, 16)
    expect(found).toEqual(everyCycle(jobs, 16))
    const schedule = { jobs, processors: 16, start: Float64Array.from(found) }
    expect(validate(schedule, { rules: DEFAULT_SEMANTICS })).toEqual([])
  })

  it('take processors for nodes of one core', () => {
    const jobs = generateJobs({ seed: 4, jobs: 40, processors: 16, load: 1 })
    const pool = starts(jobs, 16)
    const site = (members: object) =>
      readDocument(SITE_DOCUMENT, JSON.stringify({ format: 'queuewright-site', name: 'x', ...members }), 'x')
        .facility
    const processors = site({ version: 1, partitions: [{ name: 'all', processors: '0-15' }] })
    const nodes = site({
      version: 2,
      nodes: [{ names: 'n[1-16]', cores: 1 }],
      partitions: [{ name: 'all', nodes: 'n[1-16]' }],
    })
    expect(starts(jobs, 16, 'slurm:fcfs', processors)).toEqual(pool)
    expect(starts(jobs, 16, 'slurm:fcfs', nodes)).toEqual(pool)
  })

  it('keep limits and maintenance of a site', () => {
    const { facility } = readDocument(
      SITE_DOCUMENT,
      JSON.stringify({
        ...{ format: 'queuewright-site', version: 1, name: 'x' },
        partitions: [{ name: 'all', processors: '0-7' }],
        limits: [{ kind: 'user-jobs', value: 1 }],
        maintenance: { every: 10_000, start: 500, duration: 100 },
      }),
      'x',
    )
    const jobs = table(job(0, 1, 100), job(0, 1, 50), job(3, 1, 400))
    expect(starts(jobs, 8, 'slurm:fcfs', facility)).toEqual([0, 100, 600])
  })

  it('have no other passes than their cycles', () => {
    const rules = { ...DEFAULT_SEMANTICS, passInterval: 60 }
    const jobs = table(job(0, 1, 1))
    expect(
      failureOf(() => simulate({ jobs, processors: 1, policy: policyOf('slurm'), rules })).message,
    ).toContain("--pass-interval means nothing to Slurm's own cycles")
  })
})
