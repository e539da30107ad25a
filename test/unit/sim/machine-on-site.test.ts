/** A machine of partitions and nodes whose clock is moved from outside: the schedule of `simulate`, and what is refused as it comes. */
import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/core/random.js'
import { type Facility, processorsOf } from '../../../src/sim/facility/index.js'
import { Machine } from '../../../src/sim/machine.js'
import { simulate } from '../../../src/sim/simulate.js'
import { tableOf } from '../../support/arbitraries.js'
import { plainPolicy } from '../../support/policies.js'
import { expectSame } from '../../support/same.js'

const FACILITY: Facility = {
  partitions: [
    { name: 'fast', processors: [[0, 1]], jobs: { queues: [1], partitions: [] }, tier: 2 },
    { name: 'all', processors: [[0, 3]], jobs: null, allow: { groups: [1, 2] } },
  ],
  priorities: [],
  limits: [{ kind: 'running', queues: [2], each: 'user', processors: 6 }],
  maintenance: { every: 5000, start: 300, duration: 100 },
  nodes: {
    groups: [{ names: 'n[1-4]', cores: 4, memory: 16, gpus: 1, weight: 1 }],
    packing: 'best-fit',
  },
  reservations: [{ name: 'kept', nodes: [[2, 3]], start: 40, end: 90 }],
}

const random = new Random(9)
const JOBS = Array.from({ length: 60 }, (_, k) => {
  const runtime = 5 + random.int(60)
  const fields = { queue: random.int(3), unixGroup: 1 + random.int(2), requestedMemory: 1024 * random.int(5) }
  return {
    ...{ id: k + 1, submit: 3 * k, runtime, estimate: runtime + random.int(40), size: 1 + random.int(5) },
    ...{ user: random.int(3), group: 1, fields },
  }
})

describe('a machine on a site', () => {
  it.each(['head', 'list', 'easy', 'easy:fcfs/spt', 'cons:spt'])('goes as simulate does: %s', (name) => {
    const policy = plainPolicy(name)
    const column = (field: 'queue' | 'unixGroup' | 'requestedMemory') =>
      Float64Array.from(JOBS, ({ fields }) => fields[field])
    const whole = simulate({
      ...{ jobs: tableOf(JOBS), policy, facility: FACILITY, processors: processorsOf(FACILITY) },
      fields: {
        ...{ queue: column('queue'), unixGroup: column('unixGroup') },
        requestedMemory: column('requestedMemory'),
      },
    })
    const machine = new Machine({ processors: 16, policy, facility: FACILITY })
    for (const job of JOBS) {
      machine.advanceBefore(job.submit)
      machine.submit(job)
    }
    while (machine.nextEvent < Number.POSITIVE_INFINITY) machine.advance(machine.nextEvent)
    const { start, places } = machine.schedule()
    expectSame(start, whole.start)
    for (let job = 0; job < JOBS.length; job++) expect(places?.of(job)).toEqual(whole.places?.of(job))
  })

  it('refuses a job that can never start, and promises nothing', () => {
    const machine = new Machine({ processors: 16, policy: plainPolicy('easy'), facility: FACILITY })
    const [job] = JOBS
    expect(() => machine.submit({ ...job, size: 9, fields: { queue: 1 } })).toThrow(
      'job 1 is more than the nodes of its partition, fast, can ever hold',
    )
    expect(() => machine.submit({ ...job, fields: { queue: 0, unixGroup: 3 } })).toThrow(
      'job 1 may not use its partition, all',
    )
    expect(() => machine.slot(0, 1, 10)).toThrow('a facility promises no slots')
  })
})
