/**
 * Jobs that were cancelled while they waited, beside those that a simulation is about: others stand behind them in the queue until they
 * leave it. One that starts in the simulation, before it leaves, holds the machine until then, at most for what it asked for.
 * They have no part in any schedule or measure.
 */
import { type Facility, jobFault } from '../../sim/facility/index.js'
import { type Schedule, scheduleOf } from '../../sim/schedule.js'
import type { Simulation } from '../../sim/simulate.js'
import {
  gather,
  type JobTable,
  LEFT_AFTER,
  rowsWhere,
  selectJobs,
  selectRows,
  type Trace,
} from '../../trace/index.js'

/** The jobs of a log that a simulation is about, and those that press on its queue. */
export interface Parted {
  readonly trace: Trace
  /** Rows of the log. */
  readonly rows: Int32Array
  readonly pressing: Int32Array
}

/** Null where no job of the log presses. */
export function parted(log: Trace): Parted | null {
  const leftAfter = log.fields[LEFT_AFTER]
  if (leftAfter === undefined) return null
  const rows = rowsWhere(log.jobs, (row) => leftAfter[row] < 0)
  const pressing = rowsWhere(log.jobs, (row) => leftAfter[row] >= 0)
  return pressing.length === 0 ? null : { trace: selectRows(log, rows), rows, pressing }
}

/** A simulation's jobs with those that press on them. */
export interface Pressed {
  /** All of them, in the order of the log, and what is simulated with. */
  readonly simulated: Required<Pick<Simulation, 'jobs' | 'fields' | 'leaves'>>
  /** Jobs that press and could be started. */
  readonly pressing: number
  /** Jobs that nothing could have started, which press on nobody. */
  readonly unable: number
  /** The schedule of the jobs that the simulation is about. */
  readonly without: (schedule: Schedule) => Schedule
}

/**
 * @param log with the jobs that press
 * @param own the jobs that the simulation is about, as they are simulated
 * @param rows of the log that they are
 */
export function pressedBy(
  log: Trace,
  pressing: Int32Array,
  own: JobTable,
  rows: Int32Array,
  machine: { readonly processors: number; readonly facility?: Facility | undefined },
): Pressed {
  const able = ableOf(log, pressing, machine)
  const merged = Int32Array.from([...rows, ...able]).sort()
  const place = new Map(Array.from(merged, (row, k) => [row, k]))
  const placesOf = (of: Int32Array) => of.map((row) => place.get(row) ?? -1)
  const jobs = selectJobs(log.jobs, merged)
  const leaves = new Float64Array(merged.length).fill(Number.POSITIVE_INFINITY)
  const kept = placesOf(rows)
  for (let k = 0; k < kept.length; k++) {
    jobs.runtime[kept[k]] = own.runtime[k]
    jobs.estimate[kept[k]] = own.estimate[k]
    jobs.size[kept[k]] = own.size[k]
  }
  const leftAfter = log.fields[LEFT_AFTER]
  for (const row of able) {
    const at = place.get(row) ?? -1
    const after = leftAfter?.[row] ?? 0
    leaves[at] = jobs.submit[at] + after
    // Of one that asked for no time nobody knows more than that it would not have run for longer.
    if (jobs.estimate[at] < 0) jobs.estimate[at] = after
    jobs.runtime[at] = jobs.estimate[at]
  }
  const fields = Object.fromEntries(
    Object.entries(log.fields).map(([name, column]) => [
      name,
      gather(column, merged, new Float64Array(merged.length)),
    ]),
  )
  return {
    simulated: { jobs, fields, leaves },
    pressing: able.length,
    unable: pressing.length - able.length,
    without: (schedule) => scheduleOf(schedule, kept),
  }
}

/** The jobs that the machine could hold. */
function ableOf(
  { jobs, fields }: Trace,
  rows: Int32Array,
  { processors, facility }: { readonly processors: number; readonly facility?: Facility | undefined },
): Int32Array {
  const faultOf = facility === undefined ? null : jobFault(facility)
  const asked = { ...jobs, estimate: jobs.estimate.map((estimate) => Math.max(0, estimate)) }
  return rows.filter(
    (row) => jobs.size[row] <= processors && (faultOf === null || faultOf(asked, row, fields) === null),
  )
}
