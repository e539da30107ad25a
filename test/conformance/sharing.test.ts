/** Where jobs stand in their file, whose memory their columns are in and which thread runs makes no difference. */
import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DIALECTS } from '../../src/sim/semantics.js'
import { simulate } from '../../src/sim/simulate.js'
import { jobTableOver } from '../../src/trace/job-table.js'
import { tableOf, workloadRows } from '../support/arbitraries.js'
import { COMPILED_URL } from '../support/compiled.js'
import { generateJobs } from '../support/generate.js'
import { plainPolicy } from '../support/policies.js'
import { runs } from '../support/runs.js'

const POLICIES = [
  'fcfs',
  'list:spt',
  'easy',
  'easy:wfp3/saf',
  'cons:unicef',
  'greedy',
  'easy:(queue * size - wait)',
]

describe('the order of jobs in the file', () => {
  it.each(POLICIES)('changes nothing for %s', (written) => {
    const policy = plainPolicy(written)
    const shuffledWorkload = workloadRows().chain(({ rows, processors }) =>
      fc.record({
        rows: fc.constant(rows),
        shuffled: fc.shuffledSubarray(rows, { minLength: rows.length, maxLength: rows.length }),
        processors: fc.constant(processors),
      }),
    )
    fc.assert(
      fc.property(shuffledWorkload, ({ rows, shuffled, processors }) => {
        const one = simulate({ jobs: tableOf(rows), processors, policy })
        const other = simulate({ jobs: tableOf(shuffled), processors, policy })
        expect(other.jobs.id).toEqual(one.jobs.id)
        expect(other.start).toEqual(one.start)
      }),
      { seed: 20261121, numRuns: runs(100, 200) },
    )
  })
})

describe('shared memory and threads', () => {
  const jobs = generateJobs({ seed: 7, jobs: 1500, processors: 64, load: 0.8 })

  it.each(POLICIES)('change nothing for %s', async (policy) => {
    for (const rules of [DIALECTS.default, DIALECTS.pyss]) {
      const here = simulate({ jobs, processors: 64, policy: plainPolicy(policy), rules })
      const over = simulate({
        jobs: jobTableOver(jobs.buffer),
        processors: 64,
        policy: plainPolicy(policy),
        rules,
      })
      expect(over.start).toEqual(here.start)

      const there = await inWorker({
        sources: COMPILED_URL,
        buffer: jobs.buffer,
        processors: 64,
        policy,
        rules,
      })
      expect(there).toEqual(new Uint8Array(here.start.buffer))
    }
  })
})

/** The bytes of the starts, as a worker thread computes them from the table's shared buffer. */
function inWorker(task: Record<string, unknown>): Promise<Uint8Array> {
  const worker = new Worker(new URL('../support/simulate-worker.mjs', import.meta.url), { workerData: task })
  return new Promise<Uint8Array>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  }).finally(() => worker.terminate())
}
