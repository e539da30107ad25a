/**
 * Orders as weights of Slurm's multifactor plugin (slurm.conf(5); docs/multifactor.md). Slurm computes
 *
 *     ⌊age·min(1, w/maxage) + size·n/N⌋, largest first; with PriorityFavorSmall size·(1 − n/N)
 *
 * so that what a job gains by waiting is alike for all, and what its size is worth is in proportion to it: keys α·submit +
 * β·size, α ≥ 0, are weights. Slurm rounds down to whole points and has 2³² − 1 of them.
 */
import type { QueuewrightError } from '../core/errors.js'
import { formatSeconds } from '../core/format.js'
import { LARGEST_WEIGHT, type PrioritySettings, SLURM_DEFAULTS } from '../trace/slurm-conf/index.js'
import { refused, TUNING } from './exported.js'
import type { JobForm } from './order-form.js'
import { termsOf } from './terms.js'

/** Weights, and what has to be known of them. */
export interface SlurmWeights {
  readonly settings: PrioritySettings
  /** Whether any two jobs have the order that was asked for. */
  readonly exact: boolean
  readonly notes: readonly string[]
}

/** Longest wait that still counts, seconds: a year. A job that has waited longer gains nothing more. */
const MAX_AGE = 365 * 86_400
/** Points for each unit of the key, where there is room: several, so that no two keys are rounded to one point. */
const POINTS = 16
/** Seconds between computations of the priorities; Slurm knows no less. */
const CALC_PERIOD = 60

/**
 * @param processors of the machine
 * @throws QueuewrightError `not-exportable` where the key is none that weights can say
 */
export function slurmWeights({ key }: JobForm, processors: number): SlurmWeights {
  const terms = termsOf(key)
  if (terms === null) throw notWeights('it is no sum of the submit time and the size')
  const foreign = [...terms.weights.keys()].find((name) => name !== 'submit' && name !== 'size')
  if (foreign !== undefined) throw notWeights(`no factor of Slurm's knows the ${WORDS[foreign] ?? foreign}`)
  if (terms.group !== null) throw notWeights('weights know no user groups')
  const [alpha, beta] = [terms.weights.get('submit') ?? 0, terms.weights.get('size') ?? 0]
  if (alpha < 0) throw notWeights('the weight of the age cannot be negative')
  if (alpha === 0 && beta === 0) throw notWeights('all jobs have the same key')
  const weights = (age: number, size: number): PrioritySettings => ({
    ...SLURM_DEFAULTS,
    ...{ age, size, maxAge: MAX_AGE, period: CALC_PERIOD, favorSmall: beta > 0 },
  })
  if (beta === 0) return { settings: weights(POINTS * MAX_AGE, 0), exact: true, notes: [] }
  if (alpha === 0) return { settings: weights(0, POINTS * processors), exact: true, notes: [NODES] }
  const { age, size, rounding } = mixed(Math.abs(beta) / alpha, processors)
  return { settings: weights(age, size), exact: false, notes: [rounding, PERIOD, NODES] }
}

/** @param seconds of waiting that a processor is worth */
function mixed(seconds: number, processors: number) {
  const points = Math.min(POINTS, (LARGEST_WEIGHT - 2) / (MAX_AGE + seconds * processors))
  const [age, size] = [Math.floor(points * MAX_AGE), Math.round(points * seconds * processors)]
  if (age < 1) throw notWeights('the size is worth more than Slurm has points for')
  const rounding = `two jobs whose keys differ by less than ${formatSeconds(Math.ceil(2 / points))} of waiting may change places`
  return { age, size, rounding }
}

const PERIOD =
  'a new job is set beside the others as they were at the last computation, up to ' +
  `${formatSeconds(CALC_PERIOD)} before (PriorityCalcPeriod)`

const NODES =
  "Slurm's size is the mean of a job's parts of the processors and of the nodes; here it is that of the processors"

const WORDS: Readonly<Record<string, string>> = {
  estimate: 'requested time',
  area: 'requested time',
  user: 'user',
}

function notWeights(because: string): QueuewrightError {
  return refused(
    "weights of Slurm's",
    because,
    `--to lua sets a factor as each job is submitted, for every order that depends on the job alone; ${TUNING}`,
  )
}
