/**
 * `shadow.jsonl`: what a Slurm did while a policy looked on, line by line: `begin` of a look-out, `job` whenever one is new, has
 * started or has ended, `starts` between two looks, with what the policy would have started, `owed` when accounting had no answer.
 * From it alone reports are made, and a look-out that was ended goes on.
 */
import {
  flag,
  list,
  literal,
  nullable,
  number,
  objectOf,
  optional,
  tagged,
  text,
  whole,
} from '../core/codec.js'
import type { JobDetails } from '../trace/slurm-run/index.js'
import { entriesIn, type JournalKind } from './journal.js'

export interface ShadowBegin {
  readonly kind: 'begin'
  /** Unix time. */
  readonly at: number
  readonly policy: string
  readonly partitions: readonly string[]
  readonly processors: number
  /** The output of sshare; absent where nobody asked, or it had none. */
  readonly shares?: string
}

export interface ShadowJob {
  readonly kind: 'job'
  /** When it was seen so. */
  readonly at: number
  /** As Slurm writes it. */
  readonly id: string
  readonly user: string
  readonly processors: number
  /** Seconds that it asked for. */
  readonly limit: number
  /** Unix times; null where it has not started, or not ended. */
  readonly submit: number
  readonly start: number | null
  readonly end: number | null
  /** Its request to the site, and where it is; absent where nobody has said. */
  readonly asked?: ShadowRequest
}

/** A job's request, as a site's nodes, partitions and limits know it. */
export interface ShadowRequest {
  readonly account: string
  readonly qos: string
  readonly partitions: readonly string[]
  /** Number of its array; null: of none. */
  readonly array: number | null
  /** Null where scontrol did not have the job. */
  readonly details: ShadowDetails | null
}

/** `JobDetails` in a form that files keep: no most tasks of an array is null. */
export interface ShadowDetails extends Pick<JobDetails, (typeof DETAILS)[number]> {
  readonly throttle: number | null
}

const DETAILS = [
  ...([
    'leastNodes',
    'coresPerTask',
    'tasksPerNode',
    'memoryPerCore',
    'memoryPerNode',
    'gpusPerNode',
  ] as const),
  ...(['exclusive', 'features', 'nodes'] as const),
]

export function shadowDetails(details: JobDetails): ShadowDetails {
  const kept = Object.fromEntries(DETAILS.map((name) => [name, details[name]]))
  const { throttle } = details
  return {
    ...(kept as Pick<JobDetails, (typeof DETAILS)[number]>),
    throttle: Number.isFinite(throttle) ? throttle : null,
  }
}

export interface ShadowStarts {
  readonly kind: 'starts'
  readonly at: number
  /** The waiting jobs that Slurm started. */
  readonly started: readonly string[]
  /** As many as the policy would have started first. */
  readonly expected: readonly string[]
}

/** Accounts that are still to be asked for. */
export interface ShadowOwed {
  readonly kind: 'owed'
  readonly at: number
  /** Unix time from which on it is to be asked; null where nothing is owed any more. */
  readonly since: number | null
}

export type ShadowEntry = ShadowBegin | ShadowJob | ShadowStarts | ShadowOwed

const REQUEST = objectOf<ShadowRequest>({
  ...{ account: text, qos: text, partitions: list(text), array: nullable(whole(0)) },
  details: nullable(
    objectOf<ShadowDetails>({
      ...{ leastNodes: whole(0), coresPerTask: whole(1), tasksPerNode: whole(0), gpusPerNode: number(0) },
      ...{ memoryPerCore: number(0), memoryPerNode: number(0), exclusive: flag, features: text },
      throttle: nullable(whole(0)),
      nodes: list(objectOf<JobDetails['nodes'][number]>({ names: list(text), cores: whole(0) })),
    }),
  ),
})

const INSTANT = number()
const SECONDS = number(0)
const PROCESSORS = whole(1)

/** The kind of file that a shadow's log is. */
export const SHADOW_LOG: JournalKind<ShadowEntry> = {
  what: 'a shadow',
  remedy: 'Begin anew in another folder: --state',
  entry: tagged('kind', {
    begin: objectOf<ShadowBegin>({
      ...{
        kind: literal('begin'),
        at: INSTANT,
        policy: text,
        partitions: list(text),
        processors: PROCESSORS,
      },
      shares: optional(text),
    }),
    job: objectOf<ShadowJob>({
      ...{ kind: literal('job'), at: INSTANT, id: text, user: text, processors: PROCESSORS, limit: SECONDS },
      ...{ submit: number(0), start: nullable(INSTANT), end: nullable(INSTANT), asked: optional(REQUEST) },
    }),
    starts: objectOf<ShadowStarts>({
      ...{ kind: literal('starts'), at: INSTANT, started: list(text), expected: list(text) },
    }),
    owed: objectOf<ShadowOwed>({ kind: literal('owed'), at: INSTANT, since: nullable(INSTANT) }),
  }),
}

/** @throws QueuewrightError `run-damaged` with the line, for any but a last one that was cut off */
export function parseShadowLog(text: string): readonly ShadowEntry[] {
  return entriesIn(SHADOW_LOG, text)
}

/** The sum of a shadow's log. */
export interface ShadowState {
  /** The last one; null before the first. */
  readonly begin: ShadowBegin | null
  /** When the first look-out began. */
  readonly since: number
  /** The output of sshare then; null where there was none. */
  readonly shares: string | null
  /** The last word on each job, in the order in which they were seen first. */
  readonly jobs: ReadonlyMap<string, ShadowJob>
  /** How each job was seen first. */
  readonly first: ReadonlyMap<string, ShadowJob>
  readonly starts: readonly ShadowStarts[]
  /** From when on accounting is still to be asked, Unix time; null where nothing is owed. */
  readonly owed: number | null
  /** The instant of the last line. */
  readonly last: number
}

export function shadowState(entries: readonly ShadowEntry[]): ShadowState {
  const jobs = new Map<string, ShadowJob>()
  const first = new Map<string, ShadowJob>()
  const starts: ShadowStarts[] = []
  let begin: ShadowBegin | null = null
  let shares: string | null | undefined
  let owed: number | null = null
  for (const entry of entries) {
    if (entry.kind === 'begin') {
      begin = entry
      shares ??= entry.shares ?? null
    } else if (entry.kind === 'starts') starts.push(entry)
    else if (entry.kind === 'owed') owed = entry.since
    else {
      // What it asked for stays known where nobody says it again.
      const before = jobs.get(entry.id)
      jobs.set(entry.id, before?.asked && !entry.asked ? { ...entry, asked: before.asked } : entry)
      if (!first.has(entry.id)) first.set(entry.id, entry)
    }
  }
  return {
    begin,
    since: entries[0]?.at ?? 0,
    shares: shares ?? null,
    jobs,
    first,
    starts,
    owed,
    last: entries.at(-1)?.at ?? 0,
  }
}
