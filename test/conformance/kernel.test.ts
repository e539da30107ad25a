/**
 * The kernel in WebAssembly against the engine, which is held to the slow twin in engine.test.ts: the same starts, and the
 * same questions to a ceiling, for every policy that the kernel takes.
 */
import fc from 'fast-check'
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { Ceiling } from '../../src/sim/ceiling.js'
import { simulate, simulateBelow } from '../../src/sim/simulate.js'
import type { JobTable } from '../../src/trace/job-table.js'
import { tableOf } from '../support/arbitraries.js'
import { plainPolicy } from '../support/policies.js'

const SEED = 20261123

const POLICIES = ['easy', 'fcfs']

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

const SHAPES: readonly Shape[] = [
  { jobs: 120, processors: 16, span: 20, runtime: 5, slack: 9, share: 1 },
  { jobs: 120, processors: 16, span: 400, runtime: 100, slack: 5000, share: 1 },
  { jobs: 120, processors: 3, span: 400_000, runtime: 20_000, slack: 5000, share: 1 },
  { jobs: 900, processors: 64, span: 5000, runtime: 300, slack: 5000, share: 0.3 },
  // Hundreds that run at once.
  { jobs: 3000, processors: 700, span: 3000, runtime: 2000, slack: 3000, share: 0.004 },
  { jobs: 3000, processors: 700, span: 3000, runtime: 2000, slack: 3000, share: 0.5 },
  // Thousands that wait, and more at one instant than are handed over together.
  { jobs: 9000, processors: 40, span: 0, runtime: 50, slack: 9, share: 0.5 },
  { jobs: 11_000, processors: 100, span: 9000, runtime: 90, slack: 200, share: 0.4 },
]

function jobsOf(
  { jobs, processors, span, runtime, slack, share }: Shape,
  random: (least: number, most: number) => number,
): JobTable {
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

/** A ceiling that is asked at these places and gives up at the last, with what it was told. */
function recorder(places: readonly number[], givesUp: boolean): Ceiling & { readonly told: unknown[] } {
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

describe.each(POLICIES)('%s', (written) => {
  const policy = plainPolicy(written)

  it.each(SHAPES.map((shape) => [JSON.stringify(shape), shape] as const))('on %s', (_, shape) => {
    const many = shape.jobs < 500
    fc.assert(
      fc.property(
        fc.infiniteStream(fc.nat()),
        fc.array(fc.integer({ min: 0, max: shape.jobs + 1 }), { maxLength: 6 }),
        fc.boolean(),
        (numbers, places, givesUp) => {
          const random = (least: number, most: number) =>
            least + (Number(numbers.next().value) % (most - least + 1))
          const simulation = { jobs: jobsOf(shape, random), processors: shape.processors, policy }
          const expected = byEngine.simulate(simulation)
          expect(simulate(simulation).start).toEqual(expected.start)

          const sorted = places.toSorted((a, b) => a - b)
          const [ours, theirs] = [recorder(sorted, givesUp), recorder(sorted, givesUp)]
          const below = simulateBelow(simulation, ours)
          expect(below?.start).toEqual(byEngine.simulateBelow(simulation, theirs)?.start)
          expect(ours.told).toEqual(theirs.told)
        },
      ),
      { seed: SEED, numRuns: many ? 400 : shape.jobs < 5000 ? 12 : 3, endOnFailure: true },
    )
  })
})
