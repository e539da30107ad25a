/**
 * The waiting jobs in heaps by the slopes of their keys c + p·(now − s)/q.
 *
 * Jobs of one slope p/q never overtake each other: they are a pairing heap (Fredman, Sedgewick, Sleator, Tarjan 1986), whose
 * nodes are the places of the queue. Jobs that have left stay in their heap until they come to the top and would be first, or
 * until places change and all heaps are made anew.
 *
 * The key is defined as a 64-bit number, so that rounding could make two lines of one slope change places again and again. As
 * in src/sim/engine/parallel-lines.ts two jobs are in one heap only where their lines are further apart than all rounding
 * errors until the horizon, or their keys are the same number for ever; else the slope has another heap. Only where there
 * are more heaps than it pays to look through the simulation is given up.
 *
 * Where coefficients change with the time of week each phase has a layer of coefficients and heaps: when it comes again, only
 * the jobs that have come meanwhile enter.
 */
import { float, int, setFloat, setInt } from './columns'
import { c, LAYERS, p, q, s, useLayer } from './keys'
import { end, first, isVacant } from './places'
import { lastAt, squeezes, waiting } from './waiting'

/** Bound on the relative rounding error of a key or of a difference of two lines (parallel-lines.ts). */
const ERROR: f64 = 1.0 / 70368744177664.0
/** Seconds after the origin until which comparisons have to stand. */
const HORIZON: f64 = 4294967296.0

/** Heaps of a layer, at most, and slots in which to look for slopes, a power of two. */
const MOST_CLASSES: i32 = 2048
const SLOTS: i32 = 8192
const SLOT_SHIFT: u32 = 19
/** Heaps that hold nobody, beyond half of all, before all are made anew. */
const MOST_EMPTY: i32 = 32
/** Heaps that are compared together (order.ts), as a power of two. */
export const BLOCK_BITS: i32 = 4
export const BLOCKS: i32 = MOST_CLASSES >> BLOCK_BITS
export const NONE: i32 = -1
/** Bytes of the columns of one place: intercept, first child, next sibling. */
const PLACE: usize = 16

/** Whether there are too many heaps. */
export let crowded: bool = false

let origin: f64 = 0
/** Rounding that the slopes of two jobs bring in until the horizon. */
let margin: f64 = 0

/** Layers in use, the columns over places of all of them, and the places of each. */
let layers: i32 = 1
let columns: usize = 0
let room: i32 = 0

/** The layer that holds; its columns: the line's value at the origin, the first child, the next sibling. */
let layer: i32 = 0
let intercepts: usize = 0
let children: usize = 0
let siblings: usize = 0
/** Its heaps: slope and top of each, and the top's line at the origin; of those of one slope the first is found by it. */
export let classes: i32 = 0
let slopes: usize = 0
let tops: usize = 0
let topIntercepts: usize = 0
/** Those of them that hold nobody. */
let empty: i32 = 0
/** Bound on the rounding errors of the keys, and of the lines, of all that have entered. */
export let blur: f64 = 0
/** Where a slope is found by its bits: its class, valid if the stamp is. */
let classAt: usize = 0
let stampAt: usize = 0
let stamp: i32 = 0

const allSlopes: usize = memory.data(LAYERS * MOST_CLASSES * 8)
const allTopIntercepts: usize = memory.data(LAYERS * MOST_CLASSES * 8)
const allTops: usize = memory.data(LAYERS * MOST_CLASSES * 4)
const allClassAt: usize = memory.data(LAYERS * SLOTS * 4)
const allStampAt: usize = memory.data(LAYERS * SLOTS * 4)
/** The last stamp of any layer. */
let stamps: i32 = 0

/** What the other layers were left with; and the row of the first job that is not in them, and the squeezes by then. */
const keptBlur: usize = memory.data(LAYERS * 8)
const keptClasses: usize = memory.data(LAYERS * 4)
const keptEmpty: usize = memory.data(LAYERS * 4)
const keptStamp: usize = memory.data(LAYERS * 4)
const keptRow: usize = memory.data(LAYERS * 4)
const keptSqueezes: usize = memory.data(LAYERS * 4)
/** The first place that is not in the layer that holds. */
export let opened: i32 = 0

/** Until when the first heap of each block is known; −∞ where one has another top since. */
export const knownUntil: usize = memory.data(BLOCKS * 8)

/** Memory beside a queue of so many places. */
export function heapBytes(places: i32): u64 {
  return <u64>layers * PLACE * places
}

export function layHeaps(from: usize, places: i32): void {
  columns = from
  room = places
  layColumns()
}

/**
 * Begins with nobody.
 * @param zero the first submit, from which lines are measured
 * @param count layers, at most `LAYERS`
 */
