/**
 * When the jobs of a workload are submitted.
 *
 * Load. The model knows no load; it has the one that its constants give, 0.72 on 128 nodes in the long run. To reach
 * another, every gap is multiplied by one factor c on the clock of the daily cycle, so that the cycle stays what it
 * is, and so do sizes, run times and the order within a class. c is such that this very workload has the load L:
 * - a number of jobs: Σ size·run = L · machine · (last submit − first submit);
 * - a number of days: Σ size·run = L · machine · days, as nearly as whole jobs allow. There are then as many jobs as
 *   it takes, and the first that is too many would be submitted just as the days end.
 *
 * Whole seconds. Arrivals are cut to whole seconds. The program cuts each gap instead, so that its log falls behind
 * its own daily cycle by half a second a job, 2.8 hours in 20,000 jobs; `rounding: 'gaps'` does the same.
 */
import { MOST_JOBS, unusable } from '../generated.js'
import type { LublinRounding } from './choices.js'
import { WHAT } from './parameters.js'
import { type DrawnClass, drawSequence, type JobSequence, type SequenceRules } from './sequence.js'

const DAY = 86_400

/** Everything that decides what is drawn. */
export interface TimingPlan {
  readonly classes: readonly DrawnClass[]
  readonly processors: number
  /** Seconds of the local day at which the log begins. */
  readonly start: number
  readonly jobs: number
  readonly days: number | null
  readonly load: number | null
  readonly rounding: LublinRounding
  readonly observe: ((done: number) => void) | undefined
}

/** A sequence with its final submit times, and the factor of its gaps. */
export interface TimedSequence {
  readonly jobs: JobSequence
  readonly submit: Float64Array
  readonly factor: number
}

/**
 * @throws QueuewrightError `usage` where no job arrives within the days, or more than a generated log may have
 */
export function timedSequence(plan: TimingPlan): TimedSequence {
  const { days, load } = plan
  const timed =
    load === null
      ? unscaled(plan)
      : days === null
        ? jobsAtLoad(plan, load)
        : daysAtLoad(plan, days * DAY, load)
  if (timed.jobs.length > 0) return timed
  throw unusable(WHAT, 'days', days ?? 0, 'a span in which jobs arrive', 'Ask for more days')
}

/** The model as it is: a number of jobs, or what arrives within the days. */
function unscaled({ classes, start, jobs: count, days, rounding, observe }: TimingPlan): TimedSequence {
  const span = days === null ? null : days * DAY
  const { jobs } = drawSequence(classes, {
    keyOf: classes.map((drawn) => (rounding === 'gaps' ? gapwise : arrivals)(drawn, start)),
    done: span === null ? (_, drawn) => drawn / count : bounded(span, (arrival) => arrival / span),
    expected: span === null ? count : 0,
    observe,
  })
  return { jobs, submit: jobs.key.subarray(0, jobs.length), factor: 1 }
}

function jobsAtLoad(plan: TimingPlan, load: number): TimedSequence {
  const { classes, start, processors } = plan
  const { jobs } = unscaled(plan)
  const factor = factorForSpan(classes, start, jobs, workOf(jobs) / (load * processors))
  return { jobs, submit: submitTimes(classes, start, jobs, factor), factor }
}

function daysAtLoad(
  { classes, start, processors, observe }: TimingPlan,
  span: number,
  load: number,
): TimedSequence {
  const target = load * processors * span
  // With the gaps multiplied by 1/key of a job, this job would be submitted just as the days end.
  const { jobs, nextKey } = drawSequence(classes, {
    keyOf: classes.map(({ cycle }) => {
      const whole = cycle.modelTime(start + span) - cycle.modelTime(start)
      return (elapsed) => elapsed / whole
    }),
    done: bounded(span, (_, __, work) => work / target),
    expected: 0,
    observe,
  })
  const last = jobs.length - 1
  const work = workOf(jobs)
  const without = work - jobs.size[last] * jobs.runtime[last]
  const dropLast = last > 0 && work - target > target - without
  if (dropLast) jobs.length--
  const factor = 1 / (dropLast ? jobs.key[last] : nextKey)
  return { jobs, submit: submitTimes(classes, start, jobs, factor), factor }
}

/** `done`, with a failure where so many days have more jobs than a generated log may. */
function bounded(span: number, done: SequenceRules['done']): SequenceRules['done'] {
  return (nextKey, jobs, work) => {
    const part = done(nextKey, jobs, work)
    if (jobs < MOST_JOBS || part >= 1) return part
    throw unusable(
      WHAT,
      'days',
      span / DAY,
      `days of at most ${MOST_JOBS} jobs`,
      'Ask for fewer days, or less load',
    )
  }
}

/** Σ size · run time, processor-seconds; below 2⁵³ a sum of whole numbers, hence exact. */
function workOf(jobs: JobSequence): number {
  let work = 0
  for (let row = 0; row < jobs.length; row++) work += jobs.size[row] * jobs.runtime[row]
  return work
}

/** Submit times in whole seconds. */
function arrivals({ cycle }: DrawnClass, start: number): (elapsed: number) => number {
  const begin = cycle.modelTime(start)
  return (elapsed) => Math.floor(cycle.wallTime(begin + elapsed) - start)
}

/** Submit times by the program's rounding: each gap is added to a whole second, and the sum cut to one. */
export function gapwise({ cycle }: Pick<DrawnClass, 'cycle'>, start: number): (elapsed: number) => number {
  const begin = cycle.modelTime(start)
  let exact = start
  let clock = 0
  return (elapsed) => {
    const now = cycle.wallTime(begin + elapsed)
    clock = Math.floor(clock + (now - exact))
    exact = now
    return clock
  }
}

function submitTimes(
  classes: readonly DrawnClass[],
  start: number,
  jobs: JobSequence,
  factor: number,
): Float64Array {
  const arrivalOf = classes.map((drawn) => arrivals(drawn, start))
  return Float64Array.from({ length: jobs.length }, (_, row) =>
    arrivalOf[jobs.of[row]](factor * jobs.elapsed[row]),
  )
}

/** The factor of the gaps with which the last submit is `span` seconds after the first. */
function factorForSpan(
  classes: readonly DrawnClass[],
  start: number,
  jobs: JobSequence,
  span: number,
): number {
  const ends = classes.map(({ cycle }, of) => {
    const own = jobs.of.subarray(0, jobs.length)
    const begin = cycle.modelTime(start)
    const at = (row: number) => (factor: number) =>
      row < 0 ? Number.NaN : cycle.wallTime(begin + factor * jobs.elapsed[row])
    return { first: at(own.indexOf(of)), last: at(own.lastIndexOf(of)) }
  })
  const spanAt = (factor: number) => {
    let first = Number.POSITIVE_INFINITY
    let last = Number.NEGATIVE_INFINITY
    for (const end of ends) {
      // A class without jobs has no first and no last one.
      if (end.first(factor) < first) first = end.first(factor)
      if (end.last(factor) > last) last = end.last(factor)
    }
    return last - first
  }
  let low = 1
  let high = 1
  while (spanAt(low) > span) low /= 2
  while (spanAt(high) < span) high *= 2
  // The span is continuous in the factor; bisection to the last bit.
  for (let middle = (low + high) / 2; middle > low && middle < high; middle = (low + high) / 2) {
    if (spanAt(middle) < span) low = middle
    else high = middle
  }
  return high
}
