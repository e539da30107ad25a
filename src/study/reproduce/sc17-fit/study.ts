/**
 * Table 3 of the SC'17 study of learnt score functions (Carastan-Santos, de Camargo): the four functions, of 576, that come
 * closest to the authors' own score distribution of 6,912 jobs, with their coefficients and the fitness (eq. 5).
 *
 * The published coefficients come from Levenberg–Marquardt iterations from c1 = c2 = c3 = 1, ours from the closed solution
 * (learn/score/regression/fit.ts). The table `released program` compares the two products of coefficients themselves, before they are
 * divided by each other: it tells whether the iterations had converged.
 *
 * The last tables are ours alone. One asks whether the functions put the jobs of a tuple into the order of their scores, which
 * is all that a scheduler would use of them: of the scores as published, and of the scores
 * without the uneven shuffle of the released trials (even-scores.ts), to which the functions are then fitted anew. The other
 * simulates some of the tuples anew, with either shuffle, and tells how far the scores are from the published ones
 * (trials.ts); with 256,000 trials chance alone makes about 1.3 %.
 */

import { Random } from '../../../core/random.js'
import { mean } from '../../../core/statistics.js'
import { readDistribution, type ScoreDistribution } from '../../../learn/score/distribution.js'
import { SC17 } from '../../../learn/score/regression/families.js'
import { beginFit } from '../../../learn/score/regression/fit.js'
import type { FittedFunction } from '../../../learn/score/regression/fit-result.js'
import type { Trace } from '../../../trace/trace.js'
import { plainValue, type Samples, samples } from '../samples.js'
import type { PublishedStudy, StudyLog, StudyOptions, StudyRun, StudyTask, StudyValue } from '../study.js'
import { evenScores, shareOfShuffle } from './even-scores.js'
import { CANDIDATES, TABLE_3 } from './tables.js'
import { type Shuffle, scoresBy, tupleOf } from './trials.js'

const DISTRIBUTION = { name: 'scores', file: 'sc17-score-distribution.csv.gz', kind: 'reference' } as const

/** The log that the tuples were drawn from. */
const LOG: StudyLog = {
  name: 'Lublin-256',
  file: 'lublin_256.swf.gz',
  size: 'requested',
  machine: 256,
  optional: true,
}

const TABLES = {
  functions: 'table 3',
  released: 'released program',
  candidates: 'candidates',
  evenly: 'even shuffle',
  anew: 'trials anew',
} as const

/** Forms that are fitted between two refreshes of the progress. */
const FORMS_A_TASK = 25
/** The judged jobs of a tuple, as published. */
const JUDGED = 32
const TRIALS = 256_000
/** Tuples that are simulated anew, and how far they are from each other among the 216. */
const TUPLES = 8
const TUPLE_STEP = 27
/** Functions that are looked for the published ones among, the best ones. */
const LOOKED_AT = 12

export const SC17_FIT: PublishedStudy = {
  name: 'sc17-fit',
  title: 'Score functions by regression: the four best of 576, their coefficients and their fitness',
  source: 'D. Carastan-Santos, R. Y. de Camargo, SC 2017, table 3',
  logs: [LOG],
  texts: [DISTRIBUTION],
  origin:
    'It is in the repository of the study, github.com/hpcsched/gen-sched-policies, nonlinear-regression',
  chance: true,
  draws: 1,
  uniqueRows: false,
  fields: [],
  begin: (logs, options, texts) =>
    begin(texts?.get(DISTRIBUTION.name) ?? '', logs.get(LOG.name) ?? null, options),
}

function begin(text: string, log: Trace | null, options: StudyOptions): StudyRun {
  const published = readDistribution(text, DISTRIBUTION.file)
  const evenly = evenScores(published)
  const fits = [fitOf(published, 'functions'), fitOf(evenly, 'functions, even shuffle')]
  const anew = samples()
  const trials = log === null ? [] : trialTasks(published, log, options, anew)
  const values = (): readonly StudyValue[] => {
    const [first, second] = fits.map(({ result }) => result())
    return [
      ...publishedValues(first.functions),
      cell(TABLES.candidates, 'functions', 'written', CANDIDATES, first.written, 0),
      cell(TABLES.candidates, 'functions', 'different', null, first.distinct, 0),
      ...evenValues(first.functions, second.functions, shareOfShuffle(published)),
      ...anew.values([TABLES.anew]),
    ]
  }
  return { tasks: [...fits.flatMap(({ tasks }) => tasks), ...trials], values }
}

