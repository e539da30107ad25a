/**
 * Printed values of grids without a market in C. Franke, doctoral thesis, Dortmund 2006, section 11.3: table 11.3, and in
 * its text what figures 11.5 to 11.7 show, whose values are not printed. Of the four workloads the synthetic one, W4,
 * cannot be had: its model is not in the sources.
 */

/** The workloads of table 11.2: the places of their jobs in the cleaned log, from 0. */
export const WORKLOADS = {
  W1: [10_000, 20_000],
  W2: [30_000, 40_000],
  W3: [60_000, 70_000],
} as const satisfies Readonly<Record<string, readonly [number, number]>>
export type Workload = keyof typeof WORKLOADS
export const WORKLOAD_NAMES = Object.keys(WORKLOADS) as readonly Workload[]

/** The largest overhead, in percent, and the step between two. */
export const MOST_OVERHEAD = 300
export const OVERHEAD_STEP = 5

/** Table 11.3: multi-site jobs of 10,000 at overheads of 0, 5, … 60 %; the configuration is m128-4. */
export const MULTI_SITE_JOBS: Readonly<Record<Workload, readonly number[]>> = {
  W1: [539, 543, 582, 572, 583, 601, 622, 637, 647, 673, 755, 748, 746],
  W2: [431, 436, 448, 490, 546, 567, 521, 523, 534, 597, 579, 578, 638],
  W3: [840, 850, 928, 917, 946, 951, 979, 1036, 1106, 1008, 1029, 1086, 1114],
}

/** The configuration of table 11.3 and figure 11.5. */
export const SHOWN = 'm128-4'

/** The configuration that is one machine. */
export const WHOLE = 'm512-1'

/** Statements of the text that have a number. */
export const STATEMENTS = {
  /** "more than 50 %": what job sharing takes off the AWRT of local processing, on W4. */
  sharingGain: 50,
  /** "about 25 %": the overhead up to which multi-site processing is better than sharing, on W4. */
  breakEven: 25,
} as const

/**
 * Configurations on which local processing can be compared: on the others round robin gives small sites several times their
 * share of the work, so that they are overloaded for ever.
 */
export const COMPARABLE: readonly string[] = ['m64-8', 'm128-4', 'm256-2']
