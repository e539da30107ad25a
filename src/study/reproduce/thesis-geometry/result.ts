/** The tables of `thesis-geometry`: table 8.1, and what stands behind the figures of chapter 8.1, which have no numbers. */
import {
  type Front,
  frontDistance,
  frontSize,
  maximumNormalisation,
  nearestPoints,
  RADIAL_BASES,
  rangeNormalisation,
  transformFront,
  withAxes,
} from '../../../geometry/index.js'
import { independentAxes } from '../../../preference/index.js'
import type { Finished } from '../composition.js'
import {
  type FrontGeometry,
  type FrontGeometrySpec,
  frontGeometryIn,
  frontGeometrySpecOf,
  geometryFront,
  keptPlaces,
  LAYINGS,
  type Laying,
  laidFront,
  laidPoints,
} from '../front-geometry.js'
import { plainValue } from '../samples.js'
import type { StudyResult, StudyValue } from '../study.js'
import { logsIn, PART_NAMES } from './plan.js'
import { REDUCED_FRONTS } from './tables.js'

const TABLES = {
  reduced: 'table 8.1',
  distances: (reference: string) => `distances from ${reference}`,
  laid: (reference: string) => `laid upon ${reference}`,
  interpolated: 'UTIL interpolated',
} as const

export function geometryResult(finished: Finished): StudyResult {
  const part = finished.get(PART_NAMES.geometry)
  if (part === undefined) throw new TypeError('the fronts were not laid upon each other')
  const spec = frontGeometrySpecOf(part.part.spec)
  const geometry = frontGeometryIn(part.state)
  const laid = laidRows(spec, geometry)
  return {
    values: [...reducedRows(spec), ...distanceRows(spec), ...laid, ...interpolationRows(spec, geometry)],
    remarks: verdicts(laid),
    kept: [
      ...logsIn(finished).flatMap((log) => {
        const front = finished.get(PART_NAMES.front(log))
        return front === undefined
          ? []
          : [{ part: front, nameOf: (file: string) => (file === 'front.json' ? `front-${log}.json` : null) }]
      }),
      { part, nameOf: (file) => file },
    ],
  }
}

type Cell = Pick<StudyValue, 'table' | 'row' | 'column' | 'decimals'> &
  Partial<Pick<StudyValue, 'published' | 'percentage'>>

function value(log: string | null, cell: Cell, ours: number | null): StudyValue {
  return { log, published: null, ...cell, ...plainValue(ours) }
}

/** The kept shares: by EASY, and as printed by the busiest schedule. */
function reducedRows(spec: FrontGeometrySpec): readonly StudyValue[] {
  return Object.entries(REDUCED_FRONTS).flatMap(([name, printed]) => {
    const front = spec.fronts.find((each) => each.name === name)
    const points = front === undefined ? null : frontSize(geometryFront(spec, front))
    const [easy, highest] = (['easy', 'highest'] as const).map((by) =>
      front === undefined ? null : keptPlaces(spec, front, by).length,
    )
    const cell = { table: TABLES.reduced, row: name, decimals: 0 }
    const share = (kept: number | null) =>
      kept === null || points === null || points === 0 ? null : (100 * kept) / points
    const own = (
      rest: Omit<Cell, 'table' | 'row' | 'decimals'> & { decimals?: number },
      ours: number | null,
    ) => value(front === undefined ? null : name, { ...cell, ...rest }, ours)
    return [
      own({ column: 'schedules' }, front?.evaluated ?? null),
      own({ column: 'points', published: printed.points }, points),
      own({ column: 'kept', published: printed.kept }, easy),
      own({ column: 'kept %', published: printed.share, decimals: 1, percentage: true }, share(easy)),
      own({ column: 'kept by the busiest' }, highest),
      own({ column: 'kept by the busiest %', decimals: 1, percentage: true }, share(highest)),
    ]
  })
}

