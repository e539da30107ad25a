/**
 * Fitting a workload model to a log: who submits (population.ts), when (week.ts, sessions and batches), and what
 * (habits.ts). Sessions end after a pause in submitting (rule `arrival`), as it is people's activity that follows the
 * week and not their jobs' run times. Everything is a count or a quantile, but for the strength of self-regulation,
 * which is found by generating (regulation.ts), with seeds of its own: equal logs give equal models. The model is
 * stationary: it has no trend from month to month, no holidays and no growth.
 */
import { Calendar } from '../../core/calendar.js'
import { QueuewrightError } from '../../core/errors.js'
import { type Given, settled } from '../../core/settings/index.js'
import { ascending, quantile } from '../../core/statistics.js'
import { traceWith } from '../../trace/select.js'
import type { Trace } from '../../trace/trace.js'
import { extractSessions, SESSION_FIELDS, SESSION_RULES, type Sessions } from '../sessions/index.js'
import {
  addedHabits,
  countHabits,
  fitHabits,
  type HabitCounts,
  type JobKinds,
  kindsOf,
  likenessOf,
  type UserRows,
} from './habits.js'
import { countGoingOn, fitPersistence, type GoingOn, siteOdds } from './persistence.js'
import { archetypesOf, type LogUser, presenceOf, usersOf } from './population.js'
import { fitRegulation, LEAST_WEEKS, weeklyVariation } from './regulation.js'
import { MODEL_FIT } from './settings.js'
import { quantileTable, rounded } from './tables.js'
import { OperationalTime, weekOf } from './week.js'
import {
  type Archetype,
  AT_LIMIT,
  BELOW_A_SECOND,
  classOf,
  MODEL_KIND,
  MODEL_VERSION,
  PATIENCE_CLASSES,
  PATIENCE_EDGES,
  REQUEST_EDGES,
  RUN_CLASSES_PER_DECADE,
  SESSION_WORK_EDGES,
  WORK_QUANTILES,
  type WorkloadModel,
} from './workload-model.js'

/** The further fields that `fitModel` reads. */
export const FIT_FIELDS = SESSION_FIELDS

const DAY = 86_400
const WEEK = 7 * DAY
/** A user who was away for this long, or for a quarter of a shorter log, is gone. */
const LONGEST_ABSENCE = 90 * DAY
/** Share of the requested time from which on a job counts as having run into its limit. */
const LIMIT_SHARE = 0.99
/** Requested times, in seconds, that stand in for those that too few users have; longer ones in days. */
const USUAL_REQUESTS: readonly number[] = [
  ...[1, 2, 5, 10, 15, 20, 30, 45].map((minutes) => minutes * 60),
  ...[1, 1.5, 2, 3, 4, 6, 8, 10, 12, 18].map((hours) => hours * 3600),
  ...[1, 1.5, 2, 3, 4, 5, 6, 7, 10, 14, 21, 28].map((days) => days * DAY),
]
/** A table of cycles by class is made of so many or more. */
const LEAST_CYCLES = 20
/** Jobs that the whole site counts for beside an archetype's own, in how patient its users are. */
const PRIOR_STEPS = 10

/**
 * The model of `trace`, which is cleaned and has the field `wait` (jobs without one are taken to start at once).
 * @throws QueuewrightError `usage` for a least number of users below 1 or above the log's, and for a
 *   log without users or whose jobs were all submitted at one instant; `input-empty` for a log without jobs
 */
