/** Box plots: one panel an objective, one box a policy. What a box shows is in report/box.ts. */
import type { CustomSeriesRenderItemAPI, EChartsOption } from 'echarts'
import { type BoxFacts, type BoxPanel, boxFacts, rangeOf } from '../box.js'
import { type ValueScale, valueScale } from '../value-scale.js'
import { AXIS_STYLE, markedAxis, renderChart, textPixels } from './chart.js'
import { BLUE, FAINT_INK, GREY, INK, PAPER, PLOT_WIDTH, VERMILION } from './theme.js'

const ROW = 26
const HEAD = 38
const AXIS = 26
const GAP = 16
const NOTE_HEIGHT = 24
const MARGIN = 22
const MOST_NAME_PIXELS = 170
/** Pixels that a mark of an axis takes. */
const MARK_ROOM = 58
/** Height of a box within its row. */
const BOX_SHARE = 0.62

export interface BoxPlot {
  readonly id: string
  readonly label: string
  readonly panels: readonly BoxPanel[]
  /** Label of the sample that is grey; the others are blue. */
  readonly baseline?: string
}

/** Panels without any value are left out. */
export async function boxPlot({ id, label, panels, baseline }: BoxPlot): Promise<string> {
  const shown = panels.flatMap((panel) => {
    const range = rangeOf(panel.samples)
    return range === null ? [] : [{ panel, range }]
  })
  const names = shown.flatMap(({ panel }) => panel.samples.map((sample) => sample.label))
  const nameWidth = Math.min(MOST_NAME_PIXELS, 8 + Math.max(0, ...names.map((name) => textPixels(name))))
  const columns = shown.length > 1 ? 2 : 1
  const columnWidth = PLOT_WIDTH / columns
  const width = columnWidth - nameWidth - MARGIN - 8
  const heights = shown.map(({ panel }) => panel.samples.length * ROW)
  const frames = framesOf(heights, columns)
  const scales = shown.map(({ panel, range }) => {
    return valueScale(range.low, range.high, panel.unit, Math.max(2, Math.floor(width / MARK_ROOM)))
  })
  const left = (k: number): number => (k % columns) * columnWidth
  const intervals = shown.some(({ panel }) => panel.samples.some(({ interval }) => interval))
  const option: EChartsOption = {
    title: [
      {
        text: [
          'box: middle half',
          'red: median',
          ...(intervals ? ['dark bar: where the median may lie (95 %)'] : []),
          'whiskers: up to 1.5 boxes further',
          'circles: values beyond',
        ].join('   '),
        left: 4,
        top: 2,
        textStyle: { fontSize: 12, fontWeight: 'normal' as const, color: FAINT_INK },
      },
      ...shown.map(({ panel }, k) => ({
        text: panel.title,
        subtext: `${panel.subtitle}${scales[k].logarithmic ? '; logarithmic' : ''}`,
        left: left(k) + 4,
        top: frames.tops[k] - HEAD,
        itemGap: 1,
        textStyle: {
          fontSize: 13,
          fontWeight: 'bold' as const,
          color: INK,
          width: columnWidth - 20,
          overflow: 'truncate' as const,
        },
        subtextStyle: { fontSize: 11, color: FAINT_INK },
      })),
    ],
    grid: shown.map(({ panel }, k) => ({
      left: left(k) + nameWidth + 8,
      width,
      top: frames.tops[k],
      height: panel.samples.length * ROW,
      outerBoundsMode: 'none',
    })),
    xAxis: scales.map(({ marks, min, max }, k) => ({ gridIndex: k, ...markedAxis(marks, min, max) })),
    yAxis: shown.map(({ panel }, k) => ({
      type: 'category' as const,
      gridIndex: k,
      inverse: true,
      data: panel.samples.map((sample) => sample.label),
      ...AXIS_STYLE,
      axisTick: { show: false },
      splitLine: { show: false },
      axisLabel: { ...AXIS_STYLE.axisLabel, interval: 0, width: nameWidth, overflow: 'truncate' as const },
    })),
    series: shown.map(({ panel }, k) => ({
      type: 'custom' as const,
      xAxisIndex: k,
      yAxisIndex: k,
      data: panel.samples.map((_, row) => [scales[k].min, row]),
      renderItem: (_: unknown, api: CustomSeriesRenderItemAPI) => {
        const sample = panel.samples[Number(api.value(1))]
        const facts = boxFacts(sample.values)
        const colour = sample.label === baseline ? GREY : BLUE
        return facts && boxShape(facts, sample.interval ?? null, colour, scales[k], Number(api.value(1)), api)
      },
    })),
  }
  return renderChart(option, { id, label, height: NOTE_HEIGHT + frames.height })
}

/** Tops of the panels, row by row of the grid, each row as high as its higher panel. */
function framesOf(heights: readonly number[], columns: number): { tops: number[]; height: number } {
  const tops: number[] = []
  let bottom = NOTE_HEIGHT
  for (let first = 0; first < heights.length; first += columns) {
    const row = heights.slice(first, first + columns)
    tops.push(...row.map(() => bottom + HEAD))
    bottom += HEAD + Math.max(...row) + AXIS + GAP
  }
  return { tops, height: bottom - NOTE_HEIGHT }
}

function boxShape(
  facts: BoxFacts,
  interval: { readonly low: number; readonly high: number } | null,
  colour: string,
  scale: ValueScale,
  row: number,
  api: CustomSeriesRenderItemAPI,
) {
  const x = (value: number): number => tenth(api.coord([scale.place(value), row])[0])
  const middle = tenth(api.coord([scale.min, row])[1])
  const half = tenth((ROW * BOX_SHARE) / 2)
  const line = (x1: number, x2: number, from: number, to: number, stroke: string, lineWidth: number) => ({
    type: 'line' as const,
    shape: { x1, x2, y1: tenth(middle + from), y2: tenth(middle + to) },
    style: { stroke, lineWidth },
  })
  const whisker = (from: number, to: number) => [
    line(x(from), x(to), 0, 0, colour, 1.2),
    line(x(to), x(to), -half / 2, half / 2, colour, 1.2),
  ]
  const { q1, q3, median, lowWhisker, highWhisker, outliers } = facts
  // Circles on the same tenth of a pixel are one circle.
  const places = new Set(Array.from(outliers, x))
  return {
    type: 'group' as const,
    children: [
      ...whisker(q1, lowWhisker),
      ...whisker(q3, highWhisker),
      {
        type: 'rect' as const,
        shape: { x: x(q1), y: tenth(middle - half), width: tenth(x(q3) - x(q1)), height: 2 * half },
        style: { fill: colour, fillOpacity: 0.22, stroke: colour, lineWidth: 1.2 },
      },
      ...(interval ? [line(x(interval.low), x(interval.high), 0, 0, INK, 3)] : []),
      line(x(median), x(median), -half, half, VERMILION, 3),
      ...[...places].map((cx) => ({
        type: 'circle' as const,
        shape: { cx, cy: middle, r: 2.5 },
        style: { fill: PAPER, stroke: colour, lineWidth: 1.2 },
      })),
    ],
  }
}

function tenth(pixels: number): number {
  return Math.round(pixels * 10) / 10
}
