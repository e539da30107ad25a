/** Hypervolumes to compare with, up to (1.1, …, 1.1): medians of 11 seeds after 250 generations; four decimals. */
export const METHODS = ['NSGA-II', 'NSGA-III', 'θ-DEA'] as const
export type MethodName = (typeof METHODS)[number]

export interface Setting {
  readonly objectives: number
  readonly population: number
  /** Divisions of the lattice of reference directions. */
  readonly divisions: number
  readonly innerDivisions?: number
  readonly published: Readonly<Record<MethodName, number | null>>
}

export const SETTINGS: readonly Setting[] = [
  {
    objectives: 3,
    population: 92,
    divisions: 12,
    published: { 'NSGA-II': 0.6994, 'NSGA-III': 0.7442, 'θ-DEA': null },
  },
  {
    objectives: 7,
    population: 112,
    divisions: 3,
    innerDivisions: 2,
    published: { 'NSGA-II': 0, 'NSGA-III': 1.6986, 'θ-DEA': null },
  },
]
