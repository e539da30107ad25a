/**
 * Charts as data: panels of lines, bars and shapes over two axes. A plot says what is to be seen; chart-scene.ts lays it out,
 * and a terminal draws the lines of the same chart (report/terminal/plot.ts). Pure.
 */
import type { DataTable } from '../../core/exhibit.js'
import type { Paint } from '../../core/scene.js'
import type { ValueScale } from '../terminal/value-scale.js'

/** An axis of values, or of classes, whose bands share its length alike. */
export type Axis = {
  readonly name?: string
  /** Whether faint lines run at its marks. */
  readonly lines?: boolean
} & ({ readonly scale: ValueScale } | { readonly classes: readonly string[] })

export interface Point {
  readonly x: number
  readonly y: number
}

export interface LineSeries {
  readonly kind: 'line'
  readonly name: string
  readonly colour: Paint
  /** Ascending in x; values, not places. */
  readonly points: readonly Point[]
  readonly thick?: number
  readonly dash?: string
  /** Each value stays until the next point. */
  readonly step?: boolean
  /** The area down to the foot is tinted. */
  readonly area?: boolean
  readonly dots?: 'circle' | 'square'
}

/** One bar a class, of the axis that has classes; several series stand beside each other. */
export interface BarSeries {
  readonly kind: 'bars'
  readonly name: string
  readonly colour: Paint | ((place: number) => Paint)
  readonly values: readonly number[]
  /** Written behind the ends. */
  readonly texts?: readonly string[]
}

/** A shape within the band of a class, along the other axis. */
export type Shape = { readonly band: number } & (
  | {
      readonly shape: 'box'
      readonly from: number
      readonly to: number
      readonly share: number
      readonly fill?: Paint
      readonly stroke?: Paint
      readonly tint?: boolean
    }
  | {
      readonly shape: 'tick'
      readonly at: number
      readonly share: number
      readonly stroke: Paint
      readonly thick: number
    }
  | {
      readonly shape: 'stem'
      readonly from: number
      readonly to: number
      readonly stroke: Paint
      readonly thick: number
    }
  | { readonly shape: 'ring'; readonly at: number; readonly stroke: Paint }
)

export interface ShapeSeries {
  readonly kind: 'shapes'
  readonly shapes: readonly Shape[]
}

/** Cells of two axes of classes. */
export interface CellSeries {
  readonly kind: 'cells'
  readonly cells: readonly {
    readonly column: number
    readonly row: number
    readonly fill: Paint
    readonly title: string
  }[]
}

/** Upright lines with a name at their top. */
export interface PostSeries {
  readonly kind: 'posts'
  readonly posts: readonly { readonly at: number; readonly colour: Paint; readonly name: string }[]
}

export type Series = LineSeries | BarSeries | ShapeSeries | CellSeries | PostSeries

export interface ChartPanel {
  readonly title?: string
  readonly subtitle?: string
  readonly x: Axis
  readonly y: Axis
  /** Pixels of the panel itself. */
  readonly height: number
  readonly series: readonly Series[]
  /** Axes are left out: the bars have their values beside them. */
  readonly bare?: boolean
}

export interface Legend {
  readonly name: string
  readonly colour: Paint
  readonly dash?: string
}

export interface Chart {
  readonly label: string
  readonly title?: string
  /** A faint line at the top. */
  readonly note?: string
  /** Shown where there is more than one. */
  readonly legend?: readonly Legend[]
  /** Panels beside each other; 1 where left out. */
  readonly columns?: number
  readonly panels: readonly ChartPanel[]
}

/** The values of a chart's lines and bars, one a row. */
export function chartData({ panels }: Chart): DataTable {
  const rows = panels.flatMap(({ title = '', x, y, series }) =>
    series.flatMap((each): DataTable['rows'] => {
      if (each.kind === 'line') return each.points.map((point) => [title, each.name, point.x, point.y])
      if (each.kind !== 'bars') return []
      const classes = 'classes' in x ? x.classes : 'classes' in y ? y.classes : []
      return each.values.map((value, k) => [title, each.name, classes[k] ?? '', value])
    }),
  )
  const titled = panels.some(({ title }) => title !== undefined)
  const columns = ['panel', 'series', 'x', 'y']
  return titled ? { columns, rows } : { columns: columns.slice(1), rows: rows.map((row) => row.slice(1)) }
}
