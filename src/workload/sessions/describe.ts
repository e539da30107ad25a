/**
 * Sessions of a log described, over all users and of the busiest ones, as plain data.
 *
 * Length of a session: from its first submit to its last known end; activity: from its first submit to its last.
 * Quantiles are of type 7; think times are those between batches, one a batch (that of its first job).
 */
import { ascending, quantile } from '../../core/statistics.js'
import { type Quantiles, quantilesOf } from '../../trace/describe.js'
import type { Trace } from '../../trace/trace.js'
import { replayError, type Sessions } from './extract.js'

export interface UserSessions {
  readonly user: number
  readonly jobs: number
  readonly sessions: number
  readonly batches: number
  /** Jobs that depend on another. */
  readonly dependent: number
  /** Median of the think times, seconds; null where there are none. */
  readonly medianThink: number | null
}

export interface SessionFacts {
  readonly jobs: number
  readonly users: number
  readonly sessions: number
  readonly batches: number
  /** Jobs that depend on another; all others are submitted at their recorded instants. */
  readonly dependent: number
  /** Jobs whose ends are not known. */
  readonly unknownEnds: number
  readonly jobsPerSession: Quantiles | null
  readonly batchesPerSession: Quantiles | null
  readonly sessionsPerUser: Quantiles | null
  readonly length: Quantiles | null
  readonly activity: Quantiles | null
  readonly thinkTimes: Quantiles | null
  /** Submits that are not told exactly by recorded end + think time, and the largest difference in seconds. */
  readonly replay: { readonly checked: number; readonly moved: number; readonly largest: number }
  /** The users with the most jobs first, at most ten. */
  readonly top: readonly UserSessions[]
}

const TOP_USERS = 10

export function describeSessions(trace: Trace, sessions: Sessions): SessionFacts {
  const { submit, runtime, user, length } = trace.jobs
  const { wait } = trace.fields
  const sessionCount = largest(sessions.session)
  const batchCount = largest(sessions.batch)
  const jobsOf = new Float64Array(sessionCount)
  const batchesOf = new Float64Array(sessionCount)
  const first = new Float64Array(sessionCount).fill(Number.NaN)
  const last = new Float64Array(sessionCount)
  const end = new Float64Array(sessionCount)
  const seenBatch = new Uint8Array(batchCount + 1)
  const thinks: number[] = []
  const users = new Map<number, UserCounts>()
  for (let row = 0; row < length; row++) {
    const k = sessions.session[row] - 1
    const counts = countsOf(users, user[row])
    if (jobsOf[k] === 0) {
      first[k] = submit[row]
      counts.sessions++
    }
    jobsOf[k]++
    counts.jobs++
    last[k] = submit[row]
    const known = wait !== undefined && wait[row] >= 0 && runtime[row] >= 0
    end[k] = Math.max(end[k], submit[row] + (known ? wait[row] + runtime[row] : 0))
    if (sessions.preceding[row] >= 0) counts.dependent++
    if (seenBatch[sessions.batch[row]] === 0) {
      seenBatch[sessions.batch[row]] = 1
      batchesOf[k]++
      counts.batches++
      if (sessions.preceding[row] >= 0) {
        thinks.push(sessions.think[row])
        counts.thinks.push(sessions.think[row])
      }
    }
  }
  const named = [...users].filter(([number]) => number >= 0)
  return {
    jobs: length,
    users: named.length,
    sessions: sessionCount,
    batches: batchCount,
    dependent: sessions.preceding.reduce((count, row) => (row >= 0 ? count + 1 : count), 0),
    unknownEnds: sessions.unknownEnds,
    jobsPerSession: quantilesOf(jobsOf),
    batchesPerSession: quantilesOf(batchesOf),
    sessionsPerUser: quantilesOf(named.map(([, counts]) => counts.sessions)),
    length: quantilesOf(end.map((time, k) => time - first[k])),
    activity: quantilesOf(last.map((time, k) => time - first[k])),
    thinkTimes: quantilesOf(thinks),
    replay: replayError(trace, sessions),
    top: named
      .map(([number, { thinks: own, ...counts }]) => ({
        user: number,
        ...counts,
        medianThink: own.length === 0 ? null : quantile(ascending(own), 0.5),
      }))
      .sort((a, b) => b.jobs - a.jobs || a.user - b.user)
      .slice(0, TOP_USERS),
  }
}

interface UserCounts {
  jobs: number
  sessions: number
  batches: number
  dependent: number
  readonly thinks: number[]
}

function countsOf(users: Map<number, UserCounts>, user: number): UserCounts {
  let counts = users.get(user)
  if (counts === undefined) {
    counts = { jobs: 0, sessions: 0, batches: 0, dependent: 0, thinks: [] }
    users.set(user, counts)
  }
  return counts
}

function largest(numbers: Int32Array): number {
  return numbers.reduce((high, number) => Math.max(high, number), 0)
}
