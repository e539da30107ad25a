/** Best so far and the median of each generation against evaluations. */
import type { Picture } from '../../core/exhibit.js'
import type { ConvergenceObjective, ConvergencePoint } from '../../evaluation/searches/convergence.js'
import { curveOf, type PlottedPoint, thinned } from '../convergence.js'
import { linesText } from '../terminal/plot.js'
import { type ValueScale, valueScale } from '../terminal/value-scale.js'
import type { Chart, LineSeries } from './chart.js'
import { chartPicture } from './chart-scene.js'
import { BLUE, ORANGE, PLOT_WIDTH } from './theme.js'

const HEIGHT = 250
const MOST_X_MARKS = 8
const MOST_Y_MARKS = 6

export interface ConvergencePlot {
  readonly label: string
  readonly objective: ConvergenceObjective
  /** Ascending in evaluations. */
  readonly points: readonly ConvergencePoint[]
}

export function convergencePlot(plot: ConvergencePlot): Picture {
  const chart = convergenceChart(plot, MOST_X_MARKS, MOST_Y_MARKS)
  const rows = plot.points.map(({ evaluations, best, median }) => [evaluations, best, median])
  return {
    ...chartPicture('convergence', chart, { columns: ['evaluations', 'best', 'median'], rows }),
    sketch: (style) =>
      linesText(plot.objective.name, (across, up) => convergenceChart(plot, across, up), style),
  }
}

/** @param mostAcross about how many marks there is room for, to the right and @param mostUp upwards */
function convergenceChart(
  { label, objective, points }: ConvergencePlot,
  mostAcross: number,
  mostUp: number,
): Chart {
  const best = curveOf(points, 'best')
  const median = curveOf(points, 'median')
  const { x, y } = scalesOf([...best, ...median], objective, mostAcross, mostUp)
  const series: LineSeries[] = [
    {
      ...{ kind: 'line', name: 'median of the generation', colour: ORANGE, thick: 1.2 },
      points: thinned(median, PLOT_WIDTH),
    },
    // What was best stays so until something better is found.
    {
      ...{ kind: 'line', name: 'best so far', colour: BLUE, thick: 2.2, step: true },
      points: thinned(best, PLOT_WIDTH),
    },
  ]
  return {
    label,
    legend: series.map(({ name, colour }) => ({ name, colour, dash: '' })),
    panels: [
      {
        x: { scale: x, name: 'evaluations' },
        y: { scale: y, name: `${objective.name}${y.logarithmic ? ', logarithmic' : ''}` },
        height: HEIGHT,
        series,
      },
    ],
  }
}

function scalesOf(
  points: readonly PlottedPoint[],
  { unit }: ConvergenceObjective,
  mostAcross: number,
  mostUp: number,
): { x: ValueScale; y: ValueScale } {
  // A scale to show where there is nothing to show yet.
  if (points.length === 0)
    return { x: valueScale(0, 1, 'count', mostAcross), y: valueScale(0, 1, unit, mostUp) }
  const last = points.reduce((most, { x }) => Math.max(most, x), 1)
  const low = points.reduce((least, { y }) => Math.min(least, y), Number.POSITIVE_INFINITY)
  const high = points.reduce((most, { y }) => Math.max(most, y), Number.NEGATIVE_INFINITY)
  return { x: valueScale(0, last, 'count', mostAcross), y: valueScale(low, high, unit, mostUp) }
}
