/**
 * One simulation in memory: what the host hands in, a chunk of jobs at a time, and what it is told of starts.
 *
 * Memory holds, in this order: the running jobs, the chunk, the starts since the host last took them, and the waiting
 * jobs, which alone grow.
 */
import { accountBytes, beginAccounts, begun, came, keeps, layAccounts, left } from './accounts'
import { float, int, setFloat, setInt } from './columns'
import { Keys, numberAt, setCoefficients, setKey, setNumbers } from './keys'
import { hasMemory } from './memory'
import { beginOrder, enterLast, layOrder, orderBytes } from './order'
import { end, estimateAt, sizeAt } from './places'
import { free, launch, layRunning, now, runningBytes } from './running'
import {
  add,
  addAlike,
  clearWaiting,
  countAt,
  firstAt,
  isRoomFor,
  layWaiting,
  leave,
  placesFor,
  runtimeAt,
  squeezes,
  waitingBytes,
} from './waiting'

/** The chunk: jobs from row `firstRow` on. Behind the last submit stands Infinity. */
export let submits: usize = 0
export let runtimes: usize = 0
export let estimates: usize = 0
export let sizes: usize = 0
/** 1 of jobs that are alike to the one before in all that the simulation goes by, else 0. */
export let alike: usize = 0
/** Coefficients of keys; where these are static, only the first. */
export let cs: usize = 0
export let ps: usize = 0
export let ss: usize = 0
export let qs: usize = 0
let keys: Keys = Keys.None
/** Columns of keys, and of other numbers that jobs keep. */
let keyColumns: i32 = 0
export let firstRow: i32 = 0
/** The next job of the chunk. */
export let next: i32 = 0

/** Rows and instants of the jobs that have started since the host last looked, and how many they are. */
export let startedRows: usize = 0
export let startedAt: usize = 0
export let started: i32 = 0

/** Where the chunk begins, and the jobs that it has room for. */
let chunk: usize = 0
let chunkRoom: i32 = 0

/**
 * Begins a simulation of an empty machine.
 * @param most jobs that can run at once
 * @param backfills EASY
 * @param kind what jobs have for keys; of several queues accounts are kept
 * @param fixed columns of numbers that jobs keep; of several queues first the submits and the groups
 * @param layers of coefficients, at most `LAYERS`
 * @param origin the first submit
 * @returns whether there is memory enough
 */
export function begin(
  processors: i32,
  most: i32,
  backfills: bool,
  kind: Keys,
  fixed: i32,
  layers: i32,
  origin: f64,
): bool {
  keys = kind
  firstRow = next = chunkRoom = 0
  keyColumns = fixed + (layers > 0 ? 4 : 0)
  clearWaiting(kind, fixed, layers)
  beginOrder(kind, origin, fixed, layers)
  beginAccounts(kind === Keys.Several)
  chunk = __heap_base
  const ofRunning = runningBytes(most, backfills)
  const bytes = (ofRunning + accountBytes(most) + 7) & ~7
  if (!hasMemory(<u64>chunk + bytes)) return false
  layRunning(chunk, processors, most, backfills)
  layAccounts(chunk + <usize>ofRunning, most)
  chunk += <usize>bytes
  return true
}

/**
 * Makes room for a chunk of `rows` jobs from row `from` on, whose columns the host writes next; it has taken the starts.
 * @returns whether there is memory enough
 */
export function take(from: i32, rows: i32): bool {
  firstRow = from
  next = 0
  if (rows <= chunkRoom && isRoomFor(rows)) return true
  chunkRoom = max(chunkRoom, rows)
  const places = placesFor(rows)
  const ofFloats = (<usize>chunkRoom) << 3
  runtimes = chunk
  estimates = runtimes + ofFloats
  cs = estimates + ofFloats
  ps = cs + ofFloats
  ss = ps + ofFloats
  qs = ss + ofFloats
  submits = cs + <usize>keyColumns * ofFloats
  startedAt = submits + ofFloats + 8
  sizes = startedAt + ((<usize>places) << 3)
  alike = sizes + ((<usize>chunkRoom) << 2)
  startedRows = alike + ((<usize>chunkRoom) << 2)
  const queue = (startedRows + ((<usize>places) << 2) + 7) & ~7
  const order = (<u64>queue + waitingBytes(places) + 7) & ~7
  if (!hasMemory(order + orderBytes(places))) return false
  layWaiting(queue, places)
  layOrder(<usize>order, places)
  return true
}