export function fitModel(trace: Trace, options: Given<typeof MODEL_FIT> = {}): WorkloadModel {
  const { leastUsers } = settled(MODEL_FIT, options, {}, 'unusable least number of users')
  const { jobs } = trace
  const { withWaits, withoutWait } = knownWaits(trace)
  const sessions = extractSessions(withWaits, { by: 'arrival' })
  const users = usersOf(jobs, sessions.session)
  checkEnough(trace, users.length, leastUsers)

  const rows = users.flatMap((user) => user.rows)
  const first = jobs.submit[0]
  const last = jobs.submit[jobs.length - 1]
  const starts = users.flatMap((user) => user.starts).map((row) => jobs.submit[row])
  const week = weekOf(starts, first, last, trace.clock)
  const absence = Math.min(LONGEST_ABSENCE, (last - first) / 4)

  const kinds = commonKinds(trace, users, leastUsers)
  const likeness = likenessOf(kinds)
  const steps = stepsOf(withWaits, sessions, users)
  const operational = new OperationalTime(week, trace.clock)
  const work = Float64Array.from(jobs.size, (size, row) => size * jobs.runtime[row])
  const workEdges = quantiles(work, WORK_QUANTILES)
  const workClass = Int8Array.from(work, (value) => classOf(workEdges, value))
  const groups = archetypesOf(jobs, users, leastUsers).map((members): Group => {
    const sessionRows = members.map((user) => sessionsOf(user))
    const goingOn = countGoingOn(sessionRows.flat(), workClass)
    return { members, sessionRows, goingOn, habits: countHabits(likeness, sessionRows) }
  })
  const site: SiteTables = {
    absence,
    last,
    operational: (submit) => operational.at(submit),
    patience: patienceOf(steps, null),
    sessionWork: SESSION_WORK_EDGES.map((edge) => workEdges[edge]),
    habits: addedHabits(groups.map(({ habits }) => habits)),
    odds: siteOdds(
      countGoingOn(
        groups.flatMap(({ sessionRows }) => sessionRows.flat()),
        workClass,
      ),
    ),
  }
  const archetypes = groups.map((group) => archetypeOf(trace, site, group, steps, kinds))
  const model: WorkloadModel = {
    kind: MODEL_KIND,
    version: MODEL_VERSION,
    evidence: {
      log: trace.name,
      digest: trace.digest,
      jobs: rows.length,
      users: users.length,
      sessions: starts.length,
      seconds: last - first,
      lastSubmit: trace.clock.unixStart === null ? null : trace.clock.unixStart + last,
      work: rounded(rows.reduce((sum, row) => sum + jobs.size[row] * jobs.runtime[row], 0) / (last - first)),
      withoutUser: jobs.length - rows.length,
      withoutWait,
      movedSizes: kinds.movedSizes,
      movedEstimates: kinds.movedEstimates,
      settings: { leastUsers, sessionPause: SESSION_RULES.arrival, absence },
    },
    machine: trace.processors,
    zone: trace.clock.zone,
    week,
    work: workEdges,
    goingOn: site.odds,
    regulation: 0,
    waits: Array.from({ length: PATIENCE_CLASSES }, (_, k) => quantileTable(steps.waits[k])),
    thinks: quantileTable(steps.thinks),
    overruns: kinds.overruns.map(quantileTable),
    archetypes,
  }
  const everySession = groups.flatMap(({ sessionRows }) => sessionRows.flat())
  const variation = weeklyVariation(
    everySession.map(([start]) => site.operational(jobs.submit[start])),
    everySession.map((session) => session.reduce((sum, row) => sum + work[row], 0)),
    site.operational(first),
    site.operational(last),
  )
  return { ...model, regulation: fitRegulation(model, variation) }
}

function knownWaits(trace: Trace): { withWaits: Trace; withoutWait: number } {
  const { length } = trace.jobs
  const recorded = trace.fields.wait ?? new Float64Array(length).fill(-1)
  const wait = recorded.map((seconds) => Math.max(0, seconds))
  const withoutWait = recorded.reduce((count, seconds) => (seconds < 0 ? count + 1 : count), 0)
  return { withWaits: traceWith(trace, { fields: { ...trace.fields, wait } }), withoutWait }
}

function checkEnough(trace: Trace, users: number, leastUsers: number): void {
  const { jobs, name } = trace
  if (jobs.length === 0) {
    throw new QueuewrightError('input-empty', 'no model can be fitted to an empty log', { file: name })
  }
  if (users === 0) {
    throw new QueuewrightError('usage', 'no job of this log has a user, and the model is one of users', {
      file: name,
      remedy: 'Take a model without users: qw generate --help',
    })
  }
  if (!(jobs.submit[jobs.length - 1] > jobs.submit[0])) {
    throw new QueuewrightError('usage', 'all jobs of this log were submitted at one instant', {
      file: name,
      remedy: 'Choose a larger part of the log',
    })
  }
  if (users < leastUsers) {
    throw new QueuewrightError('usage', 'this log has too few users for a model that tells of none of them', {
      file: name,
      field: 'leastUsers',
      value: users,
      expected: `${leastUsers} users or more`,
      remedy: 'Lower the least number of users if nobody has to be protected',
    })
  }
}

interface CommonKinds extends JobKinds {
  readonly overruns: readonly number[][]
  readonly movedSizes: number
  readonly movedEstimates: number
}

