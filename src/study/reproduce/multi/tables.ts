/**
 * Printed values of MULTI: table 1, the generations until the genetic algorithm converges from random and from guided
 * beginnings, and table 2, its settings. Figures 4 to 10 were pictures; of them what the text says survives.
 */

/** Tables and figures that can be computed alone, as `--methods` names it. */
export const FIGURES = ['table-1', 'figures-4-6', 'figures-7-8', 'figures-9-10'] as const
export type Figure = (typeof FIGURES)[number]

/** Table 1: ten workloads of 200 jobs, population 50, the mean of three runs. */
export const CONVERGENCE = {
  random: [600, 220, 300, 190, 300, 50, 350, 1000, 700, 500],
  guided: [390, 50, 10, 15, 210, 10, 50, 810, 100, 50],
} as const

/** Table 1: how it was done. */
export const CONVERGENCE_SETTINGS = { jobs: 200, population: 50, generations: 1000, runs: 3 } as const

/** Table 2. */
export const SETTINGS = { generations: 120, population: 80, mutation: 0.5, alpha: 0.6 } as const

/** Figures 7 to 10: workloads, and jobs of each. */
export const SMALL = { workloads: 30, jobs: 20 } as const
export const LARGE = { workloads: 25, jobs: 2000 } as const

/** Figures 4 to 6: what is varied, the others as in table 2. */
export const PROFILES = {
  population: [20, 40, 60, 80, 100, 120, 140, 160, 180, 200],
  generations: [20, 40, 60, 80, 100, 120, 140, 160, 180, 200],
  mutation: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9],
  alpha: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1],
} as const
export type Profile = keyof typeof PROFILES
export const PROFILE_NAMES = Object.keys(PROFILES) as readonly Profile[]

/** Jobs of so many tasks at least: the workloads of the paper have 90 on average, the log 6. */
export const WIDE = 64