/** The key of a column of the chunk, or another number that its jobs keep: where it is. */
export function chunkColumn(k: i32): usize {
  return cs + <usize>k * ((<usize>chunkRoom) << 3)
}

/** The host has taken the starts. */
export function forgetStarts(): void {
  started = 0
}

/** The submit of the next job; Infinity behind the last. */
export function arrival(): f64 {
  return float(submits, next)
}

/** Whether the next job is the only one of its instant, which is now. */
export function isAlone(): bool {
  return float(submits, next + 1) !== now
}

export function cOfNext(): f64 {
  return float(cs, next)
}

export function pOfNext(): f64 {
  return float(ps, next)
}

export function sOfNext(): f64 {
  return float(ss, next)
}

export function qOfNext(): f64 {
  return float(qs, next)
}

export function sizeOfNext(): i32 {
  return int(sizes, next)
}

export function estimateOfNext(): f64 {
  return float(estimates, next)
}

/** The next job of the chunk starts at once. */
export function startNext(): void {
  const k = next++
  start(firstRow + k, int(sizes, k), float(estimates, k), float(runtimes, k), now)
}

/** The next job of the chunk has to wait. Returns whether it has a place of its own. */
export function queueNext(): bool {
  const k = next++
  // All jobs of an instant come to wait before any of them starts, so the one before is at the last place.
  if (int(alike, k) !== 0) {
    addAlike()
    if (keeps) came(int(sizes, k), float(estimates, k), groupAt(end - 1))
    return false
  }
  add(firstRow + k, int(sizes, k), float(estimates, k), float(runtimes, k))
  if (keys === Keys.Static) setKey(end - 1, float(cs, k))
  else if (keys === Keys.Linear) {
    setCoefficients(end - 1, float(cs, k), float(ps, k), float(ss, k), float(qs, k))
  } else if (keys === Keys.Several) {
    setNumbers(end - 1, cs + ((<usize>k) << 3), (<usize>chunkRoom) << 3)
    came(int(sizes, k), float(estimates, k), groupAt(end - 1))
  }
  return true
}

/** The next job of the chunk has to wait, where the queue is kept in an order. */
export function queueNow(): void {
  const before = squeezes
  if (queueNext()) enterLast(before)
}

/** Starts the first job at a place of the queue. */
export function startAt(place: i32): void {
  if (keeps) left(sizeAt(place), estimateAt(place), groupAt(place))
  const submit = keeps ? numberAt(0, place) : 0
  start(firstAt(place), sizeAt(place), estimateAt(place), runtimeAt(place), submit)
  leave(place, 1)
}

/**
 * Starts as many of the jobs at a place as fit, one at least, or one where accounts are kept. They end together, so that to the
 * machine they are one.
 */
export function startFitting(place: i32): void {
  if (keeps) {
    startAt(place)
    return
  }
  const size = sizeAt(place)
  const count = min(countAt(place), free / size)
  const row = firstAt(place)
  for (let k = 0; k < count; k++) note(row + k)
  launch(count * size, estimateAt(place), runtimeAt(place), 0)
  leave(place, count)
}

function groupAt(place: i32): i32 {
  return <i32>numberAt(1, place)
}

function start(row: i32, size: i32, estimate: f64, runtime: f64, submit: f64): void {
  note(row)
  launch(size, estimate, runtime, keeps ? begun(now, submit, size, runtime) : 0)
}

function note(row: i32): void {
  setInt(startedRows, started, row)
  setFloat(startedAt, started++, now)
}
