/**
 * Giving estimates to the jobs of a trace, by a model or as they are known. A pure function of the trace, the model,
 * the settings and the seed.
 *
 * In all models but `none`, an estimate e and a run time p have e ≥ p, and e is in whole seconds (or p itself). Where
 * there is a maximum M, e ≤ M: larger draws become M, as users who would like more time ask for what they can get.
 * `rounding` then rounds up: to the usual values, which are those that the model of Tsafrir et al. takes for the 20
 * most popular ones under the maximum, or to multiples of a number of seconds. Jobs that a Beta model puts at their
 * limit are not rounded: they are stopped at the estimate, so that it is their run time.
 */
import { plural } from '../../core/format.js'
import { Random } from '../../core/random.js'
import type { Values } from '../../core/settings/index.js'
import { type JobTable, replaceColumns } from '../../trace/job-table.js'
import { traceWith } from '../../trace/select.js'
import { headerValue } from '../../trace/swf/header.js'
import type { Trace } from '../../trace/trace.js'
import { type BetaModel, drawBeta } from './beta.js'
import { drawUniform, multiplied } from './factor.js'
import { estimateFailure } from './failure.js'
import { matchEstimates } from './matching.js'
import { type APPLYING, MOST_BADNESS } from './settings.js'
import { tsafrirDistribution } from './tsafrir.js'
import { headValues, type PopularEstimate } from './tsafrir-head.js'

/** How estimates come about. */
export type EstimateModel =
  /** e = p. */
  | { readonly kind: 'exact' }
  /** No estimates: −1. */
  | { readonly kind: 'none' }
  /** e = factor·p, factor 1 to `MOST_BADNESS` (factor.ts). */
  | { readonly kind: 'factor'; readonly factor: number }
  /** e uniform in [p, (f+1)·p], f 0 to `MOST_BADNESS` (factor.ts). */
  | { readonly kind: 'uniform'; readonly f: number }
  /** p/e Beta-distributed by groups of run times (beta.ts). */
  | { readonly kind: 'beta'; readonly beta: BetaModel }
  /** Modal estimates (tsafrir.ts); `popular` says what is known of the site. */
  | { readonly kind: 'tsafrir'; readonly popular?: readonly PopularEstimate[] }

/**
 * Where the maximum is left out, it is `defaultMaximum` for `beta` and `tsafrir` and for rounding to usual values; else there
 * is none.
 */
export type EstimateSettings = Partial<Settled>
type Settled = Pick<Values<typeof APPLYING>, 'maximum' | 'overrun' | 'rounding'>
type Rounding = Settled['rounding']

/**
 * `trace` with new estimates for all jobs that have a run time, −1 for the others; a line in its header and a notice
 * say how they came about.
 * @param seed any number or text; equal seeds give equal estimates
 * @throws QueuewrightError `usage` for parameters out of range, settings that the model does not take, run times above
 *   the maximum, and what the models themselves refuse
 */
export function applyEstimates(
  trace: Trace,
  model: EstimateModel,
  seed: number | string,
  settings: EstimateSettings = {},
): Trace {
  const { maximum: given = null, overrun: asked = null, rounding = 'none' } = settings
  check(model, { maximum: given, overrun: asked, rounding })
  const { jobs } = trace
  const maximum =
    given === null ? maximumFor(trace, model, rounding) : ({ seconds: given, source: 'given' } as const)
  const tooLong = maximum === null ? 0 : countAbove(jobs.runtime, maximum.seconds)
  const overrun = asked ?? (given === null ? 'extend' : 'error')
  if (maximum !== null && tooLong > 0 && overrun === 'error')
    throw belowRuntimes(jobs, maximum.seconds, tooLong)

  const random = new Random(`estimates ${seed}`).fork(model.kind)
  const drawn = draw(jobs, model, maximum?.seconds ?? null, random)
  const round = rounder(rounding, maximum?.seconds ?? null)
  const most = maximum?.seconds ?? Number.POSITIVE_INFINITY
  const estimate = drawn.map((value, row) => {
    const runtime = jobs.runtime[row]
    if (!(runtime >= 0) || model.kind === 'none') return -1
    // Exact, or stopped at its limit.
    if (value === runtime && (model.kind === 'exact' || model.kind === 'beta')) return runtime
    return Math.max(runtime, Math.min(most, round(Math.round(value))))
  })
  const how = `${describeModel(model)}${describeSettings(maximum, rounding)}, seed ${seed}`
  const notices = [...trace.notices, `requested times are those of a model: ${how}`]
  if (tooLong > 0) {
    const jobsRun = plural(tooLong, 'job runs', 'jobs run')
    notices.push(`${jobsRun} longer than the maximum; the run time is taken as the estimate`)
  }
  return traceWith(trace, {
    jobs: replaceColumns(jobs, { estimate }),
    header: [` Note: requested times (field 9) are those of a model: ${how}`, ...trace.header],
    notices,
  })
}

/** A maximum and where it is from. */
export interface MaximumEstimate {
  readonly seconds: number
  readonly source:
    | 'given'
    | 'largest estimate of the log'
    | 'MaxRuntime of the log'
    | 'longest run time, in hours'
}

/**
 * The maximum estimate that a log suggests: its largest estimate; where it has none, its header's MaxRuntime; where it
 * has none either, its longest run time rounded up to whole hours, at least 2.
 */
export function defaultMaximum(trace: Trace): MaximumEstimate {
  const largest = largestOf(trace.jobs.estimate)
  if (largest > 0) return { seconds: Math.ceil(largest), source: 'largest estimate of the log' }
  const stated = /^\d+/.exec(headerValue(trace.header, 'MaxRuntime') ?? '')
  if (stated !== null && Number(stated[0]) > 0) {
    return { seconds: Number(stated[0]), source: 'MaxRuntime of the log' }
  }
  const hours = Math.max(2, Math.ceil(largestOf(trace.jobs.runtime) / 3600))
  return { seconds: hours * 3600, source: 'longest run time, in hours' }
}

