/**
 * A Gantt chart of a schedule: time to the right, processors downwards, colours by user group. Small schedules show
 * every job with its facts in a tooltip; large ones a raster of time × processors in which a cell takes the colour
 * of the group that used most of it, in a strength by how much of the cell was used. Hundreds of
 * thousands of cells become a few paths of merged runs. Pure.
 */

import type { DataTable, Picture } from '../../core/exhibit.js'
import { formatCount, formatSeconds, plural } from '../../core/format.js'
import type { Mark } from '../../core/scene.js'
import { type Allocation, intervalsOf } from '../../sim/allocation.js'
import type { Schedule } from '../../sim/schedule.js'
import type { LogClock } from '../../trace/trace.js'
import type { ValueScale } from '../terminal/value-scale.js'
import { cellPaint, coverageRaster, type Raster, STRENGTHS } from './gantt-raster.js'
import { group, heading, path, rect, scene, text, textPixels } from './marks.js'
import { bottomAxis, leftAxis, type Panel } from './panel.js'
import { groupColour } from './theme.js'
import { timeScale } from './time-axis.js'

/** Neighbouring processors that belong together, such as those of a site, until the next one's first. */
export interface Band {
  readonly name: string
  readonly first: number
}

export interface GanttPlot {
  /** Shown above the chart: policy and log. */
  readonly title: string
  readonly schedule: Schedule
  readonly allocation: Allocation
  readonly clock: LogClock
  /** Parts of the machine, from a processor on, that are told apart; none where absent. */
  readonly bands?: readonly Band[]
  /** The legend of the groups' colours; users by share where absent. */
  readonly legend?: { readonly title: string; readonly name: (group: number) => string }
}

/** Schedules of at most this many jobs are drawn job by job. */
export const MOST_SINGLE_JOBS = 2000

const PLOT_PIXELS = 1000
const LEFT = 84
const RIGHT = 24
const TOP = 62
const BOTTOM = 56
const MOST_ROWS = 200
const SHORTEST = 200
const TALLEST = 440
const MOST_DATES = 13
/** Shortest rectangle, so that a short job stays visible. */
const LEAST_PIXELS = 0.8
/** A band that is lower has no name. */
const BAND_PIXELS = 14

/** The chart; its data are what it draws: jobs, or stretches of alike cells. */
export function ganttPlot(plot: GanttPlot): Picture {
  const { schedule, allocation, title, clock } = plot
  const [from, to] = spanOf(schedule, allocation)
  const rows = Math.ceil(schedule.processors / Math.ceil(schedule.processors / MOST_ROWS))
  const rowPixels = Math.max(1, Math.round(Math.min(TALLEST, Math.max(SHORTEST, rows * 2)) / rows))
  const panel: Panel = { x: LEFT, y: TOP, width: PLOT_PIXELS, height: rows * rowPixels }
  const single = schedule.jobs.length <= MOST_SINGLE_JOBS
  const [body, data] = single
    ? jobsDrawn(plot, from, to, panel.height)
    : rasterDrawn(plot, from, to, rows, rowPixels)
  const what = single ? 'each rectangle a job' : 'strength: share of the cell in use'
  const caption = `${what}; ${plural(schedule.jobs.length, 'job')} on ${plural(schedule.processors, 'processor')}`
  const [width, height] = [LEFT + PLOT_PIXELS + RIGHT, TOP + panel.height + BOTTOM]
  const time = timeScale(clock, from, to, MOST_DATES)
  const middle = TOP + panel.height / 2
  return {
    name: 'gantt',
    scene: scene(width, height, `Gantt chart: ${title}; ${caption}`, [
      heading(title, LEFT, PLOT_PIXELS),
      text(LEFT, 40, caption, 'faint'),
      ...legend(groupsOf(schedule), width - RIGHT, plot.legend),
      group([body], { shift: [LEFT, TOP] }),
      ...ganttFrame(panel, time.scale, { ...plot, processors: schedule.processors }, RIGHT),
      text(LEFT + PLOT_PIXELS / 2, TOP + panel.height + 40, time.caption, 'faint', 'middle'),
      ...leftAxis(processorScale(schedule.processors), panel, 12),
      text(14, middle, 'processors', 'ink', 'middle', { turn: -90 }),
      ...unplacedNote(allocation, width, height),
    ]),
    data,
  }
}

/**
 * The frame of a chart on its panel: dates below, and parts of the machine.
 * @param overhang pixels that a date may reach beyond the panel
 */
