/** The parts of the Lublin-Feitelson model, each against its closed form. */
import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/core/random.js'
import { LUBLIN_CLASSES, type LublinClasses } from '../../../src/workload/lublin/choices.js'
import { dailyCycle, dailyWeights } from '../../../src/workload/lublin/daily-cycle.js'
import { gapSampler, runtimeSampler, sizeSampler } from '../../../src/workload/lublin/draws.js'
import { logGamma, regularizedGamma } from '../../../src/workload/lublin/incomplete-gamma.js'
import {
  checkParameters,
  classFor,
  LUBLIN_1999,
  type LublinClass,
  type LublinParameters,
  largestSize,
} from '../../../src/workload/lublin/parameters.js'
import { failureOf } from '../../support/failures.js'

const NAMES = ['combined', 'batch', 'interactive'] as const

describe('the incomplete Gamma function', () => {
  it('is 1 − e^−x for shape 1, and the tail of a Poisson sum for a whole shape', () => {
    for (const x of [1e-6, 0.3, 1, 2.5, 10, 40]) {
      expect(regularizedGamma(1, x)).toBeCloseTo(-Math.expm1(-x), 14)
      let tail = 0
      let term = Math.exp(-x)
      for (let k = 0; k < 7; k++) {
        tail += term
        term *= x / (k + 1)
      }
      expect(regularizedGamma(7, x)).toBeCloseTo(1 - tail, 13)
    }
  })

  it('has the values of other programs', () => {
    // erf(1), and SciPy's gammainc.
    expect(regularizedGamma(0.5, 1)).toBeCloseTo(0.8427007929497149, 14)
    expect(regularizedGamma(639.1, 12 / 0.0156)).toBeCloseTo(0.9999993748658603, 12)
    expect(regularizedGamma(312, 12 / 0.03)).toBeCloseTo(0.9999978536746764, 12)
    expect(regularizedGamma(0.3, 2.5)).toBeCloseTo(0.9881546781546887, 13)
    expect(regularizedGamma(5, 0)).toBe(0)
  })

  it('rests on ln Γ', () => {
    expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 14)
    expect(logGamma(1)).toBeCloseTo(0, 14)
    expect(logGamma(11)).toBeCloseTo(Math.log(3_628_800), 13)
  })
})

describe('the daily cycle', () => {
  it('has the weights of the published constants', () => {
    // By SciPy, from midnight on.
    const combined = [
      0.507820724726, 0.456121876928, 0.408511848367, 0.364863228394, 0.325014597706, 0.288779298458,
      0.255953092888, 0.226320741629, 0.199661557823, 0.175754010345, 0.164917873244, 0.238895401854,
      0.329301829015, 0.435111232456, 0.554304347783, 0.6840301888, 0.820824181445, 0.960853410587,
      1.10016290523, 1.23490226891, 1.36151813763, 1.47690398818, 1.57850412517, 1.66437292461, 1.73319350353,
      1.78426196545, 1.81744438221, 1.83311390063, 1.83207500681, 1.81548123013, 1.78475158786, 1.74148999178,
      1.68741076292, 1.62427239926, 1.55382085991, 1.47774289019, 1.39762932391, 1.31494785516, 1.23102446121,
      1.14703246224, 1.06398810344, 0.982751521293, 0.904031989642, 0.828396416237, 0.756280162258,
      0.687999374462, 0.623764142415, 0.563691914889,
    ]
    const others = {
      interactive: [0.513505438555, 0.167865102848, 0.118693802639, 1.87110670836, 0.572822795958],
      batch: [0.546158664127, 0.235361306653, 0.347154491268, 1.66073965188, 0.593942671251],
    }
    const weightsOf = (name: (typeof NAMES)[number]) =>
      dailyWeights(LUBLIN_1999[name].anum, LUBLIN_1999[name].bnum, LUBLIN_1999.dayStart)
    weightsOf('combined').forEach((weight, k) => {
      expect(weight).toBeCloseTo(combined[k], 10)
    })
    for (const name of ['interactive', 'batch'] as const) {
      const weights = weightsOf(name)
      ;[0, 9, 10, 27, 47].forEach((bucket, k) => {
        expect(weights[bucket]).toBeCloseTo(others[name][k], 10)
      })
    }
  })

  it('runs w times as fast as the wall clock', () => {
    const { weights, modelTime, wallTime } = dailyCycle(8.1737, 3.9631, 11)
    expect(weights.reduce((sum, weight) => sum + weight)).toBeCloseTo(48, 12)
    for (const day of [0, 1, 400]) {
      expect(modelTime(day * 86_400)).toBe(day * 86_400)
      for (let bucket = 0; bucket < 48; bucket++) {
        const at = day * 86_400 + bucket * 1800
        expect(modelTime(at + 900) - modelTime(at + 300)).toBeCloseTo(600 * weights[bucket], 6)
        for (const second of [at, at + 0.5, at + 1799.9]) {
          expect(wallTime(modelTime(second))).toBeCloseTo(second, 6)
        }
      }
    }
  })
})

