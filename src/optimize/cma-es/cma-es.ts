/**
 * CMA-ES, the evolution strategy with covariance matrix adaptation (Hansen and Ostermeier, Evolutionary Computation 9,
 * 2001; Hansen, Müller and Koumoutsakos, Evolutionary Computation 11, 2003), as (μ/μ_w, λ)-CMA-ES with the default
 * parameters of N. Hansen, The CMA Evolution Strategy: A Tutorial, arXiv:1604.00772. For one objective.
 *
 * It works in the unit cube, so the first step size is a share of every coordinate's range; `boundary.ts` says how bounds
 * are kept, `stop.ts` when a run ends, `restarts.ts` what comes then.
 */
import {
  above,
  type Codec,
  exact,
  flag,
  floats,
  mapped,
  nullable,
  number,
  object,
  objectOf,
  oneOf,
  refined,
  text,
  textOrNumber,
  whole,
} from '../../core/codec.js'
import { Random } from '../../core/random.js'
import { BOX, type Box, checkedStarts, decode, encode, uniformUnit } from '../box.js'
import type { Optimizer } from '../optimizer.js'
import { numberSetting, positiveSetting, wholeSetting } from '../settings.js'
import { checkLength, members, snapshotsOf } from '../snapshot.js'
import { optimizerOf, ranking, type Seed } from '../stepped.js'
import { folded, unfolded } from './boundary.js'
import { firstDistribution, type Sample, sample, updated } from './distribution.js'
import { type Parameters, parametersFor, usualLambda } from './parameters.js'
import { firstRun, nextRun, type RestartKind, type Schedule, spent } from './restarts.js'
import { type Distribution, reasonToStop } from './stop.js'

const KIND = 'cma-es'

export interface CmaEsSettings {
  readonly box: Box
  /** λ of the first run, 2 or more; 4 + ⌊3 ln n⌋ where absent. */
  readonly lambda?: number
  /** First step size, as a share of every coordinate's range; above 0; 0.3 where absent. */
  readonly sigma?: number
  /** Where the first run begins; a uniform point of the box where absent, as restarts do. */
  readonly start?: Float64Array | null
  /** Whether bad candidates lessen the variance; true where absent. Without it only the best half matters. */
  readonly active?: boolean
  /** `none` where absent. */
  readonly restarts?: RestartKind
  /** With doubled population; BIPOP's small runs do not count. 9 where absent. */
  readonly maxRestarts?: number
  /** Range of recent scores at which a run ends; 1e-12 where absent. */
  readonly tolFun?: number
  /** Standard deviation at which a run ends, relative to `sigma`; 1e-12 where absent. */
  readonly tolX?: number
}

interface Settled {
  readonly box: Box
  readonly lambda: number
  readonly sigma: number
  readonly start: Float64Array | null
  readonly active: boolean
  readonly restarts: RestartKind
  readonly maxRestarts: number
  readonly tolFun: number
  readonly tolX: number
}

interface State {
  readonly schedule: Schedule
  readonly run: Distribution
  readonly stopped: string | null
}

interface Batch {
  readonly samples: readonly Sample[]
  readonly candidates: readonly Float64Array[]
}

/** @throws QueuewrightError `usage` for settings out of range */
export function cmaEs(settings: CmaEsSettings, seed: Seed): Optimizer<Float64Array> {
  const checked = settled(settings)
  const schedule = firstRun(checked.lambda, checked.sigma)
  return cmaFrom(checked, seed, { schedule, run: begun(checked, schedule, rootOf(seed)), stopped: null })
}

/** @throws QueuewrightError `input-document` */
export function restoreCmaEs(snapshot: unknown, file = 'snapshot'): Optimizer<Float64Array> {
  return SNAPSHOTS.read(snapshot, file, ({ settings, seed }, state) => cmaFrom(settings, seed, state))
}

function rootOf(seed: Seed): Random {
  return new Random(seed).fork(KIND)
}

function cmaFrom(settings: Settled, seed: Seed, first: State): Optimizer<Float64Array> {
  const { box, active } = settings
  const root = rootOf(seed)
  const parametersOf = ({ schedule }: State) => parametersFor(box.lower.length, schedule.lambda, active)
  return optimizerOf<State, Batch, Float64Array>(
    {
      objectives: 1,
      propose: (state) => {
        const random = root.fork(state.schedule.run).fork(state.run.generation)
        const samples = sample(parametersOf(state), state.run, random)
        return { samples, candidates: samples.map(({ x }) => decode(box, x.map(folded))) }
      },
      candidates: ({ candidates }) => candidates,
      advance: (state, { samples }, scores) =>
        advanced(settings, parametersOf(state), root, state, samples, scores),
      selection: (state) => ({
        selects: selectedOf(parametersOf(state), active),
        rivals: [],
        floor: Number.NEGATIVE_INFINITY,
      }),
      stopped: ({ stopped }) => stopped,
      save: (state) => SNAPSHOTS.save({ settings, seed }, state),
    },
    first,
  )
}

