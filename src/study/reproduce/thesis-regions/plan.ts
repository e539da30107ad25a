/** Searches of `thesis-regions`: its parts (study.ts says which they are and why). */
import { USUAL_COMPARISON } from '../../../evaluation/results/anchors.js'
import { FRONT, frontJson, prepareFront, USUAL_LARGE_JOBS } from '../../../front/index.js'
import { GREEDY_OWN, GREEDY_SYSTEMS, learnSpecOf, settledLearner } from '../../../learn/index.js'
import { type Preference, USUAL_REGION_SETTINGS } from '../../../preference/index.js'
import type { Dataset } from '../../../trace/dataset.js'
import type { Trace } from '../../../trace/trace.js'
import type { Finished, FinishedPart, PartSpec } from '../composition.js'
import { chosenMethods, type PreparedStudy, type RunStudyOptions } from '../study.js'
import { PUBLISHED_CANDIDATES } from '../thesis-greedy/tables.js'
import {
  ALL,
  type LearningSource,
  learningPart,
  logRemarks,
  publishedSystems,
  SOURCE,
} from '../thesis-learning.js'
import { preparedLogs, THESIS_LOGS, type ThesisLog } from '../thesis-logs.js'
import { thesisRegions } from './regions.js'

export const METHODS = ['systems', 'own'] as const
export type LearningMethod = (typeof METHODS)[number]

export const PART_NAMES = {
  linear: (method: LearningMethod, source: LearningSource) => `${method} linear ${source}`,
  region: (method: LearningMethod, source: ThesisLog) => `${method} region ${source}`,
  front: (log: string) => `front ${log}`,
} as const

/** Ours has this part of the published method's candidates, and at most this part of the published number. */
const OWN_SHARE = 1 / 3
const MOST_OWN_SHARE = 0.1
/** Schedules of a front at a budget of 1, and at least. */
const FRONT_SCHEDULES = 20_000
const LEAST_FRONT = 100
/** Points of a front beyond which all bisectors are too many. */
const MOST_EXACT = 1000

function learnersOf({ budget }: RunStudyOptions) {
  const published = settledLearner(GREEDY_SYSTEMS, {})
  const generations = Math.max(1, Math.round(published.generations * budget))
  const candidates = 12 * published.lambda * generations
  const evaluations = Math.round(Math.min(OWN_SHARE * candidates, MOST_OWN_SHARE * PUBLISHED_CANDIDATES))
  return {
    systems: publishedSystems(generations),
    own: settledLearner(GREEDY_OWN, { evaluations }),
    candidates,
    evaluations,
  }
}

export function prepareRegions(traces: ReadonlyMap<string, Trace>, options: RunStudyOptions): PreparedStudy {
  const { seed, budget, version } = options
  const { logs, datasets } = preparedLogs(traces, options)
  const names = logs.map(({ name }) => name as ThesisLog)
  const { candidates, evaluations, ...learners } = learnersOf(options)
  const schedules = Math.max(LEAST_FRONT, Math.round(FRONT_SCHEDULES * budget))
  const sources: readonly LearningSource[] = names.length > 1 ? [...names, ALL] : names
  const linear = chosenMethods(METHODS, options).flatMap((method) =>
    sources.map((source) =>
      learningPart(PART_NAMES.linear(method, source), source, {
        ...{ logs, datasets, learner: learners[method], constraints: [], compare: USUAL_COMPARISON, seed },
      }),
    ),
  )
  const fronts = logs.map(({ name, scenario }): PartSpec => {
    const dataset = datasets.get(scenario.data) as Dataset
    const asked = { name, scenario, objectives: null, plan: 'own', evaluations: schedules, seed } as const
    const spec = prepareFront({ ...asked, large: USUAL_LARGE_JOBS, compare: [], version }, dataset)
    return { name: PART_NAMES.front(name), kind: FRONT.kind, spec: frontJson(spec), weight: 1 }
  })
  const total = chosenMethods(METHODS, options).reduce(
    (sum, method) => sum + (method === 'own' ? evaluations : candidates) * names.length,
    0,
  )
  return {
    parts: [...fronts, ...linear],
    datasets,
    furtherTotal: total,
    remarks: [
      `candidates of each training: systems ${candidates}, own ${evaluations}; schedules of each front: ${schedules}`,
      'the regions of figure 8.7 are printed as drawings on a front of CTC that is not at hand: here they are drawn by a rule, on a front of each log (docs/published.md)',
      'f is by the bound that is broken most; as printed it vanishes (docs/preferences.md), so that the published search followed another function',
      ...logRemarks(names, options, true),
    ],
  }
}

export function furtherRegions(
  options: RunStudyOptions,
  finished: Finished,
  datasets: ReadonlyMap<string, Dataset>,
): readonly PartSpec[] {
  const [first] = chosenMethods(METHODS, options)
  const logs = THESIS_LOGS.flatMap((name) => {
    const part = finished.get(PART_NAMES.linear(first, name))
    return part === undefined ? [] : learnSpecOf(part.part.spec).logs
  })
  const learners = learnersOf(options)
  return logs.flatMap((log) => {
    const front = finished.get(PART_NAMES.front(log.name))
    const preference = front === undefined ? null : preferenceOn(front, log.name, datasets)
    if (preference === null) return []
    return chosenMethods(METHODS, options).map((method) =>
      learningPart(PART_NAMES.region(method, log.name as ThesisLog), log.name as ThesisLog, {
        ...{ logs, datasets, learner: learners[method], constraints: [], compare: USUAL_COMPARISON },
        ...{ seed: options.seed, preference },
      }),
    )
  })
}

/** Null where no region takes a point, as of a log without groups. */
function preferenceOn(
  { part, state }: FinishedPart,
  log: string,
  datasets: ReadonlyMap<string, Dataset>,
): Preference | null {
  const { front, digest } = FRONT.open(part.spec, datasets, state).finish()
  const objectives = front.axes.map(({ name }) => name)
  const d = objectives.length
  const points = Array.from({ length: front.points.length / d }, (_, row) => [
    ...front.points.subarray(row * d, (row + 1) * d),
  ])
  const regions = thesisRegions({ objectives, points })
  if (regions.length === 0) return null
  return {
    name: `regions on ${log}${log === SOURCE ? ', figure 8.7' : ''}`,
    objective: null,
    subjectTo: [],
    regions,
    front: { name: log, digest, objectives, points },
    settings:
      points.length > MOST_EXACT ? { ...USUAL_REGION_SETTINGS, planes: 'deepest' } : USUAL_REGION_SETTINGS,
  }
}
