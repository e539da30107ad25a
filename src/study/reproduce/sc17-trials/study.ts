/**
 * The simulated trials of the SC'17 study of learnt score functions (Carastan-Santos, de Camargo): 16 jobs set the state of
 * 256 processors, 32 are judged. The tuples here are of the study's own workload, at random.
 *
 * Figure 2: how the scores of a tuple scatter from one set of trials to the next, by the number of trials. Ten repetitions;
 * each score's standard deviation over its mean, averaged over the 32. The paper has one tuple, without saying which, and one
 * number in its text; here each draw is a tuple. Beside the trials as published, whose orders have nothing to do with each
 * other, ours in pairs (sim/trials/designs.ts), and how many times as many trials the published ones take for the same scatter.
 * Smaller numbers of a repetition are the first of its trials.
 *
 * Scores by place: the mean score of the jobs at each place of Q in submit order, over 216 tuples a draw. `released` shuffles as
 * the released program does (released-shuffle.ts), `even` gives each order the same chance. The published scores follow the
 * chances of the released shuffle, which fall from the second job to the last; with even chances they rise.
 */
import { Random } from '../../../core/random.js'
import { deviationOf } from '../../../learn/score/trials/convergence.js'
import {
  noTrials,
  runTrials,
  type TrialDesign,
  type TrialTuple,
  trialKernel,
  trialScores,
  trialsTogether,
  tupleAt,
} from '../../../sim/trials/index.js'
import { type JobTable, selectJobs } from '../../../trace/job-table.js'
import type { Trace } from '../../../trace/trace.js'
import { type Samples, samples } from '../samples.js'
import type { PublishedStudy, StudyOptions, StudyRun, StudyTask } from '../study.js'
import { releasedChances, releasedShuffle } from './released-shuffle.js'
import { FIGURE_2, RELEASED_BY_PLACE } from './tables.js'

const LOG = 'Lublin-256'
const SHAPE = { state: 16, judged: 32, processors: 256 } as const
const TABLES = {
  figure: 'figure 2: normalised standard deviation',
  places: 'mean score by place in submit order',
} as const

const REPETITIONS = 10
/** Trials, each number twice the one before; multiples of 32. */
const NUMBERS = Array.from({ length: 7 }, (_, k) => 4000 * 2 ** k)
const DESIGNS = [
  ['independent', 'as published'],
  ['paired', 'paired'],
] as const satisfies readonly (readonly [TrialDesign, string])[]
const RATIO = 'times the trials'

/** As many as the authors released. */
const TUPLES = 216
const TUPLES_A_TASK = 27
/** Trials of each tuple, with the released shuffle, and in pairs. */
const RELEASED_TRIALS = 20_000
const EVEN_TRIALS = 3200

export const SC17_TRIALS: PublishedStudy = {
  name: 'sc17-trials',
  title: 'Scores by simulated trials: how they scatter, and what the released shuffle adds to them',
  source: 'D. Carastan-Santos, R. Y. de Camargo, SC 2017, figure 2, and the scores released with it',
  logs: [{ name: LOG, file: 'lublin_256-20k.swf.gz', size: 'allocated', machine: SHAPE.processors }],
  origin: "The workload is with the study's program, github.com/hpcsched/gen-sched-policies",
  chance: true,
  uniqueRows: true,
  fields: [],
  begin,
}

function begin(logs: ReadonlyMap<string, Trace>, { seed, draws }: StudyOptions): StudyRun {
  const collected = samples()
  const trace = logs.get(LOG)
  const tasks =
    trace === undefined
      ? []
      : Array.from({ length: draws }, (_, draw) => {
          const random = new Random(seed + draw).fork('sc17-trials')
          const jobs = usableJobs(trace)
          return [
            ...figureTasks(jobs, random.fork('figure'), collected),
            ...placeTasks(jobs, random.fork('places'), collected),
          ]
        }).flat()
  return { tasks, values: () => collected.values(Object.values(TABLES)) }
}

function usableJobs({ jobs }: Trace): JobTable {
  const usable: number[] = []
  for (let row = 0; row < jobs.length; row++) {
    if (jobs.runtime[row] > 0 && jobs.size[row] > 0 && jobs.size[row] <= SHAPE.processors) usable.push(row)
  }
  return selectJobs(jobs, Int32Array.from(usable))
}

