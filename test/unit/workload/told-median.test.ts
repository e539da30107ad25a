/** Quantiles as they are told: the bounds are moved by what such were wrong by before, the median is that of the futures. */
import { expect, it } from 'vitest'
import { moved } from '../../../src/workload/futures/index.js'

it('the median of a start is told between its bounds, as the futures have it', () => {
  const [early, median, late] = moved([60, 120, 600], [-0.2, 0, 0.5])
  expect(median).toBe(120)
  expect(early).toBeCloseTo(120 * Math.exp(-0.2) - 60, 9)
  expect(late).toBeCloseTo(660 * Math.exp(0.5) - 60, 9)
})

it('and goes with a bound that passes it', () => {
  const bound = 120 * Math.exp(1) - 60
  expect(moved([60, 120, 600], [1, 0, 0])).toEqual([bound, bound, 600])
  expect(moved([60, 120, 600], [0, 0, -9])).toEqual([0, 60, 60])
})
