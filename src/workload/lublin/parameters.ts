/**
 * The constants of the workload model of Lublin and Feitelson, as its authors published them, and what they are on a
 * machine of another size.
 *
 * Sources: U. Lublin and D. G. Feitelson, The workload on parallel supercomputers: modeling the characteristics of
 * rigid jobs, Journal of Parallel and Distributed Computing 63(11), 2003, pp. 1105-1122; the program m_lublin99.c of
 * the same authors (Hebrew University, 1999; Parallel Workloads Archive, "Models"), whose constants these are.
 *
 * They are for a machine of 128 nodes. The program's comments say how they go with the machine: uHi is the logarithm
 * of the largest size, uMed should be uHi − 2.5 (anything from uHi − 3.5 to uHi − 1.5), uLow stays; for 8 nodes, uMed
 * is 1.5. Hence, for a largest size m: uHi and uMed move by log₂(m/128), and uMed does not fall below 1.5. All else
 * stays, also the slope pa of the run times' mixing in the size.
 */

import { QueuewrightError } from '../../core/errors.js'
import { smallestOf } from '../../core/statistics.js'
import { suggestion } from '../../core/suggest.js'
import { checkPositive, MOST_PROCESSORS, unusable } from '../generated.js'
import type { LublinClasses, LublinClassName } from './choices.js'
import { dailyWeights } from './daily-cycle.js'
import { regularizedGamma } from './incomplete-gamma.js'

/** One class of jobs. */
export interface LublinClass {
  /** Probability that a job is serial, 0-1. */
  readonly serial: number
  /** Probability that a job is parallel and its size is drawn as a power of two, 0-1; with `serial` at most 1. */
  readonly powerOfTwo: number
  /** Logarithm (base 2) of the smallest parallel size; 0.8 to 1.2, so that size 2 is neither too rare nor too usual. */
  readonly uLow: number
  /** Where the density of log₂ size changes; from uHi − 3.5 to uHi − 1.5. */
  readonly uMed: number
  /** Logarithm of the largest size. */
  readonly uHi: number
  /** Probability of [uLow, uMed]; 0.7 to 0.95. */
  readonly uProb: number
  /** Shape and scale of the Gamma distribution of ln(run time / s) of short jobs; above 0. */
  readonly a1: number
  readonly b1: number
  /** The same of long jobs. */
  readonly a2: number
  readonly b2: number
  /** A job of size n is a short one with probability pa·n + pb, cut to [0, 1]. */
  readonly pa: number
  readonly pb: number
  /** Shape and scale of the Gamma distribution of ln(gap / s) between arrivals at rush hours; above 0. */
  readonly aarr: number
  readonly barr: number
  /** "Arrive rush-all ratio": factor of `aarr` that makes the gaps those of the whole day. */
  readonly arar: number
  /** Shape and scale, in half hours, of the Gamma distribution of the arrivals over the day; above 0. */
  readonly anum: number
  readonly bnum: number
}

export interface LublinParameters {
  readonly interactive: LublinClass
  readonly batch: LublinClass
  /** All jobs as one class. */
  readonly combined: LublinClass
  /** Machine size that the classes' uMed and uHi are meant for. */
  readonly processors: number
  /** ln of the longest run time in seconds; a longer one is drawn again. */
  readonly longestRun: number
  /** ln of the longest gap in seconds, as the daily cycle counts them; a longer one is drawn again. */
  readonly longestGap: number
  /** Half hour, 1-48, at which the day of `anum` and `bnum` begins: 11 is 5:00 to 5:30. */
  readonly dayStart: number
}

