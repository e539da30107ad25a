/**
 * Objectives that are sums of weighted waits: a + Σ v_j·W_j·w_j, with W_j the work of job j, w_j its wait, and a what
 * they are where no job waits. Responses are waits plus run times, and slowdowns are responses over run times.
 */
import { sum } from '../../core/statistics.js'
import type { NamedObjective } from '../objectives/measure.js'
import { TAU } from '../objectives/measured.js'
import type { Load } from './load.js'

export interface WaitSum {
  /** a. */
  readonly alone: number
  /** f: v = f·u. */
  readonly factor: number
  readonly weighting: Weighting
}

/** Which jobs count how much: the same for many objectives. */
export interface Weighting {
  /** Equal names, equal weights; null: of its own. */
  readonly name: string | null
  /** u, beside the jobs: weight for each unit of work. */
  readonly weight: Float64Array
}

/** By the names of objectives. Of the bounded slowdown, jobs shorter than τ count as 1, which they never fall below. */
const WAIT_SUMS: Readonly<Record<string, (load: Load, group: number | null) => WaitSum | null>> = {
  AWRT: (load, group) => {
    const { work, squaredWork, weighting } = byWork(load, group)
    return work === 0 ? null : { alone: squaredWork / work, factor: 1 / work, weighting }
  },
  AWWT: (load, group) => {
    const { work, weighting } = byWork(load, group)
    return work === 0 ? null : { alone: 0, factor: 1 / work, weighting }
  },
  SD: (load, group) => {
    const { squaredWork, weighting } = byWork(load, group)
    return squaredWork === 0 ? null : { alone: 1, factor: 1 / squaredWork, weighting }
  },
  meanWait: (load) => ({ alone: 0, factor: 1 / load.length, weighting: alike(load) }),
  meanResponse: (load) => ({
    alone: sum(load.runtime) / load.length,
    factor: 1 / load.length,
    weighting: alike(load),
  }),
  flowtime: (load) => ({ alone: sum(load.runtime), factor: 1, weighting: alike(load) }),
  AVEbsld: (load) => ({ alone: 1, factor: 1 / load.length, weighting: bySlowdown(load, TAU) }),
}

/** null where the objective is no such sum, or has no value as its jobs do no work. */
export function waitSumOf(load: Load, { objective, group }: NamedObjective): WaitSum | null {
  return WAIT_SUMS[objective.name]?.(load, group) ?? null
}

/**
 * The average bounded slowdown without its lower limit of 1, so that it is never larger: (w + p) / max(p, τ). The
 * better bound where short jobs have to wait for each other.
 */
export function unlimitedSlowdown(load: Load): WaitSum {
  const alone = load.runtime.map((p) => p / Math.max(p, TAU))
  return { alone: sum(alone) / load.length, factor: 1 / load.length, weighting: bySlowdown(load, 0) }
}

/** Every unit of work counts alike. */
function byWork({ work, runtime, group }: Load, only: number | null) {
  const weight = Float64Array.from(work, (_, k) => (only === null || group[k] === only ? 1 : 0))
  return {
    work: sum(work.map((each, k) => each * weight[k])),
    squaredWork: sum(work.map((each, k) => each * runtime[k] * weight[k])),
    weighting: { name: `work of group ${only ?? 'all'}`, weight },
  }
}

/** Every job counts alike. Jobs without work are never delayed in a relaxation. */
function alike({ work }: Load): Weighting {
  return { name: 'jobs', weight: work.map((each) => (each > 0 ? 1 / each : 0)) }
}

/** Jobs count by 1 / max(p, τ), those with p below `from` not at all. */
function bySlowdown({ work, runtime }: Load, from: number): Weighting {
  const weight = work.map((each, k) => {
    const p = runtime[k]
    return each > 0 && p >= from ? 1 / (Math.max(p, TAU) * each) : 0
  })
  return { name: `slowdown from ${from} s`, weight }
}
