/**
 * Maintenance: a stretch of the week, or of another period, in which the machine has been empty each time, and into which nothing that ran was
 * planned. It ends where jobs begin again; it begins where the last of what was running was promised to end.
 */
import type { Maintenance } from '../sim/facility/index.js'
import type { Observed } from './observed.js'

const DAY = 86_400
/** Periods that are looked for. A window of each day is one of each week, too, so the shorter ones go before. */
const PERIODS = [DAY, 7 * DAY, 14 * DAY, 28 * DAY] as const
const BIN = 300
/** Periods that a window has to come round in. */
const LEAST_TURNS = 3
const SHORTEST = 1_800
/** How probable chance may be. */
const CHANCE = 1e-4

/** The maintenance that a log shows; `open` where it shows none, but is too short to rule out one that it looks like. */
export interface MaintenanceSeen {
  readonly found: Maintenance | null
  readonly open: boolean
}

export function maintenanceOf(observed: Observed): MaintenanceSeen {
  const seen = PERIODS.map((period) => maintenanceEvery(period, observed))
  const found = seen.find((each) => each.found !== null)
  return found ?? { found: null, open: seen[PERIODS.indexOf(7 * DAY)].open }
}

function maintenanceEvery(period: number, observed: Observed): MaintenanceSeen {
  const { length, start, end, estimate } = observed
  const none = { found: null, open: false }
  if (length === 0) return none
  const bins = period / BIN
  const [from, to] = [start.reduce((a, b) => Math.min(a, b)), end.reduce((a, b) => Math.max(a, b))]
  const turns = Math.floor((to - from) / period)
  if (turns < LEAST_TURNS) return { ...none, open: true }
  const covered = coverage(start, end, bins)
  const gap = longestGap(covered)
  if (gap === null || gap.length * BIN < SHORTEST) return none
  const empty = emptyShare(observed, from, to, gap, bins)
  if (empty ** (turns - 1) * bins > CHANCE) return { ...none, open: true }
  // Promises narrow the window where nearly none of them reaches into it.
  const promised = coverage(
    start,
    end.map((at, row) => Math.max(at, start[row] + estimate[row])),
    bins,
  )
  const first = gap.first
  let [low, high] = [0, gap.length]
  const most = 0.02 * turns
  while (low < high && promised[(first + low) % bins] > most) low++
  while (high > low && promised[(first + high - 1) % bins] > most) high--
  const narrowed = high - low >= SHORTEST / BIN ? { first: first + low, length: high - low } : gap
  // Windows begin at some full quarter of an hour.
  const quarter = 900
  const begin = Math.ceil((narrowed.first * BIN - BIN) / quarter) * quarter
  const finish = Math.round(((narrowed.first + narrowed.length) * BIN) / quarter) * quarter
  const found = {
    every: period,
    start: ((begin % period) + period) % period,
    duration: Math.max(quarter, finish - begin),
  }
  return { found, open: false }
}

/** How many jobs are there in each bin of the period; one that is there for a moment at a bin's border is not. */
function coverage(start: Float64Array, end: Float64Array, bins: number): Float64Array {
  const change = new Float64Array(bins + 1)
  let always = 0
  for (let row = 0; row < start.length; row++) {
    const from = Math.floor(start[row] / BIN)
    const to = Math.ceil(end[row] / BIN)
    const whole = Math.floor((to - from) / bins)
    always += whole
    const begin = ((from % bins) + bins) % bins
    const rest = to - from - whole * bins
    change[begin]++
    change[Math.min(bins, begin + rest)]--
    if (begin + rest > bins) {
      change[0]++
      change[begin + rest - bins]--
    }
  }
  const counts = new Float64Array(bins)
  let sum = always
  for (let bin = 0; bin < bins; bin++) {
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
  const bins = counts.length
  let best: Gap | null = null
  let run = 0
  for (let bin = 0; bin < 2 * bins && run < bins; bin++) {
    run = counts[bin % bins] === 0 ? run + 1 : 0
    if (run > (best?.length ?? 0)) best = { first: bin - run + 1, length: run }
  }
  return best
}

/** How probable it is that nothing runs for as long as the gap somewhere outside of it; none seen is less than one of such stretches. */
function emptyShare({ start, end }: Observed, from: number, to: number, gap: Gap, period: number): number {
  const bins = Math.ceil((to - from) / BIN) + 1
  const busy = new Int32Array(bins + 1)
  for (let row = 0; row < start.length; row++) {
    busy[Math.floor((start[row] - from) / BIN)]++
    busy[Math.floor((end[row] - from) / BIN) + 1]--
  }
  const offset = Math.floor(from / BIN)
  let [running, spell, empty, all] = [0, 0, 0, 0]
  for (let bin = 0; bin < bins; bin++) {
    running += busy[bin]
    if ((((offset + bin - gap.first) % period) + period) % period < gap.length) {
      spell = 0
      continue
    }
    all++
    spell = running === 0 ? spell + 1 : 0
    if (spell >= gap.length) empty++
  }
  return all === 0 ? 1 : Math.min(1, Math.max(empty, gap.length) / all)
}
