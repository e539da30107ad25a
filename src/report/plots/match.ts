/** How far AWRT and AWWT of a scaled log are from the original's, against the factor. */

import type { Picture } from '../../core/exhibit.js'
import { largestOf, smallestOf } from '../../core/statistics.js'
import { byFactor, factorText, historyBars, type MatchInfo, type MatchPointInfo } from '../match.js'
import { barChart } from '../terminal/terminal.js'
import { type ValueScale, valueScale } from '../terminal/value-scale.js'
import type { LineSeries } from './chart.js'
import { chartPicture } from './chart-scene.js'
import { BLUE, GREEN, ORANGE } from './theme.js'

const HEIGHT = 250

export function matchPlot(match: MatchInfo): Picture {
  const points = byFactor(match.history)
  const line = (
    name: string,
    colour: LineSeries['colour'],
    dots: NonNullable<LineSeries['dots']>,
    of: (point: MatchPointInfo) => number,
  ): LineSeries => ({
    ...{ kind: 'line', name, colour, dots },
    points: points.map((point) => ({ x: point.factor, y: of(point) })),
  })
  const series = [
    line('AWWT', BLUE, 'circle', ({ deviationAWWT }) => deviationAWWT),
    line('AWRT', ORANGE, 'square', ({ deviationAWRT }) => deviationAWRT),
  ]
  const factors = [...points.map(({ factor }) => factor), match.precise]
  const posts = [
    { at: match.precise, colour: 'faint', name: `f₀ ${match.precise.toFixed(2)}` },
    { at: match.best.factor, colour: GREEN, name: `f ${factorText(match.best)}` },
  ] as const
  const picture = chartPicture('match', {
    label: `Deviation of AWWT and AWRT from the original under ${match.policy}, against the factor`,
    legend: series.map(({ name, colour }) => ({ name, colour })),
    panels: [
      {
        x: { scale: scaleOf(factors, '1', 9), name: 'factor f' },
        y: {
          scale: scaleOf([0, ...series.flatMap((each) => each.points.map(({ y }) => y))], 'share', 6),
          name: 'deviation from the original',
        },
        height: HEIGHT,
        series: [{ kind: 'posts', posts }, ...series],
      },
    ],
  })
  return { ...picture, sketch: (style) => barChart(historyBars(match), style) }
}

function scaleOf(values: readonly number[], unit: '1' | 'share', most: number): ValueScale {
  return valueScale(smallestOf(values), largestOf(values), unit, most)
}
