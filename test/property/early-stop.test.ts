/** Giving simulations up: the bounds are bounds, and what is not given up is the same schedule. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundsOf } from '../../src/sim/early-stop.js'
import { compileObjective, OBJECTIVES } from '../../src/sim/objectives/index.js'
import { DEFAULT_SEMANTICS, DIALECTS } from '../../src/sim/semantics.js'
import { simulate, simulateBelow } from '../../src/sim/simulate.js'
import { replaceColumns } from '../../src/trace/job-table.js'
import { PREDICTORS } from '../../src/workload/predictions/index.js'
import { tableOf, workloads } from '../support/arbitraries.js'
import { plainPolicy } from '../support/policies.js'
import { runs } from '../support/runs.js'

const SEED = 20261121
const FORMULAS = [
  ...OBJECTIVES.filter(({ rises }) => rises).map(({ name }) => name),
  '10*AVEbsld + 4*meanWait',
  'max(maxWait, AWRT)/3 + 2',
  'AVEbsld*meanWait',
  '10*AWRT1 + 4*AWRT2',
  'AWRT1 + AWRT',
  'meanWait[size <= 4]',
  'AWRT1[size <= 4] + AWRT2',
  'AWRT[estimate > 100 | size = 1] + 2*p95Wait[!size = 2]',
]
const POLICIES = [
  'easy',
  'fcfs',
  'easy:lpt',
  'cons:spt',
  'list:largest',
  'easy:(-wait/estimate)',
  'head:lcfs',
]

const RULES = [
  DEFAULT_SEMANTICS,
  DIALECTS['pyss'],
  DIALECTS['sc17'],
  DIALECTS['rlscheduler'],
  { ...DEFAULT_SEMANTICS, passInterval: 7 },
  { ...DEFAULT_SEMANTICS, sight: 2, commit: true },
]

describe('a simulation with an early stop', () => {
  it('is given up only where the objective ends above the limit, with a bound in between', () => {
    let given = 0
    fc.assert(
      fc.property(
        // Estimates that are outlived, too.
        workloads({ maxJobs: 60, estimates: 'keep' }),
        fc.constantFrom(...FORMULAS),
        fc.constantFrom(...POLICIES),
        fc.constantFrom(...RULES),
        fc.constantFrom(undefined, ...PREDICTORS),
        fc.double({ min: 0, max: 1.2, noNaN: true }),
        fc.nat(20),
        ({ jobs: drawn, processors }, text, written, rules, predictor, share, first) => {
          // Few workloads have jobs of a group.
          const group = drawn.group.map((own) => 1 + (own & 1))
          const jobs = text.includes('AWRT1') ? replaceColumns(drawn, { group }) : drawn
          const judged = Int32Array.from({ length: jobs.length }, (_, k) => k).filter((row) => row >= first)
          if (judged.length === 0) return
          const objective = compileObjective(text)
          const policy = plainPolicy(written)
          // Reservations that are kept do not go with predictions.
          const predicted = predictor && rules.compress !== 'none' ? { predictor } : {}
          const simulation = { jobs, processors, policy, rules, ...predicted }
          const schedule = simulate(simulation)
          let value: number
          try {
            value = objective.measure(schedule, judged)
          } catch {
            // No work at all, so no value and no bound.
            expect(() => boundsOf(jobs, judged, processors, objective)).toThrow('has no value')
            return
          }
          const bounds = boundsOf(jobs, judged, processors, objective)
          if (bounds === null) throw new Error(`${text} has no bounds`)
          expect(bounds.least).toBeLessThanOrEqual(value)
          const limit = share * value
          const earlyStop = bounds.earlyStop(limit)
          const below = simulateBelow(simulation, earlyStop)
          expect(earlyStop.bound).toBeLessThanOrEqual(value)
          if (below === null) {
            given++
            expect(earlyStop.bound).toBeGreaterThan(limit)
          } else expect(below.start).toEqual(schedule.start)
        },
      ),
      { seed: SEED, numRuns: runs(600, 1500) },
    )
    expect(given).toBeGreaterThan(runs(100, 300))
  })

  it('knows the least value: every job alone', () => {
    const jobs = tableOf([
      { id: 1, submit: 0, runtime: 100, estimate: 100, size: 2, user: 1, group: 1 },
      { id: 2, submit: 0, runtime: 50, estimate: 50, size: 1, user: 1, group: 2 },
    ])
    const least = (text: string) => boundsOf(jobs, null, 2, compileObjective(text))?.least
    expect(least('meanResponse')).toBeCloseTo(75, 4)
    expect(least('AWRT2')).toBeCloseTo(50, 4)
    expect(least('AWRT1[size <= 4]')).toBeCloseTo(100, 4)
    expect(least('maxWait')).toBe(0)
    expect(least('makespan')).toBeCloseTo(100, 4)
  })

  it('has no bounds of objectives that may fall where jobs start later', () => {
    const jobs = tableOf([{ id: 1, submit: 0, runtime: 9, estimate: 9, size: 1, user: 1, group: 1 }])
    for (const text of [
      'UTIL',
      '-AWRT',
      '1/AWRT',
      'AWRT - 5',
      'throughput',
      'AWRT*UTIL',
      'if(AWRT > 3, 1, 2)',
    ]) {
      expect(boundsOf(jobs, null, 4, compileObjective(text)), text).toBeNull()
    }
  })
})
