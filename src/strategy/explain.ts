/**
 * Explanations of a policy's preferences, found by asking its order: keys of typical jobs of each user group while they
 * wait; after what wait a job of one group comes before a fresh one of another; how much waiting a size or an estimate is
 * worth. It works for every order that has keys, however it is written.
 *
 * A job *passes* another when its key is smaller, or equal and it has waited as long (of two equal jobs the earlier one
 * goes first). The wait after which it does is looked for on a grid from a second to a year, then halved down to a second.
 */
import { QueuewrightError } from '../core/errors.js'
import { ALGORITHMS, SLURM_ALGORITHM } from '../sim/algorithms/index.js'
import type { QueueOrder, TimeClass } from '../sim/order.js'
import { multifactorSettings, namedOrder } from '../sim/orders/index.js'
import { type AlgorithmName, parsePolicy, RECORDED, RULE_BASED, SLURM } from '../sim/policy.js'
import { TIME_CLASS_NAMES } from '../sim/time-class.js'
import {
  type Asked,
  boundTo,
  clockShowing,
  INSTANTS,
  keysOf,
  LONGEST_WAIT,
  type Probe,
  USUAL_STATE,
  YOUNG_INSTANTS,
} from './probe.js'
import type { Questions, TypicalJob } from './questions.js'
import { remarksOn } from './remarks.js'
import { type Surface, surfacesOf } from './surface.js'

/** The priority of a typical job while it waits. */
export interface PriorityOverWait extends TypicalJob {
  /** Seconds, ascending from 0. */
  readonly waits: Float64Array
  /** The negated keys: the largest comes first. */
  readonly keys: Float64Array
}

/** The worth of a size or an estimate beside the reference's. */
export interface Worth {
  /** The size, or the estimate. */
  readonly value: number
  /**
   * Seconds that the reference has to wait longer until it passes such a job, which has waited `LONG_WAIT`; negative where
   * it is such a job that has to wait longer. ±∞: always before it, always behind it.
   */
  readonly seconds: number
}

export interface TimeClassExplanation {
  /** `weekend`, `day`, `night`; empty where the policy treats all situations alike. */
  readonly name: string
  readonly curves: readonly PriorityOverWait[]
  /**
   * Seconds [i][j] that a job of the i-th group has to wait until it passes a fresh one of the j-th, both of the
   * reference's size and estimate; null: never (within a year).
   */
  readonly overtaking: readonly (readonly (number | null)[])[]
  /**
   * The same with one of the j-th group that has waited `LONG_WAIT`: seconds that the other has to wait longer, negative
   * where it need not wait as long.
   */
  readonly longer: readonly (readonly (number | null)[])[]
  readonly sizes: readonly Worth[]
  readonly estimates: readonly Worth[]
  readonly surfaces: readonly Surface[]
}

export interface Explanation {
  readonly algorithm: { readonly name: AlgorithmName | typeof SLURM; readonly summary: string }
  readonly groups: readonly number[]
  readonly reference: TypicalJob
  readonly situations: readonly TimeClassExplanation[]
  /** Remarks on what does nothing, and on what is to be known of the rest; one sentence each. */
  readonly remarks: readonly string[]
}

/** The wait of the passed job, seconds; as long as a weight that multiplies the wait needs to show. */
export const LONG_WAIT = 24 * 3600

/** Waits of the curves: to the longest, in so many steps. */
const SHOWN_WAIT = 72 * 3600
const STEPS = 72
/** Waits on the grid, equally far from one another on a logarithmic scale, behind 0. */
const GRID: readonly number[] = [
  0,
  ...Array.from({ length: 61 }, (_, k) => Math.round(LONGEST_WAIT ** (k / 60))),
]

/**
 * @param written a policy as text
 * @throws QueuewrightError as `parsePolicy`; `unknown-policy` for `recorded`, which prefers nobody
 */
export function explain(written: string, questions: Questions): Explanation {
  const policy = parsePolicy(written)
  if (policy.algorithm === RECORDED) {
    throw new QueuewrightError('unknown-policy', 'recorded is what happened, and has no order', {
      value: written,
    })
  }
  if (policy.algorithm === RULE_BASED) {
    throw new QueuewrightError('unknown-policy', 'rules have no order of their own', {
      value: written.slice(0, 60),
    })
  }
  const { order } = policy
  const { typical, reference, processors } = questions
  const groups = typical.map(({ group }) => group)
  const all = TIME_CLASS_NAMES.map((name, situation) => ({ name, situation: situation as TimeClass }))
  const probes = sampleOf(questions)
  const aged = ages(order, probes, processors)
  const alike = areAlike(order, probes, processors, aged)
  const situations = (alike ? [{ name: '', situation: 1 as const }] : all).map(({ name, situation }) => {
    const askAt = (now: number) => asking(order, processors, { now, state: USUAL_STATE })
    const ask = askAt(INSTANTS[situation])
    const age = YOUNG_INSTANTS[situation]
    return {
      name,
      curves: curvesOf(ask, typical),
      overtaking: overtakingOf(ask, groups, reference, 0),
      longer: overtakingOf(ask, groups, reference, LONG_WAIT),
      sizes: worthOf(ask, reference, questions.sizes, (size) => ({ ...reference, size })),
      estimates: worthOf(ask, reference, questions.estimates, (estimate) => ({ ...reference, estimate })),
      surfaces: surfacesOf({ ...questions, ask, young: aged ? { ask: askAt(age), age } : null }),
    }
  })
  const { name, summary } = policy.algorithm === SLURM ? SLURM_ALGORITHM : ALGORITHMS[policy.algorithm]
  return {
    algorithm: { name, summary },
    groups,
    reference,
    situations,
    remarks: [...remarksOn(written, groups), ...generalRemarks(order, probes, processors)],
  }
}

