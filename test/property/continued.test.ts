/**
 * A schedule that is gone on with: from any event of a simulation, with the run times that it had and the jobs that came, every start
 * is that of the whole simulation; and why a job does not start at the instant is what the pass said that ran then.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Continued, type ContinuedJob, type Environment, keepsAccounts } from '../../src/sim/continued.js'
import { parsePolicy, RECORDED, type SimulatedPolicy } from '../../src/sim/policy.js'
import { type Simulation, simulate } from '../../src/sim/simulate.js'
import { Inquiry } from '../../src/sim/why/index.js'
import { rowsAt } from '../../src/workload/futures/index.js'
import { workloads } from '../support/arbitraries.js'
import { runs } from '../support/runs.js'
import { expectSame } from '../support/same.js'
import { held, nodeSites, siteOf } from '../support/sites-arbitrary.js'

const SEED = 20261126
const POLICIES = [
  ...['head:fcfs', 'head:spt', 'list:fcfs', 'easy:fcfs', 'easy:saf', 'easy:wfp3', 'easy:fcfs/spt', 'easy:f1'],
  ...['cons:fcfs', 'cons:wfp3', 'easy:fairshare'],
]

function policyNamed(name: string): SimulatedPolicy {
  const policy = parsePolicy(name)
  if (policy.algorithm === RECORDED) throw new Error(name)
  return policy
}

/** The rest of a simulation's schedule from the submit of one of its jobs on. */
function restOf({ jobs, fields, ...environment }: Simulation, from: number) {
  const { start, places } = simulate({ jobs, ...(fields && { fields }), ...environment })
  const at = jobs.submit[from % jobs.length]
  const placeOf = places === undefined ? () => null : (row: number) => places.of(row)
  const snapshot = { at, jobs, start, placeOf, ...(fields && { fields }) }
  const { ended, running, waiting } = rowsAt(snapshot)
  const going = [...waiting, ...Array.from(jobs.submit.keys()).filter((row) => jobs.submit[row] >= at)].map(
    (row): ContinuedJob => ({ row, submit: jobs.submit[row], runtime: jobs.runtime[row] }),
  )
  const rest = {
    ended: keepsAccounts(environment as Environment) ? ended.toSorted() : new Int32Array(0),
    ...{ running, ran: Float64Array.from(running, (row) => jobs.runtime[row]), going },
  }
  const truth = Float64Array.from(going, ({ row }) => start[row])
  return { environment, snapshot, rest, truth, waiting, start, places }
}

const instants = fc.nat(10_000)

describe('goes on as the whole does', () => {
  it.each(POLICIES)('%s on a pool', (name) => {
    fc.assert(
      fc.property(workloads(), instants, ({ jobs, processors }, from) => {
        const { environment, snapshot, rest, truth } = restOf(
          { jobs, processors, policy: policyNamed(name) },
          from,
        )
        expectSame(new Continued(environment, snapshot, rest).starts(rest.going.length), truth)
      }),
      { seed: SEED, numRuns: runs(60, 300) },
    )
  })

  it.each(POLICIES)('%s on nodes', (name) => {
    fc.assert(
      fc.property(nodeSites('extend'), instants, (drawn, from) => {
        const site = held(siteOf(drawn), 12)
        const { environment, snapshot, rest, truth } = restOf({ ...site, policy: policyNamed(name) }, from)
        expectSame(new Continued(environment, snapshot, rest).starts(rest.going.length), truth)
      }),
      { seed: SEED, numRuns: runs(20, 100) },
    )
  })

  it.each(['slurm:fcfs', 'slurm:saf'])('%s, where a cycle comes each second', (name) => {
    fc.assert(
      fc.property(workloads(), instants, ({ jobs, processors }, from) => {
        const policy = policyNamed(name)
        const { environment, snapshot, rest, waiting } = restOf({ jobs, processors, policy }, from)
        const starts = new Continued(environment, snapshot, rest).starts(rest.going.length)
        // Cycles forget, so starts may be others; none is before its submit or the instant, and what runs has its processors.
        rest.going.forEach(({ submit }, k) => {
          expect(starts[k]).toBeGreaterThanOrEqual(k < waiting.length ? snapshot.at : submit)
        })
        const held = (at: number) =>
          rest.going.reduce(
            (sum, { row, runtime }, k) =>
              sum + (starts[k] <= at && at < starts[k] + runtime ? jobs.size[row] : 0),
            0,
          ) +
          rest.running.reduce(
            (sum, row) => sum + (at < snapshot.start[row] + jobs.runtime[row] ? jobs.size[row] : 0),
            0,
          )
        for (const at of starts) expect(held(at)).toBeLessThanOrEqual(processors)
      }),
      { seed: SEED, numRuns: runs(40, 200) },
    )
  })
})

it.each(['head:spt', 'easy:fcfs', 'cons:fcfs'])(
  '%s: why a job waits on is what is said of the whole',
  (name) => {
    fc.assert(
      fc.property(workloads(), instants, ({ jobs, processors }, from) => {
        const simulation: Simulation = { jobs, processors, policy: policyNamed(name) }
        const { environment, snapshot, rest, waiting, start } = restOf(simulation, from)
        const reasons = new Continued(environment, snapshot, rest).reasons(waiting.length)
        const inquiry = new Inquiry(simulation, { start })
        waiting.forEach((row, k) => {
          const span = inquiry
            .waited(row)
            .spans.find((each) => each.from <= snapshot.at && snapshot.at < each.to)
          expect(reasons[k]?.kind ?? null).toBe(span?.reason.kind ?? null)
          if (span !== undefined && 'of' in span.reason)
            expect(reasons[k]).toMatchObject({ of: span.reason.of })
        })
      }),
      { seed: SEED, numRuns: runs(60, 300) },
    )
  },
)
