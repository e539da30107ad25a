/**
 * The kernel in WebAssembly against the engine, which is held to the slow twin in engine.test.ts: the same starts, and the
 * same questions to an early stop, for every policy that the kernel takes.
 */
import fc from 'fast-check'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { Random } from '../../src/core/random.js'
import type { EarlyStop } from '../../src/sim/early-stop.js'
import { simulate, simulateBelow } from '../../src/sim/simulate.js'
import { timeClassClock } from '../../src/sim/time-class.js'
import type { JobTable } from '../../src/trace/job-table.js'
import { tableOf } from '../support/arbitraries.js'
import { plainPolicy } from '../support/policies.js'
import { remembered } from '../support/remembered.js'
import { runs } from '../support/runs.js'

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

// The same modules once more, without WebAssembly: every policy goes through the engine.
vi.stubGlobal('WebAssembly', undefined)
vi.resetModules()
const byEngine = await import('../../src/sim/simulate.js')
vi.unstubAllGlobals()

afterAll(() => vi.resetModules())

interface Shape {
  readonly jobs: number
  readonly processors: number
  /** Seconds over which jobs come; 0: all at once. */
  readonly span: number
  /** Longest run time, and longest time by which an estimate is above it. */
  readonly runtime: number
  readonly slack: number
  /** Largest job, as part of the machine. */
  readonly share: number
}

const SMALL: readonly Shape[] = [
  { jobs: 120, processors: 16, span: 20, runtime: 5, slack: 9, share: 1 },
  { jobs: 120, processors: 16, span: 400, runtime: 100, slack: 5000, share: 1 },
  { jobs: 120, processors: 3, span: 400_000, runtime: 20_000, slack: 5000, share: 1 },
  { jobs: 400, processors: 64, span: 2500, runtime: 300, slack: 5000, share: 0.3 },
]

const LARGE: readonly Shape[] = [
  // Hundreds that run at once.
  { jobs: 3000, processors: 700, span: 3000, runtime: 2000, slack: 3000, share: 0.004 },
  { jobs: 1500, processors: 700, span: 1500, runtime: 2000, slack: 3000, share: 0.5 },
  // Most of them by one processor each, while somebody waits.
  { jobs: 4000, processors: 1500, span: 1500, runtime: 20_000, slack: 50_000, share: 0.001 },
  // Thousands that wait, and more at one instant than are handed over together.
  { jobs: 4500, processors: 40, span: 0, runtime: 50, slack: 9, share: 0.5 },
  { jobs: 6000, processors: 100, span: 6000, runtime: 90, slack: 200, share: 0.4 },
  // Hundreds that wait while situations of the week come and go.
  { jobs: 4500, processors: 50, span: 600_000, runtime: 3000, slack: 5000, share: 0.3 },
]

function jobsOf({ jobs, processors, span, runtime, slack, share }: Shape, seed: number): JobTable {
  const source = new Random(seed)
  const random = (least: number, most: number) => least + source.int(most - least + 1)
  const largest = Math.max(1, Math.floor(share * processors))
  const rows = Array.from({ length: jobs }, (_, k) => {
    const length = random(0, 9) === 0 ? 0 : random(1, runtime)
    return {
      id: k + 1,
      submit: random(0, span),
      runtime: length,
      estimate: length + (random(0, 9) < 4 ? 0 : random(0, slack)),
      size: random(0, 9) === 0 ? largest : random(1, largest),
      user: random(1, 9),
      group: random(0, 6),
    }
  })
  return tableOf(rows)
}

/** An early stop that is asked at these places and gives up at the last, with what it was told. */
function recorder(places: readonly number[], givesUp: boolean): EarlyStop & { readonly told: unknown[] } {
  let asked = 0
  const told: unknown[] = []
  return {
    told,
    get next() {
      return places[asked] ?? Number.POSITIVE_INFINITY
    },
    exceeded: (starts, submitted, now) => {
      told.push([submitted, now, starts.reduce((sum, start) => (Number.isNaN(start) ? sum : sum + start), 0)])
      asked++
      return givesUp && asked === places.length
    },
  }
}

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

const BY_SITUATION = ['easy:g2(a=0.2, b=1, night.a=0.9, night.K2=5)', 'head:g1(a=0.5, b=1, w2=0.3, day.b=0)']

describe.each(['easy', 'fcfs', 'head:spt', 'easy:g2', 'easy:g3', ...BY_SITUATION])('%s', (written) => {
  it.each(LARGE)('on $jobs jobs, $processors processors, in $span s', (shape) => {
    expectSame(written, shape, 2)
  })
})
