import { describe, expect, it } from 'vitest'
import { Random } from '../../../../src/core/random.js'
import { replaceColumns } from '../../../../src/trace/job-table.js'
import { selectRows, traceWith } from '../../../../src/trace/select.js'
import type { Trace } from '../../../../src/trace/trace.js'
import { demoTrace } from '../../../../src/workload/demo.js'
import {
  fitModel,
  fitNotices,
  generateFromModel,
  modelText,
  parseModel,
} from '../../../../src/workload/model/index.js'
import { failureOf } from '../../../support/failures.js'
import { locality } from '../../../support/likeness.js'
import { MODEL, REGULARS } from './support.js'

const LOG = generateFromModel(MODEL, { jobs: 6000 })

/** `trace` with other columns; the order of jobs stays. */
function withColumns(trace: Trace, columns: Parameters<typeof replaceColumns>[1]): Trace {
  return traceWith(trace, { jobs: replaceColumns(trace.jobs, columns) })
}

describe('fitModel', () => {
  it('is a pure function of the log', () => {
    expect(modelText(fitModel(LOG))).toBe(modelText(fitModel(LOG)))
    const parts = fitModel(LOG, { leastUsers: 12 })
    expect(parts.archetypes.length).toBeLessThan(fitModel(LOG).archetypes.length)
  })

  it('says what it was made of', () => {
    const { evidence, machine, zone } = fitModel(LOG)
    const { jobs, clock } = LOG
    const last = jobs.submit[jobs.length - 1]
    expect(evidence).toMatchObject({
      log: LOG.name,
      digest: LOG.digest,
      jobs: 6000,
      users: new Set(jobs.user).size,
      seconds: last - jobs.submit[0],
      lastSubmit: clock.unixStart! + last,
      withoutUser: 0,
      withoutWait: 6000,
      settings: { leastUsers: 5, sessionPause: 3600 },
    })
    const work = jobs.size.reduce((sum, size, row) => sum + size * jobs.runtime[row], 0)
    expect(evidence.work / (work / evidence.seconds)).toBeCloseTo(1, 3)
    expect([machine, zone]).toEqual([64, 'Europe/Stockholm'])
  })

  it('counts every job once, and no more users than there are', () => {
    const { archetypes, evidence } = fitModel(LOG)
    const sum = (of: (each: (typeof archetypes)[number]) => number) =>
      archetypes.reduce((total, each) => total + of(each), 0)
    expect(sum(({ jobs }) => jobs)).toBe(evidence.jobs)
    expect(sum(({ users }) => users)).toBe(evidence.users)
    expect(sum(({ sessions }) => sessions)).toBe(evidence.sessions)
    const inKinds = archetypes.map(({ kinds }) =>
      kinds.flatMap(([, requests]) => requests.flatMap(([, runs]) => runs.filter((_, k) => k % 2 === 1))),
    )
    expect(inKinds.map((counts) => counts.reduce((total, count) => total + count, 0))).toEqual(
      archetypes.map(({ jobs }) => jobs),
    )
  })

  it('tells of nobody: k users behind each part, no numbers of users, only common sizes and requests', () => {
    const random = new Random('privacy')
    const { jobs } = LOG
    // One job in ten has a size and a request that hardly anyone else has.
    const rare = jobs.size.map(() => (random.uniform() < 0.1 ? 1 : 0))
    const trace = withColumns(LOG, {
      size: jobs.size.map((size, row) => (rare[row] ? 1 + random.int(64) : size)),
      estimate: jobs.estimate.map((estimate, row) => (rare[row] ? 1 + random.int(100_000) : estimate)),
    })
    for (const leastUsers of [5, 12]) {
      const model = fitModel(trace, { leastUsers })
      const users = (column: ArrayLike<number>, value: number): number =>
        new Set([...trace.jobs.user].filter((_, row) => column[row] === value)).size
      for (const { users: members, kinds } of model.archetypes) {
        expect(members).toBeGreaterThanOrEqual(leastUsers)
        for (const [size, requests] of kinds) {
          const shared = users(trace.jobs.size, size) >= leastUsers
          expect(shared || size === 64 || Number.isInteger(Math.log2(size)), `size ${size}`).toBe(true)
          for (const [estimate] of requests) {
            const usual = estimate % 60 === 0 || users(trace.jobs.estimate, estimate) >= leastUsers
            expect(usual || estimate === -1, `request ${estimate}`).toBe(true)
          }
        }
      }
      expect(model.evidence.movedSizes).toBeGreaterThan(25)
      expect(model.evidence.movedEstimates).toBeGreaterThan(400)
    }
  })

  it('does not depend on how users are numbered', () => {
    const model = fitModel(LOG)
    const renumbered = fitModel(withColumns(LOG, { user: LOG.jobs.user.map((user) => 100_000 - 7 * user) }))
    const { evidence, ...rest } = renumbered
    expect(rest).toEqual({ ...model, evidence: undefined })
    expect({ ...evidence, digest: '' }).toEqual({ ...model.evidence, digest: '' })
  })

  it('finds again what made the log', () => {
    const { week, archetypes } = fitModel(LOG)
    for (const hour of [9, 33, 60]) expect(week[hour]).toBeGreaterThan(1.5)
    for (const hour of [2, 130, 160]) expect(week[hour]).toBeLessThan(0.8)
    const regulars = archetypes.filter(({ leaving }) => leaving < 0.05)
    const visitors = archetypes.filter(({ leaving }) => leaving > 0.5)
    const present = regulars.reduce((sum, each) => sum + each.present, 0)
    expect(present).toBeGreaterThan(0.7 * REGULARS.present)
    expect(present).toBeLessThan(1.3 * REGULARS.present)
    const arrivals = visitors.reduce((sum, each) => sum + each.arrivals, 0)
    expect(arrivals).toBeGreaterThan(0.7)
    expect(arrivals).toBeLessThan(1.3)
  })

  it('gives workloads like its log', () => {
    const model = parseModel(modelText(fitModel(LOG)), 'm.json')
    const again = generateFromModel(model, { jobs: 6000, seed: 5 })
    const share = ({ jobs }: Trace, of: (row: number) => boolean) =>
      jobs.size.reduce((count, _, row) => count + (of(row) ? 1 : 0), 0) / jobs.length
    for (const size of [1, 8, 32]) {
      const real = share(LOG, (row) => LOG.jobs.size[row] === size)
      expect(Math.abs(share(again, (row) => again.jobs.size[row] === size) - real)).toBeLessThan(0.06)
    }
    const rate = ({ jobs }: Trace) => jobs.length / (jobs.submit[jobs.length - 1] - jobs.submit[0])
    expect(rate(again) / rate(LOG)).toBeGreaterThan(0.8)
    expect(rate(again) / rate(LOG)).toBeLessThan(1.25)
    expect(Math.abs(locality(again).size - locality(LOG).size)).toBeLessThan(0.08)
  })

  it('refuses logs that no model can be made of', () => {
    const empty = failureOf(() => fitModel(selectRows(LOG, new Int32Array(0))))
    expect(empty.kind).toBe('input-empty')
    const nobody = failureOf(() => fitModel(withColumns(LOG, { user: LOG.jobs.user.map(() => -1) })))
    expect(nobody.message).toContain('no job of this log has a user')
    const instant = failureOf(() => fitModel(withColumns(LOG, { submit: LOG.jobs.submit.map(() => 5) })))
    expect(instant.message).toContain('at one instant')
    for (const leastUsers of [0, 1.5, Number.NaN]) {
      expect(failureOf(() => fitModel(LOG, { leastUsers })).detail.field).toBe('leastUsers')
    }
    const few = failureOf(() => fitModel(withColumns(LOG, { user: LOG.jobs.user.map((user) => user % 3) })))
    expect([few.kind, few.detail.value, few.detail.expected]).toEqual(['usage', 3, '5 users or more'])
  })

  it('takes small logs, and says what is uncertain', () => {
    const first = (count: number) =>
      selectRows(
        LOG,
        Int32Array.from({ length: count }, (_, k) => k),
      )
    const tiny = first(30)
    const model = fitModel(tiny, { leastUsers: 1 })
    expect(generateFromModel(model, { jobs: 50 }).jobs.length).toBe(50)
    const notices = fitNotices(tiny, model).join('\n')
    expect(notices).toContain('shorter than 8 weeks')
    expect(notices).toContain('30 jobs without a recorded wait')
    expect(fitNotices(LOG, fitModel(LOG)).join()).not.toContain('weeks')

    const demo = demoTrace()
    const clockless = traceWith(demo, { clock: { unixStart: null, zone: 'UTC' } })
    const unknown = fitModel(clockless)
    expect(fitNotices(clockless, unknown).join()).toContain('does not say when it began')
    expect(unknown.evidence.lastSubmit).toBeNull()
    expect(generateFromModel(unknown, { jobs: 10 }).clock).toEqual({ unixStart: null, zone: 'UTC' })
  })

  it('leaves out jobs without a user', () => {
    const trace = withColumns(LOG, { user: LOG.jobs.user.map((user, row) => (row % 4 === 0 ? -1 : user)) })
    const model = fitModel(trace)
    expect(model.evidence).toMatchObject({ jobs: 4500, withoutUser: 1500 })
    expect(fitNotices(trace, model).join()).toContain('1,500 jobs without a user')
  })
})
