/**
 * `shadow.jsonl`: what a Slurm did while a policy looked on, line by line: `begin` of a look-out, `job` whenever one is new, has
 * started or has ended, `starts` between two looks, with what the policy would have started. From it alone reports are made, and a
 * look-out that was ended goes on.
 */
import { QueuewrightError } from '../core/errors.js'

export interface ShadowBegin {
  readonly kind: 'begin'
  /** Unix time. */
  readonly at: number
  readonly policy: string
  readonly partitions: readonly string[]
  readonly processors: number
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
}

export interface ShadowStarts {
  readonly kind: 'starts'
  readonly at: number
  /** The waiting jobs that Slurm started. */
  readonly started: readonly string[]
  /** As many as the policy would have started first. */
  readonly expected: readonly string[]
}

export type ShadowEntry = ShadowBegin | ShadowJob | ShadowStarts

/** @throws QueuewrightError `run-damaged` with the line, for any but a last one that was cut off */
export function parseShadowLog(text: string): readonly ShadowEntry[] {
  const lines = text.split('\n')
  lines.pop()
  return lines.map((line, k) => {
    const entry = entryOf(line)
    if (entry !== null) return entry
    throw new QueuewrightError('run-damaged', 'not a line of a shadow', {
      line: k + 1,
      remedy: 'Begin anew in another folder: --state',
    })
  })
}

function entryOf(line: string): ShadowEntry | null {
  let found: unknown
  try {
    found = JSON.parse(line)
  } catch {
    return null
  }
  if (typeof found !== 'object' || found === null) return null
  const fields = found as Partial<Record<string, unknown>>
  return isNumber(fields['at']) && (CHECKS[`${fields['kind']}`]?.(fields) ?? false)
    ? (found as ShadowEntry)
    : null
}

type Fields = Partial<Record<string, unknown>>

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0
const areWords = (value: unknown): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

const CHECKS: Readonly<Record<string, (fields: Fields) => boolean>> = {
  begin: ({ policy, partitions, processors }) =>
    typeof policy === 'string' && areWords(partitions) && isCount(processors),
  job: ({ id, user, processors, limit, submit, start, end }) =>
    typeof id === 'string' &&
    typeof user === 'string' &&
    isCount(processors) &&
    [limit, submit].every((value) => isNumber(value) && value >= 0) &&
    [start, end].every((value) => value === null || isNumber(value)),
  starts: ({ started, expected }) => areWords(started) && areWords(expected),
}

/** The sum of a shadow's log. */
export interface ShadowState {
  /** The last one; null before the first. */
  readonly begin: ShadowBegin | null
  /** When the first look-out began. */
  readonly since: number
  /** The last word on each job, in the order in which they were seen first. */
  readonly jobs: ReadonlyMap<string, ShadowJob>
  /** How each job was seen first. */
  readonly first: ReadonlyMap<string, ShadowJob>
  readonly starts: readonly ShadowStarts[]
  /** The instant of the last line. */
  readonly last: number
}

export function shadowState(entries: readonly ShadowEntry[]): ShadowState {
  const jobs = new Map<string, ShadowJob>()
  const first = new Map<string, ShadowJob>()
  const starts: ShadowStarts[] = []
  let begin: ShadowBegin | null = null
  for (const entry of entries) {
    if (entry.kind === 'begin') begin = entry
    else if (entry.kind === 'starts') starts.push(entry)
    else {
      jobs.set(entry.id, entry)
      if (!first.has(entry.id)) first.set(entry.id, entry)
    }
  }
  return { begin, since: entries[0]?.at ?? 0, jobs, first, starts, last: entries.at(-1)?.at ?? 0 }
}
