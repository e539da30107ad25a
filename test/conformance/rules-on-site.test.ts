/**
 * Policies that go by rules on sites, against the slow simulator of sites, start by start; and where members differ by name alone,
 * against the policy that all of them are: a change between them then changes nothing.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Machine } from '../../src/sim/machine.js'
import { membersOf } from '../../src/sim/members.js'
import type { JobField } from '../../src/sim/order.js'
import { ALGORITHM_NAMES } from '../../src/sim/policy.js'
import type { RuleBase } from '../../src/sim/rule-based/index.js'
import { DEFAULT_SEMANTICS } from '../../src/sim/semantics.js'
import { simulate } from '../../src/sim/simulate.js'
import { plainPolicy } from '../support/policies.js'
import { fuzzyBases, pairBases, policyBy, rigidBases } from '../support/rule-bases.js'
import { runs } from '../support/runs.js'
import { expectSame } from '../support/same.js'
import { crowded, held, nodeSites, processorSites, siteOf } from '../support/sites-arbitrary.js'
import { nodeTwin } from '../support/twin/nodes.js'
import { OutOfReach } from '../support/twin/rules.js'
import { standingClock } from '../support/worlds.js'

const SEED = 20261126

const RULES = fc.record({
  passInterval: fc.constantFrom(0, 0, 7),
  sight: fc.constantFrom(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 3),
  ties: fc.constantFrom('earliest' as const, 'latest' as const),
})
const MAINTENANCE = fc.constantFrom(null, null, { every: 100_000, start: 50, duration: 500 })

/** Changes its member with nearly every job that comes or goes. */
const restless = (strategies: readonly string[], classes: readonly number[]): RuleBase => ({
  kind: 'rigid',
  partitions: [
    { feature: 'queue', bounds: [1, 2, 3, 4, 6, 8, 11, 14] },
    { feature: 'um', bounds: [60, 80, 90] },
  ],
  strategies,
  classes,
})
const CLASSES = 36

/** Whole seconds: with fractions the order of additions would matter at the bounds of a class. */
const isWhole = ({ jobs }: Pick<ReturnType<typeof siteOf>, 'jobs'>) =>
  [jobs.submit, jobs.estimate, jobs.runtime].every((column) => column.every(Number.isInteger))

const nodes = (estimates: 'extend' | 'keep') => nodeSites(estimates).map((drawn) => held(siteOf(drawn), 12))
const SITES = {
  processors: processorSites,
  nodes: fc.oneof(nodes('extend'), nodes('keep')) as unknown as typeof processorSites,
}

const cases = (kind: keyof typeof SITES, bases: fc.Arbitrary<RuleBase>) =>
  fc
    .record({ site: SITES[kind].filter(isWhole), base: bases, some: RULES, maintenance: MAINTENANCE })
    .map(({ site, base, some, maintenance }) => ({
      ...site,
      // A job that outlives its estimate could come to wait for a window that it fits in by that alone.
      facility: { ...site.facility, maintenance },
      policy: policyBy(base),
      rules: { ...DEFAULT_SEMANTICS, ...some },
      timeClasses: standingClock(1, 2, 3),
    }))

describe.each(['processors', 'nodes'] as const)('on %s', (kind) => {
  it.each([
    ['rigid', rigidBases],
    ['fuzzy', fuzzyBases],
    ['pair', pairBases],
  ] as const)('%s rules start every job when the slow simulator does', (_, bases) => {
    fc.assert(
      fc.property(cases(kind, bases), (simulation) => {
        const { start } = simulate(simulation)
        try {
          expectSame(start, nodeTwin(simulation))
        } catch (error) {
          // Waits for the end of maintenance are long.
          fc.pre(!(error instanceof OutOfReach))
          throw error
        }
      }),
      { seed: SEED, numRuns: runs(60, 400) },
    )
  })

  /** Orders that are the same under two names; the first has its keys for good, the other at each pass. */
  const TWICE = [
    ['fcfs', '(0 - wait)'],
    ['spt', '(estimate)'],
  ] as const
  it.each(
    ALGORITHM_NAMES.flatMap((algorithm) => TWICE.map(([one, other]) => [algorithm, one, other] as const)),
  )('%s:%s under two names is one policy', (algorithm, one, other) => {
    const classes = Array.from({ length: CLASSES }, (_, k) => (k + (k >> 2)) % 2)
    const base = restless([`${algorithm}:${one}`, `${algorithm}:${other}`], classes)
    const policy = plainPolicy(`${algorithm}:${one}`)
    fc.assert(
      fc.property(cases(kind, fc.constant(base)), (simulation) => {
        expectSame(simulate(simulation).start, simulate({ ...simulation, policy }).start)
      }),
      { seed: SEED, numRuns: runs(20, 100) },
    )
  })

  it('a machine that is stepped from event to event does what a whole run does', () => {
    fc.assert(
      fc.property(cases(kind, rigidBases), (simulation) => {
        const { jobs, fields } = simulation
        const { submit, length } = jobs
        const start = new Float64Array(length).fill(Number.NaN)
        const started = (job: number, now: number) => {
          start[job] = now
        }
        const members = membersOf(jobs.user, undefined)
        const machine = new Machine({ ...simulation, members, accounts: { started } })
        for (let next = 0; next < length || machine.nextEvent < Number.POSITIVE_INFINITY; ) {
          const now = Math.min(machine.nextEvent, submit[next] ?? Number.POSITIVE_INFINITY)
          for (; next < length && submit[next] === now; next++) {
            const asked = Object.entries(fields).map(([name, column]) => [name, column[next]] as const)
            machine.submit({
              ...{ id: jobs.id[next], submit: now, estimate: jobs.estimate[next], size: jobs.size[next] },
              ...{ runtime: jobs.runtime[next], user: jobs.user[next], group: jobs.group[next] },
              fields: Object.fromEntries(asked) as Partial<Record<JobField, number>>,
            })
          }
          machine.advance(now)
        }
        expectSame(start, simulate(simulation).start)
      }),
      { seed: SEED, numRuns: runs(30, 100) },
    )
  })
})

describe('a crowded machine', () => {
  const strategies = ['easy', 'cons', 'head:spt', 'list', 'cons:wfp3', 'easy:fcfs/spt', 'easy:spt']

  it.each(['processors', 'nodes'] as const)('of %s changes its member often', (kind) => {
    let changes = 0
    fc.assert(
      fc.property(
        fc.nat(),
        fc.array(fc.nat(strategies.length - 1), { minLength: CLASSES, maxLength: CLASSES }),
        (seed, classes) => {
          const site = crowded(seed, 30)
          const queue = Float64Array.from(site.jobs.id, (id) => id % 3)
          const partitions = [
            { name: 'a', processors: [[0, 15] as const], jobs: { queues: [0], partitions: [] } },
            { name: 'all', processors: [[0, 23] as const], jobs: null },
          ]
          const pools = { partitions, priorities: [], limits: [], maintenance: null }
          const facility = kind === 'nodes' ? site.facility : pools
          const simulation = {
            ...{ ...site, facility, policy: policyBy(restless(strategies, classes)) },
            fields: { ...site.fields, queue },
          }
          let last = -1
          const decided = (_now: number, _values: Float64Array, place: number) => {
            if (last >= 0 && place !== last) changes++
            last = place
          }
          const { start } = simulate({ ...simulation, witness: { always: true, decided } })
          expectSame(start, nodeTwin(simulation))
        },
      ),
      { seed: SEED, numRuns: runs(12, 40) },
    )
    expect(changes).toBeGreaterThan(runs(150, 500))
  })
})
