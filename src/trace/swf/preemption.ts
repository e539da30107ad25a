/**
 * Partial executions. A log of a machine that preempts jobs may show a job by the parts in which it ran, one line
 * each, with status 2 ("to be continued") and for the last part 3 (completed) or 4 (killed); of these only the first
 * has a submit time. With `Preemption: Double` each such job is also there once as a whole, with status 0 or 1 and
 * the sum of the run times. Standard Workload Format 2.2, "Status" and "Preemption".
 *
 * A workload has each job once: parts whose job is there as a whole are left out; of the others one job is made,
 * with the first part's submit time and values, the summed run time, and status 1 or 0 as the last part says.
 */
import { plural } from '../../core/format.js'
import { groupedBy } from '../../core/grouping.js'
import { BASE, type RowStore } from './rows.js'

const CONTINUED = 2
const COMPLETED = 3

export interface PartialExecutions {
  /** Rows left out, to be taken out of the log. */
  readonly leftOut: ReadonlySet<number>
  readonly dropped: Readonly<Record<string, number>>
  readonly notices: readonly string[]
}

/**
 * @param parts row and status of every line with status 2, 3 or 4, alternating, in the order of the file. Where parts
 *   are merged, the row of the first is changed in place.
 * @param statusColumn column of `rows` that holds the status; −1 where it is not kept.
 */
export function resolveParts(
  rows: RowStore,
  parts: readonly number[],
  statusColumn: number,
): PartialExecutions {
  const isPart = new Map<number, number>()
  for (let k = 0; k < parts.length; k += 2) isPart.set(parts[k], parts[k + 1])
  const partsOf = groupedBy(isPart.keys(), (row) => rows.get(row, BASE.id))
  const whole = new Set<number>()
  for (let row = 0; row < rows.length; row++) {
    const id = rows.get(row, BASE.id)
    if (!isPart.has(row) && partsOf.has(id)) whole.add(id)
  }
  const leftOut = new Set<number>()
  let ofWholes = 0
  let merged = 0
  let mergedJobs = 0
  for (const [id, list] of partsOf) {
    if (whole.has(id)) {
      for (const row of list) leftOut.add(row)
      ofWholes += list.length
    } else if (list.length > 1) {
      mergeParts(rows, list, isPart, statusColumn, leftOut)
      merged += list.length - 1
      mergedJobs++
    }
  }
  const dropped: Record<string, number> = {}
  const notices: string[] = []
  if (ofWholes > 0) {
    dropped['part-of-listed-job'] = ofWholes
    notices.push(
      `${plural(ofWholes, 'line is a part', 'lines are parts')} of preempted jobs that the log also lists as wholes, and left out`,
    )
  }
  if (merged > 0) {
    dropped['part-merged'] = merged
    notices.push(
      `${merged + mergedJobs} lines are parts of ${plural(mergedJobs, 'preempted job')}; each job's parts are made one job ` +
        'with the sum of their run times',
    )
  }
  return { leftOut, dropped, notices }
}

function mergeParts(
  rows: RowStore,
  list: readonly number[],
  statusOf: ReadonlyMap<number, number>,
  statusColumn: number,
  leftOut: Set<number>,
): void {
  let first = -1
  let runtime = 0
  let runs = 0
  let status = CONTINUED
  for (const row of list) {
    const submit = rows.get(row, BASE.submit)
    if (submit >= 0 && (first < 0 || submit < rows.get(first, BASE.submit))) first = row
    const part = rows.get(row, BASE.runtime)
    if (part >= 0) {
      runtime += part
      runs++
    }
    const said = statusOf.get(row) ?? CONTINUED
    if (said !== CONTINUED && status !== COMPLETED) status = said
  }
  if (first < 0) first = list[0]
  for (const row of list) if (row !== first) leftOut.add(row)
  if (runs > 0) rows.set(first, BASE.runtime, runtime)
  // A job whose last part the log does not show has no status.
  if (statusColumn >= 0)
    rows.set(first, statusColumn, status === CONTINUED ? -1 : status === COMPLETED ? 1 : 0)
}
