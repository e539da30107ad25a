/**
 * Policies against a baseline under several objectives: a bar for each change as a share of the baseline. For what a
 * strategy does to every user group, and to the one who waits longest.
 */
import { formatChange, NO_VALUE } from '../../core/format.js'
import { type ComparedPolicy, relativeChange } from '../../evaluation/ranking.js'
import type { ObjectiveInfo } from '../../sim/objectives/info.js'
import { valueScale } from '../value-scale.js'
import { bottomAxis, type LegendLine, legendSvg, onScale, type Panel } from './panel.js'
import { fittedText, pixels, svgPicture, svgText } from './svg.js'
import { FAINT_INK, INK, PLOT_WIDTH, RULE, SERIES_COLOURS } from './theme.js'

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
export function changePlot({ title, policies, objectives, baseline }: ChangePlot): string {
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
  const scale = valueScale(Math.min(0, ...cut), Math.max(0, ...cut), 'share', 7)
  const block = others.length * BAR + GAP
  const height = Math.max(block, shown.length * block)
  const panel: Panel = {
    x: LEFT + VALUE_ROOM,
    y: TOP,
    width: PLOT_WIDTH - LEFT - RIGHT - 2 * VALUE_ROOM,
    height,
  }
  const across = (share: number): number => pixels(panel.x + onScale(scale, share) * panel.width)
  const zero = across(0)
  const bars = shown.flatMap(({ objective, changes }, row) => {
    const top = TOP + row * block + GAP / 2
    const name = fittedText(objective.name, LEFT - 12)
    const middle = top + (others.length * BAR) / 2
    return [
      svgText(LEFT - 4, middle + (objective.sense === 'max' ? -1 : 4), name, INK, 'end'),
      objective.sense === 'max'
        ? svgText(LEFT - 4, middle + 12, 'more is better', FAINT_INK, 'end', ' font-size="10"')
        : '',
      ...changes.map((change, k) => barSvg(change, k, zero, top + k * BAR, across)),
    ]
  })
  const lines = others.map(
    ({ policy }, k): LegendLine => ({
      sign: (x, y) => `<rect x="${x - 7}" y="${y - 5}" width="14" height="10" fill="${colourOf(k)}"/>\n`,
      text: policy,
      colour: INK,
    }),
  )
  const bottom = TOP + height + AXIS
  const note = fittedText(`change against ${baseline}; less is better unless it says more`, PLOT_WIDTH - LEFT)
  const legendRows = Math.ceil(lines.length / 2)
  return svgPicture(
    {
      width: PLOT_WIDTH,
      height: bottom + legendRows * LEGEND_LINE + 8,
      label: `${title}: changes of ${shown.map(({ objective }) => objective.name).join(', ')} against ${baseline} under ${others.map(({ policy }) => policy).join(', ')}`,
    },
    svgText(
      8,
      20,
      fittedText(title, PLOT_WIDTH - 16, 14),
      INK,
      'start',
      ' font-size="14" font-weight="bold"',
    ),
    `<path fill="none" stroke="${RULE}" d="${scale.marks.map(({ at }) => `M${across(at)} ${TOP}v${height}`).join('')}"/>\n`,
    ...bars,
    `<path d="M${zero} ${TOP}v${height}" stroke="${FAINT_INK}"/>\n`,
    bottomAxis(scale, panel, 11, VALUE_ROOM),
    svgText(panel.x + panel.width / 2, TOP + height + 36, note, INK, 'middle'),
    legendSvg(lines, {
      x: LEFT,
      y: bottom,
      width: PLOT_WIDTH - LEFT - RIGHT,
      height: legendRows * LEGEND_LINE,
    }),
  )
}

/** The bar from zero to its change, with the number beyond its end; a slanted cut where it would be longer. */
function barSvg(
  change: number | null,
  place: number,
  zero: number,
  top: number,
  across: (share: number) => number,
): string {
  const text = change === null ? NO_VALUE : formatChange(change)
  const end = change === null ? zero : across(Math.max(-LARGEST, Math.min(LARGEST, change)))
  const isLeft = change !== null && end < zero
  const label = svgText(
    isLeft ? end - 5 : end + 5,
    top + 10,
    text,
    INK,
    isLeft ? 'end' : 'start',
    ' font-size="10"',
  )
  if (change === null || end === zero) return label
  const [y, height] = [pixels(top + 1), BAR - 2]
  const isCut = change > LARGEST
  const shape = isCut
    ? `M${zero} ${y}H${end}l-5 ${height}H${zero}z`
    : `M${zero} ${y}H${end}v${height}H${zero}z`
  return `<path fill="${colourOf(place)}" d="${shape}"/>\n${label}`
}

function colourOf(place: number): string {
  return SERIES_COLOURS[place % SERIES_COLOURS.length]
}
