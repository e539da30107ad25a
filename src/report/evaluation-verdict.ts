/** Strategies beside other policies in a few sentences: which is best, on how many logs, and whether that can be trusted. Pure. */
import { formatChange } from '../core/format.js'
import { isValue, relativeChange } from '../evaluation/ranking.js'
import type { RecordedLog } from '../evaluation/recorded.js'
import type { ObjectiveInfo } from '../sim/objectives/info.js'
import { type Evaluation, meanChanges } from './evaluation.js'
import { bestLines, trustLines } from './verdict.js'

/**
 * @param verdicts on the strategies, beside the logs
 * @param recorded likewise; null where a log does not say what really happened
 */
export function evaluationVerdict(
  evaluation: Evaluation,
  verdicts: readonly (readonly string[])[],
  recorded: readonly (RecordedLog | null)[],
): readonly string[] {
  const { logs, objectives, strategies, baseline } = evaluation
  const named = strategies.map(({ objective }) => objective)
  const judged = objectives.filter(({ name }, k) => named.includes(name) || (k === 0 && named.includes(null)))
  if (logs.length > 1) return judged.flatMap((objective) => overLogs(evaluation, objective))
  const [{ policies }] = logs
  return [
    ...judged.flatMap((objective) => bestLines(policies, baseline, objective)),
    ...(verdicts[0] ?? []),
    ...trustLines(recorded[0] ?? null),
  ]
}

/** The best mean over all logs, and how each strategy does. */
function overLogs(evaluation: Evaluation, objective: ObjectiveInfo): readonly string[] {
  const { logs, strategies, baseline } = evaluation
  const { name, sense } = objective
  const sign = sense === 'min' ? 1 : -1
  const means = meanChanges({ ...evaluation, objectives: [objective] }).flatMap(({ policy, change }) =>
    isValue(change) ? [{ policy, change }] : [],
  )
  const told = strategies
    .filter((strategy) => (strategy.objective ?? name) === name)
    .map((strategy) => {
      const better = logs.filter(({ policies }) => {
        const [own, base] = [strategy.name, baseline].map(
          (each) => policies.find(({ policy }) => policy === each)?.objectives[name] ?? null,
        )
        const change = relativeChange(own, base)
        return change !== null && sign * change < 0
      })
      const mean = means.find(({ policy }) => policy === strategy.name)
      const change = mean === undefined ? '' : `, ${formatChange(mean.change)} on the mean`
      return `${strategy.name}: better than ${baseline} by ${name} on ${better.length} of ${logs.length} logs${change}.`
    })
  const [best] = means.toSorted((a, b) => sign * (a.change - b.change))
  if (best === undefined) return told
  return [`Best by ${name} over all logs: ${best.policy} (${formatChange(best.change)}).`, ...told]
}
