/**
 * The daily cycle of arrivals (Lublin and Feitelson 2003, "arrival process"; arrive_init and calc_next_arrive of the
 * program of 1999).
 *
 * The day has 48 half hours b = 0 … 47 from midnight. A Gamma distribution (anum, bnum) in half hours, on a day that
 * begins at half hour number s = 11 (from 5:00, when the fewest jobs arrive), gives their weights:
 * w_b = F(i + ½) − F(i − ½), i = b + 1 for b + 1 ≥ s, else b + 49; divided by their mean, so that Σ w_b = 48.
 *
 * The model draws gaps by a clock that runs w_b times as fast as the one on the wall during half hour b. After
 * u(t) = ∫₀ᵗ w seconds of it the wall clock shows t; an arrival whose gaps sum to u comes at t(u). (The program says
 * the same in "points": a gap pays each half hour its weight and goes on to the next while it can.)
 */
import { regularizedGamma } from './incomplete-gamma.js'

const HALF_HOUR = 1800
const HALF_HOURS = 48
const DAY = HALF_HOUR * HALF_HOURS

export interface DailyCycle {
  /** Relative number of arrivals in each half hour from midnight; their mean is 1. */
  readonly weights: Float64Array
  /** Seconds of the model's clock up to `seconds` after a midnight; whole days are the same on both clocks. */
  readonly modelTime: (seconds: number) => number
  /** The inverse of `modelTime`. */
  readonly wallTime: (modelSeconds: number) => number
}

/** The weights of the half hours, of mean 1. */
export function dailyWeights(shape: number, scale: number, dayStart: number): Float64Array {
  const weights = Float64Array.from({ length: HALF_HOURS }, (_, bucket) => {
    const place = bucket + 1 >= dayStart ? bucket + 1 : bucket + 1 + HALF_HOURS
    return regularizedGamma(shape, (place + 0.5) / scale) - regularizedGamma(shape, (place - 0.5) / scale)
  })
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / HALF_HOURS
  return weights.map((weight) => weight / mean)
}

/**
 * @param shape anum, above 0
 * @param scale bnum, half hours, above 0
 * @param dayStart half hour at which the Gamma's day begins, 1-48
 */
export function dailyCycle(shape: number, scale: number, dayStart: number): DailyCycle {
  const weights = dailyWeights(shape, scale, dayStart)
  // Model time at the beginning of each half hour and at the end of the day.
  const begins = new Float64Array(HALF_HOURS + 1)
  for (let bucket = 0; bucket < HALF_HOURS; bucket++) {
    begins[bucket + 1] = begins[bucket] + HALF_HOUR * weights[bucket]
  }
  begins[HALF_HOURS] = DAY
  return {
    weights,
    modelTime: (seconds) => {
      const day = Math.floor(seconds / DAY)
      const ofDay = seconds - day * DAY
      const bucket = Math.min(HALF_HOURS - 1, Math.floor(ofDay / HALF_HOUR))
      return day * DAY + begins[bucket] + weights[bucket] * (ofDay - bucket * HALF_HOUR)
    },
    wallTime: (modelSeconds) => {
      const day = Math.floor(modelSeconds / DAY)
      const ofDay = modelSeconds - day * DAY
      let bucket = 0
      for (let step = 32; step > 0; step >>= 1) {
        if (bucket + step < HALF_HOURS && begins[bucket + step] <= ofDay) bucket += step
      }
      return day * DAY + bucket * HALF_HOUR + (ofDay - begins[bucket]) / weights[bucket]
    },
  }
}
