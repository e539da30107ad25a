/**
 * Queues of hundreds and machines on which hundreds of jobs run, where fixed keys are kept in order in blocks
 * (algorithms/ordered-jobs.ts), changing ones by bounds (algorithms/bounded-queue.ts, linear-bounds.ts), and the plan is given
 * gaps anew (engine/running.ts): every job starts when it does if all waiting jobs are scored at every pass.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/core/random.js'
import { Placement } from '../../src/sim/placement.js'
import type { Policy } from '../../src/sim/policy.js'
import type { Predictor } from '../../src/sim/prediction.js'
import { DEFAULT_SEMANTICS, type Semantics } from '../../src/sim/semantics.js'
import { simulate } from '../../src/sim/simulate.js'
import { JobTableBuilder, replaceColumns } from '../../src/trace/job-table.js'
import { generateJobs } from '../support/generate.js'
import { asGeneral, withoutBounds } from '../support/orders.js'
import { plainPolicy } from '../support/policies.js'
import { runs } from '../support/runs.js'
import { simulateSlowly } from '../support/twin.js'

const RULES: readonly Partial<Semantics>[] = [
  {},
  { ties: 'latest', lead: 30 },
  { commit: true },
  { events: 'single' },
  { backfill: { admit: 'before-shadow', resort: false } },
]

function scoringAll({ order, backfillOrder, ...rest }: Policy): Policy {
  return { ...rest, order: asGeneral(order), backfillOrder: backfillOrder && asGeneral(backfillOrder) }
}

/** Jobs of few processors that come by hundreds. */
function arrays(seed: number, count: number) {
  const builder = new JobTableBuilder(count)
  const drafts = generateJobs({ seed, jobs: count, processors: 40, load: 3 })
  for (let row = 0; row < count; row++) {
    const { id, submit, runtime, estimate, size, user, group } = drafts
    builder.add({
      ...{ id: id[row], runtime: runtime[row], estimate: estimate[row], user: user[row], group: group[row] },
      submit: Math.floor(submit[row] / 20_000) * 20_000,
      size: row % 50 === 0 ? 8 * size[row] : 1 + (size[row] >> 4),
    })
  }
  return builder.finish().table
}

describe.each([
  ...['list:saf', 'list:group', 'easy:saf', 'easy:group', 'easy:fcfs/lcfs', 'easy:wfp3/spt'],
  // Linear in time: a slope a job, few, rising ones, ones whose time is none since the submit, none at all.
  ...['easy:wfp3', 'list:wfp3', 'easy:unicef', 'easy:fcfs/g2', 'easy:(wait/size - 1e6/estimate)'],
  'list:(0.1*(now - 2*submit)*(8 - size))',
])('%s', (written) => {
  it('starts every job when it does by scoring the whole queue', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.constantFrom(...RULES), (seed, changed) => {
        const policy = plainPolicy(written)
        const rules = { ...DEFAULT_SEMANTICS, ...changed }
        const jobs =
          seed % 2 === 0 ? arrays(seed, 900) : generateJobs({ seed, jobs: 900, processors: 320, load: 6 })
        const setup = { jobs, processors: 320, rules }
        const { start } = simulate({ ...setup, policy })
        expect([...start]).toEqual([...simulate({ ...setup, policy: scoringAll(policy) }).start])
      }),
      { seed: 20261122, numRuns: runs(6, 12) },
    )
  })
})

const MULTIFACTOR = [
  'multifactor(fairshare=300, age=40, size=20, period=0.5, halflife=0.01, maxage=0.05)',
  'multifactor(fairshare=0, age=3, size=3, favorsmall=1, relative=1, maxage=1)',
]

describe.each(['head', 'list', 'easy'].flatMap((name) => MULTIFACTOR.map((order) => `${name}:${order}`)))(
  '%s',
  (written) => {
    it('starts every job when it does by scoring the whole queue', () => {
      fc.assert(
        fc.property(fc.nat(1000), fc.constantFrom(...RULES), (seed, changed) => {
          const policy = plainPolicy(written)
          const jobs =
            seed % 2 === 0 ? arrays(seed, 900) : generateJobs({ seed, jobs: 900, processors: 320, load: 6 })
          const setup = { jobs, processors: 320, rules: { ...DEFAULT_SEMANTICS, ...changed } }
          const { start } = simulate({ ...setup, policy })
          const plain = { ...policy, order: withoutBounds(policy.order) }
          expect([...start]).toEqual([...simulate({ ...setup, policy: plain }).start])
        }),
        { seed: 20261123, numRuns: runs(6, 12) },
      )
    })
  },
)

