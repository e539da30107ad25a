/**
 * The properties that every algorithm keeps on nodes, by random small sites: every job runs once and nobody gives more than there is
 * (the judges), the same again gives the same, a machine that is stepped event by event does what a whole run does, first come is
 * first served, and a reservation that was given is kept. Schedules themselves are held by the slow twin (test/property/nodes.test.ts).
 */
import fc from 'fast-check'
import { describe, it } from 'vitest'
import { type Facility, processorsOf } from '../../src/sim/facility/index.js'
import { validateFacility } from '../../src/sim/facility/validate.js'
import { Machine } from '../../src/sim/machine.js'
import { membersOf } from '../../src/sim/members.js'
import { PACKINGS } from '../../src/sim/nodes/index.js'
import { validateNodes } from '../../src/sim/nodes/validate.js'
import { ALGORITHM_NAMES } from '../../src/sim/policy.js'
import { DEFAULT_SEMANTICS } from '../../src/sim/semantics.js'
import { simulate } from '../../src/sim/simulate.js'
import { validate } from '../../src/sim/validate.js'
import { type JobTable, replaceColumns, selectJobs } from '../../src/trace/job-table.js'
import { workloads } from '../support/arbitraries.js'
import { plainPolicy } from '../support/policies.js'
import { expectIs, expectNone, expectSame } from '../support/same.js'

const SEED = 20261124
const RUNS = { seed: SEED, numRuns: 25 }
const ORDERS = ['fcfs', 'spt', 'wfp3']

interface Site {
  readonly jobs: JobTable
  readonly facility: Facility
  readonly processors: number
}

/** One or two kinds of nodes in one partition, and jobs that they can hold. */
const sites = (estimates: 'exact' | 'extend') =>
  fc
    .record({
      work: workloads({ positive: true, maxJobs: 25, ...(estimates === 'exact' && { estimates }) }),
      kinds: fc.array(
        fc.record({ count: fc.integer({ min: 1, max: 3 }), cores: fc.integer({ min: 1, max: 5 }) }),
        { minLength: 1, maxLength: 2 },
      ),
      packing: fc.constantFrom(...PACKINGS),
    })
    .map(({ work: { jobs }, kinds, packing }): Site => {
      const count = kinds.reduce((sum, kind) => sum + kind.count, 0)
      const facility: Facility = {
        partitions: [{ name: 'all', processors: [[0, count - 1]], jobs: null }],
        ...{ priorities: [], limits: [], maintenance: null },
        nodes: {
          packing,
          groups: kinds.map(({ count: nodes, cores }, k) => ({
            ...{ names: `k${k}n[1-${nodes}]`, cores, memory: null, gpus: 0, weight: k },
          })),
        },
      }
      const processors = processorsOf(facility)
      const size = jobs.size.map((each) => Math.min(each, processors))
      return { jobs: replaceColumns(jobs, { size }), facility, processors }
    })

/** The starts of a machine that goes from event to event, and is told of each job as it comes. */
function stepped({ jobs, facility, processors }: Site, policy: ReturnType<typeof plainPolicy>): Float64Array {
  const { submit, id, estimate, runtime, size, user, group, length } = jobs
  const start = new Float64Array(length).fill(Number.NaN)
  const started = (job: number, now: number) => {
    start[job] = now
  }
  const members = membersOf(user, undefined)
  const machine = new Machine({ processors, policy, facility, members, accounts: { started } })
  for (let next = 0; next < length || machine.nextEvent < Number.POSITIVE_INFINITY; ) {
    const now = Math.min(machine.nextEvent, submit[next] ?? Number.POSITIVE_INFINITY)
    for (; next < length && submit[next] === now; next++) {
      const job = { id: id[next], submit: now, estimate: estimate[next], runtime: runtime[next] }
      machine.submit({ ...job, size: size[next], user: user[next], group: group[next] })
    }
    machine.advance(now)
  }
  return start
}

describe.each(ALGORITHM_NAMES)('%s on nodes', (algorithm) => {
  it.each(ORDERS)(
    'keeps the work, gives nothing twice, and is the same again and step by step: %s',
    (order) => {
      const policy = plainPolicy(`${algorithm}:${order}`)
      fc.assert(
        fc.property(sites('extend'), (site) => {
          const schedule = simulate({ ...site, policy })
          const { facility } = site
          if (facility.nodes === undefined || schedule.places === undefined)
            throw new Error('a site of nodes')
          expectNone(validate(schedule))
          expectNone(validateFacility(schedule, facility, {}))
          expectNone(validateNodes(schedule, facility, facility.nodes, schedule.places, {}))
          expectSame(simulate({ ...site, policy }).start, schedule.start)
          expectSame(stepped(site, policy), schedule.start)
        }),
        RUNS,
      )
    },
  )
})

describe('promises', () => {
  it('head:fcfs starts jobs in the order in which they came', () => {
    fc.assert(
      fc.property(sites('extend'), (site) => {
        const { start } = simulate({ ...site, policy: plainPolicy('head:fcfs') })
        for (let job = 1; job < start.length; job++) expectIs(start[job] >= start[job - 1], true)
      }),
      RUNS,
    )
  })

  it('nobody who comes later moves a reservation that is kept', () => {
    const rules = { ...DEFAULT_SEMANTICS, compress: 'none' } as const
    const policy = plainPolicy('cons:fcfs')
    fc.assert(
      fc.property(sites('exact'), (site) => {
        const { start } = simulate({ ...site, policy, rules })
        for (let count = 1; count < start.length; count += 4) {
          const first = selectJobs(
            site.jobs,
            Int32Array.from({ length: count }, (_, row) => row),
          )
          const alone = simulate({ ...site, jobs: first, policy, rules }).start
          expectIs(start[count - 1] <= alone[count - 1], true)
        }
      }),
      RUNS,
    )
  })

  it('nobody behind the head of the queue moves its reservation under EASY', () => {
    const policy = plainPolicy('easy:fcfs')
    fc.assert(
      fc.property(sites('exact'), (site) => {
        const { jobs } = site
        const { start } = simulate({ ...site, policy })
        for (let head = 0; head < start.length; head++) {
          // Whoever came before has begun by then: it is the first in line.
          const since = Math.max(jobs.submit[head], ...start.subarray(0, head))
          if (!(start[head] > since)) continue
          // Without all who came later and begin from then on, it would not begin earlier.
          const left = Array.from(start.keys()).filter((job) => job <= head || start[job] < since)
          const policyAlone = simulate({
            ...site,
            jobs: selectJobs(jobs, Int32Array.from(left)),
            policy,
          })
          expectIs(start[head] <= policyAlone.start[left.indexOf(head)], true)
        }
      }),
      RUNS,
    )
  })
})
