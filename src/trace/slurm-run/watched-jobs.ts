/**
 * The output of `scontrol -o show job`, again and again: what each job asked for, and whether it was waiting, held or running
 * at each snapshot. Texts of requests are of a Slurm 22.05.
 */
import { parseHosts } from '../../core/hostlist.js'
import { fieldOf } from './pairs.js'
import { snapshotTime } from './sprio.js'

export interface WatchedState {
  /** Unix time before the call. */
  readonly at: number
  /** Slurm's words, such as PENDING, and why it waits, such as Resources. */
  readonly state: string
  readonly reason: string
  /** Seconds; infinite where there is none. */
  readonly limit: number
  /** The priority; of a job that runs, that with which it began. */
  readonly priority: number
  /** Unix time, also one that is planned; NaN where there is none. */
  readonly start: number
}

/** Another job that has to start or to end first. */
export interface WatchedDependency {
  readonly job: number
  readonly until: 'start' | 'end'
}

/** The request of a job. */
export interface WatchedJob {
  readonly job: number
  /** Number of its array and of its heterogeneous job; NaN if it is of none. */
  readonly array: number
  readonly het: number
  /** Most tasks of the array at once; infinite where it does not say. */
  readonly throttle: number
  readonly partitions: readonly string[]
  readonly cores: number
  readonly leastNodes: number
  /** Infinite where it does not say. */
  readonly mostNodes: number
  readonly coresPerTask: number
  /** 0 where it does not say. */
  readonly tasksPerNode: number
  /** Megabytes for each core, and for each node; one of them is 0. */
  readonly memoryPerCore: number
  readonly memoryPerNode: number
  readonly gpusPerNode: number
  readonly exclusive: boolean
  /** The dependencies that it was seen waiting for. */
  readonly dependencies: readonly WatchedDependency[]
  /** By time. */
  readonly states: readonly WatchedState[]
}

type Request = Omit<WatchedJob, 'states'>

/** A job of a queue as `scontrol -o -d show job` has it: what it asked for, and where it is. */
export interface JobDetails extends Request {
  /** The features that its nodes have to have; empty: any. */
  readonly features: string
  /** The nodes that it is on, and how many cores of each it has; none of a job that waits. */
  readonly nodes: readonly { readonly names: readonly string[]; readonly cores: number }[]
}

/** By the controller's record. */
export function parseJobDetails(text: string): ReadonlyMap<number, JobDetails> {
  const jobs = new Map<number, JobDetails>()
  for (const line of text.split('\n')) {
    if (!line.startsWith('JobId=')) continue
    const id = Number.parseInt(fieldOf(line, 'JobId'), 10)
    const features = fieldOf(line, 'Features')
    jobs.set(id, {
      ...requestOf(id, line),
      features: features === '(null)' ? '' : features,
      nodes: [...line.matchAll(/ Nodes=(\S+) CPU_IDs=([\d,-]+)/g)].map(([, names, cores]) => ({
        names: parseHosts(names),
        cores: countOf(cores),
      })),
    })
  }
  return jobs
}

/** `0-3,8`. */
function countOf(numbers: string): number {
  return numbers.split(',').reduce((sum, range) => {
    const [first, last = first] = range.split('-').map(Number)
    return sum + last - first + 1
  }, 0)
}

/** By job number. */
export function parseWatchedJobs(text: string): ReadonlyMap<number, WatchedJob> {
  const jobs = new Map<number, { request: Request; waiting: boolean; states: WatchedState[] }>()
  let at = Number.NaN
  for (const line of text.split('\n')) {
    const begins = snapshotTime(line)
    if (begins !== null) at = begins
    if (!line.startsWith('JobId=')) continue
    const id = Number(fieldOf(line, 'JobId'))
    const state = {
      at,
      state: fieldOf(line, 'JobState'),
      reason: fieldOf(line, 'Reason'),
      limit: secondsOf(fieldOf(line, 'TimeLimit')),
      priority: Number(fieldOf(line, 'Priority')),
      start: Number(fieldOf(line, 'StartTime')),
    }
    const known = jobs.get(id)
    const waiting = state.state === 'PENDING'
    // Once it runs a job shows what it was given.
    if (known === undefined) jobs.set(id, { request: requestOf(id, line), waiting, states: [state] })
    else {
      known.states.push(state)
      if (waiting && !known.waiting) Object.assign(known, { request: requestOf(id, line), waiting })
    }
  }
  return new Map(Array.from(jobs, ([id, { request, states }]) => [id, { ...request, states }]))
}

function requestOf(job: number, line: string): Request {
  const text = (key: string) => fieldOf(line, key)
  const number = (key: string) => (/^\d+/.test(text(key)) ? Number.parseInt(text(key), 10) : Number.NaN)
  const [, least, most] = /^(\d+)(?:-(\d+))?$/.exec(text('NumNodes')) ?? []
  const tasksPerNode = Number.parseInt(text('NtasksPerN:B:S:C'), 10) || 0
  const asked = /(?:^|,)node=(\d+)/.exec(text('TRES'))?.[1]
  return {
    job,
    array: number('ArrayJobId'),
    het: number('HetJobId'),
    throttle: Number(/%(\d+)$/.exec(text('ArrayTaskId'))?.[1] ?? Number.POSITIVE_INFINITY),
    partitions: text('Partition').split(','),
    cores: number('NumCPUs'),
    leastNodes: Number(asked ?? least ?? 1),
    // A request for nodes is for so many; else the number is Slurm's guess.
    mostNodes: most === undefined ? Number.POSITIVE_INFINITY : Number(most),
    coresPerTask: number('CPUs/Task') || 1,
    tasksPerNode,
    memoryPerCore: megabytes(text('MinMemoryCPU')),
    memoryPerNode: megabytes(text('MinMemoryNode')),
    gpusPerNode: Number(/gpu(?::[a-z]\w*)?:(\d+)/.exec(text('TresPerNode'))?.[1] ?? 0),
    exclusive: text('OverSubscribe') === 'NO',
    dependencies: dependenciesOf(text('Dependency')),
  }
}

/** `afterok:48(unfulfilled),after:12_3+5(unfulfilled)`; who goes before a `singleton` is not said. */
function dependenciesOf(text: string): readonly WatchedDependency[] {
  return [...text.matchAll(/(after(?!burstbuffer)\w*):(\d+)/g)].map(([, kind, job]) => ({
    job: Number(job),
    until: kind === 'after' ? 'start' : 'end',
  }))
}

const UNITS: Readonly<Record<string, number>> = { K: 1 / 1024, M: 1, G: 1024, T: 1024 * 1024 }

function megabytes(text: string): number {
  const match = /^(\d+(?:\.\d+)?)([KMGT]?)$/.exec(text)
  return match === null ? 0 : Number(match[1]) * (UNITS[match[2]] ?? 1)
}

/** `1-00:10:00` in seconds. */
function secondsOf(text: string): number {
  const match = /^(?:(\d+)-)?(\d+):(\d\d):(\d\d)$/.exec(text)
  if (match === null) return Number.POSITIVE_INFINITY
  const [, days = '0', hours, minutes, seconds] = match
  return ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)
}
