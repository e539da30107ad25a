/** The time for which a job waited, cut where the reason changes: what passes say (`Pass.blocks`, `Pass.why`) at each event. */
import type { WaitingReason } from '../waiting-reason.js'
import { NO_CHANGE } from './change.js'
import type { Excerpts, Watched } from './excerpt.js'

/** Jobs in reasons are rows of the log. */
export interface Span {
  readonly from: number
  readonly to: number
  readonly reason: WaitingReason
  /** Processors free meanwhile: on the machine, or in those of its partitions that the job may run in. */
  readonly least: number
  readonly most: number
}

/** The spans of a job's wait, from its submit to its start; none where it did not wait. */
export function spansOf(excerpts: Excerpts, job: number): readonly Span[] {
  const spans: { from: number; to: number; reason: WaitingReason; least: number; most: number }[] = []
  let freeAtPass = 0
  let last: WaitingReason | null = null
  const start = excerpts.startOf(job, NO_CHANGE, (watched) => {
    const { engine, pass, row, ranAt, rows } = watched
    const { now } = engine
    const free = pass.freeFor?.(row) ?? engine.free
    const said = reasonAt(watched, free, free > freeAtPass ? null : last)
    if (ranAt === now) {
      last = said
      freeAtPass = free
    }
    const reason = inLog(said, rows)
    const open = spans.at(-1)
    if (open !== undefined) open.to = now
    if (open !== undefined && identity(open.reason) === identity(reason)) {
      open.reason = merged(open.reason, reason)
      open.least = Math.min(open.least, free)
      open.most = Math.max(open.most, free)
    } else spans.push({ from: now, to: now, reason, least: free, most: free })
  })
  const open = spans.at(-1)
  if (open !== undefined) open.to = start
  return spans.filter(({ from, to }) => to > from)
}

/**
 * @param free processors that are free for the job
 * @param before the reason when the last pass ran; null where processors have come free since
 */
function reasonAt(
  { engine, pass, row, ranAt }: Watched,
  free: number,
  before: WaitingReason | null,
): WaitingReason {
  const { now, size } = engine
  const tooFew: WaitingReason | null = size[row] > free ? { kind: 'processors', free } : null
  const blocked = pass.blocks === undefined ? tooFew : pass.blocks(row)
  if (blocked !== null) return blocked
  if (ranAt === now) return pass.why?.(row) ?? CYCLE
  return before !== null && OF_PASSES.has(before.kind) ? before : CYCLE
}

const CYCLE: WaitingReason = { kind: 'cycle' }

/** Those that hold from one pass to the next. */
const OF_PASSES: ReadonlySet<WaitingReason['kind']> = new Set([
  'order',
  'reservation',
  'admission',
  'kept',
  'sight',
])

function inLog(reason: WaitingReason, rows: Int32Array): WaitingReason {
  if ('of' in reason) return { ...reason, of: rows[reason.of] }
  return reason.kind === 'limit' ? { ...reason, held: reason.held.map((row) => rows[row]) } : reason
}

/** The part of a reason that makes it one still: instants of reservations move as jobs end, and others come to fill a limit. */
function identity(reason: WaitingReason): string {
  const of = 'of' in reason ? reason.of : 'limit' in reason ? reason.limit : 'by' in reason ? reason.by : ''
  return `${reason.kind} ${of}`
}

/** The later one; of a limit with all who filled it. */
function merged(one: WaitingReason, other: WaitingReason): WaitingReason {
  if (one.kind !== 'limit' || other.kind !== 'limit') return other
  return { ...other, held: [...new Set([...one.held, ...other.held])].sort((a, b) => a - b) }
}
