/** Jobs that may start behind the head, as a heap by the keys of the moment: their places and keys. */
import { float, int, setFloat, setInt } from './columns'
import { keyAt } from './waiting'

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