export function ganttFrame(
  panel: Panel,
  dates: ValueScale,
  { processors, bands = [] }: { readonly processors: number; readonly bands?: readonly Band[] },
  overhang: number,
): readonly Mark[] {
  const { x, y, width, height } = panel
  return [
    rect(x - 0.5, y - 0.5, width + 1, height + 1, { stroke: 'faint' }),
    ...bottomAxis(dates, panel, 12, overhang),
    ...bandMarks(bands, processors, panel),
  ]
}

/** The cells of a raster on a panel, by strokes that are sharp at any size. */
export function rasterMarks(raster: Raster, { x, y, width, height }: Panel): Mark {
  return group([rasterPaths(raster, runsOf(raster), width, height / raster.rows)], { shift: [x, y] })
}

type Drawn = readonly [Mark, DataTable]

function jobsDrawn(plot: GanttPlot, from: number, to: number, height: number): Drawn {
  return [jobRectangles(plot, from, to, height), jobData(plot)]
}

function rasterDrawn(
  { schedule, allocation }: GanttPlot,
  from: number,
  to: number,
  rows: number,
  rowPixels: number,
): Drawn {
  const raster = coverageRaster(schedule, allocation, { from, to, bins: PLOT_PIXELS, rows })
  const runs = runsOf(raster)
  return [rasterPaths(raster, runs, PLOT_PIXELS, rowPixels), rasterData(raster, runs, schedule.processors)]
}

function jobData({ schedule: { jobs, start }, allocation }: GanttPlot): DataTable {
  return {
    columns: ['job', 'group', 'submit', 'start', 'end', 'processors'],
    rows: Array.from({ length: jobs.length }, (_, row) => row)
      .filter((row) => intervalsOf(allocation, row) !== null)
      .map((row) => [
        ...[jobs.id[row], jobs.group[row], jobs.submit[row], start[row]],
        ...[start[row] + jobs.runtime[row], jobs.size[row]],
      ]),
  }
}

/** First start and last completion; an empty schedule spans a second. */
function spanOf({ start, jobs }: Schedule, allocation: Allocation): [number, number] {
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  for (let row = 0; row < jobs.length; row++) {
    if (allocation.from[row] === allocation.to[row]) continue
    if (start[row] < from) from = start[row]
    if (start[row] + jobs.runtime[row] > to) to = start[row] + jobs.runtime[row]
  }
  if (from > to) return [0, 1]
  return [from, Math.max(to, from + 1)]
}

function jobRectangles({ schedule, allocation }: GanttPlot, from: number, to: number, height: number): Mark {
  const { jobs, start, processors } = schedule
  const scaleX = PLOT_PIXELS / (to - from)
  const scaleY = height / processors
  const drawn: Mark[] = []
  for (let row = 0; row < jobs.length; row++) {
    const intervals = intervalsOf(allocation, row)
    if (intervals === null) continue
    const x = (start[row] - from) * scaleX
    const width = Math.max(LEAST_PIXELS, jobs.runtime[row] * scaleX)
    const facts = [
      `job ${jobs.id[row]}`,
      `user ${jobs.user[row]}`,
      `${formatCount(jobs.size[row])} processors`,
      `ran ${formatSeconds(jobs.runtime[row])} of ${formatSeconds(jobs.estimate[row])} asked for`,
      `waited ${formatSeconds(start[row] - jobs.submit[row])}`,
    ]
    const parts: Mark[] = []
    for (let at = 0; at < intervals.length; at += 2) {
      const tall = (intervals[at + 1] - intervals[at] + 1) * scaleY
      parts.push(rect(x, intervals[at] * scaleY, width, tall, {}))
    }
    drawn.push(group(parts, { fill: groupColour(jobs.group[row]), title: facts.join(', ') }))
  }
  // A hairline of paper around each job tells neighbours of one colour apart.
  return group(drawn, { fill: 'ink', stroke: 'paper', thick: 0.4 })
}

/** Neighbours of one row whose cells are alike; bins, the last one not included. */
interface Run {
  readonly row: number
  readonly from: number
  readonly to: number
  readonly cell: number
}

/** Runs of all cells in use, row by row. */
function runsOf({ bins, rows, cells }: Raster): readonly Run[] {
  const runs: Run[] = []
  for (let row = 0; row < rows; row++) {
    for (let from = 0; from < bins; ) {
      const cell = cells[row * bins + from]
      let to = from + 1
      while (to < bins && cells[row * bins + to] === cell) to++
      if (cell > 0) runs.push({ row, from, to, cell })
      from = to
    }
  }
  return runs
}

