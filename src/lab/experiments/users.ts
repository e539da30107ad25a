/** How users fare under policies, as a table and as changes against a baseline. Pure. */
import type { DataTable } from '../../core/exhibit.js'
import { relativeChange } from '../../evaluation/results/ranking.js'
import type { Stage } from '../../evaluation/scenarios/scenario.js'
import type { UserChange, UserChanges } from '../../report/model.js'
import type { UserMeans } from '../../sim/objectives/index.js'
import type { Schedule } from '../../sim/schedule.js'
import type { GroupFacts } from '../../trace/index.js'
import { MEMBERS, memberRows, pairsOf } from '../inputs/members.js'

/** Users whose mean wait changes by less are neither better nor worse off, seconds. */
const NOTICED = 60

interface Run {
  readonly policy: string
  readonly schedule: Schedule
}

/**
 * A row for each user of each group: jobs that are judged, share in their work, mean wait in seconds under each policy, and
 * its change against the baseline.
 */
export function usersTable(
  { judgedIn }: Pick<Stage, 'judgedIn'>,
  groups: readonly GroupFacts[],
  runs: readonly Run[],
  baseline: string,
): DataTable {
  const tables = runs.map(({ schedule }) => pairsOf(schedule, judgedIn(schedule)))
  const base = tables[runs.findIndex(({ policy }) => policy === baseline)]
  const heads = runs.flatMap(({ policy }) =>
    policy === baseline || base === undefined
      ? [`meanWait under ${policy}`]
      : [`meanWait under ${policy}`, `change under ${policy}`],
  )
  const rows = memberRows(tables[0], groups).map(({ key, cells }) => {
    const waits = tables.flatMap((table, k) => {
      const wait = table.get(key)?.wait ?? null
      if (runs[k].policy === baseline || base === undefined) return [wait]
      return [wait, relativeChange(wait, base.get(key)?.wait ?? null)]
    })
    return [...cells, ...waits]
  })
  return { columns: [...MEMBERS, ...heads], rows }
}

/** How users fare under a policy, against a baseline. */
export function userChanges(policy: string, under: UserMeans, base: UserMeans): UserChanges {
  const before = new Map(Array.from(base.users, (user, place) => [user, base.waits[place]]))
  const changes = Array.from(under.users, (user, place): UserChange => {
    const wait = under.waits[place]
    return { user, jobs: under.jobs[place], wait, before: before.get(user) ?? wait }
  })
  const byChange = changes.toSorted((a, b) => a.wait - a.before - (b.wait - b.before) || a.user - b.user)
  const better = changes.filter(({ wait, before: was }) => was - wait > NOTICED).length
  const worse = changes.filter(({ wait, before: was }) => wait - was > NOTICED).length
  const gains = better > 0 ? byChange[0] : null
  const loses = worse > 0 ? byChange[byChange.length - 1] : null
  return { policy, users: changes.length, better, worse, gains, loses }
}
