/** Strategies evaluated on logs: what is said of each beside its values, and the document for other programs. Pure. */

import { formatCount, formatNumber, plural } from '../../core/format.js'
import type { Scenario, Stage } from '../../evaluation/index.js'
import type { RecordedLog } from '../../evaluation/recorded.js'
import { isAnchor } from '../../evaluation/results/anchors.js'
import { relativeChange } from '../../evaluation/results/ranking.js'
import type { CrossCell, CrossTable } from '../../report/cross.js'
import type { EvaluatedStrategy, Evaluation } from '../../report/evaluation.js'
import type { KeptBound, StrategyVerdict } from '../../report/words/verdicts.js'
import { compileObjective } from '../../sim/objectives/index.js'
import { compositeInfo } from '../../sim/objectives/info.js'
import {
  boundIn,
  type StrategyArtefact,
  titleOf,
  violationOf,
  type WrittenConstraint,
} from '../../strategy/index.js'
import type { Dataset, GroupFacts, Trace } from '../../trace/index.js'
import { groupsJson } from '../inputs/members.js'
import type { NamedPolicy } from '../inputs/policies.js'

/** A log made ready to be evaluated on. */
export interface Block {
  readonly trace: Trace
  readonly dataset: Dataset
  readonly scenario: Scenario
  /** As they are formed over the whole log. */
  readonly groups: readonly GroupFacts[]
  /** Numbers of those that have jobs, without 0. */
  readonly present: readonly number[]
  readonly jobs: number
  readonly stage: Stage
}

/** A strategy of the command line. */
export interface Judged extends NamedPolicy {
  readonly artefact: StrategyArtefact
  readonly constraints: readonly WrittenConstraint[]
  /** The objective that it is judged by; null where nobody says. */
  readonly objective: string | null
}

/** The outcome of evaluating strategies. */
export interface Evaluated {
  readonly evaluation: Evaluation
  /** Cross tables of several logs: learnt from which, applied to which. */
  readonly cross: readonly CrossTable[]
  readonly strategies: readonly Judged[]
  readonly policies: readonly NamedPolicy[]
  readonly blocks: readonly Block[]
  /** The recorded schedules, log by log; null where a log does not say. */
  readonly recorded: readonly (RecordedLog | null)[]
  /** Log by log, strategy by strategy. */
  readonly verdicts: readonly (readonly StrategyVerdict[])[]
  /** Sentences that a reader of the values should know. */
  readonly notices: readonly string[]
}

/** Values of one policy on one log, by the names of objectives. */
export type Values = (policy: string) => Readonly<Record<string, number | null>>

export function verdictOn(
  strategy: Judged,
  policies: readonly NamedPolicy[],
  values: Values,
  beatsAnchors: boolean | null,
): StrategyVerdict {
  const own = values(strategy.text)
  const { objective } = strategy
  const others = policies.filter(({ name }) => name !== strategy.name)
  return {
    strategy: strategy.name,
    objective: objective === null ? null : compositeInfo(compileObjective(objective)),
    changes:
      objective === null
        ? []
        : others.map(({ name, text }) => ({
            policy: name,
            change: relativeChange(own[objective], values(text)[objective]),
          })),
    beatsAnchors,
    bounds: boundsOf(strategy, strategy.text, values),
  }
}

/** The bounds that a strategy had to keep to, by a policy's values. */
function boundsOf({ constraints }: Judged, policy: string, values: Values): readonly KeptBound[] {
  const reached = values(policy)
  return constraints.map((constraint): KeptBound => {
    const { text, objective, sense, bound } = constraint
    const value = reached[objective.text]
    const base = typeof bound === 'number' ? null : values(bound.policy)[objective.text]
    const limit = boundIn(constraint, base)
    return {
      constraint: text,
      unit: compositeInfo(objective).unit,
      value,
      bound: limit,
      violation: violationOf(sense, limit, value),
    }
  })
}

/** The evidence's trace that this log is; undefined where the strategy was not learnt from it. */
function learntFrom({ artefact }: Judged, { trace, dataset }: Block) {
  return artefact.evidence?.traces.find(({ digest }) => digest === dataset.digest || digest === trace.digest)
}

/**
 * The words of tables about a strategy, beside its values.
 * @param blocks the logs that it is evaluated on
 * @param policies all that are compared
 * @param values on each of the logs
 */
export function evaluatedStrategy(
  strategy: Judged,
  blocks: readonly Block[],
  policies: readonly NamedPolicy[],
  values: readonly Values[],
): EvaluatedStrategy {
  const { name, artefact, objective } = strategy
  const keeps = (on: Values, text: string) =>
    boundsOf(strategy, text, on).every(({ violation }) => violation === 0)
  return {
    name,
    learntFrom: (artefact.evidence?.traces ?? []).map((trace) =>
      trace.train === trace.jobs
        ? trace.name
        : `${trace.name} (first ${formatNumber((100 * trace.train) / trace.jobs)} %)`,
    ),
    learntOn: blocks
      .filter((block) => learntFrom(strategy, block) !== undefined)
      .map(({ trace }) => trace.name),
    objective,
    rivals: values.map((on) =>
      policies
        .filter(({ name }) => isAnchor(name))
        .filter(({ text }) => keeps(on, text))
        .map(({ name }) => name),
    ),
    breaking: values.map((on) => policies.filter(({ text }) => !keeps(on, text)).map(({ name }) => name)),
  }
}

