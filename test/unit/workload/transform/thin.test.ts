import { describe, expect, it } from 'vitest'
import { scheduleAsTrace } from '../../../../src/trace/swf/index.js'
import { demoTrace } from '../../../../src/workload/demo.js'
import { extractSessions } from '../../../../src/workload/sessions/index.js'
import { THINNING_UNITS, thinTrace } from '../../../../src/workload/transform/thin.js'
import { failureOf } from '../../../support/failures.js'
import { columnOf, logOf } from './support.js'

const DEMO = demoTrace({ jobs: 1000 })

describe('thinTrace', () => {
  it('keeps exactly the share of what is drawn', () => {
    for (const share of [0.001, 0.25, 0.5, 1]) {
      const { trace, units, kept } = thinTrace(DEMO, { share, by: 'jobs', seed: 3 })
      expect([trace.jobs.length, units, kept]).toEqual([1000 * share, 1000, 1000 * share])
    }
    expect(thinTrace(DEMO, { share: 1, by: 'users', seed: 3 }).trace.digest).toBe(DEMO.digest)
    expect(thinTrace(DEMO, { share: 1e-9, by: 'jobs', seed: 3 }).kept).toBe(1)
  })

  it('keeps another part with another seed, the same with the same', () => {
    const digest = (seed: number) => thinTrace(DEMO, { share: 0.5, by: 'jobs', seed }).trace.digest
    expect(digest(1)).toBe(digest(1))
    expect(digest(1)).not.toBe(digest(2))
  })

  it('draws every job equally often', () => {
    const counts = new Map<number, number>()
    const log = logOf(Array.from({ length: 10 }, () => ({})))
    for (let seed = 0; seed < 1000; seed++) {
      for (const id of thinTrace(log, { share: 0.3, by: 'jobs', seed }).trace.jobs.id)
        counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    // Binomial (1000, 0.3): mean 300, deviation 14.5; four deviations.
    for (let id = 1; id <= 10; id++) expect(Math.abs((counts.get(id) ?? 0) - 300)).toBeLessThan(58)
  })

  it('keeps users whole', () => {
    const { trace } = thinTrace(DEMO, { share: 0.3, by: 'users', seed: 7 })
    const kept = new Set(trace.jobs.user)
    expect(trace.jobs.length).toBe(DEMO.jobs.user.filter((user) => kept.has(user)).length)
    const users = new Set(DEMO.jobs.user).size
    expect(kept.size).toBe(Math.round(0.3 * users))
  })

  it('keeps sessions whole, told apart as they are elsewhere', () => {
    const wait = new Float64Array(DEMO.jobs.length)
    const timed = scheduleAsTrace(
      DEMO,
      DEMO.jobs.submit.map((submit, row) => submit + wait[row]),
    )
    const { session } = extractSessions(timed, { by: 'arrival', threshold: 7200 })
    const { trace, units } = thinTrace(DEMO, { share: 0.4, by: 'sessions', seed: 7, gap: 7200 })
    expect(units).toBe(new Set(session).size)
    const sessionOf = new Map(Array.from(DEMO.jobs.id, (id, row) => [id, session[row]]))
    const kept = new Set(Array.from(trace.jobs.id, (id) => sessionOf.get(id)))
    expect(kept.size).toBe(Math.round(0.4 * units))
    expect(trace.jobs.length).toBe(session.filter((number) => kept.has(number)).length)
  })

  it('ends a session after an hour without a submit, and takes jobs without a user for themselves', () => {
    const log = logOf([
      { submit: 0, user: 1 },
      { submit: 1800, user: 2 },
      { submit: 3600, user: 1 },
      { submit: 7201, user: 1 },
      { submit: 7202, user: -1 },
      { submit: 7203, user: -1 },
    ])
    expect(thinTrace(log, { share: 1, by: 'sessions', seed: 1 }).units).toBe(5)
    expect(thinTrace(log, { share: 1, by: 'users', seed: 1 }).units).toBe(4)
  })

  it('forgets preceding jobs that were left out', () => {
    const log = logOf([
      { user: 1 },
      { user: 2, precedingJob: 1, thinkTime: 5 },
      { user: 2, precedingJob: 2, thinkTime: 6 },
    ])
    const seed = Array.from({ length: 50 }, (_, k) => k).find(
      (k) => thinTrace(log, { share: 0.5, by: 'users', seed: k }).trace.jobs.user[0] === 2,
    )!
    const { trace } = thinTrace(log, { share: 0.5, by: 'users', seed })
    expect(columnOf(trace, 'precedingJob')).toEqual([-1, 2])
    expect(columnOf(trace, 'thinkTime')).toEqual([-1, 6])
  })

  it('refuses shares, gaps and units that make no sense', () => {
    for (const share of [0, -0.5, 1.01, Number.NaN]) {
      expect(failureOf(() => thinTrace(DEMO, { share, by: 'jobs', seed: 1 })).detail.field).toBe('share')
    }
    expect(
      failureOf(() => thinTrace(DEMO, { share: 1, by: 'sessions', seed: 1, gap: -1 })).detail.field,
    ).toBe('gap')
    const nobody = logOf([{}, {}])
    for (const by of THINNING_UNITS.filter((unit) => unit !== 'jobs')) {
      expect(failureOf(() => thinTrace(nobody, { share: 0.5, by, seed: 1 })).message).toContain('users')
    }
  })
})