describe.each(['cons', 'cons:saf', 'cons:group'])('%s', (written) => {
  it('starts every job when it does by planning the whole queue', () => {
    for (const seed of [1, 2, 3]) {
      const drafts = generateJobs({ seed, jobs: 130, processors: 64, load: 8 })
      const { length } = drafts
      // Most estimates are too long, and half of the jobs come at once.
      const jobs = replaceColumns(drafts, {
        submit: drafts.submit.map((submit, row) => (row < length / 2 ? 0 : submit)),
        estimate: drafts.runtime.map((runtime, row) => Math.ceil(runtime * (1 + ((row * 7919) % 17) / 8))),
        size: drafts.size.map((size, row) => (row % 3 === 0 ? 1 + (size >> 3) : size)),
      })
      const setup = { jobs, processors: 64, policy: plainPolicy(written) }
      expect([...simulate(setup).start]).toEqual([...simulateSlowly(setup)])
    }
  })
})

/**
 * Bags of jobs that ask for the same hours, exactly what they run, behind wide ones that keep them waiting, and others that may be
 * let by: a plan of these puts off whole pieces of the queue.
 */
function bags(seed: number) {
  const random = new Random(seed)
  const builder = new JobTableBuilder()
  const add = (submit: number, size: number, runtime: number) => {
    const id = builder.length + 1
    builder.add({ id, submit, runtime, estimate: runtime, size, user: id % 7, group: 1 + (id % 5) })
  }
  for (let bag = 0; bag < 3; bag++) {
    const begins = bag * random.int(20_000)
    for (let k = 0; k < 3; k++) add(begins, 40 + random.int(25), 1000 + random.int(1000))
    const size = 8 + random.int(8)
    const asked = 1800 * (1 + random.int(3))
    for (let k = 0; k < 150; k++) add(begins, size, asked)
    for (let k = 0; k < 15; k++) add(begins + random.int(600), 1 + random.int(7), 900 * 2 ** random.int(6))
  }
  return builder.finish().table
}

describe('cons of bags of jobs that are alike', () => {
  it('starts every job where those before it leave room, as nothing ends early', () => {
    for (let seed = 0; seed < runs(150, 1500); seed++) {
      const jobs = bags(seed)
      const plan = new Placement(64)
      const expected = Array.from(jobs.submit, (submit, job) => {
        const start = plan.earliest(submit, jobs.size[job], jobs.estimate[job])
        plan.hold(start, start + jobs.estimate[job], jobs.size[job])
        return start
      })
      const { start } = simulate({ jobs, processors: 64, policy: plainPolicy('cons') })
      expect([...start], `seed ${seed}`).toEqual(expected)
    }
  })
})

describe('the plan of a thousand running jobs', () => {
  it('gives the head the reservations that the kernel gives it', () => {
    const builder = new JobTableBuilder()
    for (let k = 0; k < 4000; k++) {
      const runtime = 1000 + ((k * 7919) % 5000)
      const estimate = runtime + ((k * 104_729) % 900)
      const size = k % 40 === 39 ? 900 : 1
      builder.add({ id: k + 1, submit: k >> 1, runtime, estimate, size, user: k % 7, group: 1 })
    }
    const simulation = { jobs: builder.finish().table, processors: 1500, policy: plainPolicy('easy') }
    // With a predictor, if only of what users asked for, it is the engine that simulates.
    const predictor: Predictor = {
      name: 'asked',
      bind: ({ jobs }) => ({ submitted: (job) => jobs.requested[job], ended: () => {}, corrected: () => 0 }),
    }
    expect([...simulate({ ...simulation, predictor }).start]).toEqual([...simulate(simulation).start])
  })
})
