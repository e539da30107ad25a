/** Jobs that come behind others like them, such as the copies of a scaled log; found once for all simulations of a table. */
import type { JobTable } from '../../trace/job-table.js'

const found = new WeakMap<JobTable, Uint8Array>()

/** By row: 1 of a job that is alike to the one before in all columns but its number, else 0. */
export function alikeIn(jobs: JobTable): Uint8Array {
  let marks = found.get(jobs)
  if (marks === undefined) {
    marks = compared(jobs)
    found.set(jobs, marks)
  }
  return marks
}

function compared({ submit, runtime, estimate, size, user, group, length }: JobTable): Uint8Array {
  const marks = new Uint8Array(length)
  for (let row = 1; row < length; row++) {
    const before = row - 1
    if (
      submit[row] === submit[before] &&
      runtime[row] === runtime[before] &&
      estimate[row] === estimate[before] &&
      size[row] === size[before] &&
      user[row] === user[before] &&
      group[row] === group[before]
    ) {
      marks[row] = 1
    }
  }
  return marks
}
