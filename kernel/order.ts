/**
 * Which waiting job comes first by keys c + p·(now − s)/q, or by fixed ones (fixed-order.ts).
 *
 * Jobs of one slope p/q never overtake each other: they are a pairing heap (Fredman, Sedgewick, Sleator, Tarjan 1986), whose
 * nodes are the places of the queue, and only the tops of the heaps are compared at `now`: by their lines, and those that
 * rounding could put first by their keys. Jobs that have left stay in their heap until they come to the top and would be
 * first, or until places change and all heaps are made anew.
 *
 * The key is defined as a 64-bit number, so that rounding could make two lines of one slope change places again and again. As
 * in src/sim/engine/parallel-lines.ts two jobs are in one heap only where their lines are further apart than all rounding
 * errors until the horizon, or their keys are the same number for ever; else the slope has another heap. Only where there
 * are more heaps than it pays to look through the simulation is given up.
 */
import { chosenBytes, layChosen } from './chosen'
import { float, int, setFloat, setInt } from './columns'
import { enterFixed, firstFixed, fixedBytes, forgetFixed, layFixed } from './fixed-order'
import { now } from './running'
import { c, end, first, isVacant, Keys, keyAt, p, q, s, squeezes } from './waiting'

/** Bound on the relative rounding error of a key or of a difference of two lines (parallel-lines.ts). */
const ERROR: f64 = 1.0 / 70368744177664.0
/** Seconds after the origin until which comparisons have to stand. */
export const HORIZON: f64 = 4294967296.0

/** The least that rounding leaves of a quotient. */
const ALMOST: f64 = 1.0 - ERROR

/** Heaps, at most, and places in which to look for slopes, a power of two. */
const MOST_CLASSES: i32 = 2048
const SLOTS: i32 = 8192
const SLOT_SHIFT: u32 = 19
/** Heaps that hold nobody, beyond half of all, before all are made anew. */
const MOST_EMPTY: i32 = 32
const NONE: i32 = -1

/** Whether there are too many heaps. */
export let crowded: bool = false

let kind: Keys = Keys.None
let origin: f64 = 0
/** Rounding that the slopes of two jobs bring in until the horizon. */
let margin: f64 = 0

/** Three columns over places: the line's value at the origin, the first child and the next sibling. */
let intercepts: usize = 0
let children: usize = 0
let siblings: usize = 0

/** Heaps in use: slope and top of each, and the top's line at the origin; of those of one slope the first is found by it. */
let classes: i32 = 0
/** Those of them that hold nobody. */
let empty: i32 = 0
const slopes: usize = memory.data(MOST_CLASSES * 8)
const tops: usize = memory.data(MOST_CLASSES * 4)
const topIntercepts: usize = memory.data(MOST_CLASSES * 8)
/** Bound on the rounding errors of the keys, and of the lines, of all that have entered. */
let blur: f64 = 0
/** Where a slope is found by its bits: its class, valid if the stamp is. */
const classAt: usize = memory.data(SLOTS * 4)
const stampAt: usize = memory.data(SLOTS * 4)
let stamp: i32 = 0

/** The heap on whose top that job was. */
let firstClass: i32 = 0
/** Until when the job that was found to be first certainly is, of those that waited then. */
let firstUntil: f64 = 0

/** Memory beside a queue of so many places. */
export function orderBytes(places: i32): u64 {
  if (kind === Keys.None) return 0
  return (kind === Keys.Static ? fixedBytes(places) : 16 * <u64>places) + chosenBytes(places)
}

export function layOrder(from: usize, places: i32): void {
  if (kind === Keys.None) return
  if (kind === Keys.Static) layFixed(from, places)
  else {
    intercepts = from
    children = intercepts + ((<usize>places) << 3)
    siblings = children + ((<usize>places) << 2)
  }
  layChosen(from + <usize>(orderBytes(places) - chosenBytes(places)), places)
  enterAll()
}

/** @param zero the first submit, from which lines are measured */
export function beginOrder(keys: Keys, zero: f64): void {
  kind = keys
  origin = zero
  crowded = false
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
  if (squeezes !== before || classes === MOST_CLASSES || empty > MOST_EMPTY + (classes >> 1)) enterAll()
  else enter(end - 1)
}

/** Makes all heaps anew. */
export function enterAll(): void {
  forgetAll()
  for (let place = first; place < end; place++) if (!isVacant(place)) enter(place)
}

/** Nobody waits. */
export function forgetAll(): void {
  forgetFixed()
  classes = empty = 0
  blur = 0
  stamp++
}

/** A job waits at a place. */
function enter(place: i32): void {
  if (kind === Keys.Static) {
    enterFixed(place)
    return
  }
  setInt(children, place, NONE)
  const slope = p(place) / q(place)
  const intercept = c(place) - slope * (s(place) - origin)
  setFloat(intercepts, place, intercept)
  const found = classOf(slope)
  if (crowded) return
  blur = max(blur, errorOf(intercept, c(place)) + margin)
  if (int(tops, found) < 0) {
    empty--
    setTop(found, place)
  } else meldInto(found, place)
}

function setTop(found: i32, place: i32): void {
  setInt(tops, found, place)
  setFloat(topIntercepts, found, place < 0 ? Infinity : float(intercepts, place))
}

/** Puts a job into a heap that has a top, or into one of its own. */
function meldInto(found: i32, place: i32): void {
  const top = meld(int(tops, found), place)
  if (top >= 0) setTop(found, top)
  else part(found, place)
}

/** Makes another heap of the slope of one. */
function part(found: i32, top: i32): void {
  if (classes === MOST_CLASSES) {
    crowded = true
    return
  }
  setFloat(slopes, classes, float(slopes, found))
  setTop(classes++, top)
}

