/** How precise estimates become with more trials, both axes logarithmic: error falls with the root of their number. */

import type { Picture } from '../../core/exhibit.js'
import { formatCount, formatNumber } from '../../core/format.js'
import { largestOf, smallestOf } from '../../core/statistics.js'
import type { PrecisionPoint } from '../../learn/score/trials/found.js'
import type { ValueScale } from '../terminal/value-scale.js'
import type { LineSeries } from './chart.js'
import { chartPicture } from './chart-scene.js'
import { BLUE, ORANGE } from './theme.js'

export interface PrecisionPlot {
  readonly label: string
  /** Ascending in trials; at least one. */
  readonly points: readonly PrecisionPoint[]
  /** The precision to be reached; null where nothing is asked. */
  readonly asked: number | null
}

const HEIGHT = 250
/** Room at the ends of an axis, as a factor. */
const ROOM = 1.25
/** Multiples of powers of ten that have marks. */
const MULTIPLES = [1, 2, 5]

export function precisionPlot({ label, points, asked }: PrecisionPlot): Picture {
  const errors = [...points.flatMap(({ median, most }) => [median, most]), ...(asked === null ? [] : [asked])]
  const positive = errors.filter((error) => error > 0)
  const x = decades(
    points.map(({ trials }) => trials),
    formatCount,
  )
  const y = decades(positive.length > 0 ? positive : [1], formatNumber)
  const line = (
    name: string,
    colour: LineSeries['colour'],
    of: (point: PrecisionPoint) => number,
  ): LineSeries => ({
    ...{ kind: 'line', name, colour, thick: 2, dots: 'circle' },
    points: points.filter((point) => of(point) > 0).map((point) => ({ x: point.trials, y: of(point) })),
  })
  const series: LineSeries[] = [
    line('largest of the tuples', ORANGE, ({ most }) => most),
    line('median of the tuples', BLUE, ({ median }) => median),
    ...(asked === null ? [] : [askedLine(asked, x)]),
  ]
  return chartPicture(
    'precision',
    {
      label,
      legend: series.map(({ name, colour, dash = '' }) => ({ name, colour, dash })),
      panels: [
        {
          x: { scale: x, name: 'trials of a tuple, logarithmic', lines: true },
          y: { scale: y, name: 'normalised deviation, logarithmic' },
          height: HEIGHT,
          series,
        },
      ],
    },
    {
      columns: ['trials', 'median', 'largest'],
      rows: points.map(({ trials, median, most }) => [trials, median, most]),
    },
  )
}

function askedLine(asked: number, { min, max }: ValueScale): LineSeries {
  const points = [min, max].map((at) => ({ x: 10 ** at, y: asked }))
  return { kind: 'line', name: 'asked for', colour: 'faint', thick: 1.2, dash: '5 3', points }
}

/** A logarithmic scale around positive values. */
function decades(values: readonly number[], format: (value: number) => string): ValueScale {
  const min = Math.log10(smallestOf(values) / ROOM)
  const max = Math.log10(largestOf(values) * ROOM)
  const powers = Array.from({ length: Math.floor(max) - Math.floor(min) + 1 }, (_, k) => Math.floor(min) + k)
  const marks = powers
    .flatMap((power) => MULTIPLES.map((multiple) => multiple * 10 ** power))
    .map((value) => ({ at: Math.log10(value), label: format(value) }))
    .filter(({ at }) => at >= min && at <= max)
  return { logarithmic: true, min, max, place: Math.log10, marks }
}
