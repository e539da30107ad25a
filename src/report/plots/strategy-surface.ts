/**
 * The order of a policy as surfaces over two properties of a job, a row of panels for each situation of the week: the
 * darker, the earlier a job goes (as in figure 3 of Carastan-Santos and de Camargo, SC 2017).
 */

import { formatRoughSeconds, plural } from '../../core/format.js'
import type { Explanation } from '../../strategy/index.js'
import { type ValueScale, valueScale } from '../value-scale.js'
import { bottomAxis, frameSvg, leftAxis, onScale, type Panel } from './panel.js'
import { fittedText, svgPicture, svgText } from './svg.js'
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
/** The colour key: where it is, and what a shade takes of it. */
const KEY = { y: 31, height: 12, step: 4 } as const
/** Text on the middle shade, which is the same in light and dark; none of the inks. */
const ON_MIDDLE = '#15181c'

const NONE = 'Nothing to draw: the jobs of the log all have one size and one requested time.'

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
  if (parts.length === 0) {
    parts.push(svgText(8, top + 14, NONE, INK, 'start'))
    top += HEAD
  }
  const { group, size, estimate } = reference
  const whose = group > 0 ? `a job of group ${group}` : 'a job'
  const job = `${whose}, ${plural(size, 'processor')}, ${formatRoughSeconds(estimate)} asked for, a day waited`
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
    keySvg(),
    svgText(8, 56, fittedText(`What a panel does not vary: ${job}`, PLOT_WIDTH - 16), FAINT_INK, 'start'),
    ...parts,
  )
}

/** The colour key, at the right of the notes: the first job's shade to that of the last. */
function keySvg(): string {
  const right = PLOT_WIDTH - RIGHT
  const left = right - KEY.step * (SHADES + 1) - 26
  const shades = Array.from({ length: SHADES + 1 }, (_, k) => {
    const place = `x="${left + k * KEY.step}" y="${KEY.y}"`
    const colour = densityColour(1 - k / SHADES)
    return `<rect ${place} width="${KEY.step}" height="${KEY.height}" fill="${colour}"/>\n`
  })
  const text = KEY.y + KEY.height - 2
  return [
    svgText(left - 6, text, 'first', FAINT_INK, 'end'),
    crisp(shades),
    svgText(right, text, 'last', FAINT_INK, 'end'),
  ].join('')
}

/** Rectangles that touch, without seams between them. */
function crisp(rectangles: readonly string[]): string {
  return `<g shape-rendering="crispEdges">\n${rectangles.join('')}</g>\n`
}

function panelSvg({ x, y, places }: Surface, panel: Panel): string {
  const [across, up] = [cellsOf(x), cellsOf(y)]
  const cells: string[] = []
  // Whole pixels, so that neighbours share their edges.
  const acrossAt = (edge: number) => Math.round(panel.x + across.edges[edge] * panel.width)
  const upAt = (edge: number) => Math.round(panel.y + (1 - up.edges[edge]) * panel.height)
  y.values.forEach((_, row) => {
    const line = places.subarray(row * x.values.length, (row + 1) * x.values.length)
    const [top, bottom] = [upAt(row + 1), upAt(row)]
    for (const { from, to, shade } of runsOf(line)) {
      const [left, right] = [acrossAt(from), acrossAt(to)]
      const sides = `width="${right - left}" height="${bottom - top}"`
      cells.push(`<rect x="${left}" y="${top}" ${sides} fill="${densityColour(shade)}"/>\n`)
    }
  })
  const alike = places.every((place) => place === places[0])
  const middle = [panel.x + panel.width / 2, panel.y + panel.height / 2 + 4] as const
  return [
    crisp(cells),
    ...(alike ? [svgText(...middle, 'all alike', ON_MIDDLE, 'middle')] : []),
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