/** One line on the model and what it was fitted on. */
export function describeModel(model: EstimateModel): string {
  switch (model.kind) {
    case 'exact':
      return 'exact (the run times)'
    case 'none':
      return 'none'
    case 'factor':
      return `factor ${model.factor} (times the run time)`
    case 'uniform':
      return `uniform, f = ${model.f} (from the run time to f + 1 times it)`
    case 'beta': {
      const logs = model.beta.evidence.logs.map(({ name, digest }) => `${name} ${digest.slice(0, 12)}`)
      return `Beta by ${model.beta.groups.length} groups of run times (Song et al. 2004), fitted on ${logs.join(', ')}`
    }
    case 'tsafrir': {
      const known = model.popular?.length ?? 0
      return `Tsafrir-Etsion-Feitelson (2005)${known > 0 ? `, ${known} popular values given` : ''}`
    }
  }
}

function describeSettings(maximum: MaximumEstimate | null, rounding: Rounding): string {
  const limit = maximum === null ? '' : `, maximum ${maximum.seconds} s (${maximum.source})`
  const rounded = rounding === 'usual' ? ', rounded up to usual values' : `, rounded up to ${rounding} s`
  return `${limit}${rounding === 'none' ? '' : rounded}`
}

/** Seconds, not rounded and not bounded; NaN for jobs without a run time. */
function draw(jobs: JobTable, model: EstimateModel, maximum: number | null, random: Random): Float64Array {
  switch (model.kind) {
    case 'exact':
      return jobs.runtime.slice()
    case 'none':
      return new Float64Array(jobs.length).fill(Number.NaN)
    case 'factor':
      return multiplied(jobs, model.factor)
    case 'uniform':
      return drawUniform(jobs, model.f, random)
    case 'beta':
      return drawBeta(jobs, model.beta, random)
    case 'tsafrir':
      return drawModal(jobs, maximum ?? 0, model.popular ?? [], random)
  }
}

function drawModal(
  jobs: JobTable,
  maximum: number,
  popular: readonly PopularEstimate[],
  random: Random,
): Float64Array {
  const rows = Int32Array.from(jobs.runtime.keys()).filter((row) => jobs.runtime[row] >= 0)
  const bins = tsafrirDistribution(rows.length, maximum, random.fork('distribution'), popular)
  // Jobs that run longer than the maximum ask for it like others that do; `applyEstimates` raises theirs.
  const runtime = Float64Array.from(rows, (row) => Math.min(maximum, jobs.runtime[row]))
  const matched = matchEstimates(runtime, bins, random.fork('matching'))
  const estimate = new Float64Array(jobs.length).fill(Number.NaN)
  rows.forEach((row, k) => {
    estimate[row] = matched[k]
  })
  return estimate
}

/** Where none is given. */
function maximumFor(trace: Trace, { kind }: EstimateModel, rounding: Rounding): MaximumEstimate | null {
  return kind === 'beta' || kind === 'tsafrir' || rounding === 'usual' ? defaultMaximum(trace) : null
}

/** Rounds up; what is above the largest usual value becomes that one, the maximum. */
function rounder(rounding: Rounding, maximum: number | null): (value: number) => number {
  if (rounding === 'none') return (value) => value
  if (rounding !== 'usual') return (value) => Math.ceil(value / rounding) * rounding
  const usual = headValues(maximum ?? 0).toSorted((a, b) => a - b)
  return (value) => usual.find((seconds) => seconds >= value) ?? usual[usual.length - 1]
}

function check(model: EstimateModel, { maximum, rounding, overrun }: Settled): void {
  if (model.kind === 'factor' && !(model.factor >= 1 && model.factor <= MOST_BADNESS)) {
    const expected = `a number from 1 to ${MOST_BADNESS}`
    throw estimateFailure('factor', model.factor, expected, 'Jobs are stopped at their estimates')
  }
  if (model.kind === 'uniform' && !(model.f >= 0 && model.f <= MOST_BADNESS)) {
    throw estimateFailure('f', model.f, `a number from 0 to ${MOST_BADNESS}`)
  }
  if (maximum !== null && !(maximum > 0 && Number.isFinite(maximum))) {
    throw estimateFailure('maximum', maximum, 'seconds above 0')
  }
  const plain = model.kind === 'exact' || model.kind === 'none'
  if (plain && (maximum !== null || overrun !== null)) {
    throw estimateFailure(
      maximum === null ? 'overrun' : 'maximum',
      maximum ?? overrun ?? '',
      `none with ${model.kind}`,
    )
  }
  if ((plain || model.kind === 'tsafrir') && rounding !== 'none') {
    throw estimateFailure('rounding', rounding, `none with ${model.kind}`)
  }
  if (typeof rounding === 'number' && !(rounding > 0 && Number.isFinite(rounding))) {
    throw estimateFailure('rounding', rounding, 'seconds above 0')
  }
}

function belowRuntimes(jobs: JobTable, maximum: number, count: number) {
  const longest = largestOf(jobs.runtime)
  return estimateFailure(
    'maximum',
    maximum,
    `at least ${longest} s, the longest run time; ${plural(count, 'job runs', 'jobs run')} longer than this`,
    'Raise it, or let these jobs have their run time as estimate with --overrun extend',
  )
}

function countAbove(values: Float64Array, bound: number): number {
  return values.reduce((count, value) => count + (value > bound ? 1 : 0), 0)
}

function largestOf(values: Float64Array): number {
  return values.reduce((largest, value) => Math.max(largest, value), 0)
}
