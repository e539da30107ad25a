/**
 * The priority of a job of each user group while it waits, one panel a situation of the week: who comes first, and after
 * what wait that changes (where lines cross). The scale of each panel is its own, since only the order counts.
 */
import type { Picture } from '../../core/exhibit.js'
import { thinned } from '../convergence.js'
import { groupText, type PriorityCurve, type StrategyCurves, type TimeClassCurves } from '../strategy.js'
import { valueScale } from '../terminal/value-scale.js'
import type { ChartPanel, LineSeries } from './chart.js'
import { chartPicture } from './chart-scene.js'
import { groupColour, PLOT_WIDTH } from './theme.js'

const MOST_COLUMNS = 3
const HEIGHT = 240
/** Pixels that the labels of a panel take at its left and right, and that a mark takes below. */
const SIDES = 90
const MARK_ROOM = 46

/** So that lines can also be told apart without their colours. */
const DASHES = ['', '7 3', '2 3', '9 3 2 3', '4 2']

export interface PriorityPlot {
  readonly title: string
  readonly curves: StrategyCurves
}

export function priorityPlot({ title, curves: { situations } }: PriorityPlot): Picture {
  const columns = Math.max(1, Math.min(MOST_COLUMNS, situations.length))
  const names = situations.map(({ name }) => name).filter(Boolean)
  const where = names.length === 0 ? '' : `, ${names.join(', ')}`
  return chartPicture(
    'priority',
    {
      ...{ title, columns },
      label: `${title}: priority against wait, a line for each user group${where}`,
      legend: groupNames(situations).map(([group, name]) => ({ name, ...lookOf(group) })),
      panels: situations.map((situation) => timeClassPanel(situation, PLOT_WIDTH / columns - SIDES)),
    },
    {
      columns: ['situation', 'group', 'wait', 'priority'],
      rows: situations.flatMap(({ name, series }) =>
        series.flatMap(({ group, waits, keys }) =>
          Array.from(waits, (wait, k) => [name, group, wait, keys[k]]),
        ),
      ),
    },
  )
}

function timeClassPanel({ name, series }: TimeClassCurves, width: number): ChartPanel {
  const keys = rangeOf(series.map(({ keys: of }) => of))
  const waits = rangeOf(series.map(({ waits: of }) => of))
  const upwards = valueScale(keys.low, keys.high, '1', 5)
  // Waits begin at 0 and are read as they pass, so never on a logarithmic scale.
  const along = valueScale(
    Math.min(0, waits.low),
    waits.high,
    's',
    Math.max(2, Math.floor(width / MARK_ROOM)),
  )
  return {
    ...(name === '' ? {} : { title: name }),
    x: { scale: along, name: 'wait', lines: true },
    y: { scale: upwards, name: upwards.logarithmic ? 'priority (logarithmic)' : 'priority' },
    height: HEIGHT,
    series: series.map((curve) => lineOf(curve, Math.ceil(width))),
  }
}

function lineOf({ group, waits, keys }: PriorityCurve, columns: number): LineSeries {
  const points = Array.from(waits, (wait, k) => ({ x: wait, y: keys[k] }))
  return {
    kind: 'line',
    name: groupText(group),
    ...lookOf(group),
    thick: 2,
    points: thinned(points, columns),
  }
}

function lookOf(group: number) {
  return { colour: groupColour(group), dash: DASHES[Math.max(0, group - 1) % DASHES.length] }
}

/** Every group once, with the job that stands for it where all situations name the same. */
function groupNames(situations: readonly TimeClassCurves[]): readonly (readonly [number, string])[] {
  const jobs = new Map<number, Set<string>>()
  for (const { group, job } of situations.flatMap(({ series }) => series)) {
    const of = jobs.get(group) ?? new Set<string>()
    if (job !== undefined) of.add(job)
    jobs.set(group, of)
  }
  return [...jobs]
    .sort(([a], [b]) => a - b)
    .map(([group, named]) => [group, `${groupText(group)}${named.size === 1 ? `: ${[...named][0]}` : ''}`])
}

function rangeOf(lists: readonly Float64Array[]): { low: number; high: number } {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const list of lists) {
    for (const value of list) {
      if (value < low) low = value
      if (value > high) high = value
    }
  }
  return low > high ? { low: 0, high: 1 } : { low, high }
}
