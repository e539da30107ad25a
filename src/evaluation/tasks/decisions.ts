/** The task `decisions`: what a rule-based policy decides in a scenario, and a smaller base that decides the same there. */
import { nullable, object, objectOf, text, whole } from '../../core/codec.js'
import { readKept } from '../../core/documents.js'
import type { Json } from '../../core/json.js'
import type { Task } from '../../optimize/evaluator.js'
import { parsePolicy, RULE_BASE, RULE_BASED, rulePolicyText } from '../../sim/policy.js'
import type { RuleBase } from '../../sim/rule-based/index.js'
import { DECISION_REPORT, type DecisionReport } from '../decisions/decision-report.js'
import { recordDecisions, reportDecisions } from '../decisions/decisions.js'
import { reducedRules } from '../decisions/reduced-rules.js'
import { simulatedPolicy } from '../scenarios/plain-policy.js'
import { SCENARIO, type Scenario, stageOf } from '../scenarios/scenario.js'
import type { TaskKind } from './task-kind.js'

const PAYLOAD = object({ scenario: SCENARIO, policy: text, bins: whole(1) })

export interface DecisionsResult {
  readonly report: DecisionReport
  /** The smaller base, whose simulation gave the same schedule; null where nothing was decided, or it did not. */
  readonly reduced: RuleBase | null
}

const RESULT = objectOf<DecisionsResult>({ report: DECISION_REPORT, reduced: nullable(RULE_BASE) })

/** @throws QueuewrightError `input-document` for what is no result of this task */
export function decisionsResult(result: Json): DecisionsResult {
  return readKept(RESULT, result, 'result')
}

/**
 * @param policy that goes by rules
 * @param bins equal stretches of time that decisions are counted in; 1 or more
 */
export function decisionsTask(scenario: Scenario, policy: string, bins: number): Task {
  const payload = PAYLOAD.encode({ scenario, policy, bins })
  return { kind: DECISIONS.kind, payload, data: [scenario.data] }
}

export const DECISIONS: TaskKind = {
  kind: 'decisions',
  open: (dataset) => (payload) => {
    const { scenario, policy: written, bins } = readKept(PAYLOAD, payload, 'task')
    const policy = parsePolicy(written)
    if (policy.algorithm !== RULE_BASED)
      throw new RangeError('a policy that does not go by rules decides nothing')
    const { base } = policy
    const stage = stageOf(scenario, dataset(scenario.data))
    const { schedule, decisions } = recordDecisions(stage, policy)
    const report = reportDecisions(base, decisions, bins)
    const smaller = decisions.count === 0 ? null : reducedRules(base, decisions, report)
    const isSame = (other: RuleBase): boolean => {
      const { start } = stage.run(simulatedPolicy(rulePolicyText(other)))
      return start.every((instant, job) => instant === schedule.start[job])
    }
    const reduced = smaller !== null && isSame(smaller) ? smaller : null
    return RESULT.encode({ report, reduced })
  },
}
