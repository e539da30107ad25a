/**
 * A machine whose clock is moved from outside (src/sim/machine.ts) does what `simulate` does: stepped event by event, with
 * jobs submitted one by one as they arrive, alone or beside others on one clock, for every algorithm and order and under
 * every combination of rules. What only it can do, jobs that are withdrawn or ended from outside, is as the slow twin has it.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Machine } from '../../src/sim/machine.js'
import { membersOf } from '../../src/sim/members.js'
import { orderNames } from '../../src/sim/orders/index.js'
import { ALGORITHM_NAMES, type SimulatedPolicy } from '../../src/sim/policy.js'
import type { Predictor } from '../../src/sim/prediction.js'
import type { Semantics } from '../../src/sim/semantics.js'
import { type Simulation, simulate } from '../../src/sim/simulate.js'
import { LAST_TWO } from '../../src/workload/predictions/last-two.js'
import { type SmallWorkload, workloads } from '../support/arbitraries.js'
import { generateJobs } from '../support/generate.js'
import { plainPolicy } from '../support/policies.js'
import { remembered } from '../support/remembered.js'
import { fuzzyBases, pairBases, policyBy, rigidBases } from '../support/rule-bases.js'
import { rulesFor } from '../support/rules-arbitrary.js'
import { runs } from '../support/runs.js'
import { expectIs, expectSame } from '../support/same.js'
import { simulateSlowly } from '../support/twin.js'
import { turningClock } from '../support/worlds.js'

const SEED = 20261122
const timeClasses = turningClock(11)

const WRITTEN = [
  ...orderNames(),
  'g2(a=0.2, b=1, night.a=0.9, night.K2=5)',
  '(estimate * size - 3 * submit)',
  '(queue * size - free * estimate)',
]

/** A simulation's jobs as they arrive at a machine, which is told no sooner of each. */
class Stepped {
  readonly machine: Machine
  /** Run times that the machine is not told either: of every other job; ends that have become known. */
  readonly #ends: { readonly job: number; readonly end: number }[] = []
  #next = 0
  readonly #unknown: boolean

