/**
 * Keeping a random part of a log: of its jobs, of its sessions, or of its users.
 *
 * Of the N things that are drawn (jobs, sessions or users), round(share·N), at least one, are kept, each set of that
 * many equally likely: a random permutation by the seed is cut off there. So with one seed the part that a smaller
 * share keeps lies within what a larger one keeps. Jobs one by one thin out the habits of users with the load; whole
 * sessions keep what a user does at one sitting, whole users keep all of it, at the price of a load that depends on who
 * is drawn.
 *
 * A session ends where a user submits nothing for longer than `gap` (1 h): sessions by submits alone, as Zakay and
 * Feitelson, JSSPP 2012, propose. A job without a user is a session and a user of its own.
 *
 * Jobs that are kept keep all their fields, also the recorded wait, as the start then recorded is still possible. A
 * reference to a preceding job that was left out becomes unknown, with its think time.
 */
import { QueuewrightError } from '../../core/errors.js'
import { Random } from '../../core/random.js'
import {
  choice,
  duration,
  type Given,
  real,
  SEED_OF_LOG,
  setting,
  settled,
} from '../../core/settings/index.js'
import type { JobTable } from '../../trace/job-table.js'
import { selectRows } from '../../trace/select.js'
import type { Trace } from '../../trace/trace.js'
import { noted } from './header.js'
import { withoutDangling } from './rows.js'

/** Units that are drawn, and kept or left out as a whole. */
export const THINNING_UNITS = ['jobs', 'sessions', 'users'] as const
export type ThinningUnit = (typeof THINNING_UNITS)[number]

export const THINNING = {
  share: setting(real({ above: 0, most: 1, shown: 'share' }), { meaning: 'share to keep', option: 'keep' }),
  by: setting(choice(THINNING_UNITS, 'what'), {
    meaning: 'what is kept or left out as a whole',
    usual: 'jobs',
  }),
  seed: SEED_OF_LOG,
  gap: setting(duration(), {
    meaning: 'a pause in submitting that ends a session',
    source: 'Zakay and Feitelson 2012',
    unit: 's',
    only: { by: 'sessions' },
    usual: 3600,
  }),
}

export interface ThinnedTrace {
  readonly trace: Trace
  /** Jobs, sessions or users that there were, and that were kept. */
  readonly units: number
  readonly kept: number
}

/**
 * A random part of `trace`.
 * @throws QueuewrightError `usage` for a share outside (0, 1], a negative gap, a log without jobs, and where users or
 *   sessions are asked of a log that names no user
 */
export function thinTrace(trace: Trace, options: Given<typeof THINNING>): ThinnedTrace {
  const { share, by, seed, gap } = settled(THINNING, options, {}, 'the log cannot be thinned out like this')
  const { jobs } = trace
  if (jobs.length === 0)
    throw new QueuewrightError('input-empty', 'the log has no jobs', { file: trace.name })
  if (by !== 'jobs' && jobs.user.every((user) => user < 0)) {
    throw new QueuewrightError('usage', 'this log does not say the users of its jobs', {
      file: trace.name,
      field: 'by',
      value: by,
      remedy: 'Keep a part of its jobs instead',
    })
  }
  const { unit, count } = unitsOf(jobs, by, gap)
  const kept = Math.max(1, Math.round(share * count))
  const order = new Random(`thin ${seed}`).shuffle(Int32Array.from({ length: count }, (_, k) => k))
  const keeps = new Uint8Array(count)
  for (const number of order.subarray(0, kept)) keeps[number] = 1
  const rows = Int32Array.from(jobs.id.keys()).filter((row) => keeps[unit[row]] === 1)
  const note = `thinned out by queuewright: ${kept} of ${count} ${by} kept, drawn with seed ${seed}`
  const header = noted(trace.header, [by === 'sessions' ? `${note}, sessions by gaps above ${gap} s` : note])
  return { trace: withoutDangling(selectRows(trace, rows, { header })), units: count, kept }
}

/** The unit that each job belongs to, numbered from 0 in the order of their first jobs. */
function unitsOf(jobs: JobTable, by: ThinningUnit, gap: number): { unit: Int32Array; count: number } {
  if (by === 'jobs') return { unit: Int32Array.from(jobs.id.keys()), count: jobs.length }
  const unit = new Int32Array(jobs.length)
  const current = new Map<number, { unit: number; last: number }>()
  let count = 0
  for (let row = 0; row < jobs.length; row++) {
    const user = jobs.user[row]
    const submit = jobs.submit[row]
    const before = user < 0 ? undefined : current.get(user)
    if (before !== undefined && (by === 'users' || submit - before.last <= gap)) {
      unit[row] = before.unit
      before.last = submit
      continue
    }
    unit[row] = count
    if (user >= 0) current.set(user, { unit: count, last: submit })
    count++
  }
  return { unit, count }
}
