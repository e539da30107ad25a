/**
 * Which waiting job comes first by keys c + p·(now − s)/q, or by fixed ones (fixed-order.ts).
 *
 * Only the tops of heaps (heaps.ts) are compared at `now`: by their lines, and those that rounding could put first by their keys.
 * Of each block of heaps the first is kept, its *leader*, with the instant until which no other line of the block can meet its
 * line: a job that leaves costs a look at the heaps of its block, and one at the leaders.
 */
import { chosenBytes, layChosen } from './chosen'
import { float, int, setFloat, setInt } from './columns'
import {
  beginFixed,
  closeFixed,
  enterFixed,
  enterOthers,
  firstFixed,
  fixedBytes,
  forgetFixed,
  layFixed,
  openFixed,
} from './fixed-order'
import {
  BLOCK_BITS,
  BLOCKS,
  beginHeaps,
  blur,
  classes,
  clearTop,
  crowded,
  enterAll,
  enterNext,
  errorOf,
  forgetHeaps,
  heapBytes,
  interceptAt,
  know,
  knownUntil,
  layHeaps,
  marginOf,
  NONE,
  slopeOf,
  topLine,
  topOf,
} from './heaps'
import { c, Keys, keyAt, p, q, useColumn, useLayer } from './keys'
import { end, first, isVacant } from './places'
import { changeHead, now } from './running'
import { setHead, squeezes } from './waiting'

/** The least that rounding leaves of a quotient. */
const ALMOST: f64 = 1.0 - 1.0 / 70368744177664.0

/** The kind of the queue that is in use, and of all. */
let kind: Keys = Keys.None
let kinds: Keys = Keys.None
let linear: bool = false
let origin: f64 = 0

/** The leader of each block, −1 of none, and the least slope of a block, when it was last looked at. */
const leaders: usize = memory.data(BLOCKS * 4)
const leastSlopes: usize = memory.data(BLOCKS * 8)

/** Until when the job that was found to be first certainly is, of those that waited then. */
let firstUntil: f64 = 0

/** Memory beside a queue of so many places. */
export function orderBytes(places: i32): u64 {
  if (kinds === Keys.None) return 0
  const fixed: u64 = kinds === Keys.Linear ? 0 : fixedBytes(places)
  return fixed + (linear ? heapBytes(places) : 0) + chosenBytes(places)
}

export function layOrder(from: usize, places: i32): void {
  if (kinds === Keys.None) return
  if (kinds !== Keys.Linear) layFixed(from, places)
  if (linear) layHeaps(from + <usize>(kinds === Keys.Linear ? 0 : fixedBytes(places)), places)
  layChosen(from + <usize>(orderBytes(places) - chosenBytes(places)), places)
  enterQueue()
}

/**
 * @param zero the first submit, from which lines are measured
 * @param fixed heaps of fixed keys
 * @param layers of coefficients
 */
export function beginOrder(keys: Keys, zero: f64, fixed: i32, layers: i32): void {
  kinds = keys
  kind = keys === Keys.Several ? Keys.Static : keys
  linear = layers > 0
  origin = zero
  beginHeaps(zero, max(layers, 1))
  beginFixed(fixed)
  if (kind === Keys.Static) useColumn(0)
}

/** Goes by the fixed keys of a column from now on. */
export function useFixed(column: i32): void {
  changeQueue(Keys.Static)
  useColumn(column)
  if (openFixed(column)) enterOthers()
  else enterQueue()
}

/** Goes by the coefficients that jobs have. */
export function useLinear(): void {
  changeQueue(Keys.Linear)
  useLayer(0)
  enterQueue()
}

/** Goes by keys of a kind from now on; those that wait are still to be entered. */
export function changeQueue(to: Keys): void {
  if (kind === Keys.Static) closeFixed()
  kind = to
  setHead(-1)
  changeHead()
}

export function areFixed(): bool {
  return kind === Keys.Static
}

/** Whether the job that was found to be first still is, where no other has come. */
export function isSteady(): bool {
  return now < firstUntil
}

/** The job that came last is in the queue, of which places may have changed since there were `before` squeezes. */
export function enterLast(before: i32): void {
  // The host does it anew, in blocks; until it is told, none of those that come has to be entered.
  if (crowded) return
  if (squeezes !== before) enterQueue()
  else if (kind === Keys.Static) enterFixed(end - 1)
  else enterNext(end - 1)
}

/** Enters all that wait anew. */
function enterQueue(): void {
  if (kind === Keys.Static) {
    forgetFixed()
    for (let place = first; place < end; place++) if (!isVacant(place)) enterFixed(place)
  } else enterAll()
}

/** Nobody waits. */
export function forgetAll(): void {
  if (kind === Keys.Static) forgetFixed()
  else forgetHeaps()
}

/** The place of the job that is first now; somebody waits. */
export function firstNow(): i32 {
  firstUntil = Infinity
  if (kind === Keys.Static) return firstFixed()
  const since = now - origin
  let least = Infinity
  for (let block = 0; block << BLOCK_BITS < classes; block++) {
    const known = int(leaders, block)
    if (now >= float(knownUntil, block) || (known >= 0 && isVacant(topOf(known)))) look(block, since)
    if (crowded) return NONE
    const leader = int(leaders, block)
    if (leader >= 0) least = min(least, topLine(leader, since))
  }
  if (classes <= 1 << BLOCK_BITS) {
    firstUntil = float(knownUntil, 0)
    return topOf(int(leaders, 0))
  }
  return firstOfLeaders(least + 4.0 * blur, since)
}

