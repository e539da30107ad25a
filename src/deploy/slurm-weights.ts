/**
 * Orders as weights of Slurm's multifactor plugin (slurm.conf(5); docs/multifactor.md). Slurm computes
 *
 *     ⌊age·min(1, w/maxage) + size·n/N + qos·q/Q⌋, largest first; with PriorityFavorSmall size·(1 − n/N)
 *
 * so that what a job gains by waiting is alike for all, and what its size is worth is in proportion to it: keys α·submit +
 * β·size + what its user's group adds, α ≥ 0, are weights, where each group has a quality of service of priority q, the largest
 * of all Q. Slurm rounds down to whole points and has 2³² − 1 of them.
 */
import type { QueuewrightError } from '../core/errors.js'
import { formatSeconds } from '../core/format.js'
import { largestOf } from '../core/statistics.js'
import { LARGEST_WEIGHT, type PrioritySettings, SLURM_DEFAULTS } from '../trace/slurm-conf/index.js'
import { refused, TUNING } from './exported.js'
import type { JobForm } from './order-form.js'
import { termsOf } from './terms.js'

/** Weights, and what has to be known of them. */
export interface SlurmWeights {
  readonly settings: PrioritySettings
  /** The priority of a quality of service for each user group; empty where the order asks for none. */
  readonly groups: ReadonlyMap<number, number>
  /** Whether any two jobs have the order that was asked for. */
  readonly exact: boolean
  readonly notes: readonly string[]
}

/** Longest wait that still counts, seconds: a year. A job that has waited longer gains nothing more. */
const MAX_AGE = 365 * 86_400
/** Points for each unit of the key, where there is room: several, so that no two keys are rounded to one point. */
const POINTS = 16
/** The least priority of the first group's quality of service: beside it those that a site has already weigh nothing. */
const LEAST_TOP = 1_000_000_000
/** Between the priorities of two groups, where there is room. */
const LEAST_STEP = 100_000_000
/** Seconds between computations of the priorities; Slurm knows no less. */
const CALC_PERIOD = 60

/**
 * @param processors of the machine
 * @param groups the user groups that there are; none where nobody knows them
 * @throws QueuewrightError `not-exportable` where the key is none that weights can say
 */
export function slurmWeights(form: JobForm, processors: number, groups: readonly number[]): SlurmWeights {
  const { alpha, beta, group } = weighed(form)
  if (group !== null && groups.length === 0) throw notWeights('nobody says which users are in which group')
  const added = new Map(group === null ? [] : groups.map((each) => [each, group(each)]))
  if (alpha === 0 && beta === 0) return ofGroups(added)
  if ([...added.values()].some((value) => !Number.isFinite(value)))
    throw notWeights('a group that waits for all others cannot be weighed against the wait and the size')
  // In seconds of waiting, else in processors.
  const unit = alpha > 0 ? alpha : Math.abs(beta)
  const top = largestOf(added.values())
  const gains = new Map([...added].map(([each, value]) => [each, (top - value) / unit]))
  const [age, size, most] = [
    alpha > 0 ? MAX_AGE : 0,
    (Math.abs(beta) / unit) * processors,
    largestOf([0, ...gains.values()]),
  ]
  const points = Math.min(POINTS, (LARGEST_WEIGHT - 2) / (age + size + most))
  const qos = Math.round(points * most)
  const scale = qos === 0 ? 0 : Math.max(1, Math.floor(LEAST_TOP / qos))
  const priorities = new Map([...gains].map(([each, gain]) => [each, scale * Math.round(points * gain)]))
  const settings = {
    ...SLURM_DEFAULTS,
    ...{ maxAge: MAX_AGE, period: CALC_PERIOD, favorSmall: beta > 0 },
    ...{ age: Math.floor(points * age), size: Math.round(points * size), qos },
  }
  if (alpha > 0 && settings.age < 1) throw notWeights('the rest is worth more than Slurm has points for')
  const isOne = (alpha > 0 ? 1 : 0) + (beta === 0 ? 0 : 1) + (most > 0 ? 1 : 0) === 1
  const rounding = `two jobs whose keys differ by less than ${alpha > 0 ? `${formatSeconds(Math.ceil(2 / points))} of waiting` : `${2 / points} processors`} may change places`
  const notes = [...(isOne ? [] : [rounding]), ...(alpha > 0 && !isOne ? [PERIOD] : [])]
  return { settings, groups: priorities, exact: isOne, notes: [...notes, ...(beta === 0 ? [] : [NODES])] }
}

/** Groups alone: their places are all that counts. */
function ofGroups(added: ReadonlyMap<number, number>): SlurmWeights {
  const values = [...new Set(added.values())].sort((a, b) => b - a)
  if (values.length < 2) throw notWeights('all jobs have the same key')
  // Users without a group have none of these.
  const step = Math.min(LEAST_STEP, Math.floor(LARGEST_WEIGHT / values.length))
  const priorities = new Map([...added].map(([each, value]) => [each, step * (1 + values.indexOf(value))]))
  const settings = {
    ...SLURM_DEFAULTS,
    ...{ maxAge: MAX_AGE, period: CALC_PERIOD, qos: POINTS * values.length },
  }
  return { settings, groups: priorities, exact: true, notes: [] }
}

/**
 * The weights of a key: of the submit time, which is not negative, of the size, and what each group adds.
 * @throws QueuewrightError `not-exportable` where there are others
 */
export function weighed({ key }: JobForm) {
  const terms = termsOf(key)
  if (terms === null) throw notWeights('it is no sum of the submit time, the size and what a group adds')
  const foreign = [...terms.weights.keys()].find((name) => name !== 'submit' && name !== 'size')
  if (foreign !== undefined) throw notWeights(`no factor of Slurm's knows the ${WORDS[foreign] ?? foreign}`)
  const [alpha, beta] = [terms.weights.get('submit') ?? 0, terms.weights.get('size') ?? 0]
  if (alpha < 0) throw notWeights('the weight of the age cannot be negative')
  if (alpha === 0 && beta === 0 && terms.group === null) throw notWeights('all jobs have the same key')
  return { alpha, beta, group: terms.group }
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
