/** Why nobody makes an offer for a request, as far as that can be told from the request and the machines alone. */
import { formatSeconds, plural } from '../../core/format.js'
import type { JobTable } from '../../trace/job-table.js'
import type { Domain, RequestTerms } from './simulate.js'

export function refusalOf(
  { submit, size, estimate }: JobTable,
  row: number,
  { ways, start = submit[row], deadline = Number.POSITIVE_INFINITY, timeToLive = 0, budget }: RequestTerms,
  domains: readonly Domain[],
): string {
  if (timeToLive < 0) return 'its search was to end before it was submitted'
  const all = domains.flatMap(({ machines, attributes }) =>
    machines.flatMap((nodes, k) => {
      const job = [{ nodes: size[row], estimate: estimate[row] }]
      return (ways?.(attributes?.[k] ?? {}, nodes) ?? job).map((way) => ({ ...way, machine: nodes }))
    }),
  )
  if (all.length === 0) return 'no machine meets its conditions'
  const shortest = all.reduce((least, way) => Math.min(least, way.estimate), Number.POSITIVE_INFINITY)
  const frame = deadline - Math.max(start, submit[row])
  if (shortest > frame) {
    return `its frame is ${formatSeconds(Math.max(0, frame))} long, and its run time at least ${formatSeconds(shortest)}`
  }
  if (ways !== undefined || all.some((way) => way.nodes <= way.machine)) {
    const within = [
      ...(deadline < Number.POSITIVE_INFINITY ? ['its frame'] : []),
      ...(budget === undefined ? [] : ['its budget']),
    ]
    return `no offer was within ${within.join(' and ') || 'its reach'}`
  }
  return `it needs ${plural(size[row], 'node')}, and the domains that it reaches have not so many together in time`
}
