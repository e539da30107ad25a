/**
 * C. Franke, doctoral thesis, Dortmund 2006: table 8.1, points of the fronts, and of those that 8.1.6 keeps. SDSC95 is not
 * among the logs that are at hand.
 */

export interface ReducedFront {
  readonly points: number
  readonly kept: number
  /** As printed, in %. */
  readonly share: number
}

export const REDUCED_FRONTS = {
  CTC: { points: 13_954, kept: 13_414, share: 96.1 },
  KTH: { points: 2536, kept: 1995, share: 78.7 },
  LANL: { points: 8985, kept: 8445, share: 94.0 },
  SDSC00: { points: 3123, kept: 2584, share: 82.7 },
  SDSC95: { points: 8280, kept: 7729, share: 93.3 },
  SDSC96: { points: 11_396, kept: 11_034, share: 96.8 },
} as const satisfies Readonly<Record<string, ReducedFront>>

/** Generations of every fit (8.1.4). */
export const FIT_GENERATIONS = 100
