/**
 * Which waiting job comes first by keys c + p·(now − s)/q.
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
import { float, int, setFloat, setInt } from './columns'
import { now } from './running'
import { c, end, first, isVacant, Keys, keyAt, p, q, s, squeezes } from './waiting'

/** Bound on the relative rounding error of a key or of a difference of two lines (parallel-lines.ts). */
const ERROR: f64 = 1.0 / 70368744177664.0
/** Seconds after the origin until which comparisons have to stand. */
export const HORIZON: f64 = 4294967296.0

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
/** What the slopes of two jobs bring in of rounding until the horizon. */
let margin: f64 = 0

/** Of each place: the line's value at the origin, the first child and the next sibling. */
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

/** Jobs that may start behind the head, as a heap: their places and keys. */
let chosen: usize = 0
let chosenKeys: usize = 0
let count: i32 = 0

/** Memory beside a queue of so many places. */
export function orderBytes(places: i32): u64 {
  return kind === Keys.None ? 0 : 28 * <u64>places
}

export function layOrder(from: usize, places: i32): void {
  if (kind === Keys.None) return
  intercepts = from
  chosenKeys = intercepts + ((<usize>places) << 3)
  children = chosenKeys + ((<usize>places) << 3)
  siblings = children + ((<usize>places) << 2)
  chosen = siblings + ((<usize>places) << 2)
  enterAll()
}

/** @param zero the first submit, from which lines are measured */
export function beginOrder(keys: Keys, zero: f64): void {
  kind = keys
  origin = zero
  crowded = false
}

/** Whether all that wait keep their order for ever, so that only a job that comes can change the head. */
export function isSteady(): bool {
  return classes <= 1
}

/** The job that came last is in the queue, of which places may have changed since there were `before` squeezes. */
export function enterLast(before: i32): void {
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
  classes = empty = 0
  blur = 0
  stamp++
}

/** A job waits at a place. */
function enter(place: i32): void {
  setInt(children, place, NONE)
  if (kind === Keys.Static) {
    setFloat(intercepts, place, c(place))
    if (classes === 0) {
      classes = 1
      setTop(0, place)
    } else meldInto(0, place)
    return
  }
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
  if (classes === 1) {
    const top = liveTop(0)
    if (classes === 1) return top
  }
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
  for (let k = 0; k < classes; k++) {
    if (float(topIntercepts, k) + float(slopes, k) * since > bound) continue
    const top = int(tops, k)
    if (top < 0) continue
    if (isVacant(top)) {
      liveTop(k)
      return NONE
    }
    const key = keyAt(top)
    if (best < 0 || key < bestKey || (key === bestKey && top < best)) {
      best = top
      bestKey = key
    }
  }
  return best
}

/** Whether a job of these coefficients certainly comes after the one at a place, as long as heaps hold. */
export function isBehind(place: i32, cc: f64, pp: f64, ss: f64, qq: f64): bool {
  if (kind === Keys.Static) return cc >= c(place)
  const slope = pp / qq
  if (slope !== float(slopes, 0)) return false
  const intercept = cc - slope * (ss - origin)
  const lead = intercept - float(intercepts, place)
  return lead > errorOf(intercept, cc) + errorOf(float(intercepts, place), c(place)) + marginOf(slope)
}

/** Nobody is chosen. */
export function clearChosen(): void {
  count = 0
}

export function choose(place: i32): void {
  setInt(chosen, count++, place)
}

/** Puts those that are chosen in order. */
export function orderChosen(): void {
  if (count < 2) return
  for (let k = 0; k < count; k++) setFloat(chosenKeys, k, keyAt(int(chosen, k)))
  for (let k = (count >> 1) - 1; k >= 0; k--) sink(k, int(chosen, k), float(chosenKeys, k))
}

/** Takes the first of those that are chosen; −1 where none is left. */
export function takeChosen(): i32 {
  if (count === 0) return NONE
  const place = int(chosen, 0)
  count--
  if (count > 0) sink(0, int(chosen, count), float(chosenKeys, count))
  return place
}

function sink(from: i32, place: i32, key: f64): void {
  let hole = from
  for (;;) {
    let child = 2 * hole + 1
    if (child >= count) break
    if (child + 1 < count && comesBefore(child + 1, int(chosen, child), float(chosenKeys, child))) child++
    if (!comesBefore(child, place, key)) break
    setInt(chosen, hole, int(chosen, child))
    setFloat(chosenKeys, hole, float(chosenKeys, child))
    hole = child
  }
  setInt(chosen, hole, place)
  setFloat(chosenKeys, hole, key)
}

function comesBefore(k: i32, place: i32, key: f64): bool {
  const its = float(chosenKeys, k)
  return its < key || (its === key && int(chosen, k) < place)
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
  margin = kind === Keys.Static ? 0 : marginOf(float(slopes, found))
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
  if (kind === Keys.Static) return left < right || (left === right && a < b) ? -1 : 1
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
