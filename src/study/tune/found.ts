/** What a tuning has found. */
import { mean } from '../../core/statistics.js'
import { type FinalRow, finalTable, learntTraces, measuredRows } from '../../evaluation/final-measurement.js'
import { resultCsv } from '../../evaluation/result-table.js'
import {
  type HistoryPoint,
  historyFile,
  type SearchFound,
  STRATEGY_FILE,
} from '../../evaluation/search-history.js'
import { convergingOf } from '../../learn/scoring.js'
import type { CompositeObjective } from '../../sim/objectives/index.js'
import {
  STRATEGY_FORMAT,
  STRATEGY_VERSION,
  type StrategyArtefact,
  strategyJson,
} from '../../strategy/index.js'
import type { TuneSpec } from './spec.js'
import type { Winner } from './state.js'

/**
 * The files are `strategy.json` (the policy, its parameters, how it was found and what it reaches), `results.csv` (all
 * policies of the final measurement) and `history.csv`.
 * @param winners candidates for the best policy
 * @param columns objectives of the final rows' values; the first is the one that was searched by
 */
export function tuneFound(
  spec: TuneSpec,
  objective: CompositeObjective,
  columns: readonly string[],
  winners: readonly Winner[],
  history: readonly HistoryPoint[],
  final: readonly FinalRow[],
): SearchFound {
  const strategy = strategyOf(spec, chosen(spec, objective, winners, final), columns, history, final)
  return {
    strategy,
    history,
    converging: convergingOf(spec),
    files: [
      { name: STRATEGY_FILE, content: strategyJson(strategy) },
      { name: 'results.csv', content: [...resultCsv(finalTable(final, columns))].join('') },
      historyFile(history),
    ],
  }
}

function strategyOf(
  spec: TuneSpec,
  best: Winner,
  columns: readonly string[],
  history: readonly HistoryPoint[],
  final: readonly FinalRow[],
): StrategyArtefact {
  const { objective, relativeTo, method, seed, compare, logs, windows } = spec
  const last = history[history.length - 1]
  return {
    format: STRATEGY_FORMAT,
    version: STRATEGY_VERSION,
    name: `${objective} on ${logs.map(({ name }) => name).join(' + ')}`,
    strategy: { kind: 'policy', policy: best.policy },
    evidence: {
      objective,
      constraints: [],
      method: `tuning, ${method}`,
      settings: {
        template: spec.policy,
        ...Object.fromEntries(Object.entries(best.parameters).map(([name, value]) => [`{${name}}`, value])),
        relativeTo,
        population: spec.population,
        windows: windows?.count ?? null,
        windowJobs: windows?.jobs ?? null,
        redraw: windows?.redraw ?? null,
      },
      seed,
      evaluations: last?.evaluations ?? 0,
      simulations: last?.simulations ?? 0,
      score: best.score,
      traces: learntTraces(logs),
      measured: measuredRows(
        final.filter(({ policy }) => policy === best.policy || compare.includes(policy)),
        columns,
      ),
    },
  }
}

/** The winner that is best over the training parts; of equal ones the first. */
function chosen(
  { relativeTo }: TuneSpec,
  { sense }: CompositeObjective,
  winners: readonly Winner[],
  final: readonly FinalRow[],
): Winner {
  const trained = final.filter(({ part }) => part === 'train')
  const score = ({ policy }: Winner): number => {
    const own = trained.filter((row) => row.policy === policy)
    const values = own.map(({ log, values: [value] }) => {
      const base = trained.find((row) => row.log === log && row.policy === relativeTo)?.values[0] ?? 1
      if (value === null || value === undefined) return Number.POSITIVE_INFINITY
      return (sense === 'max' ? -value : value) / base
    })
    return mean(values)
  }
  return winners.reduce((least, each) => (score(each) < score(least) ? each : least))
}
