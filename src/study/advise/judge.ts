/** Policies judged by the weeks that had no say in them: what changes, how sure that is, and for whom. */
import type { Interval } from '../../core/inference/index.js'
import { Random } from '../../core/random.js'
import { laterInterval } from '../../evaluation/results/later-change.js'
import { comparisonOf, judged } from '../../evaluation/results/paired.js'
import { isValue } from '../../evaluation/results/ranking.js'
import type { Stage } from '../../evaluation/scenarios/scenario.js'
import { measureOf } from '../../evaluation/tasks/simulate.js'
import { breakdownBy, type ClassOfJobs, classesOf } from '../../sim/breakdown.js'
import { compileObjective, type MeasuredSchedule, type UserMeans } from '../../sim/objectives/index.js'
import { compositeInfo } from '../../sim/objectives/info.js'
import { parsePolicy } from '../../sim/policy.js'
import { boundIn, violationOf } from '../../strategy/index.js'
import type { AdvisedPolicy, KeptBound, WaitChange } from './advice.js'
import { type Candidate, constraintsOf } from './choice.js'
import { linesFor } from './lines.js'
import type { AdviceSpec } from './spec.js'
import { rowsWithin, stretchesOf } from './weeks.js'

/** Users whose mean wait changes by less are neither better nor worse off, seconds. */
const NOTICED = 60
const MOST_LOSERS = 10
const UTILIZATION = 'UTIL'

export interface JudgedWeeks {
  readonly scale: 'ratio' | 'difference'
  /** Rows of the weeks that had no say. */
  readonly rows: Int32Array
  /** The baseline over all jobs, as what is recorded is told, and over these. */
  readonly all: number | null
  readonly value: number | null
  /** The share of the machine that it has in use over all weeks. */
  readonly used: number | null
  readonly policies: readonly AdvisedPolicy[]
}

/** A choice, and the same search with other seeds. */
export interface Chosen extends Candidate {
  readonly siblings: readonly Candidate[]
  /** The values of the baseline and of the policy over the weeks that it was chosen by. */
  readonly learnt: Readonly<Record<'before' | 'after', number | null>>
  readonly file: string
}

export function judgedBy(spec: AdviceSpec, stage: Stage, chosen: readonly Chosen[]): JudgedWeeks {
  const { objective, baseline, weeks, level, seed } = spec
  const { submit } = stage.jobs
  const { held } = weeks
  const rowsOf = (span: (typeof held)[number]) => rowsWithin(submit, stage.judged, span)
  const rows = rowsOf([held[0][0], held[held.length - 1][1]])
  const [byWeek, byStretch] = [held, stretchesOf(weeks)].map((spans) => spans.map(rowsOf))
  const whole = rowsOf([submit[0], held[held.length - 1][1]])
  const everything = rowsOf([submit[0], Number.POSITIVE_INFINITY])
  const measured = measurer(stage)
  const value = measureOf(objective)
  const utilization = measureOf(UTILIZATION)
  const usedBy = (policy: string) => utilization(measured(policy, whole))
  const of = (policy: string, among: Int32Array): number | null =>
    among.length === 0 ? null : value(measured(policy, among))
  const pairs = (policy: string, parts: readonly Int32Array[]): readonly Pair[] =>
    parts.flatMap((among) => {
      const [before, after] = [of(baseline, among), of(policy, among)]
      return isValue(before) && isValue(after) ? [{ before, after }] : []
    })
  const policies = chosen.flatMap(({ policy, siblings }) => [policy, ...siblings.map((each) => each.policy)])
  const stretches = new Map(policies.map((policy) => [policy, pairs(policy, byStretch)]))
  const scale = scaleOf([...stretches.values()].flat())
  const base = of(baseline, rows)
  const changeOf = (after: number | null) => changeBy(scale, base, after)
  const info = compositeInfo(compileObjective(objective))
  const random = new Random(seed).fork('advice')
  const tests = judged(
    chosen.map(({ policy }) => {
      const weekly = pairs(policy, byWeek)
      const own = scaleOf(weekly)
      const changes = weekly.map((pair) => changed(own, pair))
      return comparisonOf({ policy, baseline, unpaired: 0, scale: own, changes }, info, random.fork(policy))
    }),
  )
  const apart = Math.floor(held.length / weeks.stretch)
  const fares = faresOf(stage, rows, (policy) => measured(policy, rows), baseline)
  return {
    ...{ scale, rows, all: of(baseline, everything), value: base, used: usedBy(baseline) },
    policies: chosen.map(({ name, policy, origin, search, siblings, learnt, file }, k): AdvisedPolicy => {
      const after = of(policy, rows)
      const bounds = boundsOf(spec, (each) => measured(each, rows), policy)
      const { better, worse, pairs: count, adjusted, verdict } = tests[k]
      const changes = (stretches.get(policy) ?? []).map((pair) => changed(scale, pair))
      const seeded = search === null ? [] : [{ policy, search }, ...siblings]
      return {
        ...{ name, policy, origin, file, learnt: changeBy(scale, learnt.before, learnt.after) },
        ...{ value: after, change: changeOf(after), used: usedBy(policy) },
        later: shown(scale, laterInterval(changes, apart, level)),
        ...{ better, worse, weeks: count, p: adjusted },
        worth: verdict === 'better' && bounds.every(({ kept }) => kept),
        seeds: seeded.map((each) => ({
          seed: each.search?.seed ?? 0,
          policy: each.policy,
          change: changeOf(of(each.policy, rows)),
        })),
        bounds,
        ...fares(policy),
        ...linesFor(policy, spec.log.scenario.machine),
      }
    }),
  }
}

