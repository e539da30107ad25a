/** The frame of pictures of rules: a title, panels beside each other, a legend below. */
import type { Mark, Scene } from '../../core/scene.js'
import { type ValueScale, valueScale } from '../terminal/value-scale.js'
import { fittedText, heading, scene, text } from './marks.js'
import { type LegendLine, legendMarks, type Panel } from './panel.js'
import { PLOT_WIDTH } from './theme.js'

const TOP = 34
const LEFT = 62
const RIGHT = 12
const HEAD = 24
const AXIS = 48
const LEGEND_LINE = 17

export const LABEL_SIZE = 11

export interface PanelGrid {
  readonly title: string
  /** A sentence about the picture, for readers who cannot see it. */
  readonly label: string
  /** At most beside each other; 1 or more. */
  readonly columns: number
  /** The height of a panel, in pixels. */
  readonly height: number
  /** Panels: the text above each, and what is drawn in its place. */
  readonly panels: readonly { readonly head: string; readonly draw: (panel: Panel) => readonly Mark[] }[]
  readonly legend: readonly LegendLine[]
}

export function panelGrid({ title, label, columns, height, panels, legend }: PanelGrid): Scene {
  const beside = Math.max(1, Math.min(columns, panels.length))
  const width = PLOT_WIDTH / beside
  const rowHeight = HEAD + height + AXIS
  const bottom = TOP + Math.ceil(panels.length / beside) * rowHeight
  const legendHeight = Math.ceil(legend.length / 2) * LEGEND_LINE
  const drawn = panels.flatMap(({ head, draw }, k) => {
    const panel: Panel = {
      x: (k % beside) * width + LEFT,
      y: TOP + Math.floor(k / beside) * rowHeight + HEAD,
      width: width - LEFT - RIGHT,
      height,
    }
    const name = fittedText(head, panel.width, 13)
    return [text(panel.x, panel.y - 8, name, 'ink', 'start', { size: 13, bold: true }), ...draw(panel)]
  })
  const place = { x: LEFT, y: bottom, width: PLOT_WIDTH - LEFT - RIGHT, height: legendHeight }
  return scene(PLOT_WIDTH, bottom + legendHeight + 8, label, [
    heading(title),
    ...drawn,
    ...legendMarks(legend, place),
  ])
}

/** The name of a panel's horizontal axis, below its marks. */
export function acrossName(panel: Panel, name: string): Mark {
  return text(panel.x + panel.width / 2, panel.y + panel.height + 36, name, 'ink', 'middle')
}

/** The name of its vertical axis, turned. */
export function upwardsName(panel: Panel, name: string): Mark {
  return text(panel.x - 42, panel.y + panel.height / 2, name, 'ink', 'middle', { turn: -90 })
}

/** A scale that ends where the values do: what is beyond them is not known. */
export function featureScale(values: Float64Array, marks: number): ValueScale {
  const scale = valueScale(values[0], values[values.length - 1], '1', marks)
  const [min, max] = [scale.place(values[0]), scale.place(values[values.length - 1])]
  return { ...scale, min, max, marks: scale.marks.filter(({ at }) => at >= min && at <= max) }
}

/** `um, %`; a plain ratio has no unit. */
export function featureName(feature: string, unit: string): string {
  return unit === '1' ? feature : `${feature}, ${unit}`
}
