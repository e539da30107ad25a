/**
 * Weekly maintenance: a stretch of the week in which the machine has been empty in every week, and into which nothing that ran was
 * planned. It ends where jobs begin again; it begins where the last of what was running was promised to end.
 */
import type { Maintenance } from '../sim/facility/index.js'
import type { Observed } from './observed.js'

const WEEK = 604_800
const BIN = 300
const BINS = WEEK / BIN
/** Weeks that a window has to come round in. */
const LEAST_WEEKS = 3
const SHORTEST = 1_800
/** How probable chance may be. */
const CHANCE = 1e-4

export function maintenanceOf(observed: Observed): Maintenance | null {
  const { length, start, end, estimate } = observed
  if (length === 0) return null
  const [from, to] = [start.reduce((a, b) => Math.min(a, b)), end.reduce((a, b) => Math.max(a, b))]
  const weeks = Math.floor((to - from) / WEEK)
  if (weeks < LEAST_WEEKS) return null
  const covered = coverage(start, end)
  const gap = longestGap(covered)
  if (gap === null || gap.length * BIN < SHORTEST) return null
  const empty = emptyShare(observed, from, to, gap)
  if (empty ** (weeks - 1) * BINS > CHANCE) return null
  // Promises narrow the window where nearly none of them reaches into it.
  const promised = coverage(
    start,
    end.map((at, row) => Math.max(at, start[row] + estimate[row])),
  )
  const first = gap.first
  let [low, high] = [0, gap.length]
  const most = 0.02 * weeks
  while (low < high && promised[(first + low) % BINS] > most) low++
  while (high > low && promised[(first + high - 1) % BINS] > most) high--
  const narrowed = high - low >= SHORTEST / BIN ? { first: first + low, length: high - low } : gap
  // Windows begin at some full quarter of an hour.
  const quarter = 900
  const begin = Math.ceil((narrowed.first * BIN - BIN) / quarter) * quarter
  const finish = Math.round(((narrowed.first + narrowed.length) * BIN) / quarter) * quarter
  return {
    every: WEEK,
    start: ((begin % WEEK) + WEEK) % WEEK,
    duration: Math.max(quarter, finish - begin),
  }
}

/** How many jobs are there in each bin of the week; one that is there for a moment at a bin's border is not. */
function coverage(start: Float64Array, end: Float64Array): Float64Array {
  const change = new Float64Array(BINS + 1)
  let always = 0
  for (let row = 0; row < start.length; row++) {
    const from = Math.floor(start[row] / BIN)
    const to = Math.ceil(end[row] / BIN)
    const whole = Math.floor((to - from) / BINS)
    always += whole
    const begin = ((from % BINS) + BINS) % BINS
    const rest = to - from - whole * BINS
    change[begin]++
    change[Math.min(BINS, begin + rest)]--
    if (begin + rest > BINS) {
      change[0]++
      change[begin + rest - BINS]--
    }
  }
  const counts = new Float64Array(BINS)
  let sum = always
  for (let bin = 0; bin < BINS; bin++) {
    sum += change[bin]
    counts[bin] = sum
  }
  return counts
}

interface Gap {
  readonly first: number
  readonly length: number
}

function longestGap(counts: Float64Array): Gap | null {
  let best: Gap | null = null
  let run = 0
  for (let bin = 0; bin < 2 * BINS && run < BINS; bin++) {
    run = counts[bin % BINS] === 0 ? run + 1 : 0
    if (run > (best?.length ?? 0)) best = { first: bin - run + 1, length: run }
  }
  return best
}

/** Share of the time outside the gap in which nothing runs. */
function emptyShare({ start, end }: Observed, from: number, to: number, gap: Gap): number {
  const bins = Math.ceil((to - from) / BIN) + 1
  const busy = new Int32Array(bins + 1)
  for (let row = 0; row < start.length; row++) {
    busy[Math.floor((start[row] - from) / BIN)]++
    busy[Math.floor((end[row] - from) / BIN) + 1]--
  }
  const offset = Math.floor(from / BIN)
  let [running, empty, all] = [0, 0, 0]
  for (let bin = 0; bin < bins; bin++) {
    running += busy[bin]
    if ((((offset + bin - gap.first) % BINS) + BINS) % BINS < gap.length) continue
    all++
    if (running === 0) empty++
  }
  return all === 0 ? 1 : empty / all
}
