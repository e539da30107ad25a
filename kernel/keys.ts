/**
 * The keys of the waiting jobs, by place, where their order is not that of submit: c + p·(now − s)/q, or c alone. Where they
 * change with the time of week there are several layers of them, one behind the other, of which one holds.
 */
import { float, setFloat } from './columns'
import { now } from './running'

/** Kinds of keys that jobs have. */
export enum Keys {
  None,
  Static,
  Linear,
  /** Of several queues. */
  Several,
}

/** Layers of coefficients, at most. */
export const LAYERS: i32 = 4
let keys: Keys = Keys.None
/** Columns of fixed numbers, before those of all layers; all of these, where the first is, and bytes from one to the next. */
let fixed: i32 = 0
let columns: i32 = 0
let coefficients: usize = 0
let bytes: usize = 0
let layer: i32 = 0
/** The column of fixed keys that holds; −1 where a layer does. */
let column: i32 = 0
export let cs: usize = 0
export let ps: usize = 0
export let ss: usize = 0
export let qs: usize = 0

/**
 * @param fixedColumns of numbers that jobs keep
 * @param layers of coefficients; 0 of none
 */
export function clearKeys(kind: Keys, fixedColumns: i32, layers: i32): void {
  keys = kind === Keys.Several ? Keys.Static : kind
  fixed = fixedColumns
  columns = fixed + 4 * layers
  layer = 0
  column = fixed > 0 ? 0 : -1
  bytes = 0
}

/** Memory for the keys of `places` places. */
export function keyBytes(places: i32): u64 {
  return 8 * <u64>columns * <u64>places
}

/** Moves the keys of the first `taken` places up in memory to `from`, where there is room for `places`. */
export function layKeys(from: usize, places: i32, taken: i32): void {
  const before = bytes
  bytes = (<usize>places) << 3
  // The last column first: all move up.
  for (let k = columns - 1; k >= 0; k--) {
    memory.copy(from + <usize>k * bytes, coefficients + <usize>k * before, (<usize>taken) << 3)
  }
  coefficients = from
  if (column < 0) useLayer(layer)
  else useColumn(column)
}

/** Has the coefficients of a layer hold. */
export function useLayer(which: i32): void {
  layer = which
  column = -1
  if (keys === Keys.Static) keys = Keys.Linear
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
  return coefficients + <usize>which * bytes
}

/** A fixed number of the job at a place, by its column. */
export function numberAt(which: i32, place: i32): f64 {
  return float(fixedNumbers(which), place)
}

/** Gives the job at a place the numbers of all columns, which stand at the row `from` of columns of so many bytes. */
export function setNumbers(place: i32, from: usize, ofColumn: usize): void {
  for (let k = 0; k < columns; k++) {
    setFloat(fixedNumbers(k), place, load<f64>(from + <usize>k * ofColumn))
  }
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

/** A job gets another place. */
export function moveKeys(from: i32, to: i32): void {
  let column = coefficients
  for (let k = 0; k < columns; k++) {
    setFloat(column, to, float(column, from))
    column += bytes
  }
}
