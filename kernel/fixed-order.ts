/**
 * Which waiting job comes first by fixed keys: a heap of four children a node, keys beside places, so that what is compared
 * lies together. Jobs that have left stay in it until they come to the top, or until places change and it is made anew.
 *
 * Of several queues each has a heap. One that comes into use again takes the jobs that have come meanwhile.
 */
import { float, int, setFloat, setInt } from './columns'
import { c } from './keys'
import { end, isVacant } from './places'
import { squeezes } from './waiting'

/** Children of a node, as a power of two. */
const BITS: i32 = 2

/** Heaps, at most. */
export const MOST_FIXED: i32 = 64

let keys: usize = 0
let places: usize = 0
let count: i32 = 0

/** The columns of all heaps, over so many places; how many there are, and the one in use. */
let columns: usize = 0
let room: i32 = 0
let heaps: i32 = 1
let inUse: i32 = 0
/** What the others were left with: jobs, the end of the queue and the squeezes by then. */
const keptCount: usize = memory.data(MOST_FIXED * 4)
const keptEnd: usize = memory.data(MOST_FIXED * 4)
const keptSqueezes: usize = memory.data(MOST_FIXED * 4)
/** The first place that is not in the heap that was opened. */
let opened: i32 = 0

/** Memory beside a queue of so many places. */
export function fixedBytes(places: i32): u64 {
  return 12 * <u64>heaps * <u64>places
}

export function layFixed(from: usize, places: i32): void {
  columns = from
  room = places
  layHeap()
}

function layHeap(): void {
  keys = columns + <usize>inUse * 12 * <usize>room
  places = keys + ((<usize>room) << 3)
}

/** Begins with nobody. @param number of heaps */
export function beginFixed(number: i32): void {
  heaps = number
  inUse = count = 0
  for (let k = 0; k < number; k++) setInt(keptSqueezes, k, -1)
}

/** The heap in use is told of nothing until it is opened again. */
export function closeFixed(): void {
  setInt(keptCount, inUse, count)
  setInt(keptEnd, inUse, end)
  setInt(keptSqueezes, inUse, squeezes)
}

/** Has another heap in use; returns whether it needs no more than the jobs that have come since (`enterOthers`). */
export function openFixed(which: i32): bool {
  inUse = which
  layHeap()
  count = int(keptCount, which)
  opened = int(keptEnd, which)
  return int(keptSqueezes, which) === squeezes
}

/** Enters the jobs that are not in the heap that was opened. */
export function enterOthers(): void {
  for (let place = opened; place < end; place++) if (!isVacant(place)) enterFixed(place)
}

/** Nobody waits. */
export function forgetFixed(): void {
  count = 0
}

/** A job waits at a place. */
export function enterFixed(place: i32): void {
  const key = c(place)
  let hole = count++
  while (hole > 0) {
    const parent = (hole - 1) >> BITS
    if (!comesFirst(key, place, parent)) break
    copy(hole, parent)
    hole = parent
  }
  put(hole, key, place)
}

/** The place of the first job; somebody waits. */
export function firstFixed(): i32 {
  while (isVacant(int(places, 0))) dropTop()
  return int(places, 0)
}

function dropTop(): void {
  count--
  const key = float(keys, count)
  const place = int(places, count)
  let hole = 0
  for (;;) {
    let child = (hole << BITS) + 1
    if (child >= count) break
    const last = min(child + (1 << BITS), count)
    let best = child
    let bestKey = float(keys, child)
    for (child++; child < last; child++) {
      const its = float(keys, child)
      if (its < bestKey || (its === bestKey && int(places, child) < int(places, best))) {
        best = child
        bestKey = its
      }
    }
    if (comesFirst(key, place, best)) break
    copy(hole, best)
    hole = best
  }
  put(hole, key, place)
}

/** Whether a job comes before that of a node. Earlier places are earlier jobs. */
function comesFirst(key: f64, place: i32, node: i32): bool {
  const its = float(keys, node)
  return key < its || (key === its && place < int(places, node))
}

function put(node: i32, key: f64, place: i32): void {
  setFloat(keys, node, key)
  setInt(places, node, place)
}

function copy(to: i32, from: i32): void {
  put(to, float(keys, from), int(places, from))
}
