import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ganttPlot as ganttPicture, MOST_SINGLE_JOBS } from '../../../src/report/plots/gantt.js'
import { coverageRaster, STRENGTHS } from '../../../src/report/plots/gantt-raster.js'
import { allocateProcessors, intervalsOf } from '../../../src/sim/allocation.js'
import { drawn, expectPicture, type MadeJob, scheduleOf, textsOf } from './support.js'

const ganttPlot = drawn(ganttPicture)

const CLOCK = { unixStart: 0, zone: 'UTC' }

function chartOf(jobs: readonly MadeJob[], processors: number, title = 'easy on log'): string {
  const schedule = scheduleOf(jobs, processors)
  return ganttPlot({ title, schedule, allocation: allocateProcessors(schedule), clock: CLOCK })
}

/** Jobs one after the other, filling `processors`, of changing groups. */
function manyJobs(count: number, processors: number): MadeJob[] {
  return Array.from({ length: count }, (_, k) => ({
    submit: k * 100,
    wait: 0,
    runtime: 100 + (k % 7) * 10,
    size: 1 + (k % (processors >> 2)),
    group: 1 + (k % 5),
  }))
}

describe('ganttPlot of few jobs', () => {
  it('has a rectangle for each interval of each job, with its facts', () => {
    const svg = chartOf(
      [
        { submit: 0, wait: 0, runtime: 100, size: 1 },
        { submit: 0, wait: 0, runtime: 10, size: 1, group: 2 },
        { submit: 0, wait: 0, runtime: 100, size: 1 },
        { submit: 5, wait: 5, runtime: 60, estimate: 120, size: 2, user: 7, group: 3 },
      ],
      4,
    )
    expectPicture(svg)
    // Job 4 runs on processors 1 and 3.
    expect(svg.match(/<rect x="[\d.]+" y="[\d.]+" width="[\d.]+" height="[\d.]+"\/>/g)).toHaveLength(5)
    expect(svg).toContain(
      '<title>job 4, user 7, 2 processors, ran 1 min of 2 min asked for, waited 5 s</title>',
    )
    expect(textsOf(svg)).toEqual(
      expect.arrayContaining(['easy on log', 'group 1', 'group 3', 'processors', '4']),
    )
  })

  it('escapes its title and says what it could not show', () => {
    const svg = chartOf(
      [
        { submit: 0, wait: 0, runtime: 10, size: 4 },
        { submit: 0, wait: 0, runtime: 10, size: 4 },
      ],
      4,
      '<script>"x"',
    )
    expectPicture(svg)
    expect(svg).not.toContain('<script>')
    expect(textsOf(svg)).toContain('1 job not shown, for want of free processors')
  })

  it('draws a schedule without jobs', () => {
    expectPicture(chartOf([], 16))
  })
})

describe('ganttPlot of many jobs', () => {
  it('merges cells into a few paths and stays small', () => {
    const svg = chartOf(manyJobs(60_000, 256), 256)
    expectPicture(svg)
    expect(svg.length).toBeLessThan(3_000_000)
    expect(svg.match(/<rect /g)?.length).toBeLessThan(10)
    expect(svg.match(/<path fill="none" stroke="#[0-9a-f]{6}"/g)?.length).toBeLessThanOrEqual(6 * STRENGTHS)
  })

  it('can give what it draws: jobs, or stretches of cells', () => {
    const dataOf = (jobs: ReturnType<typeof manyJobs>) => {
      const schedule = scheduleOf(jobs, 64)
      return ganttPicture({ title: '', schedule, allocation: allocateProcessors(schedule), clock: CLOCK })
        .data
    }
    const few = dataOf(manyJobs(30, 64))
    expect(few.columns).toEqual(['job', 'group', 'submit', 'start', 'end', 'processors'])
    expect(few.rows).toHaveLength(30)
    const many = dataOf(manyJobs(MOST_SINGLE_JOBS + 1, 64))
    expect(many.columns).toHaveLength(5)
    for (const [, from, to, , share] of many.rows) {
      expect(Number(to)).toBeGreaterThan(Number(from))
      expect([0.25, 0.5, 0.75, 1]).toContain(share)
    }
    expect(many.rows.length).toBeGreaterThan(100)
  })

  it('begins where single jobs end, and is the same each time', () => {
    const few = manyJobs(MOST_SINGLE_JOBS, 64)
    const many = manyJobs(MOST_SINGLE_JOBS + 1, 64)
    expect(chartOf(few, 64)).toContain('<title>')
    expect(chartOf(many, 64)).not.toContain('<title>')
    expect(chartOf(many, 64)).toBe(chartOf(many, 64))
  })
})

describe('coverageRaster', () => {
  const job = fc.record({
    submit: fc.nat(20),
    wait: fc.nat(20),
    runtime: fc.nat(30),
    size: fc.integer({ min: 1, max: 6 }),
    group: fc.nat(3),
  })

  it('equals sums over single processors and fine slices of time', () => {
    fc.assert(
      fc.property(fc.array(job, { minLength: 1, maxLength: 12 }), (list) => {
        const jobs = list.sort((a, b) => a.submit - b.submit)
        const schedule = scheduleOf(jobs, 10)
        const allocation = allocateProcessors(schedule)
        const grid = { from: 0, to: 70, bins: 7, rows: 4 }
        const raster = coverageRaster(schedule, allocation, grid)
        // Rows of 3, 3, 3 and 1 processors, bins of 10 s.
        for (let row = 0; row < 4; row++) {
          for (let bin = 0; bin < 7; bin++) {
            const used = [0, 0, 0, 0]
            jobs.forEach(({ runtime, group }, k) => {
              const start = schedule.start[k]
              const intervals = intervalsOf(allocation, k) ?? new Int32Array()
              for (let at = 0; at < intervals.length; at += 2) {
                for (let p = intervals[at]; p <= intervals[at + 1]; p++) {
                  if (Math.floor(p / 3) !== row) continue
                  for (let t = bin * 10; t < bin * 10 + 10; t++)
                    if (t >= start && t < start + runtime) used[group]++
                }
              }
            })
            const total = used.reduce((sum, seconds) => sum + seconds, 0)
            const share = total / ((row < 3 ? 3 : 1) * 10)
            const strength = Math.min(STRENGTHS - 1, Math.floor(share * STRENGTHS + 1e-9))
            const cell = raster.cells[row * 7 + bin]
            if (total === 0) {
              expect(cell).toBe(0)
              continue
            }
            expect(used[Math.floor((cell - 1) / STRENGTHS)]).toBe(Math.max(...used))
            expect((cell - 1) % STRENGTHS).toBe(strength)
          }
        }
      }),
      { seed: 20261121, numRuns: 200 },
    )
  })
})
