/**
 * When a market beats a central scheduler: the jobs in classes, by what could make the difference. Fixed reservations suffer
 * from estimates that are too long; where nobody waits, all do the same.
 */
import type { GridSchedule } from '../grid/schedule.js'

export interface NamedClass {
  /** The common property of the jobs, as tables say it. */
  readonly name: string
  readonly has: (row: number) => boolean
}

/** Nodes, run times and estimates between two classes. */
const NARROW = 8
const SHORT = 600
const LONG = 4 * 3600
const EXACT = 2

/** @param central the same jobs under the scheduler that the market is compared with */
export function jobClasses({ jobs, start }: GridSchedule): readonly NamedClass[] {
  const { size, runtime, estimate, submit } = jobs
  const classes: readonly NamedClass[] = [
    { name: 'start at once under the central queue', has: (row) => start[row] === submit[row] },
    { name: 'wait under the central queue', has: (row) => start[row] > submit[row] },
    { name: `at most ${NARROW} nodes`, has: (row) => size[row] <= NARROW },
    { name: `more than ${NARROW} nodes`, has: (row) => size[row] > NARROW },
    { name: 'run at most 10 min', has: (row) => runtime[row] <= SHORT },
    { name: 'run 10 min to 4 h', has: (row) => runtime[row] > SHORT && runtime[row] <= LONG },
    { name: 'run more than 4 h', has: (row) => runtime[row] > LONG },
    { name: 'estimated at most twice too long', has: (row) => estimate[row] <= EXACT * runtime[row] },
    { name: 'estimated more than twice too long', has: (row) => estimate[row] > EXACT * runtime[row] },
  ]
  return classes.filter(({ has }) => jobs.id.some((_, row) => has(row)))
}
