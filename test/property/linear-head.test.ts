/** The head of a queue with linear keys against a scan over all keys, through changes of the coefficients. */
import fc from 'fast-check'
import { describe, it } from 'vitest'
import { Random } from '../../src/core/random.js'
import { LinearHead } from '../../src/sim/engine/linear-head.js'
import type { LinearRanking } from '../../src/sim/order.js'
import { linearScore } from '../../src/sim/orders/ranking.js'
import { fillBy } from '../support/orders.js'
import { runs } from '../support/runs.js'
import { expectIs } from '../support/same.js'

const JOBS = 400
/** Seconds that coefficients hold. */
const SPELL = 500

/**
 * Keys of jobs that have one of `slopes` slopes, a different one in each spell of time. Many values coincide: whole
 * numbers do so in floating point too, tenths are then torn apart by rounding, and lines say less than keys. So do large
 * constants and steep lines, beside which seconds or constants are rounded to some.
 */
function rankingOf(slopes: number, random: Random): LinearRanking {
  const kind = random.int(3)
  const draw = (most: number): number =>
    kind === 0 ? random.int(most) : kind === 1 ? random.int(10 * most) / 10 : most * random.uniform()
  const range = random.int(2) === 0 ? 2000 : 12
  const constant = random.int(3) === 0 ? 1e17 : 0
  const steepness = random.int(3) === 0 ? 1e16 : 1
  const latest = random.int(2) === 0 ? 200 : 1
  const submit = Float64Array.from({ length: JOBS }, () => random.int(latest))
  const spells = Array.from({ length: 5 }, () => {
    const palette = Array.from({ length: slopes }, () => [steepness * (draw(7) - 3), 1 + random.int(3)])
    return Array.from({ length: JOBS }, () => {
      const [p, q] = palette[random.int(slopes)]
      return random.uniform() < 0.02
        ? [Number.POSITIVE_INFINITY, p, q]
        : [constant + draw(range) - range / 2, p, q]
    })
  })
  const at = (now: number): number => Math.floor(now / SPELL) % spells.length
  const coefficients = (out: Float64Array, job: number, now: number): void => {
    const [c, p, q] = spells[at(now)][job]
    out.set([c, p, submit[job], q])
  }
  return {
    kind: 'linear',
    phases: spells.length,
    phase: at,
    coefficients,
    fill: fillBy(coefficients),
    until: (now) => (Math.floor(now / SPELL) + 1) * SPELL,
    score: (out, queue, n, { now }) => {
      const of = new Float64Array(4)
      for (let k = 0; k < n; k++) {
        coefficients(of, queue[k], now)
        out[k] = linearScore(of[0], of[1], of[2], of[3], now)
      }
    },
  }
}

/** The first of the waiting jobs by the definition. */
function scan(ranking: LinearRanking, waiting: ReadonlySet<number>, now: number, tie: 1 | -1): number {
  const queue = Int32Array.from(waiting)
  const keys = new Float64Array(queue.length)
  ranking.score(keys, queue, queue.length, { now, waiting: queue.length, free: 0 })
  let first = -1
  for (let k = 0; k < queue.length; k++) {
    const earlier = first < 0 || keys[k] < keys[first]
    if (earlier || (keys[k] === keys[first] && (queue[k] - queue[first]) * tie < 0)) first = k
  }
  return first < 0 ? -1 : queue[first]
}

describe('the head of linear keys', () => {
  for (const slopes of [1, 3, 8, 9, 40]) {
    it(`is the first of a scan, with ${slopes} slopes`, () => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 1e6 }), fc.constantFrom('earliest', 'latest'), (seed, ties) => {
          const random = new Random(seed)
          const ranking = rankingOf(slopes, random)
          const head = new LinearHead(ranking, { length: JOBS }, 0, ties)
          const waiting = new Set<number>()
          const tie = ties === 'earliest' ? 1 : -1
          let now = 0
          for (let job = 0; job < JOBS; ) {
            const step = random.uniform()
            if (step < 0.2) now += random.int(random.uniform() < 0.05 ? 900 : 30)
            else if (step < 0.6 || waiting.size === 0) {
              waiting.add(job)
              head.add(job++, now)
            } else {
              // Mostly the first one starts, as it does in scheduling; backfilling takes any.
              const queue = [...waiting]
              const gone = step < 0.9 ? head.first(now) : queue[random.int(queue.length)]
              waiting.delete(gone)
              head.remove(gone, now)
            }
            if (random.uniform() < 0.7) expectIs(head.first(now), scan(ranking, waiting, now, tie))
          }
        }),
        { seed: 5, numRuns: runs(40, 80) },
      )
    })
  }
})
