/**
 * Which waiting job comes first by fixed keys: a heap of four children a node, keys beside places, so that what is compared
 * lies together. Jobs that have left stay in it until they come to the top, or until places change and it is made anew.
 */
import { float, int, setFloat, setInt } from './columns'
import { c, isVacant } from './waiting'

/** Children of a node, as a power of two. */
const BITS: i32 = 2

let keys: usize = 0
let places: usize = 0
let count: i32 = 0

/** Memory beside a queue of so many places. */
export function fixedBytes(room: i32): u64 {
  return 12 * <u64>room
}

export function layFixed(from: usize, room: i32): void {
  keys = from
  places = from + ((<usize>room) << 3)
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