function rasterData({ from, to, bins, rows }: Raster, runs: readonly Run[], processors: number): DataTable {
  const [width, step] = [(to - from) / bins, Math.ceil(processors / rows)]
  return {
    columns: ['first processor', 'from', 'to', 'group', 'share in use up to'],
    rows: runs.map((run) => [
      ...[run.row * step, from + run.from * width, from + run.to * width],
      ...[Math.floor((run.cell - 1) / STRENGTHS), (((run.cell - 1) % STRENGTHS) + 1) / STRENGTHS],
    ]),
  }
}

/** One path for each colour and strength, of horizontal strokes one cell thick. */
function rasterPaths({ bins, groups }: Raster, runs: readonly Run[], width: number, rowPixels: number): Mark {
  const paths = Array.from({ length: groups * STRENGTHS + 1 }, () => [] as string[])
  for (const { row, from, to, cell } of runs) paths[cell].push(`M${from} ${row}h${to - from}`)
  const drawn = paths.flatMap((strokes, cell) => {
    if (strokes.length === 0) return []
    const { colour, opacity } = cellPaint(cell)
    return [path(strokes.join(''), { stroke: colour, opacity })]
  })
  // Strokes run along the middle of their row: half a row down.
  return group(drawn, { shift: [0, rowPixels / 2], scale: [width / bins, rowPixels], crisp: true })
}

function groupsOf({ jobs }: Schedule): number[] {
  const present = new Set<number>()
  for (let row = 0; row < jobs.length; row++) present.add(Math.max(0, jobs.group[row]))
  return [...present].sort((a, b) => a - b)
}

const USERS: NonNullable<GanttPlot['legend']> = {
  title: 'users by share:',
  name: (group) => (group === 0 ? 'none' : `group ${group}`),
}

/** A line above each band but the first, and the names where there is room for them. */
function bandMarks(
  bands: readonly Band[],
  processors: number,
  { x, y, width, height }: Panel,
): readonly Mark[] {
  const at = (processor: number) => y + (processor / processors) * height
  return bands.flatMap(({ name, first }, k) => {
    const next = bands[k + 1]?.first ?? processors
    const line = first === 0 ? [] : [rect(x, at(first) - 0.5, width, 1, { fill: 'ink' })]
    const room = at(next) - at(first) >= BAND_PIXELS
    return [
      ...line,
      ...(room ? [text(x + 4, at(first) + 12, name, 'ink', 'start', { size: 11, halo: true })] : []),
    ]
  })
}

/** Colours and their groups, right-aligned above the chart; nothing where there is only one. */
function legend(
  groups: readonly number[],
  right: number,
  { title, name }: NonNullable<GanttPlot['legend']> = USERS,
): Mark[] {
  if (groups.length < 2) return []
  const size = 11
  const names = groups.map(name)
  const widths = names.map((name) => 24 + textPixels(name, size))
  let x = right - widths.reduce((sum, width) => sum + width, 0)
  const entries = [text(x - 8, 40, title, 'faint', 'end', { size })]
  groups.forEach((of, k) => {
    entries.push(
      rect(x, 30, 10, 10, { fill: groupColour(of) }),
      text(x + 13, 40, names[k], 'ink', 'start', { size }),
    )
    x += widths[k]
  })
  return entries
}

/** From above; marks at round numbers of processors, about five of them, and at the machine's size. */
function processorScale(processors: number): ValueScale {
  const rough = processors / 5
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)))
  const step = [1, 2, 5, 10].map((k) => k * power).find((candidate) => candidate >= rough) ?? power
  const marks: number[] = []
  for (let mark = 0; mark <= processors - step * 0.4; mark += step) marks.push(mark)
  return {
    ...{ logarithmic: false, min: processors, max: 0, place: (processor) => processor },
    marks: [...marks, processors].map((at) => ({ at, label: formatCount(at) })),
  }
}

function unplacedNote(allocation: Allocation, width: number, height: number): Mark[] {
  if (allocation.unplaced === 0) return []
  const note = `${plural(allocation.unplaced, 'job')} not shown, for want of free processors`
  return [text(width - RIGHT, height - 8, note, 'faint', 'end', { size: 11 })]
}