export function beginHeaps(zero: f64, count: i32): void {
  origin = zero
  crowded = false
  layers = count
  for (let other = 0; other < layers; other++) setInt(keptRow, other, 0)
  hold(0)
  forgetHeaps()
}

function hold(which: i32): void {
  layer = which
  slopes = allSlopes + <usize>which * MOST_CLASSES * 8
  topIntercepts = allTopIntercepts + <usize>which * MOST_CLASSES * 8
  tops = allTops + <usize>which * MOST_CLASSES * 4
  classAt = allClassAt + <usize>which * SLOTS * 4
  stampAt = allStampAt + <usize>which * SLOTS * 4
  useLayer(which)
  layColumns()
}

function layColumns(): void {
  intercepts = columns + <usize>layer * PLACE * room
  children = intercepts + ((<usize>room) << 3)
  siblings = children + ((<usize>room) << 2)
}

/**
 * Has another layer hold from now on, of which the coefficients of the places from `opened` on are to be written before those
 * that wait there are entered.
 * @param row the next job to come
 * @param known whether the coefficients that it had still are right
 */
export function openLayer(which: i32, row: i32, known: bool): void {
  setFloat(keptBlur, layer, blur)
  setInt(keptClasses, layer, classes)
  setInt(keptEmpty, layer, empty)
  setInt(keptStamp, layer, stamp)
  setInt(keptRow, layer, row)
  setInt(keptSqueezes, layer, squeezes)
  hold(which)
  const since = known ? int(keptRow, which) : 0
  opened = end
  while (opened > first && lastAt(opened - 1) >= since) opened--
  // Where few wait, most of the heaps that were kept are empty.
  if (since === 0 || int(keptSqueezes, which) !== squeezes || int(keptClasses, which) > waiting) {
    forgetHeaps()
    return
  }
  blur = float(keptBlur, which)
  classes = int(keptClasses, which)
  empty = int(keptEmpty, which)
  stamp = int(keptStamp, which)
  forgetKnown()
}

/** Enters those that are not in the layer that was opened; where that makes all heaps anew, they are in them already. */
export function enterOpened(): void {
  if (classes === 0) {
    enterAll()
    return
  }
  for (let place = opened; place < end && !crowded; place++) {
    if (isVacant(place)) continue
    if (isCluttered()) {
      enterAll()
      return
    }
    enter(place)
  }
}

function forgetKnown(): void {
  for (let block = 0; block << BLOCK_BITS < classes; block++) setFloat(knownUntil, block, -Infinity)
}

/** A job is at the last place, and all others have entered. */
export function enterNext(place: i32): void {
  if (isCluttered()) enterAll()
  else enter(place)
}

/** Whether there are so many heaps, or so many that hold nobody, that all are to be made anew. */
function isCluttered(): bool {
  return classes === MOST_CLASSES || empty > MOST_EMPTY + (classes >> 1)
}

/** Makes all heaps anew. */
export function enterAll(): void {
  forgetHeaps()
  for (let place = first; place < end; place++) if (!isVacant(place)) enter(place)
}

/** Nobody waits, or nobody has entered. */
export function forgetHeaps(): void {
  classes = empty = 0
  blur = 0
  stamp = ++stamps
}

/** A job waits at a place. */
function enter(place: i32): void {
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
  setFloat(knownUntil, found >> BLOCK_BITS, -Infinity)
}

/** Puts a job into a heap that has a top, or into one of its own. */
function meldInto(found: i32, place: i32): void {
  const top = meld(int(tops, found), place)
  if (top < 0) part(found, place)
  else if (top === place) setTop(found, place)
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

export function slopeOf(found: i32): f64 {
  return float(slopes, found)
}

/** The place on top of a heap; −1 of none. */
export function topOf(found: i32): i32 {
  return int(tops, found)
}

/** The line of the top of a heap, so many seconds after the origin; Infinity where it has none. */
export function topLine(found: i32, since: f64): f64 {
  return float(topIntercepts, found) + float(slopes, found) * since
}

/** The line of the job at a place, at the origin. */
export function interceptAt(place: i32): f64 {
  return float(intercepts, place)
}

export function know(block: i32, until: f64): void {
  setFloat(knownUntil, block, until)
}

/** Bounds of rounding, of a line and its key, and of a slope until the horizon. */
export function errorOf(intercept: f64, constant: f64): f64 {
  return ERROR * (abs(constant) + abs(constant - intercept))
}

export function marginOf(slope: f64): f64 {
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

/** Takes those off a heap that have left and would be first. */
export function clearTop(found: i32): void {
  let top = int(tops, found)
  margin = marginOf(float(slopes, found))
  while (top >= 0 && isVacant(top)) top = withoutTop(found, top)
  if (top < 0) empty++
  setTop(found, top)
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
