/** Quantiles as they are told: the bounds are moved by what such were wrong by before, the median is that of the futures. */
import { expect, it } from 'vitest'
import { moved } from '../../../src/workload/futures/index.js'

it('the median of a start is not moved', () => {
  const [early, median, late] = moved([60, 120, 600], [-0.2, 0.7, 0.5])
  expect(median).toBe(120)
  expect(early).toBeCloseTo(120 * Math.exp(-0.2) - 60, 9)
  expect(late).toBeCloseTo(660 * Math.exp(0.5) - 60, 9)
})

it('and what is told stays in order where bounds pass it', () => {
  expect(moved([60, 120, 600], [1, 0, 0])).toEqual([120, 120 * Math.exp(1) - 60, 600])
  expect(moved([60, 120, 600], [0, 0, -9])).toEqual([0, 60, 120])
})
