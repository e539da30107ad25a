/**
 * Which order and which algorithm explain the recorded starts best, and which others explain them as well.
 *
 * All are tried on a stretch of the log, the best of them on as much of it as there is time for. Two are told apart only if one is
 * at fault more often on the same days, by more than chance (the sum of daily differences against its spread).
 */

import { type Explained, explain, faultsOf, stretchOf } from './explain.js'
import { distinct, type Observed } from './observed.js'
import type { Layout } from './partitions.js'
import type { ReplaySetting } from './replay.js'
import { ORDER_NAMES, ORDERS, type OrderName, type Rule } from './rule.js'

const ALGORITHMS = ['head', 'list', 'easy', 'cons'] as const
/** Looks at waiting jobs of the first stretch, and of the second. */
const FIRST = 120_000
const SECOND = 900_000
const MOST_FINALISTS = 8
/** Faults that set two rules apart: so many, such a share of the better one's, and so many standard errors or far more faults. */
const APART = { faults: 5, share: 0.04, errors: 2.5, clearly: { faults: 20, share: 0.2 } }

export interface Verdict {
  /** The best first. */
  readonly tried: readonly Explained[]
  /** Those that nothing tells from the best, which is the first. */
  readonly equal: readonly Explained[]
}

/** All rules on a stretch of the log, the best first. @param observe is told what part of the work is done */
export function heats(
  setting: ReplaySetting,
  layout: Layout,
  observe: (done: number) => void,
): readonly Explained[] {
  const orders = queueOrders(setting.observed, layout)
  const names = ORDER_NAMES.filter((name) => name !== 'queue' || orders.length > 0)
  const all = orders.length + names.length * ALGORITHMS.length + 1
  let done = 0
  const heat = (rule: Rule) => {
    observe(++done / all)
    return explainFirst(setting, rule)
  }
  const ofQueues = byFaults(orders.map((order) => heat(ruleOf('queue', 'list', order))))
  const priorities = ofQueues.length === 0 ? [] : ofQueues[0].rule.priorities
  const rules = names.flatMap((name) =>
    ALGORITHMS.map((algorithm) => ({
      ...ruleOf(name, algorithm, []),
      ...(name === 'queue' && { priorities }),
    })),
  )
  return byFaults([ruleOf('fcfs', 'cons', [], 'none'), ...rules].map(heat))
}

export function explainFirst(setting: ReplaySetting, rule: Rule): Explained {
  return explain(setting, rule, stretchOf(setting, FIRST), 1)
}

/** The best of the heats on as much of the log as there is time for. */
export function finals(
  setting: ReplaySetting,
  ranked: readonly Explained[],
  observe: (done: number) => void,
): Verdict {
  const most = 2 * faultsOf(ranked[0]) + 20
  const finalists = ranked.filter((each, k) => k < 2 || (k < MOST_FINALISTS && faultsOf(each) <= most))
  const second = stretchOf(setting, SECOND)
  const tried = byFaults(
    finalists.map(({ rule }, k) => {
      observe(k / finalists.length)
      return explain(setting, rule, second, 2)
    }),
  )
  return { tried, equal: tried.filter((each) => !isWorse(each, tried[0])) }
}

function byFaults(all: readonly Explained[]): readonly Explained[] {
  return [...all].sort((a, b) => faultsOf(a) - faultsOf(b))
}

function isWorse(one: Explained, best: Explained): boolean {
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
  return { name, order: ORDERS[name], algorithm, compress, priorities }
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