/** Distribution function of the two-stage uniform distribution. */
function twoStage({ uLow, uMed, uHi, uProb }: LublinClass, x: number): number {
  const within = (from: number, to: number) => Math.min(1, Math.max(0, (x - from) / (to - from)))
  return uProb * within(uLow, uMed) + (1 - uProb) * within(uMed, uHi)
}

/** The probability of every size, by the definition. */
function sizeProbabilities(drawn: LublinClass): Float64Array {
  const largest = largestSize(drawn)
  const probability = new Float64Array(largest + 1)
  probability[1] += drawn.serial
  for (let k = 0; k <= Math.ceil(drawn.uHi); k++) {
    const size = Math.min(2 ** k, 2 ** Math.floor(Math.log2(largest)))
    probability[size] += drawn.powerOfTwo * (twoStage(drawn, k + 0.5) - twoStage(drawn, k - 0.5))
  }
  const other = 1 - drawn.serial - drawn.powerOfTwo
  for (let size = 1; size <= largest; size++) {
    const upper = size === largest ? 1 : twoStage(drawn, Math.log2(size + 0.5))
    probability[size] += other * (upper - twoStage(drawn, Math.log2(size - 0.5)))
  }
  return probability
}

describe('sizes', () => {
  it.each(NAMES.flatMap((name) => [23, 128, 256, 430].map((machine) => [name, machine] as const)))(
    'of %s jobs on %d processors have their probabilities',
    (name, machine) => {
      const drawn = classFor(LUBLIN_1999, name, machine)
      const probability = sizeProbabilities(drawn)
      expect(probability.reduce((sum, p) => sum + p)).toBeCloseTo(1, 12)
      const count = 200_000
      const size = sizeSampler(drawn, new Random(`${name} ${machine}`))
      const seen = new Float64Array(probability.length)
      for (let k = 0; k < count; k++) seen[size()]++
      // Sizes outside 1 … largest would be lost to this sum.
      expect(seen.reduce((sum, n) => sum + n)).toBe(count)
      // χ² over the sizes, small ones together; mean = number of cells − 1, here within five standard deviations.
      let cells = 0
      let square = 0
      let few = { seen: 0, expected: 0 }
      const add = (cell: typeof few) => {
        cells++
        square += (cell.seen - cell.expected) ** 2 / cell.expected
      }
      probability.forEach((p, n) => {
        few = { seen: few.seen + seen[n], expected: few.expected + p * count }
        if (few.expected < 50) return
        add(few)
        few = { seen: 0, expected: 0 }
      })
      expect(square).toBeLessThan(cells - 1 + 5 * Math.sqrt(2 * cells))
    },
  )

  it('of a machine that is no power of two have only powers that fit', () => {
    const size = sizeSampler(
      { ...classFor(LUBLIN_1999, 'combined', 430), serial: 0, powerOfTwo: 1 },
      new Random(1),
    )
    const seen = new Set(Array.from({ length: 20_000 }, size))
    expect([...seen].sort((a, b) => a - b)).toEqual([2, 4, 8, 16, 32, 64, 128, 256])
  })
})

/** E[eˣ | x ≤ most] and the probability of the condition, x Gamma distributed with a scale below 1. */
function exponentialMoment(shape: number, scale: number, most: number) {
  const passing = regularizedGamma(shape, most / scale)
  const mean = ((1 - scale) ** -shape * regularizedGamma(shape, (most * (1 - scale)) / scale)) / passing
  return { passing, mean }
}

function meanOf(count: number, draw: () => number): { mean: number; error: number } {
  let sum = 0
  let squares = 0
  for (let k = 0; k < count; k++) {
    const value = draw()
    sum += value
    squares += value * value
  }
  const mean = sum / count
  return { mean, error: Math.sqrt((squares / count - mean * mean) / count) }
}

describe('run times', () => {
  it.each(NAMES.flatMap((name) => [1, 16, 100, 400].map((size) => [name, size] as const)))(
    'of %s jobs of size %d have their mean',
    (name, size) => {
      const drawn = LUBLIN_1999[name]
      const runtime = runtimeSampler(drawn, 12, new Random(`${name} ${size}`))
      const share = Math.min(1, Math.max(0, drawn.pa * size + drawn.pb))
      const short = exponentialMoment(drawn.a1, drawn.b1, 12)
      const long = exponentialMoment(drawn.a2, drawn.b2, 12)
      const passing = share * short.passing + (1 - share) * long.passing
      const mean = (share * short.passing * short.mean + (1 - share) * long.passing * long.mean) / passing
      const drawnMean = meanOf(200_000, () => runtime(size))
      // Cut to whole seconds: half a second less, nearly.
      expect(Math.abs(drawnMean.mean + 0.5 - mean)).toBeLessThan(5 * drawnMean.error + 0.5)
    },
  )

  it('are whole seconds from 1 to ⌊e^12⌋', () => {
    const runtime = runtimeSampler({ ...LUBLIN_1999.batch, b1: 1.4, b2: 0.018 }, 12, new Random(7))
    const seen = Array.from({ length: 50_000 }, () => runtime(3))
    expect(seen.every(Number.isInteger)).toBe(true)
    expect(Math.min(...seen)).toBeGreaterThanOrEqual(1)
    expect(Math.max(...seen)).toBeLessThanOrEqual(162_754)
    expect(Math.max(...seen)).toBeGreaterThan(150_000)
  })
})

