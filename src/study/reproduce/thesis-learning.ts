/**
 * How the studies of Franke's thesis learn: for 10·AWRT1 + 4·AWRT2, from one log (SOPT) or from all (ALLOPT), as parts of a
 * run. What was learnt from CTC is measured on all other logs, too.
 */
import { QueuewrightError } from '../../core/errors.js'
import type { LearntLog } from '../../evaluation/searches/final-measurement.js'
import { STRATEGY_FILE } from '../../evaluation/searches/search-history.js'
import {
  GREEDY_SYSTEMS,
  type LearnerSettings,
  learnJson,
  prepareLearning,
  settledLearner,
} from '../../learn/index.js'
import { type Preference, preferenceText } from '../../preference/index.js'
import type { Dataset } from '../../trace/dataset.js'
import type { Finished, PartSpec } from './composition.js'
import type { KeptFiles, RunStudyOptions } from './study.js'
import { SCALED_TO, scaleFactor, THESIS_LOGS, type ThesisLog } from './thesis-logs.js'

/** The objective throughout. */
export const OBJECTIVE = '10*AWRT1 + 4*AWRT2'
/** The log that the papers learnt from. */
export const SOURCE: ThesisLog = 'CTC'
/** All logs, by the mean of the objective. In seconds, as published, a log of long waits counts for more than the others. */
export const ALL = 'ALLOPT'
/** All logs, by the mean of the objective as a part of what EASY reaches, so that each counts alike. */
export const ALL_RELATIVE = 'ALLOPT relative'
/** The source of a learning: one log, or all of them. */
export type LearningSource = ThesisLog | typeof ALL | typeof ALL_RELATIVE

/** As `--sources` takes them. */
export const LEARNING_SOURCES = [...THESIS_LOGS, ALL] as const

/**
 * From what is learnt: each log, and where there are several all of them, as far as they are chosen.
 * @param together of all logs, if any
 * @throws QueuewrightError `usage` where nothing is left to learn from
 */
export function learningSources(
  names: readonly ThesisLog[],
  together: readonly LearningSource[],
  { sources }: Pick<RunStudyOptions, 'sources'>,
): readonly LearningSource[] {
  const all = names.length === 1 ? names : [...names, ...together]
  const chosen = all.filter(
    (source) => sources.length === 0 || sources.includes(source === ALL_RELATIVE ? ALL : source),
  )
  if (chosen.length > 0) return chosen
  throw new QueuewrightError('usage', 'nothing is left to learn from', {
    field: '--sources',
    value: sources.join(','),
    expected: `some of: ${[...names, ...(names.length > 1 && together.length > 0 ? [ALL] : [])].join(', ')}`,
    remedy: 'Or name more --logs',
  })
}

/** The plan of a learning beside its source. */
export interface LearningPlan {
  /** All logs of the study. */
  readonly logs: readonly LearntLog[]
  readonly datasets: ReadonlyMap<string, Dataset>
  readonly learner: LearnerSettings
  /** Bounds to keep to, as `--subject-to` takes them. */
  readonly constraints: readonly string[]
  /** Policies beside the learnt one in its final measurement. */
  readonly compare: readonly string[]
  readonly seed: number
  /** In place of the linear objective. */
  readonly preference?: Preference
}

export function learningPart(
  name: string,
  source: LearningSource,
  { logs, datasets, preference, ...plan }: LearningPlan,
): PartSpec {
  const chosen = logs.filter((log) => log.name === source)
  const from = chosen.length === 0 ? logs : chosen
  const tests = source === SOURCE ? logs.filter((log) => log.name !== source) : []
  const spec = prepareLearning(
    {
      ...plan,
      ...(preference === undefined
        ? { objective: OBJECTIVE }
        : { objective: preferenceText(preference), preferences: [preference], beside: [OBJECTIVE] }),
      relativeTo: source === ALL_RELATIVE ? 'easy' : null,
      logs: from,
      tests: tests.map((log) => ({ ...log, train: 0 })),
      windows: null,
      under: [],
      combine: 'mean',
      earlyStop: true,
    },
    datasets,
  )
  return { name, kind: 'learn', spec: learnJson(spec), weight: from.length }
}

/** The strategies that were found. */
export function strategyFiles(finished: Finished): readonly KeptFiles[] {
  return [...finished.values()].map((part) => ({
    part,
    nameOf: (file) =>
      file === STRATEGY_FILE ? `strategy-${part.part.name.replaceAll(' ', '-')}.json` : null,
  }))
}

/** The published greedy method, with some of its 100 generations. */
export function publishedSystems(generations: number): LearnerSettings {
  const { learner, systems, mu, lambda, ...others } = settledLearner(GREEDY_SYSTEMS, { generations })
  // In the order in which the study's strategies have always kept them.
  return { learner, systems, mu, lambda, ...others }
}

/** Logs that lack estimates, and of how many jobs that have run, before any are copied. */
export const LACKING: Partial<Readonly<Record<ThesisLog, string>>> = {
  CTC: '6 jobs',
  LANL: '9.2 %',
  SDSC00: '35 jobs',
  SDSC96: 'all',
}

function estimatesRemarks(
  names: readonly ThesisLog[],
  missing: RunStudyOptions['missingEstimates'],
  seed: number,
): readonly string[] {
  const lacking = names.flatMap((name) =>
    LACKING[name] === undefined ? [] : [`${LACKING[name]} of ${name}`],
  )
  if (lacking.length === 0) return []
  const how =
    missing === 'beta'
      ? `are drawn by a Beta model fitted on CTC, KTH and SDSC00, seed ${seed} (--missing-estimates run-time: run times)`
      : 'are run times (--missing-estimates beta: drawn, as in the thesis)'
  return [`estimates that a log lacks, ${lacking.join(', ')}, ${how}`]
}

/** Remarks on how the logs were prepared, and what they are compared with. */
export function preparationRemarks(
  names: readonly ThesisLog[],
  { scaled, missingEstimates, seed }: RunStudyOptions,
): readonly string[] {
  const factors = names.flatMap((name) => {
    const factor = scaleFactor(name)
    return factor === null ? [] : [`${name} by ${factor}`]
  })
  return [
    scaled
      ? `published and ours are of logs scaled to ${SCALED_TO} processors (${factors.join(', ')})`
      : `published figures are of logs scaled to ${SCALED_TO} processors, ours of the logs as they are (--scaled scales them)`,
    ...estimatesRemarks(names, missingEstimates, seed),
  ]
}

/**
 * Remarks on what is compared with what, and on what is left out.
 * @param together whether the study has ALLOPT
 */
export function logRemarks(
  names: readonly ThesisLog[],
  options: RunStudyOptions,
  together: boolean,
): readonly string[] {
  return [
    ...preparationRemarks(names, options),
    ...(options.sources.length === 0 ? [] : [`learnt only from ${options.sources.join(', ')}`]),
    ...(names.includes(SOURCE) ? [] : [`left out: SOPT(${SOURCE}), as ${SOURCE} is not among the logs`]),
    ...(names.length > 1 || !together ? [] : ['left out: ALLOPT, which takes several logs']),
    'left out: SDSC95, which is not among the logs that are at hand',
  ]
}
