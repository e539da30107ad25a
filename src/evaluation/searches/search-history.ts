/** How a search went, generation by generation: what it keeps of each, and what comes of it. */
import { nullable, number, objectOf, whole } from '../../core/codec.js'
import { csvLines } from '../../core/csv.js'
import type { Preference } from '../../preference/index.js'
import type { StrategyArtefact } from '../../strategy/index.js'
import type { LogLegend } from '../group-legend.js'
import type { Artefact, Found } from '../investigation.js'
import type { RecordedLog } from '../recorded.js'
import type { ConvergenceObjective } from './convergence.js'

export interface HistoryPoint {
  readonly generation: number
  /** Candidates so far. */
  readonly evaluations: number
  /** Simulations so far, given up or not. */
  readonly simulations: number
  /** Null where no candidate can be said to be one. */
  readonly best: number | null
  /** The median of the candidates that were finished. */
  readonly median: number | null
}

export const HISTORY_POINT = objectOf<HistoryPoint>({
  ...{ evaluations: whole(0), best: nullable(number()), median: nullable(number()) },
  ...{ generation: whole(0), simulations: whole(0) },
})

/** `history.csv`. */
export function historyFile(history: readonly HistoryPoint[]): Artefact {
  const lines = history.map(({ generation, evaluations, simulations, best, median }) => {
    return [generation + 1, evaluations, simulations, best ?? '', median ?? '']
  })
  const head = ['generation', 'evaluations', 'simulations', 'best', 'median']
  return { name: 'history.csv', content: csvLines([head, ...lines]) }
}

/** The result of a search for a strategy. */
export interface SearchFound extends Found {
  /** With its evidence. */
  readonly strategy: StrategyArtefact
  /** That it was searched for, if it was one. */
  readonly preference: Preference | null
  /** The recorded schedules of the logs that say what really happened. */
  readonly recorded: readonly RecordedLog[]
  /** Who is in which user group of each log. */
  readonly groups: readonly LogLegend[]
  readonly history: readonly HistoryPoint[]
  /** The objective that converged. */
  readonly converging: ConvergenceObjective
}

/** The file of the strategy among those that a search leaves behind. */
export const STRATEGY_FILE = 'strategy.json'
/** That of the preference that it was searched for, if it was one. */
export const PREFERENCE_FILE = 'preference.json'
/** The picture of a preference's regions on all panels of its front. */
export const REGIONS_FILE = 'regions.svg'
/** How far regions reach by their bisectors, in the plane of the first one's panel. */
export const EXTENTS_FILE = 'bisectors.svg'