/** The jobs with sizes and requested times that at least `least` users have, and classes of run times. */
function commonKinds(trace: Trace, users: readonly LogUser[], least: number): CommonKinds {
  const { size, estimate, runtime } = trace.jobs
  const largest = size.reduce((high, value) => Math.max(high, value), 1)
  const powers = Array.from({ length: 31 }, (_, k) => 2 ** k).filter((power) => power < largest)
  const sizes = sorted([...sharedValues(users, size, least), ...powers, largest])
  const requests = sorted(
    [...sharedValues(users, estimate, least), ...USUAL_REQUESTS].filter((value) => value > 0),
  )
  const known = new Set(sizes)
  const asked = new Set(requests)
  const overruns = Array.from({ length: REQUEST_EDGES.length + 1 }, (): number[] => [])
  let movedSizes = 0
  let movedEstimates = 0
  const run = new Int32Array(runtime.length)
  for (let row = 0; row < run.length; row++) {
    const atLimit = estimate[row] > 0 && runtime[row] >= LIMIT_SHARE * estimate[row]
    if (atLimit) overruns[classOf(REQUEST_EDGES, estimate[row])].push(runtime[row] / estimate[row])
    run[row] = atLimit ? AT_LIMIT : runClass(runtime[row])
  }
  return {
    size: size.map((value) => {
      if (known.has(value)) return value
      movedSizes++
      return nearest(sizes, value)
    }),
    estimate: estimate.map((value) => {
      if (!(value > 0)) return -1
      if (asked.has(value)) return value
      movedEstimates++
      return requests.find((request) => request > value) ?? requests[requests.length - 1]
    }),
    run,
    overruns,
    movedSizes,
    movedEstimates,
  }
}

function runClass(runtime: number): number {
  return runtime < 1 ? BELOW_A_SECOND : Math.floor(RUN_CLASSES_PER_DECADE * Math.log10(runtime))
}

/** Values that jobs of at least `least` users have. */
function sharedValues(users: readonly LogUser[], column: ArrayLike<number>, least: number): number[] {
  const counts = new Map<number, number>()
  for (const { rows } of users) {
    for (const value of new Set(rows.map((row) => column[row])))
      counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count >= least).map(([value]) => value)
}

function sorted(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b)
}

/** By ratio; of two as near the smaller. */
function nearest(values: readonly number[], value: number): number {
  const distance = (other: number) => Math.abs(Math.log(other / value))
  return values.reduce((best, other) => (distance(other) < distance(best) ? other : best))
}

/** What users do between two jobs of a session. */
interface Steps {
  /** By row: whether the user waited before he submitted it; −1 for the first job of a session. */
  readonly waited: Int8Array
  /** By row: class of the run time of the job before. */
  readonly after: Int8Array
  /** By row: seconds since the submit of the job before. */
  readonly pause: Float64Array
  readonly waits: readonly number[][]
  readonly thinks: readonly number[]
}

function stepsOf({ jobs, fields }: Trace, sessions: Sessions, users: readonly LogUser[]): Steps {
  const waited = new Int8Array(jobs.length).fill(-1)
  const after = new Int8Array(jobs.length)
  const pause = new Float64Array(jobs.length)
  const waits = Array.from({ length: PATIENCE_CLASSES }, (): number[] => [])
  const thinks: number[] = []
  for (const { rows } of users) {
    for (let k = 1; k < rows.length; k++) {
      const row = rows[k]
      const before = rows[k - 1]
      if (sessions.session[row] !== sessions.session[before]) continue
      const newBatch = sessions.batch[row] !== sessions.batch[before]
      waited[row] = newBatch ? 1 : 0
      after[row] = classOf(PATIENCE_EDGES, jobs.runtime[before])
      pause[row] = jobs.submit[row] - jobs.submit[before]
      if (!newBatch) continue
      const preceding = sessions.preceding[row]
      thinks.push(sessions.think[row])
      waits[classOf(PATIENCE_EDGES, jobs.runtime[preceding])].push(fields.wait?.[preceding] ?? 0)
    }
  }
  return { waited, after, pause, waits, thinks }
}

