/**
 * A trial: S in submit order and then Q in some order, first come, first served by that order (sim/sequence.ts): no job
 * starts before it is submitted, none before the one before it has started, and each as early as that and the machine
 * allow. Its value is the average bounded slowdown of Q alone (SC 2017, eq. 2). To the last bit this is the objective
 * AVEbsld of such a simulation; a test holds it to that.
 *
 * What S leaves behind is computed once. A trial allocates nothing. The jobs that run are in an array by descending end,
 * the next to end last, which those that have ended leave before another is inserted: with the few dozen jobs of a tuple a heap
 * takes a third more time, and leaving them in place a fifth.
 */
import { TAU } from '../objectives/measured.js'
import type { TrialTuple } from './tuple.js'

/**
 * The average bounded slowdown of a tuple's Q by its order.
 * @param order every job of Q once, counted from 0; not checked
 */
export type TrialKernel = (order: Int32Array) => number

export function trialKernel(tuple: TrialTuple): TrialKernel {
  const { state, processors } = tuple
  const judged = tuple.submit.length - state
  const left = stateAfter(tuple)
  const jobs = columnsOf(tuple, state, tuple.submit.length)
  const machine = emptyMachine(processors, left.running + judged)
  return (order) => {
    for (let k = 0; k < left.running; k++) {
      machine.ends[k] = left.ends[k]
      machine.sizes[k] = left.sizes[k]
    }
    machine.running = left.running
    machine.free = left.free
    machine.now = left.now
    play(jobs, order, machine)
    return meanOf(jobs.slowdown)
  }
}

/** Jobs that are played, and what comes of each. */
interface Columns {
  readonly submit: Float64Array
  readonly runtime: Float64Array
  readonly size: Int32Array
  /** The unit of the slowdown: max(run time, τ). */
  readonly unit: Float64Array
  /** Bounded slowdowns, of those that were played last. */
  readonly slowdown: Float64Array
}

/** Where a machine stands: what runs, by descending end, and since when nothing more was started. */
interface Machine {
  readonly ends: Float64Array
  readonly sizes: Int32Array
  running: number
  free: number
  now: number
}

function columnsOf({ submit, runtime, size }: TrialTuple, from: number, to: number): Columns {
  const runtimes = runtime.slice(from, to)
  return {
    submit: submit.slice(from, to),
    runtime: runtimes,
    size: size.slice(from, to),
    unit: runtimes.map((seconds) => Math.max(seconds, TAU)),
    slowdown: new Float64Array(to - from),
  }
}

function emptyMachine(processors: number, jobs: number): Machine {
  return {
    ends: new Float64Array(jobs),
    sizes: new Int32Array(jobs),
    running: 0,
    free: processors,
    now: Number.NEGATIVE_INFINITY,
  }
}

/** The machine when the last job of S starts. */
function stateAfter(tuple: TrialTuple): Machine {
  const machine = emptyMachine(tuple.processors, tuple.state)
  const inSubmitOrder = Int32Array.from({ length: tuple.state }, (_, k) => k)
  play(columnsOf(tuple, 0, tuple.state), inSubmitOrder, machine)
  return machine
}

function play({ submit, runtime, size, unit, slowdown }: Columns, order: Int32Array, machine: Machine): void {
  const { ends, sizes } = machine
  let { running, free, now } = machine
  for (let place = 0; place < order.length; place++) {
    const job = order[place]
    const submitted = submit[job]
    const seconds = runtime[job]
    const needed = size[job]
    if (submitted > now) now = submitted
    while (running > 0 && ends[running - 1] <= now) free += sizes[--running]
    while (free < needed) {
      now = ends[--running]
      free += sizes[running]
    }
    free -= needed
    const end = now + seconds
    let hole = running++
    for (; hole > 0 && ends[hole - 1] < end; hole--) {
      ends[hole] = ends[hole - 1]
      sizes[hole] = sizes[hole - 1]
    }
    ends[hole] = end
    sizes[hole] = needed
    const stretched = (now - submitted + seconds) / unit[job]
    slowdown[job] = stretched > 1 ? stretched : 1
  }
  machine.running = running
  machine.free = free
  machine.now = now
}

/** The mean of values of 1 or more, by the compensated sum of core/statistics without its object. */
function meanOf(values: Float64Array): number {
  let sum = 0
  let lost = 0
  for (let k = 0; k < values.length; k++) {
    const value = values[k]
    const next = sum + value
    lost += sum >= value ? sum - next + value : value - next + sum
    sum = next
  }
  return (sum + lost) / values.length
}
