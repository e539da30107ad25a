/**
 * Learnt strategies before a front of CTC: figures 10.13 and 10.14 of the thesis, figure 6 of the paper, which print no
 * values. The front is a search of its own by our plan, as many schedules as `thesis-greedy` takes.
 */
import type { FrontFound } from '../../../front/index.js'
import { type FrontMark, type FrontModel, placesOf } from '../../../front/model.js'
import type { Finished } from '../composition.js'
import { plainValue } from '../samples.js'
import type { KeptFiles, StudyValue } from '../study.js'
import { SOURCE } from '../thesis-learning.js'
import type { Reached } from '../thesis-values.js'
import { PART_NAMES } from './plan.js'
import type { StudiedRow } from './reached.js'

/** The objectives that all of these strategies are learnt for. */
const PLANE = ['AWRT1', 'AWRT2'] as const
/** Rows that say on CTC the same as those learnt from the log itself. */
const TWICE = ', SOPT(CTC)'

/** The front with all that was learnt as marks, and where each stands to it. */
export function beforeFront(
  table: string,
  finished: Finished,
  rows: readonly StudiedRow[],
): { readonly values: readonly StudyValue[]; readonly kept: readonly KeptFiles[] } {
  const part = finished.get(PART_NAMES.front)
  if (part === undefined || part.found === null) return { values: [], kept: [] }
  const found = part.found as FrontFound
  const front: FrontModel = { ...found.front, marks: [...found.front.marks, ...marksOf(found.front, rows)] }
  const [all, plane] = [front, inPlane(front)].map(placesOf)
  const cell = (row: string, column: string, decimals: number, ours: number | null, percentage = false) => ({
    ...plainValue(ours),
    ...{ log: SOURCE, table, row, column, published: null, decimals, percentage },
  })
  const marked: FrontFound = { ...found, front }
  const percent = (share: number | null) => (share === null ? 0 : 100 * share)
  return {
    values: all.flatMap(({ name, dominatedBy }, k) => [
      cell(name, 'points that dominate it', 0, dominatedBy),
      cell(name, `in ${PLANE.join(' and ')}`, 0, plane[k].dominatedBy),
      cell(name, 'better in both by %', 2, percent(plane[k].everywhereBetter), true),
    ]),
    kept: [
      {
        part: { ...part, found: marked },
        nameOf: (file) => (file === `plane-${PLANE.join('-')}.svg` ? `plane-${SOURCE}.svg` : null),
      },
    ],
  }
}

function marksOf({ axes, beside }: FrontModel, rows: readonly StudiedRow[]): readonly FrontMark[] {
  const valuesIn = (reached: Reached, of: readonly { readonly name: string }[]) =>
    of.map(({ name }) => reached[name] ?? null)
  return rows.flatMap(({ name, kind, reached }) => {
    const values = reached.get(SOURCE)
    if (kind === 'policy' || values === undefined || name.endsWith(TWICE)) return []
    return [{ name, values: valuesIn(values, axes), beside: valuesIn(values, beside ?? []) }]
  })
}

/** The front as two of its objectives show it. */
function inPlane(front: FrontModel): FrontModel {
  const places = PLANE.map((name) => front.axes.findIndex((axis) => axis.name === name))
  const d = front.axes.length
  const size = front.points.length / d
  return {
    ...front,
    axes: places.map((place) => front.axes[place]),
    points: Float64Array.from(
      { length: size * places.length },
      (_, at) => front.points[Math.floor(at / places.length) * d + places[at % places.length]],
    ),
    marks: front.marks.map((mark) => ({ ...mark, values: places.map((place) => mark.values[place]) })),
  }
}