/** Simulates each policy once, and measures it on rows that are told apart by their identity. */
function measurer(stage: Stage): (policy: string, rows: Int32Array) => MeasuredSchedule {
  const known = new Map<string, (rows: Int32Array) => MeasuredSchedule>()
  return (policy, rows) => {
    let on = known.get(policy)
    if (on === undefined) {
      const schedule = stage.run(parsePolicy(policy))
      const measured = new Map<Int32Array, MeasuredSchedule>()
      on = (among) => {
        const found = measured.get(among) ?? stage.measured(schedule, among)
        measured.set(among, found)
        return found
      }
      known.set(policy, on)
    }
    return on(rows)
  }
}

interface Pair {
  readonly before: number
  readonly after: number
}

type Scale = JudgedWeeks['scale']

/** By ratio where all values are above 0, as weeks differ by orders of magnitude. */
function scaleOf(pairs: readonly Pair[]): Scale {
  return pairs.every(({ before, after }) => before > 0 && after > 0) ? 'ratio' : 'difference'
}

function changed(scale: Scale, { before, after }: Pair): number {
  return scale === 'ratio' ? Math.log(after / before) : after - before
}

/** As a share of what was before, or a difference. */
function changeBy(scale: Scale, before: number | null, after: number | null): number | null {
  if (!isValue(before) || !isValue(after)) return null
  if (scale === 'difference') return after - before
  return before > 0 ? after / before - 1 : null
}

function shown(scale: Scale, interval: Interval | null): Interval | null {
  if (interval === null || scale === 'difference') return interval
  return { low: Math.expm1(interval.low), high: Math.expm1(interval.high) }
}

function boundsOf(
  spec: AdviceSpec,
  measured: (policy: string) => MeasuredSchedule,
  policy: string,
): readonly KeptBound[] {
  return constraintsOf(spec).map(({ text, objective, sense, bound }) => {
    const value = measureOf(objective.text)
    const after = value(measured(policy))
    const reference = typeof bound === 'number' ? null : value(measured(bound.policy))
    const kept = violationOf(sense, boundIn({ bound }, reference), after) === 0
    return { text, before: value(measured(spec.baseline)), after, kept }
  })
}

type WaitChanges = Pick<
  AdvisedPolicy,
  'bySize' | 'byRuntime' | 'users' | 'usersBetter' | 'usersWorse' | 'losers'
>

function faresOf(
  { jobs }: Stage,
  rows: Int32Array,
  measured: (policy: string) => MeasuredSchedule,
  baseline: string,
): (policy: string) => WaitChanges {
  const classes = classesOf(jobs, rows, null)
  const before = breakdownBy(classes, measured(baseline))
  const usersBefore = new Map(userWaits(measured(baseline).users))
  return (policy) => {
    const after = breakdownBy(classes, measured(policy))
    const users = userWaits(measured(policy).users).map(([user, { jobs: count, wait }]): WaitChange => {
      return { label: String(user), jobs: count, before: usersBefore.get(user)?.wait ?? wait, after: wait }
    })
    const gain = ({ before: was, after: is }: WaitChange) => was - is
    const worse = users.filter((user) => gain(user) < -NOTICED)
    return {
      bySize: beside(before.bySize, after.bySize),
      byRuntime: beside(before.byRuntime, after.byRuntime),
      users: users.length,
      usersBetter: users.filter((user) => gain(user) > NOTICED).length,
      usersWorse: worse.length,
      losers: worse
        .sort((a, b) => gain(a) - gain(b) || Number(a.label) - Number(b.label))
        .slice(0, MOST_LOSERS),
    }
  }
}

function userWaits({ users, jobs, waits }: UserMeans) {
  return Array.from(users, (user, k) => [user, { jobs: jobs[k], wait: waits[k] }] as const)
}

function beside(before: readonly ClassOfJobs[], after: readonly ClassOfJobs[]): readonly WaitChange[] {
  return before.map(({ label, jobs, meanWait }, k) => ({
    ...{ label, jobs, before: meanWait, after: after[k].meanWait },
  }))
}
