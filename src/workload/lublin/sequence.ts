/**
 * The jobs of a workload one after the other, before their final submit times: each class has its own arrivals, and
 * the class whose next arrival is first gives the next job (arrive of the program of 1999; interactive first of two
 * at once). Every class and quantity has its own fork of the random numbers, so that a shorter workload is the
 * beginning of a longer one.
 */
import type { Random } from '../../core/random.js'
import { MOST_JOBS } from '../generated.js'
import type { LublinClasses, LublinClassName } from './choices.js'
import { type DailyCycle, dailyCycle } from './daily-cycle.js'
import { gapSampler, runtimeSampler, sizeSampler } from './draws.js'
import { classFor, classNames, type LublinParameters } from './parameters.js'

/** One class of jobs, ready to be drawn. */
export interface DrawnClass {
  readonly name: LublinClassName
  readonly cycle: DailyCycle
  readonly gap: () => number
  readonly size: () => number
  readonly runtime: (size: number) => number
}

export function drawnClasses(
  parameters: LublinParameters,
  classes: LublinClasses,
  { processors, largest }: { readonly processors: number; readonly largest?: number | undefined },
  random: Random,
): readonly DrawnClass[] {
  return classNames(classes).map((name) => {
    const drawn =
      largest === undefined
        ? classFor(parameters, name, processors)
        : classFor(parameters, name, largest, 'largest')
    const own = random.fork(name)
    return {
      name,
      cycle: dailyCycle(drawn.anum, drawn.bnum, parameters.dayStart),
      gap: gapSampler(drawn, parameters.longestGap, own.fork('gaps')),
      size: sizeSampler(drawn, own.fork('sizes')),
      runtime: runtimeSampler(drawn, parameters.longestRun, own.fork('runs')),
    }
  })
}

/** Jobs in the order in which they were drawn; of each column the first `length` values count. */
export interface JobSequence {
  length: number
  /** Place of the job's class among the classes. */
  of: Uint8Array
  /** Σ of the gaps of its class so far: seconds of the daily cycle's clock since the log began. */
  elapsed: Float64Array
  /** The key that `keyOf` made of it. */
  key: Float64Array
  size: Int32Array
  runtime: Float64Array
}

/** How often, in jobs, `observe` is told. */
const OBSERVED = 1 << 16

export interface SequenceRules {
  /** For each class, the key of its next arrival from the sum of its gaps, called once an arrival, ascending. */
  readonly keyOf: readonly ((elapsed: number) => number)[]
  /**
   * The part of the workload that there is, given the key of the next job, the number of jobs so far and their
   * Σ size · run time; jobs are drawn while it is below 1.
   */
  readonly done: (nextKey: number, jobs: number, work: number) => number
  /** A guess at the number of jobs. */
  readonly expected: number
  /** Told every now and then what part of the workload there is. */
  readonly observe?: ((done: number) => void) | undefined
}

/** @returns the jobs, and the key of the first that was not drawn any more */
export function drawSequence(
  classes: readonly DrawnClass[],
  { keyOf, done, expected, observe }: SequenceRules,
): { jobs: JobSequence; nextKey: number } {
  const jobs = emptySequence(Math.max(16, Math.min(MOST_JOBS, Math.ceil(expected))))
  const elapsed = classes.map(({ gap }) => gap())
  const keys = elapsed.map((sum, k) => keyOf[k](sum))
  let work = 0
  for (;;) {
    const of = keys.length === 2 && keys[1] < keys[0] ? 1 : 0
    const part = done(keys[of], jobs.length, work)
    if (part >= 1) return { jobs, nextKey: keys[of] }
    if (jobs.length % OBSERVED === 0) observe?.(part)
    if (jobs.length === jobs.size.length) enlarge(jobs)
    const size = classes[of].size()
    const runtime = classes[of].runtime(size)
    const row = jobs.length++
    jobs.of[row] = of
    jobs.elapsed[row] = elapsed[of]
    jobs.key[row] = keys[of]
    jobs.size[row] = size
    jobs.runtime[row] = runtime
    work += size * runtime
    elapsed[of] += classes[of].gap()
    keys[of] = keyOf[of](elapsed[of])
  }
}

function emptySequence(capacity: number): JobSequence {
  return {
    length: 0,
    of: new Uint8Array(capacity),
    elapsed: new Float64Array(capacity),
    key: new Float64Array(capacity),
    size: new Int32Array(capacity),
    runtime: new Float64Array(capacity),
  }
}

function enlarge(jobs: JobSequence): void {
  const larger = emptySequence(Math.min(MOST_JOBS, 2 * jobs.size.length))
  larger.of.set(jobs.of)
  larger.elapsed.set(jobs.elapsed)
  larger.key.set(jobs.key)
  larger.size.set(jobs.size)
  larger.runtime.set(jobs.runtime)
  Object.assign(jobs, { ...larger, length: jobs.length })
}
