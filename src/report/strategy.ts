/**
 * Preferences of a strategy, as plain results: what pictures and terminals show of it. The room that knows strategies
 * measures these; here they are only shown. Pure.
 */
import { formatRoughSeconds } from '../core/format.js'

/** The priority of one job while it waits. */
export interface PriorityCurve {
  /** The job's user group, from 1; 0: none. */
  readonly group: number
  /** The job, such as `32 processors, 4 h asked for`; left out where all are alike. */
  readonly job?: string
  /** Seconds since its submit; ascending, two or more. */
  readonly waits: Float64Array
  /** Its priority after so long: the job with the *largest* comes first. As many as waits, finite. */
  readonly keys: Float64Array
}

/** Curves of one situation of the week, or of the only one. */
export interface TimeClassCurves {
  /** Such as `weekend`; empty where the strategy knows no situations. */
  readonly name: string
  readonly series: readonly PriorityCurve[]
}

export interface StrategyCurves {
  readonly situations: readonly TimeClassCurves[]
}

/** After what wait jobs of one group come before jobs of another. */
export interface TimeClassOvertaking {
  readonly name: string
  /** Places of rows and columns. */
  readonly groups: readonly number[]
  /**
   * Seconds [i][j] that a job of groups[i] has to wait until it comes before one of groups[j] that is submitted at that
   * moment, of the same size and estimate. 0: it does at once; null: never.
   */
  readonly waits: readonly (readonly (number | null)[])[]
}

export interface Overtaking {
  /** The size and the estimate of the jobs. */
  readonly job: string
  readonly situations: readonly TimeClassOvertaking[]
}

/** The priority after a wait: on the line between its neighbours, at the ends that of the nearest. */
export function priorityAt({ waits, keys }: PriorityCurve, wait: number): number {
  const last = waits.length - 1
  if (last < 0) return Number.NaN
  if (wait <= waits[0]) return keys[0]
  for (let k = 1; k <= last; k++) {
    if (wait > waits[k]) continue
    const share = (wait - waits[k - 1]) / (waits[k] - waits[k - 1])
    return keys[k - 1] + share * (keys[k] - keys[k - 1])
  }
  return keys[last]
}

/** The groups by their priority after the same wait, first come first; those of equal priority are together. */
export function groupsInOrder(series: readonly PriorityCurve[], wait: number): number[][] {
  const ranked = series
    .map((curve) => ({ group: curve.group, key: priorityAt(curve, wait) }))
    .sort((a, b) => b.key - a.key || a.group - b.group)
  const order: number[][] = []
  ranked.forEach(({ group, key }, k) => {
    if (k > 0 && ranked[k - 1].key === key) order[order.length - 1].push(group)
    else order.push([group])
  })
  return order
}

/** A wait of an overtaking: `at once`, `3.5 h`, `never`. */
export function waitText(wait: number | null): string {
  if (wait === null || wait === Number.POSITIVE_INFINITY) return 'never'
  return wait <= 0 ? 'at once' : formatRoughSeconds(wait)
}

/** `group 2`, `no group`. */
export function groupText(group: number): string {
  return group < 1 ? 'no group' : `group ${group}`
}
