/**
 * The multifactor priority in whole simulations: with fields, files of a site, short periods and jobs that come to be on
 * the way the engine gives the slow twin's schedules, start by start; and where one factor alone has a weight, those of
 * the order by that property.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ALGORITHM_NAMES } from '../../src/sim/policy.js'
import { simulate } from '../../src/sim/simulate.js'
import type { Site } from '../../src/sim/site.js'
import { validate } from '../../src/sim/validate.js'
import { type JobTable, replaceColumns } from '../../src/trace/job-table.js'
import { LAST_TWO } from '../../src/workload/predictions/last-two.js'
import { workloads } from '../support/arbitraries.js'
import { generateJobs } from '../support/generate.js'
import { plainPolicy } from '../support/policies.js'
import { remembered } from '../support/remembered.js'
import { rulesFor } from '../support/rules-arbitrary.js'
import { runs } from '../support/runs.js'
import { expectNone, expectSame } from '../support/same.js'
import { simulateSlowly } from '../support/twin.js'

const SEED = 20261121

/** Periods of 6 s and half-lives of about a minute, so that a few hundred seconds are many periods. */
const WRITTEN = [
  'multifactor(fairshare=1000, age=100, size=10, period=0.1, halflife=0.0007, maxage=0.001)',
  'multifactor(fairshare=100000, age=0, size=0, period=0.2, halflife=0, tree=0, assoc=2000)',
  'multifactor(fairshare=50, age=1000, maxage=0.002, qos=300, partition=200, favorsmall=1, period=0.1)',
  'multifactor(fairshare=0, age=5000, maxage=0.003, qos=3000, relative=1, size=5000, period=0.3)',
]

const ranked = (value: number, highest: number) => ({ value, share: value / highest })

/** Two accounts of the log's three, one of them below the other, one user without shares, one whom the log lacks. */
const SITE: Site = {
  clock: { unixStart: 0, zone: 0 },
  priority: null,
  scheduler: null,
  resources: {
    nodes: 4,
    weights: [
      ['cpu', 300],
      ['mem', 40],
    ],
    ...{ chargesLargest: true, chargesAtEnd: false },
  },
  partitions: new Map([
    [0, { jobFactor: ranked(1, 4), tier: 1 }],
    [1, { jobFactor: ranked(4, 4), tier: 1, totals: [['cpu', 16]], billing: [['cpu', 0.5]] }],
    [2, { jobFactor: ranked(2, 4), tier: 2 }],
  ]),
  qos: new Map([
    [0, { priority: ranked(10, 50), usageFactor: 0.3 }],
    [1, { priority: ranked(50, 50), usageFactor: 2 }],
  ]),
  shares: [
    { parent: -1, shares: 1, isUser: false, number: 9 },
    { parent: 0, shares: 5, isUser: false, number: 1 },
    { parent: 1, shares: null, isUser: false, number: 2 },
    { parent: 1, shares: 1, isUser: true, number: 0, priority: 7 },
    { parent: 1, shares: null, isUser: true, number: 1, priority: 3 },
    { parent: 2, shares: 2, isUser: true, number: 2 },
    { parent: 2, shares: 2, isUser: true, number: Number.NaN },
  ],
}

/** Accounts −1 to 2, queues −1 to 2, partitions −1 to 3, each a function of the job's number. */
function fieldsOf({ id }: JobTable) {
  return {
    unixGroup: Float64Array.from(id, (number) => (number % 4) - 1),
    queue: Float64Array.from(id, (number) => ((number * 7) % 4) - 1),
    partition: Float64Array.from(id, (number) => ((number * 11) % 5) - 1),
    requestedNodes: Float64Array.from(id, (number) => (number % 3) - 1),
    totalMemory: Float64Array.from(id, (number) => 1000 * (number % 7)),
    nice: Float64Array.from(id, (number) => [-1, 100, -1, 3000, -700][number % 5]),
  }
}

const anyWorkload = remembered(fc.oneof(workloads(), workloads({ estimates: 'keep' })))

