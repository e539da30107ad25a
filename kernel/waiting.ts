/**
 * The waiting jobs, in the order of submit, each at a place of the queue (places.ts); when half of all places are vacant, these
 * are squeezed out.
 *
 * Jobs that are alike in all that the simulation goes by, and come one behind the other, such as the copies of a scaled log,
 * may share a place. Nobody comes between them in any order, and the first of them leaves first.
 */
import { float, int, setFloat, setInt } from './columns'
import { clearKeys, Keys, keyBytes, layKeys, moveKeys } from './keys'
import {
  addPlace,
  BLOCK,
  clearPlaces,
  end,
  first,
  isVacant,
  keepPlaces,
  layPlaces,
  movePlace,
  placeBytes,
  room,
  TALL,
  vacate,
} from './places'

let runtimes: usize = 0
/** The last of the jobs that share a place, and how many they are. */
export let jobs: usize = 0
export let counts: usize = 0
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
  clearKeys(kind, fixedColumns, layers)
  clearPlaces()
  waiting = taken = fresh = 0
  head = -1
}

/** Places for the jobs that wait and `more`: no fewer than there are. */
export function placesFor(more: i32): i32 {
  return max(room, (2 * (waiting + more) + TALL) & -TALL)
}

/** Memory for `places` places and their bounds. */
export function waitingBytes(places: i32): u64 {
  return keyBytes(places) + 16 * <u64>places + placeBytes(places)
}

/**
 * Moves the queue, with nothing vacant, up in memory to `from`.
 * @param places as `placesFor` says
 */
export function layWaiting(from: usize, places: i32): void {
  squeeze()
  const behindKeys = from + <usize>keyBytes(places)
  const ofJobs = behindKeys + ((<usize>places) << 3)
  const ofCounts = ofJobs + ((<usize>places) << 2)
  // The last column first: all move up.
  layPlaces(ofCounts + ((<usize>places) << 2), places)
  counts = moved(ofCounts, counts, (<usize>end) << 2)
  jobs = moved(ofJobs, jobs, (<usize>end) << 2)
  runtimes = moved(behindKeys, runtimes, (<usize>end) << 3)
  layKeys(from, places, end)
}

function moved(to: usize, from: usize, bytes: usize): usize {
  memory.copy(to, from, bytes)
  return to
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
  const place = addPlace(size, estimate)
  setInt(jobs, place, job)
  setInt(counts, place, 1)
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
  vacate(place)
}

/** All that wait have been looked at. */
export function allSeen(): void {
  fresh = end
}

export function squeeze(): void {
  squeezes++
  let to = 0
  let seen = -1
  for (let from = first; from < end; from++) {
    if (from >= fresh && seen < 0) seen = to
    if (isVacant(from)) continue
    setInt(jobs, to, int(jobs, from))
    setInt(counts, to, int(counts, from))
    setFloat(runtimes, to, float(runtimes, from))
    movePlace(from, to)
    moveKeys(from, to)
    if (from === head) head = to
    to++
  }
  fresh = seen < 0 ? to : seen
  keepPlaces(to)
}
