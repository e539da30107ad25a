/**
 * Bisectors: what extends regions of a front to the whole space (Franke, doctoral thesis, Dortmund 2006, 8.18-8.22, with
 * the normalisation that the print omits).
 *
 * Z is worse than every point of the front on every axis. The bisector of a point p of a region and a point q outside
 * contains Z and the middle of p and q, and is orthogonal to the plane through Z, p and q:
 *
 *     r = (p + q)/2 − Z     r̂ = r/‖r‖     n = (q − Z) − ((q − Z)·r̂) r̂, normalised     D(x) = n·(x − Z)
 *
 * D is negative at p and positive at q. A bisector is kept where no point of p's own region lies beyond it (D > 10⁻¹²):
 * the others divide schedules of one priority. What has D ≤ 10⁻¹² for all that are kept belongs to the region.
 */
import type { Front } from '../geometry/index.js'

/** Z on each axis of the normalised space, where points are from 0 to 1. */
export const FAR_POINT = 1.1
/** Beyond a plane. */
const BEYOND = 1e-12
/** p, q and Z count as lying on a line. */
const ON_A_LINE = 1e-12
/** More than rounding can make of a difference of products, as a share of them. */
const ROUNDED = 1e-9

/** Planes through Z, as their normals, which point away from the region. */
export interface Planes {
  readonly count: number
  /** count × axes, row-major, each of length 1. */
  readonly normals: Float64Array
}

/**
 * Which of the bisectors: all that are kept, or for each point outside the one that it is farthest beyond, which is quick
 * to judge by and decides nearly always the same.
 */
export type PlaneChoice = 'all' | 'deepest'

/**
 * The bisectors of one region.
 * @param regions of each point
 */
export function bisectorsOf(
  { objectives: d, points }: Front,
  regions: Int32Array,
  region: number,
  choice: PlaneChoice,
): Planes {
  const rays = points.map((value) => value - FAR_POINT)
  const inside = raysWhere(rays, d, regions, (other) => other === region)
  const outside = raysWhere(rays, d, regions, (other) => other !== region)
  const normals = new GrowingRows(d)
  const normal = new Float64Array(d)
  const deepest = new Float64Array(d)
  // Points that were found beyond a plane are likely to be beyond the next one too: they come to the front.
  const suspects = inside.slice()
  const keeps = (): boolean => {
    for (let at = 0; at < suspects.length; at += d) {
      if (dot(normal, suspects, at) > BEYOND) {
        exchange(suspects, at, Math.floor(at / (2 * d)) * d, d)
        return false
      }
    }
    return true
  }
  const squares = squaresOf(inside, d)
  for (let q = 0; q < outside.length; q += d) {
    const square = productOf(outside, q, outside, q, d)
    let depth = 0
    for (let p = 0; p < inside.length; p += d) {
      // The normal before it is normalised is q − s·(p + q), with s = q·(p + q) / ‖p + q‖²; its square is how far q is beyond.
      // That tells of nearly all bisectors that they are not kept, or not the deepest, with two products.
      const product = productOf(inside, p, outside, q, d)
      const along = product + square
      const share = along / (squares[p / d] + product + along)
      if (choice === 'deepest' && square - share * along < depth * depth - ROUNDED * square) continue
      const past = productOf(suspects, 0, outside, q, d)
      if (past - share * (productOf(suspects, 0, inside, p, d) + past) > ROUNDED * square) continue
      if (!bisect(inside, p, outside, q, normal)) continue
      if (choice === 'all') {
        if (keeps()) normals.add(normal)
        continue
      }
      const own = dot(normal, outside, q)
      if (own > depth && keeps()) {
        depth = own
        deepest.set(normal)
      }
    }
    if (depth > 0) normals.add(deepest)
  }
  return normals.rows()
}

/** Whether the ray belongs to the region that the planes bound. */
export function within({ normals }: Planes, ray: Float64Array): boolean {
  for (let at = 0; at < normals.length; at += ray.length) if (dot(ray, normals, at) > BEYOND) return false
  return true
}

/** How far the ray is beyond the plane that it is least, and the one that it is farthest beyond; 0 within. */
export function beyond({ normals }: Planes, ray: Float64Array): { least: number; farthest: number } {
  let least = Number.POSITIVE_INFINITY
  let farthest = 0
  for (let at = 0; at < normals.length; at += ray.length) {
    const distance = dot(ray, normals, at)
    if (distance <= BEYOND) continue
    least = Math.min(least, distance)
    farthest = Math.max(farthest, distance)
  }
  return farthest === 0 ? { least: 0, farthest } : { least, farthest }
}

/** A normalised point as seen from Z. */
export function rayTo(point: Float64Array): Float64Array {
  return point.map((value) => value - FAR_POINT)
}

function raysWhere(
  rays: Float64Array,
  d: number,
  regions: Int32Array,
  belongs: (region: number) => boolean,
): Float64Array {
  return rays.filter((_, k) => belongs(regions[Math.floor(k / d)]))
}

/** The bisector's normal into `normal`; false where there is none. */
function bisect(
  inside: Float64Array,
  p: number,
  outside: Float64Array,
  q: number,
  normal: Float64Array,
): boolean {
  const d = normal.length
  let square = 0
  let along = 0
  for (let k = 0; k < d; k++) {
    const r = (inside[p + k] + outside[q + k]) / 2
    normal[k] = r
    square += r * r
    along += outside[q + k] * r
  }
  const share = along / square
  let length = 0
  for (let k = 0; k < d; k++) {
    const value = outside[q + k] - share * normal[k]
    normal[k] = value
    length += value * value
  }
  length = Math.sqrt(length)
  if (length <= ON_A_LINE) return false
  for (let k = 0; k < d; k++) normal[k] /= length
  return true
}

/** The product of a vector with the row at `rows[at…]`. */
function dot(vector: Float64Array, rows: Float64Array, at: number): number {
  let sum = 0
  for (let k = 0; k < vector.length; k++) sum += vector[k] * rows[at + k]
  return sum
}

/** The product of two rows. */
function productOf(one: Float64Array, at: number, other: Float64Array, from: number, d: number): number {
  let sum = 0
  for (let k = 0; k < d; k++) sum += one[at + k] * other[from + k]
  return sum
}

function exchange(rows: Float64Array, one: number, other: number, d: number): void {
  for (let k = 0; k < d; k++) {
    const kept = rows[one + k]
    rows[one + k] = rows[other + k]
    rows[other + k] = kept
  }
}

function squaresOf(rows: Float64Array, d: number): Float64Array {
  return Float64Array.from({ length: rows.length / d }, (_, k) => productOf(rows, k * d, rows, k * d, d))
}

class GrowingRows {
  readonly #width: number
  #values = new Float64Array(0)
  #used = 0

  constructor(width: number) {
    this.#width = width
  }

  add(row: Float64Array): void {
    if (this.#used + this.#width > this.#values.length) {
      const larger = new Float64Array(Math.max(64 * this.#width, 2 * this.#values.length))
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values.set(row, this.#used)
    this.#used += this.#width
  }

  rows(): Planes {
    return { count: this.#used / this.#width, normals: this.#values.slice(0, this.#used) }
  }
}
