/** The starts that are foretold of waiting jobs: a bar from early to late on a line of time that begins now, a row a job. */
import type { Picture } from '../../core/exhibit.js'
import { largestOf } from '../../core/statistics.js'
import { valueScale } from '../terminal/value-scale.js'
import type { Shape } from './chart.js'
import { chartPicture } from './chart-scene.js'
import { BLUE, GREY, VERMILION } from './theme.js'

const ROW = 22
const MARKS = 9
/** Height of a bar within its row. */
const SHARE = 0.6
/** The shortest bar that is seen, as a part of the whole line. */
const LEAST = 0.004

/** Seconds from now. */
export interface DrawnStart {
  readonly job: string
  readonly user: string
  readonly median: number
  readonly early: number
  readonly late: number
  /** As Slurm says; null where it says nothing. */
  readonly slurm: number | null
}

/** @param jobs in the order of their rows */
export function startsPlot(jobs: readonly DrawnStart[]): Picture {
  const saysSlurm = jobs.some(({ slurm }) => slurm !== null)
  const scale = valueScale(0, largestOf(jobs.flatMap(({ late, slurm }) => [late, slurm ?? 0])), 's', MARKS)
  const shapes = jobs.flatMap(({ early, median, late, slurm }, band): Shape[] => [
    {
      ...{ shape: 'box', band, share: SHARE, fill: BLUE, stroke: BLUE, tint: true },
      ...{ from: early, to: Math.max(late, early + LEAST * scale.max) },
    },
    { shape: 'tick', band, at: median, share: SHARE, stroke: VERMILION, thick: 3 },
    ...(slurm === null ? [] : [{ shape: 'ring', band, at: slurm, stroke: GREY } as const]),
  ])
  const told = ['bar: eight of ten futures', 'red: median', ...(saysSlurm ? ['circle: Slurm says'] : [])]
  return chartPicture(
    'starts',
    {
      label: `When ${jobs.length} waiting jobs will start`,
      note: told.join(' · '),
      panels: [
        {
          x: { scale, lines: true, name: 'from now' },
          y: { classes: jobs.map(({ job, user }) => `${job} of ${user}`) },
          height: Math.max(2, jobs.length) * ROW,
          series: [{ kind: 'shapes', shapes }],
        },
      ],
    },
    {
      columns: ['job', 'user', 'early', 'median', 'late', 'Slurm says'],
      rows: jobs.map(({ job, user, early, median, late, slurm }) => [job, user, early, median, late, slurm]),
    },
  )
}
