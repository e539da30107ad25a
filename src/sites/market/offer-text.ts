/** Agreements as offers in the language of requests: read again, they are reservations that others have. */
import { number } from '../../core/expression/ast.js'
import { type Description, type Item, printDescriptions } from './language/index.js'
import type { MarketPlacement } from './schedule.js'

const NOWHERE = { line: 0, column: 0 }

/** @param names of the domains */
export function offerText({ schedule, contracts }: MarketPlacement, names: readonly string[]): string {
  const { id } = schedule.jobs
  return printDescriptions(
    contracts.flatMap(({ fragments, start, end, cost }, row) =>
      fragments.map(({ domain, machine, nodes }, k): Description => {
        const own = fragments.length === 1 ? '' : `.${k + 1}`
        return {
          ...{ kind: 'OFFER', name: `job ${id[row]}${own}`, at: NOWHERE },
          items: [
            key('Domain', names[domain]),
            key('Machine', machine + 1),
            key('NumberOfProcessors', nodes.length),
            key('StartTime', start),
            key('EndTime', end),
            key('JobCost', cost),
          ],
        }
      }),
    ),
  )
}

function key(name: string, value: string | number): Item {
  const content =
    typeof value === 'string'
      ? value
      : value < 0
        ? ({ kind: 'negate', operand: number(-value) } as const)
        : number(value)
  return { kind: 'key', name, items: [{ kind: 'value', name, content, at: NOWHERE }], at: NOWHERE }
}
