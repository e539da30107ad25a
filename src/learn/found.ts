/** The findings of a learning. */

import { csvLines } from '../core/csv.js'
import { GROUPS_FILE, writeGroups } from '../evaluation/group-legend.js'
import { RECORDED_FILE, writeRecorded } from '../evaluation/recorded.js'
import { baselineIn, nothingBetter } from '../evaluation/results/found-rows.js'
import { resultCsv } from '../evaluation/results/result-table.js'
import {
  type FinalRow,
  finalTable,
  learntTraces,
  legendsOf,
  measuredRows,
} from '../evaluation/searches/final-measurement.js'
import {
  type HistoryPoint,
  historyFile,
  PREFERENCE_FILE,
  type SearchFound,
  STRATEGY_FILE,
} from '../evaluation/searches/search-history.js'
import { type Preference, preferenceDigest, preferenceText, writePreference } from '../preference/index.js'
import { policyName } from '../sim/policy.js'
import {
  type Evidence,
  policyOf,
  STRATEGY_FORMAT,
  STRATEGY_VERSION,
  type StrategyArtefact,
  strategyJson,
} from '../strategy/index.js'
import type { Learner } from './learner.js'
import { learnerFor } from './learners.js'
import { convergingOf, keptScore } from './scoring.js'
import { type LearnSpec, windowsText } from './spec.js'
import type { Winner } from './state.js'

export interface Learnt {
  readonly winner: Winner
  /** The score of the winner, constraints apart. */
  readonly score: number
  readonly history: readonly HistoryPoint[]
  readonly final: readonly FinalRow[]
  /** Those of the final rows that are about the winner and the policies beside it. */
  readonly evidence: readonly FinalRow[]
  /** Objectives of the final rows' values; the first is the one that was learnt for. */
  readonly columns: readonly string[]
  readonly learner: Learner
}

/**
 * The files are `strategy.json` (the strategy and its evidence), `results.csv` (the final measurement), `systems.csv` (the
 * best score of each system or population), `population.json` (the strategies that the last generation ends with) and
 * `history.csv`; where it was learnt for a preference, also `preference.json`.
 */
export function learnFound(spec: LearnSpec, learnt: Learnt): SearchFound {
  const { history, final, columns, learner } = learnt
  const strategy = strategyOf(spec, learnt)
  const preference = preferenceIn(spec)
  const { recorded = [], logs, tests } = spec
  const groups = legendsOf([...logs, ...tests])
  return {
    strategy,
    ...{ preference, recorded, groups },
    history,
    converging: convergingOf(spec),
    files: [
      { name: STRATEGY_FILE, content: strategyJson(strategy) },
      { name: 'results.csv', content: [...resultCsv(finalTable(final, columns))].join('') },
      { name: 'systems.csv', content: systemsCsv(spec, learner) },
      { name: 'population.json', content: populationJson(spec, learner) },
      historyFile(history),
      ...(preference === null ? [] : [{ name: PREFERENCE_FILE, content: writePreference(preference) }]),
      ...(recorded.length === 0 ? [] : [{ name: RECORDED_FILE, content: writeRecorded(recorded) }]),
      ...(groups.length === 0 ? [] : [{ name: GROUPS_FILE, content: writeGroups(groups) }]),
    ],
  }
}

/** The preference that was learnt for, where it was one. */
function preferenceIn({ objective, preferences = [] }: LearnSpec): Preference | null {
  return preferences.find((each) => preferenceText(each) === objective) ?? null
}

function strategyOf(
  spec: LearnSpec,
  { winner: { strategy, numbers = {} }, score, history, evidence, columns }: Learnt,
): StrategyArtefact {
  const { objective, constraints, relativeTo, logs, windows, under, combine, seed, preferences = [] } = spec
  const { learner: method, ...settings } = spec.learner
  const last = history[history.length - 1]
  const made: Evidence = {
    objective,
    constraints: constraints.map(({ text }) => text),
    method: learnerFor(spec.learner).title(spec.learner),
    settings: {
      learner: method,
      ...plain(settings),
      ...Object.fromEntries(Object.entries(numbers).map(([name, value]) => [`{${name}}`, value])),
      relativeTo,
      ...(preferences.length === 0 ? {} : { preference: preferences.map(preferenceDigest).join(', ') }),
      ...(windows === null ? {} : { windows: windowsText(windows) }),
      ...(combine === 'mean' ? {} : { combine }),
      ...(under.length === 0 ? {} : { under: under.join(', ') }),
      ...(spec.baseline === undefined ? {} : { baseline: spec.baseline }),
    },
    seed,
    evaluations: last.evaluations,
    simulations: last.simulations,
    score,
    traces: learntTraces(logs),
    measured: measuredRows(evidence, columns),
  }
  const policy = policyName(policyOf(strategy))
  const name = `${objective} on ${logs.map((log) => log.name).join(' + ')}`
  const before = policyName(baselineIn(made))
  return {
    format: STRATEGY_FORMAT,
    version: STRATEGY_VERSION,
    // An old policy gets no new name.
    name:
      policy === before
        ? policy
        : nothingBetter(made, policy)
          ? `nothing better than ${before} for ${name}`
          : name,
    strategy,
    evidence: made,
  }
}

/** Settings as evidence has them: lists are texts. */
function plain(settings: object): Readonly<Record<string, string | number | boolean | null>> {
  const text = (part: unknown) => (typeof part === 'object' ? JSON.stringify(part) : String(part))
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(text).join(', ') : value,
    ]),
  )
}

function systemsCsv(spec: LearnSpec, learner: Learner): string {
  const lines = learner.summaries().map(({ name, evaluations, score, strategy }) => {
    const policy = strategy === null ? '' : policyOf(strategy)
    return [name, evaluations, keptScore(spec, score) ?? '', policy]
  })
  return csvLines([['system', 'evaluations', 'score', 'policy'], ...lines])
}

/** One strategy a line. */
function populationJson(spec: LearnSpec, learner: Learner): string {
  const lines = learner
    .population()
    .map(({ system, strategy, score }) =>
      JSON.stringify({ system, score: keptScore(spec, score), policy: policyOf(strategy), strategy }),
    )
  return `[${lines.map((line) => `\n${line}`).join(',')}\n]\n`
}
