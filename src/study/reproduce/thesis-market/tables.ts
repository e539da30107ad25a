/**
 * Statements of C. Franke, doctoral thesis, Dortmund 2006, section 11.4.6, about markets. Figures 11.17 to 11.19 print no
 * values; the text gives their order, which has numbers as ranks and shares.
 */
export { WORKLOAD_NAMES, WORKLOADS, type Workload } from '../thesis-grid/tables.js'

/** Jobs of a workload. */
export const JOBS = 10_000

export const MACHINE_FUNCTIONS = ['MF1', 'MF2', 'MF3', 'MF4', 'MF5', 'MF6'] as const
export const UTILITY_FUNCTIONS = ['UF1', 'UF2', 'UF3', 'UF4', 'UF5'] as const

/** The configuration of figure 11.19. */
export const SHOWN = 'm128-4'
/** Those of figure 11.18. */
export const COMPARED = ['m128-4', 'm512-1'] as const

/** Statements of the text. */
export const STATEMENTS = {
  /** "for all used workloads and all resource configurations": where the best market beats the best conventional system. */
  better: 100,
  /** Ranks of MF2 among the machine functions under UF3, of UF1 and UF3 among the utility functions. */
  ranks: { MF2: 1, UF1: 1, UF3: 2 },
} as const
