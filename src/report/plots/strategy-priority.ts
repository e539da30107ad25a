/**
 * The priority of a job of each user group while it waits, one panel a situation of the week: who comes first, and after
 * what wait that changes (where lines cross). The scale of each panel is its own, since only the order counts.
 */
import { type PlottedPoint, thinned } from '../convergence.js'
import { groupText, type SituationCurves, type StrategyCurves } from '../strategy.js'
import { type ValueScale, valueScale } from '../value-scale.js'
import {
  bottomAxis,
  frameSvg,
  gridSvg,
  type LegendLine,
  leftAxis,
  legendSvg,
  onScale,
  type Panel,
} from './panel.js'
import { fittedText, pixels, svgPicture, svgText } from './svg.js'
import { groupColour, INK, PLOT_WIDTH } from './theme.js'

const MOST_COLUMNS = 3
const LEFT = 62
const RIGHT = 10
const TOP = 34
const HEAD = 24
const HEIGHT = 240
const AXIS = 46
const LEGEND_LINE = 17
const LABEL_SIZE = 11

/** So that lines can also be told apart without their colours. */
const DASHES = ['', '7 3', '2 3', '9 3 2 3', '4 2']

export interface PriorityPlot {
  readonly title: string
  readonly curves: StrategyCurves
}

export function priorityPlot({ title, curves }: PriorityPlot): string {
  const { situations } = curves
  const columns = Math.max(1, Math.min(MOST_COLUMNS, situations.length))
  const rows = Math.ceil(situations.length / columns)
  const columnWidth = PLOT_WIDTH / columns
  const rowHeight = HEAD + HEIGHT + AXIS
  const lines = groupLines(situations)
  const legendRows = Math.ceil(lines.length / 2)
  const bottom = TOP + rows * rowHeight
  const panels = situations.map((situation, k) => {
    const panel: Panel = {
      x: (k % columns) * columnWidth + LEFT,
      y: TOP + Math.floor(k / columns) * rowHeight + HEAD,
      width: columnWidth - LEFT - RIGHT,
      height: HEIGHT,
    }
    return situationPanel(situation, panel)
  })
  const names = situations.map(({ name }) => name).filter(Boolean)
  const where = names.length === 0 ? '' : `, ${names.join(', ')}`
  return svgPicture(
    {
      width: PLOT_WIDTH,
      height: bottom + legendRows * LEGEND_LINE + 8,
      label: `${title}: priority against wait, a line for each user group${where}`,
    },
    svgText(
      8,
      20,
      fittedText(title, PLOT_WIDTH - 16, 14),
      INK,
      'start',
      ' font-size="14" font-weight="bold"',
    ),
    ...panels,
    legendSvg(lines, {
      x: LEFT,
      y: bottom,
      width: PLOT_WIDTH - LEFT - RIGHT,
      height: legendRows * LEGEND_LINE,
    }),
  )
}

function situationPanel({ name, series }: SituationCurves, panel: Panel): string {
  const keys = rangeOf(series.map(({ keys: of }) => of))
  const waits = rangeOf(series.map(({ waits: of }) => of))
  const upwards = valueScale(keys.low, keys.high, '1', 5)
  // Waits begin at 0 and are read as they pass, so never on a logarithmic scale.
  const along = valueScale(Math.min(0, waits.low), waits.high, 's', Math.max(2, Math.floor(panel.width / 46)))
  const middle = panel.y + panel.height / 2
  const turned = panel.x - LEFT + 12
  const scaleNote = upwards.logarithmic ? 'priority (logarithmic)' : 'priority'
  return [
    svgText(
      panel.x,
      panel.y - 8,
      fittedText(name, panel.width, 13),
      INK,
      'start',
      ' font-size="13" font-weight="bold"',
    ),
    gridSvg(along, upwards, panel),
    ...series.map((curve) => curveSvg(curve.group, curve.waits, curve.keys, along, upwards, panel)),
    frameSvg(panel),
    bottomAxis(along, panel, LABEL_SIZE, 6),
    leftAxis(upwards, panel, LABEL_SIZE),
    svgText(panel.x + panel.width / 2, panel.y + panel.height + 36, 'wait', INK, 'middle'),
    svgText(turned, middle, scaleNote, INK, 'middle', ` transform="rotate(-90 ${turned} ${middle})"`),
  ].join('')
}

function curveSvg(
  group: number,
  waits: Float64Array,
  keys: Float64Array,
  along: ValueScale,
  upwards: ValueScale,
  panel: Panel,
): string {
  const points = Array.from(
    waits,
    (wait, k): PlottedPoint => ({
      x: panel.x + onScale(along, along.place(wait)) * panel.width,
      y: panel.y + (1 - onScale(upwards, upwards.place(keys[k]))) * panel.height,
    }),
  )
  const drawn = thinned(points, Math.ceil(panel.width)).map(({ x, y }) => `${pixels(x)} ${pixels(y)}`)
  if (drawn.length === 0) return ''
  return `<path fill="none" ${strokeOf(group)} d="M${drawn.join('L')}"/>\n`
}

function strokeOf(group: number): string {
  const dash = DASHES[Math.max(0, group - 1) % DASHES.length]
  return `stroke="${groupColour(group)}" stroke-width="2"${dash === '' ? '' : ` stroke-dasharray="${dash}"`}`
}

/** Every group once, with the job that stands for it where all situations name the same. */
function groupLines(situations: readonly SituationCurves[]): LegendLine[] {
  const jobs = new Map<number, Set<string>>()
  for (const { group, job } of situations.flatMap(({ series }) => series)) {
    const of = jobs.get(group) ?? new Set<string>()
    if (job !== undefined) of.add(job)
    jobs.set(group, of)
  }
  return [...jobs]
    .sort(([a], [b]) => a - b)
    .map(([group, named]): LegendLine => {
      const job = named.size === 1 ? `: ${[...named][0]}` : ''
      return {
        sign: (x, y) => `<path fill="none" ${strokeOf(group)} d="M${x - 16} ${y}h26"/>\n`,
        text: `${groupText(group)}${job}`,
        colour: INK,
      }
    })
}

function rangeOf(lists: readonly Float64Array[]): { low: number; high: number } {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const list of lists) {
    for (const value of list) {
      if (value < low) low = value
      if (value > high) high = value
    }
  }
  return low > high ? { low: 0, high: 1 } : { low, high }
}
