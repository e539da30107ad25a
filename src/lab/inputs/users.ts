/** Who is in which group, and how users fare under policies, as tables and for other programs. Pure. */
import type { DataTable } from '../../core/exhibit.js'
import { CompensatedSums } from '../../core/statistics.js'
import { type GroupedLog, groupsIn } from '../../evaluation/group-legend.js'
import { relativeChange } from '../../evaluation/results/ranking.js'
import type { Stage } from '../../evaluation/scenarios/scenario.js'
import type { UserChange, UserChanges } from '../../report/model.js'
import type { UserMeans } from '../../sim/objectives/index.js'
import type { Schedule } from '../../sim/schedule.js'
import type { GroupFacts } from '../../trace/index.js'

/** Users whose mean wait changes by less are neither better nor worse off, seconds. */
const NOTICED = 60

/** Groups for other programs, without members. */
export function groupsJson(log: GroupedLog) {
  return groupsIn(log).map(({ group, what, users, jobs, share, own }) => ({
    group,
    what,
    users,
    jobs,
    share,
    own,
  }))
}

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

/** A row for each user of each group of each log: jobs, and share in their work. */
export function membersTable(logs: readonly GroupedLog[]): DataTable {
  return {
    columns: ['trace', ...MEMBERS],
    rows: logs.flatMap(({ trace: { name, jobs }, groups }) => {
      const pairs = pairsOf({ jobs, start: jobs.submit }, null)
      return memberRows(pairs, groups).map(({ cells }) => [name, ...cells])
    }),
  }
}

const MEMBERS = ['user', 'group', 'what', 'jobs', 'share']

/** Rows under `MEMBERS`, by group, who did most first. */
function memberRows(pairs: ReadonlyMap<string, Pair>, groups: readonly GroupFacts[]) {
  const what = new Map(groups.map((each) => [each.group, each.what]))
  const total = [...pairs.values()].reduce((sum, { work }) => sum + work, 0)
  const rows = [...pairs].map(([key, { user, group, jobs, work }]) => {
    const share = total > 0 ? work / total : 0
    return {
      ...{ key, group, share },
      cells: [user < 0 ? null : user, group, what.get(group) ?? null, jobs, share],
    }
  })
  return rows.sort((a, b) => a.group - b.group || b.share - a.share)
}

interface Pair {
  readonly user: number
  readonly group: number
  jobs: number
  work: number
  wait: number
}

/** By user and group. */
function pairsOf(
  { jobs, start }: Pick<Schedule, 'jobs' | 'start'>,
  judged: Int32Array | null,
): ReadonlyMap<string, Pair> {
  const pairs = new Map<string, Pair>()
  const count = judged?.length ?? jobs.length
  const places = new Map<string, number>()
  const of = new Int32Array(count)
  for (let k = 0; k < count; k++) {
    const row = judged === null ? k : judged[k]
    const [user, group] = [jobs.user[row], jobs.group[row]]
    const key = `${user} ${group}`
    const pair = pairs.get(key) ?? { user, group, jobs: 0, work: 0, wait: 0 }
    pair.jobs++
    pair.work += jobs.runtime[row] * jobs.size[row]
    pairs.set(key, pair)
    if (!places.has(key)) places.set(key, places.size)
    of[k] = places.get(key) ?? 0
  }
  const waits = new CompensatedSums(pairs.size)
  for (let k = 0; k < count; k++) {
    const row = judged === null ? k : judged[k]
    waits.add(of[k], start[row] - jobs.submit[row])
  }
  for (const [key, pair] of pairs) pair.wait = waits.value(places.get(key) ?? 0) / pair.jobs
  return pairs
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
