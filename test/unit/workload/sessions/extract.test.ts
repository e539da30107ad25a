import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JobTableBuilder } from '../../../../src/trace/job-table.js'
import { createTrace } from '../../../../src/trace/select.js'
import { writeSwf } from '../../../../src/trace/swf/index.js'
import type { Trace } from '../../../../src/trace/trace.js'
import {
  DEPENDENCY_FIELDS,
  dependenciesOf,
  describeSessions,
  extractSessions,
  replayError,
  SESSION_RULES,
  type SessionRule,
  type Sessions,
  sessionsOfLog,
  withDependencyFields,
} from '../../../../src/workload/sessions/index.js'
import { failureOf } from '../../../support/failures.js'
import { readText } from '../../../support/logs.js'

interface Job {
  readonly submit: number
  readonly wait: number
  readonly run: number
  readonly user: number
}

/** A log of the jobs, which are in order of submit; job numbers 101, 102, … */
function logOf(jobs: readonly Job[], fields: Trace['fields'] = {}): Trace {
  const builder = new JobTableBuilder(jobs.length)
  jobs.forEach(({ submit, run, user }, k) => {
    builder.addValues(101 + k, submit, run, -1, 1, user, 0)
  })
  return createTrace({
    name: 'log',
    processors: 8,
    clock: { unixStart: 0, zone: 'UTC' },
    jobs: builder.finish().table,
    fields: { wait: Float64Array.from(jobs, ({ wait }) => wait), ...fields },
    header: [],
    dropped: {},
    notices: [],
  })
}

/** submit, wait, run, user. */
function log(...rows: readonly (readonly [number, number, number, number])[]): Trace {
  return logOf(rows.map(([submit, wait, run, user]) => ({ submit, wait, run, user })))
}

function plain({ session, batch, preceding, think }: Sessions) {
  return {
    session: [...session],
    batch: [...batch],
    preceding: [...preceding],
    think: [...think],
  }
}

/** Minutes as seconds. */
const m = (minutes: number) => 60 * minutes

describe('extractSessions', () => {
  it('parts batches within a session, and sessions at long think times', () => {
    const trace = log(
      [0, 10, m(10), 1],
      // Before the first ends: the same batch.
      [m(5), 0, m(60), 1],
      // 90 s after both have ended: a batch that depends on the later end.
      [m(65) + 90, 0, m(1), 1],
      [m(65) + 95, 0, m(2), 1],
      // 20 min after the last end exactly: still the session.
      [m(67) + 95 + m(20), 0, 30, 1],
      // 20 min 1 s after the end: another session.
      [m(67) + 95 + m(20) + 30 + m(20) + 1, 0, 1, 1],
    )
    expect(plain(extractSessions(trace))).toEqual({
      session: [1, 1, 1, 1, 1, 2],
      batch: [1, 1, 2, 2, 3, 4],
      preceding: [-1, -1, 1, 1, 3, -1],
      think: [-1, -1, 90, 95, m(20), -1],
    })
  })

  it('keeps users apart, and jobs without one from each other', () => {
    const trace = log([0, 0, 10, 1], [20, 0, 10, 2], [30, 0, 10, -1], [40, 0, 10, 1], [50, 0, 10, -1])
    expect(plain(extractSessions(trace))).toEqual({
      session: [1, 2, 3, 1, 4],
      batch: [1, 2, 3, 4, 5],
      preceding: [-1, -1, -1, 0, -1],
      think: [-1, -1, -1, 30, -1],
    })
  })

  it('goes by the rule', () => {
    const trace = log(
      [0, 0, m(180), 1],
      [m(1), 0, m(1), 1],
      // 2 min after the last job's end, while the first still runs.
      [m(4), 0, m(1), 1],
      // 45 min after that one's end, 46 min after its submit.
      [m(50), 0, m(1), 1],
      // 70 min later, while the first still runs.
      [m(120), 0, m(1), 1],
    )
    expect(plain(extractSessions(trace, { by: 'max' }))).toMatchObject({
      session: [1, 1, 1, 1, 1],
      batch: [1, 1, 1, 1, 1],
    })
    expect(plain(extractSessions(trace, { by: 'last' }))).toEqual({
      session: [1, 1, 1, 2, 3],
      batch: [1, 1, 2, 3, 4],
      preceding: [-1, -1, 1, -1, -1],
      think: [-1, -1, m(2), -1, -1],
    })
    expect(plain(extractSessions(trace, { by: 'arrival' }))).toEqual({
      session: [1, 1, 1, 1, 2],
      batch: [1, 1, 1, 1, 2],
      preceding: [-1, -1, -1, -1, -1],
      think: [-1, -1, -1, -1, -1],
    })
    expect(plain(extractSessions(trace, { by: 'last', threshold: m(45) }))).toMatchObject({
      session: [1, 1, 1, 1, 2],
      preceding: [-1, -1, 1, 2, -1],
    })
  })

  it('lets nothing depend on an end that is not known', () => {
    const trace = log([0, 0, 10, 1], [20, -1, 10, 1], [40, 0, 10, 1], [3000, -1, 10, 1], [3010, 0, 5, 1])
    const sessions = extractSessions(trace)
    expect(plain(sessions)).toEqual({
      session: [1, 1, 1, 2, 3],
      batch: [1, 2, 2, 3, 4],
      preceding: [-1, 0, 0, -1, -1],
      think: [-1, 10, 30, -1, -1],
    })
    expect(sessions.unknownEnds).toBe(2)
  })

  it('refuses a log without waits and thresholds below 0', () => {
    const none = failureOf(() => extractSessions(log([0, -1, 10, 1])))
    expect([none.kind, none.detail.field]).toEqual(['usage', 'wait'])
    expect(none.message).toContain('qw simulate')
    for (const threshold of [-1, Number.NaN]) {
      const failure = failureOf(() => extractSessions(log([0, 0, 10, 1]), { threshold }))
      expect([failure.kind, failure.detail.field]).toEqual(['usage', 'threshold'])
    }
  })

  it('takes an empty log', () => {
    expect(plain(extractSessions(logOf([])))).toEqual({ session: [], batch: [], preceding: [], think: [] })
  })
})

