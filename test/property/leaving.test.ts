/**
 * Jobs that leave by themselves, waiting or running: on a pool under all algorithms, orders and rules, and on random sites, as the slow
 * twins have it.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ALGORITHM_NAMES, type SimulatedPolicy } from '../../src/sim/policy.js'
import { DEFAULT_SEMANTICS } from '../../src/sim/semantics.js'
import { simulate } from '../../src/sim/simulate.js'
import { replaceColumns } from '../../src/trace/job-table.js'
import { type SmallWorkload, workloads } from '../support/arbitraries.js'
import { plainPolicy } from '../support/policies.js'
import { policyBy, rigidBases } from '../support/rule-bases.js'
import { rulesFor } from '../support/rules-arbitrary.js'
import { runs } from '../support/runs.js'
import { expectSame } from '../support/same.js'
import { crowded, held, nodeSites, siteOf } from '../support/sites-arbitrary.js'
import { nodeTwin } from '../support/twin/nodes.js'
import { simulateSlowly } from '../support/twin.js'
import { turningClock } from '../support/worlds.js'

const SEED = 20261124
const timeClasses = turningClock(11)

const impatience = fc.array(fc.record({ row: fc.nat(), after: fc.integer({ min: 1, max: 25 }) }), {
  maxLength: 12,
})
type Impatience = typeof impatience extends fc.Arbitrary<infer Drawn> ? Drawn : never

/** Some jobs leave, which would run for as long as they asked for. */
function leaving({ jobs }: Pick<SmallWorkload, 'jobs'>, drawn: Impatience) {
  const leaves = new Float64Array(jobs.length).fill(Number.POSITIVE_INFINITY)
  const runtime = jobs.runtime.slice()
  for (const { row, after } of jobs.length === 0 ? [] : drawn) {
    const job = row % jobs.length
    leaves[job] = jobs.submit[job] + after
    runtime[job] = jobs.estimate[job]
  }
  return { jobs: replaceColumns(jobs, { runtime }), leaves }
}

describe('a pool', () => {
  it('has jobs that leave as the slow twin has them', () => {
    const plain = fc.constantFrom(...ALGORITHM_NAMES).chain((algorithm) =>
      fc.record({
        policy: fc
          .constantFrom('fcfs', 'saf', 'wfp3', 'fairshare', '(queue * size - free * estimate)')
          .map((order): SimulatedPolicy => plainPolicy(`${algorithm}:${order}`)),
        rules: rulesFor(algorithm),
      }),
    )
    const byRules = fc.record({ policy: rigidBases.map(policyBy), rules: rulesFor('easy') })
    const counts = { left: 0, cut: 0 }
    fc.assert(
      fc.property(
        fc.oneof(workloads({ estimates: 'exact' }), workloads()),
        fc.oneof({ weight: 4, arbitrary: plain }, { weight: 1, arbitrary: byRules }),
        impatience,
        ({ jobs, processors }, { policy, rules }, drawn) => {
          const simulation = { ...leaving({ jobs }, drawn), processors, policy, rules, timeClasses }
          const schedule = simulate(simulation)
          expectSame(schedule.start, simulateSlowly(simulation))
          schedule.start.forEach((start, row) => {
            if (Number.isNaN(start)) counts.left++
            else if (schedule.jobs.runtime[row] < simulation.jobs.runtime[row]) counts.cut++
          })
        },
      ),
      { seed: SEED, numRuns: runs(400, 1500) },
    )
    expect(counts.left).toBeGreaterThan(runs(150, 500))
    expect(counts.cut).toBeGreaterThan(runs(150, 500))
  })

  it('is as the kernel has it where nobody leaves', () => {
    fc.assert(
      fc.property(workloads(), fc.constantFrom('fcfs', 'easy', 'easy:saf'), (work, name) => {
        const policy = plainPolicy(name)
        const { leaves } = leaving(work, [])
        expectSame(simulate({ ...work, policy, leaves }).start, simulate({ ...work, policy }).start)
      }),
      { seed: SEED, numRuns: runs(50, 200) },
    )
  })
})

describe('sites', () => {
  it.each([
    ...ALGORITHM_NAMES.flatMap((algorithm) => [`${algorithm}:fcfs`, `${algorithm}:wfp3`]),
    ...['easy:fcfs/spt', 'cons-kept'],
  ])('%s as the twin has it', (name) => {
    const kept = name === 'cons-kept'
    const policy = plainPolicy(kept ? 'cons' : name)
    const rules = { ...DEFAULT_SEMANTICS, compress: kept ? ('none' as const) : ('queue' as const) }
    fc.assert(
      fc.property(nodeSites('extend'), impatience, (drawn, some) => {
        const site = held(siteOf(drawn), 12)
        const simulation = { ...site, ...leaving(site, some), policy, rules }
        expectSame(simulate(simulation).start, nodeTwin(simulation))
      }),
      { seed: SEED, numRuns: runs(12, 30) },
    )
  })

  it.each(['easy:fcfs', 'cons:fcfs', 'cons-kept'])('%s with a long queue', (name) => {
    const kept = name === 'cons-kept'
    const policy = plainPolicy(kept ? 'cons' : name)
    const rules = { ...DEFAULT_SEMANTICS, compress: kept ? ('none' as const) : ('queue' as const) }
    fc.assert(
      fc.property(fc.nat(), impatience, (seed, some) => {
        const site = crowded(seed, policy.algorithm === 'cons' ? 22 : 45)
        const late = some.map(({ row, after }) => ({ row, after: 8 * after }))
        const simulation = { ...site, ...leaving(site, late), policy, rules }
        expectSame(simulate(simulation).start, nodeTwin(simulation))
      }),
      { seed: SEED, numRuns: runs(8, 16) },
    )
  })
})