type Ask = (probes: readonly Probe[]) => Float64Array

function asking(order: QueueOrder, processors: number, asked: Asked): Ask {
  return (probes) => keysOf(order, probes, processors, asked)
}

function curvesOf(ask: Ask, typical: readonly TypicalJob[]): PriorityOverWait[] {
  const waits = Float64Array.from({ length: STEPS + 1 }, (_, k) => (SHOWN_WAIT / STEPS) * k)
  return typical.map((job) => {
    const keys = ask(Array.from(waits, (wait) => ({ ...job, wait })))
    return { ...job, waits, keys: keys.map((key) => (key === 0 ? 0 : -key)) }
  })
}

/** @param waited by the passed job; the waits are counted from it */
function overtakingOf(
  ask: Ask,
  groups: readonly number[],
  { size, estimate }: TypicalJob,
  waited: number,
): (number | null)[][] {
  const job = (group: number): TypicalJob => ({ group, size, estimate })
  const pairs = groups.flatMap((group) =>
    groups.map((other) => ({ waiting: job(group), passed: job(other) })),
  )
  const waits = passingTimes(ask, pairs, waited).map((wait) => (wait === null ? null : wait - waited))
  return groups.map((_, k) => waits.slice(k * groups.length, (k + 1) * groups.length))
}

function worthOf(
  ask: Ask,
  reference: TypicalJob,
  values: readonly number[],
  jobOf: (value: number) => TypicalJob,
): Worth[] {
  const jobs = values.map(jobOf)
  const longer = (pairs: readonly Pair[]) =>
    passingTimes(ask, pairs, LONG_WAIT).map((wait) =>
      wait === null ? Number.POSITIVE_INFINITY : wait - LONG_WAIT,
    )
  const ahead = longer(jobs.map((passed) => ({ waiting: reference, passed })))
  const behind = longer(jobs.map((waiting) => ({ waiting, passed: reference })))
  return values.map((value, k) => {
    // After equal waits one of the two comes first, so that at most one has to wait longer.
    return { value, seconds: ahead[k] > 0 ? ahead[k] : behind[k] > 0 ? -behind[k] : 0 }
  })
}

interface Pair {
  readonly waiting: TypicalJob
  readonly passed: TypicalJob
}

/**
 * The least wait of each pair, to the second, after which the waiting job passes the other; null: none.
 * @param waited by the other
 */
function passingTimes(ask: Ask, pairs: readonly Pair[], waited: number): (number | null)[] {
  const others = ask(pairs.map(({ passed }) => ({ ...passed, wait: waited })))
  const grid = [...new Set([...GRID, waited])].sort((a, b) => a - b)
  const keys = ask(pairs.flatMap(({ waiting }) => grid.map((wait) => ({ ...waiting, wait }))))
  /** The rule of passing: of two equal jobs the one that was submitted first goes first. */
  const passes = (key: number, pair: number, wait: number) =>
    wait >= waited ? key <= others[pair] : key < others[pair]
  /** The first wait on the grid at which the job passes, and the one before it. */
  const brackets = pairs.map((_, pair) => {
    const at = grid.findIndex((wait, k) => passes(keys[pair * grid.length + k], pair, wait))
    return at < 0 ? null : { low: at === 0 ? 0 : grid[at - 1], high: grid[at] }
  })
  for (;;) {
    const open = brackets.flatMap((bracket, pair) =>
      bracket !== null && bracket.high - bracket.low > 1 ? [{ bracket, pair }] : [],
    )
    if (open.length === 0) break
    const middles = open.map(({ bracket }) => Math.floor((bracket.low + bracket.high) / 2))
    const found = ask(open.map(({ pair }, k) => ({ ...pairs[pair].waiting, wait: middles[k] })))
    open.forEach(({ bracket, pair }, k) => {
      if (passes(found[k], pair, middles[k])) bracket.high = middles[k]
      else bracket.low = middles[k]
    })
  }
  // Where it has the other's key at one second and a smaller one at the next, it passes from that second on.
  const keysAt = (end: 'low' | 'high') =>
    ask(pairs.map(({ waiting }, pair) => ({ ...waiting, wait: brackets[pair]?.[end] ?? 0 })))
  const [before, after] = [keysAt('low'), keysAt('high')]
  return brackets.map((bracket, pair) => {
    if (bracket === null) return null
    return before[pair] === others[pair] && after[pair] < others[pair] ? bracket.low : bracket.high
  })
}

