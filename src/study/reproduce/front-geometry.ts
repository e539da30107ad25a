/**
 * `front-geometry`, a part of studies: the fronts of several logs laid upon that of one of them, as they are and reduced,
 * and utilization interpolated over the other objectives (C. Franke, doctoral thesis, Dortmund 2006, 8.1).
 */
import { exact, floats, list, nullable, object, text, whole } from '../../core/codec.js'
import { csvLines } from '../../core/csv.js'
import { readKept } from '../../core/documents.js'
import type { Json } from '../../core/json.js'
import type { Found, InvestigationKind } from '../../evaluation/investigation.js'
import {
  FRONT_FIT_RESULT,
  type FrontFitResult,
  frontFitResult,
  frontFitTask,
} from '../../evaluation/tasks/front-fit.js'
import {
  FRONT_INTERPOLATION_RESULT,
  type FrontInterpolationResult,
  frontInterpolationResult,
  frontInterpolationTask,
} from '../../evaluation/tasks/front-interpolation.js'
import { publishedBounds } from '../../front/index.js'
import {
  type AxisBounds,
  type AxisTransformation,
  type Front,
  frontOf,
  RADIAL_BASES,
  type RadialBasis,
  rangeNormalisation,
  reducedPlaces,
  selectPoints,
  transformFront,
} from '../../geometry/index.js'
import type { Task } from '../../optimize/evaluator.js'

/** The front of a log. */
export interface LogFront {
  readonly name: string
  /** Schedules that it was found by. */
  readonly evaluated: number
  /** Row-major, all minimised: utilization, the last objective, negated. */
  readonly points: Float64Array
  /** −UTIL of EASY, from which reductions count; null: the highest of the front. */
  readonly easy: number | null
}

export interface FrontGeometrySpec {
  readonly seed: number
  readonly generations: number
  /** The names of the axes, utilization the last one. */
  readonly objectives: readonly string[]
  /** The first is the one that the others are laid upon. */
  readonly fronts: readonly LogFront[]
}

/**
 * How a front is laid upon the first one:
 * - `whole`, `reduced`: as published, in seconds and shares, within the published bounds; of all points, or of those that
 *   are kept.
 * - `ranges`: ours; of the kept points, each front in its own ranges, from there on.
 */
export const LAYINGS = ['whole', 'reduced', 'ranges'] as const
export type Laying = (typeof LAYINGS)[number]

/** Bounds of a fit that begins with both fronts in their own ranges. */
const WITHIN_RANGES: AxisBounds = { scale: [0.5, 2], shift: [-0.5, 0.5] }

const SPEC = object({
  seed: whole(0),
  generations: whole(1),
  objectives: list(text, { least: 2 }),
  fronts: list(object({ name: text, evaluated: whole(0), points: floats(), easy: nullable(exact) }), {
    least: 1,
  }),
})

export interface FrontGeometry {
  /** By laying, then by the fronts after the first. */
  readonly fits: Readonly<Record<Laying, readonly FrontFitResult[]>>
  /** By basis, then by front. */
  readonly interpolations: Readonly<Record<RadialBasis, readonly FrontInterpolationResult[]>>
}

const STATE = object({
  fits: list(list(FRONT_FIT_RESULT), LAYINGS.length),
  interpolations: list(list(FRONT_INTERPOLATION_RESULT), RADIAL_BASES.length),
})

export function frontGeometryJson(spec: FrontGeometrySpec): Json {
  return SPEC.encode(spec)
}

export function frontGeometrySpecOf(json: Json): FrontGeometrySpec {
  return readKept(SPEC, json, 'fronts')
}

/** The result of a part that is done, of its state. */
export function frontGeometryIn(state: Json): FrontGeometry {
  const { fits, interpolations } = readKept(STATE, state, 'fronts')
  return {
    fits: { whole: fits[0], reduced: fits[1], ranges: fits[2] },
    interpolations: {
      gaussian: interpolations[0],
      multiquadric: interpolations[1],
      'inverse-multiquadric': interpolations[2],
    },
  }
}

export function geometryFront({ objectives }: FrontGeometrySpec, { points }: LogFront): Front {
  return frontOf(objectives.length, points)
}

/** Places of what 8.1.6 keeps: by the utilization of EASY, or as printed by the highest. */
export function keptPlaces(spec: FrontGeometrySpec, front: LogFront, by: 'easy' | 'highest'): Int32Array {
  const from = by === 'easy' && front.easy !== null ? { from: front.easy } : {}
  return reducedPlaces(geometryFront(spec, front), from)
}

