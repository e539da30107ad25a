/** A front as `front.json` of a search has it, read back by the studies that such a search is a part of. */
import type { Artefact } from '../../evaluation/investigation.js'
import type { Unit } from '../../report/format.js'
import type { FrontMark, FrontModel, FrontSource } from '../../report/front.js'

export type FrontPoints = Omit<FrontModel, 'title'>

interface FrontJson {
  readonly evaluations: number
  readonly objectives: readonly {
    readonly name: string
    readonly unit: Unit
    readonly sense: 'min' | 'max'
    readonly bound: { readonly value: number } | null
  }[]
  readonly hypervolume: { readonly value: number; readonly error: number }
  readonly sources: readonly FrontSource[]
  readonly policies: readonly { readonly policy: string; readonly values: FrontMark['values'] }[]
  readonly points: readonly { readonly source: number; readonly values: readonly number[] }[]
}

/** @param files of a search that is at its end */
export function frontPoints(files: ReadonlyMap<string, Artefact['content']>): FrontPoints {
  const front: FrontJson = JSON.parse(String(files.get('front.json')))
  const { objectives, points, sources, policies, hypervolume, evaluations } = front
  return {
    axes: objectives.map(({ bound, ...axis }) => ({ ...axis, bound: bound?.value ?? null })),
    points: Float64Array.from(points.flatMap(({ values }) => values)),
    source: Int32Array.from(points, ({ source }) => source),
    sources,
    marks: policies.map(({ policy, values }) => ({ name: policy, values })),
    hypervolume,
    evaluations,
  }
}

/** The value of one objective at each point, by which the points are then known. */
export function columnOf({ axes, points }: Pick<FrontPoints, 'axes' | 'points'>, name: string): Float64Array {
  const place = axes.findIndex((axis) => axis.name === name)
  if (place < 0) throw new RangeError(`the front has no objective ${name}`)
  return points.filter((_, at) => at % axes.length === place)
}

/** 10·AWRT1 + 4·AWRT2 at each point. */
export function linearObjective(front: Pick<FrontPoints, 'axes' | 'points'>): Float64Array {
  const [first, second] = [columnOf(front, 'AWRT1'), columnOf(front, 'AWRT2')]
  return first.map((value, k) => 10 * value + 4 * second[k])
}

/** The place of the least value; −1 of none. */
export function placeOfLeast(values: ArrayLike<number>): number {
  let place = -1
  for (let k = 0; k < values.length; k++) if (place < 0 || values[k] < values[place]) place = k
  return place
}
