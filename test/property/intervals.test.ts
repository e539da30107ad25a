/**
 * How often intervals hold that are set right by hindsight, on errors whose law is known, where jobs of one instant err together, and
 * where the past is so short that many of its jobs wait on; the level that is chosen, against a count over the left-out instants; which
 * pasts are short, against all sets of instants; and where the earlier instants lie, against a look at each second.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/core/random.js'
import { ascending, quantile } from '../../src/core/statistics.js'
import {
  type Hindsight,
  LEVELS,
  momentsOfWaiting,
  moved,
  movesAfter,
  type SeenInstant,
} from '../../src/workload/futures/index.js'
import { runs } from '../support/runs.js'

const SEED = 20261124
/** Seconds; what was foretold of every job. */
const FORETOLD = LEVELS.map(() => 40_000)
const scaled = (wait: number) => Math.log(wait + 60)
const waitOf = (error: number) => Math.exp(scaled(FORETOLD[0]) + error) - 60

/** Errors of jobs at instants in a row: as far as `together` those of one instant are the same, and as far as `lasting` the next one's. */
function instantsOf(random: Random, count: number, together: number, lasting: number): readonly number[][] {
  const normal = random.normal()
  let state = normal()
  return Array.from({ length: count }, () => {
    state = lasting * state + Math.sqrt(1 - lasting ** 2) * normal()
    const jobs = 1 + random.below(12)
    return Array.from(
      { length: jobs },
      () => 0.4 * (Math.sqrt(together) * state + Math.sqrt(1 - together) * normal()),
    )
  })
}

/** Each instant long after the jobs of the one before have started. */
const asSeen = (errors: readonly number[], instant: number): SeenInstant => ({
  at: 1e6 * instant,
  jobs: errors.map((error, row) => ({ row, waited: waitOf(error), started: true, foretold: FORETOLD })),
})
/** For pasts that are long enough. */
const unasked = (): number => {
  throw new Error('nobody asks for futures here')
}

/** Shares of jobs before, within and after the interval at the instant after `count` others. */
function sharesHeld(count: number, together: number, lasting: number) {
  const found = { before: 0, within: 0, after: 0 }
  const times = runs(1000, 6000)
  const random = new Random(`${SEED} ${count} ${together} ${lasting}`)
  for (let time = 0; time < times; time++) {
    const instants = instantsOf(random.fork(time), count + 1, together, lasting)
    const [early, , late] = moved(FORETOLD, movesAfter(instants.slice(0, -1).map(asSeen), unasked))
    for (const wait of instants[count].map(waitOf))
      found[wait < early ? 'before' : wait > late ? 'after' : 'within']++
  }
  const all = found.before + found.within + found.after
  return { before: found.before / all, within: found.within / all, after: found.after / all }
}

