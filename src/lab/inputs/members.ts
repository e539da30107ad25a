/** Who is in which group, as tables and for other programs. Pure. */
import type { DataTable } from '../../core/exhibit.js'
import { CompensatedSums } from '../../core/statistics.js'
import { type GroupedLog, groupsIn } from '../../evaluation/group-legend.js'
import type { Schedule } from '../../sim/schedule.js'
import type { GroupFacts } from '../../trace/index.js'

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

/** The columns of `memberRows`. */
export const MEMBERS = ['user', 'group', 'what', 'jobs', 'share']

/** Rows under `MEMBERS`, by group, who did most first. */
export function memberRows(pairs: ReadonlyMap<string, Pair>, groups: readonly GroupFacts[]) {
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

/** The jobs of one user in one group; `wait` is their mean, in seconds. */
export interface Pair {
  readonly user: number
  readonly group: number
  jobs: number
  work: number
  wait: number
}

/**
 * By user and group.
 * @param judged the rows that count; null: all
 */
export function pairsOf(
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