/** Wherever in the log, as the released program draws them. */
function drawnStart({ length }: JobTable, random: Random): number {
  return random.int(length - SHAPE.state - SHAPE.judged + 1)
}

/** One tuple; a task for each repetition of each design, and one to judge them. */
function figureTasks(jobs: JobTable, random: Random, collected: Samples): readonly StudyTask[] {
  const first = drawnStart(jobs, random)
  const tuple = tupleAt(jobs, first, SHAPE)
  const scores: Record<TrialDesign, Float64Array[][]> = { independent: [], paired: [] }
  const repetitions = DESIGNS.flatMap(([design, name]) =>
    Array.from({ length: REPETITIONS }, (_, repetition): StudyTask => {
      const orders = random.fork(`${design} ${repetition}`)
      return {
        label: `tuple at job ${first + 1}, ${name}, repetition ${repetition + 1}`,
        run: () => scores[design].push(scoresAlong(tuple, design, orders)),
      }
    }),
  )
  const judge = () => {
    for (const [k, trials] of NUMBERS.entries()) {
      const cell = { log: LOG, table: TABLES.figure, row: `${trials} trials` }
      const [independent, paired] = DESIGNS.map(([design, column]) => {
        const deviation = deviationOf(scores[design].map((repetition) => repetition[k]))
        const published = design === 'independent' ? (FIGURE_2.get(trials) ?? null) : null
        collected.add({ ...cell, column, published, decimals: 5 }, deviation)
        return deviation
      })
      // Where no job ever waits, paired scores do not scatter at all.
      const ratio = paired === 0 ? null : (independent / paired) ** 2
      collected.add({ ...cell, column: RATIO, published: null, decimals: 0 }, ratio)
    }
  }
  return [...repetitions, { label: `tuple at job ${first + 1}`, run: judge }]
}

/** The scores after each of the numbers of trials. */
function scoresAlong(tuple: TrialTuple, design: TrialDesign, random: Random): Float64Array[] {
  let sums = noTrials(SHAPE.judged)
  return NUMBERS.map((trials) => {
    sums = trialsTogether(sums, runTrials(tuple, design, trials - sums.trials, random))
    return trialScores(sums)
  })
}

/** Mean scores by place, some tuples a task. */
function placeTasks(jobs: JobTable, random: Random, collected: Samples): readonly StudyTask[] {
  const starts = Array.from({ length: TUPLES }, () => drawnStart(jobs, random))
  const means = { released: new Float64Array(SHAPE.judged), even: new Float64Array(SHAPE.judged) }
  const add = (mean: Float64Array, scores: Float64Array) => {
    for (const [place, score] of scores.entries()) mean[place] += score / TUPLES
  }
  const parts = Array.from({ length: TUPLES / TUPLES_A_TASK }, (_, part): StudyTask => {
    const from = part * TUPLES_A_TASK
    return {
      label: `tuples ${from + 1} to ${from + TUPLES_A_TASK}`,
      run: () => {
        for (const [k, first] of starts.slice(from, from + TUPLES_A_TASK).entries()) {
          const tuple = tupleAt(jobs, first, SHAPE)
          const orders = random.fork(from + k)
          add(means.released, releasedScores(tuple, orders))
          add(means.even, trialScores(runTrials(tuple, 'paired', EVEN_TRIALS, orders)))
        }
      },
    }
  })
  const judge = () => {
    const chances = releasedChances(SHAPE.judged)
    for (let place = 0; place < SHAPE.judged; place++) {
      const row = `place ${place + 1}`
      const cell = { table: TABLES.places, row, decimals: 5 }
      const published = RELEASED_BY_PLACE[place]
      collected.add({ ...cell, log: LOG, column: 'released', published }, means.released[place])
      collected.add({ ...cell, log: LOG, column: 'even', published: null }, means.even[place])
      collected.add({ ...cell, log: null, column: 'released chance', published: null }, chances[place])
    }
  }
  return [...parts, { label: 'scores by place', run: judge }]
}

/** The scores by the released shuffle. */
function releasedScores(tuple: TrialTuple, random: Random): Float64Array {
  const kernel = trialKernel(tuple)
  const order = new Int32Array(SHAPE.judged)
  const scores = new Float64Array(SHAPE.judged)
  let total = 0
  for (let trial = 0; trial < RELEASED_TRIALS; trial++) {
    releasedShuffle(order, random)
    const value = kernel(order)
    scores[order[0]] += value
    total += value
  }
  return scores.map((sum) => sum / total)
}
