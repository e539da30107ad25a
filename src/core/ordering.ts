/**
 * The order that sorts a column of numbers: least-significant-digit radix sort of row numbers by 64-bit keys.
 *
 * Whole numbers that lie near each other, as instants of a log do, are sorted by their distance from the least, thirteen bits a
 * pass at most, two passes for two years. Of others the bits of an IEEE 754 double, with the sign bit flipped for positive numbers
 * and all bits flipped for negative ones, order like the doubles themselves; four stable counting passes over 16 bits each sort
 * them. Stable, and some ten times faster than a comparator on columns of millions. A few numbers are compared: clearing the counts
 * takes longer. Imports nothing.
 */

const DIGITS = 4
const RADIX = 1 << 16
/** So many are compared. */
const FEW = 400
/** Most bits of a pass over whole numbers, whose counts stay in the nearest cache; and how far these may lie apart. */
const WHOLE_BITS = 13
const WHOLE_RANGE = 2 ** 32

/**
 * Rows 0 … n−1 in ascending order of `keys`; equal keys (also −0 and 0) keep the order of rows; NaN comes last.
 */
export function stableOrder(keys: Float64Array): Int32Array {
  const n = keys.length
  let order = new Int32Array(n)
  for (let row = 0; row < n; row++) order[row] = row
  if (isAscending(keys)) return order
  if (n <= FEW) return order.sort((one, other) => compared(keys[one], keys[other]) || one - other)

  const distances = wholeDistances(keys)
  if (distances !== null) return orderOfWhole(distances, order)
  const digits = digitsOf(keys)
  let other = new Int32Array(n)
  const counts = new Uint32Array(RADIX)
  for (let digit = 0; digit < DIGITS; digit++) {
    counts.fill(0)
    for (let row = 0; row < n; row++) counts[digits[row * DIGITS + digit]]++
    if (counts[digits[digit]] === n) continue
    let sum = 0
    for (let value = 0; value < RADIX; value++) {
      const count = counts[value]
      counts[value] = sum
      sum += count
    }
    for (let k = 0; k < n; k++) {
      const row = order[k]
      other[counts[digits[row * DIGITS + digit]]++] = row
    }
    const swap = order
    order = other
    other = swap
  }
  return order
}

/** Distances of keys from the least; null where they are no whole numbers, or lie too far apart. */
function wholeDistances(keys: Float64Array): Uint32Array | null {
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (let row = 0; row < keys.length; row++) {
    const key = keys[row]
    if (key !== Math.floor(key)) return null
    if (key < least) least = key
    if (key > most) most = key
  }
  if (!(most - least < WHOLE_RANGE) || !Number.isSafeInteger(least) || !Number.isSafeInteger(most))
    return null
  const distances = new Uint32Array(keys.length)
  for (let row = 0; row < keys.length; row++) distances[row] = keys[row] - least
  return distances
}

/** @param order rows in any order, which ties keep */
function orderOfWhole(distances: Uint32Array, order: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const n = order.length
  let most = 0
  for (let row = 0; row < n; row++) if (distances[row] > most) most = distances[row]
  const bits = 32 - Math.clz32(most)
  const digit = Math.ceil(bits / Math.ceil(bits / WHOLE_BITS))
  const mask = (1 << digit) - 1
  const counts = new Uint32Array(1 << digit)
  let [from, to] = [order, new Int32Array(n)]
  for (let shift = 0; shift < bits; shift += digit) {
    counts.fill(0)
    for (let row = 0; row < n; row++) counts[(distances[row] >>> shift) & mask]++
    let sum = 0
    for (let value = 0; value <= mask; value++) {
      const count = counts[value]
      counts[value] = sum
      sum += count
    }
    for (let k = 0; k < n; k++) {
      const row = from[k]
      to[counts[(distances[row] >>> shift) & mask]++] = row
    }
    ;[from, to] = [to, from]
  }
  return from
}

function compared(one: number, other: number): number {
  if (one < other) return -1
  if (one > other) return 1
  return one === other ? 0 : Number(Number.isNaN(one)) - Number(Number.isNaN(other))
}

function isAscending(keys: Float64Array): boolean {
  for (let k = 1; k < keys.length; k++) if (!(keys[k - 1] <= keys[k])) return false
  return keys.length === 0 || !Number.isNaN(keys[0])
}

/** Four 16-bit digits a key, least significant first, which order as the keys do. */
function digitsOf(keys: Float64Array): Uint16Array {
  const digits = new Uint16Array(keys.length * DIGITS)
  const view = new DataView(new ArrayBuffer(8))
  for (let row = 0; row < keys.length; row++) {
    const key = keys[row]
    // + 0 makes 0 of −0; all NaNs become one, positive, beyond +∞.
    view.setFloat64(0, Number.isNaN(key) ? Number.NaN : key + 0)
    let high = view.getUint32(0)
    let low = view.getUint32(4)
    if (high >>> 31 === 1) {
      high = ~high
      low = ~low
    } else {
      high |= 0x80000000
    }
    const at = row * DIGITS
    digits[at] = low & 0xffff
    digits[at + 1] = (low >>> 16) & 0xffff
    digits[at + 2] = high & 0xffff
    digits[at + 3] = (high >>> 16) & 0xffff
  }
  return digits
}
