/**
 * Mean ranks of policies over replicates, and which of them are not told apart (Demšar 2006): a line joins those whose mean
 * ranks differ by less than the critical difference.
 */
import type { Picture } from '../../core/exhibit.js'
import { formatNumber } from '../../core/format.js'
import type { Mark, Paint } from '../../core/scene.js'
import { BLUE } from './theme.js'

export interface MeanRank {
  readonly policy: string
  /** 1 is the best. */
  readonly rank: number
}

const WIDTH = 860
const LEFT = 270
const RIGHT = WIDTH - LEFT
const AXIS = 56
const STEP = 9
const ROW = 20
const INK: Paint = 'ink'

/** @param ranks of two or more policies @param times that they were ranked @param difference the critical one */
export function criticalDifferencePlot(
  { name, objective }: { readonly name: string; readonly objective: string },
  ranks: readonly MeanRank[],
  times: number,
  difference: number,
): Picture {
  const sorted = ranks.toSorted((a, b) => a.rank - b.rank)
  const most = sorted.length
  const x = (rank: number) => LEFT + ((rank - 1) / (most - 1)) * (RIGHT - LEFT)
  const alike = joined(sorted, difference)
  const top = AXIS + STEP * (alike.length + 1)
  const leftCount = Math.ceil(most / 2)
  const labels = sorted.flatMap(({ policy, rank }, k): readonly Mark[] => {
    const isLeft = k < leftCount
    const y = top + ROW * (isLeft ? k : most - 1 - k) + 6
    const end = isLeft ? LEFT - 10 : RIGHT + 10
    const text = `${policy} (${rank.toFixed(2)})`
    return [
      { mark: 'path', d: `M${x(rank)} ${AXIS}V${y}H${end}`, stroke: INK },
      {
        ...{ mark: 'text', x: isLeft ? end - 4 : end + 4, y: y + 4, text, fill: INK },
        anchor: isLeft ? 'end' : 'start',
      },
    ]
  })
  const lines = alike.map(([from, to], k): Mark => {
    const y = AXIS + STEP * (k + 1)
    const d = `M${x(from) - 4} ${y}H${x(to) + 4}`
    return { mark: 'path', d, stroke: BLUE, thick: 4, round: true }
  })
  const ticks = sorted.flatMap((_, k): readonly Mark[] => [
    { mark: 'path', d: `M${x(k + 1)} ${AXIS - 5}V${AXIS}`, stroke: INK },
    { mark: 'text', x: x(k + 1), y: AXIS - 9, text: `${k + 1}`, anchor: 'middle', fill: INK },
  ])
  const bar = Math.min(difference, most - 1)
  const told = `critical difference ${formatNumber(difference)}`
  return {
    name,
    scene: {
      width: WIDTH,
      height: top + ROW * leftCount + 16,
      label: `Mean ranks by ${objective} over ${times} replicates: ${sorted.map((each) => `${each.policy} ${each.rank.toFixed(2)}`).join(', ')}; ${told}`,
      marks: [
        { mark: 'path', d: `M${LEFT} 14V22M${LEFT} 18H${x(1 + bar)}M${x(1 + bar)} 14V22`, stroke: INK },
        { mark: 'text', x: x(1 + bar) + 8, y: 22, text: told, anchor: 'start', fill: 'faint' },
        { mark: 'path', d: `M${LEFT} ${AXIS}H${RIGHT}`, stroke: INK },
        ...ticks,
        ...lines,
        ...labels,
      ],
    },
    data: { columns: ['policy', 'mean rank'], rows: sorted.map(({ policy, rank }) => [policy, rank]) },
  }
}

/** The longest runs of policies within the difference, from their first to their last rank. */
function joined(sorted: readonly MeanRank[], difference: number): readonly (readonly [number, number])[] {
  let reached = 0
  return sorted.flatMap(({ rank }, k) => {
    let last = k
    while (last + 1 < sorted.length && sorted[last + 1].rank - rank < difference) last++
    // Within the run before it.
    if (last === k || last <= reached) return []
    reached = last
    return [[rank, sorted[last].rank] as const]
  })
}
