/**
 * Schedules on nodes: one node is one pool, and so are nodes of one core, start by start; random sites and jobs beside the slow twin;
 * and on random sites with maintenance and passes at intervals the independent check finds nothing.
 */
import fc from 'fast-check'
import { describe, it } from 'vitest'
import { validateFacility } from '../../src/sim/facility/validate.js'
import { validateNodes } from '../../src/sim/nodes/validate.js'
import { DEFAULT_SEMANTICS } from '../../src/sim/semantics.js'
import { simulate } from '../../src/sim/simulate.js'
import { validate } from '../../src/sim/validate.js'
import { workloads } from '../support/arbitraries.js'
import { plainPolicy } from '../support/policies.js'
import { runs } from '../support/runs.js'
import { expectNone, expectSame } from '../support/same.js'
import { crowded, held, machineOf, nodeSites, siteOf } from '../support/sites-arbitrary.js'
import { nodeTwin } from '../support/twin/nodes.js'

const SEED = 20261123
const ORDERS = ['fcfs', 'spt', 'largest', 'wfp3', 'fairshare', 'g1(a=0.5,b=0.5,w2=0.3,K1=2)']
const POLICIES = ['head', 'list', 'easy', 'cons'].flatMap((algorithm) =>
  ORDERS.map((order) => `${algorithm}:${order}`),
)

describe('a pool', () => {
  it.each([...POLICIES, 'easy:fcfs/spt'])('is one node, and nodes of one core: %s', (name) => {
    const policy = plainPolicy(name)
    const lasting = fc.oneof(
      workloads({ positive: true }),
      workloads({ positive: true, estimates: 'exact' }),
      workloads({ positive: true, estimates: 'keep' }),
    )
    fc.assert(
      fc.property(lasting, ({ jobs, processors }) => {
        const { start } = simulate({ jobs, processors, policy })
        for (const facility of [machineOf(1, processors), machineOf(processors, 1)])
          expectSame(simulate({ jobs, processors, policy, facility }).start, start)
      }),
      { seed: SEED, numRuns: runs(6, 12) },
    )
  })
})

describe('random sites', () => {
  it.each([...POLICIES, 'easy:fcfs/spt', 'cons-kept'])('%s as the twin has it', (name) => {
    const kept = name === 'cons-kept'
    const policy = plainPolicy(kept ? 'cons' : name)
    const rules = { ...DEFAULT_SEMANTICS, compress: kept ? ('none' as const) : ('queue' as const) }
    fc.assert(
      fc.property(kept ? nodeSites('extend') : fc.oneof(nodeSites('extend'), nodeSites('keep')), (drawn) => {
        const site = held(siteOf(drawn), 12)
        expectSame(simulate({ ...site, policy, rules }).start, nodeTwin({ ...site, policy, rules }))
      }),
      { seed: SEED, numRuns: runs(10, 20) },
    )
  })

  // Where many wait for long, what a pass has found is good for many passes.
  it.each([
    ...(['easy:fcfs', 'easy:spt', 'easy:fcfs/spt'] as const),
    ...(['cons:fcfs', 'cons:wfp3', 'cons-kept'] as const),
  ])('%s with a long queue, as the twin has it', (name) => {
    const kept = name === 'cons-kept'
    const policy = plainPolicy(kept ? 'cons' : name)
    const rules = { ...DEFAULT_SEMANTICS, compress: kept ? ('none' as const) : ('queue' as const) }
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const site = crowded(seed, policy.algorithm === 'cons' ? 22 : 60)
        expectSame(simulate({ ...site, policy, rules }).start, nodeTwin({ ...site, policy, rules }))
      }),
      { seed: SEED, numRuns: runs(6, 12) },
    )
  })

  it.each(POLICIES)('%s breaks no rule, and starts every job', (name) => {
    const policy = plainPolicy(name)
    fc.assert(
      fc.property(nodeSites('extend'), fc.boolean(), fc.constantFrom(0, 7), (drawn, keep, passInterval) => {
        const { facility, ...site } = held(siteOf(drawn), 12)
        const closed = { ...facility, maintenance: { every: 100_000, start: 50, duration: 500 } }
        const rules = {
          ...DEFAULT_SEMANTICS,
          passInterval,
          compress: keep ? ('none' as const) : ('queue' as const),
        }
        const schedule = simulate({ ...site, facility: closed, policy, rules })
        const { nodes } = facility
        if (nodes === undefined || schedule.places === undefined) throw new Error('a site of nodes')
        expectNone(validate(schedule))
        expectNone(validateFacility(schedule, closed, site.fields))
        expectNone(validateNodes(schedule, closed, nodes, schedule.places, site.fields))
      }),
      { seed: SEED, numRuns: runs(6, 12) },
    )
  })
})
