/**
 * The factor f at which a scaled log loads its machine as the original loaded its own (Ernemann, Song, Yahyapour: Scaling
 * of workload traces, JSSPP 2003; Franke, doctoral thesis, Dortmund 2006, section 5.3). A larger machine with relatively
 * smaller jobs packs them better, so that at f = M/m users wait less than they did; a slightly larger f makes up for it.
 *
 * With A and W the AWRT and AWWT of the original on its own machine under the policy, and A(f), W(f) those of the log
 * scaled by f on the new machine,
 *
 *   a(f) = A(f)/A − 1,  w(f) = W(f)/W − 1,   deviation D(f) = (|a(f)| + |w(f)|)/2,   bias (a(f) + w(f))/2.
 *
 * Searched is the f of least D on the grid 0.01, 0.02, …. The response is erratic (a job more or less moves all that
 * come after it), so no method that trusts its slope is used, but grids from coarse to fine, all around f₀ = M/m:
 *
 *   coarse:  from f₀ in steps of 5 % upwards while the bias is not above 0, or downwards while it is, until it changes
 *            its sign;
 *   middle:  in steps of 1 % from one coarse step below the sign change to its upper end;
 *   fine:    every point of the grid within 1 % of the best so far, at least ten to either side.
 *
 * The result is the best of all points that were tried; of equal ones the nearest to f₀, then the smaller. All points
 * scale by the same draws (workload/scale.ts), so two searches of one seed agree in every digit; another seed is
 * another sample of the scaled log, and its f may differ by a few hundredths.
 */
import { QueuewrightError } from '../core/errors.js'
import { DEFAULT_PREPARATION, prepareJobs } from '../sim/prepare.js'
import type { JobTable } from '../trace/job-table.js'
import type { Trace } from '../trace/trace.js'
import {
  drawScale,
  type ScaleDraws,
  type ScaleOptions,
  type ScalePlan,
  scaleJobs,
  scalePlan,
} from '../workload/scale.js'
import { type MatchPolicy, type MeasuredRun, measuredRun } from './measured-run.js'

export interface MatchOptions extends Pick<ScaleOptions, 'to' | 'from' | 'copied' | 'seed'> {
  readonly policy: MatchPolicy
}

export const MATCH_LEVELS = ['coarse', 'middle', 'fine'] as const
export type MatchLevel = (typeof MATCH_LEVELS)[number]

/** One factor that was tried. */
export interface MatchPoint {
  readonly factor: number
  /** The level that tried it first. */
  readonly level: MatchLevel
  readonly jobs: number
  readonly UTIL: number | null
  readonly AWRT: number
  readonly AWWT: number
  /** a(f) and w(f), of 1. */
  readonly deviationAWRT: number
  readonly deviationAWWT: number
  /** D(f), of 1. */
  readonly deviation: number
}

/** Told after each point. */
export interface MatchStep {
  readonly point: MatchPoint
  /** How many points of the level are done, and how many it has at most. */
  readonly done: number
  readonly most: number
}

export interface ScaleMatch {
  readonly policy: MatchPolicy
  /** The original under the policy on its own machine. */
  readonly reference: MeasuredRun & { readonly AWRT: number; readonly AWWT: number }
  /** M/m. */
  readonly precise: number
  readonly best: MatchPoint
  /** All points, in the order in which they were tried. */
  readonly history: readonly MatchPoint[]
  /** Whether the bias changed its sign; false where the walk ended at 0.2·f₀ or 5·f₀ without that. */
  readonly bracketed: boolean
}

/** Points of the grid to 1. */
const GRID = 100
const COARSE_STEP = 0.05
const MIDDLE_STEP = 0.01
const FINE_POINTS = 10
const LEAST = 0.2
const MOST = 5

/**
 * Searches f; a step is one simulation. Estimates as the log has them, the run time where it has none, raised to the
 * run time where they are below it.
 * @param trace cleaned
 * @throws QueuewrightError as `scalePlan`, and `usage` for a log in which no job waits, so that there is nothing to match
 */
