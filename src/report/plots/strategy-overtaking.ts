/**
 * After what wait a job of one user group comes before a fresh one of another: a matrix for each situation of the week,
 * darker where it takes longer. Both jobs have the same size and estimate, so what is seen is the preference for groups.
 */

import type { Picture } from '../../core/exhibit.js'
import type { Mark, Paint } from '../../core/scene.js'
import { largestOf } from '../../core/statistics.js'
import { groupText, type Overtaking, type TimeClassOvertaking, waitText } from '../strategy.js'
import { fittedText, heading, rect, scene, text } from './marks.js'
import { densityColour, GREY, ON_DARK, ON_LIGHT, PLOT_WIDTH } from './theme.js'

const MOST_COLUMNS = 3
const LEFT = 58
const RIGHT = 10
const TOP = 76
const HEAD = 48
const FOOT = 18
const LARGEST_CELL = 58
const CELL_HEIGHT = 34
const CELL_FONT = { size: 11 }

/** Waits of the shades: those from which on cells are no longer lightest, and are darkest (seconds). */
const LIGHTEST = 600
const DARKEST = 14 * 86_400

export interface OvertakingPlot {
  readonly title: string
  readonly overtaking: Overtaking
}

export function overtakingPlot({ title, overtaking }: OvertakingPlot): Picture {
  const { situations, job } = overtaking
  const columns = Math.max(1, Math.min(MOST_COLUMNS, situations.length))
  const columnWidth = PLOT_WIDTH / columns
  const heights = situations.map(({ groups }) => HEAD + groups.length * CELL_HEIGHT + FOOT)
  const parts: Mark[] = []
  let top = TOP
  for (let first = 0; first < situations.length; first += columns) {
    situations.slice(first, first + columns).forEach((situation, k) => {
      parts.push(...matrix(situation, k * columnWidth + LEFT, top, columnWidth - LEFT - RIGHT))
    })
    top += largestOf(heights.slice(first, first + columns))
  }
  const names = situations.map(({ name }) => name).filter(Boolean)
  const where = names.length === 0 ? '' : `, ${names.join(', ')}`
  const note = 'The wait after which a job of the row’s group comes before a fresh one of the column’s.'
  const label = `${title}: after what wait jobs of one group come before fresh ones of another${where}`
  const rows = situations.flatMap(({ name, groups, waits }) =>
    groups.flatMap((group, k) => groups.map((other, column) => [name, group, other, waits[k][column]])),
  )
  return {
    name: 'overtaking',
    scene: scene(PLOT_WIDTH, top + 4, label, [
      heading(title),
      text(8, 40, note, 'faint'),
      text(8, 56, fittedText(`Both jobs: ${job}`, PLOT_WIDTH - 16), 'faint'),
      ...parts,
    ]),
    data: { columns: ['situation', 'group', 'fresh job of group', 'wait'], rows },
  }
}

function matrix({ name, groups, waits }: TimeClassOvertaking, x: number, y: number, width: number): Mark[] {
  const cell = Math.min(LARGEST_CELL, width / Math.max(1, groups.length))
  const top = y + HEAD
  const parts: Mark[] = [
    text(x, y + 10, fittedText(name, width, 13), 'ink', 'start', { size: 13, bold: true }),
    text(x, y + 28, 'a fresh job of group', 'faint', 'start', CELL_FONT),
  ]
  groups.forEach((group, k) => {
    const middle = top + (k + 0.5) * CELL_HEIGHT
    parts.push(
      text(x + (k + 0.5) * cell, top - 5, group < 1 ? 'none' : `${group}`, 'ink', 'middle', CELL_FONT),
      text(x - 8, middle + 4, groupText(group), 'ink', 'end', CELL_FONT),
    )
    groups.forEach((other, column) => {
      if (column === k) return
      const wait = waits[k][column]
      const { fill, ink } = cellColours(wait)
      const said = waitText(wait)
      const left = x + column * cell
      const title = `${groupText(group)} before a fresh job of ${groupText(other)}: ${said}`
      parts.push(
        rect(left + 1, top + k * CELL_HEIGHT + 1, cell - 2, CELL_HEIGHT - 2, { fill, title }),
        text(left + cell / 2, middle + 4, said, ink, 'middle', CELL_FONT),
      )
    })
  })
  return parts
}

/** Colours of a cell: its own and that of its text. */
function cellColours(wait: number | null): { readonly fill: Paint; readonly ink: Paint } {
  if (wait === null || wait === Number.POSITIVE_INFINITY) return { fill: GREY, ink: ON_LIGHT }
  if (wait <= 0) return { fill: densityColour(0), ink: ON_LIGHT }
  const share = Math.log(wait / LIGHTEST) / Math.log(DARKEST / LIGHTEST)
  return { fill: densityColour(0.1 + 0.9 * share), ink: share > 0.35 ? ON_DARK : ON_LIGHT }
}