/** By class of the run time before: the share of steps at which the user waited; beside `prior` where there is one. */
function patienceOf(
  { waited, after }: Steps,
  prior: readonly number[] | null,
  rows?: readonly number[],
): number[] {
  const counts = new Float64Array(PATIENCE_CLASSES)
  const steps = new Float64Array(PATIENCE_CLASSES)
  const count = (row: number): void => {
    if (waited[row] < 0) return
    steps[after[row]]++
    counts[after[row]] += waited[row]
  }
  if (rows === undefined) for (let row = 0; row < waited.length; row++) count(row)
  else rows.forEach(count)
  const weight = prior === null ? 0 : PRIOR_STEPS
  return Array.from(counts, (waits, k) => {
    const total = steps[k] + weight
    return total > 0 ? rounded((waits + weight * (prior?.[k] ?? 0)) / total) : 0
  })
}

function sessionsOf({ rows, starts }: LogUser): UserRows {
  const sessions: number[][] = []
  let next = 0
  for (const row of rows) {
    if (row === starts[next]) {
      sessions.push([])
      next++
    }
    sessions[next - 1].push(row)
  }
  return sessions
}

/** Users that make one archetype, and what is counted of them. */
interface Group {
  readonly members: readonly LogUser[]
  readonly sessionRows: readonly UserRows[]
  readonly habits: HabitCounts
  readonly goingOn: GoingOn
}

interface SiteTables {
  readonly absence: number
  readonly last: number
  readonly operational: (submit: number) => number
  readonly patience: readonly number[]
  readonly habits: HabitCounts
  readonly odds: readonly (readonly number[])[]
  readonly sessionWork: readonly number[]
}

function archetypeOf(
  { jobs: { submit, runtime, size } }: Trace,
  site: SiteTables,
  { members, sessionRows, habits, goingOn }: Group,
  steps: Steps,
  kinds: CommonKinds,
): Archetype {
  const rows = members.flatMap((user) => user.rows)
  const starts = sessionRows.map((sessions) => {
    const seconds = sessions.map(([first]) => submit[first])
    const work = sessions.map((session) => session.reduce((sum, row) => sum + size[row] * runtime[row], 0))
    const kind = work.map((value) => classOf(site.sessionWork, value))
    return { seconds, operational: seconds.map(site.operational), kind }
  })
  const { cycles, left, told } = presenceOf(starts, site.sessionWork.length + 1, site.last, site.absence)
  const allCycles = cycles.flat()
  const sessions = sessionRows.reduce((count, of) => count + of.length, 0)
  const span = site.last - submit[0]
  // Jeffreys' estimate of a share, so that nobody stays for ever.
  const leaving = allCycles.length === 0 ? 1 : rounded((left + 0.5) / (told + 1))
  const meanCycle = allCycles.reduce((sum, cycle) => sum + cycle, 0) / Math.max(1, allCycles.length)
  return {
    users: members.length,
    jobs: rows.length,
    sessions,
    // Every session that is somebody's last is somebody's first, in the long run.
    arrivals: rounded((leaving * sessions * DAY) / span),
    present: rounded(((1 - leaving) * sessions * meanCycle) / span),
    leaving,
    cycles: quantileTable(allCycles),
    cyclesAfter: cycles.map((of) => (of.length < LEAST_CYCLES ? [] : quantileTable(of))),
    ...fitPersistence(goingOn, site.odds),
    pauses: quantileTable(rows.filter((row) => steps.waited[row] === 0).map((row) => steps.pause[row])),
    patience: patienceOf(steps, site.patience, rows),
    ...fitHabits(habits, site.habits),
    kinds: kindsOf(kinds, rows),
  }
}

function quantiles(values: Float64Array, shares: readonly number[]): readonly number[] {
  const sorted = ascending(values)
  return shares.map((share) => rounded(quantile(sorted, share)))
}

/** What a user of the fit should know, one sentence each. */
export function fitNotices(trace: Trace, model: WorkloadModel): readonly string[] {
  const { evidence, archetypes } = model
  const notices: string[] = []
  if (trace.clock.unixStart === null) {
    const began = new Calendar(trace.clock).iso(0)
    notices.push(
      `the log does not say when it began: its second 0 is taken as ${began}, and so are its hours and weekdays`,
    )
  }
  if (evidence.withoutUser > 0) notices.push(`${evidence.withoutUser} jobs have no user and are left out`)
  if (evidence.withoutWait > 0) {
    notices.push(`${evidence.withoutWait} jobs have no recorded wait and are taken to have started at once`)
  }
  if (archetypes.length === 1) notices.push('the log has so few users that all are one archetype')
  if (evidence.seconds < LEAST_WEEKS * WEEK) {
    notices.push(
      `the log is shorter than ${LEAST_WEEKS} weeks: its weekly cycle is uncertain, and self-regulation is not fitted`,
    )
  }
  return notices
}
