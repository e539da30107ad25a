/**
 * The waiting jobs, in the order of submit, in blocks that know a lower bound of their sizes and estimates: most blocks are
 * passed over by one look. Where hundreds wait, sixteen blocks are. A job that leaves the middle leaves a vacant place
 * behind; when these are half of all, they are squeezed out.
 *
 * Jobs that are alike in all that the simulation goes by, and come one behind the other, such as the copies of a scaled log,
 * may share a place. Nobody comes between them in any order, and the first of them leaves first.
 */
import { float, int, setFloat, setInt } from './columns'
import { isBeside } from './plan'
import { free, hold, now } from './running'

const BLOCK_BITS: i32 = 4
const BLOCK: i32 = 1 << BLOCK_BITS
const TALL_BITS: i32 = 8
const TALL: i32 = 1 << TALL_BITS
/** Size of a vacant place: fits nowhere. */
const VACANT: i32 = 0x7fffffff

/** Kinds of keys that jobs have. */
export enum Keys {
  None,
  Static,
  Linear,
  /** Of several queues. */
  Several,
}

/** Places; a multiple of `TALL`. */
let room: i32 = 0
let runtimes: usize = 0
let estimates: usize = 0
/** The last of the jobs that share a place, and how many they are. */
export let jobs: usize = 0
export let counts: usize = 0
export let sizes: usize = 0
/** Layers of coefficients, at most. */
export const LAYERS: i32 = 4
/**
 * The parts of a job's key, where the order is not that of submit: c + p·(now − s)/q, or c alone. Where they change with the
 * time of week there are several layers of them, one behind the other, of which one holds.
 */
let keys: Keys = Keys.None
/** Columns of fixed numbers, before those of all layers; all of these, and where the first is. */
let fixed: i32 = 0
let keyColumns: i32 = 0
let coefficients: usize = 0
let layer: i32 = 0
/** The column of fixed keys that holds; −1 where a layer does. */
let column: i32 = 0
export let cs: usize = 0
export let ps: usize = 0
export let ss: usize = 0
export let qs: usize = 0
/** Lower bounds of blocks, and of tall blocks, all of whose places are taken. */
let shortest: usize = 0
let least: usize = 0
let tallShortest: usize = 0
let tallLeast: usize = 0

/** Places that count: the first of them is not vacant. */
export let first: i32 = 0
export let end: i32 = 0
/** How many jobs wait, and at how many places. */
export let waiting: i32 = 0
let taken: i32 = 0
/** Jobs before this place have been looked at since their head was blocked. */
export let fresh: i32 = 0
/** Place of the blocked job that comes first by keys; −1 where it is not known. */
export let head: i32 = -1
/** How often places have changed. */
export let squeezes: i32 = 0

/**
 * @param fixedColumns of numbers that jobs keep
 * @param layers of coefficients; 0 of none
 */
export function clearWaiting(kind: Keys, fixedColumns: i32, layers: i32): void {
  keys = kind === Keys.Several ? Keys.Static : kind
  fixed = fixedColumns
  keyColumns = fixed + 4 * layers
  layer = 0
  column = fixed > 0 ? 0 : -1
  room = first = end = waiting = taken = fresh = 0
  head = -1
}

/** Places for the jobs that wait and `more`: no fewer than there are. */
export function placesFor(more: i32): i32 {
  return max(room, (2 * (waiting + more) + TALL) & -TALL)
}

/** Memory for `places` places and their bounds. */
export function waitingBytes(places: i32): u64 {
  return (
    (8 * <u64>keyColumns + 28) * <u64>places +
    12 * <u64>(places >> BLOCK_BITS) +
    12 * <u64>(places >> TALL_BITS)
  )
}

/**
 * Moves the queue, with nothing vacant, up in memory to `from`.
 * @param places as `placesFor` says
 */
export function layWaiting(from: usize, places: i32): void {
  squeeze()
  const ofFloatsBefore = (<usize>room) << 3
  room = places
  const ofFloats = (<usize>places) << 3
  const behindKeys = from + <usize>keyColumns * ofFloats
  const ofInts = behindKeys + 2 * ofFloats
  // The last column first: all move up.
  sizes = moved(ofInts + ((<usize>room) << 3), sizes, (<usize>end) << 2)
  counts = moved(ofInts + ((<usize>room) << 2), counts, (<usize>end) << 2)
  jobs = moved(ofInts, jobs, (<usize>end) << 2)
  const bytes = (<usize>end) << 3
  estimates = moved(behindKeys + ofFloats, estimates, bytes)
  runtimes = moved(behindKeys, runtimes, bytes)
  for (let k = keyColumns - 1; k >= 0; k--) {
    moved(from + <usize>k * ofFloats, coefficients + <usize>k * ofFloatsBefore, bytes)
  }
  coefficients = from
  if (column < 0) useLayer(layer)
  else useColumn(column)
  shortest = sizes + ((<usize>room) << 2)
  tallShortest = shortest + ((<usize>(room >> BLOCK_BITS)) << 3)
  least = tallShortest + ((<usize>(room >> TALL_BITS)) << 3)
  tallLeast = least + ((<usize>(room >> BLOCK_BITS)) << 2)
  boundAll()
}

function moved(to: usize, from: usize, bytes: usize): usize {
  memory.copy(to, from, bytes)
  return to
}

/** Has the coefficients of a layer hold. */
export function useLayer(which: i32): void {
  layer = which
  column = -1
  if (keys === Keys.Static) keys = Keys.Linear
  const bytes = (<usize>room) << 3
  cs = coefficients + <usize>(fixed + 4 * which) * bytes
  ps = cs + bytes
  ss = ps + bytes
  qs = ss + bytes
}

