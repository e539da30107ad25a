/** The nodes that were agreed on, those of all machines of all domains numbered through. */
import type { Allocation } from '../../sim/allocation.js'
import type { Contract } from '../../sites/index.js'
import { allocationOf } from './grid-gantt.js'

export function marketAllocation(
  contracts: readonly Contract[],
  domains: readonly { readonly machines: readonly number[] }[],
): Allocation {
  let next = 0
  const first = domains.map(({ machines }) =>
    machines.map((nodes) => {
      next += nodes
      return next - nodes
    }),
  )
  return allocationOf(
    contracts.map(({ fragments }) => {
      const nodes = fragments
        .flatMap((part) => part.nodes.map((node) => first[part.domain][part.machine] + node))
        .sort((a, b) => a - b)
      const intervals: number[] = []
      for (const [k, node] of nodes.entries()) {
        if (k > 0 && node === nodes[k - 1] + 1) intervals[intervals.length - 1] = node
        else intervals.push(node, node)
      }
      return intervals
    }),
  )
}
