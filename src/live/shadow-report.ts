/**
 * The report of a shadow's log: how often Slurm started what the policy would have, and, day by day, the waits as they were beside those
 * of the policy, simulated on the same jobs from the state in which the look-out began.
 */
import { groupedBy } from '../core/grouping.js'
import type { ShadowReport, WaitPair } from '../report/pages/shadow.js'
import { Continued, type Environment } from '../sim/continued.js'
import type { Placed } from '../sim/facility/places.js'
import { type JobLog, jobLog, type KnownJob } from './known-jobs.js'
import { EPOCH } from './order.js'
import { agreed } from './shadow.js'
import type { ShadowJob, ShadowState } from './shadow-log.js'

interface Waited {
  readonly job: ShadowJob
  readonly recorded: number
  readonly policy: number
}

const DAY = 86_400

/**
 * @param begin of the log; it has begun
 * @param placeOf where jobs ran in the beginning, by row
 * @param notices sentences on what is not known, or not simulated
 */
export function shadowReport(
  state: ShadowState,
  begin: NonNullable<ShadowState['begin']>,
  jobs: ShadowJobs,
  ground: Environment,
  placeOf: (row: number) => Placed | null,
  notices: readonly string[],
): ShadowReport {
  const waits = waitsOf(state, jobs, ground, placeOf)
  const days = new Map<string, { waits: Waited[]; starts: number; agreed: number }>()
  const dayOf = (at: number) => {
    const name = new Date(Math.floor(at / DAY) * DAY * 1000).toISOString().slice(0, 10)
    const day = days.get(name) ?? { waits: [], starts: 0, agreed: 0 }
    days.set(name, day)
    return day
  }
  for (const wait of waits) dayOf(wait.job.submit).waits.push(wait)
  for (const { at, started, expected } of state.starts) {
    const day = dayOf(at)
    day.starts += started.length
    day.agreed += agreed(started, expected)
  }
  const users = groupedBy(waits, ({ job }) => job.user)
  const gain = ({ jobs, recorded, policy: by }: WaitPair) => jobs * (recorded - by)
  return {
    ...{ policy: begin.policy, partitions: begin.partitions, processors: begin.processors },
    ...{ since: state.since, until: state.last, notices },
    starts: state.starts.reduce((sum, { started }) => sum + started.length, 0),
    agreed: state.starts.reduce((sum, { started, expected }) => sum + agreed(started, expected), 0),
    all: meansOf(waits),
    days: [...days]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([day, of]) => ({ day, starts: of.starts, agreed: of.agreed, ...meansOf(of.waits) })),
    users: [...users]
      .map(([user, of]) => ({ user, ...meansOf(of) }))
      .sort((one, other) => gain(other) - gain(one)),
    open: [...state.jobs.values()].filter(({ start, end }) => start === null && end === null).length,
  }
}

function meansOf(waits: readonly Waited[]): WaitPair {
  const mean = (of: (wait: Waited) => number) =>
    waits.length === 0 ? 0 : waits.reduce((sum, wait) => sum + of(wait), 0) / waits.length
  return {
    jobs: waits.length,
    recorded: mean(({ recorded }) => recorded),
    policy: mean(({ policy }) => policy),
  }
}

/** A shadow's jobs from the begin of the look-out on, as a log. */
export interface ShadowJobs extends JobLog {
  /** The second of the log at which the look-out began. */
  readonly at: number
  readonly jobs: readonly ShadowJob[]
}

/** @param machine processors: larger jobs could never start */
export function shadowJobs(
  { jobs, first, since }: ShadowState,
  machine: number,
  zone: string | number,
): ShadowJobs {
  const kept = [...jobs.values()].filter(({ processors, start, end }) => {
    // One that was cancelled while it waited says nothing of starts.
    const isCancelled = start === null && end !== null
    return !isCancelled && processors <= machine && !(end !== null && end <= since)
  })
  const rows = kept
    .map((job, k) => ({ job, known: knownJob(job, first.get(job.id), k) }))
    .sort(({ known: one }, { known: other }) => one.submit - other.submit || one.id - other.id)
  const log = jobLog(
    rows.map(({ known }) => known),
    zone,
  )
  return { ...log, at: since - EPOCH, jobs: rows.map(({ job }) => job) }
}

/** @param before how it was seen first, when what it asked for was not yet what it was given */
function knownJob(job: ShadowJob, before: ShadowJob | undefined, id: number): KnownJob {
  const { user, processors: size, limit, submit, start, end, asked } = job
  const request = before?.asked ?? asked
  const details = request?.details ?? null
  const { account = '', qos = '', partitions = [''], array = null } = request ?? {}
  const ran = start === null || end === null ? 0 : end - start
  return {
    ...{ id, user, account, qos, partitions, size, limit: Math.max(limit, ran), submit, start, end, array },
    details: details && {
      ...{ ...NOTHING_ASKED, ...details, nodes: asked?.details?.nodes ?? [] },
      throttle: details.throttle ?? Number.POSITIVE_INFINITY,
    },
  }
}

/** Details of a job that a log does not look at. */
const NOTHING_ASKED = {
  ...{ job: 0, array: Number.NaN, het: Number.NaN, partitions: [], cores: 0 },
  ...{ mostNodes: Number.POSITIVE_INFINITY, dependencies: [] },
}

/** Waits of all jobs that have started since the look-out began. */
function waitsOf(
  { since, last }: ShadowState,
  { trace, at, jobs }: ShadowJobs,
  ground: Environment,
  placeOf: (row: number) => Placed | null,
): readonly Waited[] {
  const { submit, estimate, runtime } = trace.jobs
  const rows = [...jobs.keys()]
  const ran = (row: number) => jobs[row].start !== null && (jobs[row].start as number) < since
  const running = Int32Array.from(rows.filter(ran))
  // What has not ended yet has run for so long at least, and is taken to go on to its limit.
  const lasts = (row: number) => (runtime[row] < 0 ? estimate[row] : runtime[row])
  const start = Float64Array.from(jobs, (job) => (job.start === null ? Number.NaN : job.start - EPOCH))
  const going = rows.filter((row) => !ran(row))
  const rest = {
    ...{ ended: new Int32Array(0), running },
    ran: Float64Array.from(running, (row) => Math.max(lasts(row), at - start[row] + 1)),
    going: going.map((row) => ({ row, submit: submit[row], runtime: lasts(row) })),
  }
  const standing = { at, origin: 0, jobs: trace.jobs, fields: trace.fields, start, placeOf }
  const found = new Continued(ground, standing, rest).starts(going.length)
  return going.flatMap((row, k) => {
    const job = jobs[row]
    if (job.start === null || job.start > last) return []
    return { job, recorded: job.start - job.submit, policy: found[k] - submit[row] }
  })
}
