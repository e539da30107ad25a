/** The time for which a job waited, cut where the reason changes: what passes say (`Pass.why`) at each event. */
import type { WaitingReason } from '../waiting-reason.js'
import { type Excerpts, NO_CHANGE, type Watched } from './excerpt.js'

/** Jobs in reasons are rows of the log. */
export interface Span {
  readonly from: number
  readonly to: number
  readonly reason: WaitingReason
  /** Processors free on the machine meanwhile. */
  readonly least: number
  readonly most: number
}

/** The spans of a job's wait, from its submit to its start; none where it did not wait. */
export function spansOf(excerpts: Excerpts, job: number): readonly Span[] {
  const spans: { from: number; to: number; reason: WaitingReason; least: number; most: number }[] = []
  let freeAtPass = 0
  let last: WaitingReason | null = null
  const start = excerpts.startOf(job, NO_CHANGE, (watched) => {
    const { engine, ranAt, rows } = watched
    const { now, free } = engine
    const said = reasonAt(watched, free > freeAtPass ? null : last)
    last = said
    if (ranAt === now) freeAtPass = free
    const reason = 'of' in said ? { ...said, of: rows[said.of] } : said
    const open = spans.at(-1)
    if (open !== undefined) open.to = now
    if (open !== undefined && isSame(open.reason, reason)) {
      open.reason = reason
      open.least = Math.min(open.least, free)
      open.most = Math.max(open.most, free)
    } else spans.push({ from: now, to: now, reason, least: free, most: free })
  })
  const open = spans.at(-1)
  if (open !== undefined) open.to = start
  return spans.filter(({ from, to }) => to > from)
}

/** @param before the reason when the last pass ran; null where processors have come free since */
function reasonAt({ engine, pass, row, ranAt }: Watched, before: WaitingReason | null): WaitingReason {
  const { now, size, free } = engine
  if (size[row] > free) return { kind: 'processors', free }
  if (ranAt === now) return pass.why?.(row) ?? { kind: 'cycle' }
  return before ?? { kind: 'cycle' }
}

/** Whether it is one reason still: instants of reservations move as jobs end. */
function isSame(one: WaitingReason, other: WaitingReason): boolean {
  if (one.kind !== other.kind) return false
  return !('of' in one && 'of' in other) || one.of === other.of
}
