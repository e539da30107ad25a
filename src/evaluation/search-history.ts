/** How a search went, generation by generation: what it keeps of each, and the files of it. */
import type { ConvergenceObjective } from '../report/convergence.js'
import { convergencePlot } from '../report/plots/convergence.js'
import type { Artefact } from './investigation.js'

export interface HistoryPoint {
  readonly generation: number
  /** Candidates so far. */
  readonly evaluations: number
  /** Simulations so far, given up or not. */
  readonly simulations: number
  /** Null where no candidate can be said to be one. */
  readonly best: number | null
  /** Of the candidates that were finished. */
  readonly median: number | null
}

/** `history.csv` and `convergence.svg`. */
export async function historyFiles(
  history: readonly HistoryPoint[],
  objective: ConvergenceObjective,
  label: string,
): Promise<readonly Artefact[]> {
  const lines = history.map(({ generation, evaluations, simulations, best, median }) =>
    [generation + 1, evaluations, simulations, best ?? '', median ?? ''].join(','),
  )
  const plot = await convergencePlot({ id: 'convergence', label, objective, points: history })
  return [
    { name: 'history.csv', content: `generation,evaluations,simulations,best,median\n${lines.join('\n')}\n` },
    { name: 'convergence.svg', content: plot },
  ]
}
