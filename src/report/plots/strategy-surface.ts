/**
 * The order of a policy as surfaces over two properties of a job, a row of panels for each situation of the week: the
 * darker, the earlier a job goes (as in figure 3 of Carastan-Santos and de Camargo, SC 2017).
 */
import type { Explanation } from '../../strategy/index.js'
import { formatRoughSeconds } from '../format.js'
import { type ValueScale, valueScale } from '../value-scale.js'
import { bottomAxis, frameSvg, leftAxis, onScale, type Panel } from './panel.js'
import { fittedText, pixels, svgPicture, svgText } from './svg.js'
import { densityColour, FAINT_INK, INK, PLOT_WIDTH } from './theme.js'

type Surface = Explanation['situations'][number]['surfaces'][number]

const COLUMNS = 3
const LEFT = 74
const RIGHT = 14
const TOP = 76
const HEAD = 30
const SIDE = 196
const FOOT = 60
const LABEL_SIZE = 11
const MARKS = 7
const WIDE = 1001
/** Shades that are told apart. */
const SHADES = 32

const AXIS_NAMES = {
  estimate: 'requested time',
  size: 'processors',
  wait: 'waited',
  submit: 'submitted after the log began',
} as const

export interface SurfacePlot {
  readonly title: string
  readonly explanation: Explanation
}

export function surfacePlot({ title, explanation }: SurfacePlot): string {
  const { situations, reference } = explanation
  const parts: string[] = []
  const columnWidth = PLOT_WIDTH / COLUMNS
  let top = TOP
  for (const { name, surfaces } of situations) {
    surfaces.forEach((surface, k) => {
      const row = Math.floor(k / COLUMNS)
      const x = (k % COLUMNS) * columnWidth + LEFT
      const panel = {
        x,
        y: top + row * (HEAD + SIDE + FOOT) + HEAD,
        width: columnWidth - LEFT - RIGHT,
        height: SIDE,
      }
      if (k === 0) {
        parts.push(svgText(8, panel.y - 14, name, INK, 'start', ' font-size="13" font-weight="bold"'))
      }
      parts.push(panelSvg(surface, panel))
    })
    top += Math.ceil(surfaces.length / COLUMNS) * (HEAD + SIDE + FOOT)
  }
  const job = `a job of ${reference.size} processors that asks for ${formatRoughSeconds(reference.estimate)} and has waited a day`
  return svgPicture(
    { width: PLOT_WIDTH, height: top + 4, label: `${title}: which jobs go first by two of their properties` },
    svgText(
      8,
      20,
      fittedText(title, PLOT_WIDTH - 16, 14),
      INK,
      'start',
      ' font-size="14" font-weight="bold"',
    ),
    svgText(8, 40, 'The darker, the earlier a job goes among those of the panel.', FAINT_INK, 'start'),
    svgText(8, 56, fittedText(`What a panel does not vary: ${job}`, PLOT_WIDTH - 16), FAINT_INK, 'start'),
    ...parts,
  )
}

function panelSvg({ x, y, places }: Surface, panel: Panel): string {
  const [across, up] = [cellsOf(x), cellsOf(y)]
  const cells: string[] = []
  y.values.forEach((_, row) => {
    const line = places.subarray(row * x.values.length, (row + 1) * x.values.length)
    for (const { from, to, shade } of runsOf(line)) {
      const left = panel.x + across.edges[from] * panel.width
      const width = (across.edges[to] - across.edges[from]) * panel.width
      const bottom = panel.y + (1 - up.edges[row]) * panel.height
      const height = (up.edges[row + 1] - up.edges[row]) * panel.height
      const place = `x="${pixels(left)}" y="${pixels(bottom - height)}"`
      const sides = `width="${pixels(width)}" height="${pixels(height)}"`
      cells.push(
        `<rect ${place} ${sides} fill="${densityColour(shade)}" stroke="${densityColour(shade)}" stroke-width="0.5"/>\n`,
      )
    }
  })
  return [
    ...cells,
    frameSvg(panel),
    bottomAxis(across.scale, panel, LABEL_SIZE, 20),
    leftAxis(up.scale, panel, LABEL_SIZE),
    svgText(
      panel.x + panel.width / 2,
      panel.y + SIDE + 36,
      AXIS_NAMES[x.quantity],
      FAINT_INK,
      'middle',
      ' font-size="11"',
    ),
    svgText(
      panel.x + panel.width / 2,
      panel.y - 6,
      fittedText(AXIS_NAMES[y.quantity], panel.width, LABEL_SIZE),
      FAINT_INK,
      'middle',
      ' font-size="11"',
    ),
  ].join('')
}

/** Neighbours of one shade, in one rectangle. */
function runsOf(places: Float64Array): { from: number; to: number; shade: number }[] {
  const runs: { from: number; to: number; shade: number }[] = []
  places.forEach((place, k) => {
    const shade = 1 - Math.round(place * SHADES) / SHADES
    const last = runs.at(-1)
    if (last?.shade === shade) last.to = k + 1
    else runs.push({ from: k, to: k + 1, shade })
  })
  return runs
}

/** The cells of an axis on a logarithmic scale: their edges as shares of the panel's side, half-way between values. */
function cellsOf({ quantity, values }: Surface['x']): {
  readonly edges: readonly number[]
  readonly scale: ValueScale
} {
  const logs = values.map(Math.log10)
  const last = logs.length - 1
  const between = logs.slice(1).map((log, k) => (log + logs[k]) / 2)
  const ends = [2 * logs[0] - between[0], ...between, 2 * logs[last] - between[last - 1]]
  const [min, max] = [ends[0], ends[ends.length - 1]]
  const unit = quantity === 'size' ? 'count' : 's'
  // Marks of a scale that is wide enough to be logarithmic, those within this one.
  const { marks } = valueScale(values[0], Math.max(values[last], WIDE * values[0]), unit, MARKS)
  const scale: ValueScale = {
    logarithmic: true,
    min,
    max,
    place: Math.log10,
    marks: marks.filter(({ at }) => at >= min && at <= max),
  }
  return { edges: ends.map((end) => onScale(scale, end)), scale }
}
