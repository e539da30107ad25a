/** Agreements of markets as comma-separated values: a line for each job and each market. */
import { csvLines } from '../../core/csv.js'
import type { MarketPlacement } from '../../sites/index.js'

const COLUMNS = [
  ...['market', 'job', 'user', 'group', 'home', 'submit', 'start', 'end', 'nodes', 'at'],
  ...['cost', 'utility'],
]
const ROWS_A_CHUNK = 4096

/** @param names of the domains; a job's nodes come as `north/1:0-3 7+south/2:4` */
export function* marketCsv(
  outcomes: readonly ({ readonly name: string } & MarketPlacement)[],
  names: readonly string[],
): Generator<string, void, undefined> {
  yield csvLines([COLUMNS])
  for (const { name, schedule, contracts } of outcomes) {
    const { jobs, home } = schedule
    for (let first = 0; first < jobs.length; first += ROWS_A_CHUNK) {
      const rows = Array.from({ length: Math.min(ROWS_A_CHUNK, jobs.length - first) }, (_, k) => first + k)
      yield csvLines(
        rows.map((row) => {
          const { start, end, fragments, cost, utility } = contracts[row]
          const at = fragments.map(
            ({ domain, machine, nodes }) => `${names[domain]}/${machine + 1}:${rangesOf(nodes)}`,
          )
          return [
            ...[name, jobs.id[row], jobs.user[row], jobs.group[row], names[home[row]], jobs.submit[row]],
            ...[start, end, jobs.size[row], at.join('+'), cost, utility],
          ]
        }),
      )
    }
  }
}

/** Ascending numbers as `0-3 7`. */
function rangesOf(nodes: readonly number[]): string {
  const found: [first: number, last: number][] = []
  for (const node of nodes) {
    const last = found[found.length - 1]
    if (last !== undefined && last[1] === node - 1) last[1] = node
    else found.push([node, node])
  }
  return found.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(' ')
}
