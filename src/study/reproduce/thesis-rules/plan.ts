/**
 * The plan of the studies of rule-based scheduling. First the usual policies are measured and the greedy strategies
 * learnt, one for each log and one for all; then all rules, of which each may choose the greedy strategy that was learnt
 * from the same.
 */
import { ANCHORS } from '../../../evaluation/results/anchors.js'
import type { LearntLog } from '../../../evaluation/searches/final-measurement.js'
import { FRONT, frontJson } from '../../../front/index.js'
import { learntIn } from '../../../learn/index.js'
import { policyOf } from '../../../strategy/index.js'
import type { Dataset } from '../../../trace/dataset.js'
import type { Trace } from '../../../trace/trace.js'
import type { Finished, PartSpec } from '../composition.js'
import {
  type Measured,
  type MeasurementSpec,
  measuredIn,
  measurementJson,
  measurementSpecOf,
} from '../measurement.js'
import { frontSpecFor } from '../published-front.js'
import type { PreparedStudy, RunStudyOptions } from '../study.js'
import { frontSchedules } from '../thesis-greedy/plan.js'
import {
  ALL,
  ALL_RELATIVE,
  type LearningSource,
  learningPart,
  learningSources,
  logRemarks,
  SOURCE,
} from '../thesis-learning.js'
import { preparedLogs, type ThesisLog } from '../thesis-logs.js'
import { SHOWN_OBJECTIVES, USUAL_ROWS } from '../thesis-values.js'
import { candidatesOf, greedySettings, METHODS, type MethodName } from './methods.js'

/** The parts of one of the studies. */
export interface RulesPlan {
  /** Those that the user chose among them. */
  readonly methods: readonly MethodName[]
  /** Whether they are shown before a front of CTC, where that is among the logs. */
  readonly front: boolean
  /** Whether it learns from all logs together, too. */
  readonly together: boolean
  /** Whether it learns with a bound of the longest wait, too. */
  readonly bounded: boolean
  /** The sources that it learns from, as far as they are there; all where empty. */
  readonly sources: readonly string[]
}

/** One training of rules. */
export interface RuleLearning {
  readonly method: MethodName
  readonly source: LearningSource
  readonly bounded: boolean
}

/** Beside what was learnt, in the evidence of each strategy. */
const COMPARE = ['easy', ...ANCHORS] as const
/** In place of the greedy strategy where only the number of candidates counts. */
const ANY_POLICY = 'fcfs'

/** The bound of the longest wait. */
export const BOUND = 'maxWait <= 2*easy'

/** For those who compare (result.ts). */
const GREEDY_ON_LANL =
  'LANL: the published improvements of greedy strategies are computed over the EASY of table F.1, by which they are 5.87 and 4.23 %; printed are those over another one, 13.32 and 11.82 %'

export const PART_NAMES = {
  policies: 'policies',
  front: `front ${SOURCE}`,
  /** The name of the greedy strategy that rules may choose. */
  greedy: (source: LearningSource) => `greedy ${source}`,
  rules: ({ method, source, bounded }: RuleLearning) => `${method} ${source}${bounded ? ' bounded' : ''}`,
} as const

/** The trainings of rules, method by method, those with the bound last. */
export function ruleLearnings(plan: RulesPlan, names: readonly ThesisLog[]): readonly RuleLearning[] {
  return [false, true].flatMap((bounded) =>
    plan.methods
      .filter((method) => !bounded || (plan.bounded && METHODS[method].bounded))
      .flatMap((method) =>
        sourcesOf(plan, names, METHODS[method].own).map((source) => ({ method, source, bounded })),
      ),
  )
}

function sourcesOf(
  { together, sources }: RulesPlan,
  names: readonly ThesisLog[],
  own: boolean,
): readonly LearningSource[] {
  return learningSources(names, together ? (own ? [ALL, ALL_RELATIVE] : [ALL]) : [], { sources })
}

