/** The fast engine against the slow twin, start by start, over every kind of ranking and every combination of rules. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ALGORITHM_NAMES } from '../../src/sim/policy.js'
import { simulate } from '../../src/sim/simulate.js'
import { workloads } from '../support/arbitraries.js'
import { asGeneral, byState, bySubmit, linearOrder, policyOf, staticOrder } from '../support/orders.js'
import { rulesFor } from '../support/rules-arbitrary.js'
import { simulateSlowly, WORKING_HOURS } from '../support/twin.js'

const bySize = staticOrder('size', (jobs, row) => (jobs.user[row] === 5 ? Number.NaN : jobs.size[row] - 3))
const largest = staticOrder('largest', (jobs, row) => -jobs.size[row] * jobs.estimate[row])
const orders = [
  bySubmit,
  bySize,
  largest,
  asGeneral(bySubmit),
  linearOrder(Number.POSITIVE_INFINITY),
  linearOrder(13),
  byState,
]

describe.each(ALGORITHM_NAMES)('%s equals its twin', (algorithm) => {
  it.each(orders.map((order) => [order.name, order] as const))('in the order %s', (_, order) => {
    fc.assert(
      fc.property(
        fc.oneof(workloads(), workloads({ estimates: 'keep' }), workloads({ estimates: 'exact' })),
        rulesFor(algorithm),
        algorithm === 'easy' ? fc.constantFrom(null, ...orders) : fc.constant(null),
        ({ jobs, processors }, rules, backfillOrder) => {
          const setup = {
            jobs,
            processors,
            policy: policyOf(algorithm, order, backfillOrder),
            rules,
            situation: WORKING_HOURS,
          }
          expect([...simulate(setup).start]).toEqual([...simulateSlowly(setup)])
        },
      ),
      { seed: 20261121, numRuns: Number(process.env.RUNS ?? 150) },
    )
  })
})
