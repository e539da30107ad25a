/** Certified bounds: no schedule is better, the optimum of small instances included. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/core/random.js'
import { mean } from '../../src/core/statistics.js'
import { boundOf, boundsFor, certifier } from '../../src/sim/bounds/index.js'
import { type CompositeObjective, compileObjective, objectiveNames } from '../../src/sim/objectives/index.js'
import { simulate } from '../../src/sim/simulate.js'
import { validate } from '../../src/sim/validate.js'
import type { JobTable } from '../../src/trace/job-table.js'
import { tableOf, workloads } from '../support/arbitraries.js'
import { generateJobs } from '../support/generate.js'
import { optima, promptUtilization, serial } from '../support/optimum.js'
import { plainPolicy } from '../support/policies.js'
import { runs } from '../support/runs.js'

const SEED = 20261203
const NAMES = objectiveNames(3)
/** All of them fall only where a job starts earlier, so that `optimum` is exact. */
const FORMULAS = [
  '10*AWRT1 + 4*AWRT2',
  'meanWait[size > 1]',
  '2*AWRT[size > 1] + maxWait[run >= 2]',
  'AWRT + meanWait/2 - 3',
  'AVEbsld + SD + 2*maxWait',
  'max(AWRT1, AWRT2)^2',
  'meanResponse*maxWait - 2*throughput',
  'sqrt(flowtime) + log(1 + makespan)/AVEbsld^0',
  'abs(AWWT) + floor(medianWait) + min(p95Wait, maxWait, 1e9)',
  'exp(-throughput/1e6) + ceil(makespan) + 3*AWRT',
  'AWRT1 + 2*meanWait - throughput/1e5',
]
const OBJECTIVES: readonly CompositeObjective[] = [...NAMES, ...FORMULAS].map(compileObjective)

/** `value` is no better than what is certified. */
function expectBounded(objective: CompositeObjective, bound: number, value: number): void {
  if (objective.sense === 'min' ? bound <= value : bound >= value) return
  expect.fail(`${objective.text}: bound ${bound}, value ${value}`)
}

/** Few jobs, wide ones among them, that get into each other's way. */
const small = fc.integer({ min: 1, max: 7 }).chain((processors) =>
  fc
    .array(
      fc.record({
        gap: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 4 })),
        runtime: fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 1, max: 9 }) }, fc.constant(0)),
        scale: fc.constantFrom(1, 1, 1, 0.1, 40),
        size: fc.integer({ min: 1, max: processors }),
        group: fc.integer({ min: 0, max: 3 }),
      }),
      { minLength: 1, maxLength: 5 },
    )
    .map((drafts) => {
      let clock = 0
      const jobs = tableOf(
        drafts.map(({ gap, runtime, scale, size, group }, k) => {
          clock += gap
          return {
            id: k + 1,
            submit: clock,
            runtime: runtime * scale,
            estimate: runtime * scale,
            size,
            user: 1,
            group,
          }
        }),
      )
      return { jobs, processors }
    }),
)

