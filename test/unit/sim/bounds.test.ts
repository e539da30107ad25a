/** Certified bounds: the fluid relaxation against its recursion, and instances whose bounds are known. */
import { describe, expect, it } from 'vitest'
import { parseExpression } from '../../../src/core/expression/parse.js'
import { Random } from '../../../src/core/random.js'
import { fluidDelay } from '../../../src/sim/bounds/fluid.js'
import { boundOf, boundsFor } from '../../../src/sim/bounds/index.js'
import { linearForm } from '../../../src/sim/bounds/linear.js'
import { loadOf } from '../../../src/sim/bounds/load.js'
import { leastWaitOfRank } from '../../../src/sim/bounds/quantiles.js'
import { rangeOf } from '../../../src/sim/bounds/range.js'
import { widthsOf } from '../../../src/sim/bounds/widths.js'
import { compileObjective, OBJECTIVES } from '../../../src/sim/objectives/index.js'
import type { JobTable } from '../../../src/trace/job-table.js'
import { tableOf } from '../../support/arbitraries.js'
import { generateJobs } from '../../support/generate.js'

/** Jobs as [submit, run time, size, group]. */
function jobsOf(...rows: readonly (readonly [number, number, number, number?])[]): JobTable {
  return tableOf(
    rows.map(([submit, runtime, size, group = 1], k) => ({
      id: k + 1,
      submit,
      runtime,
      estimate: runtime,
      size,
      user: 1,
      group,
    })),
  )
}

function bound(jobs: JobTable, processors: number, text: string, rows: Int32Array | null = null) {
  return boundOf(jobs, rows, processors, compileObjective(text))
}

/**
 * The least V_t(h) by its recursion: over a time d without a release it is the larger of V(h + d) and V(h) − m·d.
 */
function leastRemaining(
  jobs: readonly (readonly [release: number, runtime: number, size: number])[],
  capacity: number,
  t: number,
  h: number,
): number {
  const last = jobs.findLastIndex(([release]) => release <= t)
  if (last < 0) return 0
  const upTo = (count: number, at: number, level: number): number => {
    if (count === 0) return 0
    const [release, runtime, size] = jobs[count - 1]
    const then = (l: number): number => upTo(count - 1, release, l) + size * Math.max(0, runtime - l)
    return Math.max(then(level + at - release), then(level) - capacity * (at - release))
  }
  return upTo(last + 1, t, h)
}

describe('the fluid relaxation', () => {
  it('leaves as little work as its theorem says, at all times', () => {
    const random = new Random(20261203)
    let delayed = 0
    for (let run = 0; run < 60; run++) {
      const capacity = 1 + random.int(6)
      let clock = 0
      const jobs = Array.from({ length: 1 + random.int(7) }, () => {
        clock += random.int(4)
        return [clock, 1 + random.int(8), 1 + random.int(capacity)] as const
      })
      const columns = {
        release: Float64Array.from(jobs, ([release]) => release),
        runtime: Float64Array.from(jobs, ([, runtime]) => runtime),
        size: Float64Array.from(jobs, ([, , size]) => size),
      }
      const episodes: number[] = []
      const { delay, excess, settled } = fluidDelay(columns, Int32Array.from(jobs.keys()), capacity, episodes)
      const excessAt = (t: number): number =>
        leastRemaining(jobs, capacity, t, 0) -
        jobs.reduce((sum, [r, p, m]) => (r <= t ? sum + m * Math.min(p, Math.max(0, r + p - t)) : sum), 0)
      const step = 1 / 64
      let area = 0
      let most = 0
      for (let t = 0; t < 130; t += step) {
        area += excessAt(t + step / 2) * step
        most = Math.max(most, excessAt(t))
      }
      expect(Math.abs(delay - area)).toBeLessThan(1e-3 * area + 1e-9)
      expect(excess).toBeGreaterThanOrEqual(most - 1e-9)
      expect(excess).toBeLessThan(most + capacity * 10 * step)
      if (delay === 0) {
        expect(episodes).toEqual([])
        continue
      }
      delayed++
      expect(episodes.at(-1)).toBe(settled)
      expect(excessAt(settled + 1e-6)).toBeLessThan(1e-9)
      expect(excessAt(settled - step)).toBeGreaterThan(0)
      for (let k = 2; k < episodes.length; k += 2) {
        expect(episodes[k]).toBeGreaterThanOrEqual(episodes[k - 1])
      }
    }
    expect(delayed).toBeGreaterThan(30)
  })

  it('shares what is left evenly among equal levels', () => {
    // Three jobs of 4 s on 2 of 4 processors each: level together, all done at 6 s, a third less than their rate.
    const three = {
      release: new Float64Array(3),
      runtime: new Float64Array(3).fill(4),
      size: new Float64Array(3).fill(2),
    }
    const { delay, excess, settled } = fluidDelay(three, Int32Array.of(0, 1, 2), 4)
    expect(settled).toBeCloseTo(6, 12)
    // At 4 s alone nothing would be left; 24 − 16 is.
    expect(excess).toBeCloseTo(8, 12)
    // Σ W·(mean busy time − that alone) = 24·(3 − 2).
    expect(delay).toBeCloseTo(24, 12)
  })
})

