/** `grid-runs`, a part of studies: ways of sharing on some grids, each simulated and measured. Nothing is searched. */
import { type Codec, list, object, oneOf, text, whole } from '../../core/codec.js'
import { readKept } from '../../core/documents.js'
import type { Json } from '../../core/json.js'
import { GRID_CASE, type GridCase } from '../../evaluation/grid-case.js'
import type { InvestigationKind } from '../../evaluation/investigation.js'
import {
  GRID_RESULT,
  type GridResult,
  gridResult,
  gridTask,
  type PlainGridPolicy,
} from '../../evaluation/tasks/grid.js'
import { GRID_POLICIES, SITE_CHOICES } from '../../sites/index.js'

/** One grid, and what is tried on it. */
export interface GridRuns {
  readonly name: string
  readonly grid: GridCase
  readonly policies: readonly PlainGridPolicy[]
}

/** Grid by grid, policy by policy. */
export type GridMeasured = readonly (readonly GridResult[])[]

const POLICY: Codec<PlainGridPolicy> = object({
  policy: oneOf(GRID_POLICIES),
  siteChoice: oneOf(SITE_CHOICES),
  move: whole(0),
  overhead: whole(0),
})

const SPEC: Codec<readonly GridRuns[]> = list(object({ name: text, grid: GRID_CASE, policies: list(POLICY) }))
const MEASURED: Codec<GridMeasured> = list(list(GRID_RESULT))

export function gridRunsJson(runs: readonly GridRuns[]): Json {
  return SPEC.encode(runs)
}

export function gridRunsOf(json: Json): readonly GridRuns[] {
  return readKept(SPEC, json, 'grid runs')
}

/** What runs have found so far, of their state. */
export function gridsMeasuredIn(state: Json): GridMeasured {
  return readKept(MEASURED, state, 'grid runs')
}

export const GRID_RUNS: InvestigationKind = {
  kind: 'grid-runs',
  open: (json, _, state) => {
    const runs = gridRunsOf(json)
    let measured: GridMeasured = state === null ? [] : gridsMeasuredIn(state)
    const tasksOf = (some: readonly GridRuns[]) =>
      some.reduce((sum, { policies }) => sum + policies.length, 0)
    return {
      next: () => {
        if (measured.length >= runs.length) return null
        const { name, grid, policies } = runs[measured.length]
        return { label: name, tasks: policies.map((policy) => gridTask(grid, policy)), steps: true }
      },
      take: (results) => {
        measured = [...measured, results.map(gridResult)]
        return null
      },
      progress: () => ({ done: tasksOf(runs.slice(0, measured.length)), total: tasksOf(runs), note: '' }),
      snapshot: () => MEASURED.encode(measured),
      finish: () => ({ files: [] }),
    }
  },
  facts: (json) => [
    [
      'grids',
      gridRunsOf(json)
        .map(({ name }) => name)
        .join(', '),
    ],
  ],
  converging: () => null,
  convergence: () => [],
}
