/**
 * Places of the queue, by what has to be known to find a job that can start: sizes and estimates, in blocks that know a lower
 * bound of both. Most blocks are passed over by one look; where hundreds wait, sixteen blocks are. A job that leaves the
 * middle leaves a vacant place behind.
 */
import { float, int, setFloat, setInt } from './columns'
import { isBeside } from './plan'
import { free, hold, now } from './running'

const BLOCK_BITS: i32 = 4
/** Places of a block, and of a tall one. */
export const BLOCK: i32 = 1 << BLOCK_BITS
const TALL_BITS: i32 = 8
export const TALL: i32 = 1 << TALL_BITS
/** Size of a vacant place: fits nowhere. */
const VACANT: i32 = 0x7fffffff

/** Places; a multiple of `TALL`. */
export let room: i32 = 0
let estimates: usize = 0
export let sizes: usize = 0
/** Lower bounds of blocks; and of the sizes of tall blocks, all of whose places are taken. */
let shortest: usize = 0
let least: usize = 0
let tallLeast: usize = 0

/** Places that count: the first of them is not vacant. */
export let first: i32 = 0
export let end: i32 = 0

export function clearPlaces(): void {
  room = first = end = 0
}

/** Memory for `places` places. */
export function placeBytes(places: i32): u64 {
  return 12 * (<u64>places + <u64>(places >> BLOCK_BITS)) + 4 * <u64>(places >> TALL_BITS)
}

/** Moves the places, with nothing vacant, up in memory to `from`, where there is room for so many. */
export function layPlaces(from: usize, places: i32): void {
  room = places
  // The last column first: both move up.
  const ofSizes = from + ((<usize>room) << 3)
  memory.copy(ofSizes, sizes, (<usize>end) << 2)
  memory.copy(from, estimates, (<usize>end) << 3)
  sizes = ofSizes
  estimates = from
  shortest = sizes + ((<usize>room) << 2)
  least = shortest + ((<usize>(room >> BLOCK_BITS)) << 3)
  tallLeast = least + ((<usize>(room >> BLOCK_BITS)) << 2)
  boundAll()
}

export function sizeAt(place: i32): i32 {
  return int(sizes, place)
}

export function estimateAt(place: i32): f64 {
  return float(estimates, place)
}

export function isVacant(place: i32): bool {
  return int(sizes, place) === VACANT
}

/** Another place counts, behind all others; there has to be room. */
export function addPlace(size: i32, estimate: f64): i32 {
  const place = end++
  const block = place >> BLOCK_BITS
  if ((place & (BLOCK - 1)) === 0) {
    setInt(least, block, size)
    setFloat(shortest, block, estimate)
  } else {
    if (size < int(least, block)) setInt(least, block, size)
    if (estimate < float(shortest, block)) setFloat(shortest, block, estimate)
    if ((end & (TALL - 1)) === 0) boundTall(place >> TALL_BITS)
  }
  setInt(sizes, place, size)
  setFloat(estimates, place, estimate)
  return place
}

/** Nobody is at a place any more. */
export function vacate(place: i32): void {
  setInt(sizes, place, VACANT)
  setFloat(estimates, place, Infinity)
  if (place === first) {
    do first++
    while (first < end && int(sizes, first) === VACANT)
  }
}

/** A place gets the size and the estimate of another one. */
export function movePlace(from: i32, to: i32): void {
  setInt(sizes, to, int(sizes, from))
  setFloat(estimates, to, float(estimates, from))
}

/** Only the first places count from now on, so many, all of them taken. */
export function keepPlaces(count: i32): void {
  first = 0
  end = count
  boundAll()
}

/** Whether a job waits that needs no more than the free processors. */
export function anyFits(): bool {
  for (let tall = first >> TALL_BITS; tall << TALL_BITS < end; tall++) {
    if ((tall + 1) << TALL_BITS <= end && !mayHold(tall)) continue
    const stop = min((tall + 1) << TALL_BITS, end)
    for (let block = tall << (TALL_BITS - BLOCK_BITS); block << BLOCK_BITS < stop; block++) {
      if (int(least, block) > free) continue
      bound(block)
      if (int(least, block) <= free) return true
    }
  }
  return false
}

/**
 * The first place from `from` on whose job may start now; −1 where there is none.
 * @param headSize processors of the blocked head, which gets its reservation if somebody fits
 */
export function nextFit(from: i32, headSize: i32): i32 {
  let place = from
  while (place < end) {
    if ((place & (TALL - 1)) === 0 && place + TALL <= end && !mayHold(place >> TALL_BITS)) {
      place += TALL
      continue
    }
    const block = place >> BLOCK_BITS
    const stop = min((block + 1) << BLOCK_BITS, end)
    const size = int(least, block)
    if (size <= free) {
      hold(headSize)
      if (isBeside(size, float(shortest, block), now)) {
        for (; place < stop; place++) {
          const itsSize = int(sizes, place)
          if (itsSize <= free && isBeside(itsSize, float(estimates, place), now)) return place
        }
        // The bound promised a job that is not there, perhaps because one has left.
        bound(block)
      }
    }
    place = stop
  }
  return -1
}

/** Whether a job of a tall block may fit, for all that is known. */
function mayHold(tall: i32): bool {
  if (int(tallLeast, tall) > free) return false
  boundTall(tall)
  return int(tallLeast, tall) <= free
}

/** Makes the bounds of a block exact. */
function bound(block: i32): void {
  const from = block << BLOCK_BITS
  const stop = min(from + BLOCK, end)
  let size = VACANT
  let estimate = Infinity
  for (let place = from; place < stop; place++) {
    const itsSize = int(sizes, place)
    const itsEstimate = float(estimates, place)
    if (itsSize < size) size = itsSize
    if (itsEstimate < estimate) estimate = itsEstimate
  }
  setInt(least, block, size)
  setFloat(shortest, block, estimate)
}

/** Takes the bound of a tall block from those of its blocks. */
function boundTall(tall: i32): void {
  const from = tall << (TALL_BITS - BLOCK_BITS)
  const stop = from + (1 << (TALL_BITS - BLOCK_BITS))
  let size = VACANT
  for (let block = from; block < stop; block++) size = min(size, int(least, block))
  setInt(tallLeast, tall, size)
}

function boundAll(): void {
  for (let block = 0; block << BLOCK_BITS < end; block++) bound(block)
  for (let tall = 0; (tall + 1) << TALL_BITS <= end; tall++) boundTall(tall)
}
