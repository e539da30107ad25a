/**
 * The report of a shadow's log: how often Slurm started what the policy would have, and, day by day, the waits as they were beside those
 * of the policy, simulated on the same jobs from the state in which the look-out began.
 */
import { groupedBy, numbering } from '../core/grouping.js'
import type { ShadowReport, WaitPair } from '../report/pages/shadow.js'
import type { SimulatedPolicy } from '../sim/policy.js'
import { simulate } from '../sim/simulate.js'
import { timeClassClock } from '../sim/time-class.js'
import { type ComingJob, continued, type QueuedRow, type RunningJob } from './machine-state.js'
import { EPOCH } from './order.js'
import { agreed } from './shadow.js'
import type { ShadowJob, ShadowState } from './shadow-log.js'

interface Waited {
  readonly job: ShadowJob
  readonly recorded: number
  readonly policy: number
}

const DAY = 86_400

/** @param begin of the log; it has begun */
export function shadowReport(
  state: ShadowState,
  begin: NonNullable<ShadowState['begin']>,
  policy: SimulatedPolicy,
  zone: string | number,
): ShadowReport {
  const waits = waitsOf(state, begin.processors, policy, zone)
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
    ...{ since: state.since, until: state.last },
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

/** Waits of all jobs that have started since the look-out began. */
function waitsOf(
  { jobs, first, since, last }: ShadowState,
  machine: number,
  policy: SimulatedPolicy,
  zone: string | number,
): readonly Waited[] {
  const userOf = numbering<string>()
  const running: (RunningJob & { readonly runtime: number })[] = []
  const waiting: (QueuedRow & { readonly job: ShadowJob; readonly runtime: number })[] = []
  const coming: (ComingJob & { readonly job: ShadowJob })[] = []
  let id = 0
  for (const job of jobs.values()) {
    const { user, processors: size, limit, submit, start, end } = job
    // One that was cancelled while it waited says nothing of starts.
    if ((start === null && end !== null) || size > machine) continue
    if (end !== null && end <= since) continue
    // What has not ended yet has run for so long at least, and is taken to go on to its limit.
    const runtime = start === null || end === null ? limit : end - start
    const row = {
      id: id++,
      user: userOf(user),
      size,
      limit: Math.max(limit, runtime),
      submit: submit - EPOCH,
      runtime,
    }
    const atFirst = first.get(job.id) ?? job
    if (start !== null && start <= since) running.push({ ...row, start: start - EPOCH })
    else if (submit <= since || (atFirst.at <= since && atFirst.start === null)) waiting.push({ ...row, job })
    else coming.push({ ...row, job })
  }
  const found = continued(
    { at: since - EPOCH, processors: machine, running, waiting },
    { running: running.map(({ runtime }) => runtime), waiting: waiting.map(({ runtime }) => runtime) },
    coming,
  )
  const situation = timeClassClock({ unixStart: EPOCH, zone })
  const { start } = simulate({ jobs: found.jobs, processors: found.processors, policy, situation })
  const rows = [...found.waiting, ...found.coming]
  return [...waiting, ...coming].flatMap(({ job }, k) => {
    if (job.start === null || job.start > last) return []
    return { job, recorded: job.start - job.submit, policy: start[rows[k]] + EPOCH - job.submit }
  })
}