/** The constants of 1999. */
export const LUBLIN_1999: LublinParameters = {
  interactive: {
    serial: 0.1541,
    powerOfTwo: 0.625,
    uLow: 1,
    uMed: 3,
    uHi: 5.5,
    uProb: 0.705,
    a1: 3.8351,
    b1: 0.6605,
    a2: 7.073,
    b2: 0.6856,
    pa: -0.0118,
    pb: 0.9156,
    aarr: 6.551,
    barr: 0.6621,
    arar: 0.9797,
    anum: 8.9186,
    bnum: 3.668,
  },
  batch: {
    serial: 0.2927,
    powerOfTwo: 0.6686,
    uLow: 1.2,
    uMed: 5,
    uHi: 7,
    uProb: 0.875,
    a1: 6.57,
    b1: 0.823,
    a2: 639.1,
    b2: 0.0156,
    pa: -0.003,
    pb: 0.6986,
    aarr: 6.0415,
    barr: 0.8531,
    arar: 1.0519,
    anum: 6.1271,
    bnum: 5.274,
  },
  combined: {
    serial: 0.244,
    powerOfTwo: 0.576,
    uLow: 0.8,
    uMed: 4.5,
    uHi: 7,
    uProb: 0.86,
    a1: 4.2,
    b1: 0.94,
    a2: 312,
    b2: 0.03,
    pa: -0.0054,
    pb: 0.78,
    aarr: 10.2303,
    barr: 0.4871,
    arar: 1.0225,
    anum: 8.1737,
    bnum: 3.9631,
  },
  processors: 128,
  longestRun: 12,
  longestGap: 13,
  dayStart: 11,
}

/** Names of the classes drawn, in the program's order, in which an interactive job goes first of two at one instant. */
export function classNames(classes: LublinClasses): readonly LublinClassName[] {
  return classes === 'both' ? ['interactive', 'batch'] : [classes]
}

/** Least uMed: what the program advises for the smallest machine that it speaks of, of 8 nodes (uHi = 3). */
const LEAST_MED = 1.5
const LEAST_HI = 3

/** e³⁰ s are 300,000 years. */
export const MOST_LOGARITHM = 30

export const WHAT = 'the Lublin-Feitelson model cannot be used so'

/**
 * The class `name` for jobs of at most `largest` processors.
 * @param field which parameter says so, for the failure
 * @throws QueuewrightError `usage` where the model has no sizes for so small a machine: below 8, with interactive
 *   jobs, whose largest takes machine/2^1.5, below 23 (for the published constants)
 */
export function classFor(
  parameters: LublinParameters,
  name: LublinClassName,
  largest: number,
  field: 'processors' | 'largest' = 'processors',
): LublinClass {
  const own = parameters[name]
  const shift = Math.log2(largest / parameters.processors)
  const uHi = own.uHi + shift
  // log₂ is not exact: the smallest machine must not fail by its last bit.
  if (uHi < LEAST_HI - 1e-12) {
    const least = Math.ceil(parameters.processors * 2 ** (LEAST_HI - own.uHi) - 1e-9)
    throw unusable(WHAT, field, largest, `${least} or more with ${name} jobs`)
  }
  return { ...own, uHi, uMed: Math.max(own.uMed + shift, LEAST_MED) }
}

/**
 * The published constants with others in their place.
 * @param changes by name: `interactive.uHi`, `longestRun`
 * @throws QueuewrightError `usage` for a name that there is not
 */
export function changedConstants(changes: Readonly<Record<string, number>>): LublinParameters {
  const { interactive, batch, combined, ...whole } = LUBLIN_1999
  const classes = { interactive, batch, combined }
  const known = [
    ...Object.keys(whole),
    ...Object.entries(classes).flatMap(([name, drawn]) => Object.keys(drawn).map((key) => `${name}.${key}`)),
  ]
  for (const name of Object.keys(changes)) {
    if (known.includes(name)) continue
    throw new QueuewrightError('usage', 'an unknown constant', {
      field: 'constants',
      value: name,
      remedy: suggestion(name, known, 'Constants'),
    })
  }
  const changed = <Constants extends object>(constants: Constants, prefix: string): Constants => {
    const entries = Object.entries(constants)
    return Object.fromEntries(
      entries.map(([key, value]) => [key, changes[`${prefix}${key}`] ?? value]),
    ) as Constants
  }
  return {
    ...changed(whole, ''),
    interactive: changed(interactive, 'interactive.'),
    batch: changed(batch, 'batch.'),
    combined: changed(combined, 'combined.'),
  }
}

