/**
 * From a log to tuples: its usable jobs, and where the tuples begin. A tuple is of jobs that follow each other (SC 2017, 3.2).
 * The tuples are apart as long as they are not told to overlap: a job in two of them would count twice, and what is learnt
 * from some tuples could not be judged on the others. The authors' program draws starts anywhere, which may overlap.
 */
import { QueuewrightError } from '../../../core/errors.js'
import { Random } from '../../../core/random.js'
import { type Dataset, datasetOf, selectRows, type Trace } from '../../../trace/index.js'
import type { TrialsSpec } from './spec.js'

export interface TrialsRequest {
  /** Number of tuples, 1 or more. */
  readonly tuples: number
  /** Jobs of each that set the state of the machine, 0 or more. */
  readonly state: number
  /** Jobs of each that are judged, 2 or more. */
  readonly judged: number
  /** Processors of the machine. */
  readonly machine: number
  /** Whether tuples may have jobs in common. */
  readonly overlap: boolean
  /** As in `TrialsSpec`; `most` is rounded up to whole blocks, at least two. */
  readonly precision: number | null
  readonly most: number
  readonly seed: number
}

export interface PreparedTrials {
  readonly spec: TrialsSpec
  readonly dataset: Dataset
  /** Jobs that no trial can use, by why. */
  readonly dropped: { readonly 'without run time': number; readonly 'larger than the machine': number }
}

/** Below two blocks nothing is known of how much the scores scatter. */
const LEAST_BLOCKS = 2

/**
 * @param trace cleaned
 * @throws QueuewrightError `usage` where it has too few jobs for the tuples
 */
export function prepareTrials(trace: Trace, request: TrialsRequest): PreparedTrials {
  const { tuples, state, judged, machine, overlap, seed, precision, most } = request
  const { runtime, size } = trace.jobs
  const rows: number[] = []
  let idle = 0
  for (let row = 0; row < size.length; row++) {
    if (!(runtime[row] > 0)) idle++
    else if (size[row] <= machine) rows.push(row)
  }
  const length = state + judged
  const dropped = { 'without run time': idle, 'larger than the machine': size.length - idle - rows.length }
  const possible = overlap ? rows.length - length + 1 : Math.floor(rows.length / length)
  if (tuples > possible) throw tooFew(request, rows.length, Math.max(0, possible), dropped)
  const random = new Random(seed).fork('tuples')
  const starts = overlap
    ? startsAnywhere(tuples, possible, random)
    : startsApart(tuples, possible, length, rows.length, random)
  const dataset = datasetOf(selectRows(trace, Int32Array.from(rows)))
  return {
    spec: {
      name: trace.name,
      data: dataset.digest,
      machine,
      state,
      judged,
      starts: [...starts].sort((a, b) => a - b),
      precision,
      most: Math.max(LEAST_BLOCKS, Math.ceil(most / judged)) * judged,
      seed,
    },
    dataset,
    dropped,
  }
}

/** Some of the tuples that the log is cut into from a random job on. */
function startsApart(
  tuples: number,
  possible: number,
  length: number,
  jobs: number,
  random: Random,
): readonly number[] {
  const origin = random.int(jobs - possible * length + 1)
  const places = random.shuffle(Int32Array.from({ length: possible }, (_, k) => k)).subarray(0, tuples)
  return Array.from(places, (place) => origin + place * length)
}

function startsAnywhere(tuples: number, possible: number, random: Random): readonly number[] {
  const starts = new Set<number>()
  while (starts.size < tuples) starts.add(random.int(possible))
  return [...starts]
}

function tooFew(
  { tuples, state, judged, overlap }: TrialsRequest,
  jobs: number,
  possible: number,
  dropped: PreparedTrials['dropped'],
): QueuewrightError {
  const others = Object.entries(dropped).flatMap(([why, count]) => (count > 0 ? [`${count} ${why}`] : []))
  const left = others.length === 0 ? '' : `, left out are ${others.join(' and ')}`
  const what = `too few usable jobs for so many tuples of ${state} + ${judged}: ${jobs}${left}`
  return new QueuewrightError('usage', what, {
    field: '--tuples',
    value: tuples,
    expected: possible === 0 ? 'a log with a tuple of such jobs' : `at most ${possible}`,
    remedy:
      possible === 0
        ? 'Take a longer log, or shorter tuples: --set-size, --judged'
        : overlap
          ? 'Take fewer or shorter ones, or a longer log'
          : 'Take fewer, a longer log, or --overlap',
  })
}
