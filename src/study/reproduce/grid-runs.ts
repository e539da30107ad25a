/** `grid-runs`, a part of studies: ways of sharing on some grids. */
import { type Codec, list, object, oneOf, text, whole } from '../../core/codec.js'
import { GRID_CASE, type GridCase } from '../../evaluation/scenarios/grid-case.js'
import {
  GRID_RESULT,
  type GridResult,
  gridResult,
  gridTask,
  type PlainGridPolicy,
} from '../../evaluation/tasks/grid.js'
import { GRID_POLICIES, SITE_CHOICES } from '../../sites/index.js'
import { taskRuns } from './task-runs.js'

/** One grid, and what is tried on it. */
export interface GridRuns {
  readonly name: string
  readonly grid: GridCase
  readonly policies: readonly PlainGridPolicy[]
}

const POLICY: Codec<PlainGridPolicy> = object({
  policy: oneOf(GRID_POLICIES),
  siteChoice: oneOf(SITE_CHOICES),
  move: whole(0),
  overhead: whole(0),
})

export const GRID_RUNS = taskRuns<GridRuns, GridResult>({
  ...{ kind: 'grid-runs', about: 'grids' },
  runs: object({ name: text, grid: GRID_CASE, policies: list(POLICY) }),
  tasks: ({ grid, policies }) => policies.map((policy) => gridTask(grid, policy)),
  ...{ result: GRID_RESULT, resultOf: gridResult },
})