export function* matchScale(trace: Trace, options: MatchOptions): Generator<MatchStep, ScaleMatch, void> {
  const { policy, to } = options
  const { from, copied, factor: precise } = scalePlan(trace, options)
  const { jobs } = prepareJobs(trace.jobs, { ...DEFAULT_PREPARATION, processors: from })
  const draws = drawScale(jobs.length, options.seed ?? 1)
  const reference = referenceOf(jobs, from, policy, trace.name)

  const tried = new Map<number, MatchPoint>()
  const attempt = (grid: number, level: MatchLevel): MatchPoint => {
    const factor = grid / GRID
    const plan = { from, to, factor, copies: factor, copied }
    const point = pointAt(jobs, plan, draws, policy, reference, level)
    tried.set(grid, point)
    return point
  }
  /** The points of a level that have not been tried yet. */
  function* level(name: MatchLevel, first: number, last: number, step: number): Generator<MatchStep> {
    const points: number[] = []
    for (let grid = Math.max(1, first); grid <= last; grid += step) if (!tried.has(grid)) points.push(grid)
    for (const [k, grid] of points.entries()) {
      yield { point: attempt(grid, name), done: k + 1, most: points.length }
    }
  }

  const start = Math.max(1, Math.round(precise * GRID))
  const coarse = Math.max(1, Math.round(start * COARSE_STEP))
  const middle = Math.max(1, Math.round(start * MIDDLE_STEP))
  const { low, high, bracketed } = yield* walk(start, coarse, attempt)
  yield* level('middle', low - coarse, high, middle)
  const around = Math.round(best(tried, start).factor * GRID)
  const reach = Math.max(middle, FINE_POINTS)
  yield* level('fine', around - reach, around + reach, 1)
  return { policy, reference, precise, best: best(tried, start), history: [...tried.values()], bracketed }
}

/** Coarse steps from `start` until the bias changes its sign; the two points between which it does. */
function* walk(
  start: number,
  step: number,
  attempt: (grid: number, level: MatchLevel) => MatchPoint,
): Generator<MatchStep, { low: number; high: number; bracketed: boolean }, void> {
  const least = Math.max(1, Math.round(start * LEAST))
  const limit = Math.round(start * MOST)
  let point = attempt(start, 'coarse')
  const above = bias(point) > 0
  const most = 1 + Math.floor(above ? (start - least) / step : (limit - start) / step)
  yield { point, done: 1, most }
  for (let k = 1; k < most; k++) {
    const grid = above ? start - k * step : start + k * step
    point = attempt(grid, 'coarse')
    yield { point, done: k + 1, most }
    if (bias(point) > 0 !== above) {
      return { low: above ? grid : grid - step, high: above ? grid + step : grid, bracketed: true }
    }
  }
  const end = above ? start - (most - 1) * step : start + (most - 1) * step
  return { low: end, high: end, bracketed: false }
}

function bias({ deviationAWRT, deviationAWWT }: MatchPoint): number {
  return (deviationAWRT + deviationAWWT) / 2
}

function best(tried: ReadonlyMap<number, MatchPoint>, start: number): MatchPoint {
  const ranked = [...tried].sort(
    ([a, one], [b, other]) =>
      one.deviation - other.deviation || Math.abs(a - start) - Math.abs(b - start) || a - b,
  )
  return ranked[0][1]
}

function pointAt(
  jobs: JobTable,
  plan: ScalePlan,
  draws: ScaleDraws,
  policy: MatchPolicy,
  reference: ScaleMatch['reference'],
  level: MatchLevel,
): MatchPoint {
  const scaled = scaleJobs(jobs, plan, draws).jobs
  const { jobs: length, UTIL, AWRT, AWWT } = measuredRun(scaled, plan.to, policy)
  // Where a small factor leaves no work, nobody waits for any.
  const [response, wait] = [AWRT ?? 0, AWWT ?? 0]
  const deviationAWRT = response / reference.AWRT - 1
  const deviationAWWT = wait / reference.AWWT - 1
  return {
    factor: plan.factor,
    level,
    jobs: length,
    UTIL,
    AWRT: response,
    AWWT: wait,
    deviationAWRT,
    deviationAWWT,
    deviation: (Math.abs(deviationAWRT) + Math.abs(deviationAWWT)) / 2,
  }
}

function referenceOf(
  jobs: JobTable,
  processors: number,
  policy: MatchPolicy,
  file: string,
): ScaleMatch['reference'] {
  const run = measuredRun(jobs, processors, policy)
  const { AWRT, AWWT } = run
  if (AWRT !== null && AWWT !== null && AWWT > 0) return { ...run, AWRT, AWWT }
  throw new QueuewrightError('usage', `no job of the log waits under ${policy}: there is nothing to match`, {
    file,
    field: 'match',
    value: policy,
    remedy: 'Scale by the ratio of the machines, or name a factor',
  })
}
