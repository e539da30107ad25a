/** How trials are simulated for scores, and how functions are fitted to the scores and ranked. */
import { choice, flag, headed, optional, real, seed, setting, whole } from '../../core/settings/index.js'
import { ALGORITHM_NAMES } from '../../sim/algorithm-names.js'

const PAPER = 'SC 2017, 3.2'
/** Tuples, and trials of a tuple: more would be years of work. */
const MOST = 1_000_000_000
export const USUAL_MAX_TRIALS = 4_000_000

interface Effort {
  readonly trials: number | null
}

export const SCORE_TRIALS = {
  ...headed('Tuples:', {
    tuples: setting(whole(1, MOST), { meaning: 'parts of the log to try orders on', usual: 216 }),
    setSize: setting(whole(0), {
      meaning: 'jobs of a tuple that set the state of the machine',
      source: PAPER,
      usual: 16,
    }),
    judged: setting(whole(2), {
      meaning: 'jobs of a tuple that wait and get a score',
      source: PAPER,
      usual: 32,
    }),
    overlap: setting(flag(), {
      meaning: 'let tuples begin anywhere in the log, also inside others',
      usual: false,
    }),
  }),
  ...headed('Trials:', {
    trials: setting(optional(whole(1, MOST)), {
      meaning: 'trials of each tuple',
      usual: null,
      usually: 'until the scores have the precision asked for',
    }),
    precision: setting(optional(real({ above: 0, most: 1, shown: 'share' })), {
      meaning: 'normalised standard deviation of the scores at which the trials of a tuple end',
      usual: ({ trials }: Effort) => (trials === null ? 0.002 : null),
      usually: '0.002, with --trials none',
    }),
    maxTrials: setting(optional(whole(1, MOST)), {
      meaning: 'trials of a tuple at most',
      usual: ({ trials }: Effort) => (trials === null ? USUAL_MAX_TRIALS : null),
      usually: `${USUAL_MAX_TRIALS}, with --trials as many as these`,
    }),
    seed: setting(seed(), { meaning: 'start of the random numbers', usual: 1 }),
  }),
}

const FAMILY_NAMES = {
  sc17: 'the 576 candidates of the SC 2017 paper',
  polynomial: 'up to --degree',
  products: 'of logarithms, roots, inverses and the numbers themselves; the most telling ones',
} as const
export type FamilyName = keyof typeof FAMILY_NAMES

/**
 * Measures by which functions are ranked: the error on the rows that they are fitted to (SC 2017, eq. 5), that on
 * held-out tuples, or how well they put the jobs of held-out tuples into order.
 */
const RANKINGS = {
  error: 'on the rows fitted to',
  'held-out': 'the error on held-out tuples',
  order: 'the rank correlation there',
} as const
export type RankedBy = keyof typeof RANKINGS

/** The factors of a residual: run time times size, or nothing. */
const WEIGHTINGS = { rn: 'run time times size, as in the paper', none: '' } as const
export type Weighting = keyof typeof WEIGHTINGS

/** Degrees of the published polynomials. */
const MOST_DEGREE = 6

export const SCORE_FIT = headed('Functions:', {
  family: setting(choice(FAMILY_NAMES, 'name'), {
    meaning: 'which functions',
    source: 'Carastan-Santos and de Camargo 2017; polynomials: Rosa, Carastan-Santos, Goldman 2023',
    usual: 'sc17',
  }),
  degree: setting(whole(1, MOST_DEGREE), {
    meaning: 'highest degree',
    usual: 3,
    only: { family: 'polynomial' },
  }),
  weights: setting(choice(WEIGHTINGS), { meaning: 'what errors weigh by in the fit', usual: 'rn' }),
  rankBy: setting(optional(choice(RANKINGS, 'what')), {
    meaning: 'what is best',
    usual: null,
    usually: 'sc17 error, else held-out',
  }),
  top: setting(whole(1), { meaning: 'functions to keep, the best ones', usual: 10 }),
  algorithm: setting(choice(ALGORITHM_NAMES, 'name'), {
    meaning: 'what is to go by the order',
    usual: 'easy',
  }),
})

export const SCORE_RANKING = {
  top: setting(whole(1), { meaning: 'of a functions.json, so many of the best', usual: 10 }),
}
