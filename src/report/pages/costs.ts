/**
 * The price of preferring some schedules of a front: in which objectives, groups of users among them, the one that is
 * preferred most stays behind the best that is possible, and behind policies of today. Pure.
 */
import { type Block, type Cell, numbers, sentences, table, valueCell, words } from '../../core/exhibit.js'
import { formatChange, formatValue, NO_VALUE, type Unit } from '../../core/format.js'
import { relativeChange } from '../../evaluation/results/ranking.js'
import { toneOf } from './parts.js'

export interface CostsOf {
  readonly objectives: readonly {
    readonly name: string
    readonly unit: Unit
    readonly sense: 'min' | 'max'
  }[]
  /** The points of the front, a row a schedule. */
  readonly points: readonly (readonly number[])[]
  /** Rows of those that are preferred, the one that is preferred most first; one at least. */
  readonly preferred: readonly number[]
  readonly policies: readonly { readonly name: string; readonly values: readonly (number | null)[] }[]
}

/** Less than this, as a share, is no loss worth a word. */
const WORTH_A_WORD = 0.01
const MOST_NAMED = 4
/** Policies that are compared with, in the front's order: the usual ones come first. */
const MOST_POLICIES = 5

/** Sentences, and the table. */
export function costBlocks(given: CostsOf): readonly Block[] {
  const policies = given.policies.slice(0, MOST_POLICIES)
  return [...sentences(costSentences({ ...given, policies })), costTable({ ...given, policies })]
}

export function costSentences({ objectives, points, preferred, policies }: CostsOf): readonly string[] {
  const chosen = points[preferred[0]]
  const best = bestOf(objectives, points)
  const behind = against(objectives, chosen, best, 'worse')
  return [
    behind.length === 0
      ? 'The schedule that you would like most is within 1 % of the best that is possible in every objective.'
      : `For the schedule that you would like most you give up: ${listed(behind)} against the best that is possible there.`,
    ...policies.flatMap(({ name, values }) => {
      if (values.every((value) => value === null)) return []
      const worse = against(objectives, chosen, values, 'worse')
      const better = against(objectives, chosen, values, 'better')
      const parts = [
        ...(worse.length === 0 ? [] : [`loses ${listed(worse)}`]),
        ...(better.length === 0 ? [] : [`wins ${listed(better)}`]),
      ]
      return [
        `Against ${name} it ${parts.length === 0 ? 'changes nothing by 1 % or more' : parts.join(', and ')}.`,
      ]
    }),
  ]
}

/** The largest changes to the better or to the worse first: `AWRT5 +31.0 %, AWRT2 +12.0 %`. */
function against(
  objectives: CostsOf['objectives'],
  values: readonly number[],
  base: readonly (number | null)[],
  tone: 'better' | 'worse',
): readonly string[] {
  return objectives
    .map(({ name, sense }, k) => ({ name, sense, change: relativeChange(values[k], base[k]) ?? 0 }))
    .filter(({ sense, change }) => toneOf(change, sense) === tone && Math.abs(change) >= WORTH_A_WORD)
    .sort((one, other) => Math.abs(other.change) - Math.abs(one.change))
    .map(({ name, change }) => `${name} ${formatChange(change)}`)
}

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMED
  return more > 0 ? `${names.slice(0, MOST_NAMED).join(', ')} and ${more} more` : names.join(', ')
}

function bestOf(objectives: CostsOf['objectives'], points: CostsOf['points']): readonly number[] {
  return objectives.map(({ sense }, k) =>
    points.reduce(
      (best, row) => (sense === 'min' ? Math.min(best, row[k]) : Math.max(best, row[k])),
      points[0][k],
    ),
  )
}

function costTable({ objectives, points, preferred, policies }: CostsOf): Block {
  const chosen = points[preferred[0]]
  const best = bestOf(objectives, points)
  const all = preferred.map((row) => points[row])
  return table(
    'What is preferred most, the span of all that is preferred, and by how much the first differs from the others',
    [
      ...words('objective'),
      ...numbers('preferred most', 'all preferred', 'best possible', ...policies.map(({ name }) => name)),
    ],
    objectives.map((objective, k) => {
      const { name, unit, sense } = objective
      const shown = (value: number | null): Cell => {
        const change = relativeChange(chosen[k], value)
        const below = change === null ? NO_VALUE : formatChange(change)
        return valueCell(formatValue(value, unit), false, below, toneOf(change, sense))
      }
      const column = all.map((row) => row[k])
      const [least, most] = column.reduce(
        ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
        [column[0], column[0]],
      )
      const span = [least, most].map((value) => formatValue(value, unit)).join(' – ')
      return [
        name,
        formatValue(chosen[k], unit),
        span,
        shown(best[k]),
        ...policies.map(({ values }) => shown(values[k])),
      ]
    }),
  )
}