/** Sentences that a reader of the values should know. */
export function noticesOn(strategy: Judged, block: Block): string[] {
  const { name, artefact } = strategy
  const { trace, scenario, present } = block
  const notices: string[] = []
  const soughtFor = artefact.evidence?.objective
  if (strategy.objective === null && soughtFor !== undefined) {
    notices.push(`${name} was learnt for ${soughtFor}, a preference: --objective @FILE judges by it`)
  }
  const learnt = learntFrom(strategy, block)
  if (learnt !== undefined) {
    const { train, jobs } = learnt
    notices.push(
      train === jobs
        ? `${name} was learnt from ${trace.name} itself: what it reaches there is no test`
        : `${name} was learnt from the first ${formatCount(train)} of ${plural(jobs, 'job')} of ${trace.name}; --last ${jobs - train} evaluates it on the others`,
    )
  }
  const machines = new Set(artefact.evidence?.traces.map(({ machine }) => machine))
  if (machines.size > 0 && !machines.has(scenario.machine)) {
    notices.push(
      `${name} was learnt for ${[...machines].map(formatCount).join(', ')} processors, ${trace.name} has ${formatCount(scenario.machine)} (--machine)`,
    )
  }
  const { strategy: of } = artefact
  const known = of.kind === 'greedy' ? of.situations[0].w.length : null
  const beyond = known === null ? [] : present.filter((group) => group > known)
  if (known !== null && beyond.length > 0) {
    notices.push(
      `${name} knows ${plural(known, 'user group')}; jobs of group ${beyond.join(', ')} of ${trace.name} count as of group ${known}`,
    )
  }
  return notices
}

/** The evaluation for other programs. */
export function evaluationJson({
  evaluation,
  cross,
  blocks,
  recorded,
  strategies,
  policies,
  verdicts,
}: Evaluated) {
  const { logs, objectives, baseline } = evaluation
  return {
    baseline,
    objectives: objectives.map(({ name, unit, sense }) => ({ name, unit, sense })),
    strategies: strategies.map(({ name, text, artefact }) => ({
      name,
      title: titleOf(artefact.strategy),
      policy: text,
    })),
    cross: cross.map(crossJson),
    logs: logs.map(({ trace, policies: on }, k) => {
      const base = on.find(({ policy }) => policy === baseline)?.objectives ?? {}
      return {
        trace,
        digest: blocks[k].dataset.digest,
        machine: blocks[k].scenario.machine,
        jobs: blocks[k].jobs,
        groups: groupsJson(blocks[k]),
        recorded: recorded[k],
        policies: on.map(({ policy, objectives: values }, row) => ({
          policy,
          text: policies[row].text,
          objectives: Object.fromEntries(objectives.map(({ name }) => [name, values[name] ?? null])),
          relative: Object.fromEntries(
            objectives.map(({ name }) => [name, relativeChange(values[name] ?? null, base[name] ?? null)]),
          ),
        })),
        verdicts: verdicts[k].map((verdict, row) =>
          verdictJson(verdict, learntFrom(strategies[row], blocks[k])),
        ),
      }
    }),
  }
}

function crossJson({ objective, logs, rows, shift }: CrossTable) {
  const plain = ({ change, learnt, beatsAnchors }: CrossCell) => ({ change, learnt, beatsAnchors })
  return {
    objective: objective.name,
    /** The shift that means add to each value, as one is 0. */
    shift,
    rows: rows.map(({ policy, learntFrom, cells, mean }) => ({
      policy,
      learntFrom,
      logs: cells.map((cell, k) => ({ trace: logs[k], ...plain(cell) })),
      mean: plain(mean),
    })),
  }
}

function verdictJson(
  { strategy, objective, changes, beatsAnchors, bounds }: StrategyVerdict,
  learnt: ReturnType<typeof learntFrom>,
) {
  return {
    strategy,
    objective: objective?.name ?? null,
    relativeTo: Object.fromEntries(changes.map(({ policy, change }) => [policy, change])),
    /** Jobs that it was learnt from, the first ones; 0: none. */
    learntFrom: learnt?.train ?? 0,
    beatsAnchors,
    constraints: bounds.map(({ constraint, value, bound, violation }) => ({
      constraint,
      value,
      bound,
      kept: violation === 0,
      violation: Number.isFinite(violation) ? violation : null,
    })),
  }
}
