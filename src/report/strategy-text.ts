/** What a strategy prefers, as text for a terminal: the order of the groups after some waits, and who passes whom. Pure. */

import { formatRoughSeconds } from '../core/format.js'
import { largestOf } from '../core/statistics.js'
import { visible } from '../core/visible.js'
import { groupsInOrder, groupText, type Overtaking, type StrategyCurves, waitText } from './strategy.js'
import { painted, type TerminalStyle } from './terminal.js'
import { inWidth, plainColumn } from './text-columns.js'

const HOUR = 3600
const DAY = 86_400
/** Waits at which the order is told, as far as the curves go. */
const TOLD_WAITS = [0, HOUR, 6 * HOUR, DAY, 3 * DAY, 7 * DAY]

export interface StrategyText {
  /** Null where the strategy does not go by groups. */
  readonly curves: StrategyCurves | null
  readonly overtaking: Overtaking | null
}

export function strategyText({ curves, overtaking }: StrategyText, style: TerminalStyle): string {
  return [
    ...(curves === null ? [] : [orderText(curves, style)]),
    ...(overtaking === null ? [] : [overtakingText(overtaking, style)]),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** A row a situation, a column a wait: the groups, first come first. */
function orderText({ situations }: StrategyCurves, style: TerminalStyle): string {
  const series = situations.flatMap((situation) => situation.series)
  if (series.length === 0) return ''
  const longest = largestOf(series.map(({ waits }) => waits[waits.length - 1] ?? 0))
  const columns = TOLD_WAITS.filter((wait) => wait <= longest).map((wait) =>
    plainColumn(
      wait === 0 ? 'at once' : `after ${formatRoughSeconds(wait)}`,
      'left',
      situations.map((situation) =>
        groupsInOrder(situation.series, wait)
          .map((groups) => groups.map((group) => (group < 1 ? 'none' : group)).join(' = '))
          .join(', '),
      ),
    ),
  )
  const names = situations.map(({ name }) => name || 'always')
  const jobs = jobsOf(situations)
  return [
    `${painted('Who comes first', 'strong', style)}, of jobs that have waited alike; = means by submit time`,
    ...jobs,
    inWidth('situation', names, columns, style),
  ].join('\n')
}

/** The job that stands for each group, where the curves name one. */
function jobsOf(situations: StrategyCurves['situations']): string[] {
  const jobs = new Map<number, string>()
  for (const { group, job } of situations.flatMap(({ series }) => series)) {
    if (job !== undefined && !jobs.has(group)) jobs.set(group, job)
  }
  return [...jobs].sort(([a], [b]) => a - b).map(([group, job]) => `  ${groupText(group)}: ${visible(job)}`)
}

/** A matrix a situation. */
function overtakingText({ situations, job }: Overtaking, style: TerminalStyle): string {
  const matrices = situations
    .filter(({ groups }) => groups.length > 1)
    .map(({ name, groups, waits }) => {
      const columns = groups.map((group, column) =>
        plainColumn(
          groupText(group),
          'right',
          groups.map((_, row) => (row === column ? '' : waitText(waits[row][column]))),
        ),
      )
      const table = inWidth('waiting', groups.map(groupText), columns, style)
      return [visible(name), table].filter(Boolean).join('\n')
    })
  if (matrices.length === 0) return ''
  const head = painted('Who passes whom', 'strong', style)
  return [
    `${head}: after what wait a job comes before a fresh one of the column’s group (both: ${visible(job)})`,
    ...matrices,
  ].join('\n\n')
}
