import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Allocation, allocateProcessors, intervalsOf } from '../../../src/sim/allocation.js'
import type { Schedule } from '../../../src/sim/schedule.js'
import { JobTableBuilder } from '../../../src/trace/job-table.js'

interface PlacedJob {
  readonly start: number
  readonly runtime: number
  readonly size: number
}

function scheduleOf(placed: readonly PlacedJob[], processors: number): Schedule {
  const builder = new JobTableBuilder()
  placed.forEach(({ runtime, size }, k) => {
    builder.addValues(k + 1, 0, runtime, runtime, size, 1, 1)
  })
  return { jobs: builder.finish().table, processors, start: Float64Array.from(placed, ({ start }) => start) }
}

function processorsOf(allocation: Allocation, row: number): number[] | null {
  const intervals = intervalsOf(allocation, row)
  if (intervals === null) return null
  const list: number[] = []
  for (let at = 0; at < intervals.length; at += 2) {
    for (let p = intervals[at]; p <= intervals[at + 1]; p++) list.push(p)
  }
  return list
}

/** First fit over one boolean a processor. */
function slowAllocation(placed: readonly PlacedJob[], processors: number): (number[] | null)[] {
  const holder: number[] = Array.from({ length: processors }, () => -1)
  const result: (number[] | null)[] = placed.map(() => null)
  const take = (row: number): void => {
    const free = holder.flatMap((job, p) => (job === -1 ? [p] : [])).slice(0, placed[row].size)
    if (free.length < placed[row].size) return
    for (const p of free) holder[p] = row
    result[row] = free
  }
  const release = (row: number): void => {
    for (const p of result[row] ?? []) holder[p] = -1
  }
  const instants = [...new Set(placed.flatMap(({ start, runtime }) => [start, start + runtime]))].sort(
    (a, b) => a - b,
  )
  for (const now of instants) {
    placed.forEach((job, row) => {
      if (job.runtime > 0 && job.start + job.runtime === now) release(row)
    })
    placed.forEach((job, row) => {
      if (job.runtime === 0 && job.start === now) {
        take(row)
        release(row)
      }
    })
    placed.forEach((job, row) => {
      if (job.runtime > 0 && job.start === now) take(row)
    })
  }
  return result
}

const placedJobs = (processors: number) =>
  fc.array(
    fc.record({
      start: fc.integer({ min: 0, max: 30 }),
      runtime: fc.integer({ min: 0, max: 12 }),
      size: fc.integer({ min: 1, max: processors }),
    }),
    { maxLength: 40 },
  )

describe('allocateProcessors', () => {
  it('equals first fit over single processors, also where the machine is too small', () => {
    const cases = fc
      .constantFrom(1, 5, 31, 32, 33, 64, 70, 100)
      .chain((processors) => fc.tuple(fc.constant(processors), placedJobs(processors)))
    fc.assert(
      fc.property(cases, ([processors, placed]) => {
        const allocation = allocateProcessors(scheduleOf(placed, processors))
        const slow = slowAllocation(placed, processors)
        expect(placed.map((_, row) => processorsOf(allocation, row))).toEqual(slow)
        expect(allocation.unplaced).toBe(slow.filter((list) => list === null).length)
      }),
      { seed: 20261121, numRuns: 600 },
    )
  })

  it('never gives a processor to two jobs at once, and joins neighbouring intervals', () => {
    fc.assert(
      fc.property(placedJobs(70), (placed) => {
        const allocation = allocateProcessors(scheduleOf(placed, 70))
        placed.forEach((job, row) => {
          const intervals = intervalsOf(allocation, row)
          if (intervals === null) return
          for (let at = 2; at < intervals.length; at += 2) {
            expect(intervals[at]).toBeGreaterThan(intervals[at - 1] + 1)
          }
          const mine = new Set(processorsOf(allocation, row))
          expect(mine.size).toBe(job.size)
          placed.forEach((other, otherRow) => {
            const apart = other.start >= job.start + job.runtime || job.start >= other.start + other.runtime
            if (otherRow === row || apart || job.runtime === 0 || other.runtime === 0) return
            for (const p of processorsOf(allocation, otherRow) ?? []) expect(mine.has(p)).toBe(false)
          })
        })
      }),
      { seed: 20261121, numRuns: 200 },
    )
  })

  it('hands processors over at one instant: completions, then zero-second jobs, then starts', () => {
    const schedule = scheduleOf(
      [
        { start: 0, runtime: 10, size: 4 },
        { start: 10, runtime: 0, size: 4 },
        { start: 10, runtime: 0, size: 2 },
        { start: 10, runtime: 5, size: 4 },
      ],
      4,
    )
    const allocation = allocateProcessors(schedule)
    expect(allocation.unplaced).toBe(0)
    expect([0, 1, 2, 3].map((row) => processorsOf(allocation, row))).toEqual([
      [0, 1, 2, 3],
      [0, 1, 2, 3],
      [0, 1],
      [0, 1, 2, 3],
    ])
  })

  it('counts jobs that do not fit and gives null for them, and for jobs without a start', () => {
    const schedule = scheduleOf(
      [
        { start: 0, runtime: 10, size: 3 },
        { start: 5, runtime: 10, size: 2 },
        { start: Number.NaN, runtime: 10, size: 1 },
        { start: 12, runtime: 1, size: 4 },
      ],
      4,
    )
    const allocation = allocateProcessors(schedule)
    expect(allocation.unplaced).toBe(2)
    expect([0, 1, 2, 3].map((row) => processorsOf(allocation, row))).toEqual([
      [0, 1, 2],
      null,
      null,
      [0, 1, 2, 3],
    ])
  })
})
