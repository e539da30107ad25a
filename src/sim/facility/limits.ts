/**
 * Limits on what may run at a time, over the whole machine. A job over a limit is passed over and blocks nobody.
 *
 * A task of an array that may have so many running at a time is over its array's limit where these run.
 *
 * All are one thing: of the jobs that are meant, together or of each user or group alone, so many jobs, processors and GPUs.
 */
import { type Codec, object, objectOf, oneOf, optional, refined, tagged, whole } from '../../core/codec.js'
import { plural } from '../../core/format.js'
import type { World } from '../order.js'
import type { SchedulerView } from '../scheduler.js'
import type { WaitingReason } from '../waiting-reason.js'
import { isOf, JOBS_OF_MEMBERS, type JobIdentity, type JobsOf } from './jobs-of.js'

/** A bound for the jobs that are meant, all together or each user's or group's alone. */
export interface RunningLimit extends JobsOf {
  readonly kind: 'running'
  readonly each?: 'user' | 'group'
  readonly jobs?: number
  readonly processors?: number
  readonly gpus?: number
}

export type Limit =
  | { readonly kind: 'user-jobs'; readonly value: number }
  | { readonly kind: 'user-processors'; readonly value: number }
  | { readonly kind: 'queue-jobs'; readonly queue: number; readonly value: number }
  | RunningLimit

/** The most that a limit may be on, and sums of it are exact. */
const LARGEST = 1e9

export const LIMIT: Codec<Limit> = tagged('kind', {
  'user-jobs': object({ kind: oneOf(['user-jobs']), value: whole(1) }),
  'user-processors': object({ kind: oneOf(['user-processors']), value: whole(1) }),
  'queue-jobs': object({ kind: oneOf(['queue-jobs']), queue: whole(0), value: whole(1) }),
  running: refined(
    objectOf<RunningLimit>({
      kind: oneOf(['running']),
      ...JOBS_OF_MEMBERS,
      each: optional(oneOf(['user', 'group'])),
      jobs: optional(whole(0, LARGEST)),
      processors: optional(whole(0, LARGEST)),
      gpus: optional(whole(0, LARGEST)),
    }),
    ({ jobs, processors, gpus }, at) => {
      if (jobs === undefined && processors === undefined && gpus === undefined)
        throw at.fault('a limit on nothing', { expected: 'jobs, processors or gpus' })
    },
  ),
})

/** A limit in the one form that all have. */
export function runningLimit(limit: Limit): RunningLimit {
  switch (limit.kind) {
    case 'running':
      return limit
    case 'user-jobs':
      return { kind: 'running', each: 'user', jobs: limit.value }
    case 'user-processors':
      return { kind: 'running', each: 'user', processors: limit.value }
    case 'queue-jobs':
      return { kind: 'running', queues: [limit.queue], jobs: limit.value }
  }
}

/** A job as limits know it. */
export interface Holder extends JobIdentity {
  readonly size: number
  readonly gpus: number
  /** The array that it is a task of, and how many of that may run at a time; not positive where it is of none. */
  readonly array: number
  readonly throttle: number
}

/** Fields of a log that say what limits know of a job. */
const HOLDER_FIELDS = ['unixGroup', 'queue', 'requestedGpus', 'arrayJob', 'arrayThrottle'] as const

/** A job of a log as limits know it. */
export function holderOf(
  user: number,
  size: number,
  field: (name: (typeof HOLDER_FIELDS)[number]) => number,
): Holder {
  return {
    user,
    size,
    group: field('unixGroup'),
    queue: field('queue'),
    gpus: Math.max(0, field('requestedGpus')),
    array: field('arrayJob'),
    throttle: field('arrayThrottle'),
  }
}

/** The limit that a job's array has of its own; null where it has none. */
export function arrayLimit({ array, throttle }: Holder): RunningLimit | null {
  return array > 0 && throttle > 0 ? { kind: 'running', jobs: throttle } : null
}

/** The words of a limit, for a job that counts towards it. */
export function limitText(
  { each, jobs, processors, gpus, ...of }: RunningLimit,
  { user, group, queue }: JobIdentity,
): string {
  const most = [
    ...(jobs === undefined ? [] : [plural(jobs, 'job')]),
    ...(processors === undefined ? [] : [plural(processors, 'processor')]),
    ...(gpus === undefined ? [] : [plural(gpus, 'GPU')]),
  ]
  const whose = [
    ...(each === 'user' || of.users !== undefined ? [`user ${user}`] : []),
    ...(each === 'group' || of.groups !== undefined ? [`group ${group}`] : []),
    ...(of.queues === undefined ? [] : [`queue ${queue}`]),
  ]
  return `${most.join(', ')}${whose.length === 0 ? '' : ` of ${whose.join(', ')}`}`
}