describe('bounds that are the optimum', () => {
  it('one job alone', () => {
    const jobs = jobsOf([5, 100, 3])
    const expected = {
      AWRT: 100,
      AWWT: 0,
      SD: 1,
      AVEbsld: 1,
      meanWait: 0,
      maxWait: 0,
      p95Wait: 0,
      flowtime: 100,
    }
    for (const [name, value] of Object.entries(expected)) {
      const certified = bound(jobs, 4, name)
      expect(certified?.value, name).toBeCloseTo(value, 6)
      expect(certified?.by, name).toBe('alone')
    }
    expect(bound(jobs, 4, 'UTIL')?.value).toBeCloseTo(0.75, 8)
    expect(bound(jobs, 4, 'makespan')?.value).toBeCloseTo(100, 6)
    expect(bound(jobs, 4, 'throughput')?.value).toBeCloseTo(864, 5)
  })

  it('a machine that is full all the time', () => {
    // Ten jobs of 60 s on all processors, all there from the beginning.
    const jobs = jobsOf(...Array.from({ length: 10 }, () => [0, 60, 8] as const))
    const close = (name: string, value: number) =>
      expect(bound(jobs, 8, name)?.value, name).toBeCloseTo(value, 5)
    close('makespan', 600)
    close('maxWait', 540)
    close('meanWait', 270)
    close('meanResponse', 330)
    close('flowtime', 3300)
    close('AWRT', 330)
    close('AWWT', 270)
    close('SD', 5.5)
    close('AVEbsld', 5.5)
    close('medianWait', 270)
    close('p95Wait', 0.95 * 540)
    close('p99Wait', 0.99 * 540)
    close('UTIL', 1)
    close('throughput', 10 / (600 / 86_400))
  })

  it('short jobs first, where jobs need the whole machine', () => {
    const jobs = jobsOf([0, 100, 4], [0, 20, 4], [0, 10, 4])
    expect(bound(jobs, 4, 'meanWait')?.value).toBeCloseTo((0 + 10 + 30) / 3, 6)
    expect(bound(jobs, 4, 'AVEbsld')?.value).toBeCloseTo((1 + 1.5 + 1.3) / 3, 6)
    // One second jobs that wait for each other: those from the tenth on have slowdowns above 1.
    const short = jobsOf(...Array.from({ length: 200 }, () => [0, 1, 4] as const))
    const exact =
      Array.from({ length: 200 }, (_, k) => Math.max(1, (k + 1) / 10)).reduce((a, b) => a + b) / 200
    const certified = bound(short, 4, 'AVEbsld')?.value ?? 0
    expect(certified).toBeLessThanOrEqual(exact)
    expect(certified).toBeGreaterThan(0.95 * exact)
  })

  it('groups that compete, in one formula', () => {
    // Each group alone fills the machine for 100 s; together one of them has to wait.
    const jobs = jobsOf([0, 100, 4, 1], [0, 100, 4, 2])
    const names = ['AWRT1', 'AWRT2', '10*AWRT1 + 4*AWRT2', '10*AWRT1 + 4*AWRT2 + maxWait']
    const bounds = boundsFor(jobs, null, 4, names)
    expect(bounds['AWRT1']?.value).toBeCloseTo(100, 6)
    expect(bounds['AWRT2']?.value).toBeCloseTo(100, 6)
    expect(bounds['10*AWRT1 + 4*AWRT2']?.value).toBeCloseTo(10 * 100 + 4 * 200, 5)
    expect(bounds['10*AWRT1 + 4*AWRT2 + maxWait']?.value).toBeCloseTo(10 * 100 + 4 * 200 + 100, 5)
  })

  it('only the judged jobs: others can run later', () => {
    const jobs = jobsOf([0, 100, 4], [10, 50, 4], [20, 50, 4])
    expect(bound(jobs, 4, 'maxWait', Int32Array.of(1))?.value).toBe(0)
    expect(bound(jobs, 4, 'maxWait', Int32Array.of(1, 2))?.value).toBeCloseTo(40, 6)
    expect(bound(jobs, 4, 'makespan', Int32Array.of(2, 1))?.value).toBeCloseTo(100, 6)
  })

  it('wide jobs, which fluids would run beside each other', () => {
    // Three jobs on 3 of 5 processors, one after the other.
    const three = jobsOf([0, 10, 3], [0, 10, 3], [0, 10, 3])
    expect(bound(three, 5, 'makespan')?.value).toBeCloseTo(30, 6)
    expect(bound(three, 5, 'AWRT')?.value).toBeCloseTo(20, 6)
    // With narrow ones that fit beside them, too.
    const beside = jobsOf([0, 10, 3], [0, 10, 3], [0, 10, 3], [0, 1, 1])
    expect(bound(beside, 5, 'makespan')).toEqual({ value: expect.closeTo(30, 6), by: 'wide 1/2' })
    // Not three of 2 beside each other on 5, whatever else there is; two of them fit.
    const four = jobsOf([0, 10, 2], [0, 10, 2], [0, 10, 2], [0, 10, 2], [0, 1, 1])
    expect(bound(four, 5, 'makespan')).toEqual({ value: expect.closeTo(20, 6), by: 'wide 1/3' })
  })

  it('utilization: of all schedules, and of those that start at once', () => {
    // A short job first, and an hour later one that could have been filled up with it.
    const jobs = jobsOf([0, 100, 2], [3600, 100, 2])
    const certified = bound(jobs, 4, 'UTIL')
    expect(certified?.value).toBeCloseTo(1, 8)
    expect(certified?.prompt?.value).toBeCloseTo(400 / (4 * 3700), 8)
  })

  it('utilization of a narrow job, beside which nothing is left to run', () => {
    const jobs = jobsOf([0, 100, 1], [50, 10, 3])
    expect(bound(jobs, 4, 'UTIL')?.value).toBeCloseTo(130 / (4 * 100), 8)
  })

  it('judged jobs, in whatever order they are named', () => {
    const jobs = generateJobs({ seed: 8, jobs: 60, processors: 8, load: 1.3 })
    const rows = Int32Array.from({ length: 40 }, (_, k) => k + 10)
    const names = OBJECTIVES.map(({ name }) => name)
    const certified = boundsFor(jobs, rows, 8, names)
    expect(boundsFor(jobs, rows.slice().reverse(), 8, names)).toEqual(certified)
  })

  it('processors that no jobs can use, whatever jobs without work ask for', () => {
    const jobs = jobsOf([0, 100, 2], [0, 100, 2], [0, 0, 1])
    expect(bound(jobs, 3, 'makespan')?.value).toBeCloseTo(200, 5)
    expect(bound(jobs, 3, 'makespan')?.by).toBe('fluid')
  })
})

