/**
 * Simulations in which jobs, or what is known of them, come to be on the way (predictions, user feedback) give the slow
 * twin's schedules, start by start, under every algorithm and all rules that they allow.
 */
import fc from 'fast-check'
import { describe, it } from 'vitest'
import type { Dependencies } from '../../src/sim/dependencies.js'
import { ALGORITHM_NAMES, type SimulatedPolicy } from '../../src/sim/policy.js'
import type { Predictor } from '../../src/sim/prediction.js'
import { endOf } from '../../src/sim/schedule.js'
import { DEFAULT_SEMANTICS, type Semantics } from '../../src/sim/semantics.js'
import { type Simulation, simulate } from '../../src/sim/simulate.js'
import { validate } from '../../src/sim/validate.js'
import { LAST_TWO } from '../../src/workload/predictions/last-two.js'
import { type SmallWorkload, workloads } from '../support/arbitraries.js'
import { byState, linearOrder, policyOf } from '../support/orders.js'
import { plainPolicy } from '../support/policies.js'
import { fuzzyBases, pairBases, policyBy, rigidBases } from '../support/rule-bases.js'
import { rulesFor } from '../support/rules-arbitrary.js'
import { runs } from '../support/runs.js'
import { expectIs, expectNone, expectSame } from '../support/same.js'
import { simulateSlowly } from '../support/twin.js'
import { jobsOf, turningClock } from '../support/worlds.js'

const SEED = 20261121
const CLOCK = turningClock(11)

const ORDERS = [
  'fcfs',
  'lcfs',
  'spt',
  'saf',
  'group',
  'f1',
  'wfp3',
  'g2(a=0.5, b=1)',
  'submit',
  '(estimate - 3 * size)',
  '(-wait / estimate)',
  '(queue * size - free * estimate)',
]
const BACKFILLS = ['', '/spt', '/(-estimate)', '/(wait * size)']

/** Predicts by nothing but whim: also 0, also far too long, corrected by little, and sometimes not at all. */
const WHIM: Predictor = {
  name: 'whim',
  bind({ jobs }) {
    let ended = 0
    let running = 0
    return {
      submitted: (job) => (jobs.requested[job] * ((job + ended + running) % 4)) / 2,
      started: () => {
        running++
      },
      ended: (_, runtime) => {
        running--
        ended += runtime % 3
      },
      corrected: (job, first, corrections) => first + (corrections < 4 ? corrections * (1 + (job % 2)) : 0),
    }
  },
}

/** Each job depends on none or on one of an earlier place in a random order of the jobs. */
function dependenciesFor(length: number): fc.Arbitrary<Dependencies> {
  const draft = fc.record({
    rank: fc.integer({ min: 0, max: 1000 }),
    on: fc.option(fc.nat(), { freq: 2 }),
    think: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 15 })),
  })
  return fc.array(draft, { minLength: length, maxLength: length }).map((drafts) => {
    const order = drafts.map((_, row) => row).sort((a, b) => drafts[a].rank - drafts[b].rank || a - b)
    const preceding = new Int32Array(length).fill(-1)
    order.forEach((row, place) => {
      const { on } = drafts[row]
      if (on !== null && place > 0) preceding[row] = order[on % place]
    })
    return { preceding, think: Float64Array.from(drafts, ({ think }) => think) }
  })
}

interface LiveCase extends SmallWorkload {
  readonly policy: SimulatedPolicy
  readonly rules: Semantics
  readonly predictor: Predictor | undefined
  readonly dependencies: Dependencies | undefined
}

/** Policies, and the rules of simulations that they go with. */
interface Policies {
  readonly policy: fc.Arbitrary<SimulatedPolicy>
  readonly rules: fc.Arbitrary<Semantics>
}

function policiesOf(algorithm: (typeof ALGORITHM_NAMES)[number]): Policies {
  const written = fc
    .tuple(fc.constantFrom(...ORDERS), fc.constantFrom(...(algorithm === 'easy' ? BACKFILLS : [''])))
    .map(([order, backfill]) => plainPolicy(`${algorithm}:${order}${backfill}`))
  const made = fc.constantFrom(byState, linearOrder(13)).map((order) => policyOf(algorithm, order))
  return {
    policy: fc.oneof({ weight: 6, arbitrary: written }, { weight: 1, arbitrary: made }),
    rules: rulesFor(algorithm),
  }
}