/** The first limit that a job is over for itself, so that it can never start; undefined where there is none. */
export function neverWithin(limits: readonly RunningLimit[], job: Holder): RunningLimit | undefined {
  return limits.find((limit) => isOf(limit, job) && exceeds(limit, 1, job.size, job.gpus))
}

function exceeds(
  { jobs, processors, gpus }: RunningLimit,
  count: number,
  size: number,
  ofGpus: number,
): boolean {
  return (
    (jobs !== undefined && count > jobs) ||
    (processors !== undefined && size > processors) ||
    // Who asks for no GPU cannot have too many.
    (gpus !== undefined && ofGpus > gpus)
  )
}

interface Held {
  jobs: number
  size: number
  gpus: number
}

/** A limit that a job counts towards, and what those have who share it. */
interface Counted {
  readonly limit: RunningLimit
  readonly held: Held
}

/** The running jobs, as far as limits count them. */
export class LimitBook {
  readonly #limits: readonly RunningLimit[]
  /** By limit, what those have who share it: one for all, or one for each user or group. */
  readonly #held: readonly Map<number, Held>[]
  /** By the numbers of arrays. */
  readonly #arrays = new Map<number, Held>()
  readonly #holder: (job: number) => Holder
  readonly #throttled: (job: number) => boolean
  /** Limits by job, for those that have been asked about. */
  readonly #counted: (readonly Counted[])[] = []
  readonly #holders: Holder[] = []

  /** @param throttled whether a job is of an array with a limit of its own */
  constructor(
    limits: readonly Limit[],
    holder: (job: number) => Holder,
    throttled: (job: number) => boolean,
  ) {
    this.#throttled = throttled
    this.#limits = limits.map(runningLimit)
    this.#held = limits.map(() => new Map())
    this.#holder = holder
  }

  /** Whether what runs keeps a job from starting. */
  exceeded(job: number): boolean {
    return this.#reached(job) !== null
  }

  /**
   * The first limit that a job would be over, and who fills it; null where there is none.
   * @param running all jobs that run
   */
  over(job: number, running: Iterable<number>): Extract<WaitingReason, { kind: 'limit' }> | null {
    const reached = this.#reached(job)
    if (reached === null) return null
    const { limit, held: shared } = reached
    const holder = this.#holders[job]
    const { array, throttle } = holder
    const isArray = this.#arrays.get(array) === shared
    const counts = (other: number) => this.#countedFor(other).some(({ held }) => held === shared)
    return {
      kind: 'limit',
      limit: isArray ? `${throttle} tasks of array ${array}` : limitText(limit, holder),
      held: [...running].filter(counts).sort((a, b) => a - b),
    }
  }

  #reached(job: number): Counted | null {
    if (this.#limits.length === 0 && !this.#throttled(job)) return null
    const counted = this.#countedFor(job)
    const { size, gpus } = this.#holders[job]
    for (let k = 0; k < counted.length; k++) {
      const { limit, held } = counted[k]
      if (exceeds(limit, held.jobs + 1, held.size + size, gpus === 0 ? 0 : held.gpus + gpus))
        return counted[k]
    }
    return null
  }

  /** A job has started (1) or ended (−1). */
  count(job: number, sign: 1 | -1): void {
    if (this.#limits.length === 0 && !this.#throttled(job)) return
    const { size, gpus } = this.#holderOf(job)
    for (const { held } of this.#countedFor(job)) {
      held.jobs += sign
      held.size += sign * size
      held.gpus += sign * gpus
    }
  }

  #holderOf(job: number): Holder {
    this.#holders[job] ??= this.#holder(job)
    return this.#holders[job]
  }

  #countedFor(job: number): readonly Counted[] {
    const known = this.#counted[job]
    if (known !== undefined) return known
    const holder = this.#holderOf(job)
    const counted = this.#limits.flatMap((limit, k) => {
      if (!isOf(limit, holder)) return []
      const key = limit.each === undefined ? 0 : holder[limit.each]
      const held = this.#held[k].get(key) ?? { jobs: 0, size: 0, gpus: 0 }
      this.#held[k].set(key, held)
      return [{ limit, held }]
    })
    const ofArray = arrayLimit(holder)
    if (ofArray !== null) {
      const held = this.#arrays.get(holder.array) ?? { jobs: 0, size: 0, gpus: 0 }
      this.#arrays.set(holder.array, held)
      counted.push({ limit: ofArray, held })
    }
    this.#counted[job] = counted
    return counted
  }
}

/** The book of a simulation's jobs. */
export function limitBook(
  limits: readonly Limit[],
  view: Pick<SchedulerView, 'jobs' | 'size'>,
  world: World,
): LimitBook {
  const fields = new Map(HOLDER_FIELDS.map((name) => [name, world.field(name)]))
  const throttle = world.field('arrayThrottle')
  return new LimitBook(
    limits,
    (job) => holderOf(view.jobs.user[job], view.size[job], (name) => fields.get(name)?.(job) ?? -1),
    (job) => throttle(job) > 0,
  )
}
