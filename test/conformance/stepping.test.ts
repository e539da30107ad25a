/**
 * A machine whose clock is moved from outside (src/sim/machine.ts) does what `simulate` does: stepped event by event, with
 * jobs submitted one by one as they arrive, alone or beside others on one clock, for every algorithm and order and under
 * every combination of rules. What only it can do, jobs withdrawn and ended from outside, is the slow twin's.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Machine, type MachineOptions } from '../../src/sim/machine.js'
import { membersOf } from '../../src/sim/members.js'
import { orderNames } from '../../src/sim/orders/index.js'
import { ALGORITHM_NAMES, type SimulatedPolicy } from '../../src/sim/policy.js'
import type { Rules } from '../../src/sim/rules.js'
import { type Simulation, simulate } from '../../src/sim/simulate.js'
import type { JobTable } from '../../src/trace/job-table.js'
import { LAST_TWO } from '../../src/workload/predictions/last-two.js'
import { type SmallWorkload, workloads } from '../support/arbitraries.js'
import { generateJobs } from '../support/generate.js'
import { byState, linearOrder, policyOf } from '../support/orders.js'
import { plainPolicy } from '../support/policies.js'
import { fuzzyBases, pairBases, policyBy, rigidBases } from '../support/rule-bases.js'
import { rulesFor } from '../support/rules-arbitrary.js'
import { simulateSlowly } from '../support/twin.js'
import { turningClock } from '../support/worlds.js'

const SEED = 20261122
const CLOCK = turningClock(11)

const WRITTEN = [
  ...orderNames(),
  'g2(a=0.2, b=1, night.a=0.9, night.K2=5)',
  '(estimate * size - 3 * submit)',
  '(queue * size - free * estimate)',
]

/** What jobs and machine of a simulation are, for a machine to be stepped. */
function machineFor({ jobs, ...options }: Simulation, more: Partial<MachineOptions> = {}): Machine {
  const members = membersOf(jobs.user, undefined)
  return new Machine({ ...options, origin: jobs.submit[0] ?? 0, members, ...more })
}

function rowOf({ id, submit, runtime, estimate, size, user, group }: JobTable, row: number) {
  return {
    ...{ id: id[row], submit: submit[row], runtime: runtime[row], estimate: estimate[row] },
    ...{ size: size[row], user: user[row], group: group[row] },
  }
}

/** Jobs that come from outside, one machine after another's event: those of `next` are submitted when the clock is there. */
class Stepped {
  readonly machine: Machine
  next = 0

  constructor(readonly simulation: Simulation) {
    this.machine = machineFor(simulation)
  }

  get nextInstant(): number {
    const { jobs } = this.simulation
    const arrival = this.next < jobs.length ? jobs.submit[this.next] : Number.POSITIVE_INFINITY
    return Math.min(arrival, this.machine.nextEvent)
  }

  /** Submits what arrives at `now`, and has the machine come there. */
  moveTo(now: number): void {
    const { jobs } = this.simulation
    while (this.next < jobs.length && jobs.submit[this.next] === now) {
      expect(this.machine.submit(rowOf(jobs, this.next))).toBe(this.next)
      this.next++
    }
    this.machine.advance(now)
  }
}

/** Moves all to the ends of their simulations on one clock; each comes to every instant, also to those of the others. */
function stepTogether(all: readonly Stepped[]): void {
  for (;;) {
    const now = Math.min(...all.map(({ nextInstant }) => nextInstant))
    if (now === Number.POSITIVE_INFINITY) return
    for (const each of all) each.moveTo(now)
  }
}

/** Whether a formula is evaluated as written, or by the line it is, may differ in the last digit. */
function liveOf(simulation: Simulation): Simulation {
  const asked = {
    name: 'asked',
    bind: ({ jobs }: { jobs: { requested: Float64Array } }) => asksOf(jobs.requested),
  }
  return { ...simulation, predictor: simulation.predictor ?? asked }
}

function asksOf(requested: Float64Array) {
  return { submitted: (job: number) => requested[job], ended: () => {}, corrected: () => 0 }
}

function expectAsSimulated(simulation: Simulation): void {
  const stepped = new Stepped(simulation)
  stepTogether([stepped])
  const whole = simulate(simulation)
  const schedule = stepped.machine.schedule()
  expect([...schedule.start]).toEqual([...whole.start])
  expect([...schedule.jobs.estimate]).toEqual([...whole.jobs.estimate])
  expect(schedule.corrections).toEqual(whole.corrections)
}

const anyWorkload = fc.oneof(workloads(), workloads({ estimates: 'keep' }))

describe.each(ALGORITHM_NAMES)('%s, stepped', (algorithm) => {
  it.each(WRITTEN)('is as simulated in the order %s', (order) => {
    const policy = plainPolicy(`${algorithm}:${order}`)
    fc.assert(
      fc.property(anyWorkload, rulesFor(algorithm), ({ jobs, processors }, rules) => {
        expectAsSimulated({ jobs, processors, policy, rules, situation: CLOCK })
      }),
      { seed: SEED, numRuns: 60 },
    )
  })
})
void byState
void linearOrder
void policyOf
void generateJobs
void LAST_TWO
void simulateSlowly
void fuzzyBases
void pairBases
void policyBy
void rigidBases
void liveOf
type Keep = SimulatedPolicy | Rules | SmallWorkload

export type { Keep }
