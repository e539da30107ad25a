/**
 * Which order and which algorithm explain the recorded starts best, and which others explain them as well.
 *
 * All are tried on a stretch of the log, the best of them on as much of it as there is time for. Two are told apart only if one is
 * at fault more often on the same days, by more than chance (the sum of daily differences against its spread).
 */

import { type Explained, explain, faultsOf, stretchesOf } from './explain.js'
import { distinct, type Observed } from './observed.js'
import type { Layout } from './partitions.js'
import type { ReplaySetting } from './replay.js'
import { ORDER_NAMES, type OrderName, type Rule, SITE_ORDERS } from './rule.js'

const ALGORITHMS = ['head', 'list', 'easy', 'cons'] as const
/** Looks at waiting jobs in the screening, in the semi-finals and in the finals. */
const SCREENING = 40_000
const FIRST = 120_000
const SECOND = 600_000
const MOST_FINALISTS = 8
/** Rules that are so much worse in the screening are out: so many faults, and such a share of the best one's. */
const OUT = { faults: 40, share: 0.6 }
/** Faults that set two rules apart: so many, such a share of the better one's, and so many standard errors or far more faults. */
const APART = { faults: 5, share: 0.04, errors: 2.5, clearly: { faults: 20, share: 0.2 } }

export interface Verdict {
  /** The best first. */
  readonly tried: readonly Explained[]
  /** Those that nothing tells from the best, which is the first. */
  readonly equal: readonly Explained[]
}

/** Work that tells what part of it is done, and is told whether it is to end with what it has. */
export type Calibrating<Result> = Generator<number, Result, boolean>

/** Rules that were tried, the best first. */
export interface Tried {
  readonly tried: readonly Explained[]
  /** Whether the work was ended before all had been. */
  readonly ended: boolean
}

/** All rules on a part of the log, those that are not far behind on a larger one. */
export function* screening(setting: ReplaySetting, layout: Layout): Calibrating<Tried> {
  const orders = queueOrders(setting.observed, layout)
  const part = stretchesOf(setting, SCREENING)
  const screened = (rule: Rule) => explain(setting, rule, part, 1)
  const ofQueues = yield* within(
    0,
    0.1,
    orders.map((order) => ruleOf('queue', 'list', order)),
    screened,
  )
  if (ofQueues.ended) return ofQueues
  const priorities = ofQueues.tried[0]?.rule.priorities ?? []
  const names = ORDER_NAMES.filter((name) => name !== 'queue' || orders.length > 0)
  const rules = names.flatMap((name) =>
    ALGORITHMS.map((algorithm) => ({
      ...ruleOf(name, algorithm, []),
      ...(name === 'queue' && { priorities }),
    })),
  )
  const all = yield* within(0.1, 0.5, [ruleOf('fcfs', 'cons', [], 'none'), ...rules], screened)
  if (all.ended) return all
  const most = OUT.faults + (1 + OUT.share) * faultsOf(all.tried[0])
  const left = all.tried.filter((each, k) => k < 2 || faultsOf(each) <= most).map(({ rule }) => rule)
  return yield* within(0.5, 1, left, (rule) => explainFirst(setting, rule))
}

/** @param work tries a rule; what part of the work is done goes from `from` to `to` */
function* within(
  from: number,
  to: number,
  rules: readonly Rule[],
  work: (rule: Rule) => Explained,
): Calibrating<Tried> {
  const tried: Explained[] = []
  for (const rule of rules) {
    const stop = yield from + ((to - from) * tried.length) / rules.length
    if (stop && tried.length > 0) break
    tried.push(work(rule))
  }
  return { tried: byFaults(tried), ended: tried.length < rules.length }
}

export function explainFirst(setting: ReplaySetting, rule: Rule): Explained {
  return explain(setting, rule, stretchesOf(setting, FIRST), 1)
}

/** The rule on as much of the log as there is time for, gone through once more. */
export function explainMore(setting: ReplaySetting, rule: Rule): Explained {
  return explain(setting, rule, stretchesOf(setting, SECOND), 1)
}

/** The best of the screening on as much of the log as there is time for. */
export function* finals(setting: ReplaySetting, ranked: readonly Explained[]): Calibrating<Tried> {
  const most = 2 * faultsOf(ranked[0]) + 20
  const finalists = ranked.filter((each, k) => k < 2 || (k < MOST_FINALISTS && faultsOf(each) <= most))
  const part = stretchesOf(setting, SECOND)
  return yield* within(
    0,
    1,
    finalists.map(({ rule }) => rule),
    (rule) => explain(setting, rule, part, 2),
  )
}

/** Those that nothing tells from the best, which is the first. */
export function equalOf(tried: readonly Explained[]): readonly Explained[] {
  return tried.filter((each) => !isWorse(each, tried[0]))
}

function byFaults(all: readonly Explained[]): readonly Explained[] {
  return [...all].sort((a, b) => faultsOf(a) - faultsOf(b))
}

/** Whether one is at fault more often than another by more than chance. */
export function isWorse(one: Explained, best: Explained): boolean {
  const more = faultsOf(one) - faultsOf(best)
  if (more < Math.max(APART.faults, APART.share * faultsOf(best))) return false
  const squares = one.daily.reduce((sum, each, day) => sum + (each - best.daily[day]) ** 2, 0)
  const clearly = more >= APART.clearly.faults + APART.clearly.share * faultsOf(best)
  return clearly || more >= APART.errors * Math.sqrt(squares)
}

/** `compress`: with the order of submit reservations may be kept. */
function ruleOf(
  name: OrderName,
  algorithm: Rule['algorithm'],
  queues: readonly number[],
  compress: Rule['compress'] = 'queue',
): Rule {
  const priorities = queues.map((queue, k) => ({ queue, priority: queues.length - k }))
  return { name, order: SITE_ORDERS[name], algorithm, compress, priorities }
}

/** Orders in which queues may go first; where queues share no processors there is nothing to go first for. */
function queueOrders(observed: Observed, { partitions, overlaps }: Layout): readonly (readonly number[])[] {
  const queues = distinct(observed.queue).filter((queue) => queue >= 0)
  if (queues.length < 2 || (partitions.length >= queues.length && overlaps.length === 0)) return []
  if (queues.length <= 3) return permutations(queues)
  const waits = queues.map((queue) => {
    let [sum, jobs] = [0, 0]
    for (let row = 0; row < observed.length; row++) {
      if (observed.queue[row] !== queue) continue
      sum += observed.start[row] - observed.submit[row]
      jobs++
    }
    return sum / jobs
  })
  return [[...queues.keys()].sort((a, b) => waits[a] - waits[b]).map((place) => queues[place])]
}

function permutations(items: readonly number[]): readonly (readonly number[])[] {
  if (items.length < 2) return [items]
  return items.flatMap((item) =>
    permutations(items.filter((each) => each !== item)).map((rest) => [item, ...rest]),
  )
}