/** Both distances of points (8.9, 8.10), both of fronts (8.11, 8.12), both normalisations (8.13, 8.14). */
function distanceRows(spec: FrontGeometrySpec): readonly StudyValue[] {
  const [reference, ...others] = spec.fronts
  return others.flatMap((front) =>
    (['whole', 'reduced'] as const).flatMap((laying) => {
      const [one, other] = [reference, front].map((each) => laidPoints(spec, each, laying))
      const table = TABLES.distances(reference.name)
      const row = laying === 'whole' ? front.name : `${front.name}, reduced`
      const cell = (column: string, decimals: number, ours: number) =>
        value(front.name, { table, row, column, decimals }, ours)
      const [maxima, ranges] = [maximumNormalisation, rangeNormalisation].map((normalisation) =>
        [one, other].map((each) => transformFront(each, normalisation(each))),
      )
      const axes = independentAxes(ranges[0]).filter((axis) => independentAxes(ranges[1]).includes(axis))
      const planes = ranges.map((each) => withAxes(each, axes))
      const between = (pair: readonly Front[], settings: Parameters<typeof frontDistance>[2] = {}) =>
        frontDistance(nearestPoints(pair[0]), nearestPoints(pair[1]), settings)
      return [
        cell('as they are, s', 0, between([one, other])),
        cell('maxima', 4, between(maxima)),
        cell('ranges', 4, between(ranges)),
        cell('ranges, squared', 4, between(ranges, { average: 'squared' })),
        cell(
          'ranges, planes',
          4,
          axes.length === 0 ? Number.NaN : between(planes, { measure: 'hyperplane' }),
        ),
      ].filter(({ ours }) => !Number.isNaN(ours))
    }),
  )
}

const LAID: Readonly<Record<Laying, string>> = {
  whole: 'whole, as published',
  reduced: 'reduced, as published',
  ranges: 'reduced, by ranges first',
}
const BELOW_ZERO = 'times below 0 %'

function laidRows(spec: FrontGeometrySpec, { fits }: FrontGeometry): readonly StudyValue[] {
  const [reference, ...others] = spec.fronts
  const last = spec.objectives.length - 1
  return others.flatMap((front, k) =>
    LAYINGS.flatMap((laying) => {
      const fitted = fits[laying][k]
      const still = laidPoints(spec, reference, laying)
      const moved = laidFront(spec, front, laying, fitted)
      const ranges = rangeNormalisation(still)
      const inRanges = (each: Front) =>
        frontDistance(
          nearestPoints(transformFront(still, ranges)),
          nearestPoints(transformFront(each, ranges)),
        )
      const times = withAxes(
        moved,
        Array.from({ length: last }, (_, axis) => axis),
      ).points
      const below = times.filter((each) => each < 0).length
      const row = `${front.name}, ${LAID[laying]}`
      const cell = (column: string, decimals: number, ours: number, percentage = false) =>
        value(front.name, { table: TABLES.laid(reference.name), row, column, decimals, percentage }, ours)
      const seconds = (each: Front) => frontDistance(nearestPoints(still), nearestPoints(each))
      return [
        cell('before, s', 0, seconds(laidPoints(spec, front, laying))),
        cell('after, s', 0, seconds(moved)),
        cell('before, ranges', 3, inRanges(laidPoints(spec, front, laying))),
        cell('after, ranges', 3, inRanges(moved)),
        cell(BELOW_ZERO, 1, (100 * below) / times.length, true),
        cell('least, h', 1, times.reduce((least, each) => Math.min(least, each)) / 3600),
      ]
    }),
  )
}

function interpolationRows(
  { fronts }: FrontGeometrySpec,
  { interpolations }: FrontGeometry,
): readonly StudyValue[] {
  return fronts.flatMap(({ name }, k) =>
    RADIAL_BASES.flatMap((basis) => {
      const { points, iterations, error, nearest } = interpolations[basis][k]
      const cell = (column: string, decimals: number, ours: number | null) =>
        value(name, { table: TABLES.interpolated, row: `${name}, ${basis}`, column, decimals }, ours)
      const percent = (share: number | null) => (share === null ? null : 100 * share)
      return [
        cell('points', 0, points),
        cell('iterations', 0, iterations),
        cell('off, points of UTIL', 2, percent(error)),
        cell('nearest point off', 2, percent(nearest)),
      ]
    }),
  )
}

/** Whether the fits failed as the published ones did, and ours did not. */
function verdicts(laid: readonly StudyValue[]): readonly string[] {
  return LAYINGS.flatMap((laying) => {
    const rows = laid.filter(({ row, column }) => column === BELOW_ZERO && row.endsWith(`, ${LAID[laying]}`))
    if (rows.length === 0) return []
    const failed = rows.filter(({ ours }) => (ours ?? 0) > 0)
    const which = failed.length === 0 ? '' : `: ${failed.map(({ log }) => log).join(', ')}`
    return [
      `laid ${LAID[laying]}: ${failed.length} of ${rows.length} fronts have response times below 0${which}`,
    ]
  })
}
