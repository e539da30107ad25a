/** Plots of a machine over time: utilisation and queue, of one policy or of several on each other. */

import type { Picture } from '../../core/exhibit.js'
import { formatCount, formatPercent } from '../../core/format.js'
import { largestOf, smallestOf } from '../../core/statistics.js'
import type { LogClock } from '../../trace/trace.js'
import type { SystemSeries } from '../series.js'
import { sparklines } from '../terminal/terminal.js'
import { type ValueScale, valueScale } from '../terminal/value-scale.js'
import type { Chart, ChartPanel, Legend, LineSeries, Point } from './chart.js'
import { chartPicture } from './chart-scene.js'
import { BLUE, ORANGE, SERIES_COLOURS } from './theme.js'
import { timeScale } from './time-axis.js'

const HEIGHT = 130
const MOST_DATES = 13
const DASHES = ['', '6 3', '2 3'] as const

const SHARES: ValueScale = {
  ...{ logarithmic: false, min: 0, max: 1, place: (share) => share },
  marks: [0, 0.25, 0.5, 0.75, 1].map((at) => ({ at, label: `${100 * at} %` })),
}

interface TimePanel {
  readonly title: string
  readonly lines: readonly LineSeries[]
  /** Shares of the machine: the axis ends at all of it. */
  readonly shares?: true
}

/** Utilisation, waiting jobs and the processors they ask for, over the schedule's whole span. */
export function systemPlot(series: SystemSeries, clock: LogClock): Picture {
  const machines = (values: Float64Array): Float64Array => values.map((value) => value / series.processors)
  const mean = (values: Float64Array): LineSeries => ({ ...lineOf('mean', BLUE, values, series), area: true })
  const most = (values: Float64Array): LineSeries => lineOf('largest in the bin', ORANGE, values, series)
  const { busyProcessors, queuedJobs, queuedProcessors } = series
  const panels: TimePanel[] = [
    { title: 'Utilisation of the machine', lines: [mean(machines(busyProcessors.mean))], shares: true },
    { title: 'Jobs waiting', lines: [most(queuedJobs.max), mean(queuedJobs.mean)] },
    {
      title: 'Processors that waiting jobs ask for, in sizes of the machine',
      lines: [most(machines(queuedProcessors.max)), mean(machines(queuedProcessors.mean))],
    },
  ]
  const picture = chartPicture('system', {
    ...timePanels(panels, series.from, series.to, clock),
    label: 'Utilisation, jobs waiting and processors asked for by waiting jobs, over time',
    legend: [
      { name: 'mean', colour: BLUE },
      { name: 'largest in the bin', colour: ORANGE },
    ],
  })
  const lines = [
    { label: 'utilisation', values: [...machines(busyProcessors.mean)], format: formatPercent },
    { label: 'jobs waiting', values: [...queuedJobs.mean], format: formatCount },
  ]
  return { ...picture, sketch: (style) => sparklines(lines, style) }
}

/** Jobs waiting and utilisation of several policies on the same axes. */
export function overlayPlot(
  policies: readonly { readonly policy: string; readonly series: SystemSeries }[],
  clock: LogClock,
): Picture {
  const legend = policies.map(({ policy }, k): Legend & { readonly dash: string } => ({
    name: policy,
    colour: SERIES_COLOURS[k % SERIES_COLOURS.length],
    dash: DASHES[Math.floor(k / SERIES_COLOURS.length) % DASHES.length],
  }))
  const lines = (values: (series: SystemSeries) => Float64Array): LineSeries[] =>
    policies.map(({ policy, series }, k) => ({
      ...lineOf(policy, legend[k].colour, values(series), series),
      dash: legend[k].dash,
    }))
  const panels: TimePanel[] = [
    { title: 'Jobs waiting (mean)', lines: lines((s) => s.queuedJobs.mean) },
    {
      title: 'Utilisation of the machine (mean)',
      lines: lines((s) => s.busyProcessors.mean.map((value) => value / s.processors)),
      shares: true,
    },
  ]
  const from = smallestOf(policies.map(({ series }) => series.from))
  const to = largestOf(policies.map(({ series }) => series.to))
  return chartPicture('overlay', {
    ...timePanels(panels, from, to, clock),
    label: `Jobs waiting and utilisation over time under ${policies.map(({ policy }) => policy).join(', ')}`,
    legend,
  })
}

function timePanels(
  panels: readonly TimePanel[],
  from: number,
  to: number,
  clock: LogClock,
): Pick<Chart, 'panels'> {
  const { scale, caption } = timeScale(clock, from, to, MOST_DATES)
  return {
    panels: panels.map(
      ({ title, lines, shares }, k): ChartPanel => ({
        ...{ title, height: HEIGHT, series: lines },
        x: { scale, ...(k === panels.length - 1 ? { name: caption } : {}) },
        y: { scale: shares ? SHARES : upTo(lines) },
      }),
    ),
  }
}

function upTo(lines: readonly LineSeries[]): ValueScale {
  let most = 0
  for (const { points } of lines) for (const { y } of points) most = Math.max(most, y)
  return valueScale(0, most, '1', 5)
}

function lineOf(
  name: string,
  colour: LineSeries['colour'],
  values: Float64Array,
  series: SystemSeries,
): LineSeries {
  return { kind: 'line', name, colour, thick: 1.2, step: true, points: binPoints(values, series) }
}

/** Each bin's value where the bin begins, and the last one again where it ends. */
function binPoints(values: Float64Array, { from, width, to }: SystemSeries): Point[] {
  const points = Array.from(values, (y, bin) => ({ x: from + bin * width, y }))
  const last = points[points.length - 1]
  return last === undefined ? [] : [...points, { x: to, y: last.y }]
}
