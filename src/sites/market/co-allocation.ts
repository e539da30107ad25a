/** A job on several machines at once, where none alone can take it (rules K11 and G8 of docs/sites.md). */
import type { MachineFunction, UtilityFunction } from './functions.js'
import type { Attributes } from './language/attributes.js'
import type { Interval, MachinePlan } from './plan.js'

/** A machine that the request reaches. */
export interface Reached {
  readonly domain: number
  /** Within its domain. */
  readonly machine: number
  readonly plan: MachinePlan
  readonly function: MachineFunction
  readonly attributes: Attributes
}

export interface Part {
  readonly at: Reached
  readonly nodes: readonly number[]
}

export interface CoAllocation {
  readonly parts: readonly Part[]
  readonly start: number
  readonly cost: number
  readonly utility: number
}

/** Whether there are several fragments: one machine may have the nodes where none could offer them within the budget. */
export function isSplit({ parts }: Pick<CoAllocation, 'parts'>): boolean {
  return parts.length > 1
}

export interface CoAllocationWanted {
  readonly start: number
  readonly deadline: number
  /** In one piece, and in several: with the overhead. */
  readonly whole: number
  readonly split: number
  readonly nodes: number
  readonly budget: number
  readonly utility: UtilityFunction
}

/** A duration in several fragments: whole seconds, one division, then rounded up. */
export function extended(seconds: number, overhead: number): number {
  return Math.ceil(((100 + overhead) * seconds) / 100)
}

/**
 * The earliest start, of the request's own and all at which a node becomes idle, at which the machines together suffice.
 * @param machines in the order in which the request reaches them, home first
 */
export function coAllocated(
  machines: readonly Reached[],
  { start, deadline, whole, split, nodes, budget, utility }: CoAllocationWanted,
  now: number,
): CoAllocation | null {
  const begins = machines.flatMap(({ plan }) =>
    nodesOf(plan).flatMap((node) => plan.idle(node, start, deadline).map(([begin]: Interval) => begin)),
  )
  const starts = [...new Set([start, ...begins])].sort((a, b) => a - b)
  for (const begin of starts) {
    const end = begin + split
    if (end > deadline) return null
    const parts: Part[] = []
    let missing = nodes
    for (const at of machines) {
      if (missing === 0) break
      const own = nodesOf(at.plan)
        .filter((node) => at.plan.isIdle(node, begin, end))
        .slice(0, missing)
      if (own.length === 0) continue
      parts.push({ at, nodes: own })
      missing -= own.length
    }
    if (missing > 0) continue
    const runtime = isSplit({ parts }) ? split : whole
    const cost = parts.reduce(
      (sum, { at, nodes: own }) => sum + at.function(at.plan.terms(own, begin, begin + runtime, now)),
      0,
    )
    if (cost <= budget) return { parts, start: begin, cost, utility: utility.value(begin, cost) }
  }
  return null
}

function nodesOf({ nodes }: MachinePlan): readonly number[] {
  return Array.from({ length: nodes }, (_, node) => node)
}
