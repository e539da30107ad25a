/**
 * Policies against a baseline under several objectives: a bar for each change as a share of the baseline. For what a
 * strategy does to every user group, and to the one who waits longest.
 */

import type { Picture } from '../../core/exhibit.js'
import { formatChange, NO_VALUE } from '../../core/format.js'
import type { Mark, Paint } from '../../core/scene.js'
import { largestOf, smallestOf } from '../../core/statistics.js'
import { type ComparedPolicy, relativeChange } from '../../evaluation/results/ranking.js'
import type { ObjectiveInfo } from '../../sim/objectives/info.js'
import { valueScale } from '../terminal/value-scale.js'
import { fittedText, heading, path, pixels, scene, swatch, text } from './marks.js'
import { acrossAt, bottomAxis, grid, type LegendLine, legendMarks, type Panel } from './panel.js'
import { PLOT_WIDTH, SERIES_COLOURS } from './theme.js'

const LEFT = 176
const RIGHT = 16
const TOP = 34
const BAR = 14
const GAP = 12
const AXIS = 48
const LEGEND_LINE = 17
/** Room for the number beside the longest bar. */
const VALUE_ROOM = 66
/** Bars of larger changes are cut here: −100 % is the most that there can be to the left. */
const LARGEST = 1

export interface ChangePlot {
  readonly title: string
  readonly policies: readonly ComparedPolicy[]
  readonly objectives: readonly ObjectiveInfo[]
  /** Name of the policy that the others are measured against; one of `policies`. */
  readonly baseline: string
}

/** Objectives for which nobody has a change are left out. */
export function changePlot({ title, policies, objectives, baseline }: ChangePlot): Picture {
  const base = policies.find(({ policy }) => policy === baseline)?.objectives ?? {}
  const others = policies.filter(({ policy }) => policy !== baseline)
  const shown = objectives
    .map((objective) => ({
      objective,
      changes: others.map(({ objectives: of }) =>
        relativeChange(of[objective.name] ?? null, base[objective.name] ?? null),
      ),
    }))
    .filter(({ changes }) => changes.some((change) => change !== null))
  const cut = shown
    .flatMap(({ changes }) => changes)
    .map((change) => Math.max(-LARGEST, Math.min(LARGEST, change ?? 0)))
  const scale = valueScale(smallestOf([0, ...cut]), largestOf([0, ...cut]), 'share', 7)
  const block = others.length * BAR + GAP
  const height = Math.max(block, shown.length * block)
  const panel: Panel = {
    x: LEFT + VALUE_ROOM,
    y: TOP,
    width: PLOT_WIDTH - LEFT - RIGHT - 2 * VALUE_ROOM,
    height,
  }
  const across = (share: number): number => pixels(acrossAt(scale, share, panel))
  const zero = across(0)
  const bars = shown.flatMap(({ objective, changes }, row) => {
    const top = TOP + row * block + GAP / 2
    const name = fittedText(objective.name, LEFT - 12)
    const middle = top + (others.length * BAR) / 2
    const more = objective.sense === 'max'
    return [
      text(LEFT - 4, middle + (more ? -1 : 4), name, 'ink', 'end'),
      ...(more ? [text(LEFT - 4, middle + 12, 'more is better', 'faint', 'end', { size: 10 })] : []),
      ...changes.flatMap((change, k) => barMarks(change, k, zero, top + k * BAR, across)),
    ]
  })
  const lines = others.map(
    ({ policy }, k): LegendLine => ({
      sign: (x, y) => [swatch(x, y, colourOf(k))],
      text: policy,
      colour: 'ink',
    }),
  )
  const bottom = TOP + height + AXIS
  const note = fittedText(`change against ${baseline}; less is better unless it says more`, PLOT_WIDTH - LEFT)
  const legendRows = Math.ceil(lines.length / 2)
  const label = `${title}: changes of ${shown.map(({ objective }) => objective.name).join(', ')} against ${baseline} under ${others.map(({ policy }) => policy).join(', ')}`
  const place = { x: LEFT, y: bottom, width: PLOT_WIDTH - LEFT - RIGHT, height: legendRows * LEGEND_LINE }
  return {
    name: 'changes',
    scene: scene(PLOT_WIDTH, bottom + legendRows * LEGEND_LINE + 8, label, [
      heading(title),
      ...grid(scale, null, panel),
      ...bars,
      path(`M${zero} ${TOP}v${height}`, { stroke: 'faint' }),
      ...bottomAxis(scale, panel, 11, VALUE_ROOM),
      text(panel.x + panel.width / 2, TOP + height + 36, note, 'ink', 'middle'),
      ...legendMarks(lines, place),
    ]),
    data: {
      columns: ['objective', ...others.map(({ policy }) => policy)],
      rows: shown.map(({ objective, changes }) => [objective.name, ...changes]),
    },
  }
}

/** The bar from zero to its change, with the number beyond its end; a slanted cut where it would be longer. */
function barMarks(
  change: number | null,
  place: number,
  zero: number,
  top: number,
  across: (share: number) => number,
): Mark[] {
  const said = change === null ? NO_VALUE : formatChange(change)
  const end = change === null ? zero : across(Math.max(-LARGEST, Math.min(LARGEST, change)))
  const isLeft = change !== null && end < zero
  const label = text(isLeft ? end - 5 : end + 5, top + 10, said, 'ink', isLeft ? 'end' : 'start', {
    size: 10,
  })
  if (change === null || end === zero) return [label]
  const [y, height] = [pixels(top + 1), BAR - 2]
  const shape =
    change > LARGEST
      ? `M${zero} ${y}H${end}l-5 ${height}H${zero}z`
      : `M${zero} ${y}H${end}v${height}H${zero}z`
  return [path(shape, { fill: colourOf(place) }), label]
}

function colourOf(place: number): Paint {
  return SERIES_COLOURS[place % SERIES_COLOURS.length]
}
