/** Plots of a machine over time: utilisation and queue, of one policy or of several on each other. */
import type { EChartsOption } from 'echarts'
import type { LogClock } from '../../trace/trace.js'
import type { SystemSeries } from '../series.js'
import { AXIS_STYLE, markedAxis, renderChart } from './chart.js'
import { BLUE, FAINT_INK, INK, ORANGE, PLOT_WIDTH, SERIES_COLOURS } from './theme.js'
import { timeAxis } from './time-axis.js'

/** Pixels at the left and right of the panels, for numbers and the last date. */
const LEFT = 76
const RIGHT = 28
const PANEL_TOP = 34
const PANEL_HEIGHT = 130
const PANEL_STEP = PANEL_HEIGHT + 44
const BOTTOM = 52
const MOST_DATES = 13
const DASHES = ['solid', 'dashed', 'dotted'] as const

interface Line {
  readonly name: string
  readonly colour: string
  readonly dash: (typeof DASHES)[number]
  readonly area: boolean
  readonly values: Float64Array
  readonly series: SystemSeries
}

interface Panel {
  readonly title: string
  readonly lines: readonly Line[]
  /** Upper end of the axis; as the data have it where null. */
  readonly max: number | null
  readonly percent: boolean
}

/** Utilisation, waiting jobs and the processors they ask for, over the schedule's whole span. */
export async function systemPlot(series: SystemSeries, clock: LogClock, id: string): Promise<string> {
  const line = (name: string, colour: string, area: boolean, values: Float64Array): Line => {
    return { name, colour, dash: 'solid', area, values, series }
  }
  const machines = (values: Float64Array): Float64Array => values.map((value) => value / series.processors)
  const panels: Panel[] = [
    {
      title: 'Utilisation of the machine',
      lines: [line('mean', BLUE, true, machines(series.busyProcessors.mean))],
      max: 1,
      percent: true,
    },
    {
      title: 'Jobs waiting',
      lines: [
        line('largest in the bin', ORANGE, false, series.queuedJobs.max),
        line('mean', BLUE, true, series.queuedJobs.mean),
      ],
      max: null,
      percent: false,
    },
    {
      title: 'Processors that waiting jobs ask for, in sizes of the machine',
      lines: [
        line('largest in the bin', ORANGE, false, machines(series.queuedProcessors.max)),
        line('mean', BLUE, true, machines(series.queuedProcessors.mean)),
      ],
      max: null,
      percent: false,
    },
  ]
  return timePanels(panels, series.from, series.to, clock, {
    id,
    label: 'Utilisation, jobs waiting and processors asked for by waiting jobs, over time',
    legend: ['mean', 'largest in the bin'],
  })
}

/** Jobs waiting and utilisation of several policies on the same axes. */
export async function overlayPlot(
  policies: readonly { readonly policy: string; readonly series: SystemSeries }[],
  clock: LogClock,
  id: string,
): Promise<string> {
  const lines = (values: (series: SystemSeries) => Float64Array): Line[] =>
    policies.map(({ policy, series }, k) => ({
      name: policy,
      colour: SERIES_COLOURS[k % SERIES_COLOURS.length],
      dash: DASHES[Math.floor(k / SERIES_COLOURS.length) % DASHES.length],
      area: false,
      values: values(series),
      series,
    }))
  const panels: Panel[] = [
    { title: 'Jobs waiting (mean)', lines: lines((s) => s.queuedJobs.mean), max: null, percent: false },
    {
      title: 'Utilisation of the machine (mean)',
      lines: lines((s) => s.busyProcessors.mean.map((value) => value / s.processors)),
      max: 1,
      percent: true,
    },
  ]
  const from = Math.min(...policies.map(({ series }) => series.from))
  const to = Math.max(...policies.map(({ series }) => series.to))
  return timePanels(panels, from, to, clock, {
    id,
    label: `Jobs waiting and utilisation over time under ${policies.map(({ policy }) => policy).join(', ')}`,
    legend: policies.map(({ policy }) => policy),
  })
}

async function timePanels(
  panels: readonly Panel[],
  from: number,
  to: number,
  clock: LogClock,
  frame: { readonly id: string; readonly label: string; readonly legend: readonly string[] },
): Promise<string> {
  const last = to > from ? to : from + 1
  const { marks, caption } = timeAxis(clock, from, last, MOST_DATES)
  const dates = markedAxis(
    marks.map(({ second, label }) => ({ at: second, label })),
    from,
    last,
  )
  const legendHeight = frame.legend.length > 1 ? 26 * Math.ceil(frame.legend.length / 6) : 0
  const top = (k: number): number => legendHeight + PANEL_TOP + k * PANEL_STEP
  const option: EChartsOption = {
    legend: {
      show: legendHeight > 0,
      data: [...frame.legend],
      top: 4,
      left: LEFT,
      right: RIGHT,
      icon: 'roundRect',
      itemHeight: 4,
      itemGap: 18,
      textStyle: { color: INK },
    },
    title: panels.map(({ title }, k) => ({
      text: title,
      top: top(k) - 24,
      left: LEFT - 5,
      padding: 5,
      textStyle: { fontSize: 13, fontWeight: 'bold', color: INK },
    })),
    grid: panels.map((_, k) => ({
      top: top(k),
      height: PANEL_HEIGHT,
      left: LEFT,
      right: RIGHT,
      outerBoundsMode: 'none',
    })),
    xAxis: panels.map((_, k) => ({
      ...dates,
      gridIndex: k,
      name: k === panels.length - 1 ? caption : '',
      nameLocation: 'middle' as const,
      nameGap: 30,
      nameTextStyle: { color: FAINT_INK },
      splitLine: { show: false },
    })),
    yAxis: panels.map(({ max, percent }, k) => ({
      type: 'value' as const,
      gridIndex: k,
      min: 0,
      ...(max === null ? {} : { max }),
      ...AXIS_STYLE,
      ...(percent ? { interval: 0.25 } : { splitNumber: 4 }),
      axisLabel: { ...AXIS_STYLE.axisLabel, formatter: (value: number) => axisNumber(value, percent) },
    })),
    series: panels.flatMap(({ lines }, k) =>
      lines.map(({ name, colour, dash, area, values, series }) => ({
        type: 'line' as const,
        name,
        xAxisIndex: k,
        yAxisIndex: k,
        step: 'end' as const,
        showSymbol: false,
        symbol: 'none',
        lineStyle: { color: colour, width: 1.2, type: dash },
        itemStyle: { color: colour },
        ...(area ? { areaStyle: { color: colour, opacity: 0.25 } } : {}),
        data: stepPoints(values, series),
      })),
    ),
  }
  return renderChart(option, {
    id: frame.id,
    label: frame.label,
    width: PLOT_WIDTH,
    height: top(panels.length - 1) + PANEL_HEIGHT + BOTTOM,
  })
}

/** Points of a step line that holds each bin's value until the bin ends. */
function stepPoints(values: Float64Array, { from, width, to }: SystemSeries): [number, number][] {
  const points: [number, number][] = [[from, rounded(values[0] ?? 0)]]
  for (let bin = 0; bin < values.length; bin++) {
    points.push([bin === values.length - 1 ? to : from + (bin + 1) * width, rounded(values[bin])])
  }
  return points
}

/** Six digits are more than a screen shows. */
function rounded(value: number): number {
  return Number(value.toPrecision(6))
}

function axisNumber(value: number, percent: boolean): string {
  if (percent) return `${Math.round(value * 100)} %`
  if (value >= 1e6) return `${value / 1e6} M`
  if (value >= 1e4) return `${value / 1e3} k`
  return `${value}`
}
