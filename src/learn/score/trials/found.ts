/** The findings of trials. */

import { csvLines } from '../../../core/csv.js'
import { ascending, median } from '../../../core/statistics.js'
import type { Found } from '../../../evaluation/investigation.js'
import { trialScores, tupleAt } from '../../../sim/trials/index.js'
import type { Dataset } from '../../../trace/dataset.js'
import { printDistribution, type ScoreDistribution } from '../distribution.js'
import type { TrialsSpec } from './spec.js'
import { latest, type TupleTrials } from './state.js'

export const DISTRIBUTION_FILE = 'distribution.csv'
export const TRIALS_FILE = 'trials.json'

/** How precise the scores have become after so many trials of each tuple. */
export interface PrecisionPoint {
  readonly trials: number
  /** Relative, above 0 where chance has a part; of several estimates. */
  readonly median: number
  readonly most: number
}

export interface TrialsFound extends Found {
  readonly facts: ReturnType<typeof factsOf>
  /** Ascending in trials; at least one. */
  readonly curve: readonly PrecisionPoint[]
}

/**
 * The files are `distribution.csv` (the scores), `tuples.csv` (what each tuple is and what its trials gave),
 * `convergence.csv` (precision by trials) and `trials.json`.
 */
export function trialsFound(spec: TrialsSpec, dataset: Dataset, tuples: readonly TupleTrials[]): TrialsFound {
  const distribution = distributionOf(spec, dataset, tuples)
  const curve = curveOf(tuples)
  const facts = factsOf(spec, tuples, distribution)
  const lines = curve.map(({ trials, median: middle, most }) => [trials, middle, most])
  return {
    ...{ facts, curve },
    files: [
      { name: DISTRIBUTION_FILE, content: printDistribution(distribution) },
      { name: 'tuples.csv', content: tuplesCsv(spec, dataset, tuples) },
      { name: 'convergence.csv', content: csvLines([['trials', 'median', 'most'], ...lines]) },
      { name: TRIALS_FILE, content: `${JSON.stringify(facts, null, 1)}\n` },
    ],
  }
}

function distributionOf(
  { starts, state, judged, machine }: TrialsSpec,
  dataset: Dataset,
  tuples: readonly TupleTrials[],
): ScoreDistribution {
  const rows = starts.length * judged
  const distribution = {
    runtime: new Float64Array(rows),
    size: new Float64Array(rows),
    submit: new Float64Array(rows),
    score: new Float64Array(rows),
    tuple: new Int32Array(rows),
  }
  for (const [number, first] of starts.entries()) {
    const tuple = tupleAt(dataset.jobs, first, { state, judged, processors: machine })
    const at = number * judged
    distribution.runtime.set(tuple.runtime.subarray(state), at)
    distribution.size.set(tuple.size.subarray(state), at)
    distribution.submit.set(tuple.submit.subarray(state), at)
    distribution.score.set(trialScores(tuples[number].sums), at)
    distribution.tuple.fill(number, at, at + judged)
  }
  return distribution
}

function tuplesCsv({ starts }: TrialsSpec, { jobs }: Dataset, tuples: readonly TupleTrials[]): string {
  const lines = starts.map((first, number) => {
    const { sums } = tuples[number]
    const { trials, precision } = latest(tuples[number])
    return [number, jobs.id[first], jobs.submit[first], trials, precision, sums.total / trials]
  })
  return csvLines([['tuple', 'first job', 'submit', 'trials', 'deviation', 'AVEbsld'], ...lines])
}

/**
 * Median and most of the tuples' precisions after at most so many trials of each: a tuple that ended before counts with what
 * it has.
 */
function curveOf(tuples: readonly TupleTrials[]): readonly PrecisionPoint[] {
  const numbers = new Set(tuples.flatMap(({ path }) => path.map(({ trials }) => trials)))
  return [...numbers]
    .sort((a, b) => a - b)
    .map((trials) => {
      const reached = tuples.map(({ path }) => path.findLast((each) => each.trials <= trials) ?? path[0])
      const precisions = ascending(reached.map(({ precision }) => precision))
      return { trials, median: median(precisions), most: precisions[precisions.length - 1] }
    })
}

/** The summary's facts, for programs. */
function factsOf(spec: TrialsSpec, tuples: readonly TupleTrials[], { score }: ScoreDistribution) {
  const { name, data, machine, state, judged, starts, precision, most, seed } = spec
  const ends = tuples.map(latest)
  const trials = ascending(ends.map((end) => end.trials))
  const deviations = ascending(ends.map((end) => end.precision))
  const slowdowns = ascending(tuples.map(({ sums }) => sums.total / sums.trials))
  return {
    ...{ log: name, digest: data, machine, state, judged, tuples: starts.length, seed },
    trials: { total: trials.reduce((sum, each) => sum + each, 0), ...rangeOf(trials), allowed: most },
    deviation: {
      ...rangeOf(deviations),
      asked: precision,
      // Those that had all the trials allowed and are not there.
      missed: precision === null ? 0 : deviations.filter((each) => each > precision).length,
    },
    score: { rows: score.length, ...rangeOf(ascending(score)) },
    AVEbsld: rangeOf(slowdowns),
  }
}

function rangeOf(sorted: Float64Array) {
  return { least: sorted[0], median: median(sorted), most: sorted[sorted.length - 1] }
}
