/**
 * A quantity of time (waits) against classes of jobs: shaded cells show how the jobs of each class are spread, boxes
 * their quantiles. It says as much for a million jobs as for a hundred, where a scatter plot turns into a blot.
 *
 * The vertical scale is log₁₀(1 + seconds/60): nearly linear below a minute, logarithmic above, and it has a place
 * for zero, where most waits are.
 */
import type { CustomSeriesRenderItemAPI, EChartsOption } from 'echarts'
import { formatCount } from '../../core/format.js'
import { type ClassSpread, type JobClass, spreadByClass } from '../density.js'
import { AXIS_STYLE, labelFit, markedAxis, renderChart } from './chart.js'
import { densityColour, FAINT_INK, INK, ORANGE, VERMILION } from './theme.js'

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400
const CELLS = 40
const HEIGHT = 380

const MARKS: readonly (readonly [number, string])[] = [
  [0, '0'],
  [MINUTE, '1 min'],
  [10 * MINUTE, '10 min'],
  [HOUR, '1 h'],
  [6 * HOUR, '6 h'],
  [DAY, '1 d'],
  [3 * DAY, '3 d'],
  [7 * DAY, '7 d'],
  [30 * DAY, '30 d'],
  [100 * DAY, '100 d'],
  [365 * DAY, '1 y'],
]

export interface SpreadPlot {
  readonly id: string
  readonly label: string
  /** What the classes are, e.g. `processors of the job`. */
  readonly classesOf: string
  /** What the values are, e.g. `wait`. */
  readonly valuesOf: string
  readonly classes: readonly JobClass[]
  /** The value that decides a job's class. */
  readonly by: ArrayLike<number>
  /** Seconds, 0 or more. */
  readonly values: ArrayLike<number>
}

export async function spreadPlot(plot: SpreadPlot): Promise<string> {
  let longest = HOUR
  for (let row = 0; row < plot.values.length; row++) {
    if (plot.values[row] > longest) longest = plot.values[row]
  }
  const top = heightOf(longest) * 1.02
  const edges = Array.from({ length: CELLS + 1 }, (_, k) => secondsAt((k * top) / CELLS))
  const spread = spreadByClass(plot.by, plot.values, plot.classes, edges)
  const { turned } = labelFit(spread.map(({ label }) => label))
  const labels = spread.map(({ label, jobs }) => {
    return turned ? `${label} (${formatCount(jobs)})` : `${label}\n${formatCount(jobs)}`
  })
  const below = turned ? labelFit(labels).pixels : 34
  const option: EChartsOption = {
    title: {
      text: 'shades: share of the class’s jobs   box: middle half   red: median   orange: 95 % of jobs wait less',
      left: 70,
      top: 4,
      textStyle: { fontSize: 12, fontWeight: 'normal', color: FAINT_INK },
    },
    grid: { left: 76, right: 24, top: 36, bottom: below + 34, outerBoundsMode: 'none' },
    xAxis: {
      type: 'category',
      data: labels,
      name: `${plot.classesOf}${turned ? ' (' : '; '}number of jobs${turned ? ')' : ''}`,
      nameLocation: 'middle',
      nameGap: below + 10,
      ...AXIS_STYLE,
      axisLabel: { ...AXIS_STYLE.axisLabel, interval: 0, rotate: turned ? 40 : 0, lineHeight: 16 },
      splitLine: { show: false },
    },
    yAxis: {
      ...markedAxis(
        MARKS.map(([seconds, label]) => ({ at: heightOf(seconds), label })).filter(({ at }) => at <= top),
        0,
        top,
      ),
      name: plot.valuesOf,
      nameLocation: 'middle',
      nameGap: 58,
      splitLine: { show: false },
    },
    series: [
      {
        type: 'custom',
        data: cellsOf(spread, top),
        renderItem: (_, api) => {
          const [x, width] = columnOf(api)
          const upper = api.coord([0, api.value(2)])[1]
          const lower = api.coord([0, api.value(1)])[1]
          return {
            type: 'rect',
            shape: { x, y: tenth(upper), width, height: tenth(lower - upper) },
            style: { fill: densityColour(Math.sqrt(Number(api.value(3)))) },
          }
        },
      },
      {
        type: 'custom',
        data: spread.flatMap(({ p25, median, p75, p95 }, k) =>
          p25 === null || median === null || p75 === null || p95 === null
            ? []
            : [[k, heightOf(p25), heightOf(median), heightOf(p75), heightOf(p95)]],
        ),
        renderItem: (_, api) => {
          const [x, width] = columnOf(api)
          const y = (dimension: number): number => tenth(api.coord([0, api.value(dimension)])[1])
          const line = (at: number, stroke: string, lineWidth: number) => ({
            type: 'line' as const,
            shape: { x1: x, y1: at, x2: x + width, y2: at },
            style: { stroke, lineWidth },
          })
          return {
            type: 'group',
            children: [
              {
                type: 'rect',
                shape: { x, y: y(3), width, height: tenth(y(1) - y(3)) },
                style: { fill: 'none', stroke: INK, lineWidth: 1 },
              },
              line(y(4), ORANGE, 2.5),
              line(y(2), VERMILION, 3),
            ],
          }
        },
      },
    ],
  }
  return renderChart(option, { id: plot.id, label: plot.label, height: HEIGHT + below })
}

/** Place on the vertical axis. */
function heightOf(seconds: number): number {
  return Math.log10(1 + Math.max(0, seconds) / MINUTE)
}

function secondsAt(height: number): number {
  return MINUTE * (10 ** height - 1)
}

/** [class, lower, upper, share of the class's jobs] of every cell that has any. */
function cellsOf(spread: readonly ClassSpread[], top: number): number[][] {
  return spread.flatMap(({ counts, jobs }, k) =>
    [...counts].flatMap((count, cell) =>
      count === 0 ? [] : [[k, (cell * top) / CELLS, ((cell + 1) * top) / CELLS, count / jobs]],
    ),
  )
}

/** Left end and width of a class's column. */
function columnOf(api: CustomSeriesRenderItemAPI): [number, number] {
  const size = api.size?.([1, 0])
  const band = Array.isArray(size) ? size[0] : Number(size ?? 0)
  return [tenth(api.coord([api.value(0), 0])[0] - band * 0.42), tenth(band * 0.84)]
}

function tenth(pixels: number): number {
  return Math.round(pixels * 10) / 10
}
