/** The task `grid`: one way of sharing work among the sites of a grid, and what it is worth. */
import { type Decoded, exact, json, nullable, object, oneOf, whole } from '../../core/codec.js'
import { readKept } from '../../core/documents.js'
import type { Json } from '../../core/json.js'
import type { Task } from '../../optimize/evaluator.js'
import { GRID_POLICIES, type GridMeasures, gridPolicy, measureGrid, SITE_CHOICES } from '../../sites/index.js'
import { GRID_CASE, type GridCase, gridStageOf } from '../scenarios/grid-case.js'
import { recent } from './recent.js'
import type { TaskKind } from './task-kind.js'

const POLICY = {
  policy: oneOf(GRID_POLICIES),
  siteChoice: oneOf(SITE_CHOICES),
  move: whole(0),
  overhead: whole(0),
}
export const PLAIN_GRID_POLICY = object(POLICY)
export type PlainGridPolicy = Decoded<typeof PLAIN_GRID_POLICY>

const PAYLOAD = object({ grid: json, ...POLICY })

export const GRID_RESULT = object({
  jobs: whole(0),
  awrt: nullable(exact),
  awwt: nullable(exact),
  makespan: exact,
  multiSiteJobs: whole(0),
  occupied: exact,
  multiSiteOccupied: exact,
  utilization: nullable(exact),
})

export interface GridResult extends GridMeasures {
  /** Jobs that were simulated, parts counted one by one. */
  readonly jobs: number
}

export function gridTask(grid: GridCase, policy: PlainGridPolicy): Task {
  return { kind: GRID.kind, payload: { grid: GRID_CASE.encode(grid), ...policy }, data: [grid.data] }
}

/** @throws QueuewrightError `input-document` for what is no result of this task */
export function gridResult(result: Json): GridResult {
  return readKept(GRID_RESULT, result, 'result')
}

/** Workloads that a thread keeps at a time, of many overheads each. */
const KEPT_STAGES = 8

export const GRID: TaskKind = {
  kind: 'grid',
  open: (dataset) => {
    const stages = recent(KEPT_STAGES, (written: string) => {
      const grid = readKept(GRID_CASE, JSON.parse(written), 'task')
      return gridStageOf(grid, dataset(grid.data))
    })
    return (given) => {
      const { grid, policy, ...rules } = readKept(PAYLOAD, given, 'task')
      const { run } = stages(JSON.stringify(grid))
      const schedule = run(gridPolicy(policy, rules))
      return GRID_RESULT.encode({ jobs: schedule.jobs.length, ...measureGrid(schedule) })
    }
  },
}
