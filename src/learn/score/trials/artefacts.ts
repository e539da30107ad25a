/** The files that trials leave behind. */
import { ascending, median } from '../../../core/statistics.js'
import type { Artefact } from '../../../evaluation/investigation.js'
import { formatCount, formatNumber, plural } from '../../../report/format.js'
import { type PrecisionPoint, precisionPlot } from '../../../report/plots/precision.js'
import { factsTable } from '../../../report/table.js'
import { trialScores, tupleAt } from '../../../sim/trials/index.js'
import type { Dataset } from '../../../trace/dataset.js'
import { printDistribution, type ScoreDistribution } from '../distribution.js'
import type { TrialsSpec } from './spec.js'
import { latest, type TupleTrials } from './state.js'

export const DISTRIBUTION_FILE = 'distribution.csv'
export const TRIALS_FILE = 'trials.json'

/**
 * `distribution.csv` (the scores), `tuples.csv` (what each tuple is and what its trials gave), `convergence.csv` and
 * `convergence.svg` (precision by trials), `trials.json` and `summary.txt`.
 */
export async function trialsArtefacts(
  spec: TrialsSpec,
  dataset: Dataset,
  tuples: readonly TupleTrials[],
): Promise<readonly Artefact[]> {
  const distribution = distributionOf(spec, dataset, tuples)
  const curve = curveOf(tuples)
  const label = 'Normalised standard deviation of the scores against trials of a tuple'
  const lines = curve.map(({ trials, median: middle, most }) => `${trials},${middle},${most}\n`)
  return [
    { name: DISTRIBUTION_FILE, content: printDistribution(distribution) },
    { name: 'tuples.csv', content: tuplesCsv(spec, dataset, tuples) },
    { name: 'convergence.csv', content: `trials,median,most\n${lines.join('')}` },
    {
      name: 'convergence.svg',
      content: await precisionPlot({ id: 'convergence', label, points: curve, asked: spec.precision }),
    },
    { name: TRIALS_FILE, content: `${JSON.stringify(factsOf(spec, tuples, distribution), null, 1)}\n` },
    { name: 'summary.txt', content: `${summaryOf(spec, tuples, distribution)}\n` },
  ]
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
    return [number, jobs.id[first], jobs.submit[first], trials, precision, sums.total / trials].join(',')
  })
  return `${['tuple,first job,submit,trials,deviation,AVEbsld', ...lines].join('\n')}\n`
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

/** What the summary says, for programs. */
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

function summaryOf(
  spec: TrialsSpec,
  tuples: readonly TupleTrials[],
  distribution: ScoreDistribution,
): string {
  const { trials, deviation, score, AVEbsld } = factsOf(spec, tuples, distribution)
  const { name, machine, state, judged, starts, precision, seed } = spec
  const missed =
    deviation.missed === 0
      ? ''
      : `\n${plural(deviation.missed, 'tuple')} had the trials allowed and did not get there: see --max-trials`
  const facts = factsTable([
    ['tuples', `${formatCount(starts.length)} of ${state} + ${judged} jobs`],
    ['trials of a tuple', spread(trials, formatCount)],
    ['trials in all', formatCount(trials.total)],
    [
      'normalised deviation',
      `${spread(deviation, formatNumber)}${precision === null ? '' : `; asked for ${formatNumber(precision)}`}`,
    ],
    ['scores', `${spread(score, formatNumber)}; mean 1/${judged} = ${formatNumber(1 / judged)}`],
    ["tuples' mean AVEbsld", spread(AVEbsld, formatNumber)],
  ])
  const title = `Scores by simulated trials: ${name}, ${plural(machine, 'processor')}, seed ${seed}`
  return `${title}\n\n${facts}${missed}\n\n${DISTRIBUTION_FILE}: ${plural(score.rows, 'row')}`
}

function spread(
  { least, median: middle, most }: ReturnType<typeof rangeOf>,
  format: (value: number) => string,
): string {
  return least === most ? format(least) : `${format(least)} to ${format(most)}, median ${format(middle)}`
}
