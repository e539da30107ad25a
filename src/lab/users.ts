/** Who is in which group, and how users fare under policies: what is told of groups, and its table. Pure. */
import type { DataTable, Fact } from '../core/exhibit.js'
import { formatCount, formatValue, plural } from '../core/format.js'
import { CompensatedSums, largestOf } from '../core/statistics.js'
import { relativeChange } from '../evaluation/ranking.js'
import type { Stage } from '../evaluation/scenario.js'
import type { UserChange, UserChanges } from '../report/model.js'
import type { UserMeans } from '../sim/objectives/index.js'
import type { Schedule } from '../sim/schedule.js'
import { type GroupFacts, groupFacts, type Trace } from '../trace/index.js'
import type { PreparedLog } from './prepare.js'

/** Groups that facts tell of, and members of each. */
const MOST_GROUPS = 9
const MOST_MEMBERS = 12
/** Users whose mean wait changes by less are neither better nor worse off, seconds. */
const NOTICED = 60

/** Groups as they are formed over a whole log, with the members, jobs and work that a part of it has. */
function groupsIn(part: Trace, groups: readonly GroupFacts[]): readonly GroupFacts[] {
  const what = new Map(groups.map((each) => [each.group, each]))
  const facts = groupFacts(part, largestOf([0, ...what.keys()]))
  return facts.map((each) => ({ ...each, ...pick(what.get(each.group)) }))
}

function pick(facts: GroupFacts | undefined): Partial<GroupFacts> {
  return facts === undefined ? {} : { what: facts.what, own: facts.own }
}

/**
 * A line for each group: what it is, who is in it.
 * @param trace that is simulated, with its groups
 */
export function groupLegend({ trace, groups }: Pick<PreparedLog, 'trace' | 'groups'>): Fact[] {
  const told = groupsIn(trace, groups).filter(({ group, jobs }) => group > 0 && jobs > 0)
  const shown = told.slice(0, MOST_GROUPS)
  const lines = shown.map(({ group, what, members, jobs, share }): Fact => {
    const who = members.slice(0, MOST_MEMBERS).join(', ')
    const list = members.length > MOST_MEMBERS ? `${who}, …` : who
    const users = members.length === 0 ? '' : `${plural(members.length, 'user')} (${list}), `
    const work = formatValue(share, 'share')
    return [
      `group ${group}`,
      `${what ?? 'as the log has it'}: ${users}${plural(jobs, 'job')}, ${work} of the work`,
    ]
  })
  const rest = told.length - shown.length
  return rest > 0 ? [...lines, ['groups', `${formatCount(rest)} more (--groups-out FILE)`]] : lines
}

/** The same for other programs, without members. */
export function groupsJson({ trace, groups }: Pick<PreparedLog, 'trace' | 'groups'>) {
  return groupsIn(trace, groups).map(({ group, what, users, jobs, share, own }) => ({
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
  const what = new Map(groups.map((each) => [each.group, each.what]))
  const tables = runs.map(({ schedule }) => pairsOf(schedule, judgedIn(schedule)))
  const [first] = tables
  const total = [...first.values()].reduce((sum, { work }) => sum + work, 0)
  const base = tables[runs.findIndex(({ policy }) => policy === baseline)]
  const rows = [...first].map(([key, { user, group, jobs, work }]) => {
    const waits = tables.flatMap((table, k) => {
      const wait = table.get(key)?.wait ?? null
      if (runs[k].policy === baseline || base === undefined) return [wait]
      return [wait, relativeChange(wait, base.get(key)?.wait ?? null)]
    })
    const share = total > 0 ? work / total : 0
    return {
      group,
      share,
      cells: [user < 0 ? null : user, group, what.get(group) ?? null, jobs, share, ...waits],
    }
  })
  rows.sort((a, b) => a.group - b.group || b.share - a.share)
  const heads = runs.flatMap(({ policy }) =>
    policy === baseline || base === undefined
      ? [`meanWait under ${policy}`]
      : [`meanWait under ${policy}`, `change under ${policy}`],
  )
  return {
    columns: ['user', 'group', 'what', 'jobs', 'share', ...heads],
    rows: rows.map(({ cells }) => cells),
  }
}

interface Pair {
  readonly user: number
  readonly group: number
  jobs: number
  work: number
  wait: number
}

/** By user and group. */
function pairsOf({ jobs, start }: Schedule, judged: Int32Array | null): ReadonlyMap<string, Pair> {
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