const BY_RULES: Policies = {
  policy: fc.oneof(rigidBases, fuzzyBases, pairBases).map(policyBy),
  rules: rulesFor('easy'),
}

function liveCases(
  { policy, rules }: Policies,
  predictors: readonly (Predictor | undefined)[],
  feedback: boolean,
): fc.Arbitrary<LiveCase> {
  return fc
    .oneof(workloads({ maxJobs: 30 }), workloads({ maxJobs: 30, estimates: 'keep' }))
    .chain(({ jobs, processors }) =>
      fc.record({
        jobs: fc.constant(jobs),
        processors: fc.constant(processors),
        policy,
        rules,
        predictor: fc.constantFrom(...predictors),
        dependencies: feedback ? dependenciesFor(jobs.length) : fc.constant(undefined),
      }),
    )
    .filter(({ predictor, rules }) => predictor === undefined || rules.compress === 'queue')
}

function expectConformance({ predictor, dependencies, ...rest }: LiveCase): void {
  const setup: Simulation = {
    ...rest,
    timeClasses: CLOCK,
    ...(predictor === undefined ? {} : { predictor }),
    ...(dependencies === undefined ? {} : { dependencies }),
  }
  const schedule = simulate(setup)
  const rows = schedule.rows ?? Int32Array.from({ length: rest.jobs.length }, (_, row) => row)
  const start = new Float64Array(rows.length)
  rows.forEach((row, job) => {
    start[row] = schedule.start[job]
  })
  expectSame(start, simulateSlowly(setup as Parameters<typeof simulateSlowly>[0]))
  expectNone(validate(schedule))
  const again = simulate(setup)
  expectSame(again.start, schedule.start)
  expectSame(again.jobs.estimate, schedule.jobs.estimate)
  if (dependencies !== undefined) {
    const jobOf = new Map([...rows].map((row, job) => [row, job]))
    rows.forEach((row, job) => {
      const before = dependencies.preceding[row]
      expectIs(schedule.jobs.id[job], rest.jobs.id[row])
      expectIs(
        schedule.jobs.submit[job],
        before < 0 ? rest.jobs.submit[row] : endOf(schedule, jobOf.get(before)!) + dependencies.think[row],
      )
    })
  }
}

describe.each([
  ...ALGORITHM_NAMES.map((algorithm) => [algorithm, policiesOf(algorithm)] as const),
  ['rules', BY_RULES] as const,
])('%s', (_, policies) => {
  it('with predictions', () => {
    fc.assert(fc.property(liveCases(policies, [LAST_TWO, WHIM], false), expectConformance), {
      seed: SEED,
      numRuns: runs(500, 1500),
    })
  })

  it('with user feedback', () => {
    fc.assert(fc.property(liveCases(policies, [undefined], true), expectConformance), {
      seed: SEED,
      numRuns: runs(500, 1500),
    })
  })

  it('with both', () => {
    fc.assert(fc.property(liveCases(policies, [LAST_TWO, WHIM], true), expectConformance), {
      seed: SEED,
      numRuns: runs(500, 1500),
    })
  })
})

describe('a prediction that is corrected while its job runs', () => {
  it('moves no key in the queue, where jobs that were backfilled may still stand', () => {
    const submit = [7, 8, 8, 8, 8, 9, 11, 21.5, 23.5, 24.5, 24.5, 25.5]
    const runtime = [21, 1.5, 1, 1.5, 4, 5.5, 6, 5, 0, 5, 3, 4.5]
    const estimate = [21, 5.5, 3, 3, 4, 42, 6, 5, 2, 49, 3, 4.5]
    const size = [6, 6, 6, 1, 2, 2, 6, 1, 6, 4, 5, 6]
    const jobs = jobsOf(
      submit.map((_, k) => ({
        submit: submit[k],
        runtime: runtime[k],
        estimate: estimate[k],
        size: size[k],
      })),
    )
    for (const policy of ['easy:spt', 'easy:(estimate)', 'cons:spt', 'list:spt'].map(plainPolicy)) {
      const rules: Semantics = { ...DEFAULT_SEMANTICS, commit: true }
      expectConformance({ jobs, processors: 6, policy, rules, predictor: WHIM, dependencies: undefined })
    }
  })
})