function selectedOf({ lambda, mu }: Parameters, active: boolean): number {
  return active ? lambda : mu
}

/** The distribution at the begin of a run. */
function begun({ box, start }: Settled, { run, sigma }: Schedule, root: Random): Distribution {
  const unit =
    run === 0 && start !== null
      ? encode(box, start)
      : uniformUnit(box.lower.length, root.fork(run).fork('start'))
  return firstDistribution(unit.map(unfolded), sigma)
}

function advanced(
  settings: Settled,
  parameters: Parameters,
  root: Random,
  state: State,
  samples: readonly Sample[],
  scores: Float64Array,
): State {
  // A degenerate distribution has nothing more to learn.
  if (state.stopped !== null) return state
  const order = ranking(scores)
  const count = selectedOf(parameters, settings.active)
  const selected = Float64Array.from(order.subarray(0, count), (place) => scores[place])
  const run = updated(parameters, state.run, samples, order, selected)
  const schedule = { ...state.schedule, evaluations: state.schedule.evaluations + samples.length }
  const reason = reasonToStop(parameters, run, selected, schedule.sigma, settings)
  if (reason === null && !spent(schedule)) return { schedule, run, stopped: null }
  const { restarts, maxRestarts, lambda, sigma } = settings
  if (restarts === 'none') return { schedule, run, stopped: reason }
  const next = nextRun(restarts, schedule, lambda, sigma, root.fork(schedule.run + 1).fork('regime'))
  if (next.doublings > maxRestarts) {
    const last = reason === null ? '' : `; ${reason}`
    return { schedule, run, stopped: `all ${maxRestarts} restarts are done${last}` }
  }
  return { schedule: next, run: begun(settings, next, root), stopped: null }
}

function settled(settings: CmaEsSettings): Settled {
  const { box, start = null, active = true, restarts = 'none' } = settings
  const nonNegative = (field: string, value: number) =>
    numberSetting(field, value, 'a number from 0', (number) => number >= 0)
  if (start !== null) checkedStarts(box, [start])
  return {
    box,
    lambda: wholeSetting('lambda', settings.lambda ?? usualLambda(box.lower.length), 2),
    sigma: positiveSetting('sigma', settings.sigma ?? 0.3),
    start,
    active,
    restarts,
    maxRestarts: wholeSetting('maxRestarts', settings.maxRestarts ?? 9, 0),
    tolFun: nonNegative('tolFun', settings.tolFun ?? 1e-12),
    tolX: nonNegative('tolX', settings.tolX ?? 1e-12),
  }
}

const SETTINGS = mapped(
  object({
    ...{ box: BOX, lambda: number(), sigma: number(), start: nullable(floats()), active: flag },
    restarts: oneOf(['none', 'ipop', 'bipop']),
    ...{ maxRestarts: number(), tolFun: number(), tolX: number() },
  }),
  settled,
  (settings) => settings,
)

const SCHEDULE = objectOf<Schedule>({
  run: whole(0),
  regime: oneOf(['large', 'small']),
  ...{ lambda: whole(2), sigma: above(0), evaluations: whole(0), doublings: whole(0) },
  ...{ large: whole(0), small: whole(0), lastLarge: whole(0) },
})

/** @param n coordinates */
function runCodec(n: number): Codec<Distribution> {
  const run = objectOf<Distribution>({
    ...{ generation: whole(0), sigma: exact, mean: floats(n), covariance: floats(n * n) },
    ...{ vectors: floats(n * n), deviations: floats(n), covariancePath: floats(n), sigmaPath: floats(n) },
    ...{ bests: floats(), medians: floats() },
  })
  return refined(run, ({ bests, medians }, at) => checkLength(medians, bests.length, at.at('medians')))
}

const SNAPSHOTS = snapshotsOf(KIND, 1, members({ settings: SETTINGS, seed: textOrNumber }), ({ settings }) =>
  members({ schedule: SCHEDULE, run: runCodec(settings.box.lower.length), stopped: nullable(text) }),
)
