/** Marks of a chart's series within their panel. Pure. */
import type { Mark, Paint, Painted } from '../../core/scene.js'
import type { BarSeries, ChartPanel, LineSeries, Point, Series, Shape } from './chart.js'
import { circle, line, path, pixels, rect, text } from './marks.js'
import { acrossAt, type Panel, upAt } from './panel.js'

/** Where values and classes of a panel are, in pixels. */
export interface Places {
  readonly body: Panel
  readonly x: (value: number) => number
  readonly y: (value: number) => number
  /** Pixels of a band, of the axis that has classes. */
  readonly band: number
  /** Whether the classes stand upon each other, so that values run to the right. */
  readonly level: boolean
}

export function placesIn({ x, y }: ChartPanel, body: Panel): Places {
  const columns = 'scale' in x ? 1 : Math.max(1, x.classes.length)
  const rows = 'scale' in y ? 1 : Math.max(1, y.classes.length)
  const level = !('scale' in y)
  return {
    body,
    x:
      'scale' in x
        ? (value) => acrossAt(x.scale, x.scale.place(value), body)
        : (k) => body.x + (k * body.width) / columns,
    y:
      'scale' in y
        ? (value) => upAt(y.scale, y.scale.place(value), body)
        : (k) => body.y + (k * body.height) / rows,
    band: level ? body.height / rows : body.width / columns,
    level,
  }
}

/** Share of a band that its bars take together. */
const BARS_SHARE = 0.72

export function seriesMarks(series: readonly Series[], places: Places): Mark[] {
  const bars = series.filter((each) => each.kind === 'bars')
  return series.flatMap((each) => marksOf(each, bars, places))
}

function marksOf(each: Series, bars: readonly Series[], places: Places): Mark[] {
  switch (each.kind) {
    case 'line':
      return lineMarks(each, places)
    case 'bars':
      return barMarks(each, bars.indexOf(each), bars.length, places)
    case 'shapes':
      return each.shapes.flatMap((shape) => shapeMarks(shape, places))
    case 'cells':
      return each.cells.map(({ column, row, fill, title }) => {
        const [left, right] = [places.x(column), places.x(column + 1)].map(Math.round)
        const [top, bottom] = [places.y(row), places.y(row + 1)].map(Math.round)
        return rect(left + 1, top + 1, right - left - 1, bottom - top - 1, { fill, title })
      })
    case 'posts':
      return each.posts.flatMap(({ at, colour, name }) => postMarks(places.x(at), colour, name, places.body))
  }
}

function lineMarks(series: LineSeries, places: Places): Mark[] {
  const { colour, thick = 1.5, dash, area, step, dots } = series
  const points = series.points.map((point) => ({ x: places.x(point.x), y: places.y(point.y) }))
  const corners = step ? stepped(points) : points
  const { y, height } = places.body
  const foot = y + height
  return [
    ...(area && corners.length > 0
      ? line([{ x: corners[0].x, y: foot }, ...corners, { x: corners[corners.length - 1].x, y: foot }], {
          fill: colour,
          opacity: 0.25,
        })
      : []),
    ...(corners.length > 1 ? line(corners, { stroke: colour, thick, ...(dash ? { dash } : {}) }) : []),
    ...(dots !== undefined || points.length === 1 ? points.map((point) => dotMark(point, colour, dots)) : []),
  ]
}

function dotMark({ x, y }: Point, colour: Paint, form: LineSeries['dots']): Mark {
  return form === 'square' ? rect(x - 3, y - 3, 6, 6, { fill: colour }) : circle(x, y, 3, { fill: colour })
}

/** Corners of a line on which each value stays until the next. */
export function stepped(points: readonly Point[]): Point[] {
  return points.flatMap((point, k) => (k === 0 ? [point] : [{ x: point.x, y: points[k - 1].y }, point]))
}

function barMarks({ values, colour, texts }: BarSeries, own: number, all: number, places: Places): Mark[] {
  const { band, level } = places
  const thick = (band * BARS_SHARE) / all
  return values.flatMap((value, k) => {
    const side = k * band + (band - band * BARS_SHARE) / 2 + own * thick
    const fill = typeof colour === 'function' ? colour(k) : colour
    const [zero, end] = level ? [places.x(0), places.x(value)] : [places.y(0), places.y(value)]
    const bar = level
      ? rect(zero, places.body.y + side, Math.max(0, end - zero), thick, { fill })
      : rect(places.body.x + side, end, thick, Math.max(0, zero - end), { fill })
    const said = texts?.[k]
    return said === undefined
      ? [bar]
      : [bar, text(end + 5, places.body.y + side + thick / 2 + 4, said, 'ink')]
  })
}

function shapeMarks(shape: Shape, places: Places): Mark[] {
  const { level, band, body } = places
  const along = level ? places.x : places.y
  const middle = (level ? body.y : body.x) + (shape.band + 0.5) * band
  const stroke = (from: number, to: number, side: number, end: number): string =>
    level
      ? `M${pixels(from)} ${pixels(side)}L${pixels(to)} ${pixels(end)}`
      : `M${pixels(side)} ${pixels(from)}L${pixels(end)} ${pixels(to)}`
  switch (shape.shape) {
    case 'box': {
      const [from, to] = [along(shape.from), along(shape.to)]
      const half = (band * shape.share) / 2
      const { fill, stroke: edge, tint } = shape
      const sides = (look: Painted): Mark =>
        level
          ? rect(Math.min(from, to), middle - half, Math.abs(to - from), 2 * half, look)
          : rect(middle - half, Math.min(from, to), 2 * half, Math.abs(to - from), look)
      return [
        ...(fill === undefined ? [] : [sides(tint ? { fill, opacity: 0.22 } : { fill })]),
        ...(edge === undefined ? [] : [sides({ stroke: edge, thick: 1.2 })]),
      ]
    }
    case 'tick': {
      const [at, half] = [along(shape.at), (band * shape.share) / 2]
      return [
        path(stroke(at, at, middle - half, middle + half), { stroke: shape.stroke, thick: shape.thick }),
      ]
    }
    case 'stem':
      return [
        path(stroke(along(shape.from), along(shape.to), middle, middle), {
          stroke: shape.stroke,
          thick: shape.thick,
        }),
      ]
    case 'ring': {
      const at = along(shape.at)
      const [x, y] = level ? [at, middle] : [middle, at]
      return [circle(x, y, 2.5, { fill: 'paper', stroke: shape.stroke, thick: 1.2 })]
    }
  }
}

function postMarks(x: number, colour: Paint, name: string, { y, height }: Panel): Mark[] {
  return [
    path(`M${pixels(x)} ${pixels(y)}v${pixels(height)}`, { stroke: colour, thick: 1.5, dash: '5 3' }),
    text(x, y - 4, name, colour, 'middle'),
  ]
}