describe('bounds', () => {
  it('exist of every objective', () => {
    const jobs = generateJobs({ seed: 2, jobs: 300, processors: 32, load: 1.2 })
    for (const { name } of OBJECTIVES) {
      const certified = bound(jobs, 32, name)
      expect(certified, name).not.toBeNull()
      expect(Number.isFinite(certified?.value)).toBe(true)
    }
  })

  it('are null where the objective has no value, or nothing is known', () => {
    const jobs = jobsOf([0, 10, 1, 1], [0, 10, 1, 2])
    for (const text of [
      'AWRT3',
      '10*AWRT1 + 4*AWRT3',
      '-AWRT',
      'AWRT1 - AWRT2',
      '1/(AWRT - 1e6)',
      'sqrt(meanWait - 3)',
      '(AWRT - 100)^2',
    ]) {
      expect(bound(jobs, 4, text), text).toBeNull()
    }
    expect(bound(jobs, 4, 'AWRT', new Int32Array(0))).toBeNull()
    const idle = jobsOf([0, 0, 1], [0, 0, 1])
    for (const text of ['AWRT', 'SD', 'UTIL', 'throughput']) expect(bound(idle, 4, text), text).toBeNull()
    expect(bound(idle, 4, 'meanWait')).toEqual({ value: 0, by: 'alone' })
  })

  it('of formulas in which an objective counts negatively take its upper bound', () => {
    const jobs = jobsOf([0, 100, 2], [0, 100, 2])
    expect(bound(jobs, 4, 'AWRT - 100*UTIL')?.value).toBeCloseTo(0, 5)
    expect(bound(jobs, 4, '-UTIL')?.value).toBeCloseTo(-1, 6)
    expect(bound(jobs, 4, '2 - 1/makespan')?.value).toBeCloseTo(1.99, 6)
    expect(bound(jobs, 4, 'AWRT*(2 - UTIL)')?.value).toBeCloseTo(100, 5)
    // A sum of waits, bounded as one, less what may be gained.
    expect(bound(jobs, 4, 'AWRT + meanWait - 100*UTIL')?.value).toBeCloseTo(0, 5)
  })

  it('say which relaxation gave them', () => {
    const jobs = jobsOf(...Array.from({ length: 4 }, () => [0, 60, 4] as const), [0, 5, 1])
    expect(bound(jobs, 8, 'AWRT')?.by).toBe('fluid')
    expect(bound(jobs, 8, 'AWRT*medianWait')?.by).toBe('fluid, windows')
    expect(bound(jobs, 8, '3 + UTIL')).toEqual({ value: 3, by: expect.any(String) })
  })

  it('are the same wherever the log begins', () => {
    const jobs = generateJobs({ seed: 4, jobs: 500, processors: 32, load: 1.1 })
    const names = OBJECTIVES.map(({ name }) => name)
    const shifted = tableOf(
      Array.from({ length: jobs.length }, (_, k) => ({
        id: jobs.id[k],
        submit: jobs.submit[k] + 2 ** 30,
        runtime: jobs.runtime[k],
        estimate: jobs.estimate[k],
        size: jobs.size[k],
        user: jobs.user[k],
        group: jobs.group[k],
      })),
    )
    expect(boundsFor(shifted, null, 32, names)).toEqual(boundsFor(jobs, null, 32, names))
  })

  it('allow for the rounding of schedules, where fractions of seconds come late', () => {
    // At 2³⁰ s a start is a multiple of 2⁻²² s: the second job starts, and ends, up to half of that too early.
    for (const seconds of [0.1, 7.3, 7.432061705396823]) {
      const jobs = jobsOf([2 ** 30, seconds, 1], [2 ** 30, seconds, 1])
      const start = Float64Array.of(2 ** 30, 2 ** 30 + seconds)
      const names = ['AWRT', 'maxWait', 'makespan', 'meanResponse', 'AWRT + meanWait', 'UTIL']
      for (const [name, certified] of Object.entries(boundsFor(jobs, null, 1, names))) {
        const objective = compileObjective(name)
        const sign = objective.sense === 'min' ? 1 : -1
        const value = objective.measure({ jobs, processors: 1, start }, null)
        expect(sign * (certified?.value ?? Number.NaN), name).toBeLessThanOrEqual(sign * value)
        expect(certified?.value, name).toBeCloseTo(value, 4)
      }
    }
  })

  it('of many weights lose little to steps', () => {
    const jobs = generateJobs({ seed: 9, jobs: 2_000, processors: 64, load: 1.2 })
    const { value } = bound(jobs, 64, 'meanWait') ?? { value: 0 }
    // By the definition, in steps as fine as the weights: Σ (v_k − v_{k+1})·g(k).
    const load = loadOf(jobs, null, 64)
    const [{ size, capacity }] = widthsOf(load)
    const weight = load.work.map((work) => (work > 0 ? 1 / work : 0))
    const rows = Int32Array.from({ length: load.length }, (_, k) => k)
    const levels = [...new Set(weight)].filter((v) => v > 0).sort((a, b) => b - a)
    let exact = 0
    levels.forEach((level, k) => {
      const heavy = rows.filter((row) => weight[row] >= level)
      const { delay } = fluidDelay({ ...load, size }, heavy, capacity)
      exact += (level - (levels[k + 1] ?? 0)) * delay
    })
    exact /= jobs.length
    expect(value).toBeLessThanOrEqual(exact)
    expect(value).toBeGreaterThan(0.99 * exact)
  })
})