function fitOf(distribution: ScoreDistribution, label: string) {
  const options = { family: SC17, weights: 'rn', degree: 1, rankBy: 'error', top: LOOKED_AT } as const
  const { steps, step, result } = beginFit(distribution, options, DISTRIBUTION.file)
  const tasks = Array.from({ length: Math.ceil(steps / FORMS_A_TASK) }, (_, task): StudyTask => {
    const from = task * FORMS_A_TASK
    const end = Math.min(steps, from + FORMS_A_TASK)
    return {
      label: `${label} ${from + 1} to ${end} of ${steps}`,
      run: () => {
        for (let k = from; k < end; k++) step(k)
      },
    }
  })
  return { tasks, result }
}

/** Simulates some tuples anew, and tells how far the scores are from the published ones. */
function trialTasks(
  distribution: ScoreDistribution,
  { jobs }: Trace,
  { seed, draws }: StudyOptions,
  collected: Samples,
): readonly StudyTask[] {
  return Array.from({ length: draws }, (_, draw) =>
    Array.from({ length: TUPLES }, (_, place) => place * TUPLE_STEP).flatMap((number) =>
      (['released shuffle', 'even shuffle'] as const).map((way: Shuffle): StudyTask => {
        const [from, to] = [number * JUDGED, (number + 1) * JUDGED]
        const run = () => {
          const tuple = tupleOf(distribution, from, to, jobs)
          const random = new Random(seed + draw).fork(number).fork(way)
          const ours = tuple && scoresBy(way, tuple, TRIALS, random)
          const published = distribution.score.subarray(from, to)
          const cells = { log: LOG.name, table: TABLES.anew, row: 'difference from the published scores, %' }
          collected.add(
            { ...cells, column: way, published: null, decimals: 1 },
            ours && 100 * mean(ours.map((score, k) => Math.abs(score / published[k] - 1))),
          )
        }
        return { label: `tuple ${number + 1}, ${way}`, run }
      }),
    ),
  ).flat()
}

function publishedValues(functions: readonly FittedFunction[]): readonly StudyValue[] {
  const found = foundIn(functions)
  return [
    ...TABLE_3.flatMap(({ name, symbols, coefficient, fitness }, place) => {
      const ours = found[place]
      const row = `${name}  ${symbols}`
      return [
        cell(TABLES.functions, row, 'c', coefficient, quotient(ours), 0),
        cell(TABLES.functions, row, 'fitness', fitness, ours?.meanAbsoluteError ?? null, 7),
        cell(TABLES.functions, row, 'place', place + 1, ours?.rank ?? null, 0),
      ]
    }),
    ...TABLE_3.flatMap(({ name, released: [c1, c2, c3] }, place) => {
      const [product, last] = found[place]?.coefficients ?? [null, null]
      const printed = Number((c1 * c2 * 1e9).toPrecision(6))
      return [
        cell(TABLES.released, name, 'c1·c2·10⁹', printed, product === null ? null : product * 1e9, 4),
        cell(TABLES.released, name, 'c3', c3, last, 10),
      ]
    }),
  ]
}

function evenValues(
  published: readonly FittedFunction[],
  evenly: readonly FittedFunction[],
  share: number,
): readonly StudyValue[] {
  const [before, after] = [foundIn(published), foundIn(evenly)]
  const correlation = (of: FittedFunction | undefined) => of?.heldOut?.correlation.value ?? null
  return [
    ...TABLE_3.flatMap(({ name, symbols }, place) => {
      const row = `${name}  ${symbols}`
      return [
        cell(TABLES.evenly, row, 'order, published', null, correlation(before[place]), 3),
        cell(TABLES.evenly, row, 'order, even', null, correlation(after[place]), 3),
        cell(TABLES.evenly, row, 'c', null, quotient(after[place]), 0),
        cell(TABLES.evenly, row, 'fitness', null, after[place]?.meanAbsoluteError ?? null, 7),
        cell(TABLES.evenly, row, 'place', null, after[place]?.rank ?? null, 0),
      ]
    }),
    { ...cell('scores', 'squares explained', 'by the shuffle', null, 100 * share, 1), percentage: true },
  ]
}

/** The functions of table 3. */
function foundIn(functions: readonly FittedFunction[]): readonly (FittedFunction | undefined)[] {
  return TABLE_3.map(({ terms }) => functions.find((each) => each.terms.join() === terms.join()))
}

/** c3/(c1·c2). */
function quotient(of: FittedFunction | undefined): number | null {
  return of === undefined ? null : of.coefficients[1] / of.coefficients[0]
}

function cell(
  table: string,
  row: string,
  column: string,
  published: number | null,
  ours: number | null,
  decimals: number,
): StudyValue {
  return { log: DISTRIBUTION.name, table, row, column, published, decimals, ...plainValue(ours) }
}