  constructor(
    readonly simulation: Simulation,
    unknown = false,
  ) {
    const { jobs, ...options } = simulation
    const { submit, runtime, estimate } = jobs
    // Whoever knows an end knows the run time but for rounding.
    this.#unknown = unknown && [submit, runtime, estimate].every((times) => times.every(Number.isInteger))
    const started = (job: number, now: number) => {
      if (this.#isUnknown(job)) this.#ends.push({ job, end: now + runtime[job] })
    }
    const members = membersOf(jobs.user, undefined)
    this.machine = new Machine({ ...options, origin: jobs.submit[0] ?? 0, members, accounts: { started } })
  }

  get nextInstant(): number {
    const { submit, length } = this.simulation.jobs
    const arrival = this.#next < length ? submit[this.#next] : Number.POSITIVE_INFINITY
    return Math.min(arrival, this.machine.nextEvent, ...this.#ends.map(({ end }) => end))
  }

  /** Tells the machine of what happens at `now`, and has it come there. */
  moveTo(now: number): void {
    const { id, submit, runtime, estimate, size, user, group, length } = this.simulation.jobs
    for (let row = this.#next; row < length && submit[row] === now; row = this.#next) {
      const job = this.machine.submit({
        ...{ id: id[row], submit: now, estimate: estimate[row], size: size[row] },
        ...{ user: user[row], group: group[row] },
        runtime: this.#isUnknown(row) ? Number.POSITIVE_INFINITY : runtime[row],
      })
      expectIs(job, this.#next++)
    }
    for (const { job, end } of this.#ends.splice(0)) {
      if (end === now) expectIs(this.machine.finish(job, end), true)
      else this.#ends.push({ job, end })
    }
    this.machine.advance(now)
    expectIs(this.machine.now, Math.max(now, this.simulation.jobs.submit[0] ?? 0))
  }

  /** Jobs without run time would end before anybody could say so. */
  #isUnknown(row: number): boolean {
    return this.#unknown && row % 2 === 1 && this.simulation.jobs.runtime[row] > 0
  }

  expectAsSimulated(): void {
    const whole = simulate(this.simulation)
    const schedule = this.machine.schedule()
    expectSame(schedule.start, whole.start)
    expectSame(schedule.jobs.runtime, whole.jobs.runtime)
    expectSame(schedule.jobs.estimate, whole.jobs.estimate)
    expect(schedule.corrections).toEqual(whole.corrections)
    expectIs(this.machine.waiting, 0)
    expectIs(this.machine.running, 0)
    expectIs(this.machine.free, this.simulation.processors)
  }
}

/** Moves all to the ends of their simulations on one clock: each comes to every instant, also to those of the others. */
function stepTogether(all: readonly Stepped[]): void {
  for (;;) {
    const now = Math.min(...all.map(({ nextInstant }) => nextInstant))
    if (now === Number.POSITIVE_INFINITY) return
    for (const each of all) each.moveTo(now)
  }
}

function expectAsSimulated(simulation: Simulation, unknown = false): void {
  const stepped = new Stepped(simulation, unknown)
  stepTogether([stepped])
  stepped.expectAsSimulated()
}

const anyWorkload = remembered(fc.oneof(workloads(), workloads({ estimates: 'keep' })))

describe.each(ALGORITHM_NAMES)('%s, stepped', (algorithm) => {
  it.each(WRITTEN)('is as simulated in the order %s', (order) => {
    const policy = plainPolicy(`${algorithm}:${order}`)
    fc.assert(
      fc.property(anyWorkload, rulesFor(algorithm), fc.boolean(), ({ jobs, processors }, rules, unknown) => {
        expectAsSimulated({ jobs, processors, policy, rules, timeClasses }, unknown)
      }),
      { seed: SEED, numRuns: runs(30, 60) },
    )
  })

  it('is as simulated with more jobs than its table began with', () => {
    const jobs = generateJobs({ seed: 7, jobs: 1200, processors: 48, load: 2 })
    for (const order of ['saf', 'g2', 'multifactor']) {
      expectAsSimulated({ jobs, processors: 48, policy: plainPolicy(`${algorithm}:${order}`), timeClasses })
    }
  })
})

const plainPolicies = fc
  .tuple(fc.constantFrom(...ALGORITHM_NAMES), fc.constantFrom('fcfs', 'saf', 'wfp3', 'multifactor'))
  .map(([algorithm, order]): SimulatedPolicy => plainPolicy(`${algorithm}:${order}`))
const anyPolicy = fc.oneof(plainPolicies, fc.oneof(rigidBases, fuzzyBases, pairBases).map(policyBy))

/** Reservations that are kept go neither with predictions nor with rules; there is a test of each algorithm above. */
const anySimulation = fc.record({
  workload: anyWorkload,
  policy: anyPolicy,
  rules: rulesFor('easy'),
  predictor: fc.constantFrom<Predictor | undefined>(undefined, LAST_TWO),
})

function simulationOf({
  workload: { jobs, processors },
  policy,
  rules,
  predictor,
}: {
  workload: SmallWorkload
  policy: SimulatedPolicy
  rules: Semantics
  predictor: Predictor | undefined
}): Simulation {
  return { jobs, processors, policy, rules, timeClasses, ...(predictor && { predictor }) }
}

describe('machines', () => {
  it('go by rules and predictions as simulations do', () => {
    fc.assert(
      fc.property(anySimulation, fc.boolean(), (drawn, unknown) => {
        expectAsSimulated(simulationOf(drawn), unknown)
      }),
      { seed: SEED, numRuns: runs(300, 1000) },
    )
  })

  it('give on one clock what they give alone', () => {
    fc.assert(
      fc.property(fc.array(anySimulation, { minLength: 2, maxLength: 4 }), (drawn) => {
        const all = drawn.map((each) => new Stepped(simulationOf(each)))
        stepTogether(all)
        for (const each of all) each.expectAsSimulated()
      }),
      { seed: SEED, numRuns: runs(200, 400) },
    )
  })

  it('let jobs go that wait, as the slow twin does', () => {
    const withdrawals = fc.array(fc.record({ row: fc.nat(), after: fc.nat(15) }), { maxLength: 12 })
    const plain = fc.constantFrom(...ALGORITHM_NAMES).chain((algorithm) =>
      fc.record({
        policy: fc
          .constantFrom('fcfs', 'saf', 'wfp3', '(queue * size - free * estimate)')
          .map((order): SimulatedPolicy => plainPolicy(`${algorithm}:${order}`)),
        rules: rulesFor(algorithm),
      }),
    )
    const byRules = fc.record({ policy: rigidBases.map(policyBy), rules: rulesFor('easy') })
    let left = 0
    fc.assert(
      fc.property(
        anyWorkload,
        fc.oneof({ weight: 4, arbitrary: plain }, { weight: 1, arbitrary: byRules }),
        withdrawals,
        ({ jobs, processors }, { policy, rules }, drawn) => {
          const simulation = { jobs, processors, policy, rules, timeClasses }
          const due = jobs.length === 0 ? [] : drawn
          const known = due
            .map(({ row, after }) => ({ row: row % jobs.length, after }))
            .map(({ row, after }) => ({ row, at: jobs.submit[row] + after }))
            .sort((a, b) => a.at - b.at)
          const stepped = new Stepped(simulation)
          const to = [...known]
          for (;;) {
            const now = Math.min(stepped.nextInstant, to[0]?.at ?? Number.POSITIVE_INFINITY)
            if (now === Number.POSITIVE_INFINITY) break
            do stepped.moveTo(now)
            while (stepped.nextInstant === now)
            while (to[0]?.at === now) if (stepped.machine.withdraw(to.shift()!.row)) left++
          }
          const starts = jobs.submit.map((_, row) => stepped.machine.startOf(row))
          expectSame(starts, simulateSlowly({ ...simulation, withdrawals: known }))
        },
      ),
      { seed: SEED, numRuns: runs(500, 1500) },
    )
    expect(left).toBeGreaterThan(runs(160, 500))
  })
})