describe.each(ALGORITHM_NAMES)('%s', (algorithm) => {
  it.each(WRITTEN)('conforms with %s', (order) => {
    const policy = plainPolicy(`${algorithm}:${order}`)
    const sites = fc.constantFrom(SITE, { ...SITE, shares: null }, undefined)
    fc.assert(
      fc.property(anyWorkload, rulesFor(algorithm), sites, ({ jobs, processors }, rules, site) => {
        const setup = { jobs, processors, policy, rules, fields: fieldsOf(jobs), ...(site && { site }) }
        const schedule = simulate(setup)
        expectSame(schedule.start, simulateSlowly(setup))
        expectNone(validate(schedule, { policy, rules }))
        expectSame(simulate(setup).start, schedule.start)
      }),
      { seed: SEED, numRuns: runs(100, 250) },
    )
  })

  it('conforms where jobs follow others and their run times are predicted', () => {
    const rules = rulesFor(algorithm).filter(({ compress }) => compress === 'queue')
    fc.assert(
      fc.property(
        anyWorkload,
        rules,
        fc.constantFrom(...WRITTEN),
        fc.boolean(),
        ({ jobs, processors }, chosen, order, predicted) => {
          const { length } = jobs
          const preceding = Int32Array.from({ length }, (_, row) => (row % 3 === 2 ? row - 2 : -1))
          const think = Float64Array.from({ length }, (_, row) => row % 5)
          const setup = {
            ...{ jobs, processors, rules: chosen, fields: fieldsOf(jobs), site: SITE },
            policy: plainPolicy(`${algorithm}:${order}`),
            dependencies: { preceding, think },
            ...(predicted && { predictor: LAST_TWO }),
          }
          const schedule = simulate(setup)
          const start = new Float64Array(length)
          schedule.rows?.forEach((row, job) => {
            start[row] = schedule.start[job]
          })
          expectSame(start, simulateSlowly(setup))
        },
      ),
      { seed: SEED, numRuns: runs(100, 250) },
    )
  })

  it('conforms over hours, with hundreds of jobs', () => {
    const length = algorithm === 'cons' ? 90 : 400
    const jobs = generateJobs({ seed: 7, jobs: length, processors: 48, load: 2 })
    for (const order of [...WRITTEN, 'multifactor', 'multifactor(tree=0, halflife=0.05, size=0)']) {
      const setup = {
        jobs,
        processors: 48,
        policy: plainPolicy(`${algorithm}:${order}`),
        fields: fieldsOf(jobs),
      }
      expectSame(simulate(setup).start, simulateSlowly(setup))
    }
  })
})

describe('one factor alone', () => {
  const ALONE: readonly (readonly [order: string, same: string])[] = [
    // Jobs of one age class, and those past maxage, go by submit as all others do.
    ['multifactor(age=1000, fairshare=0, size=0, partition=0, maxage=0.001, period=0.1)', 'fcfs'],
    ['multifactor(age=0, fairshare=0, size=0, partition=0)', 'fcfs'],
    ['multifactor(age=0, fairshare=0, size=1000, partition=0)', 'largest'],
    ['multifactor(age=0, fairshare=0, size=1000, partition=0, favorsmall=1)', 'smallest'],
    // Everyone has the same share of an unused machine: nothing is charged.
    ['multifactor(age=0, fairshare=1000, size=0, period=10080)', 'fcfs'],
  ]

  it.each(ALONE)('%s is %s', (order, same) => {
    fc.assert(
      fc.property(anyWorkload, fc.constantFrom(...ALGORITHM_NAMES), ({ jobs, processors }, algorithm) => {
        const starts = (written: string) => [
          ...simulate({ jobs, processors, policy: plainPolicy(`${algorithm}:${written}`) }).start,
        ]
        expect(starts(order)).toEqual(starts(same))
      }),
      { seed: SEED, numRuns: runs(200, 400) },
    )
  })

  it('fair share lets the user go first who has used less', () => {
    // User 1 fills the machine for an hour; then one job of each is waiting, user 1's submitted first.
    const jobs = generateJobs({ seed: 1, jobs: 3, processors: 4 })
    const own = replaceColumns(jobs, {
      submit: Float64Array.of(0, 10, 20),
      runtime: Float64Array.of(3_600, 60, 60),
      estimate: Float64Array.of(3_600, 60, 60),
      size: Int32Array.of(4, 4, 4),
      user: Int32Array.of(1, 1, 2),
    })
    const starts = (written: string) => [
      ...simulate({ jobs: own, processors: 4, policy: plainPolicy(written) }).start,
    ]
    expect(starts('easy:multifactor(age=0, size=0)')).toEqual([0, 3_660, 3_600])
    expect(starts('easy:multifactor(age=0, size=0, tree=0)')).toEqual([0, 3_660, 3_600])
    expect(starts('easy:multifactor(fairshare=0)')).toEqual([0, 3_600, 3_660])
  })
})
