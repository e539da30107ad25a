/** The account of usage against Slurm's own steps, taken one by one over all jobs. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resetsOf } from '../../../../src/sim/orders/multifactor/resets.js'
import { UsageAccount, type UsageTimes } from '../../../../src/sim/orders/multifactor/usage.js'

const SEED = 20261121
// biome-ignore lint/suspicious/noApproximativeNumericConstant: ln 2 as Slurm has it
const LN2 = 0.693
const NEVER = () => Number.POSITIVE_INFINITY

interface Run {
  readonly leaf: number
  readonly charge: number
  readonly start: number
  readonly end: number
}

/**
 * `_decay_thread` of Slurm's priority_multifactor.c: what each leaf has used at each computation. At a computation first
 * what is to be forgotten is forgotten, then all is decayed, then every running job is charged from the computation
 * before, or its start; a job that ends is charged when it ends.
 */
function slurmUsage(runs: readonly Run[], leaves: number, times: UsageTimes, computations: number): number[] {
  return slurmUsages(runs, leaves, times, computations).usage
}

/** And what it was before the last computation decayed and charged. Without limits a job's end is charged there, too. */
function slurmUsages(runs: readonly Run[], leaves: number, times: UsageTimes, computations: number) {
  const { origin, period, halfLife, nextReset, chargesAtEnd = true } = times
  let before = new Array<number>(leaves).fill(0)
  const decay = halfLife > 0 ? 1 - LN2 / halfLife : 1
  const usage = new Array<number>(leaves).fill(0)
  const charge = ({ leaf, charge, start }: Run, from: number, to: number) => {
    const seconds = Math.max(0, to - Math.max(start, from))
    usage[leaf] += seconds * decay ** seconds * charge
  }
  let last = origin
  for (let k = 1; k <= computations; k++) {
    const now = origin + k * period
    const ended = runs.filter((run) => run.end >= last && run.end < now)
    const forgets = nextReset(last) <= now
    if (chargesAtEnd) for (const run of ended) charge(run, last, run.end)
    if (forgets) usage.fill(0)
    before = [...usage]
    for (let leaf = 0; leaf < leaves; leaf++) usage[leaf] *= decay ** (now - last)
    for (const run of runs) if (run.start < now && run.end >= now) charge(run, last, now)
    if (!chargesAtEnd && !forgets) for (const run of ended) charge(run, last, run.end)
    last = now
  }
  return { usage, before }
}

/** Tells the account of starts and ends as they happen, and asks it in between as often as `asks` says. */
function accountOf(
  runs: readonly Run[],
  leaves: number,
  times: UsageTimes,
  asks: readonly number[],
): UsageAccount {
  const account = new UsageAccount(leaves, runs, times)
  const events = [
    ...runs.flatMap(({ start, end }, job) => [
      { at: start, job, rank: 1 },
      { at: end, job, rank: end === start ? 2 : 0 },
    ]),
    ...asks.map((at) => ({ at, job: -1, rank: 3 })),
  ].sort((a, b) => a.at - b.at || a.rank - b.rank || a.job - b.job)
  const running = new Set<number>()
  for (const { at, job } of events) {
    if (job < 0) account.advance(at)
    else if (running.has(job)) account.ended(job, at)
    else {
      running.add(job)
      account.started(job, runs[job].leaf, runs[job].charge, at)
    }
  }
  return account
}

const runs = fc.array(
  fc
    .record({
      leaf: fc.nat(3),
      charge: fc.constantFrom(1, 2, 7, 64, 0.25, 0),
      start: fc.integer({ min: 100, max: 900 }),
      length: fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 800 })),
    })
    .map(({ leaf, charge, start, length }) => ({ leaf, charge, start, end: start + length })),
  { maxLength: 25 },
)
const times = fc.record({
  origin: fc.constantFrom(0, 100),
  period: fc.constantFrom(6, 10, 60, 300, 1_000),
  halfLife: fc.constantFrom(0, 60, 500, 100_000),
  nextReset: fc.constantFrom(NEVER, (after: number) => (Math.floor(after / 333) + 1) * 333),
  chargesAtEnd: fc.boolean(),
})

