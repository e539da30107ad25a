/**
 * The order that sorts a column of numbers: least-significant-digit radix sort of row numbers by 64-bit keys.
 *
 * The bits of an IEEE 754 double, with the sign bit flipped for positive numbers and all bits flipped for negative
 * ones, order like the doubles themselves; four stable counting passes over 16 bits each sort them. Stable, and
 * some ten times faster than a comparator on columns of millions. A few numbers are compared: clearing the counts takes
 * longer. Imports nothing.
 */

const DIGITS = 4
const RADIX = 1 << 16
/** So many are compared. */
const FEW = 400

/**
 * Rows 0 … n−1 in ascending order of `keys`; equal keys (also −0 and 0) keep the order of rows; NaN comes last.
 */
export function stableOrder(keys: Float64Array): Int32Array {
  const n = keys.length
  let order = new Int32Array(n)
  for (let row = 0; row < n; row++) order[row] = row
  if (isAscending(keys)) return order
  if (n <= FEW) return order.sort((one, other) => compared(keys[one], keys[other]) || one - other)

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