describe('intervals set right by hindsight', () => {
  it.each([
    [10, 0],
    [10, 0.5],
    [15, 0.9],
    [30, 0.5],
  ])('of %i instants whose jobs err together by %f hold in eight of ten jobs', (count, together) => {
    const { before, within, after } = sharesHeld(count, together, 0)
    expect(Math.abs(within - 0.8)).toBeLessThan(0.04)
    expect(Math.abs(before - after)).toBeLessThan(0.04)
  })

  it('hold nearly as often where what is wrong lasts for ten instants', () => {
    expect(Math.abs(sharesHeld(30, 0.5, 0.9).within - 0.8)).toBeLessThan(0.05)
  })

  it('lie where they hold a left-out instant as often as they say, by the others', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 8, max: 20 }),
        fc.double({ min: 0, max: 0.8, noNaN: true }),
        (count, together) => {
          const instants = instantsOf(new Random(`${SEED} ${count} ${together}`), count, together, 0)
          const all = ascending(instants.flat())
          fc.pre(all.length >= 30)
          const moves = movesAfter(instants.map(asSeen), unasked)
          const leftOut = (level: number, isHeld: (error: number, quantile: number) => boolean) => {
            let held = 0
            instants.forEach((own, k) => {
              const others = ascending(instants.filter((_, other) => other !== k).flat())
              for (const error of own) if (isHeld(error, quantile(others, level))) held++
            })
            return held / all.length
          }
          const [early, , late] = moves.map((move) => levelBy(all, move))
          const slack = 2 / all.length + 1e-9
          // Beyond all that was seen nothing can be told.
          if (late < 1 - 1e-9)
            expect(Math.abs(leftOut(late, (error, most) => error <= most) - 0.9)).toBeLessThan(slack)
          if (early > 1e-9)
            expect(Math.abs(leftOut(early, (error, least) => error >= least) - 0.9)).toBeLessThan(slack)
        },
      ),
      { seed: SEED, numRuns: runs(40, 400) },
    )
  })

  const same = (errors: readonly number[], count = 10) =>
    Array.from({ length: count }, (_, k) => asSeen(errors, k))

  it('move with what all waits are wrong by, and not for jobs that start as foretold', () => {
    const seen = same([0, 0, 0, 0])
    expect(movesAfter(seen, unasked)).toEqual(LEVELS.map(() => expect.closeTo(0, 12)))
    expect(movesAfter(same([0.3, 0.3, 0.3, 0.3]), unasked)).toEqual(
      [0.3, 0, 0.3].map((move) => expect.closeTo(move, 12)),
    )
    // Of one instant in ten some jobs are late: fewer than one job in ten.
    const rare = seen.with(4, asSeen([0, 0, 2, 2], 4))
    expect(movesAfter(rare, unasked)).toEqual(LEVELS.map(() => expect.closeTo(0, 12)))
  })

  it('take no wait for over that goes on', () => {
    const waitsOn = ({ at, jobs }: SeenInstant) => ({
      at,
      jobs: jobs.map((each) => ({ ...each, started: false })),
    })
    const seen = same([0, 0, 0, 0])
    const since = [10, 11, 12].map((k) => waitsOn(asSeen([-0.5, -0.5, -0.5, -0.5], k)))
    expect(movesAfter([...seen, ...since], unasked)).toEqual(
      [-0.5, 0, 0].map((move) => expect.closeTo(move, 12)),
    )
    const late = [10, 11, 12].map((k) => waitsOn(asSeen([0.5, 0.5, 0.5, 0.5], k)))
    expect(movesAfter([...seen, ...late], unasked)).toEqual(
      [0, 0, 0.5].map((move) => expect.closeTo(move, 12)),
    )
    // Where only the present queue was ever seen, nothing is known.
    expect(
      movesAfter(
        Array.from({ length: 20 }, () => since[0]),
        unasked,
      ),
    ).toEqual([0, 0, 0])
  })

  it('stay as they are where too little was seen', () => {
    expect(movesAfter([], unasked)).toEqual([0, 0, 0])
    const few = asSeen(
      Array.from({ length: 29 }, () => 1),
      0,
    )
    expect(movesAfter([few, { at: 1e6, jobs: [] }], unasked)).toEqual([0, 0, 0])
  })
})

describe('intervals after a short past', () => {
  const JOBS = 12
  /** Seconds. */
  const MEAN = 600
  const APART = 150
  const quantilesOf = (mean: number) => LEVELS.map((level) => -mean * Math.log(1 - level))

  /**
   * Crowds whose jobs wait for times without memory, so that who waits on is at any instant as at the first; futures take `factor`
   * times as long. The last crowd is the present one, seen at its first instants, and asked about at the next.
   */
  function heldAfter(crowds: number, factor: number) {
    const foretold = quantilesOf(factor * MEAN)
    const found = { before: 0, within: 0, after: 0 }
    const times = runs(250, 3000)
    for (let time = 0; time < times; time++) {
      const random = new Random(`${SEED} crowds ${crowds} ${factor} ${time}`)
      const waits = Array.from({ length: crowds * JOBS }, () => -MEAN * Math.log(1 - random.uniform()))
      const now = (crowds - 1) * 1e6 + 3 * APART
      const instants = Array.from({ length: crowds }, (_, crowd) =>
        [0, 1, 2].map((look): SeenInstant => {
          const at = crowd * 1e6 + look * APART
          const jobs = Array.from({ length: JOBS }, (_, k): Hindsight | null => {
            const row = crowd * JOBS + k
            const start = crowd * 1e6 + waits[row]
            return start <= at
              ? null
              : { row, waited: Math.min(start, now) - at, started: start <= now, foretold }
          })
          return { at, jobs: jobs.filter((job) => job !== null) }
        }),
      ).flat()
      const moves = movesAfter(instants, (row, instant) => {
        const future = new Random(`${SEED} future ${time} ${row} ${instant}`)
        return -factor * MEAN * Math.log(1 - future.uniform())
      })
      const [early, , late] = moved(foretold, moves)
      for (const wait of waits.slice(-JOBS)) {
        const left = wait - 3 * APART
        if (left < 0) continue
        found[left < early ? 'before' : left > late ? 'after' : 'within']++
      }
    }
    const all = found.before + found.within + found.after
    return { before: found.before / all, within: found.within / all, after: found.after / all }
  }

  it.each([
    [3, 1],
    [5, 1],
    [5, 1.4],
    [8, 0.8],
  ])('of %i crowds, of futures that take %f times as long, hold in eight of ten jobs', (crowds, factor) => {
    const { before, within, after } = heldAfter(crowds, factor)
    expect(Math.abs(within - 0.8)).toBeLessThan(0.03)
    expect(Math.abs(before - after)).toBeLessThan(0.04)
  })

  it('take who waits on as in a future, and from nine generations on for the lower bound as if he started now', () => {
    const foretold = FORETOLD[0]
    const movedAfter = (generations: number) => {
      const seen = Array.from({ length: generations - 1 }, (_, k) => asSeen([0, 0, 0, 0, 0, 0], k))
      const since = [0, 1, 2].map((k) => asSeen([-0.5, -0.5, -0.5, -0.5], generations + k))
      const waiting = since.map(({ at, jobs }) => ({
        at,
        jobs: jobs.map((each) => ({ ...each, started: false })),
      }))
      return movesAfter([...seen, ...waiting], (row, instant) => {
        expect(row).toBeLessThan(4)
        expect(instant).toBeGreaterThanOrEqual(generations - 1)
        return foretold - waitOf(-0.5)
      })
    }
    expect(movedAfter(8)).toEqual([0, 0, 0].map((move) => expect.closeTo(move, 12)))
    expect(movedAfter(9)).toEqual([-0.5, 0, 0].map((move) => expect.closeTo(move, 12)))
  })

  it('ask for futures where there are no nine instants without a job in common', () => {
    const jobs = fc.array(fc.record({ submit: fc.nat(60), wait: fc.integer({ min: 1, max: 4 }) }), {
      minLength: 60,
      maxLength: 150,
    })
    let short = 0
    let long = 0
    fc.assert(
      fc.property(jobs, fc.uniqueArray(fc.nat(60), { minLength: 9, maxLength: 13 }), (found, looks) => {
        const instants = looks
          .toSorted((one, other) => one - other)
          .map((at) => ({
            at,
            jobs: found.flatMap(({ submit, wait }, row): readonly Hindsight[] => {
              const start = submit + wait
              if (submit > at || start <= at) return []
              return [{ row, waited: Math.min(start, 61) - at, started: start <= 61, foretold: FORETOLD }]
            }),
          }))
        const seen = instants.flatMap(({ jobs: each }) => each)
        fc.pre(seen.filter(({ started }) => started).length >= 30 && seen.some(({ started }) => !started))
        let isAsked = false
        movesAfter(instants, () => {
          isAsked = true
          return 0
        })
        expect(isAsked).toBe(mostApart(instants) < 9)
        if (isAsked) short++
        else long++
      }),
      { seed: SEED, numRuns: runs(300, 3000) },
    )
    expect(Math.min(short, long)).toBeGreaterThan(5)
  })
})

