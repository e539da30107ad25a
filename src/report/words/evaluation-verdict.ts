/** Strategies beside other policies in a few sentences: which is best, on how many logs, who pays, and whether that can be trusted. Pure. */
import { formatChange, formatValue } from '../../core/format.js'
import type { RecordedLog } from '../../evaluation/recorded.js'
import { bestValue, isValue, relativeChange } from '../../evaluation/results/ranking.js'
import type { ObjectiveInfo } from '../../sim/objectives/info.js'
import { type Evaluation, meanChanges } from '../evaluation.js'
import { behindLines } from './behind.js'
import { paysByObjectives } from './pays.js'
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
  if (logs.length > 1) {
    return [
      ...judged.flatMap((objective) => overLogs(evaluation, objective)),
      ...strategies.flatMap(({ name }) => paysLines(evaluation, name)),
      ...logs.flatMap(({ trace, policies }) => behindLines(policies, baseline, { log: trace })),
    ]
  }
  return [
    ...judged.flatMap((objective) => bestOn(evaluation, objective)),
    ...strategies.flatMap(({ name }) => paysLines(evaluation, name)),
    ...behindLines(logs[0].policies, baseline),
    ...trustLines(recorded[0] ?? null),
    ...(verdicts[0] ?? []),
  ]
}

/** The best that keeps to what strategies of this objective have to; one that has more and breaks it is told beside it. */
function bestOn(evaluation: Evaluation, objective: ObjectiveInfo): readonly string[] {
  const { logs, baseline } = evaluation
  const [{ policies }] = logs
  const broken = breakersOf(evaluation, objective)
  const keeping = policies.filter(({ policy }) => policy === baseline || !broken.has(policy))
  const best = bestValue(keeping, objective)
  const beyond = policies.filter(({ policy, objectives: { [objective.name]: value } }) => {
    return broken.has(policy) && isValue(value) && isValue(best) && ahead(value, best, objective)
  })
  const told = beyond.map(({ policy, objectives }) => {
    const value = formatValue(objectives[objective.name], objective.unit)
    return `${policy} has ${value}, and breaks what ${broken.get(policy)} has to keep to.`
  })
  const others = broken.size === 0 ? undefined : 'the others that keep to all bounds'
  return [...bestLines(keeping, baseline, objective, others), ...told]
}

/** Policies that break what a strategy of an objective has to keep to, on any of the logs, each with one such strategy. */
function breakersOf(
  { strategies, objectives }: Evaluation,
  { name }: ObjectiveInfo,
): ReadonlyMap<string, string> {
  const judged = strategies.filter(({ objective }) => (objective ?? objectives[0]?.name) === name)
  return new Map(
    judged.flatMap((strategy) => strategy.breaking.flat().map((policy) => [policy, strategy.name] as const)),
  )
}

function ahead(one: number, other: number, { sense }: ObjectiveInfo): boolean {
  return sense === 'min' ? one < other : one > other
}

/** The objectives that pay for a strategy: on the mean where there are several logs. Nothing where it is the baseline. */
function paysLines(evaluation: Evaluation, strategy: string): readonly string[] {
  const { objectives, baseline } = evaluation
  if (strategy === baseline) return []
  const means = meanChanges(evaluation).filter(({ policy }) => policy === strategy)
  const changes = objectives.map((objective) => ({
    objective,
    change: means.find((mean) => mean.objective === objective.name)?.change ?? null,
  }))
  return [paysByObjectives(strategy, baseline, changes)]
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
  const broken = breakersOf(evaluation, objective)
  const ranked = means.toSorted((a, b) => sign * (a.change - b.change))
  const best = ranked.find(({ policy }) => policy === baseline || !broken.has(policy))
  if (best === undefined) return told
  const kept = broken.size === 0 ? '' : ', of those that keep to all bounds on all logs'
  return [`Best by ${name} over all logs${kept}: ${best.policy} (${formatChange(best.change)}).`, ...told]
}
