/**
 * When the scheduler looked at its queue: at every event, or at multiples of a cycle; and how long after it jobs began.
 *
 * A cycle shows in the starts: by it they leave most residues empty, and those that are there begin at 0. Where there is none, a
 * start follows the submit or end that made it possible, by 0 seconds or by a latency that is never longer than so many.
 */
import type { Observed } from './observed.js'

export interface Clock {
  /** Seconds between passes; 0: a pass at every event. */
  readonly cycle: number
  /** Seconds after the pass at which a job begins at the latest. */
  readonly latency: number
  /** Share of starts that a pass explains: that come so soon after a tick, or after a submit or end. */
  readonly explained: number
  /** The same of instants chosen blindly. */
  readonly byChance: number
}

const CYCLES = [5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 300, 600, 900] as const
/** Latencies are looked for up to this many seconds. */
const LONGEST = 60
/**
 * Where next to no starts follow so soon after an event, passes come late by no rule, but mostly within so many seconds: the
 * latency is the one by which the starts are explained best beyond what chance explains, if that is much.
 */
const BLUNT = { below: 0.5, beyond: 0.25 }
const LATENCIES = [90, 120, 180, 240, 300, 450, 600] as const
/** Share of starts that may be away from a cycle's residues. */
const STRAY = 0.01

export function clockOf(observed: Observed): Clock {
  let best: { cycle: number; latency: number } | null = null
  for (const cycle of CYCLES) {
    const latency = residueOf(observed.start, cycle)
    // A multiple of the cycle leaves as many residues empty, beyond a gap that its own do not have.
    if (latency < 0.8 * cycle - 1 && (best === null || cycle - latency > best.cycle - best.latency + 1))
      best = { cycle, latency }
  }
  if (best !== null && observed.length >= 100)
    return { ...best, explained: 1 - STRAY, byChance: (best.latency + 1) / best.cycle }
  return eventClock(observed)
}

/** The largest residue by a cycle, but for a few. */
function residueOf(starts: Float64Array, cycle: number): number {
  const counts = new Float64Array(cycle)
  for (const start of starts) counts[((Math.floor(start) % cycle) + cycle) % cycle]++
  let left = STRAY * starts.length
  for (let residue = cycle - 1; residue > 0; residue--) {
    left -= counts[residue]
    if (left < 0) return residue
  }
  return 0
}

function eventClock(observed: Observed): Clock {
  const events = eventsOf(observed)
  const waits = new Float64Array(LONGEST + 1)
  const delays = observed.start.map((start) => {
    const at = lastAtOrBefore(events, start)
    return at < 0 ? Number.POSITIVE_INFINITY : start - events[at]
  })
  for (const delay of delays) if (delay <= LONGEST) waits[Math.floor(delay)]++
  let [latency, sum] = [0, waits[0]]
  // Delays are spread over the seconds up to the longest, and then there are next to none.
  for (let second = 1; second <= LONGEST; second++) {
    if (waits[second] < Math.max(3, (0.15 * sum) / (second + 1))) continue
    let filled = 0
    for (let each = 0; each <= second; each++) if (waits[each] >= (0.1 * waits[0]) / 2) filled++
    if (filled < 0.6 * (second + 1)) continue
    latency = second
    sum = waits.subarray(0, second + 1).reduce((all, each) => all + each, 0)
  }
  const sharp = explainedBy(events, delays, latency)
  if (sharp.explained >= BLUNT.below) return sharp
  const blunt = LATENCIES.map((each) => explainedBy(events, delays, each)).reduce((one, other) =>
    beyond(other) > beyond(one) ? other : one,
  )
  return beyond(blunt) >= BLUNT.beyond ? blunt : sharp
}

/** How much better a latency explains the starts than it does any instant. */
function beyond({ explained, byChance }: Clock): number {
  return explained - byChance
}

function explainedBy(events: Float64Array, delays: Float64Array, latency: number): Clock {
  const within = delays.reduce((sum, delay) => sum + (delay <= latency ? 1 : 0), 0)
  const [from, to] = [events[0] ?? 0, events.at(-1) ?? 0]
  let covered = 0
  for (let k = 0; k + 1 < events.length; k++)
    covered += Math.min(latency + 1, Math.max(0, events[k + 1] - events[k]))
  return {
    ...{ cycle: 0, latency },
    explained: delays.length === 0 ? 0 : within / delays.length,
    byChance: to > from ? covered / (to - from) : 1,
  }
}

/** The instants of submits and ends, ascending, each once. */
export function eventsOf({ submit, end }: Observed): Float64Array {
  const all = new Float64Array(submit.length + end.length)
  all.set(submit)
  all.set(end, submit.length)
  all.sort()
  return all.filter((each, k) => k === 0 || each !== all[k - 1])
}

/** The place of the last of ascending instants that is not after one; −1 where all are. */
export function lastAtOrBefore(instants: Float64Array, at: number): number {
  let low = 0
  let high = instants.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (instants[middle] <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The pass that a start came of. */
export function passOf({ cycle, latency }: Clock, events: Float64Array, start: number): number {
  if (cycle > 0) return Math.floor(start / cycle) * cycle
  if (latency === 0) return start
  const at = lastAtOrBefore(events, start)
  return at >= 0 && start - events[at] <= latency ? events[at] : start
}
