/** Simulated trials: the kernel against ordinary simulations, the scores against all orders, the errors against repetitions. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/core/random.js'
import { findObjective, MeasuredSchedule, measureOne } from '../../../src/sim/objectives/index.js'
import { simulateSequence } from '../../../src/sim/sequence.js'
import {
  blockOf,
  noTrials,
  runTrials,
  TRIAL_DESIGNS,
  type TrialDesign,
  type TrialTuple,
  trialErrors,
  trialKernel,
  trialPrecision,
  trialScores,
  trialsTogether,
  tupleAt,
} from '../../../src/sim/trials/index.js'
import { type JobTable, JobTableBuilder } from '../../../src/trace/job-table.js'
import { workloads } from '../../support/arbitraries.js'
import { simulateSequenceSlowly } from '../../support/sequence-twin.js'

const inOrder = (n: number) => Int32Array.from({ length: n }, (_, k) => k)
const permuted = (n: number, seed: number) => new Random(seed).shuffle(inOrder(n))

/** The jobs of a tuple as a log. */
function tableOf({ submit, runtime, size }: TrialTuple): JobTable {
  const builder = new JobTableBuilder()
  for (let row = 0; row < submit.length; row++) {
    builder.addValues(row + 1, submit[row], runtime[row], runtime[row], size[row], 1, 0)
  }
  return builder.finish().table
}

/** S in submit order, then Q in the order given, as rows of the tuple. */
const sequenceOf = ({ state }: TrialTuple, order: Int32Array) =>
  Int32Array.from([...inOrder(state), ...Array.from(order, (job) => state + job)])

/** The same trial as an ordinary simulation, and as an objective measures it. */
function slowly(tuple: TrialTuple, order: Int32Array): number | null {
  const jobs = tableOf(tuple)
  const schedule = simulateSequence(jobs, tuple.processors, sequenceOf(tuple, order))
  expect(schedule.start).toEqual(simulateSequenceSlowly(jobs, tuple.processors, sequenceOf(tuple, order)))
  const judged = Int32Array.from({ length: order.length }, (_, k) => tuple.state + k)
  const slowdown = findObjective('AVEbsld')
  if (slowdown === undefined) throw new Error('there is no AVEbsld')
  return measureOne(new MeasuredSchedule(schedule, judged), slowdown)
}

/** Jobs that stand in each other's way: most wait. */
function crowd(judged: number, seed: number, state = 4): TrialTuple {
  const random = new Random(seed)
  const length = state + judged
  const gaps = Array.from({ length }, (_, k) => (k === 0 ? 0 : random.int(40)))
  let at = 0
  return {
    processors: 16,
    state,
    submit: Float64Array.from(gaps, (gap) => {
      at += gap
      return at
    }),
    runtime: Float64Array.from({ length }, () => Math.round(random.exponential(300)) + 1),
    size: Int32Array.from({ length }, () => 1 + random.int(16)),
  }
}

function permutations(n: number): readonly Int32Array[] {
  if (n === 0) return [new Int32Array(0)]
  return permutations(n - 1).flatMap((order) =>
    Array.from({ length: n }, (_, at) => Int32Array.from([...order.slice(0, at), n - 1, ...order.slice(at)])),
  )
}

describe('a trial', () => {
  it('has the value of the same schedule by an ordinary simulation, to the last bit', () => {
    fc.assert(
      fc.property(workloads(), fc.nat(), fc.nat(), ({ jobs, processors }, cut, seed) => {
        const state = cut % jobs.length
        const judged = jobs.length - state
        const tuple = tupleAt(jobs, 0, { state, judged, processors })
        const kernel = trialKernel(tuple)
        for (const each of [seed, seed + 1]) {
          const order = permuted(judged, each)
          expect(kernel(order)).toBe(slowly(tuple, order))
        }
      }),
      { seed: 171, numRuns: 400 },
    )
  })

  it('has it with times that are no whole seconds, and on a machine that is full', () => {
    for (let seed = 0; seed < 200; seed++) {
      const random = new Random(seed)
      const { submit, runtime, ...rest } = crowd(12, seed, 8)
      const tuple = {
        ...rest,
        submit: submit.map((value) => value * 1.1),
        runtime: runtime.map((value) => value * random.uniform()),
      }
      const order = permuted(12, seed)
      expect(trialKernel(tuple)(order)).toBe(slowly(tuple, order))
    }
  })
})