/** The place of the job that is first now; somebody waits. */
export function firstNow(): i32 {
  firstUntil = Infinity
  if (kind === Keys.Static) return firstFixed()
  // Most often the one that was first has just left.
  if (firstClass >= classes) firstClass = 0
  const top = liveTop(firstClass)
  if (classes === 1) return top
  const since = now - origin
  let best = NONE
  do {
    let least = Infinity
    for (let k = 0; k < classes; k++) {
      const line = float(topIntercepts, k) + float(slopes, k) * since
      if (line < least) least = line
    }
    best = firstBelow(least + 4.0 * blur, since)
  } while (best < 0 && !crowded)
  return best
}

/** The first of the tops whose lines are no higher than `bound`; −1 where one of them had left, and another has its place. */
function firstBelow(bound: f64, since: f64): i32 {
  let best = NONE
  let bestKey = Infinity
  let others = 0
  for (let k = 0; k < classes; k++) {
    if (float(topIntercepts, k) + float(slopes, k) * since > bound) continue
    const top = int(tops, k)
    if (top < 0) continue
    if (isVacant(top)) {
      liveTop(k)
      return NONE
    }
    others++
    const key = keyAt(top)
    if (best < 0 || key < bestKey || (key === bestKey && top < best)) {
      best = top
      bestKey = key
      firstClass = k
    }
  }
  firstUntil = others === 1 ? overtaken(since) : now
  return best
}

/** When the first line of all may be met by another, of which all are higher. */
function overtaken(since: f64): f64 {
  const slope = float(slopes, firstClass)
  const line = float(topIntercepts, firstClass) + slope * since + 4.0 * blur
  let gap: f64 = 1
  let closing: f64 = 0
  for (let k = 0; k < classes; k++) {
    const itsClosing = slope - float(slopes, k)
    if (itsClosing <= 0) continue
    const itsGap = float(topIntercepts, k) + float(slopes, k) * since - line
    if (itsGap * closing < gap * itsClosing) {
      gap = itsGap
      closing = itsClosing
    }
  }
  return meets(gap, closing)
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
  const gap = intercept + slope * since - (float(intercepts, place) + firstSlope * since) - unsure
  if (!(gap > 0)) return false
  firstUntil = min(firstUntil, meets(gap, firstSlope - slope))
  return true
}

function errorOf(intercept: f64, constant: f64): f64 {
  return ERROR * (abs(constant) + abs(constant - intercept))
}

function marginOf(slope: f64): f64 {
  return 2.0 * ERROR * abs(slope) * HORIZON
}

/** The class of a slope, made if there is none. */
function classOf(slope: f64): i32 {
  // 0 and -0 are one slope.
  const bits = slope === 0 ? 0 : reinterpret<u64>(slope)
  let slot = <i32>(((<u32>bits ^ <u32>(bits >> 32)) * 0x9e3779b1) >> SLOT_SHIFT)
  while (int(stampAt, slot) === stamp) {
    const found = int(classAt, slot)
    if (float(slopes, found) === slope) {
      margin = marginOf(slope)
      return found
    }
    slot = (slot + 1) & (SLOTS - 1)
  }
  if (classes === MOST_CLASSES) {
    crowded = true
    return 0
  }
  setInt(stampAt, slot, stamp)
  setInt(classAt, slot, classes)
  setFloat(slopes, classes, slope)
  empty++
  setTop(classes, NONE)
  return classes++
}

/** The top of a class after those that have left; −1 where all have. */
function liveTop(found: i32): i32 {
  let top = int(tops, found)
  if (top < 0 || !isVacant(top)) return top
  margin = marginOf(float(slopes, found))
  do top = withoutTop(found, top)
  while (top >= 0 && isVacant(top))
  if (top < 0) empty++
  setTop(found, top)
  return top
}

/** The heap under a top: children melded in pairs, and the pairs from the last. */
function withoutTop(found: i32, top: i32): i32 {
  let left = int(children, top)
  let pairs = NONE
  while (left >= 0) {
    const a = left
    const b = int(siblings, a)
    if (b < 0) {
      setInt(siblings, a, pairs)
      pairs = a
      break
    }
    left = int(siblings, b)
    let both = meld(a, b)
    if (both < 0) {
      part(found, b)
      both = a
    }
    setInt(siblings, both, pairs)
    pairs = both
  }
  let heap = NONE
  while (pairs >= 0) {
    const next = int(siblings, pairs)
    if (heap < 0) heap = pairs
    else {
      const both = meld(heap, pairs)
      if (both >= 0) heap = both
      else part(found, pairs)
    }
    pairs = next
  }
  return heap
}

/** Two heaps as one; −1 where it is in doubt which top is first. */
function meld(a: i32, b: i32): i32 {
  const order = compare(a, b)
  if (order < 0) {
    setInt(siblings, b, int(children, a))
    setInt(children, a, b)
    return a
  }
  if (order === 0) return NONE
  setInt(siblings, a, int(children, b))
  setInt(children, b, a)
  return b
}

/**
 * Below 0 where the job at one place certainly comes before that at another of its slope, above 0 where after it, 0 in doubt.
 * Earlier places are earlier jobs.
 */
function compare(a: i32, b: i32): i32 {
  const left = float(intercepts, a)
  const right = float(intercepts, b)
  const lead = right - left
  const unsure = errorOf(left, c(a)) + errorOf(right, c(b)) + margin
  if (lead > unsure) return -1
  if (lead < -unsure) return 1
  return lead === 0 && areSame(a, b) ? a - b : 0
}

/** Whether the keys of two jobs are the same number for ever. */
function areSame(a: i32, b: i32): bool {
  if (c(a) !== c(b)) return false
  if (p(a) === 0) return p(b) === 0
  return p(a) === p(b) && s(a) === s(b) && q(a) === q(b)
}