/** Seconds, ascending from 0. */
const SAMPLED_WAITS = [0, 600, 36_000, 900_000]

/** Jobs that differ in everything that an order may go by, each after several waits. */
function sampleOf({ typical, reference, sizes, estimates }: Questions): readonly Probe[] {
  const jobs = [
    ...typical,
    ...typical.map(({ group }) => ({ ...reference, group })),
    ...sizes.map((size) => ({ ...reference, size })),
    ...estimates.map((estimate) => ({ ...reference, estimate })),
  ]
  return jobs.flatMap((job) => SAMPLED_WAITS.map((wait) => ({ ...job, wait })))
}

/** Whether some job's key is larger after a longer wait, beyond rounding; the probes are as `sampleOf` has them. */
function fallsBack(probes: readonly Probe[], keys: Float64Array): boolean {
  return probes.some(({ wait }, k) => wait > 0 && keys[k] > keys[k - 1] + ROUNDING * Math.abs(keys[k - 1]))
}

const HOUR = 3600
const WEEK = 7 * 24 * HOUR
/** Relative differences of keys that are none. */
const ROUNDING = 1e-9
const TIME_CLASSES: readonly TimeClass[] = [0, 1, 2]
/** One in each situation. */
const INSTANTS_OF_WEEK = TIME_CLASSES.map((situation) => INSTANTS[situation])

/** @param aged whether instants of the week differ by the age of the log already; then only the clock is asked */
function areAlike(order: QueueOrder, probes: readonly Probe[], processors: number, aged: boolean): boolean {
  if (boundTo(order, probes, processors, INSTANTS[0]).kind === 'static') return true
  const state = USUAL_STATE
  const asked: readonly Asked[] = aged
    ? TIME_CLASSES.map((situation) => ({ now: INSTANTS[1], state, clock: clockShowing(situation) }))
    : INSTANTS_OF_WEEK.map((now) => ({ now, state }))
  const [weekend, day, night] = asked.map((each) => keysOf(order, probes, processors, each))
  return sameOrder(weekend, day) && sameOrder(day, night)
}

/** Whether the order depends on how long ago the log began. */
function ages(order: QueueOrder, probes: readonly Probe[], processors: number): boolean {
  const [one, later] = [INSTANTS[1], INSTANTS[1] + 4 * WEEK].map((now) =>
    keysOf(order, probes, processors, { now, state: USUAL_STATE }),
  )
  return !sameOrder(one, later)
}

/** Whether an order goes by accounts of what runs and ran. */
function goesByUse(order: QueueOrder, probes: readonly Probe[], processors: number): boolean {
  const named = namedOrder(order.name)
  const settings = named === null ? null : multifactorSettings(named)
  // It is told of all jobs, whatever its weights are.
  if (settings !== null) return settings.fairshare > 0
  const ranking = boundTo(order, probes, processors, INSTANTS[1])
  return ranking.kind === 'general' && ranking.started !== undefined
}

/** Remarks on the order that no situation tells. */
function generalRemarks(order: QueueOrder, probes: readonly Probe[], processors: number): string[] {
  const keys = (now: number, state = USUAL_STATE) => keysOf(order, probes, processors, { now, state })
  const remarks: string[] = []
  if (goesByUse(order, probes, processors)) {
    remarks.push(
      'The order also depends on what users have used so far (fair share), in favour of those who used less; shown is it among jobs of one user.',
    )
  }
  if (INSTANTS_OF_WEEK.some((now) => fallsBack(probes, keys(now)))) {
    remarks.push(
      'Waiting puts jobs back: some go behind others that have waited less. What they pass after some wait they need not stay before.',
    )
  }
  const usual = keys(INSTANTS[1])
  if (!sameOrder(usual, keys(INSTANTS[1], { waiting: 1000, free: processors }))) {
    remarks.push(
      `The order also depends on the queue and the machine; shown is it for ${USUAL_STATE.waiting} jobs waiting and no processor free.`,
    )
  }
  if (ages(order, probes, processors))
    remarks.push('The order also depends on how long ago the log began; shown is it a year after that.')
  else if (
    INSTANTS_OF_WEEK.some(
      (now) => !sameOrder(keys(now), keys(now + HOUR)) || !sameOrder(keys(now), keys(now - 4 * HOUR)),
    )
  ) {
    remarks.push(
      'The order changes within situations too; shown is it at noon on a Saturday, and at 13:00 and 22:00 on a Wednesday.',
    )
  }
  return remarks
}

/** Whether two lists of keys say the same of jobs: alike but for a constant, and for rounding. */
function sameOrder(one: Float64Array, other: Float64Array): boolean {
  const first = one.findIndex(Number.isFinite)
  if (first < 0 || !Number.isFinite(other[first])) return one.every((key, k) => key === other[k])
  return one.every((key, k) => {
    if (!Number.isFinite(key)) return key === other[k]
    const [a, b] = [key - one[first], other[k] - other[first]]
    const scale = Math.max(Math.abs(key), Math.abs(one[first]), Math.abs(other[k]), Math.abs(other[first]))
    return Math.abs(a - b) <= ROUNDING * scale
  })
}
