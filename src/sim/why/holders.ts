/** Who held the machine while a job waited, and whose jobs stood in the queue beside it. */
import type { Simulation } from '../simulate.js'
import type { Lasting } from './lasting.js'

export interface Holder {
  /** −1: unknown. */
  readonly user: number
  /** Processors times seconds that the user's jobs held while the job waited. */
  readonly work: number
  /** Jobs of the user that ran or waited meanwhile, ascending; the job itself is none of them. */
  readonly rows: Int32Array
}

/** By work, most first; then by user. */
export function holdersDuring(
  { jobs }: Simulation,
  start: Float64Array,
  lasting: Lasting,
  job: number,
): readonly Holder[] {
  const { submit, runtime, size, user, length } = jobs
  const [from, to] = [submit[job], start[job]]
  const users = new Map<number, { work: number; rows: number[] }>()
  let until = job
  while (until < length && submit[until] < to) until++
  while (until > 0 && submit[until - 1] >= to) until--
  lasting.visit(from, until, (row) => {
    const end = start[row] + runtime[row]
    if (end <= from || row === job) return
    const held = Math.min(to, end) - Math.max(from, start[row])
    const known = users.get(user[row]) ?? { work: 0, rows: [] }
    users.set(user[row], known)
    known.rows.push(row)
    if (held > 0) known.work += held * size[row]
  })
  return [...users]
    .map(([user, { work, rows }]) => ({ user, work, rows: Int32Array.from(rows) }))
    .sort((one, other) => other.work - one.work || one.user - other.user)
}