describe('a tuple', () => {
  const { jobs } = { jobs: tableOf(crowd(20, 1)) }

  it('has its jobs in the order of the log, with times from its first submit', () => {
    const tuple = tupleAt(jobs, 3, { state: 2, judged: 5, processors: 16 })
    expect([...tuple.submit]).toEqual([...jobs.submit.subarray(3, 10)].map((at) => at - jobs.submit[3]))
    expect([...tuple.runtime]).toEqual([...jobs.runtime.subarray(3, 10)])
    expect([...tuple.size]).toEqual([...jobs.size.subarray(3, 10)])
  })

  it('is refused beyond the log, without judged jobs, and with a job larger than the machine', () => {
    const shape = { state: 2, judged: 5, processors: 16 }
    expect(() => tupleAt(jobs, jobs.length - 6, shape)).toThrow(RangeError)
    expect(() => tupleAt(jobs, -1, shape)).toThrow(RangeError)
    expect(() => tupleAt(jobs, 0, { ...shape, judged: 0 })).toThrow(RangeError)
    expect(() => tupleAt(jobs, 0, { ...shape, judged: 20, processors: 4 })).toThrow(/larger/)
  })
})

describe.each(TRIAL_DESIGNS)('%s trials', (design: TrialDesign) => {
  const blocks = (count: number, judged: number) => count * blockOf(design, judged)

  it.each([1, 2, 3, 4, 5, 6])('of %i jobs come to the scores of all orders', (judged) => {
    const tuple = crowd(judged, 100 + judged)
    const kernel = trialKernel(tuple)
    const exact = new Float64Array(judged)
    let total = 0
    for (const order of permutations(judged)) {
      const value = kernel(order)
      exact[order[0]] += value
      total += value
    }
    const sums = runTrials(tuple, design, blocks(4000, judged), new Random(judged))
    const errors = trialErrors(sums)
    for (const [job, score] of trialScores(sums).entries()) {
      expect(Math.abs(score - exact[job] / total)).toBeLessThanOrEqual(4.5 * errors[job] + 1e-12)
      // More would be no test.
      if (judged > 1) expect(errors[job]).toBeLessThan(0.05)
    }
  })

  it('scatter from set to set as much as each says', () => {
    const judged = 8
    const tuple = crowd(judged, 7)
    const sets = Array.from({ length: 400 }, (_, k) =>
      runTrials(tuple, design, blocks(200, judged), new Random(1000 + k)),
    )
    for (let job = 0; job < judged; job++) {
      const scores = sets.map((sums) => trialScores(sums)[job])
      const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
      const scatter = Math.sqrt(
        scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / (scores.length - 1),
      )
      const said = sets.reduce((sum, each) => sum + trialErrors(each)[job], 0) / sets.length
      // A standard deviation of 400 values is itself within 15 % in all but one of 10⁴ cases.
      expect(Math.abs(said / scatter - 1)).toBeLessThan(0.15)
    }
  })

  it('have scores that add up to 1, and are the same for the same seed', () => {
    const tuple = crowd(10, 3)
    const run = () => runTrials(tuple, design, blocks(64, 10), new Random('again'))
    const sums = run()
    expect(trialScores(sums).reduce((sum, score) => sum + score, 0)).toBeCloseTo(1, 12)
    expect(run()).toEqual(sums)
    expect([sums.trials, sums.blocks]).toEqual([blocks(64, 10), 64])
  })

  it('are not sure of anything after one block, and as sure as they should be after two', () => {
    const judged = 6
    const tuple = crowd(judged, 8)
    const of = (count: number, seed: number) =>
      runTrials(tuple, design, blocks(count, judged), new Random(seed))
    expect(trialPrecision(of(1, 1))).toBe(Number.POSITIVE_INFINITY)
    expect([...trialErrors(of(1, 1))]).toEqual(new Array(judged).fill(Number.POSITIVE_INFINITY))
    if (design === 'independent') return
    const pairs = Array.from({ length: 3000 }, (_, k) => of(2, k))
    for (let job = 0; job < judged; job++) {
      const scores = pairs.map((sums) => trialScores(sums)[job])
      const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
      const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / (scores.length - 1)
      const said = pairs.reduce((sum, each) => sum + trialErrors(each)[job] ** 2, 0) / pairs.length
      // Without B/(B − 1) this would be half as much.
      expect(said / variance).toBeGreaterThan(0.8)
      expect(said / variance).toBeLessThan(1.25)
    }
  })

  it('can be done in parts', () => {
    const tuple = crowd(6, 5)
    const parts = [1, 2, 3].map((seed) => runTrials(tuple, design, blocks(30, 6), new Random(seed)))
    const sums = parts.reduce(trialsTogether, noTrials(6))
    expect([sums.trials, sums.blocks]).toEqual([blocks(90, 6), 90])
    expect(sums.total).toBeCloseTo(parts[0].total + parts[1].total + parts[2].total, 8)
    expect(sums.value[4]).toBeCloseTo(parts[0].value[4] + parts[1].value[4] + parts[2].value[4], 8)
    // Three parts are as sure as one of three times the size.
    const whole = runTrials(tuple, design, blocks(90, 6), new Random(4))
    expect(trialPrecision(sums) / trialPrecision(whole)).toBeGreaterThan(0.7)
    expect(trialPrecision(sums) / trialPrecision(whole)).toBeLessThan(1.4)
  })

  it('are refused where they are no whole blocks', () => {
    const tuple = crowd(6, 5)
    for (const trials of [0, -6, 6.5])
      expect(() => runTrials(tuple, design, trials, new Random(1))).toThrow(RangeError)
  })
})

