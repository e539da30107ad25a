/** The passes of a scheduler as its log shows them: instants, and what was submitted, ended and started at each. */
import { stableOrder } from '../core/ordering.js'
import { type Clock, eventsOf, passOf } from './clock.js'
import type { Observed } from './observed.js'

/** Rows of jobs, ordered by the moment at which something happened to them. */
interface ByMoment {
  readonly rows: Int32Array
  /** Those of moment `m` are [from[m], from[m + 1]). */
  readonly from: Int32Array
}

export interface Moments {
  readonly length: number
  /** Ascending. */
  readonly at: Float64Array
  /** No other is so near that a start could be of either. */
  readonly clear: Uint8Array
  readonly submitted: ByMoment
  readonly ended: ByMoment
  readonly started: ByMoment
  /** The moment at which each job started. */
  readonly startOf: Int32Array
}

export function momentsOf(observed: Observed, clock: Clock): Moments {
  const { cycle, latency } = clock
  const tick = (at: number) => (cycle === 0 ? at : Math.ceil(at / cycle) * cycle)
  const events = eventsOf(observed)
  const passes = observed.start.map((start, row) => {
    const pass = passOf(clock, events, start)
    return pass < observed.submit[row] ? tick(observed.submit[row]) : pass
  })
  const submits = observed.submit.map(tick)
  const ends = observed.end.map((end, row) => Math.max(tick(end), passes[row]))
  const all = new Float64Array(3 * observed.length)
  all.set(submits)
  all.set(ends, observed.length)
  all.set(passes, 2 * observed.length)
  all.sort()
  const at = all.filter((each, k) => k === 0 || each !== all[k - 1])
  const clear = new Uint8Array(at.length)
  for (let m = 0; m < at.length; m++) {
    const before = m === 0 || at[m] - at[m - 1] > latency
    const after = m + 1 === at.length || at[m + 1] - at[m] > latency
    clear[m] = before && after ? 1 : 0
  }
  const place = new Map(Array.from(at, (instant, m) => [instant, m]))
  const placesOf = (instants: Float64Array) => Int32Array.from(instants, (each) => place.get(each) ?? 0)
  const startOf = placesOf(passes)
  // What ends at the pass that started it is gone by the next one.
  const endOf = placesOf(ends).map((moment, row) =>
    Math.min(at.length - 1, Math.max(moment, startOf[row] + 1)),
  )
  return {
    ...{ length: at.length, at, clear, startOf },
    submitted: byMoment(placesOf(submits), at.length),
    ended: byMoment(endOf, at.length),
    started: byMoment(startOf, at.length),
  }
}

function byMoment(moments: Int32Array, length: number): ByMoment {
  const rows = Int32Array.from(stableOrder(Float64Array.from(moments)))
  const from = new Int32Array(length + 1)
  for (const moment of moments) from[moment + 1]++
  for (let m = 0; m < length; m++) from[m + 1] += from[m]
  return { rows, from }
}
