/** The user groups of a log in words, a line each: what a group is and who is in it. Runs keep it, as they have no log. */
import { list, objectOf, text, tuple } from '../core/codec.js'
import { readDocument } from '../core/documents.js'
import type { Fact } from '../core/exhibit.js'
import { formatCount, formatValue, plural } from '../core/format.js'
import { largestOf } from '../core/statistics.js'
import { type GroupFacts, groupFacts, type Trace } from '../trace/index.js'

/** Groups that are told of, and members of each. */
const MOST_GROUPS = 9
const MOST_MEMBERS = 12

/** A log with its groups as they were formed, of which it may be a part. */
export interface GroupedLog {
  readonly trace: Trace
  readonly groups: readonly GroupFacts[]
}

/** Groups as they are formed over a whole log, with the members, jobs and work that a part of it has. */
export function groupsIn({ trace, groups }: GroupedLog): readonly GroupFacts[] {
  const what = new Map(groups.map((each) => [each.group, each]))
  const facts = groupFacts(trace, largestOf([0, ...what.keys(), largestOf(trace.jobs.group)]))
  return facts.map((each) => ({ ...each, ...pick(what.get(each.group)) }))
}

function pick(facts: GroupFacts | undefined): Partial<GroupFacts> {
  return facts === undefined ? {} : { what: facts.what, own: facts.own }
}

/** A line for each group that has jobs: what it is, who is in it. */
export function groupLegend(log: GroupedLog): readonly Fact[] {
  const told = groupsIn(log).filter(({ group, jobs }) => group > 0 && jobs > 0)
  const shown = told.slice(0, MOST_GROUPS)
  const lines = shown.map(({ group, what, members, jobs, share }): Fact => {
    const who = members.slice(0, MOST_MEMBERS).join(', ')
    const known = members.length > MOST_MEMBERS ? `${who}, …` : who
    const users = members.length === 0 ? '' : `${plural(members.length, 'user')} (${known}), `
    const work = formatValue(share, 'share')
    return [
      `group ${group}`,
      `${what ?? 'as the log has it'}: ${users}${plural(jobs, 'job')}, ${work} of the work`,
    ]
  })
  const rest = told.length - shown.length
  return rest > 0 ? [...lines, ['groups', `${formatCount(rest)} more (--groups-out FILE)`]] : lines
}

/** The legend of one of several logs. */
export interface LogLegend {
  readonly log: string
  readonly groups: readonly Fact[]
}

export const LEGEND = list(tuple(text, text))

/** Lines of all logs, each with the name of its log where there are several. */
export function legendFacts(logs: readonly LogLegend[]): readonly Fact[] {
  return logs.flatMap(({ log, groups }) =>
    groups.map(([name, who]): Fact => [logs.length > 1 ? `${log}, ${name}` : name, who]),
  )
}

/** The file of it among those that a run leaves behind. */
export const GROUPS_FILE = 'groups.json'

const DOCUMENT = list(objectOf<LogLegend>({ log: text, groups: LEGEND }))

export function writeGroups(logs: readonly LogLegend[]): string {
  return `${JSON.stringify(DOCUMENT.encode(logs), null, 1)}\n`
}

/**
 * @param file what the text is called in messages
 * @throws QueuewrightError `input-document`
 */
export function readGroups(content: string, file: string): readonly LogLegend[] {
  return readDocument(DOCUMENT, content, file)
}
