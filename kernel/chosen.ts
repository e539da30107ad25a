/**
 * Jobs that may start behind the head, by the keys of the moment: their places and keys. The first of many are looked for, since
 * mostly few of them start and no other may then; behind these they are a heap.
 */
import { float, int, setFloat, setInt } from './columns'
import { keyAt } from './keys'
import { estimateAt, sizeAt } from './places'
import { isBeside } from './plan'
import { free, now } from './running'

let chosen: usize = 0
let chosenKeys: usize = 0
let count: i32 = 0

/** Memory beside a queue of so many places. */
export function chosenBytes(places: i32): u64 {
  return 12 * <u64>places
}

export function layChosen(from: usize, places: i32): void {
  chosenKeys = from
  chosen = from + ((<usize>places) << 3)
}

/** Nobody is chosen. */
export function clearChosen(): void {
  count = 0
}

export function choose(place: i32): void {
  setFloat(chosenKeys, count, keyAt(place))
  setInt(chosen, count++, place)
}

/** Takes the first of those that may still start, and all out that may not: these never will; −1 where none is left. */
export function takeLeast(): i32 {
  let left = 0
  let best = -1
  let bestKey = Infinity
  for (let k = 0; k < count; k++) {
    const place = int(chosen, k)
    if (sizeAt(place) > free || !isBeside(sizeAt(place), estimateAt(place), now)) continue
    const key = float(chosenKeys, k)
    setInt(chosen, left, place)
    setFloat(chosenKeys, left, key)
    // They stand in the order of places.
    if (best < 0 || key < bestKey) {
      best = left
      bestKey = key
    }
    left++
  }
  count = left
  if (best < 0) return -1
  const place = int(chosen, best)
  count--
  for (let k = best; k < count; k++) {
    setInt(chosen, k, int(chosen, k + 1))
    setFloat(chosenKeys, k, float(chosenKeys, k + 1))
  }
  return place
}

/** Puts those that are chosen in order. */
export function orderChosen(): void {
  for (let k = (count >> 1) - 1; k >= 0; k--) sink(k, int(chosen, k), float(chosenKeys, k))
}

/** Takes the first of those that are chosen; −1 where none is left. */
export function takeChosen(): i32 {
  if (count === 0) return -1
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
