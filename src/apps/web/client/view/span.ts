/** Parts of time that are moved and zoomed, within a whole. Pure. */
import type { Span } from './view.js'

/** No shorter part is looked at, in seconds. */
const SHORTEST = 60

/** @param share of its length */
export function moved([from, to]: Span, share: number): Span {
  const by = (to - from) * share
  return [from + by, to + by]
}

/** About its middle. @param factor of its length */
export function zoomed([from, to]: Span, factor: number): Span {
  const middle = (from + to) / 2
  const half = ((to - from) / 2) * factor
  return [middle - half, middle + half]
}

/** The span moved and cut to lie within the whole; in whole seconds, so that addresses are short. */
export function clamped([from, to]: Span, whole: Span): Span {
  const most = whole[1] - whole[0]
  const length = Math.min(most, Math.max(Math.min(SHORTEST, most), to - from))
  const start = Math.min(whole[1] - length, Math.max(whole[0], (from + to - length) / 2))
  if (length === most) return whole
  return [Math.round(start), Math.round(start + length)]
}