describe('certified bounds', () => {
  it('are no better than the optimum, and often the optimum itself', () => {
    const met = new Map<string, number>()
    fc.assert(
      fc.property(small, fc.boolean(), ({ jobs, processors }, trimmed) => {
        const judged = trimmed && jobs.length > 2 ? Int32Array.from([1, jobs.length - 1]) : null
        const exactOf = optima(jobs, judged, processors)
        const boundedBy = certifier(jobs, judged, processors)
        for (const objective of OBJECTIVES) {
          const exact = exactOf(objective)
          const bound = boundedBy(objective)
          if (exact === null || bound === null) continue
          expectBounded(objective, bound.value, exact)
          if (Math.abs(bound.value - exact) <= 1e-6 * Math.abs(exact)) {
            met.set(objective.text, (met.get(objective.text) ?? 0) + 1)
          }
        }
      }),
      { seed: SEED, numRuns: runs(200, 400) },
    )
    // Of the formulas those whose parts are best on different schedules are met less often.
    for (const name of NAMES) expect(met.get(name) ?? 0, name).toBeGreaterThan(runs(60, 120))
    for (const text of FORMULAS) expect(met.get(text) ?? 0, text).toBeGreaterThan(runs(7, 15))
  })

  it('prove most of the delay where jobs have to wait', () => {
    const names = ['AWRT', 'SD', 'meanResponse', 'makespan', 'maxWait']
    const proven = new Map<string, number[]>()
    fc.assert(
      fc.property(small, ({ jobs, processors }) => {
        const exactOf = optima(jobs, null, processors)
        const boundedBy = certifier(jobs, null, processors)
        for (const name of names) {
          const objective = compileObjective(name)
          const exact = exactOf(objective)
          const bound = boundedBy(objective)
          if (exact === null || bound === null) continue
          const alone = objective.measure({ jobs, processors, start: jobs.submit }, null)
          if (exact <= alone * (1 + 1e-6)) continue
          const shares = proven.get(name) ?? []
          shares.push((bound.value - alone) / (exact - alone))
          proven.set(name, shares)
        }
      }),
      { seed: SEED + 5, numRuns: runs(200, 400) },
    )
    for (const name of names) {
      const shares = proven.get(name) ?? []
      expect(shares.length, name).toBeGreaterThan(runs(25, 50))
      expect(mean(shares), name).toBeGreaterThan(0.6)
    }
  })

  it('have a value wherever the optimum has one', () => {
    fc.assert(
      fc.property(small, ({ jobs, processors }) => {
        const exactOf = optima(jobs, null, processors)
        const boundedBy = certifier(jobs, null, processors)
        for (const objective of OBJECTIVES) {
          const exact = exactOf(objective)
          const bound = boundedBy(objective)
          // Utilization 0 is without work; throughput is without limit where no job takes time.
          if (exact === null || (bound === null && /UTIL|throughput/.test(objective.text))) continue
          if (bound === null) expect.fail(`${objective.text} has no bound`)
        }
      }),
      { seed: SEED + 1, numRuns: runs(50, 100) },
    )
  })

  it('of utilization: those of schedules that start at once are no better than `prompt`', () => {
    let below = 0
    fc.assert(
      fc.property(small, ({ jobs, processors }) => {
        const bound = boundOf(jobs, null, processors, compileObjective('UTIL'))
        const value = promptUtilization(jobs, processors)
        if (bound === null || value === null) return
        expect(bound.prompt?.value).toBeGreaterThanOrEqual(value)
        expect(bound.prompt?.value).toBeLessThanOrEqual(bound.value * (1 + 1e-6))
        if ((bound.prompt?.value ?? 1) < 0.99 * bound.value) below++
      }),
      { seed: SEED + 2, numRuns: runs(150, 300) },
    )
    expect(below).toBeGreaterThan(runs(15, 30))
  })

  it('are no better than any schedule of many jobs', () => {
    const policies = ['fcfs', 'easy', 'cons', 'list:spt', 'easy:saf', 'head:lcfs', 'list:largest'].map(
      plainPolicy,
    )
    fc.assert(
      fc.property(
        workloads({ maxJobs: 120 }),
        fc.constantFrom(...policies),
        fc.nat(30),
        ({ jobs, processors }, policy, first) => {
          const rows = Int32Array.from({ length: jobs.length }, (_, k) => k).filter((row) => row >= first)
          const schedule = simulate({ jobs, processors, policy })
          for (const judged of [null, rows]) {
            const boundedBy = certifier(jobs, judged, processors)
            for (const objective of OBJECTIVES) {
              const bound = boundedBy(objective)
              if (bound === null) continue
              expectBounded(objective, bound.value, objective.measure(schedule, judged))
            }
          }
        },
      ),
      { seed: SEED + 3, numRuns: runs(70, 150) },
    )
  })

  it('hold on a crowded machine of usual jobs, and are far above those of jobs alone', () => {
    const jobs = generateJobs({ seed: 5, jobs: 3_000, processors: 128, load: 1.1 })
    const bounds = boundsFor(jobs, null, 128, [...NAMES, ...FORMULAS])
    const alone = objectivesOf(jobs, 128, jobs.submit)
    for (const written of ['fcfs', 'easy', 'cons', 'easy:spt', 'easy:saf']) {
      const { start } = simulate({ jobs, processors: 128, policy: plainPolicy(written) })
      const values = objectivesOf(jobs, 128, start)
      for (const objective of OBJECTIVES) {
        expectBounded(objective, bounds[objective.text]!.value, values[objective.text])
      }
    }
    for (const name of ['AWRT', 'SD', 'makespan', 'maxWait', 'meanWait', '10*AWRT1 + 4*AWRT2']) {
      expect(bounds[name]!.value, name).toBeGreaterThan(1.02 * alone[name])
    }
  })

  it('do not depend on the order in which objectives are asked for', () => {
    const jobs = generateJobs({ seed: 6, jobs: 400, processors: 32, load: 1 })
    const names = [...NAMES, ...FORMULAS]
    const all = boundsFor(jobs, null, 32, names)
    for (const name of names) expect(boundOf(jobs, null, 32, compileObjective(name))).toEqual(all[name])
    expect(boundsFor(jobs, null, 32, [...names].reverse())).toEqual(all)
  })
})

describe('the oracle', () => {
  it('makes schedules that break no rule', () => {
    const random = new Random(SEED)
    for (let run = 0; run < 200; run++) {
      const processors = 1 + random.int(6)
      const jobs = generateJobs({ seed: run + 1, jobs: 6, processors, load: 1.5 })
      const order = [0, 1, 2, 3, 4, 5]
      random.shuffle(order)
      const schedule = { jobs, processors, start: serial(jobs, processors, order) }
      expect(validate(schedule, {})).toEqual([])
    }
  })

  it('is never worse than a policy', () => {
    let better = 0
    fc.assert(
      fc.property(
        small,
        fc.constantFrom('fcfs', 'easy', 'cons', 'list:spt'),
        ({ jobs, processors }, written) => {
          const schedule = simulate({ jobs, processors, policy: plainPolicy(written) })
          const exactOf = optima(jobs, null, processors)
          for (const name of ['AWRT', 'makespan', 'maxWait', 'meanWait', 'AVEbsld', 'UTIL']) {
            const objective = compileObjective(name)
            const exact = exactOf(objective)
            if (exact === null) continue
            const value = objective.measure(schedule, null)
            const sign = objective.sense === 'min' ? 1 : -1
            expect(sign * exact, name).toBeLessThanOrEqual(sign * value + 1e-9 * Math.abs(value))
            if (sign * exact < sign * value - 1e-6) better++
          }
        },
      ),
      { seed: SEED + 4, numRuns: runs(70, 150) },
    )
    expect(better).toBeGreaterThan(runs(25, 50))
  })
})

function objectivesOf(jobs: JobTable, processors: number, start: Float64Array): Record<string, number> {
  const schedule = { jobs, processors, start }
  return Object.fromEntries(
    OBJECTIVES.map((objective) => [objective.text, objective.measure(schedule, null)]),
  )
}
