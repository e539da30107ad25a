/** The searches of `thesis-greedy`: its parts (study.ts says which they are and why). */
import { QueuewrightError } from '../../../core/errors.js'
import { USUAL_COMPARISON } from '../../../evaluation/results/anchors.js'
import type { LearntLog } from '../../../evaluation/searches/final-measurement.js'
import { frontJson, prepareFront, USUAL_LARGE_JOBS } from '../../../front/index.js'
import {
  GREEDY_OWN,
  GREEDY_SYSTEMS,
  LEARN,
  learnSpecOf,
  learntIn,
  settledLearner,
} from '../../../learn/index.js'
import { policyOf } from '../../../strategy/index.js'
import type { Dataset } from '../../../trace/dataset.js'
import type { Trace } from '../../../trace/trace.js'
import type { Finished, PartSpec } from '../composition.js'
import { measurementJson } from '../measurement.js'
import { chosenMethods, type PreparedStudy, type RunStudyOptions } from '../study.js'
import {
  ALL,
  ALL_RELATIVE,
  type LearningSource,
  learningPart,
  learningSources,
  logRemarks,
  publishedSystems,
  SOURCE,
} from '../thesis-learning.js'
import { preparedLogs, THESIS_LOGS, type ThesisLog } from '../thesis-logs.js'
import { GREEDY_ON_LANL, PUBLISHED_CANDIDATES } from './tables.js'

/** Ours has this part of the candidates of the other, and at most this part of the published number. */
const OWN_SHARE = 1 / 3
const MOST_OWN_SHARE = 0.1
/** Schedules of a front at a budget of 1, and at least. */
const FRONT_SCHEDULES = 20_000
const LEAST_FRONT = 100

export const METHODS = ['systems', 'own'] as const
export type LearningMethod = (typeof METHODS)[number]
/** As `--methods` takes them; the fronts take longer than our own method. */
export const CHOICES = [...METHODS, 'front'] as const

function has(choice: (typeof CHOICES)[number], options: Pick<RunStudyOptions, 'methods'>): boolean {
  return chosenMethods(CHOICES, options).includes(choice)
}

export const PART_NAMES = {
  learning: (method: LearningMethod, source: LearningSource) => `${method} ${source}`,
  last: `last of ${SOURCE}`,
  front: (log: string) => `front ${log}`,
} as const

export function prepareGreedy(traces: ReadonlyMap<string, Trace>, options: RunStudyOptions): PreparedStudy {
  const { budget, seed } = options
  const { logs, datasets } = preparedLogs(traces, options)
  const published = settledLearner(GREEDY_SYSTEMS, {})
  const generations = Math.max(1, Math.round(published.generations * budget))
  const candidates = 12 * published.lambda * generations
  const own = settledLearner(GREEDY_OWN, {
    evaluations: Math.round(Math.min(OWN_SHARE * candidates, MOST_OWN_SHARE * PUBLISHED_CANDIDATES)),
  })
  const learners = { systems: publishedSystems(generations), own }
  const learning = (method: LearningMethod, source: LearningSource): PartSpec =>
    learningPart(PART_NAMES.learning(method, source), source, {
      ...{ logs, datasets, learner: learners[method], constraints: [], compare: USUAL_COMPARISON, seed },
    })
  const names = logs.map(({ name }) => name as ThesisLog)
  const sources = (method: LearningMethod): readonly LearningSource[] =>
    learningSources(names, method === 'own' ? [ALL, ALL_RELATIVE] : [ALL], options)
  const learnt = METHODS.filter((method) => has(method, options))
  if (learnt.length === 0) {
    throw new QueuewrightError('usage', 'nothing is learnt that could stand before a front', {
      ...{ field: '--methods', value: 'front', expected: `${METHODS.join(' or ')}, too` },
    })
  }
  const isTried = has('systems', options) && sources('systems').includes(SOURCE)
  const schedules = has('front', options) ? frontSchedules(options) : 0
  return {
    parts: learnt.flatMap((method) => sources(method).map((source) => learning(method, source))),
    datasets,
    furtherTotal: names.length * ((isTried ? 12 * published.mu : 0) + schedules),
    remarks: remarksOn(names, options, { systems: candidates, own: own.evaluations }),
  }
}

