/** Policies that go by rules, against the slow simulator (support/twin.ts), start by start. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classCount, type RuleBase, SOURCE_PARTITIONS } from '../../src/sim/rule-based/index.js'
import { DIALECTS } from '../../src/sim/semantics.js'
import { simulate } from '../../src/sim/simulate.js'
import { validate } from '../../src/sim/validate.js'
import { type SmallWorkload, workloads } from '../support/arbitraries.js'
import { generateJobs } from '../support/generate.js'
import { fuzzyBases, pairBases, policyBy, RULE_STRATEGIES, rigidBases } from '../support/rule-bases.js'
import { rulesFor } from '../support/rules-arbitrary.js'
import { runs } from '../support/runs.js'
import { expectNone, expectSame } from '../support/same.js'
import { simulateSlowly } from '../support/twin.js'
import { standingClock } from '../support/worlds.js'

const SEED = 20261122

/** Whole seconds: with fractions the order of additions would matter at the bounds of a class. */
const whole = ({ jobs }: SmallWorkload) =>
  [jobs.submit, jobs.estimate, jobs.runtime].every((column) => column.every(Number.isInteger))

describe.each([
  ['rigid', rigidBases],
  ['fuzzy', fuzzyBases],
  ['pair', pairBases],
] as const)('%s rules', (_, bases) => {
  it('start every job when the slow simulator does, by any rules', () => {
    const rules = rulesFor('easy')
    const hours = fc.tuple(
      fc.constantFrom(0, 1, 2),
      fc.integer({ min: 0, max: 6 }),
      fc.integer({ min: 0, max: 23 }),
    )
    fc.assert(
      fc.property(
        workloads({ estimates: 'keep' }).filter(whole),
        bases,
        rules,
        hours,
        (workload, base, each, at) => {
          const setup = {
            ...workload,
            policy: policyBy(base),
            rules: each,
            timeClasses: standingClock(...at),
          }
          const schedule = simulate(setup)
          expectSame(schedule.start, simulateSlowly(setup))
          expectNone(validate(schedule, { rules: each }))
        },
      ),
      { seed: SEED, numRuns: runs(500, 1500) },
    )
  })

  it('start every job at the same instant where decisions are made from which nothing follows', () => {
    fc.assert(
      fc.property(workloads({ estimates: 'keep' }), bases, rulesFor('easy'), (workload, base, rules) => {
        const setup = { ...workload, policy: policyBy(base), rules }
        // Who is told of decisions has all of them made.
        expect(simulate({ ...setup, witness: { always: true, decided: () => {} } }).start).toEqual(
          simulate(setup).start,
        )
      }),
      { seed: SEED, numRuns: runs(500, 1500) },
    )
  })
})

describe('rules over long queues', () => {
  it.each(['default', 'pyss', 'sc17', 'rlscheduler'])('conform in the dialect %s', (dialect) => {
    const rules = { ...DIALECTS[dialect], compress: 'queue' as const }
    const jobs = generateJobs({ seed: 7, jobs: 260, processors: 48, load: 3 })
    const classes = Array.from({ length: classCount(SOURCE_PARTITIONS) }, (_, k) => (k * 7) % 12)
    const base: RuleBase = {
      kind: 'rigid',
      partitions: SOURCE_PARTITIONS,
      strategies: RULE_STRATEGIES.slice(0, 12),
      classes,
    }
    const setup = { jobs, processors: 48, policy: policyBy(base), rules }
    expectSame(simulate(setup).start, simulateSlowly(setup))
  })
})
