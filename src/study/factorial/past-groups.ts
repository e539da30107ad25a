/**
 * User groups as they could be known at the end of a log's training part: formed over that part alone, so that what comes
 * later has no say in what a policy that looks at groups is chosen by. A user who first appears later is of the last group
 * by share, which is that of the smallest; an own group of the log (a partition, say) that first appears later is
 * numbered after those known, in the order of appearance.
 */
import {
  type GroupedTrace,
  type Grouping,
  groupTrace,
  replaceColumns,
  selectRows,
  type Trace,
  traceWith,
} from '../../trace/index.js'

/**
 * @param trace read with the field that it is grouped by
 * @param known its first so many jobs are the training part
 * @returns the groups as the training part has them
 */
export function groupedByPast(trace: Trace, grouping: Grouping, known: number): GroupedTrace {
  // Of ranges and of users that somebody names nothing is learnt.
  if (grouping.by === 'size' || grouping.by === 'run' || grouping.by === 'users') {
    return groupTrace(trace, grouping)
  }
  const past = selectRows(
    trace,
    Int32Array.from({ length: known }, (_, row) => row),
  )
  const grouped = groupTrace(past, grouping)
  const { jobs } = trace
  const names = grouping.by === 'share' ? jobs.user : trace.fields[grouping.by]
  if (names === undefined) throw new RangeError('a trace is grouped by a field that it was read with')
  const groupOf = new Map<number, number>()
  for (let row = 0; row < known; row++) groupOf.set(names[row], grouped.trace.jobs.group[row])
  let next = grouped.groups.filter(({ group }) => group > 0).length + 1
  const group = Int32Array.from(names, (name) => {
    if (name < 0) return 0
    const found = groupOf.get(name)
    if (found !== undefined) return found
    const given = grouping.by === 'share' ? grouping.thresholds.length + 1 : next++
    groupOf.set(name, given)
    return given
  })
  return { trace: traceWith(trace, { jobs: replaceColumns(jobs, { group }) }), groups: grouped.groups }
}