const JOBS = fc
  .array(
    fc.record({
      gap: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3000 })),
      wait: fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 0, max: 900 }) }, fc.constant(-1)),
      run: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 4000 })),
      user: fc.integer({ min: -1, max: 2 }),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((drafts) => {
    let submit = 0
    return drafts.map(({ gap, ...job }) => {
      submit += gap
      return { submit, ...job }
    })
  })
  .filter((jobs) => jobs.some(({ wait }) => wait >= 0))

/** The definition, job by job, each time from all that went before. */
function slowSessions(jobs: readonly Job[], by: SessionRule): { starts: boolean; depends: number }[] {
  const end = ({ submit, wait, run }: Job) => (wait < 0 ? Number.NEGATIVE_INFINITY : submit + wait + run)
  const told: { starts: boolean; depends: number }[] = []
  jobs.forEach((job, row) => {
    const own = jobs.flatMap((other, k) => (k < row && other.user === job.user && job.user >= 0 ? [k] : []))
    const known = own.filter((k) => jobs[k].wait >= 0)
    const from = own.findLastIndex((k) => told[k].starts)
    const ofSession = own.slice(Math.max(0, from)).filter((k) => jobs[k].wait >= 0)
    const latest = ofSession.reduce((best, k) => (best < 0 || end(jobs[k]) > end(jobs[best]) ? k : best), -1)
    const reference = by === 'last' ? (ofSession.at(-1) ?? -1) : latest
    const since =
      by === 'arrival' ? jobs[own.at(-1) ?? row].submit : reference < 0 ? -1e99 : end(jobs[reference])
    const starts = own.length === 0 || job.submit - since > SESSION_RULES[by]
    if (by === 'max' && !starts) expect(Math.max(...known.map((k) => end(jobs[k])))).toBe(end(jobs[latest]))
    // Within a batch all depend on what its first job depends on.
    const before = own.at(-1)
    const inherited = before === undefined || starts ? -1 : told[before].depends
    const depends = starts ? -1 : reference >= 0 && job.submit >= end(jobs[reference]) ? reference : inherited
    told.push({ starts, depends })
  })
  return told
}

