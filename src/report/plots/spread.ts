/**
 * A quantity of time (waits) against classes of jobs: shaded cells show how the jobs of each class are spread, boxes
 * their quantiles. It says as much for a million jobs as for a hundred, where a scatter plot turns into a blot.
 *
 * The vertical scale is log₁₀(1 + seconds/60): nearly linear below a minute, logarithmic above, and it has a place
 * for zero, where most waits are.
 */
import type { Picture } from '../../core/exhibit.js'
import { formatCount } from '../../core/format.js'
import { type ClassSpread, type JobClass, spreadByClass } from '../density.js'
import type { ValueScale } from '../terminal/value-scale.js'
import type { Shape } from './chart.js'
import { chartPicture } from './chart-scene.js'
import { densityColour, ORANGE, VERMILION } from './theme.js'

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400
const CELLS = 40
const HEIGHT = 300
const SHARE = 0.84

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
  [3650 * DAY, '10 y'],
]

export interface SpreadPlot {
  readonly name: string
  readonly label: string
  /** The name of the classes, e.g. `processors of the job`. */
  readonly classesOf: string
  /** The name of the values, e.g. `wait`. */
  readonly valuesOf: string
  readonly classes: readonly JobClass[]
  /** The value that decides a job's class. */
  readonly by: ArrayLike<number>
  /** Seconds, 0 or more. */
  readonly values: ArrayLike<number>
}

export function spreadPlot({ name, label, classesOf, valuesOf, classes, by, values }: SpreadPlot): Picture {
  let longest = HOUR
  for (let row = 0; row < values.length; row++) if (values[row] > longest) longest = values[row]
  const top = place(longest) * 1.02
  const edges = Array.from({ length: CELLS + 1 }, (_, k) => MINUTE * (10 ** ((k * top) / CELLS) - 1))
  const spread = spreadByClass(by, values, classes, edges)
  const marks = MARKS.map(([seconds, mark]) => ({ at: place(seconds), label: mark }))
  const scale: ValueScale = {
    logarithmic: true,
    min: 0,
    max: top,
    place,
    marks: marks.filter(({ at }) => at <= top),
  }
  return chartPicture(
    name,
    {
      label,
      note: 'shades: share of the class’s jobs · box: middle half · red: median · orange: 95 % of jobs wait less',
      panels: [
        {
          x: {
            classes: spread.map((each) => `${each.label} (${formatCount(each.jobs)})`),
            name: `${classesOf} (number of jobs)`,
          },
          y: { scale, name: valuesOf, lines: false },
          height: HEIGHT,
          series: [{ kind: 'shapes', shapes: spread.flatMap((each, band) => shapesOf(each, band, edges)) }],
        },
      ],
    },
    {
      columns: [classesOf, 'jobs', 'p25', 'median', 'p75', 'p95'],
      rows: spread.map(({ label: of, jobs, p25, median, p75, p95 }) => [of, jobs, p25, median, p75, p95]),
    },
  )
}

/** Place on the vertical axis. */
function place(seconds: number): number {
  return Math.log10(1 + Math.max(0, seconds) / MINUTE)
}

function shapesOf(
  { counts, jobs, p25, median, p75, p95 }: ClassSpread,
  band: number,
  edges: readonly number[],
): Shape[] {
  const cells = [...counts].flatMap((count, cell): Shape[] =>
    count === 0
      ? []
      : [
          {
            ...{ shape: 'box', band, share: SHARE, from: edges[cell], to: edges[cell + 1] },
            fill: densityColour(Math.sqrt(count / jobs)),
          },
        ],
  )
  if (p25 === null || median === null || p75 === null || p95 === null) return cells
  return [
    ...cells,
    { shape: 'box', band, share: SHARE, from: p25, to: p75, stroke: 'ink' },
    { shape: 'tick', band, share: SHARE, at: p95, stroke: ORANGE, thick: 2.5 },
    { shape: 'tick', band, share: SHARE, at: median, stroke: VERMILION, thick: 3 },
  ]
}
