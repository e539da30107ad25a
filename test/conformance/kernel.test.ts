/**
 * The kernel in WebAssembly against the engine, which is held to the slow twin in engine.test.ts: the same starts, and the
 * same questions to an early stop, for every policy that the kernel takes.
 */
import fc from 'fast-check'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { simulate, simulateBelow } from '../../src/sim/simulate.js'
import { timeClassClock } from '../../src/sim/time-class.js'
import { jobsOf, LARGE, recorder, type Shape, SMALL } from '../support/kernel-jobs.js'
import { plainPolicy } from '../support/policies.js'
import { remembered } from '../support/remembered.js'
import { runs } from '../support/runs.js'
import { withoutKernel } from '../support/without-kernel.js'

const SEED = 20261123

const timeClasses = timeClassClock({ unixStart: 835_823_160, zone: 'US/Eastern' })

const HEAD_STARTS =
  'if(group == 1, 5, if(group == 2, 2.5 - 0.5*log2(max(estimate, 60)/3600) + 0.3*log2(size), 0.1*log2(size)))'
const ORDERS = [
  'spt',
  'group',
  'saf',
  'lcfs',
  `(submit/3600 - ${HEAD_STARTS})`,
  `(-(wait/3600 + if(situation == 0, ${HEAD_STARTS}, if(situation == 1, 1, 3*log2(size)))))`,
  'g1(a=0.5, b=0.5, w2=0.3, K1=2)',
  'g2(a=0.2, b=1, night.a=0.9, night.K2=5)',
  'g3',
  '(-wait / estimate)',
  '(if((hour >= 8) * (hour < 18), size - wait, -wait / (1 + situation)))',
  // More phases than there are layers.
  '(-wait / (1 + hour))',
  'wfp3',
  // Most waits are lost in rounding.
  '(1e17 + size - wait)',
  '(1e13 + size / 3 - wait / 1000)',
]
const POLICIES = ['easy', 'fcfs', ...ORDERS.flatMap((order) => [`easy:${order}`, `head:${order}`])]

const byEngine = await withoutKernel(() => import('../../src/sim/simulate.js'))

afterAll(() => vi.resetModules())

/** Jobs of each shape, drawn once for all policies. */
const JOBS = new Map(
  [...SMALL, ...LARGE].map((shape) => [shape, remembered(fc.nat().map((seed) => jobsOf(shape, seed)))]),
)

function expectSame(written: string, shape: Shape, numRuns: number): void {
  const policy = plainPolicy(written)
  fc.assert(
    fc.property(
      JOBS.get(shape)!,
      fc.array(fc.integer({ min: 0, max: shape.jobs + 1 }), { maxLength: 6 }),
      fc.boolean(),
      (jobs, places, givesUp) => {
        const simulation = { jobs, processors: shape.processors, policy, timeClasses }
        const sorted = places.toSorted((a, b) => a - b)
        const [ours, theirs] = [recorder(sorted, givesUp), recorder(sorted, givesUp)]
        const below = simulateBelow(simulation, ours)
        expect(below?.start).toEqual(byEngine.simulateBelow(simulation, theirs)?.start)
        expect(ours.told).toEqual(theirs.told)
        if (below !== null) expect(simulate(simulation).start).toEqual(below.start)
      },
    ),
    { seed: SEED, numRuns, endOnFailure: true },
  )
}

describe.each(POLICIES)('%s', (written) => {
  it.each(SMALL)('on $jobs jobs, $processors processors, in $span s', (shape) => {
    expectSame(written, shape, runs(10, 20))
  })
})

/** Hundreds wait, of long and short, while situations come and go: heaps are made anew while those of one are entered. */
const CLUTTERED: Shape = {
  jobs: 3000,
  processors: 200,
  span: 600_000,
  runtime: 3000,
  slack: 20_000,
  share: 1,
}
const share = fc.integer({ min: 0, max: 1000 }).map((k) => k / 1000)
const situation = fc.record({
  criterion: fc.integer({ min: 1, max: 4 }),
  ...{ a: share, b: fc.oneof(fc.constant(0), share), w1: share, w2: share, w3: share },
  ...{ K1: share.map((k) => 5 * k), K2: share.map((k) => 5 * k) },
})
const BY_CRITERIA = fc
  .tuple(fc.constantFrom('head', 'easy'), fc.record({ weekend: situation, day: situation, night: situation }))
  .map(([algorithm, situations]) => {
    const parameters = Object.entries(situations).flatMap(([name, values]) =>
      Object.entries(values).map(([parameter, value]) => `${name}.${parameter}=${value}`),
    )
    return `${algorithm}:greedy(${parameters.join(', ')})`
  })

it.each([
  ['jobs', CLUTTERED],
  ['copies', { ...CLUTTERED, copies: 8 }],
])('%s by criteria drawn for each situation of the week', (_, shape) => {
  fc.assert(
    fc.property(fc.nat(), BY_CRITERIA, (seed, written) => {
      const simulation = {
        jobs: jobsOf(shape, seed),
        processors: shape.processors,
        policy: plainPolicy(written),
        timeClasses,
      }
      expect(simulate(simulation).start).toEqual(byEngine.simulate(simulation).start)
    }),
    { seed: SEED, numRuns: runs(40, 400), endOnFailure: true },
  )
})

const BY_SITUATION = ['easy:g2(a=0.2, b=1, night.a=0.9, night.K2=5)', 'head:g1(a=0.5, b=1, w2=0.3, day.b=0)']

describe.each(['easy', 'fcfs', 'head:spt', 'easy:g2', 'easy:g3', ...BY_SITUATION])('%s', (written) => {
  it.each(LARGE)('on $jobs jobs, $processors processors, in $span s', (shape) => {
    expectSame(written, shape, 2)
  })
})
