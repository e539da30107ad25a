/**
 * C. Franke, doctoral thesis, Dortmund 2006: table 7.1, the ways in which schedules of the CTC log, scaled to 1,024
 * processors, were searched for; 7.4, what the front spans; table G.1, its best point for 10·AWRT1 + 4·AWRT2.
 */

/** A line of table 7.1. */
export interface PublishedPhase {
  readonly row: string
  /** Parts of our search that it is made of, as `qw front --plan published` calls them. */
  readonly sources: readonly string[]
  /** Non-dominated ones of its own, and schedules evaluated. */
  readonly found: number
  readonly calls: number
}

/** The orders of groups, on the sequence of the log. */
export const STARTS = 'orders of groups, sequences'

/** They begin with such orders, and evaluate them anew. */
export const NSGA: readonly string[] = ['sequences, NSGA, move', 'sequences, NSGA, swap and jump']
const NSGA2 = [
  'sequences, NSGA-II, swap and jump',
  'sequences, NSGA-II, to the end',
  'sequences, NSGA-II, large jobs',
] as const

export const PHASES: readonly PublishedPhase[] = [
  {
    row: 'starts, sequence of the log',
    sources: [STARTS],
    found: 540,
    calls: 540,
  },
  { row: 'starts, waiting queue', sources: ['orders of groups, queue'], found: 540, calls: 540 },
  { row: 'NSGA, MJL = 1', sources: [NSGA[0]], found: 3, calls: 24_000 },
  { row: 'NSGA, MJL = 4,000', sources: [NSGA[1]], found: 1, calls: 24_000 },
  { row: 'all NSGA', sources: NSGA, found: 3, calls: 48_000 },
  { row: 'NSGA-II, MJL = 4,000', sources: [NSGA2[0]], found: 106, calls: 24_000 },
  { row: 'NSGA-II, towards the end', sources: [NSGA2[1]], found: 108, calls: 30_000 },
  { row: 'NSGA-II, problem-aware', sources: [NSGA2[2]], found: 125, calls: 30_000 },
  { row: 'all NSGA-II', sources: NSGA2, found: 131, calls: 84_000 },
  { row: 'NSGA-II, real coding', sources: ['greedy criteria, NSGA-II'], found: 12_832, calls: 20_000 },
]

/** The last line: the front of all. */
export const FINAL = { found: 13_954, calls: 153_080 } as const

/** In %, of all points. */
export const UTIL_RANGE = { least: 38, most: 67 } as const