/** The most instants without a job in common, of all sets of them. */
function mostApart(instants: readonly SeenInstant[]): number {
  const occupied = instants.filter(({ jobs }) => jobs.length > 0)
  const rows = occupied.map(({ jobs }) => new Set(jobs.map(({ row }) => row)))
  const apart = rows.map((own) => rows.map((other) => [...own].every((row) => !other.has(row))))
  const most = (from: number, chosen: readonly number[]): number =>
    from === rows.length
      ? chosen.length
      : Math.max(
          most(from + 1, chosen),
          chosen.every((other) => apart[other][from]) ? most(from + 1, [...chosen, from]) : 0,
        )
  return most(0, [])
}

/** The level of a quantile, by halving. */
function levelBy(sorted: Float64Array, value: number): number {
  let low = 0
  let high = 1
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (quantile(sorted, middle) < value) low = middle
    else high = middle
  }
  return high
}

describe('earlier instants', () => {
  const jobs = fc.array(
    fc.record({ submit: fc.nat(200), wait: fc.oneof(fc.nat(30), fc.constant(Number.NaN)) }),
    { maxLength: 12 },
  )

  it('are spread evenly over the seconds in which somebody waited', () => {
    fc.assert(
      fc.property(
        jobs,
        fc.nat(100),
        fc.nat(150),
        fc.integer({ min: 1, max: 9 }),
        (found, from, more, count) => {
          const until = from + more
          const sorted = found.toSorted((one, other) => one.submit - other.submit)
          const submit = Float64Array.from(sorted, (job) => job.submit)
          const start = Float64Array.from(sorted, (job) => job.submit + job.wait)
          const moments = momentsOfWaiting({ submit, start }, from, until, count)
          /** The second that ends then. */
          const seconds = Array.from({ length: more }, (_, k) => from + k + 1).filter((second) =>
            sorted.some((job) => job.submit < second && !(job.submit + job.wait < second)),
          )
          const expected = Array.from({ length: seconds.length === 0 ? 0 : count }, (_, k) => {
            const place = ((k + 0.5) * seconds.length) / count
            const whole = Math.ceil(place) - 1
            return seconds[whole] - 1 + place - whole
          })
          expect(moments).toEqual(expected.map((each) => expect.closeTo(each, 9)))
        },
      ),
      { seed: SEED, numRuns: runs(300, 3000) },
    )
  })
})
