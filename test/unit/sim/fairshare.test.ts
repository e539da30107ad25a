/** Fair share by decayed use, against the sum over all seconds that jobs have run. */
import { expect, it } from 'vitest'
import type { GeneralRanking } from '../../../src/sim/order.js'
import { parseOrder } from '../../../src/sim/orders/index.js'
import { worldOf } from '../../support/worlds.js'

it('is what a user has held, each second weighed by its age', () => {
  const world = worldOf([
    { submit: 0, estimate: 9, size: 8, user: 1, group: 1 },
    { submit: 0, estimate: 9, size: 3, user: 2, group: 1 },
    { submit: 0, estimate: 9, size: 2, user: 1, group: 1 },
    { submit: 0, estimate: 9, size: 1, user: 3, group: 1 },
  ])
  const half = 500
  const ranking = parseOrder(`fairshare(halfLife=${half})`).bind(world) as GeneralRanking
  ranking.started?.(0, 100)
  ranking.started?.(1, 250)
  ranking.ended?.(0, 900)
  ranking.started?.(2, 1000)
  const now = 1700
  // By small steps, each at its middle.
  const step = 0.25
  const used = (from: number, to: number, size: number) => {
    let sum = 0
    for (let at = from + step / 2; at < to; at += step) sum += size * step * 2 ** (-(now - at) / half)
    return sum
  }
  const keys = new Float64Array(4)
  ranking.score(keys, Int32Array.of(0, 1, 2, 3), 4, { now, waiting: 4, free: 0 })
  const first = used(100, 900, 8) + used(1000, now, 2)
  expect(keys[0] / first).toBeCloseTo(1, 6)
  expect(keys[2]).toBe(keys[0])
  expect(keys[1] / used(250, now, 3)).toBeCloseTo(1, 6)
  expect(keys[3]).toBe(0)
})
