/** The course of an optimisation, as data. */
import type { Unit } from '../../core/format.js'

/** The state of a search after so many evaluations. */
export interface ConvergencePoint {
  readonly evaluations: number
  /** Best so far; null (or not finite) where nothing is known yet. */
  readonly best: number | null
  /** Median of the generation; null (or not finite) where it has none. */
  readonly median: number | null
}

/** The objective that the values are of. */
export interface ConvergenceObjective {
  readonly name: string
  readonly unit: Unit
}
