/** Schedules over clusters in pictures: their nodes over time, what is possible of two measures, how searches converge. */
import type { Picture } from '../../core/exhibit.js'
import type { Paint } from '../../core/scene.js'
import { largestOf, smallestOf } from '../../core/statistics.js'
import type { Allocation } from '../../sim/allocation.js'
import type { ClusterSchedule, ClusterSystem } from '../../sites/index.js'
import { allocateJobTable, replaceColumns } from '../../trace/job-table.js'
import { valueScale } from '../terminal/value-scale.js'
import type { Chart, LineSeries, Point } from './chart.js'
import { chartPicture } from './chart-scene.js'
import { ganttPlot } from './gantt.js'
import { BLUE, groupColour, ORANGE } from './theme.js'

const HEIGHT = 320
const MOST_MARKS = 8

/** Where a job runs, as the number of its colour. */
const SPREAD = 0
const WITHIN = 1

export interface ClusterGantt {
  readonly title: string
  readonly system: ClusterSystem
  /** Numbers of the jobs. */
  readonly ids: readonly number[]
  readonly submit: Float64Array
  readonly schedule: ClusterSchedule
}

/** Clusters as bands of nodes; colours tell jobs within one cluster from those over several. */
export function clusterGantt({ title, system, ids, submit, schedule }: ClusterGantt): Picture {
  const { start, end, nodes } = schedule
  const rows = ids.map((_, row) => row)
  const jobs = replaceColumns(allocateJobTable(ids.length), {
    id: Float64Array.from(ids),
    submit,
    runtime: Float64Array.from(rows, (row) => end[row] - start[row]),
    estimate: Float64Array.from(rows, (row) => end[row] - start[row]),
    size: Int32Array.from(rows, (row) => nodes[row].length),
    group: Int32Array.from(rows, (row) => {
      const own = new Set(Array.from(nodes[row], (node) => system.cluster[node]))
      return own.size === 1 ? WITHIN : SPREAD
    }),
  })
  const shown = { jobs, processors: system.power.length, start: Float64Array.from(start) }
  const bands = Array.from(system.links, (_, cluster) => ({
    name: `cluster ${cluster}`,
    first: system.cluster.indexOf(cluster),
  }))
  return ganttPlot({
    ...{ title, schedule: shown, allocation: allocationOf(nodes), bands },
    clock: { unixStart: null, zone: 0 },
    legend: { title: 'jobs:', name: (of) => (of === SPREAD ? 'over several clusters' : 'within one') },
  })
}

function allocationOf(nodes: ClusterSchedule['nodes']): Allocation {
  const intervals: number[] = []
  const from = new Int32Array(nodes.length)
  const to = new Int32Array(nodes.length)
  for (const [row, given] of nodes.entries()) {
    const own = Array.from(given).sort((a, b) => a - b)
    from[row] = intervals.length
    for (const [k, node] of own.entries()) {
      if (k > 0 && node === own[k - 1] + 1) intervals[intervals.length - 1] = node
      else intervals.push(node, node)
    }
    to[row] = intervals.length
  }
  return { intervals: Int32Array.from(intervals), from, to, unplaced: 0 }
}

interface Named {
  readonly name: string
  readonly points: readonly Point[]
}

/**
 * The picture of the makespan and flowtime that are possible, and where algorithms are.
 * @param marks one point each
 */
export function clusterFront(label: string, front: readonly Point[], marks: readonly Named[]): Picture {
  const series: LineSeries[] = [
    { ...lineOf('what is possible (own)', front, BLUE), dots: 'circle', step: true },
    ...marks.map(
      ({ name, points }, k): LineSeries => ({
        ...lineOf(name, points, colourOf(k)),
        dots: 'square',
      }),
    ),
  ]
  return picture('front', label, series, ['makespan, s', 'flowtime, s'], 's')
}

/** The best fitness of each search against evaluations, as a share of what it began with. */
export function clusterConvergence(label: string, searches: readonly Named[]): Picture {
  const series = searches.map(
    ({ name, points }, k): LineSeries => ({
      ...lineOf(name, points, k === 0 ? BLUE : colourOf(k - 1)),
      step: true,
    }),
  )
  return picture('convergence', label, series, ['evaluations', 'fitness, share of the first'], 'count')
}

function picture(
  name: string,
  label: string,
  series: readonly LineSeries[],
  [across, up]: readonly [string, string],
  unit: 's' | 'count',
): Picture {
  const points = series.flatMap((each) => each.points)
  const scaleOf = (values: readonly number[], of: 's' | 'count' | '1') => {
    const [low, high] = [smallestOf(values), largestOf(values)]
    return valueScale(low, high > low ? high : low + 1, of, MOST_MARKS)
  }
  const chart: Chart = {
    label,
    legend: series.map(({ name: of, colour }) => ({ name: of, colour, dash: '' })),
    panels: [
      {
        x: {
          scale: scaleOf(
            points.map(({ x }) => x),
            unit,
          ),
          name: across,
        },
        y: {
          scale: scaleOf(
            points.map(({ y }) => y),
            unit === 's' ? 's' : '1',
          ),
          name: up,
        },
        height: HEIGHT,
        series,
      },
    ],
  }
  const rows = series.flatMap(({ name: of, points: own }) => own.map(({ x, y }) => [of, x, y]))
  return chartPicture(name, chart, { columns: ['series', across, up], rows })
}

function lineOf(name: string, points: readonly Point[], colour: Paint): LineSeries {
  return { kind: 'line', name, colour, points, thick: 1.6 }
}

function colourOf(k: number): Paint {
  return k === 0 ? ORANGE : groupColour(k)
}
