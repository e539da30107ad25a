/**
 * Files of region cases, `queuewright-region-cases 1`: fronts, polygons on them and schedules, with what an independent
 * reference says of them. Anybody can check one by having it computed anew (scripts/instance.mjs).
 */
import {
  type Decoded,
  isObject,
  type JsonObject,
  list,
  number,
  object,
  oneOf,
  optional,
  refined,
  tuple,
  whole,
  words,
} from '../core/codec.js'
import type { Json } from '../core/json.js'
import type { Place } from '../core/place.js'
import { AS_PRINTED, regionObjective } from './objective.js'

export const REGION_CASES = 'queuewright-region-cases 1'

const POLYGON = object({ axes: tuple(whole(0), whole(0)), vertices: list(tuple(number(), number())) })
const ROWS = list(list(number()), { least: 1, expected: 'at least one row' })
const CASE = refined(
  object(
    {
      objectives: list(object({ name: words, sense: oneOf(['min', 'max']) }), { least: 1 }),
      points: ROWS,
      polygons: list(POLYGON, { least: 1, expected: 'at least one polygon' }),
      frontAxes: optional(list(whole(0))),
      schedules: list(list(number())),
    },
    // Name, tags and what is expected.
    true,
  ),
  ({ objectives, points, schedules, polygons, frontAxes }, at) => {
    const d = objectives.length
    for (const [name, rows] of Object.entries({ points, schedules })) {
      const bad = rows.findIndex((row) => row.length !== d)
      if (bad >= 0) throw at.at(name).at(bad).bad(rows[bad], `${d} values, one an objective`)
    }
    const axes = [...polygons.map(({ axes: own }) => own), frontAxes ?? []].flat()
    const beyond = axes.find((axis) => axis >= d)
    if (beyond !== undefined) throw at.bad(beyond, `axes below ${d}, the number of objectives`)
  },
)

/**
 * The file with `expected` of every case computed anew, in its own order.
 * @throws QueuewrightError of the place's kind
 */
export function regionCases(file: JsonObject, at: Place): Json {
  const { cases } = object({ cases: list(CASE) }, true).decode(file, at)
  const given = file['cases'] as readonly unknown[]
  const answered = cases.map((each, k) => ({
    ...(isObject(given[k]) ? (given[k] as Readonly<Record<string, Json>>) : {}),
    expected: expectedOf(each, at.at('cases').at(k)),
  }))
  return { ...(file as Readonly<Record<string, Json>>), cases: answered }
}

function expectedOf(
  { objectives, points, polygons, frontAxes, schedules }: Decoded<typeof CASE>,
  at: Place,
): Json {
  const regions = {
    names: objectives.map(({ name }) => name),
    senses: objectives.map(({ sense }) => sense),
    points: Float64Array.from(points.flat()),
    polygons,
  }
  const measuredOn = frontAxes ?? 'all'
  const [printed, farthest] = (['least', 'farthest'] as const).map((bound) =>
    regionObjective(regions, { ...AS_PRINTED, measuredOn, bound }, at.at('polygons')),
  )
  return {
    region: [...printed.regions],
    planes: printed.bounds.map(({ count }) => count),
    schedules: schedules.map((schedule) => {
      const { priority, beyond, fromFront, value } = printed.judge(schedule)
      const { beyond: bFarthest, value: fFarthest } = farthest.judge(schedule)
      return { pr: priority, b: beyond, a: fromFront, f: value, bFarthest, fFarthest }
    }),
  }
}
