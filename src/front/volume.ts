/**
 * How much of what could be possible a growing front covers: the share of a box that some point of it dominates
 * (hypervolume, Zitzler and Thiele, PPSN 1998, relative to the box). The box lies between a point that no schedule beats
 * and a reference point. Of uniform points in the box, drawn once, those that nothing dominates yet are kept: each new
 * point of the front is held against these, so that the share costs next to nothing while the front grows, and never
 * falls. Its standard error is that of a share, √(p(1 − p)/n).
 */
import type { Random } from '../core/random.js'

/** The box; all objectives minimised, `ideal` below `reference` in each. */
export interface VolumeBox {
  readonly ideal: readonly number[]
  readonly reference: readonly number[]
}

export interface VolumeShare {
  readonly value: number
  /** Standard error. */
  readonly error: number
}

export interface VolumeTracker {
  /** Holds the samples against one more point. */
  add(point: ArrayLike<number>): void
  share(): VolumeShare
}

/**
 * @param samples uniform points, 1 or more
 * @param covers whether the front that there is already dominates a point; where absent, there is none
 */
export function volumeTracker(
  { ideal, reference }: VolumeBox,
  samples: number,
  random: Random,
  covers: (point: Float64Array) => boolean = () => false,
): VolumeTracker {
  const d = ideal.length
  const open = new Float64Array(samples * d)
  for (let at = 0; at < open.length; at++) {
    const k = at % d
    open[at] = ideal[k] + random.uniform() * (reference[k] - ideal[k])
  }
  let left = 0
  for (let sample = 0; sample < samples; sample++) {
    const from = sample * d
    if (covers(open.subarray(from, from + d))) continue
    open.copyWithin(left * d, from, from + d)
    left++
  }
  return {
    add: (point) => {
      for (let k = 0; k < d; k++) if (!(point[k] < reference[k])) return
      let kept = 0
      for (let sample = 0; sample < left; sample++) {
        const from = sample * d
        let k = 0
        while (k < d && point[k] <= open[from + k]) k++
        if (k === d) continue
        if (kept !== sample) open.copyWithin(kept * d, from, from + d)
        kept++
      }
      left = kept
    },
    share: () => {
      const value = 1 - left / samples
      return { value, error: Math.sqrt((value * (1 - value)) / samples) }
    },
  }
}
