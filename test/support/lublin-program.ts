/**
 * The random numbers of the published program of Lublin and Feitelson (m_lublin99.c, 1999): the 48-bit linear
 * congruential generator of POSIX (`srand48`, `drand48`), and Gamma numbers as R. Jain, The Art of Computer Systems
 * Performance Analysis, 1991, chapter 28 makes them: a sum of exponential ones for the whole part of the shape, and
 * for the rest an exponential one times a Beta one (by Jöhnk's method). A published log is one seed of it.
 */
import type { RandomSource } from '../../src/workload/lublin/draws.js'

const MULTIPLIER = 0x5deece66dn
const INCREMENT = 0xbn
const MASK = (1n << 48n) - 1n

/** @param seed as given to `srand48`; the program takes the Unix time of its call. */
export function programSource(seed: number): RandomSource {
  let state = (BigInt(seed) << 16n) | 0x330en
  const uniform = () => {
    state = (state * MULTIPLIER + INCREMENT) & MASK
    return Number(state) / 2 ** 48
  }
  const wholeShape = (shape: number, scale: number) => {
    let sum = 0
    for (let k = 0; k < shape; k++) sum += Math.log(uniform())
    return -sum * scale
  }
  const shapeBelowOne = (shape: number, scale: number) => {
    for (;;) {
      const x = uniform() ** (1 / shape)
      const y = uniform() ** (1 / (1 - shape))
      if (x + y <= 1) return scale * (x / (x + y)) * -Math.log(uniform())
    }
  }
  return {
    uniform,
    gamma: (shape, scale) => () => {
      const whole = Math.floor(shape)
      const rest = shape - whole
      return (whole > 0 ? wholeShape(whole, scale) : 0) + (rest > 0 ? shapeBelowOne(rest, scale) : 0)
    },
  }
}
