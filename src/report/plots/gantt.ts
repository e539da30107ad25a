/**
 * A Gantt chart of a schedule: time to the right, processors downwards, colours by user group. Small schedules show
 * every job with its facts in a tooltip; large ones a raster of time × processors in which a cell takes the colour
 * of the group that used most of it, in a strength by how much of the cell was used. Written directly rather than by
 * ECharts: hundreds of thousands of cells become a few paths of merged runs. Pure; imports sim, trace, core.
 */

import { formatCount, formatSeconds } from '../../core/format.js'
import { type Allocation, intervalsOf } from '../../sim/allocation.js'
import type { Schedule } from '../../sim/schedule.js'
import type { LogClock } from '../../trace/trace.js'
import { coverageRaster, type Raster, STRENGTHS } from './gantt-raster.js'
import { pixels, svgPicture, svgText } from './svg.js'
import { FAINT_INK, groupColour, INK, PAPER } from './theme.js'
import { timeAxis } from './time-axis.js'

export interface GanttPlot {
  /** Shown above the chart: policy and log. */
  readonly title: string
  readonly schedule: Schedule
  readonly allocation: Allocation
  readonly clock: LogClock
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
/** Opacity of each strength of a raster's cells. */
const OPACITY = [0.25, 0.5, 0.75, 1]

/** The chart as SVG text. */
export function ganttPlot(plot: GanttPlot): string {
  const { schedule, allocation, title } = plot
  const [from, to] = spanOf(schedule, allocation)
  const rows = Math.ceil(schedule.processors / Math.ceil(schedule.processors / MOST_ROWS))
  const rowPixels = Math.max(1, Math.round(Math.min(TALLEST, Math.max(SHORTEST, rows * 2)) / rows))
  const height = rows * rowPixels
  const single = schedule.jobs.length <= MOST_SINGLE_JOBS
  const body = single
    ? jobRectangles(plot, from, to, height)
    : rasterPaths(coverageRaster(schedule, allocation, { from, to, bins: PLOT_PIXELS, rows }), rowPixels)
  const groups = groupsOf(schedule)
  const what = single ? 'each rectangle a job' : 'strength: share of the cell in use'
  const caption = `${what}; ${formatCount(schedule.jobs.length)} jobs on ${formatCount(schedule.processors)} processors`
  const width = LEFT + PLOT_PIXELS + RIGHT
  const label = `Gantt chart: ${title}; ${caption}`
  return svgPicture(
    { width, height: TOP + height + BOTTOM, label },
    svgText(LEFT, 20, title, INK, 'start', ' font-size="14" font-weight="bold"'),
    svgText(LEFT, 40, caption, FAINT_INK, 'start'),
    legend(groups, width - RIGHT),
    `<g transform="translate(${LEFT} ${TOP})">\n${body}</g>\n`,
    axes(plot, from, to, height),
    unplacedNote(allocation, width, TOP + height + BOTTOM),
  )
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

function jobRectangles(
  { schedule, allocation }: GanttPlot,
  from: number,
  to: number,
  height: number,
): string {
  const { jobs, start, processors } = schedule
  const scaleX = PLOT_PIXELS / (to - from)
  const scaleY = height / processors
  const parts: string[] = []
  for (let row = 0; row < jobs.length; row++) {
    const intervals = intervalsOf(allocation, row)
    if (intervals === null) continue
    const x = pixels((start[row] - from) * scaleX)
    const width = pixels(Math.max(LEAST_PIXELS, jobs.runtime[row] * scaleX))
    const facts = [
      `job ${jobs.id[row]}`,
      `user ${jobs.user[row]}`,
      `${formatCount(jobs.size[row])} processors`,
      `ran ${formatSeconds(jobs.runtime[row])} of ${formatSeconds(jobs.estimate[row])} asked for`,
      `waited ${formatSeconds(start[row] - jobs.submit[row])}`,
    ]
    parts.push(`<g fill="${groupColour(jobs.group[row])}"><title>${facts.join(', ')}</title>`)
    for (let at = 0; at < intervals.length; at += 2) {
      const y = pixels(intervals[at] * scaleY)
      const tall = pixels((intervals[at + 1] - intervals[at] + 1) * scaleY)
      parts.push(`<rect x="${x}" y="${y}" width="${width}" height="${tall}"/>`)
    }
    parts.push('</g>\n')
  }
  // A hairline of paper around each job tells neighbours of one colour apart.
  return `<g stroke="${PAPER}" stroke-width="0.4">\n${parts.join('')}</g>\n`
}

/** One path for each colour and strength, of horizontal strokes one cell thick. */
function rasterPaths(raster: Raster, rowPixels: number): string {
  const { bins, rows, groups, cells } = raster
  const paths = Array.from({ length: groups * STRENGTHS + 1 }, () => [] as string[])
  for (let row = 0; row < rows; row++) {
    let runStart = 0
    let run = 0
    for (let bin = 0; bin <= bins; bin++) {
      const cell = bin < bins ? cells[row * bins + bin] : 0
      if (cell === run && bin < bins) continue
      if (run > 0) paths[run].push(`M${runStart} ${row}h${bin - runStart}`)
      run = cell
      runStart = bin
    }
  }
  const drawn = paths.flatMap((strokes, cell) => {
    if (strokes.length === 0) return []
    const group = Math.floor((cell - 1) / STRENGTHS)
    const opacity = OPACITY[(cell - 1) % STRENGTHS]
    return `<path stroke="${groupColour(group)}" stroke-opacity="${opacity}" d="${strokes.join('')}"/>\n`
  })
  // Strokes run along the middle of their row: half a row down.
  const scale = `translate(0 ${rowPixels / 2}) scale(${PLOT_PIXELS / bins} ${rowPixels})`
  return `<g transform="${scale}" fill="none" stroke-width="1" shape-rendering="crispEdges">\n${drawn.join('')}</g>\n`
}

function groupsOf({ jobs }: Schedule): number[] {
  const present = new Set<number>()
  for (let row = 0; row < jobs.length; row++) present.add(Math.max(0, jobs.group[row]))
  return [...present].sort((a, b) => a - b)
}

/** Colours and their groups, right-aligned above the chart; nothing where there is only one. */
function legend(groups: readonly number[], right: number): string {
  if (groups.length < 2) return ''
  const step = 62
  const left = right - groups.length * step
  const entries = groups.map((group, k) => {
    const x = left + k * step
    const name = group === 0 ? 'none' : `group ${group}`
    const swatch = `<rect x="${x}" y="30" width="10" height="10" fill="${groupColour(group)}"/>`
    return swatch + svgText(x + 13, 40, name, INK, 'start', ' font-size="11"')
  })
  return `${svgText(left - 8, 40, 'users by share:', FAINT_INK, 'end', ' font-size="11"')}${entries.join('')}`
}

function axes({ schedule, clock }: GanttPlot, from: number, to: number, height: number): string {
  const { marks, caption } = timeAxis(clock, from, to, MOST_DATES)
  const parts: string[] = [
    `<rect x="${LEFT - 0.5}" y="${TOP - 0.5}" width="${PLOT_PIXELS + 1}" height="${height + 1}"`,
    ` fill="none" stroke="${FAINT_INK}"/>\n`,
  ]
  const bottom = TOP + height
  let free = Number.NEGATIVE_INFINITY
  for (const { second, label } of marks) {
    const x = pixels(LEFT + ((second - from) / (to - from)) * PLOT_PIXELS)
    const half = label.length * 3.5
    parts.push(`<path d="M${x} ${bottom}v5" stroke="${FAINT_INK}"/>`)
    // The neighbour's text has priority, and the edges of the picture have.
    if (x - half < free || x + half > LEFT + PLOT_PIXELS + RIGHT) continue
    parts.push(svgText(x, bottom + 19, label, INK, 'middle'))
    free = x + half + 6
  }
  parts.push(svgText(LEFT + PLOT_PIXELS / 2, bottom + 40, caption, FAINT_INK, 'middle'))
  for (const processor of processorMarks(schedule.processors)) {
    const y = pixels(TOP + (processor / schedule.processors) * height)
    parts.push(`<path d="M${LEFT - 5} ${y}h5" stroke="${FAINT_INK}"/>`)
    parts.push(svgText(LEFT - 8, y + 4, formatCount(processor), INK, 'end'))
  }
  const middle = TOP + height / 2
  parts.push(svgText(14, middle, 'processors', INK, 'middle', ` transform="rotate(-90 14 ${middle})"`))
  return parts.join('')
}

/** Round numbers of processors, about five of them, and the machine's size. */
function processorMarks(processors: number): number[] {
  const rough = processors / 5
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)))
  const step = [1, 2, 5, 10].map((k) => k * power).find((candidate) => candidate >= rough) ?? power
  const marks: number[] = []
  for (let mark = 0; mark <= processors - step * 0.4; mark += step) marks.push(mark)
  return [...marks, processors]
}

function unplacedNote(allocation: Allocation, width: number, height: number): string {
  if (allocation.unplaced === 0) return ''
  const note = `${formatCount(allocation.unplaced)} jobs not shown: no processors were free for them`
  return svgText(width - RIGHT, height - 8, note, FAINT_INK, 'end', ' font-size="11"')
}
