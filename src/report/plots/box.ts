/** Box plots: one panel an objective, one box a policy. What a box shows is in report/box.ts. */
import type { Picture } from '../../core/exhibit.js'
import type { Paint } from '../../core/scene.js'
import { type BoxFacts, type BoxPanel, type BoxSample, boxFacts, rangeOf } from '../box.js'
import { boxText } from '../terminal/plot.js'
import { type ValueScale, valueScale } from '../terminal/value-scale.js'
import type { ChartPanel, Shape } from './chart.js'
import { chartPicture } from './chart-scene.js'
import { BLUE, GREY, PLOT_WIDTH, VERMILION } from './theme.js'

const ROW = 26
/** Pixels that a mark of an axis takes. */
const MARK_ROOM = 68
/** Height of a box within its row. */
const SHARE = 0.62

export interface BoxPlot {
  readonly name: string
  readonly label: string
  readonly panels: readonly BoxPanel[]
  /** Label of the sample that is grey; the others are blue. */
  readonly baseline?: string
}

/** Panels without any value are left out. */
export function boxPlot({ name, label, panels, baseline }: BoxPlot): Picture {
  const shown = panels.filter(({ samples }) => rangeOf(samples) !== null)
  const intervals = shown.some(({ samples }) => samples.some(({ interval }) => interval))
  const columns = shown.length > 1 ? 2 : 1
  const note = [
    'box: middle half',
    'red: median',
    ...(intervals ? ['dark bar: where the median may lie (95 %)'] : []),
    'whiskers: up to 1.5 boxes further',
    'circles: values beyond',
  ].join(' · ')
  const room = Math.floor((PLOT_WIDTH / columns - 200) / MARK_ROOM)
  const picture = chartPicture(
    name,
    { label, note, columns, panels: shown.map((panel) => panelOf(panel, room, baseline)) },
    {
      columns: [
        'panel',
        'sample',
        'values',
        'low whisker',
        'q1',
        'median',
        'q3',
        'high whisker',
        'median from',
        'median to',
      ],
      rows: shown.flatMap(({ title, samples }) => samples.map((sample) => [title, ...sampleRow(sample)])),
    },
  )
  return { ...picture, sketch: (style) => shown.map((panel) => boxText(panel, style)).join('\n\n') }
}

function sampleRow({ label, values, interval }: BoxSample): (string | number | null)[] {
  const facts = boxFacts(values)
  const stations = facts && [facts.lowWhisker, facts.q1, facts.median, facts.q3, facts.highWhisker]
  return [
    label,
    values.length,
    ...(stations ?? Array.from({ length: 5 }, () => null)),
    interval?.low ?? null,
    interval?.high ?? null,
  ]
}

function panelOf({ title, subtitle, unit, samples }: BoxPanel, marks: number, baseline?: string): ChartPanel {
  const { low, high } = rangeOf(samples) ?? { low: 0, high: 1 }
  const scale = valueScale(low, high, unit, Math.max(2, marks))
  const shapes = samples.flatMap(({ label, values, interval }, band) => {
    const facts = boxFacts(values)
    return facts === null
      ? []
      : boxShapes(facts, interval ?? null, label === baseline ? GREY : BLUE, band, scale)
  })
  return {
    title,
    subtitle: `${subtitle}${scale.logarithmic ? '; logarithmic' : ''}`,
    x: { scale, lines: true },
    y: { classes: samples.map(({ label }) => label) },
    height: samples.length * ROW,
    series: [{ kind: 'shapes', shapes }],
  }
}

function boxShapes(
  facts: BoxFacts,
  interval: { readonly low: number; readonly high: number } | null,
  stroke: Paint,
  band: number,
  scale: ValueScale,
): Shape[] {
  const { q1, q3, median, lowWhisker, highWhisker, outliers } = facts
  const whisker = (from: number, to: number): Shape[] => [
    { shape: 'stem', band, from, to, stroke, thick: 1.2 },
    { shape: 'tick', band, at: to, share: SHARE / 2, stroke, thick: 1.2 },
  ]
  // Circles on the same half pixel are one circle.
  const places = new Map(
    Array.from(outliers, (value) => [
      Math.round((2 * PLOT_WIDTH * scale.place(value)) / (scale.max - scale.min)),
      value,
    ]),
  )
  return [
    ...whisker(q1, lowWhisker),
    ...whisker(q3, highWhisker),
    { shape: 'box', band, from: q1, to: q3, share: SHARE, fill: stroke, stroke, tint: true },
    ...(interval
      ? [{ shape: 'stem', band, from: interval.low, to: interval.high, stroke: 'ink', thick: 3 } as const]
      : []),
    { shape: 'tick', band, at: median, share: SHARE, stroke: VERMILION, thick: 3 },
    ...[...places.values()].map((at): Shape => ({ shape: 'ring', band, at, stroke })),
  ]
}
