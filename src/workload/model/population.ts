/**
 * From users to archetypes: groups of at least k users that are alike.
 *
 * Each user is a point: ln(jobs), mean ln(size), mean ln(1 + run time), ln(1 + days from first to last submit), each
 * divided by its standard deviation over all users. The points are parted at the median of the axis on which they
 * spread most, and the parts again, as long as both have k users or more (LeFevre, DeWitt and Ramakrishnan, "Mondrian
 * multidimensional k-anonymity", ICDE 2006, with the variance for the range). So a part has k to 2k − 1 users, and
 * what a model says is said of at least k of them together.
 *
 * When users come and go: a user who does not submit for the time `absence` is gone, and whoever comes after that is a
 * new one (users who stay and users who pass: Zakay and Feitelson, "Workload resampling for performance evaluation of
 * parallel job schedulers", ICPE 2013). A session after which the log ends too early to tell counts for neither.
 */
import type { JobTable } from '../../trace/job-table.js'

/** A user of the log: the rows of his jobs in order, session after session. */
export interface LogUser {
  readonly rows: Int32Array
  /** The places in `rows` where sessions begin, and at the end their number. */
  readonly bounds: Int32Array
}

/** The users of `jobs` by their sessions, in order of their first jobs; jobs without a user are in none. */
export function usersOf({ user, length }: JobTable, session: Int32Array): readonly LogUser[] {
  const found = new Map<number, { jobs: number; sessions: number; last: number }>()
  for (let row = 0; row < length; row++) {
    if (user[row] < 0) continue
    let seen = found.get(user[row])
    if (seen === undefined) {
      seen = { jobs: 0, sessions: 0, last: -1 }
      found.set(user[row], seen)
    }
    seen.jobs++
    if (session[row] !== seen.last) seen.sessions++
    seen.last = session[row]
  }
  const users = new Map(
    Array.from(found, ([number, { jobs, sessions }]) => {
      const bounds = new Int32Array(sessions + 1).fill(jobs)
      return [number, { rows: new Int32Array(jobs), bounds, jobs: 0, sessions: 0 }]
    }),
  )
  for (let row = 0; row < length; row++) {
    const own = users.get(user[row])
    if (own === undefined) continue
    if (own.jobs === 0 || session[own.rows[own.jobs - 1]] !== session[row])
      own.bounds[own.sessions++] = own.jobs
    own.rows[own.jobs++] = row
  }
  return Array.from(users.values(), ({ rows, bounds }) => ({ rows, bounds }))
}

/** Calls `visit` with the rows of each session, user by user. */
export function eachSession(users: readonly LogUser[], visit: (rows: Int32Array) => void): void {
  for (const { rows, bounds } of users) {
    for (let k = 1; k < bounds.length; k++) visit(rows.subarray(bounds[k - 1], bounds[k]))
  }
}

export function sessionCount(users: readonly LogUser[]): number {
  return users.reduce((count, { bounds }) => count + bounds.length - 1, 0)
}

export function jobCount(users: readonly LogUser[]): number {
  return users.reduce((count, { rows }) => count + rows.length, 0)
}

/**
 * The users in groups of at least `least`.
 * @param users at least `least` of them
 */
export function archetypesOf(jobs: JobTable, users: readonly LogUser[], least: number): readonly LogUser[][] {
  const points = standardised(users.map((user) => pointOf(jobs, user)))
  const groups: LogUser[][] = []
  const part = (members: readonly number[]): void => {
    const axis = members.length >= 2 * least ? widestAxis(points, members) : -1
    if (axis < 0) {
      groups.push(members.map((member) => users[member]))
      return
    }
    const sorted = [...members].sort((a, b) => points[a][axis] - points[b][axis] || a - b)
    const half = sorted.length >> 1
    part(sorted.slice(0, half))
    part(sorted.slice(half))
  }
  part(users.map((_, k) => k))
  return groups
}

function pointOf({ submit, size, runtime }: JobTable, { rows }: LogUser): number[] {
  let sizes = 0
  let runs = 0
  for (const row of rows) {
    sizes += Math.log(size[row])
    runs += Math.log1p(runtime[row])
  }
  const days = (submit[rows[rows.length - 1]] - submit[rows[0]]) / 86_400
  return [Math.log(rows.length), sizes / rows.length, runs / rows.length, Math.log1p(days)]
}

/** A standard deviation that is rounding. */
const NO_SPREAD = 1e-9

function standardised(points: readonly number[][]): readonly number[][] {
  const all = points.map((_, k) => k)
  const scales = points[0].map((_, axis) => Math.sqrt(varianceOf(points, all, axis)))
  return points.map((point) =>
    point.map((value, axis) => (scales[axis] > NO_SPREAD ? value / scales[axis] : 0)),
  )
}

/** −1 where the points are all the same. */
function widestAxis(points: readonly number[][], members: readonly number[]): number {
  let widest = -1
  let most = 0
  points[0].forEach((_, axis) => {
    const variance = varianceOf(points, members, axis)
    if (variance > most) {
      most = variance
      widest = axis
    }
  })
  return widest
}

function varianceOf(points: readonly number[][], members: readonly number[], axis: number): number {
  const mean = members.reduce((sum, member) => sum + points[member][axis], 0) / members.length
  return members.reduce((sum, member) => sum + (points[member][axis] - mean) ** 2, 0) / members.length
}

/** The sessions of one user in order. */
export interface SessionStarts {
  readonly seconds: ArrayLike<number>
  readonly operational: ArrayLike<number>
  readonly kind: ArrayLike<number>
}

export interface Presence {
  /** Times between the starts of sessions of users who came again, operational seconds, by class of the first one. */
  readonly cycles: readonly number[][]
  /** Sessions after which the user was gone, and those of which it is known whether he was. */
  readonly left: number
  readonly told: number
}

/**
 * How the users of an archetype come again and leave.
 * @param starts of the log's sessions, user by user, in seconds and in operational seconds, and their classes
 * @param classes number of classes
 * @param end last submit of the log
 */
export function presenceOf(
  starts: readonly SessionStarts[],
  classes: number,
  end: number,
  absence: number,
): Presence {
  const cycles = Array.from({ length: classes }, (): number[] => [])
  let left = 0
  let told = 0
  for (const { seconds, operational, kind } of starts) {
    for (let k = 0; k < seconds.length; k++) {
      const next = k + 1 < seconds.length ? seconds[k + 1] : Number.POSITIVE_INFINITY
      if (next - seconds[k] <= absence) {
        cycles[kind[k]].push(operational[k + 1] - operational[k])
        told++
      } else if (Math.min(next, end) - seconds[k] > absence) {
        left++
        told++
      }
    }
  }
  return { cycles, left, told }
}