/** Has the keys of a column hold. */
export function useColumn(which: i32): void {
  column = which
  keys = Keys.Static
  cs = fixedNumbers(which)
}

function fixedNumbers(which: i32): usize {
  return coefficients + <usize>which * ((<usize>room) << 3)
}

/** A fixed number of the job at a place, by its column. */
export function numberAt(which: i32, place: i32): f64 {
  return float(fixedNumbers(which), place)
}

/** Gives the job at a place the numbers of all columns, which stand at the row `from` of columns of so many bytes. */
export function setNumbers(place: i32, from: usize, bytes: usize): void {
  for (let k = 0; k < keyColumns; k++) {
    setFloat(fixedNumbers(k), place, load<f64>(from + <usize>k * bytes))
  }
}

/** The place of a job that waits. */
export function placeOf(job: i32): i32 {
  let low = first
  let high = end
  while (low < high) {
    const middle = (low + high) >> 1
    if (int(jobs, middle) < job) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether there is room for `more` jobs, with enough to spare that squeezing frees a good part of it. */
export function isRoomFor(more: i32): bool {
  return waiting + more <= room - (room >> 2)
}

export function sizeAt(place: i32): i32 {
  return int(sizes, place)
}

export function estimateAt(place: i32): f64 {
  return float(estimates, place)
}

export function runtimeAt(place: i32): f64 {
  return float(runtimes, place)
}

/** How many jobs share a place. */
export function countAt(place: i32): i32 {
  return int(counts, place)
}

/** The last of the jobs at a place. */
export function lastAt(place: i32): i32 {
  return int(jobs, place)
}

/** The first of them. */
export function firstAt(place: i32): i32 {
  return int(jobs, place) - int(counts, place) + 1
}

/** A job waits. */
export function add(job: i32, size: i32, estimate: f64, runtime: f64): void {
  if (end === room || end - first > 2 * taken + BLOCK) squeeze()
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
  setInt(jobs, place, job)
  setInt(counts, place, 1)
  setInt(sizes, place, size)
  setFloat(estimates, place, estimate)
  setFloat(runtimes, place, runtime)
  waiting++
  taken++
}

/** The next job waits at the last place, with others that are alike. */
export function addAlike(): void {
  const place = end - 1
  setInt(jobs, place, int(jobs, place) + 1)
  setInt(counts, place, int(counts, place) + 1)
  waiting++
}

/** Gives the job at a place its key. */
export function setKey(place: i32, c: f64): void {
  setFloat(cs, place, c)
}

/** Gives the job at a place its coefficients. */
export function setCoefficients(place: i32, c: f64, p: f64, s: f64, q: f64): void {
  setFloat(cs, place, c)
  setFloat(ps, place, p)
  setFloat(ss, place, s)
  setFloat(qs, place, q)
}

export function c(place: i32): f64 {
  return float(cs, place)
}

export function p(place: i32): f64 {
  return float(ps, place)
}

export function s(place: i32): f64 {
  return float(ss, place)
}

export function q(place: i32): f64 {
  return float(qs, place)
}

/** The key of the job at a place, now: the very expression that defines it (src/sim/orders/ranking.ts). */
export function keyAt(place: i32): f64 {
  if (keys === Keys.Static) return float(cs, place)
  return float(cs, place) + (float(ps, place) * (now - float(ss, place))) / float(qs, place)
}

export function isVacant(place: i32): bool {
  return int(sizes, place) === VACANT
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

/** The head is another one; −1 for none that is known. */
export function setHead(place: i32): void {
  head = place
}

/** The first jobs leave their place, so many of those that share it. */
export function leave(place: i32, count: i32): void {
  waiting -= count
  const others = int(counts, place) - count
  setInt(counts, place, others)
  if (others > 0) return
  taken--
  setInt(sizes, place, VACANT)
  setFloat(estimates, place, Infinity)
  if (place === first) {
    do first++
    while (first < end && int(sizes, first) === VACANT)
  }
}

/** All that wait have been looked at. */
export function allSeen(): void {
  fresh = end
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

/** Takes the bounds of a tall block from those of its blocks. */
function boundTall(tall: i32): void {
  const from = tall << (TALL_BITS - BLOCK_BITS)
  const stop = from + (1 << (TALL_BITS - BLOCK_BITS))
  let size = VACANT
  let estimate = Infinity
  for (let block = from; block < stop; block++) {
    const itsSize = int(least, block)
    const itsEstimate = float(shortest, block)
    if (itsSize < size) size = itsSize
    if (itsEstimate < estimate) estimate = itsEstimate
  }
  setInt(tallLeast, tall, size)
  setFloat(tallShortest, tall, estimate)
}

function boundAll(): void {
  for (let block = 0; block << BLOCK_BITS < end; block++) bound(block)
  for (let tall = 0; (tall + 1) << TALL_BITS <= end; tall++) boundTall(tall)
}

export function squeeze(): void {
  squeezes++
  let to = 0
  let seen = -1
  for (let from = first; from < end; from++) {
    if (from >= fresh && seen < 0) seen = to
    const size = int(sizes, from)
    if (size === VACANT) continue
    setInt(jobs, to, int(jobs, from))
    setInt(counts, to, int(counts, from))
    setInt(sizes, to, size)
    setFloat(estimates, to, float(estimates, from))
    setFloat(runtimes, to, float(runtimes, from))
    let column = coefficients
    for (let k = 0; k < keyColumns; k++) {
      setFloat(column, to, float(column, from))
      column += (<usize>room) << 3
    }
    if (from === head) head = to
    to++
  }
  fresh = seen < 0 ? to : seen
  first = 0
  end = to
  boundAll()
}
