/** Waits and shares as slurmctld keeps them, by hand; what a run may be. */
import { describe, expect, it } from 'vitest'
import { associationsOf } from '../../../../src/sim/orders/multifactor/associations.js'
import {
  jobSizeFactor,
  PriorityLedger,
  priorityAgreement,
  tresPart,
} from '../../../../src/sim/slurm/index.js'
import { parseSlurmConf, parseSprio } from '../../../../src/trace/index.js'
import { failureOf } from '../../../support/failures.js'

/** Two users of one account, with one share each; leaves 0 and 1. */
const TREE = associationsOf(null, [
  { account: 1, user: 1 },
  { account: 1, user: 2 },
])
const HALF_LIFE = 6930

function ledger(fairTree: boolean, chargesAtEnd = true, nextReset = (_: number) => Number.POSITIVE_INFINITY) {
  const times = { period: 60, halfLife: HALF_LIFE, first: 60, nextReset, knownAtStart: false }
  return new PriorityLedger(TREE, { ...times, fairTree, dampening: 1, chargesAtEnd })
}

const job = (leaf: number, eligible = 0) => ({ leaf, eligible, charge: 10 })

describe('the ledger', () => {
  it('takes waits and shares of Fair Tree at its computations alone', () => {
    const kept = ledger(true)
    kept.submitted(1, job(0), 0)
    kept.submitted(2, job(0, 5), 5)
    kept.submitted(3, job(1, 5), 5)
    kept.started(1, 10)
    expect(kept.priorityStateOf(2, 59.9)).toEqual({ wait: 0, fairShare: 0 })
    // The first user has used something, the second nothing.
    expect(kept.priorityStateOf(2, 60)).toEqual({ wait: 55, fairShare: 0.5 })
    expect(kept.priorityStateOf(3, 100)).toEqual({ wait: 55, fairShare: 1 })
    kept.changed(3, 100.7)
    expect(kept.priorityStateOf(3, 110)).toEqual({ wait: 95, fairShare: 1 })
    expect(kept.priorityStateOf(1, 110)).toBeUndefined()
  })

  it('settles the classic share of a user in the middle of the charges', () => {
    const kept = ledger(false)
    kept.submitted(1, job(0), 0)
    kept.started(1, 10)
    kept.submitted(2, job(0, 5), 12)
    kept.submitted(3, job(1, 5), 12)
    kept.submitted(4, job(1, 5), 13)
    kept.started(4, 20)
    // All usage is the user's own, half of which counts, as the account was settled before anything was charged: E = S = 1/2.
    expect(kept.priorityStateOf(2, 60)?.fairShare).toBe(0.5)
    // When the third was come to, only the first had been charged, and the fourth not yet.
    expect(kept.priorityStateOf(3, 60)?.fairShare).toBe(1)
  })

  it.each([true, false])('charges an end at once or at the next computation (%s)', (atEnd) => {
    const kept = ledger(true, atEnd)
    kept.submitted(1, job(0), 0)
    kept.started(1, 10)
    kept.ended(1, 20)
    kept.submitted(2, job(0, 30), 30)
    expect(kept.priorityStateOf(2, 60)?.fairShare).toBe(0.5)
  })

  it('has the shares of users who were there when the thread began', () => {
    const options = { period: 60, halfLife: HALF_LIFE, first: 60, dampening: 1, chargesAtEnd: true }
    const nextReset = () => Number.POSITIVE_INFINITY
    const of = (fairTree: boolean, knownAtStart: boolean) => {
      const kept = new PriorityLedger(TREE, { ...options, nextReset, fairTree, knownAtStart })
      kept.submitted(1, job(0), 0)
      return kept.priorityStateOf(1, 1)?.fairShare
    }
    expect([of(true, false), of(true, true)]).toEqual([0, 1])
    expect(of(false, true)).toBe(of(false, false))
  })

  it('forgets what was used', () => {
    const kept = ledger(true, true, (after) => (after < 120 ? 120 : Number.POSITIVE_INFINITY))
    kept.submitted(1, job(0), 0)
    kept.started(1, 10)
    kept.ended(1, 20)
    kept.submitted(2, job(0, 30), 30)
    expect(kept.priorityStateOf(2, 119)?.fairShare).toBe(0.5)
    expect(kept.priorityStateOf(2, 120)?.fairShare).toBe(1)
  })
})

it('sizes are means of both parts, or the larger one over the minutes', () => {
  const machine = { cores: 512, nodes: 64 }
  const flags = { favorSmall: false, relativeToTime: false }
  expect(jobSizeFactor({ cores: 32, nodes: 1 }, 3, machine, flags)).toBe(0.0390625)
  expect(jobSizeFactor({ cores: 32, nodes: 1 }, 3, machine, { ...flags, favorSmall: true })).toBe(
    1 - 0.0390625,
  )
  expect(jobSizeFactor({ cores: 2, nodes: 1 }, 2, machine, { ...flags, relativeToTime: true })).toBe(1 / 128)
})

it('weights of resources count parts of the partition', () => {
  const asked = { cores: 16, nodes: 2, memory: 32_000, gpus: Number.NaN }
  const { tresWeights, resources } = parseSlurmConf(
    'PriorityWeightTRES=cpu=1000,mem=500,gres/gpu=9\nPartitionName=batch TRES=cpu=384,mem=750G,gres/gpu=32\n',
  )
  const totals = resources.get('batch')?.totals ?? null
  expect(tresPart(asked, tresWeights, totals, { normalTres: true })).toBeCloseTo(
    (16 / 384) * 1000 + (32_000 / 768_000) * 500,
    9,
  )
})

it('a run of centuries is refused', () => {
  const run = {
    records: [],
    conf: parseSlurmConf('PriorityCalcPeriod=1\n'),
    qos: new Map(),
    associations: [],
    machine: { cores: 1, nodes: 1 },
    snapshots: parseSprio('## 9999999999 9999999999\n'),
    log: { decayThread: 1, events: [] },
    asked: [],
    zone: 'UTC',
  }
  expect(failureOf(() => priorityAgreement(run)).what).toBe('a run that lasts too long')
})