/** Finds the leader of a block. */
function look(block: i32, since: f64): void {
  const from = block << BLOCK_BITS
  do {
    const stop = min(from + (1 << BLOCK_BITS), classes)
    let leader = NONE
    let least = Infinity
    let second = Infinity
    let slope = Infinity
    for (let k = from; k < stop; k++) {
      const line = topLine(k, since)
      if (line < least) {
        second = least
        least = line
        leader = k
      } else if (line < second) second = line
      slope = min(slope, slopeOf(k))
    }
    const bound = least + 4.0 * blur
    const isSure = second > bound
    if (!isSure) leader = firstByKeys(from, stop, bound, since)
    if (leader >= 0 && isVacant(topOf(leader))) {
      clearTop(leader)
      continue
    }
    setInt(leaders, block, leader)
    setFloat(leastSlopes, block, slope)
    know(block, leader < 0 ? Infinity : isSure ? overtaken(leader, stop, since) : now)
    return
  } while (!crowded)
}

/** The first by keys of those heaps whose lines are no higher than `bound`, or one whose top has left. */
function firstByKeys(from: i32, stop: i32, bound: f64, since: f64): i32 {
  let best = NONE
  let bestKey = Infinity
  for (let k = from; k < stop; k++) {
    if (topOf(k) < 0 || topLine(k, since) > bound) continue
    if (isVacant(topOf(k))) return k
    const key = keyAt(topOf(k))
    if (best < 0 || comesFirst(k, key, best, bestKey)) {
      best = k
      bestKey = key
    }
  }
  return best
}

function comesFirst(heap: i32, key: f64, other: i32, otherKey: f64): bool {
  return key < otherKey || (key === otherKey && topOf(heap) < topOf(other))
}

/** When the line of a leader may be met by another of its block, of which all are higher. */
function overtaken(leader: i32, stop: i32, since: f64): f64 {
  const slope = slopeOf(leader)
  const line = topLine(leader, since) + 4.0 * blur
  let gap: f64 = 1
  let closing: f64 = 0
  for (let k = leader & -(1 << BLOCK_BITS); k < stop; k++) {
    const itsClosing = slope - slopeOf(k)
    if (itsClosing <= 0) continue
    const itsGap = topLine(k, since) - line
    if (itsGap * closing < gap * itsClosing) {
      gap = itsGap
      closing = itsClosing
    }
  }
  return meets(gap, closing)
}

/** The first of the leaders whose lines are no higher than `bound`. */
function firstOfLeaders(bound: f64, since: f64): i32 {
  let best = NONE
  let bestKey = Infinity
  let rivals = 0
  for (let block = 0; block << BLOCK_BITS < classes; block++) {
    const leader = int(leaders, block)
    if (leader < 0 || topLine(leader, since) > bound) continue
    const key = keyAt(topOf(leader))
    if (best < 0 || comesFirst(leader, key, best, bestKey)) {
      best = leader
      bestKey = key
    }
    rivals++
  }
  firstUntil = rivals === 1 ? overtakenByBlocks(best, since) : now
  return topOf(best)
}

/** When the line of the first of all may be met by any other; of another block as if its leader had its least slope. */
function overtakenByBlocks(best: i32, since: f64): f64 {
  const own = best >> BLOCK_BITS
  const slope = slopeOf(best)
  // The lines of a block are no lower than that of its leader, but for rounding.
  const line = topLine(best, since) + 8.0 * blur
  let gap: f64 = 1
  let closing: f64 = 0
  for (let block = 0; block << BLOCK_BITS < classes; block++) {
    const leader = int(leaders, block)
    const itsClosing = slope - float(leastSlopes, block)
    if (block === own || leader < 0 || itsClosing <= 0) continue
    const itsGap = topLine(leader, since) - line
    if (itsGap * closing < gap * itsClosing) {
      gap = itsGap
      closing = itsClosing
    }
  }
  return min(float(knownUntil, own), meets(gap, closing))
}

/** When a gap has certainly not been closed yet. */
function meets(gap: f64, closing: f64): f64 {
  return closing > 0 ? now + (gap / closing) * ALMOST : Infinity
}

/**
 * Whether a job of these coefficients certainly comes after the first one, whose place is given, and does so until the order
 * is looked at again; it enters next, if it does not start.
 */
export function isBehind(place: i32, cc: f64, pp: f64, ss: f64, qq: f64): bool {
  if (kind === Keys.Static) return cc >= c(place)
  const slope = pp / qq
  const intercept = cc - slope * (ss - origin)
  const since = now - origin
  const firstSlope = p(place) / q(place)
  const unsure = 4.0 * max(blur, errorOf(intercept, cc) + marginOf(slope))
  const gap = intercept + slope * since - (interceptAt(place) + firstSlope * since) - unsure
  if (!(gap > 0)) return false
  firstUntil = min(firstUntil, meets(gap, firstSlope - slope))
  return true
}