export function prepareRules(
  plan: RulesPlan,
  traces: ReadonlyMap<string, Trace>,
  options: RunStudyOptions,
): PreparedStudy {
  const { budget, seed } = options
  const { logs, datasets } = preparedLogs(traces, options)
  const names = logs.map(({ name }) => name as ThesisLog)
  const policies: MeasurementSpec = {
    logs: logs.map(({ name, scenario }) => ({ name, scenario })),
    policies: [...USUAL_ROWS.values()],
    objectives: SHOWN_OBJECTIVES,
  }
  const learner = greedySettings(options)
  const greedy = sourcesOf(plan, names, false).map((source) =>
    learningPart(PART_NAMES.greedy(source), source, {
      ...{ logs, datasets, learner, constraints: [], compare: COMPARE, seed },
    }),
  )
  const candidates = (method: MethodName) => candidatesOf(METHODS[method].settings(budget, ANY_POLICY, false))
  return {
    parts: [
      { name: PART_NAMES.policies, kind: 'measurement', spec: measurementJson(policies), weight: 1 },
      ...greedy,
      ...(plan.front ? frontParts(logs, datasets, options) : []),
    ],
    datasets,
    furtherTotal: ruleLearnings(plan, names).reduce(
      (sum, { method, source }) => sum + candidates(method) * logsIn(source, names.length),
      0,
    ),
    remarks: [
      `candidates of each training: ${[
        `greedy ${candidatesOf(learner)}`,
        ...plan.methods.map((method) => `${METHODS[method].title} ${candidates(method)}`),
      ].join(', ')}`,
      ...logRemarks(names, options, plan.together),
      ...(names.includes('LANL') ? [GREEDY_ON_LANL] : []),
    ],
  }
}

/** The search for the front that strategies are shown before; none without CTC. */
function frontParts(
  logs: readonly LearntLog[],
  datasets: ReadonlyMap<string, Dataset>,
  options: RunStudyOptions,
): readonly PartSpec[] {
  return logs.flatMap((log) => {
    const dataset = datasets.get(log.scenario.data)
    if (log.name !== SOURCE || dataset === undefined) return []
    const spec = frontSpecFor(log, dataset, options, {
      plan: 'own',
      evaluations: frontSchedules(options),
      compare: ANCHORS.map((policy) => ({ name: policy, policy })),
    })
    return [{ name: PART_NAMES.front, kind: FRONT.kind, spec: frontJson(spec), weight: 1 }]
  })
}

function logsIn(source: LearningSource, all: number): number {
  return source === ALL || source === ALL_RELATIVE ? all : 1
}

/** The trainings of rules. */
export function furtherRules(
  plan: RulesPlan,
  { budget, seed }: RunStudyOptions,
  finished: Finished,
  datasets: ReadonlyMap<string, Dataset>,
): readonly PartSpec[] {
  const logs = studiedLogs(finished, datasets)
  const names = logs.map(({ name }) => name as ThesisLog)
  return ruleLearnings(plan, names).map((learning) => {
    const { method, source, bounded } = learning
    const learner = METHODS[method].settings(budget, greedyOf(source, finished), bounded)
    const constraints = bounded ? [BOUND] : []
    return learningPart(PART_NAMES.rules(learning), source, {
      ...{ logs, datasets, learner, constraints, compare: COMPARE, seed },
    })
  })
}

/** The greedy strategy that was learnt from the same; relative to EASY none was. */
function greedyOf(source: LearningSource, finished: Finished): string {
  const from = source === ALL_RELATIVE ? ALL : source
  const found = finished.get(PART_NAMES.greedy(from))
  if (found === undefined) throw new TypeError(`no greedy strategy was learnt from ${from}`)
  return policyOf(learntIn(found.part.spec, found.state).winner.strategy)
}

/** Values on the logs of the policies that nothing is learnt for. */
export function measuredPolicies(finished: Finished): {
  readonly spec: MeasurementSpec
  readonly measured: Measured
} {
  const found = finished.get(PART_NAMES.policies)
  if (found === undefined) throw new TypeError('the usual policies were not measured')
  return { spec: measurementSpecOf(found.part.spec), measured: measuredIn(found.state) }
}

function studiedLogs(finished: Finished, datasets: ReadonlyMap<string, Dataset>): readonly LearntLog[] {
  return measuredPolicies(finished).spec.logs.map(({ name, scenario }) => {
    const jobs = datasets.get(scenario.data)?.jobs.length
    if (jobs === undefined) throw new TypeError(`the data of ${name} is not here`)
    return { name, scenario, train: jobs, jobs }
  })
}
