/**
 * How much of a log a rule explains, one step ahead.
 *
 * A rule is at fault where the log starts a job that it would not (*missed*). Where it would start one that the log did not, the
 * job may have been held by its user, or waits for something that no log shows: it counts as *held*, once, and is taken to be in
 * the queue only after the last pass at which it would have started in vain; then the log is gone through again without it. A
 * rule that is not the site's has to hold far more jobs than users do.
 *
 * A job that needs nearly all of its partition cannot be started while a processor is away, and schedulers then pass it over, which
 * no log shows. Where several starts are missed behind such a job, it is taken to be held until the last of them, at the same price.
 */
import { kindsOf } from '../sim/facility/index.js'
import { lastAtOrBefore } from './clock.js'
import { halfOf, type InHalves } from './halves.js'
import { AWAY } from './idle.js'
import { homesOf, type ReplaySetting, replay, type Stretch } from './replay.js'
import type { Rule } from './rule.js'

const DAY = 86_400
/** Passes with missed starts that a job has to explain to be taken to be held, which is a fault itself. */
const PASSED_OVER = 2

export interface Explained {
  readonly rule: Rule
  /** Starts in the stretches that are of one pass without doubt, and those of them that had waited for it. */
  readonly starts: number
  readonly waited: number
  readonly missed: number
  readonly held: number
  /** Passes, and those at which just what was predicted started. */
  readonly passes: number
  readonly exact: number
  /** Faults by day from the first pass of the stretch. */
  readonly daily: Float64Array
}

/** Passes at which something else started than predicted, starts that were missed, and jobs that have to be taken to be held. */
export function faultsOf({ passes, exact, missed, held }: Explained): number {
  return passes - exact + missed + held
}

/** The same in each half of the log. */
export function faultsInHalves({ daily }: Explained): InHalves {
  const sums: [number, number] = [0, 0]
  daily.forEach((faults, day) => {
    sums[halfOf(day)] += faults
  })
  return sums
}

/** @param rounds how often the log is gone through again without what is held */
export function explain(
  setting: ReplaySetting,
  rule: Rule,
  stretches: readonly Stretch[],
  rounds: number,
): Explained {
  const { observed, moments } = setting
  // The last pass at which each job would have started in vain.
  const last = new Int32Array(observed.length).fill(-1)
  const dayOf = (moment: number) => Math.floor((moments.at[moment] - moments.at[0]) / DAY)
  const days = moments.length === 0 ? 0 : dayOf(moments.length - 1) + 1
  const large = nearlyWhole(setting)
  const startedBy = (moment: number) => moments.started.from[moment + 1] - moments.started.from[moment]
  let release: Int32Array | null = null
  for (let round = 0; ; round++) {
    const daily = new Float64Array(days)
    const behind = new Map<number, { passes: number; last: number }>()
    let [starts, missed, passes, exact] = [0, 0, 0, 0]
    replay(setting, rule, release, stretches, ({ moment, predicted, left }) => {
      if (moments.clear[moment] === 0) return
      let hits = 0
      for (const job of predicted) {
        if (moments.startOf[job] === moment) hits++
        else if (last[job] < moment) last[job] = moment
      }
      const recorded = startedBy(moment)
      passes++
      starts += recorded
      missed += recorded - hits
      if (hits < recorded && round < rounds) {
        for (const job of large) {
          if (!left.has(job) || moments.startOf[job] <= moment) continue
          behind.set(job, { passes: (behind.get(job)?.passes ?? 0) + 1, last: moment })
        }
      }
      if (hits === recorded && hits === predicted.length) exact++
      else daily[dayOf(moment)] += 1 + recorded - hits
    })
    if (round < rounds) {
      for (const [job, passed] of behind)
        if (passed.passes >= PASSED_OVER) last[job] = Math.max(last[job], passed.last)
      release = last.map((moment) => moment + 1)
      continue
    }
    let held = 0
    for (const moment of last) {
      if (moment < 0) continue
      held++
      daily[dayOf(moment)]++
    }
    let waited = 0
    for (const { from, to } of stretches) {
      for (let m = from; m < to; m++) {
        if (moments.clear[m] === 0) continue
        for (let k = moments.started.from[m]; k < moments.started.from[m + 1]; k++) {
          if (moments.at[m] > observed.submit[moments.started.rows[k]] + setting.clock.cycle) waited++
        }
      }
    }
    return { rule, starts, waited, missed, held, passes, exact, daily }
  }
}

/** Jobs that do not fit if a few processors of their partition are away. */
function nearlyWhole(setting: ReplaySetting): readonly number[] {
  const { sizes } = kindsOf(setting.facility.partitions)
  const homes = homesOf(setting)
  const rows = [...setting.observed.size.keys()]
  return rows.filter((row) => setting.observed.size[row] > (1 - AWAY) * sizes[homes[row][0]])
}

/** Parts of a log that are looked at where there is no time for all of it. */
const PARTS = 4

/** The middle of each of some equal parts of a log, as much of it as a rule is asked of within so many looks at waiting jobs. */
export function stretchesOf({ moments }: Pick<ReplaySetting, 'moments'>, looks: number): readonly Stretch[] {
  const { length, submitted, started } = moments
  const sums = new Float64Array(length + 1)
  for (let m = 0; m < length; m++) sums[m + 1] = sums[m] + 1 + submitted.from[m + 1] - started.from[m + 1]
  const total = sums[length]
  if (total <= looks) return [{ from: 0, to: length }]
  const at = (sum: number) => Math.max(0, lastAtOrBefore(sums, sum))
  return Array.from({ length: PARTS }, (_, part) => {
    const middle = ((part + 0.5) * total) / PARTS
    return { from: at(middle - looks / PARTS / 2), to: at(middle + looks / PARTS / 2) + 1 }
  }).map(({ from, to }, k, all) => ({ from: Math.max(from, all[k - 1]?.to ?? 0), to: Math.min(length, to) }))
}
