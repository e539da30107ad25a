/**
 * The order of a policy as surfaces over two properties of a job, a row of panels for each situation of the week: the
 * darker, the earlier a job goes (as in figure 3 of Carastan-Santos and de Camargo, SC 2017).
 */

import type { Picture } from '../../core/exhibit.js'
import { formatRoughSeconds, plural } from '../../core/format.js'
import type { Mark } from '../../core/scene.js'
import type { Explanation } from '../../strategy/index.js'
import { type ValueScale, valueScale } from '../terminal/value-scale.js'
import { fittedText, group as grouped, heading, rect, scene, text } from './marks.js'
import { bottomAxis, frame, leftAxis, onScale, type Panel } from './panel.js'
import { densityColour, ON_LIGHT, PLOT_WIDTH } from './theme.js'

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

export function surfacePlot({ title, explanation }: SurfacePlot): Picture {
  const { situations, reference } = explanation
  const parts: Mark[] = []
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
        parts.push(text(8, panel.y - 14, name, 'ink', 'start', { size: 13, bold: true }))
      }
      parts.push(...panelMarks(surface, panel))
    })
    top += Math.ceil(surfaces.length / COLUMNS) * (HEAD + SIDE + FOOT)
  }
  if (parts.length === 0) {
    parts.push(text(8, top + 14, NONE, 'ink'))
    top += HEAD
  }
  const { group, size, estimate } = reference
  const whose = group > 0 ? `a job of group ${group}` : 'a job'
  const job = `${whose}, ${plural(size, 'processor')}, ${formatRoughSeconds(estimate)} asked for, a day waited`
  const rows = situations.flatMap(({ name, surfaces }) =>
    surfaces.flatMap(({ x, y, places }) =>
      Array.from(places, (place, k) => {
        const [column, row] = [k % x.values.length, Math.floor(k / x.values.length)]
        return [name, x.quantity, x.values[column], y.quantity, y.values[row], place]
      }),
    ),
  )
  const notes = [
    'The darker, the earlier a job goes among those of the panel.',
    fittedText(`What a panel does not vary: ${job}`, PLOT_WIDTH - 16),
  ]
  return {
    name: 'surfaces',
    scene: scene(PLOT_WIDTH, top + 4, `${title}: which jobs go first by two of their properties`, [
      heading(title),
      ...notes.map((note, k) => text(8, 40 + 16 * k, note, 'faint')),
      ...keyMarks(),
      ...parts,
    ]),
    data: { columns: ['situation', 'x', 'x value', 'y', 'y value', 'place'], rows },
  }
}

/** The colour key, at the right of the notes: the first job's shade to that of the last. */
function keyMarks(): Mark[] {
  const right = PLOT_WIDTH - RIGHT
  const left = right - KEY.step * (SHADES + 1) - 26
  const shades = Array.from({ length: SHADES + 1 }, (_, k) =>
    rect(left + k * KEY.step, KEY.y, KEY.step, KEY.height, { fill: densityColour(1 - k / SHADES) }),
  )
  const foot = KEY.y + KEY.height - 2
  return [
    text(left - 6, foot, 'first', 'faint', 'end'),
    // Rectangles that touch, without seams between them.
    grouped(shades, { crisp: true }),
    text(right, foot, 'last', 'faint', 'end'),
  ]
}

function panelMarks({ x, y, places }: Surface, panel: Panel): Mark[] {
  const [across, up] = [cellsOf(x), cellsOf(y)]
  const cells: Mark[] = []
  // Whole pixels, so that neighbours share their edges.
  const acrossAt = (edge: number) => Math.round(panel.x + across.edges[edge] * panel.width)
  const upAt = (edge: number) => Math.round(panel.y + (1 - up.edges[edge]) * panel.height)
  y.values.forEach((_, row) => {
    const line = places.subarray(row * x.values.length, (row + 1) * x.values.length)
    const [top, bottom] = [upAt(row + 1), upAt(row)]
    for (const { from, to, shade } of runsOf(line)) {
      const [left, right] = [acrossAt(from), acrossAt(to)]
      cells.push(rect(left, top, right - left, bottom - top, { fill: densityColour(shade) }))
    }
  })
  const alike = places.every((place) => place === places[0])
  const middle = panel.x + panel.width / 2
  const above = fittedText(AXIS_NAMES[y.quantity], panel.width, LABEL_SIZE)
  return [
    grouped(cells, { crisp: true }),
    ...(alike ? [text(middle, panel.y + panel.height / 2 + 4, 'all alike', ON_LIGHT, 'middle')] : []),
    frame(panel),
    ...bottomAxis(across.scale, panel, LABEL_SIZE, 20),
    ...leftAxis(up.scale, panel, LABEL_SIZE),
    text(middle, panel.y + SIDE + 36, AXIS_NAMES[x.quantity], 'faint', 'middle', { size: LABEL_SIZE }),
    text(middle, panel.y - 6, above, 'faint', 'middle', { size: LABEL_SIZE }),
  ]
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
