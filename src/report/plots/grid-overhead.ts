/** The worth of splitting jobs over several sites, by how much longer a split job takes; beside ways that split none. */
import type { Picture } from '../../core/exhibit.js'
import { largestOf, smallestOf } from '../../core/statistics.js'
import { valueScale } from '../terminal/value-scale.js'
import type { LineSeries, Point } from './chart.js'
import { chartPicture } from './chart-scene.js'
import { SERIES_COLOURS } from './theme.js'

export interface OverheadCurve {
  readonly name: string
  /** AWRT in seconds at each overhead in percent, ascending. */
  readonly points: readonly { readonly overhead: number; readonly awrt: number }[]
}

const HEIGHT = 240
const DASHES = ['2 3', '8 3', '', '6 2 1 2'] as const
const MARKS = 5

/** @param curves those that no overhead changes have two points, the ends of the others */
export function overheadPlot(curves: readonly OverheadCurve[]): Picture {
  const all = curves.flatMap(({ points }) => points)
  const awrts = all.map(({ awrt }) => awrt)
  const last = Math.max(1, largestOf(all.map(({ overhead }) => overhead)))
  const colours = curves.map((_, k) => SERIES_COLOURS[k % SERIES_COLOURS.length])
  const dashes = curves.map((_, k) => DASHES[k % DASHES.length])
  const lines = curves.map(
    ({ name, points }, k): LineSeries => ({
      ...{ kind: 'line', name, colour: colours[k], dash: dashes[k], thick: 2 },
      points: points.map(({ overhead, awrt }): Point => ({ x: overhead, y: awrt })),
    }),
  )
  return chartPicture('overhead', {
    label: `AWRT by the overhead of splitting, 0 to ${last} percent: ${curves.map(({ name }) => name).join(', ')}`,
    legend: curves.map(({ name }, k) => ({ name, colour: colours[k], dash: dashes[k] })),
    panels: [
      {
        ...{ height: HEIGHT, series: lines },
        x: { name: 'a split job takes longer by, percent', scale: valueScale(0, last, '1', MARKS) },
        y: { name: 'AWRT', scale: valueScale(smallestOf(awrts), largestOf(awrts), 's', MARKS), lines: true },
      },
    ],
  })
}

/**
 * The overhead at which one curve crosses another, between what was measured; null where it does not.
 * @param level of a way that no overhead changes
 */
export function crossingOf({ points }: OverheadCurve, level: number): number | null {
  for (let k = 1; k < points.length; k++) {
    const [before, after] = [points[k - 1], points[k]]
    if (before.awrt > level || after.awrt <= level) continue
    const share = (level - before.awrt) / (after.awrt - before.awrt)
    return before.overhead + share * (after.overhead - before.overhead)
  }
  return null
}