describe.each(['max', 'last', 'arrival'] as const)('sessions by %s', (by) => {
  it('are those of the definition', () => {
    fc.assert(
      fc.property(JOBS, (jobs) => {
        const { session, preceding } = extractSessions(logOf(jobs), { by })
        const seen = new Set<number>()
        const starts = [...session].map((number) => !seen.has(number) && seen.add(number) !== undefined)
        const told = slowSessions(jobs, by)
        expect(starts).toEqual(told.map(({ starts: first }) => first))
        expect([...preceding]).toEqual(told.map(({ depends }) => depends))
      }),
      { seed: 7, numRuns: 300 },
    )
  })

  it('tell every recorded submit exactly, and hang together', () => {
    fc.assert(
      fc.property(JOBS, (jobs) => {
        const trace = logOf(jobs)
        const sessions = extractSessions(trace, { by })
        const { session, batch, preceding, think } = sessions
        const dependsOf = new Map<number, number>()
        const sessionOf = new Map<number, number>()
        jobs.forEach((job, row) => {
          const before = preceding[row]
          expect(dependsOf.get(batch[row]) ?? before).toBe(before)
          expect(sessionOf.get(batch[row]) ?? session[row]).toBe(session[row])
          dependsOf.set(batch[row], before)
          sessionOf.set(batch[row], session[row])
          if (before < 0) return
          expect(before).toBeLessThan(row)
          expect([jobs[before].user, session[before]]).toEqual([job.user, session[row]])
          expect(think[row]).toBeGreaterThanOrEqual(0)
          expect(jobs[before].submit + jobs[before].wait + jobs[before].run + think[row]).toBe(job.submit)
        })
        expect(replayError(trace, sessions)).toMatchObject({ moved: 0, largest: 0 })
        expect(dependenciesOf(sessions)).toEqual({ preceding, think })
      }),
      { seed: 11, numRuns: 200 },
    )
  })

  it('are read back from fields 17 and 18', () => {
    fc.assert(
      fc.property(JOBS, (jobs) => {
        const trace = logOf(jobs)
        const sessions = extractSessions(trace, { by })
        fc.pre(sessions.preceding.some((row) => row >= 0))
        const text = [...writeSwf(withDependencyFields(trace, sessions))].join('')
        const read = readText(text, { fields: [...DEPENDENCY_FIELDS] })
        const { preceding, think } = sessionsOfLog(read)
        expect([...preceding]).toEqual([...sessions.preceding])
        expect([...think]).toEqual([...sessions.think])
      }),
      { seed: 13, numRuns: 100 },
    )
  })
})

describe('sessionsOfLog', () => {
  const fields = (precedingJob: number[], thinkTime: number[]) => ({
    precedingJob: Float64Array.from(precedingJob),
    thinkTime: Float64Array.from(thinkTime),
  })
  const jobs = [
    { submit: 0, wait: 5, run: 10, user: 1 },
    { submit: 100, wait: 0, run: 10, user: 1 },
    { submit: 200, wait: -1, run: 10, user: 2 },
    { submit: 300, wait: 0, run: 10, user: 1 },
    { submit: 400, wait: 0, run: 10, user: 1 },
  ]

  it('takes think times as they are told, and those that are not from the recorded ends', () => {
    const trace = logOf(jobs, fields([-1, 101, 999, 102, 103], [-1, 40, 3, -1, -1]))
    const sessions = sessionsOfLog(trace)
    // Job 999 is not in the log; the end of job 103 is not known.
    expect(plain(sessions)).toEqual({
      session: [1, 1, 2, 1, 3],
      batch: [1, 2, 3, 4, 5],
      preceding: [-1, 0, -1, 1, -1],
      think: [-1, 40, -1, 190, -1],
    })
    expect(replayError(trace, sessions)).toEqual({ checked: 2, moved: 1, largest: 45 })
  })

  it('numbers jobs that depend on each other in a ring as one session', () => {
    const { session, preceding } = sessionsOfLog(
      logOf(jobs, fields([102, 101, -1, 101, -1], [1, 1, -1, 1, -1])),
    )
    expect([...preceding]).toEqual([1, 0, -1, 0, -1])
    expect([...session]).toEqual([1, 1, 2, 1, 3])
  })

  it('refuses a log that tells none', () => {
    for (const trace of [logOf(jobs), logOf(jobs, fields([-1, 999, 103, 0, -1], [-1, 1, 1, 1, 1]))]) {
      const failure = failureOf(() => sessionsOfLog(trace))
      expect([failure.kind, failure.detail.field]).toEqual(['usage', 'precedingJob'])
    }
  })
})

describe('describeSessions', () => {
  it('counts over all users and for each', () => {
    const trace = log(
      [0, 5, 10, 1],
      [5, 0, 45, 1],
      [60, 0, 10, 1],
      [70, 0, 10, 2],
      [100, 0, 10, 1],
      [9000, 0, 100, 1],
    )
    const facts = describeSessions(trace, extractSessions(trace))
    expect(facts).toMatchObject({ jobs: 6, users: 2, sessions: 3, batches: 5, dependent: 2, unknownEnds: 0 })
    expect(facts.jobsPerSession).toMatchObject({ count: 3, mean: 2, max: 4 })
    expect(facts.batchesPerSession).toMatchObject({ max: 3 })
    expect(facts.sessionsPerUser).toMatchObject({ count: 2, mean: 1.5 })
    expect(facts.activity).toMatchObject({ min: 0, max: 100 })
    expect(facts.length).toMatchObject({ min: 10, max: 110 })
    expect(facts.thinkTimes).toMatchObject({ count: 2, min: 10, max: 30 })
    expect(facts.top).toEqual([
      { user: 1, jobs: 5, sessions: 2, batches: 4, dependent: 2, medianThink: 20 },
      { user: 2, jobs: 1, sessions: 1, batches: 1, dependent: 0, medianThink: null },
    ])
  })
})