/** Schedules of the front of a log that learnt strategies are shown before. */
export function frontSchedules({ budget }: Pick<RunStudyOptions, 'budget'>): number {
  return Math.max(LEAST_FRONT, Math.round(FRONT_SCHEDULES * budget))
}

function remarksOn(
  names: readonly ThesisLog[],
  options: RunStudyOptions,
  candidates: Readonly<Record<LearningMethod, number>>,
): readonly string[] {
  return [
    [
      `candidates of each training: ${METHODS.filter((method) => has(method, options))
        .map((method) => `${method} ${candidates[method]}`)
        .join(', ')}`,
      ...(has('front', options) ? [`schedules of each front: ${frontSchedules(options)}`] : []),
    ].join('; '),
    ...logRemarks(names, options, true),
    ...(names.includes('LANL') ? [GREEDY_ON_LANL] : []),
  ]
}

export function furtherGreedy(
  options: RunStudyOptions,
  finished: Finished,
  datasets: ReadonlyMap<string, Dataset>,
): readonly PartSpec[] {
  const { seed, version } = options
  const logs = studiedLogs(finished)
  const found = [...finished.values()].map(({ part, state }) => ({
    name: part.name,
    policy: policyOf(learntIn(part.spec, state).winner.strategy),
  }))
  const shown = has('front', options) ? logs : []
  const fronts = shown.map(({ name, scenario }): PartSpec => {
    const dataset = datasets.get(scenario.data)
    if (dataset === undefined) throw new QueuewrightError('data-missing', `the data of ${name} is not here`)
    const spec = prepareFront(
      {
        name,
        scenario,
        objectives: null,
        plan: 'own',
        evaluations: frontSchedules(options),
        large: USUAL_LARGE_JOBS,
        seed,
        compare: found.filter((each) => concerns(each.name, name)),
        version,
      },
      dataset,
    )
    return { name: PART_NAMES.front(name), kind: 'front', spec: frontJson(spec), weight: 1 }
  })
  return [...lastGeneration(finished, logs), ...fronts]
}

/** Whether a learning is marked in the plane of a log: what was learnt from it, from CTC, or from all. */
function concerns(learning: string, log: string): boolean {
  return METHODS.some((method) =>
    ([SOURCE, log as ThesisLog, ALL, ALL_RELATIVE] as const).some(
      (source) => learning === PART_NAMES.learning(method, source),
    ),
  )
}

/** The logs that something was learnt from or tried on, each once, in the order of `THESIS_LOGS`. */
export function studiedLogs(finished: Finished): readonly Pick<LearntLog, 'name' | 'scenario'>[] {
  const all = [...finished.values()].flatMap(({ part }) => {
    if (part.kind !== LEARN.kind) return []
    const { logs, tests } = learnSpecOf(part.spec)
    return [...logs, ...tests]
  })
  return THESIS_LOGS.flatMap((name) => all.find((log) => log.name === name) ?? [])
}

/** The strategies that the last generation on CTC ended with, on each log; none where nothing was learnt from CTC. */
function lastGeneration(finished: Finished, logs: ReturnType<typeof studiedLogs>): readonly PartSpec[] {
  const learning = finished.get(PART_NAMES.learning('systems', SOURCE))
  if (learning === undefined) return []
  const { learner, columns } = learntIn(learning.part.spec, learning.state)
  const policies = [...new Set(learner.population().map(({ strategy }) => policyOf(strategy)))]
  const spec = {
    logs: logs.map(({ name, scenario }) => ({ name, scenario })),
    policies,
    objectives: columns,
  }
  return [{ name: PART_NAMES.last, kind: 'measurement', spec: measurementJson(spec), weight: 1 }]
}
