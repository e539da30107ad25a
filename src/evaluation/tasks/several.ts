/** The task `several`: one way of working with several machines, measured by any objective, and by some of its own. */
import { json, list, object, text } from '../../core/codec.js'
import { readKept } from '../../core/documents.js'
import type { Task } from '../../optimize/evaluator.js'
import { MeasuredSchedule } from '../../sim/objectives/index.js'
import type { ObjectiveInfo } from '../../sim/objectives/info.js'
import {
  SEVERAL_CASE,
  SEVERAL_POLICY,
  type SeveralCase,
  type SeveralOutcome,
  type SeveralPolicy,
  severalStageOf,
} from '../several.js'
import { recent } from './recent.js'
import { measureOf, SIMULATE_RESULT } from './simulate.js'
import type { TaskKind } from './task-kind.js'

const PAYLOAD = object({ case: json, policy: json, objectives: list(text) })

/** Objectives of several machines alone; whole shares, whatever jobs are judged. */
interface SeveralMeasure extends ObjectiveInfo {
  readonly of: (outcome: SeveralOutcome) => number | null
}

const MEASURES: readonly SeveralMeasure[] = [
  {
    ...{ name: 'splitJobs', unit: '1', sense: 'min' },
    description: 'share of the jobs that run on two or more machines at once',
    of: ({ split }) => split,
  },
  {
    ...{ name: 'unplacedJobs', unit: '1', sense: 'min' },
    description: 'share of the jobs that nobody takes',
    of: ({ unplaced }) => unplaced,
  },
  {
    ...{ name: 'worstGain', unit: '1', sense: 'max' },
    description: 'what joining is worth to the site that gains least: 1 − AWRT / AWRT alone of its own users',
    of: ({ worstGain }) => worstGain(),
  },
]

/** How an objective of several machines alone is to be shown; undefined for others. */
export function severalMeasure(name: string): ObjectiveInfo | undefined {
  return MEASURES.find((each) => each.name === name)
}

/** @param objectives names, formulas, or some of `MEASURES`; the values are those of `simulateResults` */
export function severalTask(of: SeveralCase, policy: SeveralPolicy, objectives: readonly string[]): Task {
  const payload = { case: SEVERAL_CASE.encode(of), policy: SEVERAL_POLICY.encode(policy), objectives }
  return { kind: SEVERAL.kind, payload, data: [of.data] }
}

/** Workloads that a thread keeps at a time. */
const KEPT_STAGES = 8

export const SEVERAL: TaskKind = {
  kind: 'several',
  open: (dataset) => {
    const stages = recent(KEPT_STAGES, (written: string) => {
      const of = readKept(SEVERAL_CASE, JSON.parse(written), 'task')
      return severalStageOf(of, dataset(of.data))
    })
    return (given) => {
      const { case: of, policy, objectives } = readKept(PAYLOAD, given, 'task')
      const outcome = stages(JSON.stringify(of)).run(readKept(SEVERAL_POLICY, policy, 'task'))
      const measured = new MeasuredSchedule(outcome.schedule, outcome.judged)
      return SIMULATE_RESULT.encode(
        objectives.map((name) => {
          const own = MEASURES.find((each) => each.name === name)
          return own === undefined ? measureOf(name)(measured) : own.of(outcome)
        }),
      )
    }
  },
}
