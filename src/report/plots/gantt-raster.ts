/**
 * The cells of a large Gantt chart: for every time bin and row of processors which user group used most of it and
 * how much of it was used at all. Exact: every job adds its processor-seconds to the cells it touches, parts of
 * cells by their share. Pure.
 */
import type { Paint } from '../../core/scene.js'
import type { Allocation } from '../../sim/allocation.js'
import type { Schedule } from '../../sim/schedule.js'
import { groupColour } from './theme.js'

/** Steps of how much of a cell is used: up to a quarter, a half, three quarters, all. */
export const STRENGTHS = 4
/** Opacity of each. */
const OPACITY = [0.25, 0.5, 0.75, 1]
/** Use below this share of a cell is not drawn. */
const LEAST_SHARE = 0.01

export interface RasterGrid {
  /** Seconds from the log's zero; to > from. */
  readonly from: number
  readonly to: number
  /** Columns. */
  readonly bins: number
  /** Rows; row r holds processors [r·step, (r+1)·step), step = ⌈processors / rows⌉. */
  readonly rows: number
}

export interface Raster extends RasterGrid {
  /** Groups 0 … groups−1 occur. */
  readonly groups: number
  /**
   * Row by row; 0: idle; else 1 + group·STRENGTHS + strength, strength 0 … STRENGTHS−1. The group is the one with
   * most processor-seconds in the cell, the lower number on a tie.
   */
  readonly cells: Uint16Array
}

/** The colour of a cell that is in use, and how strong it is. */
export function cellPaint(cell: number): { readonly colour: Paint; readonly opacity: number } {
  return {
    colour: groupColour(Math.floor((cell - 1) / STRENGTHS)),
    opacity: OPACITY[(cell - 1) % STRENGTHS],
  }
}

export function coverageRaster(schedule: Schedule, allocation: Allocation, grid: RasterGrid): Raster {
  const { jobs, start, processors } = schedule
  const { from, to, bins, rows } = grid
  const width = (to - from) / bins
  const step = Math.ceil(processors / rows)
  let groups = 1
  for (let row = 0; row < jobs.length; row++) groups = Math.max(groups, jobs.group[row] + 1)

  // used[(bin·rows + row)·groups + group]: processor-seconds. Jobs come by and by, and hold neighbouring processors, so that
  // what they touch lies together.
  const used = new Float64Array(rows * bins * groups)
  const seconds = new Float64Array(bins)
  for (let job = 0; job < jobs.length; job++) {
    const begins = Math.max(from, start[job])
    const ends = Math.min(to, start[job] + jobs.runtime[job])
    const group = Math.max(0, jobs.group[job])
    if (!(ends > begins)) continue
    const firstBin = Math.min(bins - 1, Math.floor((begins - from) / width))
    const lastBin = Math.min(bins - 1, Math.ceil((ends - from) / width) - 1)
    for (let bin = firstBin; bin <= lastBin; bin++) {
      seconds[bin] = Math.max(
        0,
        Math.min(ends, from + (bin + 1) * width) - Math.max(begins, from + bin * width),
      )
    }
    for (let at = allocation.from[job]; at < allocation.to[job]; at += 2) {
      const first = allocation.intervals[at]
      const past = allocation.intervals[at + 1] + 1
      const firstRow = Math.floor(first / step)
      const lastRow = Math.floor((past - 1) / step)
      const above = firstRow === lastRow ? past - first : (firstRow + 1) * step - first
      const below = past - lastRow * step
      for (let bin = firstBin; bin <= lastBin; bin++) {
        const share = seconds[bin]
        const full = step * share
        let cell = (bin * rows + firstRow) * groups + group
        used[cell] += above * share
        for (let row = firstRow + 1; row < lastRow; row++) {
          cell += groups
          used[cell] += full
        }
        if (lastRow > firstRow) used[cell + groups] += below * share
      }
    }
  }

  const cells = new Uint16Array(rows * bins)
  for (let bin = 0; bin < bins; bin++) {
    for (let row = 0; row < rows; row++) {
      const capacity = (Math.min(processors, (row + 1) * step) - row * step) * width
      cells[row * bins + bin] = cellOf(used, (bin * rows + row) * groups, groups, capacity)
    }
  }
  return { ...grid, groups, cells }
}

function cellOf(used: Float64Array, at: number, groups: number, capacity: number): number {
  let total = 0
  let most = 0
  for (let group = 0; group < groups; group++) {
    total += used[at + group]
    if (used[at + group] > used[at + most]) most = group
  }
  const share = total / capacity
  if (!(share >= LEAST_SHARE)) return 0
  const strength = Math.min(STRENGTHS - 1, Math.floor(share * STRENGTHS))
  return 1 + most * STRENGTHS + strength
}
