/**
 * Fitting a workload model to a log: who submits (population.ts), when (week.ts, sessions and batches), and what
 * (habits.ts). Sessions end after a pause in submitting (rule `arrival`), as it is people's activity that follows the
 * week and not their jobs' run times. Everything is a count or a quantile, but for the strength of self-regulation,
 * which is found by generating (regulation.ts), with seeds of its own: equal logs give equal models. The model is
 * stationary: it has no trend from month to month, no holidays and no growth.
 */
import { Calendar } from '../../core/calendar.js'
import { QueuewrightError } from '../../core/errors.js'
import { plural } from '../../core/format.js'
import { type Given, settled } from '../../core/settings/index.js'
import { ascending, quantile } from '../../core/statistics.js'
import { traceWith } from '../../trace/select.js'
import type { Trace } from '../../trace/trace.js'
import { extractSessions, SESSION_FIELDS, SESSION_RULES } from '../sessions/index.js'
import { type CommonKinds, commonKinds } from './common-kinds.js'
import {
  addedHabits,
  countHabits,
  fitHabits,
  type HabitCounts,
  type JobKinds,
  kindsOf,
  likenessOf,
} from './habits.js'
import { countGoingOn, fitPersistence, type GoingOn, siteOdds } from './persistence.js'
import {
  archetypesOf,
  eachSession,
  jobCount,
  type LogUser,
  presenceOf,
  sessionCount,
  usersOf,
} from './population.js'
import { fitRegulation, LEAST_WEEKS, weeklyVariation } from './regulation.js'
import { MODEL_FIT } from './settings.js'
import { patienceOf, pausesOf, type Steps, stepsOf } from './steps.js'
import { quantileTable, rounded } from './tables.js'
import { OperationalTime, weekOf } from './week.js'
import {
  type Archetype,
  classOf,
  MODEL_KIND,
  MODEL_VERSION,
  PATIENCE_CLASSES,
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
/** A table of cycles by class is made of so many or more. */
const LEAST_CYCLES = 20
/**
 * The model of `trace`, which is cleaned and has the field `wait` (jobs without one are taken to start at once).
 * @throws QueuewrightError `usage` for a least number of users below 1 or above the log's, and for a
 *   log without users or whose jobs were all submitted at one instant; `input-empty` for a log without jobs
 */
export function fitModel(trace: Trace, options: Given<typeof MODEL_FIT> = {}): WorkloadModel {
  const { model, variation } = fitTables(trace, options)
  return { ...model, regulation: fitRegulation(model, variation) }
}

/** The model without self-regulation, and how the log's work varies from week to week. */
function fitTables(
  trace: Trace,
  options: Given<typeof MODEL_FIT>,
): { model: WorkloadModel; variation: number } {
  const { leastUsers } = settled(MODEL_FIT, options, {}, 'unusable least number of users')
  const { jobs } = trace
  const { withWaits, withoutWait } = knownWaits(trace)
  const sessions = extractSessions(withWaits, { by: 'arrival' })
  const users = usersOf(jobs, sessions.session)
  checkEnough(trace, users.length, leastUsers)

  const counted = jobCount(users)
  const first = jobs.submit[0]
  const last = jobs.submit[jobs.length - 1]
  const starts = eachOf(users, ([row]) => jobs.submit[row])
  const week = weekOf(starts, first, last, trace.clock)
  const absence = Math.min(LONGEST_ABSENCE, (last - first) / 4)

  const kinds = commonKinds(trace, users, leastUsers)
  const steps = stepsOf(withWaits, sessions, users)
  const operational = new OperationalTime(week, trace.clock)
  const work = jobs.runtime.map((runtime, row) => jobs.size[row] * runtime)
  const workEdges = quantiles(work, WORK_QUANTILES)
  const workClass = new Int8Array(work.length)
  for (let row = 0; row < work.length; row++) workClass[row] = classOf(workEdges, work[row])
  const groups = groupsOf(archetypesOf(jobs, users, leastUsers), workClass, kinds)
  const everybody = groups.flatMap(({ members }) => members)
  const site: SiteTables = {
    absence,
    last,
    operational: (submit) => operational.at(submit),
    patience: patienceOf(steps, null),
    sessionWork: SESSION_WORK_EDGES.map((edge) => workEdges[edge]),
    habits: addedHabits(groups.map(({ habits }) => habits)),
    odds: siteOdds(countGoingOn(everybody, workClass)),
  }
  const archetypes = groups.map((group) => archetypeOf(jobs.submit, work, site, group, steps, kinds))
  const model: WorkloadModel = {
    kind: MODEL_KIND,
    version: MODEL_VERSION,
    evidence: {
      log: trace.name,
      digest: trace.digest,
      jobs: counted,
      users: users.length,
      sessions: starts.length,
      seconds: last - first,
      lastSubmit: trace.clock.unixStart === null ? null : trace.clock.unixStart + last,
      work: rounded(users.reduce((sum, { rows }) => sumOf(rows, work, sum), 0) / (last - first)),
      withoutUser: jobs.length - counted,
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
  const variation = weeklyVariation(
    eachOf(everybody, ([row]) => site.operational(jobs.submit[row])),
    eachOf(everybody, (rows) => sumOf(rows, work)),
    site.operational(first),
    site.operational(last),
  )
  return { model, variation }
}

/** A number for each session, user by user. */
function eachOf(users: readonly LogUser[], of: (rows: Int32Array) => number): Float64Array {
  const numbers = new Float64Array(sessionCount(users))
  let session = 0
  eachSession(users, (rows) => {
    numbers[session++] = of(rows)
  })
  return numbers
}

function sumOf(rows: Int32Array, column: Float64Array, before = 0): number {
  let sum = before
  for (let k = 0; k < rows.length; k++) sum += column[rows[k]]
  return sum
}

function groupsOf(
  archetypes: readonly (readonly LogUser[])[],
  workClass: Int8Array,
  kinds: JobKinds,
): readonly Group[] {
  const likeness = likenessOf(kinds)
  return archetypes.map((members) => ({
    members,
    goingOn: countGoingOn(members, workClass),
    habits: countHabits(likeness, members),
  }))
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

/** Users that make one archetype, and what is counted of them. */
interface Group {
  readonly members: readonly LogUser[]
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
  submit: Float64Array,
  work: Float64Array,
  site: SiteTables,
  { members, habits, goingOn }: Group,
  steps: Steps,
  kinds: CommonKinds,
): Archetype {
  const starts = members.map((user) => {
    const seconds = eachOf([user], ([row]) => submit[row])
    const kind = eachOf([user], (rows) => classOf(site.sessionWork, sumOf(rows, work)))
    return { seconds, operational: seconds.map(site.operational), kind }
  })
  const { cycles, left, told } = presenceOf(starts, site.sessionWork.length + 1, site.last, site.absence)
  const allCycles = cycles.flat()
  const sessions = sessionCount(members)
  const span = site.last - submit[0]
  // Jeffreys' estimate of a share, so that nobody stays for ever.
  const leaving = allCycles.length === 0 ? 1 : rounded((left + 0.5) / (told + 1))
  const meanCycle = allCycles.reduce((sum, cycle) => sum + cycle, 0) / Math.max(1, allCycles.length)
  return {
    users: members.length,
    jobs: jobCount(members),
    sessions,
    // Every session that is somebody's last is somebody's first, in the long run.
    arrivals: rounded((leaving * sessions * DAY) / span),
    present: rounded(((1 - leaving) * sessions * meanCycle) / span),
    leaving,
    cycles: quantileTable(allCycles),
    cyclesAfter: cycles.map((of) => (of.length < LEAST_CYCLES ? [] : quantileTable(of))),
    ...fitPersistence(goingOn, site.odds),
    pauses: quantileTable(pausesOf(members, steps)),
    patience: patienceOf(steps, site.patience, members),
    ...fitHabits(habits, site.habits),
    kinds: kindsOf(kinds, members),
  }
}

function quantiles(values: Float64Array, shares: readonly number[]): readonly number[] {
  const sorted = ascending(values)
  return shares.map((share) => rounded(quantile(sorted, share)))
}

/** Notices for a user of the fit, one sentence each. */
export function fitNotices(trace: Trace, model: WorkloadModel): readonly string[] {
  const { evidence, archetypes } = model
  const notices: string[] = []
  if (trace.clock.unixStart === null) {
    const began = new Calendar(trace.clock).iso(0)
    notices.push(
      `the log does not say when it began: its second 0 is taken as ${began}, and so are its hours and weekdays`,
    )
  }
  if (evidence.withoutUser > 0)
    notices.push(`left out: ${plural(evidence.withoutUser, 'job')} without a user`)
  if (evidence.withoutWait > 0) {
    notices.push(
      `taken to have started at once: ${plural(evidence.withoutWait, 'job')} without a recorded wait`,
    )
  }
  if (archetypes.length === 1) notices.push('the log has so few users that all are one archetype')
  if (evidence.seconds < LEAST_WEEKS * WEEK) {
    notices.push(
      `the log is shorter than ${LEAST_WEEKS} weeks: its weekly cycle is uncertain, and self-regulation is not fitted`,
    )
  }
  return notices
}
