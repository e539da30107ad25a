/** How far the algorithms have come with the workloads: what a comparison over clusters keeps between two packets. */
import { exact, list, nullable, objectOf, tuple, whole } from '../../core/codec.js'
import { readKept } from '../../core/documents.js'
import type { Json } from '../../core/json.js'
import { AT_FIRST, SITUATION, type Situation } from '../../sites/index.js'

/** One workload by one algorithm, as far as it is planned: its first jobs. */
export interface Lane {
  readonly situation: Situation
  readonly nodes: readonly (readonly number[])[]
  readonly start: readonly number[]
  /** Null of jobs that still run or wait. */
  readonly end: readonly (number | null)[]
  readonly evaluations: number
  /** The falls of each packet's fitness: when, and to what. */
  readonly gains: readonly (readonly (readonly [evaluations: number, fitness: number])[])[]
  /** The front of a workload of one packet. */
  readonly front: readonly (readonly [makespan: number, flowtime: number])[]
}

const LANE = objectOf<Lane>({
  situation: SITUATION,
  nodes: list(list(whole(0))),
  start: list(exact),
  end: list(nullable(exact)),
  evaluations: whole(0),
  gains: list(list(tuple(whole(0), exact))),
  front: list(tuple(exact, exact)),
})
export const LANES = list(LANE)

export const EMPTY: Lane = {
  situation: AT_FIRST,
  ...{ nodes: [], start: [], end: [], evaluations: 0, gains: [], front: [] },
}

/** Workload by workload, algorithm by algorithm. */
export function lanesIn(state: Json): readonly Lane[] {
  return readKept(LANES, state, 'multicluster')
}
