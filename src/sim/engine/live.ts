/** Simulations that come to know their jobs while they run. */
import type { Arrivals } from './arrivals.js'
import type { Forecast } from './forecast.js'

/** The live part of a simulation: jobs, or what is known of them, come to be while it runs. */
export interface Live {
  /** Submissions that depend on the ends of other jobs; null where all are known from the start. */
  readonly arrivals: Arrivals | null
  /** Predictions in place of estimates; null where estimates are what users asked for. */
  readonly forecast: Forecast | null
}
