/**
 * User sessions, batches and think times of a log: what a user did in one go, and which of his jobs he submitted only
 * when an earlier one had ended.
 *
 * The end of a job is submit + wait + run time. A user's jobs are taken in job order; s is the submit time of the job
 * at hand. Where a session ends depends on the rule (Zakay and Feitelson, "On identifying user session boundaries in
 * parallel workload logs", JSSPP 2012):
 * - `max`: at a think time above the threshold, s − E > threshold, E the latest end of all his earlier jobs. With 20
 *   minutes this is the rule of Zilber, Amit and Talby (ICS 2005) and of Shmueli and Feitelson (MASCOTS 2007).
 * - `last`: the same with E the end of the job submitted last.
 * - `arrival`: at a pause in submitting above the threshold (an hour in that paper), however long the jobs run.
 * Within a session, a job submitted while jobs of the current batch are still to end belongs to that batch (s < E; E
 * as above, for `arrival` the latest end of the session's jobs): its user did not wait for them. Else it begins a new
 * batch, and the job that ended at E is the one it depends on; every job of that batch depends on the same one, with a
 * think time of its own, submit − E ≥ 0. Batches and their think times: Shmueli and Feitelson (2007).
 *
 * Jobs of a session's first batch depend on none. So does a job without a user, a session of its own. A job whose end
 * is not known (no wait, no run time) takes part, but nothing depends on it and it prolongs no session by think time.
 *
 * What it promises: if every job that others depend on ends at its recorded end, then end + think time is the recorded
 * submit of each dependent job (to the second; exactly so in logs of whole seconds). What it cannot know: whether the
 * user really waited for that end. In a simulation that ends the jobs of a batch in another order, the job that the
 * next batch depends on need no longer be the last to end.
 */

import { QueuewrightError } from '../../core/errors.js'
import { groupedBy } from '../../core/grouping.js'
import { type Given, settled } from '../../core/settings/index.js'
import type { Dependencies } from '../../sim/dependencies.js'
import { traceWith } from '../../trace/select.js'
import type { SwfField, Trace } from '../../trace/trace.js'
import { SESSIONS } from './settings.js'

export type SessionOptions = Pick<Given<typeof SESSIONS>, 'by' | 'threshold'>

/** Row by row beside the jobs of a trace. */
export interface Sessions {
  /** Number of the session, from 1 in order of first submits. */
  readonly session: Int32Array
  /** Number of the batch, from 1 in order of first submits; numbered over the whole log. */
  readonly batch: Int32Array
  /** Row of the job on whose end this job's submission depended; −1: on none. */
  readonly preceding: Int32Array
  /** Seconds from that end to this job's submission, 0 or more; −1 where there is no such job. */
  readonly think: Float64Array
  /** Jobs whose ends are not known. */
  readonly unknownEnds: number
}

/** The further fields that `extractSessions` reads. */
export const SESSION_FIELDS = ['wait'] as const satisfies readonly SwfField[]

/** The further fields that `sessionsOfLog` reads. */
export const DEPENDENCY_FIELDS = ['wait', 'precedingJob', 'thinkTime'] as const satisfies readonly SwfField[]

/** The state of a user so far. */
interface UserState {
  session: number
  batch: number
  /** The row that the jobs of the current batch depend on. */
  preceding: number
  lastSubmit: number
  /** The end E and the row of its job; −Infinity where no end is known. */
  end: number
  endRow: number
}

/**
 * The sessions of `trace`, which has the field `wait`.
 * @throws QueuewrightError `usage` for a threshold below 0 and for a log in which no job has a recorded wait
 */
export function extractSessions(trace: Trace, options: SessionOptions = {}): Sessions {
  const { by, threshold } = settled(SESSIONS, options, {}, 'sessions cannot be told apart like this')
  const { submit, user, length } = trace.jobs
  const ends = recordedEnds(trace)
  const sessions = emptySessions(length, ends)
  const states = new Map<number, UserState>()
  let sessionCount = 0
  let batchCount = 0
  for (let row = 0; row < length; row++) {
    const now = submit[row]
    let state = user[row] < 0 ? undefined : states.get(user[row])
    const since = state === undefined ? 0 : by === 'arrival' ? state.lastSubmit : state.end
    if (state === undefined || !(now - since <= threshold)) {
      state = {
        session: ++sessionCount,
        batch: ++batchCount,
        preceding: -1,
        lastSubmit: now,
        end: Number.NEGATIVE_INFINITY,
        endRow: -1,
      }
      if (user[row] >= 0) states.set(user[row], state)
    } else if (now >= state.end && state.endRow >= 0 && state.endRow !== state.preceding) {
      state.batch = ++batchCount
      state.preceding = state.endRow
    }
    sessions.session[row] = state.session
    sessions.batch[row] = state.batch
    if (state.preceding >= 0) {
      sessions.preceding[row] = state.preceding
      sessions.think[row] = now - ends[state.preceding]
    }
    state.lastSubmit = now
    if (ends[row] >= 0 && (by === 'last' || ends[row] > state.end)) {
      state.end = ends[row]
      state.endRow = row
    }
  }
  return sessions
}

