/**
 * Whose jobs are meant: of which users, groups and queues of the log, by number or as its header names them. Slurm's accounts are
 * groups there, its QOS are queues.
 */
import { anyOf, type Codec, list, objectOf, optional, whole, words } from '../../core/codec.js'

/** A number of the log, or a name that its header gives to one; names mean something once they are numbers (`numbered`). */
export type Named = number | string

const NAMED: Codec<readonly Named[]> = list(anyOf('a number, or a name', whole(0), words), {
  most: 10_000,
})

/** All members that are there have to fit; one that is absent fits everybody. */
export interface JobsOf {
  readonly users?: readonly Named[]
  readonly groups?: readonly Named[]
  readonly queues?: readonly Named[]
}

export const JOBS_OF_MEMBERS = {
  users: optional(NAMED),
  groups: optional(NAMED),
  queues: optional(NAMED),
}
export const JOBS_OF: Codec<JobsOf> = objectOf<JobsOf>(JOBS_OF_MEMBERS)

/** The numbers of a log that may be meant by name, as its header calls them. */
export type NumberedKind = 'User' | 'Group' | 'Queue' | 'Partition'

/** The numbers that a log has for a name. */
export type NumbersOf = (kind: NumberedKind, name: string) => readonly number[]

/** Numbers in place of names; a name that the log does not have is nobody's. */
export function numbered<Of extends JobsOf>(of: Of, numbersOf: NumbersOf): Of {
  const { users, groups, queues } = of
  return {
    ...of,
    ...(users && { users: numbersIn(users, 'User', numbersOf) }),
    ...(groups && { groups: numbersIn(groups, 'Group', numbersOf) }),
    ...(queues && { queues: numbersIn(queues, 'Queue', numbersOf) }),
  }
}

export function numbersIn(
  named: readonly Named[],
  kind: NumberedKind,
  numbersOf: NumbersOf,
): readonly number[] {
  return [...new Set(named.flatMap((each) => (typeof each === 'number' ? [each] : numbersOf(kind, each))))]
}

/** A job as such lists know it. */
export interface JobIdentity {
  readonly user: number
  readonly group: number
  readonly queue: number
}

/** Whether a job is of all that are meant. */
export function isOf({ users, groups, queues }: JobsOf, { user, group, queue }: JobIdentity): boolean {
  return (
    (users === undefined || users.includes(user)) &&
    (groups === undefined || groups.includes(group)) &&
    (queues === undefined || queues.includes(queue))
  )
}

/** Whether a job is of any that is meant. */
export function isOfAny(
  { users = [], groups = [], queues = [] }: JobsOf,
  { user, group, queue }: JobIdentity,
): boolean {
  return users.includes(user) || groups.includes(group) || queues.includes(queue)
}