/** The points that are laid; all of them where none is as busy as EASY. */
export function laidPoints(spec: FrontGeometrySpec, front: LogFront, laying: Laying): Front {
  const all = geometryFront(spec, front)
  if (laying === 'whole') return all
  const kept = keptPlaces(spec, front, 'easy')
  return kept.length === 0 ? all : selectPoints(all, kept)
}

/** The front as it lies upon the first one, in the units of that. */
export function laidFront(
  spec: FrontGeometrySpec,
  front: LogFront,
  laying: Laying,
  fitted: AxisTransformation,
): Front {
  const own = laidPoints(spec, front, laying)
  if (laying !== 'ranges') return transformFront(own, fitted)
  const moved = transformFront(transformFront(own, rangeNormalisation(own)), fitted)
  const { scale, shift } = rangeNormalisation(laidPoints(spec, spec.fronts[0], laying))
  return transformFront(moved, {
    scale: scale.map((each) => 1 / each),
    shift: shift.map((each, k) => -each / scale[k]),
  })
}

function fitTask(spec: FrontGeometrySpec, front: LogFront, laying: Laying): Task {
  const { objectives, seed, generations, fronts } = spec
  const ranges = laying === 'ranges'
  const pointsOf = (each: LogFront) => {
    const points = laidPoints(spec, each, laying)
    return (ranges ? transformFront(points, rangeNormalisation(points)) : points).points
  }
  return frontFitTask({
    objectives: objectives.length,
    front: pointsOf(front),
    reference: pointsOf(fronts[0]),
    bounds: objectives.map((name) => (ranges ? WITHIN_RANGES : publishedBounds(name))),
    ...{ generations, seed, identity: ranges },
  })
}

/** The findings of the part. */
export interface FrontGeometryFound extends Found {
  readonly spec: FrontGeometrySpec
  readonly geometry: FrontGeometry
}

/** All fits and interpolations are one batch, a row of the state for each laying and basis. */
export const FRONT_GEOMETRY: InvestigationKind<FrontGeometryFound> = {
  kind: 'front-geometry',
  open: (json, _, state) => {
    const spec = frontGeometrySpecOf(json)
    const others = spec.fronts.slice(1)
    const fits = LAYINGS.length * others.length
    const total = fits + RADIAL_BASES.length * spec.fronts.length
    if (state !== null) frontGeometryIn(state)
    let done = state
    return {
      next: () =>
        done !== null
          ? null
          : {
              label: 'fits and interpolations',
              tasks: [
                ...LAYINGS.flatMap((laying) => others.map((front) => fitTask(spec, front, laying))),
                ...RADIAL_BASES.flatMap((basis) =>
                  spec.fronts.map(({ points }) =>
                    frontInterpolationTask({ objectives: spec.objectives.length, points, basis }),
                  ),
                ),
              ],
              steps: true,
            },
      take: (results) => {
        const rows = <Value>(kinds: number, of: readonly Value[]) =>
          Array.from({ length: kinds }, (_each, k) =>
            of.slice((k * of.length) / kinds, ((k + 1) * of.length) / kinds),
          )
        done = STATE.encode({
          fits: rows(LAYINGS.length, results.slice(0, fits).map(frontFitResult)),
          interpolations: rows(RADIAL_BASES.length, results.slice(fits).map(frontInterpolationResult)),
        })
        return null
      },
      progress: () => ({ done: done === null ? 0 : total, total, note: '' }),
      snapshot: () => done,
      finish: () => {
        const geometry = frontGeometryIn(done)
        return { spec, geometry, files: [{ name: 'transformations.csv', content: csvOf(spec, geometry) }] }
      },
    }
  },
  facts: (json) => {
    const { fronts, objectives } = frontGeometrySpecOf(json)
    return [
      ['fronts', fronts.map(({ name }) => name).join(', ')],
      ['objectives', objectives.join(', ')],
    ]
  },
  converging: () => null,
  convergence: () => [],
}

/** s and t of every axis. */
function csvOf({ objectives, fronts }: FrontGeometrySpec, { fits }: FrontGeometry): string {
  return csvLines([
    ['front', 'laid', 'objective', 's', 't'],
    ...LAYINGS.flatMap((laying) =>
      fits[laying].flatMap(({ scale, shift }, k) =>
        objectives.map((name, axis) => [fronts[k + 1].name, laying, name, scale[axis], shift[axis]]),
      ),
    ),
  ])
}
