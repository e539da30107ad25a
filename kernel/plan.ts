/**
 * The plan: the running jobs by their estimated ends, ascending, with gaps. A job that ends early leaves an entry of no
 * processors, which the next entry that belongs near it takes; the first entry is no gap.
 */

/** Bytes of an entry: end, size. */
const ENTRY: usize = 16
/** Entries that one may push on to the next gap before there are gaps anew. */
const FARTHEST: usize = 256

/** Where the plan may be, and where it is. */
let room: usize = 0
let last: usize = 0
export let first: usize = 0
export let end: usize = 0

/** The instant at which a blocked job can start by the plan, and the processors that are then left beside it. */
export let shadow: f64 = 0
export let extra: i32 = 0

/** Memory for a plan of `most` jobs. */
export function planBytes(most: i32): u64 {
  return (4 * <u64>most + 64) * <u64>ENTRY
}

export function layPlan(from: usize, most: i32): void {
  room = from
  last = from + <usize>planBytes(most)
  clearPlan()
}

export function clearPlan(): void {
  first = end = room
}

/** Enters a job. */
export function enter(estimated: f64, size: i32): void {
  if (end === last) closeGaps()
  let at = end
  // Most jobs end after most of those that run; the others are looked for by halves.
  if (at > first && load<f64>(at - ENTRY) > estimated) {
    let low = first
    at -= ENTRY
    while (low < at) {
      const middle = low + (((at - low) / ENTRY) >> 1) * ENTRY
      if (load<f64>(middle) <= estimated) low = middle + ENTRY
      else at = middle
    }
    if (at > first && load<i32>(at - ENTRY, 8) === 0) at -= ENTRY
  }
  // What stands here moves on to the next gap.
  const from = at
  let instant = estimated
  let held = size
  while (at < end && load<i32>(at, 8) !== 0) {
    const movedInstant = load<f64>(at)
    const movedSize = load<i32>(at, 8)
    store<f64>(at, instant)
    store<i32>(at, held, 8)
    instant = movedInstant
    held = movedSize
    at += ENTRY
  }
  store<f64>(at, instant)
  store<i32>(at, held, 8)
  if (at === end) end += ENTRY
  if (at - from > FARTHEST * ENTRY) makeGaps()
}

/** Takes a job out. */
export function remove(estimated: f64, size: i32): void {
  let at = first
  let high = end
  while (at < high) {
    const middle = at + (((high - at) / ENTRY) >> 1) * ENTRY
    if (load<f64>(middle) < estimated) at = middle + ENTRY
    else high = middle
  }
  // Entries of one instant are interchangeable, so any with this size will do.
  while (load<i32>(at, 8) !== size) at += ENTRY
  store<i32>(at, 0, 8)
  if (at === first) {
    do at += ENTRY
    while (at < end && load<i32>(at, 8) === 0)
    first = at
  }
}

/**
 * Finds the instant at which a job of `size` processors, more than the `free` ones, can start. What is past its estimated end, or
 * ends as it starts, ends just after `now`.
 */
export function reserve(size: i32, free: i32, now: f64): void {
  let then = free
  let at = first
  while (then < size) {
    then += load<i32>(at, 8)
    at += ENTRY
  }
  let instant = load<f64>(at - ENTRY)
  if (instant <= now) instant = nextAfter(now)
  while (at < end && load<f64>(at) <= instant) {
    then += load<i32>(at, 8)
    at += ENTRY
  }
  shadow = instant
  extra = then - size
}

/** The next number above `x`. */
function nextAfter(x: f64): f64 {
  return x === 0 ? f64.MIN_VALUE : reinterpret<f64>(reinterpret<i64>(x) + (x > 0 ? 1 : -1))
}

/** Whether a job that needs so much may start at `now` beside the reservation. */
export function isBeside(size: i32, estimate: f64, now: f64): bool {
  return size <= extra || now + estimate <= shadow
}

/** The same of a job that starts if it may: beyond the shadow time it holds what is left. */
export function passes(size: i32, estimate: f64, now: f64): bool {
  if (now + estimate <= shadow) return true
  if (size > extra) return false
  extra -= size
  return true
}

/** Closes the gaps. */
function closeGaps(): void {
  let to = room
  for (let from = first; from < end; from += ENTRY) {
    if (load<i32>(from, 8) === 0) continue
    store<f64>(to, load<f64>(from))
    store<i32>(to, load<i32>(from, 8), 8)
    to += ENTRY
  }
  first = room
  end = to
}

/** Leaves one gap behind each entry: there is room for twice as many as can run. */
function makeGaps(): void {
  closeGaps()
  const entries = <i32>((end - room) / ENTRY)
  end += end - room
  for (let k = entries - 1; k >= 0; k--) {
    const from = room + <usize>k * ENTRY
    const to = from + <usize>k * ENTRY
    const instant = load<f64>(from)
    store<f64>(to, instant)
    store<i32>(to, load<i32>(from, 8), 8)
    store<f64>(to + ENTRY, instant)
    store<i32>(to + ENTRY, 0, 8)
  }
}