/** Largest size of the class `drawn`, a whole number of processors. */
export function largestSize(drawn: LublinClass): number {
  return Math.round(2 ** drawn.uHi)
}

/**
 * @throws QueuewrightError `usage` for constants with which the model has no meaning, among them a uHi above the
 *   machine that it is meant for
 */
export function checkParameters(parameters: LublinParameters, classes: LublinClasses): void {
  checkPositive(WHAT, 'processors', parameters.processors, MOST_PROCESSORS)
  checkPositive(WHAT, 'longestRun', parameters.longestRun, MOST_LOGARITHM)
  checkPositive(WHAT, 'longestGap', parameters.longestGap, MOST_LOGARITHM)
  const { dayStart } = parameters
  if (!(Number.isInteger(dayStart) && dayStart >= 1 && dayStart <= 48)) {
    throw unusable(WHAT, 'dayStart', dayStart, 'a whole number from 1 to 48')
  }
  for (const name of classNames(classes)) checkClass(name, parameters)
}

/** Far above the published shapes (639.1); above it a Gamma distribution is a point, and its sums take long. */
const MOST_SHAPE = 1_000_000
/** Least part of the draws that has to pass the bounds of run times and gaps, so that drawing again comes to an end. */
const LEAST_PASSING = 0.01
/** Least weight of a half hour, of mean 1: without arrivals at some time of the day the cycle has no inverse. */
const LEAST_WEIGHT = 1e-6

function checkClass(name: LublinClassName, parameters: LublinParameters): void {
  const drawn = parameters[name]
  const { processors } = parameters
  const demand = (field: keyof LublinClass, good: boolean, expected: string) => {
    if (!good) throw unusable(WHAT, `${name}.${field}`, drawn[field], expected)
  }
  for (const field of ['a1', 'b1', 'a2', 'b2', 'aarr', 'barr', 'arar', 'anum', 'bnum'] as const) {
    demand(field, drawn[field] > 0 && drawn[field] <= MOST_SHAPE, `a number above 0, at most ${MOST_SHAPE}`)
  }
  for (const field of ['serial', 'powerOfTwo', 'uProb'] as const) {
    demand(field, drawn[field] >= 0 && drawn[field] <= 1, 'a probability, 0 to 1')
  }
  demand('powerOfTwo', drawn.serial + drawn.powerOfTwo <= 1 + 1e-12, 'at most 1 - serial')
  for (const field of ['pa', 'pb'] as const) demand(field, Number.isFinite(drawn[field]), 'a number')
  demand('uLow', drawn.uLow >= 0 && drawn.uLow <= drawn.uMed, 'from 0 to uMed')
  demand('uMed', drawn.uMed <= drawn.uHi, 'at most uHi')
  demand('uHi', drawn.uHi <= Math.log2(processors), `at most log2(${processors}): no size above the machine`)
  const passing = (shape: number, scale: number, longest: number) =>
    regularizedGamma(shape, longest / scale) >= LEAST_PASSING
  const { longestRun, longestGap, dayStart } = parameters
  const often = `more than ${100 * LEAST_PASSING} % of the draws below the longest`
  demand('a1', passing(drawn.a1, drawn.b1, longestRun), often)
  demand('a2', passing(drawn.a2, drawn.b2, longestRun), often)
  demand('aarr', passing(drawn.aarr * drawn.arar, drawn.barr, longestGap), often)
  const least = smallestOf(dailyWeights(drawn.anum, drawn.bnum, dayStart))
  demand('anum', least >= LEAST_WEIGHT, 'a daily cycle with arrivals at every time of the day')
}