describe('gaps', () => {
  it.each(NAMES)('of %s jobs have their mean', (name) => {
    const { aarr, arar, barr } = LUBLIN_1999[name]
    const gap = gapSampler(LUBLIN_1999[name], 13, new Random(name))
    const { mean, error } = meanOf(400_000, gap)
    expect(Math.abs(mean - exponentialMoment(aarr * arar, barr, 13).mean)).toBeLessThan(5 * error)
    expect(Math.max(...Array.from({ length: 100_000 }, gap))).toBeLessThanOrEqual(Math.exp(13))
  })
})

describe('the constants', () => {
  it('are those of the program on its machine', () => {
    for (const name of NAMES) expect(classFor(LUBLIN_1999, name, 128)).toEqual(LUBLIN_1999[name])
  })

  it.each([
    ['combined', 8, 3, 1.5],
    ['combined', 256, 8, 5.5],
    ['combined', 1024, 10, 7.5],
    ['batch', 8, 3, 1.5],
    ['batch', 1024, 10, 8],
    ['interactive', 23, Math.log2(23) - 1.5, 1.5],
    ['interactive', 512, 7.5, 5],
  ] as const)('of %s jobs move with %d processors', (name, machine, uHi, uMed) => {
    const drawn = classFor(LUBLIN_1999, name, machine)
    expect(drawn.uHi).toBeCloseTo(uHi, 12)
    expect(drawn.uMed).toBeCloseTo(uMed, 12)
    expect(drawn.uHi - drawn.uMed).toBeGreaterThanOrEqual(1.5 - 1e-9)
    expect(drawn.uHi - drawn.uMed).toBeLessThanOrEqual(3.5)
    expect({ ...drawn, uHi: 0, uMed: 0 }).toEqual({ ...LUBLIN_1999[name], uHi: 0, uMed: 0 })
  })

  it.each([
    ['combined', 7, '8 or more with combined jobs'],
    ['batch', 1, '8 or more with batch jobs'],
    ['interactive', 22, '23 or more with interactive jobs'],
  ] as const)('of %s jobs mean nothing on %d processors', (name, machine, expected) => {
    const failure = failureOf(() => classFor(LUBLIN_1999, name, machine))
    expect(failure.kind).toBe('usage')
    expect(failure.detail).toMatchObject({ field: 'processors', value: String(machine), expected })
  })

  it('are checked and pass as published', () => {
    for (const classes of LUBLIN_CLASSES) checkParameters(LUBLIN_1999, classes)
  })

  const changed = (change: Partial<LublinClass>): LublinParameters => ({
    ...LUBLIN_1999,
    combined: { ...LUBLIN_1999.combined, ...change },
  })
  it.each([
    ['combined.uHi', changed({ uHi: 7.01 })],
    ['combined.uMed', changed({ uMed: 7.5, uHi: 7 })],
    ['combined.uLow', changed({ uLow: 5 })],
    ['combined.serial', changed({ serial: -0.1 })],
    ['combined.powerOfTwo', changed({ serial: 0.5, powerOfTwo: 0.6 })],
    ['combined.uProb', changed({ uProb: 1.5 })],
    ['combined.a1', changed({ a1: 0 })],
    ['combined.a1', changed({ b1: 100 })],
    ['combined.a2', changed({ a2: 1000 })],
    ['combined.aarr', changed({ arar: 10 })],
    ['combined.b2', changed({ b2: Number.NaN })],
    ['combined.pa', changed({ pa: Number.POSITIVE_INFINITY })],
    ['combined.anum', changed({ bnum: 0.1 })],
    ['processors', { ...LUBLIN_1999, processors: 0 }],
    ['longestRun', { ...LUBLIN_1999, longestRun: 31 }],
    ['longestGap', { ...LUBLIN_1999, longestGap: -1 }],
    ['dayStart', { ...LUBLIN_1999, dayStart: 49 }],
  ])('are refused by name: %s', (field, parameters) => {
    const failure = failureOf(() => checkParameters(parameters, 'combined'))
    expect(failure.kind).toBe('usage')
    expect(failure.detail.field).toBe(field)
  })

  it('of classes not in use are not looked at', () => {
    const broken = changed({ a1: -1 })
    const others: LublinClasses[] = ['both', 'batch', 'interactive']
    for (const classes of others) checkParameters(broken, classes)
    expect(failureOf(() => checkParameters(broken, 'combined')).detail.field).toBe('combined.a1')
  })
})