describe('the precision', () => {
  it('is the mean over the jobs of the error relative to the score', () => {
    const sums = runTrials(crowd(7, 4), 'paired', 70, new Random(5))
    const errors = trialErrors(sums)
    const ratios = Array.from(trialScores(sums), (score, job) => errors[job] / score)
    expect(trialPrecision(sums)).toBeCloseTo(ratios.reduce((sum, each) => sum + each, 0) / 7, 14)
    expect(trialPrecision(sums)).toBeGreaterThan(0)
  })
})

describe('paired trials', () => {
  it('put each job first equally often, so that one block says something of each', () => {
    const tuple = crowd(9, 2)
    const one = runTrials(tuple, 'paired', 9, new Random(1))
    expect(one.value.every((value) => value >= 1)).toBe(true)
    const lonely = runTrials(tuple, 'independent', 9, new Random(1))
    expect(lonely.value.some((value) => value === 0)).toBe(true)
    expect(trialPrecision(lonely)).toBe(Number.POSITIVE_INFINITY)
  })

  it('are all alike where no job waits', () => {
    const { runtime, size, submit, state } = crowd(8, 11)
    const tuple = { processors: 1000, state, submit, size, runtime: runtime.map((seconds) => seconds + 1e6) }
    const spread = { ...tuple, submit: submit.map((_, k) => (k < state ? k : 1e3)) }
    const sums = runTrials(spread, 'paired', 80, new Random(1))
    for (const score of trialScores(sums)) expect(score).toBeCloseTo(1 / 8, 15)
    expect(trialPrecision(sums)).toBeLessThan(1e-7)
  })

  it('scatter a good deal less than as many independent ones', () => {
    const ratios = [1, 2, 3, 4, 5].map((seed) => {
      const tuple = crowd(32, seed, 16)
      const paired = trialPrecision(runTrials(tuple, 'paired', 6400, new Random(seed)))
      const independent = trialPrecision(runTrials(tuple, 'independent', 6400, new Random(seed)))
      return (independent / paired) ** 2
    })
    expect(Math.min(...ratios)).toBeGreaterThan(2)
  })
})
