/** Who wins and who loses: the users whose jobs wait more or less under another policy. Pure. */
import { type Block, numbers, table, words } from '../../../../core/exhibit.js'
import { formatCount, formatSeconds, plural } from '../../../../core/format.js'
import { type Difference, EARLIER, LATER } from '../../../../sim/difference.js'
import type { Schedule } from '../../../../sim/schedule.js'

/** Users that are shown of those who win, and of those who lose. */
const SHOWN = 5

interface UserChange {
  readonly user: number
  jobs: number
  earlier: number
  later: number
  /** Seconds, all jobs together. */
  delay: number
}

/** Those whose jobs' waits change most in all; winners first. */
export function userBlock(before: Schedule, after: Schedule, { fate, delay }: Difference): Block {
  const users = new Map<number, UserChange>()
  for (let row = 0; row < fate.length; row++) {
    const user = after.jobs.user[row]
    let change = users.get(user)
    if (change === undefined) {
      change = { user, jobs: 0, earlier: 0, later: 0, delay: 0 }
      users.set(user, change)
    }
    change.jobs++
    change.delay += delay[row]
    if (fate[row] === EARLIER) change.earlier++
    else if (fate[row] === LATER) change.later++
  }
  const sorted = [...users.values()]
    .filter((each) => each.delay !== 0)
    .sort((a, b) => a.delay - b.delay || a.user - b.user)
  const shown = sorted.length <= 2 * SHOWN ? sorted : [...sorted.slice(0, SHOWN), ...sorted.slice(-SHOWN)]
  return table(
    `Users whose jobs wait less, or more, by most in all (${plural(before.start.length, 'job')}, ${plural(users.size, 'user')})`,
    [...words('user'), ...numbers('jobs', 'earlier', 'later', 'change of the mean wait')],
    shown.map(({ user, jobs, earlier, later, delay: sum }) => [
      user < 0 ? 'unknown' : `${user}`,
      formatCount(jobs),
      formatCount(earlier),
      formatCount(later),
      { text: signed(sum / jobs), tone: sum < 0 ? 'better' : 'worse' },
    ]),
  )
}

function signed(seconds: number): string {
  return `${seconds < 0 ? '−' : '+'}${formatSeconds(Math.abs(seconds))}`
}