describe('the k-th least wait', () => {
  it('is that of jobs one after the other', () => {
    const load = loadOf(jobsOf(...Array.from({ length: 20 }, () => [0, 3, 2] as const)), null, 2)
    for (const k of [1, 2, 10, 20]) expect(leastWaitOfRank(load, k)).toBe(3 * (k - 1))
  })

  it('sees a rush between quiet times', () => {
    const rush = Array.from({ length: 64 }, () => [100_000, 10, 1] as const)
    const quiet = Array.from({ length: 32 }, (_, k) => [k * 1000, 1, 1] as const)
    const later = Array.from({ length: 32 }, (_, k) => [200_000 + k * 1000, 1, 1] as const)
    const load = loadOf(jobsOf(...quiet, ...rush, ...later), null, 1)
    expect(leastWaitOfRank(load, 100)).toBeGreaterThan(300)
    expect(leastWaitOfRank(load, 60)).toBe(0)
  })
})

describe('ranges of formulas', () => {
  const range = (text: string) =>
    rangeOf(parseExpression(text), (node) =>
      node.kind !== 'name'
        ? null
        : node.name === 'a'
          ? { least: 2, most: 3 }
          : node.name === 'b'
            ? { least: -1, most: 4 }
            : node.name === 'c'
              ? { least: 5, most: Number.POSITIVE_INFINITY }
              : null,
    )

  it('hold what the formula can be', () => {
    expect(range('a + b')).toEqual({ least: 1, most: 7 })
    expect(range('a - b')).toEqual({ least: -2, most: 4 })
    expect(range('-b')).toEqual({ least: -4, most: 1 })
    expect(range('a*b')).toEqual({ least: -3, most: 12 })
    expect(range('0*c')).toEqual({ least: 0, most: 0 })
    expect(range('b/a')).toEqual({ least: -0.5, most: 2 })
    expect(range('a/c')).toEqual({ least: 0, most: 0.6000000000000001 })
    expect(range('a^2')).toEqual({ least: 4, most: 9 })
    expect(range('c^-1')).toEqual({ least: 0, most: 0.2 })
    expect(range('max(a, b, 1)')).toEqual({ least: 2, most: 4 })
    expect(range('min(a, b)')).toEqual({ least: -1, most: 3 })
    expect(range('abs(b)')).toEqual({ least: 0, most: 4 })
    expect(range('abs(-a)')).toEqual({ least: 2, most: 3 })
    expect(range('if(b > 0, a, 9)')).toEqual({ least: 2, most: 9 })
    expect(range('a < b')).toEqual({ least: 0, most: 1 })
    expect(range('floor(a/4)')).toEqual({ least: 0, most: 0 })
    expect(range('sqrt(a + 7) + exp(0*b)')).toEqual({ least: 4, most: 1 + Math.sqrt(10) })
  })

  it('are everything where nothing is known', () => {
    const anything = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY }
    for (const text of ['a/b', 'b^2', '2^b', 'sqrt(b)', 'ln(b)', 'd', 'd + a']) {
      expect(range(text), text).toEqual(anything)
    }
  })
})

describe('linear forms', () => {
  const form = (text: string) => {
    const found = linearForm(parseExpression(text))
    return found && { constant: found.constant, ...Object.fromEntries(found.coefficients) }
  }

  it('are found by structure', () => {
    expect(form('10*x + 4*y')).toEqual({ constant: 0, x: 10, y: 4 })
    expect(form('(x - 2*(y - 3))/4 + x')).toEqual({ constant: 1.5, x: 1.25, y: -0.5 })
    expect(form('-(x + 1)*2')).toEqual({ constant: -2, x: -2 })
    expect(form('7')).toEqual({ constant: 7 })
  })

  it('are not made of products, quotients and functions of objectives', () => {
    for (const text of ['x*y', '1/x', 'x^2', 'max(x, y)', 'x/0', 'x < y']) expect(form(text), text).toBeNull()
  })
})
