/**
 * How one job of the model is drawn (Lublin and Feitelson 2003; calc_number_of_nodes, time_from_nodes and
 * calc_next_arrive of the program of 1999). The order of draws is that of the program, so that the same stream of
 * numbers gives the same jobs.
 *
 * - Size. With u uniform: 1 if u ≤ serial. Otherwise x is uniform in [uLow, uMed] with probability uProb, else in
 *   [uMed, uHi]; the size is 2 to the power of round(x) if u ≤ serial + powerOfTwo, else round(2ˣ).
 * - Run time given the size n: ⌊eʰ⌋ seconds, h from Gamma(a1, b1) with probability p = pa·n + pb, cut to [0, 1], else
 *   from Gamma(a2, b2); both choices are made again while h exceeds the longest.
 * - Gap: eᵍ seconds of the daily cycle's clock, g from Gamma(aarr·arar, barr), drawn again while above the longest.
 *
 * round(x) may lie above uHi where the largest size is no power of two, which the program never has: then it is the
 * largest power of two that fits.
 */
import { type LublinClass, largestSize } from './parameters.js'

/** Where random numbers come from: `Random`, or in tests the generator of the program. */
export interface RandomSource {
  /** Uniform in [0, 1). */
  uniform(): number
  /** A sampler of the Gamma distribution. */
  gamma(shape: number, scale: number): () => number
}

/** Sizes in processors. */
export function sizeSampler(drawn: LublinClass, random: RandomSource): () => number {
  const { serial, powerOfTwo, uLow, uMed, uHi, uProb } = drawn
  const largest = largestSize(drawn)
  const largestPower = 2 ** Math.floor(Math.log2(largest))
  return () => {
    const kind = random.uniform()
    if (kind <= serial) return 1
    const lower = random.uniform() <= uProb
    const from = lower ? uLow : uMed
    const exponent = random.uniform() * ((lower ? uMed : uHi) - from) + from
    return kind <= serial + powerOfTwo
      ? Math.min(2 ** Math.round(exponent), largestPower)
      : Math.min(Math.round(2 ** exponent), largest)
  }
}

/**
 * Run times in whole seconds, 1 or more, of jobs of a given size.
 * @param longest ln of the longest in seconds
 */
export function runtimeSampler(
  drawn: LublinClass,
  longest: number,
  random: RandomSource,
): (size: number) => number {
  const { pa, pb } = drawn
  const short = random.gamma(drawn.a1, drawn.b1)
  const long = random.gamma(drawn.a2, drawn.b2)
  return (size) => {
    const share = Math.min(1, Math.max(0, pa * size + pb))
    for (;;) {
      const logarithm = random.uniform() <= share ? short() : long()
      if (logarithm <= longest) return Math.floor(Math.exp(logarithm))
    }
  }
}

/**
 * Gaps in seconds of the daily cycle's clock.
 * @param longest ln of the longest in seconds
 */
export function gapSampler(drawn: LublinClass, longest: number, random: RandomSource): () => number {
  const gamma = random.gamma(drawn.aarr * drawn.arar, drawn.barr)
  return () => {
    for (;;) {
      const logarithm = gamma()
      if (logarithm <= longest) return Math.exp(logarithm)
    }
  }
}
