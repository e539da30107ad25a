/** The files that a tuning leaves behind. */

import { mean } from '../../core/statistics.js'
import type { Artefact } from '../../evaluation/investigation.js'
import { compositeInfo } from '../../report/model.js'
import { convergencePlot } from '../../report/plots/convergence.js'
import { type ResultTable, resultCsv } from '../../report/result-table.js'
import type { TerminalStyle } from '../../report/terminal.js'
import { type CompositeObjective, compileObjective } from '../../sim/objectives/index.js'
import type { TuneSpec } from './spec.js'
import type { FinalRow, HistoryPoint, Winner } from './state.js'
import { tuneSummary } from './summary.js'
import { BEST_KIND, BEST_VERSION, type TunedPolicy } from './tuned-policy.js'

/** Of the summary as a file. */
const PLAIN: TerminalStyle = { width: 100, unicode: true, colour: false }

/**
 * `best.json` (the policy, its parameters, how it was found and what it reaches), `summary.txt`, `results.csv` (all policies of the
 * final measurement), `history.csv` and `convergence.svg`.
 * @param winners candidates for the best policy
 * @param columns objectives of the final rows' values; the first is the one that was searched by
 */
export async function tuneArtefacts(
  spec: TuneSpec,
  objective: CompositeObjective,
  columns: readonly string[],
  winners: readonly Winner[],
  history: readonly HistoryPoint[],
  final: readonly FinalRow[],
): Promise<readonly Artefact[]> {
  const best = chosen(spec, objective, winners, final)
  const units = columns.map((column) => compositeInfo(compileObjective(column)).unit)
  const table: ResultTable = {
    keys: ['trace', 'part', 'policy'],
    rows: final.flatMap(({ log, part, policy, values }) =>
      values.map((value, k) => ({ key: [log, part, policy], objective: columns[k], unit: units[k], value })),
    ),
  }
  const measured = final
    .filter(({ policy }) => policy === best.policy || spec.compare.includes(policy))
    .map(({ log, part, policy, values }) => ({
      trace: log,
      part,
      policy,
      objectives: Object.fromEntries(columns.map((column, k) => [column, values[k]])),
    }))
  const document: TunedPolicy = {
    kind: BEST_KIND,
    version: BEST_VERSION,
    policy: best.policy,
    parameters: best.parameters,
    evidence: {
      template: spec.policy,
      objective: spec.objective,
      relativeTo: spec.relativeTo,
      method: spec.method,
      seed: spec.seed,
      evaluations: history[history.length - 1]?.evaluations ?? 0,
      simulations: history[history.length - 1]?.simulations ?? 0,
      score: best.score,
      traces: spec.logs.map(({ name, scenario, train, jobs }) => ({
        name,
        digest: scenario.data,
        train,
        jobs,
      })),
      measured,
    },
  }
  const lines = history.map(({ generation, evaluations, simulations, best: least, median }) =>
    [generation + 1, evaluations, simulations, least, median].join(','),
  )
  const shown = compositeInfo(objective)
  const plot = await convergencePlot({
    id: 'convergence',
    label: `${shown.name} against evaluations`,
    objective:
      spec.relativeTo === null ? shown : { name: `${shown.name} relative to ${spec.relativeTo}`, unit: '1' },
    points: history,
  })
  return [
    { name: 'best.json', content: `${JSON.stringify(document, null, 2)}\n` },
    { name: 'summary.txt', content: `${tuneSummary(document, PLAIN)}\n` },
    { name: 'results.csv', content: [...resultCsv(table)].join('') },
    { name: 'history.csv', content: `generation,evaluations,simulations,best,median\n${lines.join('\n')}\n` },
    { name: 'convergence.svg', content: plot },
  ]
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