describe('usage', () => {
  it('is what Slurm charges, however often it is asked', () => {
    fc.assert(
      fc.property(
        runs,
        times,
        fc.array(fc.integer({ min: 100, max: 2_000 }), { maxLength: 8 }),
        (jobs, when, asks) => {
          const end = 2_000
          const account = accountOf(jobs, 4, when, [...asks, end])
          const computations = Math.floor((end - when.origin) / when.period)
          expect(account.computations).toBe(computations)
          expect(account.at).toBe(when.origin + computations * when.period)
          const expected = slurmUsages(jobs, 4, when, computations)
          for (const which of ['usage', 'before'] as const) {
            account[which].forEach((usage, leaf) => {
              const slow = expected[which][leaf]
              expect(Math.abs(usage - slow)).toBeLessThanOrEqual(1e-9 * (1 + slow))
            })
          }
          expect([...account.usage]).toEqual([...accountOf(jobs, 4, when, [end]).usage])
        },
      ),
      { seed: SEED, numRuns: 2_000 },
    )
  })

  it('by hand: one job over three periods', () => {
    const decay = 1 - LN2 / 600
    const account = new UsageAccount(
      1,
      { length: 1 },
      { origin: 0, period: 100, halfLife: 600, nextReset: NEVER },
    )
    account.started(0, 0, 8, 30)
    account.advance(100)
    expect(account.usage[0]).toBe(70 * decay ** 70 * 8)
    account.advance(230)
    const second = 70 * decay ** 70 * 8 * decay ** 100 + 8 * (100 * decay ** 100)
    expect(account.usage[0]).toBe(second)
    // What it ran since then counts at the next computation, as it was charged at its end.
    account.ended(0, 250)
    expect(account.usage[0]).toBe(second)
    account.advance(300)
    expect(account.usage[0]).toBeCloseTo((second + 50 * decay ** 50 * 8) * decay ** 100, 9)
  })

  it('over centuries in which nothing starts is what the single periods give, at no cost', () => {
    const year = 365 * 86_400
    const yearly = (after: number) => (Math.floor(after / year) + 1) * year
    for (const nextReset of [NEVER, yearly]) {
      for (const halfLife of [0, 30 * 86_400]) {
        const when = { origin: 100, period: 300, halfLife, nextReset }
        const jobs = [
          { leaf: 0, charge: 64, start: 200, end: 90_000 },
          { leaf: 1, charge: 2, start: 500, end: 2.45 * year },
          { leaf: 1, charge: 5, start: 2.4 * year, end: 2.4 * year + 4_000 },
        ]
        const end = 2.5 * year
        const account = accountOf(jobs, 2, when, [end])
        const expected = slurmUsage(jobs, 2, when, Math.floor((end - 100) / 300))
        account.usage.forEach((usage, leaf) => {
          expect(Math.abs(usage - expected[leaf])).toBeLessThanOrEqual(1e-9 * (1 + expected[leaf]))
        })
        const asked = [2e6, 2.1 * year, 2.39 * year, end - 301]
        expect([...accountOf(jobs, 2, when, [...asked, end]).usage]).toEqual([...account.usage])
        const late = accountOf([], 2, when, [1e10])
        expect(late.at).toBe(100 + Math.floor((1e10 - 100) / 300) * 300)
      }
    }
  })

  it('halves in a half-life, and comes close to the integral of its decay', () => {
    const halfLife = 7 * 86_400
    const account = new UsageAccount(1, { length: 1 }, { origin: 0, period: 300, halfLife, nextReset: NEVER })
    account.started(0, 0, 10, 0)
    account.ended(0, 86_400)
    account.advance(86_400)
    const rate = Math.LN2 / halfLife
    const integral = (10 * (1 - Math.exp(-rate * 86_400))) / rate
    // Slurm charges a period as if all of it lay at its beginning, and has 0.693 for ln 2.
    expect(account.usage[0] / integral).toBeCloseTo(1, 3)
    const used = account.usage[0]
    account.advance(86_400 + halfLife)
    expect(account.usage[0] / used).toBeCloseTo(0.5, 3)
  })

  it('of charges that are fractions is none once all jobs have ended and it is forgotten', () => {
    const account = new UsageAccount(
      1,
      { length: 3 },
      {
        origin: 0,
        period: 10,
        halfLife: 0,
        nextReset: (t) => (t < 55 ? 55 : Infinity),
      },
    )
    ;[0.1, 0.2, 0.7].forEach((charge, job) => {
      account.started(job, 0, charge, job)
    })
    for (let job = 0; job < 3; job++) account.ended(job, 40 + job)
    account.advance(50)
    expect(account.usage[0]).toBeCloseTo(0.1 * 40 + 0.2 * 40 + 0.7 * 40, 9)
    account.advance(1_000)
    expect(account.usage[0]).toBe(0)
  })
})

describe('usage is forgotten', () => {
  const clock = { unixStart: 0, zone: 'Europe/Berlin' }
  const local = (text: string) => Date.parse(text) / 1000

  it.each([
    ['daily', '2024-03-15T10:00:00+01:00', '2024-03-16T00:00:00+01:00'],
    ['daily', '2024-03-31T01:00:00+01:00', '2024-04-01T00:00:00+02:00'],
    ['weekly', '2024-03-15T10:00:00+01:00', '2024-03-17T00:00:00+01:00'],
    ['weekly', '2024-03-17T00:00:00+01:00', '2024-03-24T00:00:00+01:00'],
    ['monthly', '2024-12-15T10:00:00+01:00', '2025-01-01T00:00:00+01:00'],
    ['quarterly', '2024-05-31T23:00:00+02:00', '2024-07-01T00:00:00+02:00'],
    ['quarterly', '2024-10-01T00:00:00+02:00', '2025-01-01T00:00:00+01:00'],
    ['yearly', '2024-01-01T00:00:00+01:00', '2025-01-01T00:00:00+01:00'],
  ] as const)('%s after %s at %s', (period, after, expected) => {
    expect(resetsOf(period, clock)(local(after))).toBe(local(expected))
  })

  it('never without a period', () => {
    expect(resetsOf('none', clock)(0)).toBe(Number.POSITIVE_INFINITY)
  })
})