/**
 * The dependencies that the log itself tells, in SWF fields 17 (preceding job) and 18 (think time). A preceding job is
 * the latest one of that number before the job's row, else the first after it. Where only the think time is missing,
 * it is taken from the recorded end, if that is known and not after the submit. A session is a job that depends on
 * none and all that depend on it, directly or not; a batch, the jobs of a session that depend on the same job. A
 * dependency on a job that is not in the log, or on itself, counts as none.
 * @throws QueuewrightError `usage` where no job of the log has a preceding job that is in it
 */
export function sessionsOfLog(trace: Trace): Sessions {
  const { id, submit, length } = trace.jobs
  const { precedingJob, thinkTime } = trace.fields
  const ends = recordedEnds(trace, true)
  const sessions = emptySessions(length, ends)
  const { preceding, think } = sessions
  if (precedingJob !== undefined) {
    const rowsOf = groupedBy(id.keys(), (row) => id[row])
    for (let row = 0; row < length; row++) {
      const number = precedingJob[row]
      const rows = number > 0 ? (rowsOf.get(number) ?? []) : []
      const before = rows.findLast((other) => other < row) ?? rows.find((other) => other > row)
      if (before === undefined) continue
      const told = thinkTime?.[row] ?? -1
      const seconds = told >= 0 ? told : ends[before] >= 0 ? submit[row] - ends[before] : -1
      if (!(seconds >= 0)) continue
      preceding[row] = before
      think[row] = seconds
    }
  }
  if (preceding.every((row) => row < 0)) {
    throw new QueuewrightError('usage', 'this log does not say which jobs depend on which', {
      field: 'precedingJob',
      expected: 'numbers of jobs of this log in field 17',
      remedy: 'Extract the sessions from the times instead',
    })
  }
  number(sessions)
  return sessions
}

/** Dependencies for a simulation with user feedback; the arrays are shared, not copied. */
export function dependenciesOf({ preceding, think }: Sessions): Dependencies {
  return { preceding, think }
}

/** `trace` with its fields 17 and 18 filled from the sessions; −1 where a job depends on none. */
export function withDependencyFields(trace: Trace, { preceding, think }: Dependencies): Trace {
  const { id } = trace.jobs
  const precedingJob = Float64Array.from(preceding, (row) => (row < 0 ? -1 : id[row]))
  return traceWith(trace, { fields: { ...trace.fields, precedingJob, thinkTime: think.slice() } })
}

/**
 * How far submit times move if all others end as recorded: |end of the preceding job + think − submit| of the jobs
 * whose preceding job has a known end.
 */
export function replayError(
  trace: Trace,
  { preceding, think }: Sessions,
): { checked: number; moved: number; largest: number } {
  const ends = recordedEnds(trace, true)
  let checked = 0
  let moved = 0
  let largest = 0
  for (let row = 0; row < preceding.length; row++) {
    const before = preceding[row]
    if (before < 0 || ends[before] < 0) continue
    const error = Math.abs(ends[before] + think[row] - trace.jobs.submit[row])
    checked++
    if (error > 0) moved++
    if (error > largest) largest = error
  }
  return { checked, moved, largest }
}

/** Recorded end of each job, seconds from the log's zero; −1 where it is not known. */
function recordedEnds(trace: Trace, mayMiss = false): Float64Array {
  const { submit, runtime, length } = trace.jobs
  const { wait } = trace.fields
  const ends = new Float64Array(length).fill(-1)
  let known = false
  for (let row = 0; wait !== undefined && row < length; row++) {
    if (!(wait[row] >= 0 && runtime[row] >= 0)) continue
    ends[row] = submit[row] + wait[row] + runtime[row]
    known = true
  }
  if (known || mayMiss || length === 0) return ends
  throw new QueuewrightError(
    'usage',
    'no job of this log has a recorded wait, so nobody knows when it ended',
    {
      field: 'wait',
      remedy:
        'Simulate the log under a policy and take the schedule instead: qw simulate LOG --out SCHEDULE.swf',
    },
  )
}

function emptySessions(length: number, ends: Float64Array): Sessions {
  return {
    session: new Int32Array(length),
    batch: new Int32Array(length),
    preceding: new Int32Array(length).fill(-1),
    think: new Float64Array(length).fill(-1),
    unknownEnds: ends.reduce((count, end) => (end < 0 ? count + 1 : count), 0),
  }
}

/** Numbers sessions and batches by what depends on what; jobs that wait for each other in a ring are a session too. */
function number({ session, batch, preceding }: Sessions): void {
  const root = new Int32Array(preceding.length).fill(-1)
  for (let row = 0; row < preceding.length; row++) {
    const path: number[] = []
    let at = row
    while (preceding[at] >= 0 && root[at] < 0) {
      root[at] = at
      path.push(at)
      at = preceding[at]
    }
    const end = root[at] >= 0 ? root[at] : at
    for (const each of path) root[each] = end
    root[row] = end
  }
  const sessionOf = new Map<number, number>()
  const batchOf = new Map<number, number>()
  for (let row = 0; row < preceding.length; row++) {
    session[row] = numberOf(sessionOf, root[row])
    // A job that depends on none is a batch of its own, told from those that depend on it by its sign.
    batch[row] = numberOf(batchOf, preceding[row] < 0 ? -1 - row : preceding[row])
  }
}

function numberOf(numbers: Map<number, number>, key: number): number {
  const known = numbers.get(key) ?? numbers.size + 1
  numbers.set(key, known)
  return known
}
