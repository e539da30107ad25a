/**
 * A workload of a fitted model: as many jobs or days as are wanted, of the users that the model describes, with new
 * numbers. A pure function of model, parameters and seed.
 *
 * Users. Each archetype begins with its mean number of users present, in the midst of a cycle; new ones come one in
 * each interval of 1/arrivals, at a uniform place in it; all of that in operational time (week.ts). A user has
 * sessions, a cycle from start to start, and after each leaves with the archetype's chance. He draws only from a
 * generator of his own, so a longer workload begins with the same users.
 *
 * Sessions. After each job a session goes on or ends (persistence.ts). If it goes on, the user waits for the end of his
 * batch, with a chance by that job's run time, and then thinks; or he submits the next job after a pause. The end is
 * the latest submit + run time of the batch + a wait drawn from the log's: what the submit times of the real log held
 * of its scheduler is kept, in the mean. Each dependent job names what it depends on (SWF fields 17 and 18), so that
 * the workload can be simulated with user feedback, where that wait is the simulated one.
 *
 * Load. The offered load is Σ size·run / (machine · (last submit − first submit)). To reach one, the number of users
 * is multiplied by load / the model's mean load, and what the drawn users offer beyond or below it is made up by
 * letting all sessions follow each other faster or slower, by one factor of operational time. Pauses, think times,
 * days and weeks stay as they are. Self-regulation (regulation.ts) is about that load.
 */
import { Calendar } from '../../core/calendar.js'
import { QueuewrightError } from '../../core/errors.js'
import { stableOrder } from '../../core/ordering.js'
import { Random } from '../../core/random.js'
import { type Given, settled, type Values } from '../../core/settings/index.js'
import { groupTrace } from '../../trace/groups.js'
import { JobTableBuilder } from '../../trace/job-table.js'
import { createTrace } from '../../trace/select.js'
import type { LogClock, Trace } from '../../trace/trace.js'
import { MOST_JOBS } from '../generated.js'
import { Pool } from './pool.js'
import { sessionTimes } from './regulation.js'
import { MODEL_GENERATION } from './settings.js'
import { OperationalTime } from './week.js'
import type { WorkloadModel } from './workload-model.js'

/** A number of jobs or of days, exactly one of the two, and what else is to be as it is not usual. */
export type GenerateOptions = Given<typeof MODEL_GENERATION>
type Generation = Values<typeof MODEL_GENERATION>

const DAY = 86_400
const WEEK = 7 * DAY
/** The largest relative difference between the load asked for and the load made. */
const LOAD_TOLERANCE = 0.001
const MOST_ATTEMPTS = 40
/** Beyond this, sessions would follow each other in a way that no user has. */
const LARGEST_PACE = 100

/**
 * @throws QueuewrightError `usage` for parameters out of range, a machine smaller than the model's jobs or a load
 *   that these users cannot give; `machine-unknown` for a load without a machine
 */
export function generateFromModel(model: WorkloadModel, options: GenerateOptions): Trace {
  const settings = settled(MODEL_GENERATION, options, {}, 'the workload cannot be made')
  const { jobs: count, days, load, start, seed } = settings
  checkAmount(settings)
  const machine = machineOf(model, settings)
  const clock = clockOf(model, start)
  const users = usersFactor(model, load, machine)
  const pool = new Pool(model, users, new Random(`fitted model ${seed}`))
  checkLength(count ?? pool.jobRate * (days ?? 0) * DAY)
  const time = new OperationalTime(model.week, clock)

  const select = (pace: number): ChosenJobs =>
    count !== null ? firstJobs(pool, time, pace, count) : firstSeconds(pool, time, pace, (days ?? 0) * DAY)
  const selection = load === null ? select(1) : atLoad(select, load, machine ?? 1)
  return traceOf(model, settings, pool, selection, machine, clock)
}

function checkAmount({ jobs, days }: Generation): void {
  if ((jobs === null) !== (days === null)) return
  throw new QueuewrightError('usage', 'the workload cannot be made', {
    field: 'jobs',
    value: jobs === null ? 'neither' : 'both',
    expected: 'either a number of jobs or a number of days',
  })
}

function checkLength(jobs: number): void {
  if (jobs <= MOST_JOBS) return
  throw new QueuewrightError('usage', 'so long a workload does not fit into memory', {
    value: Math.round(jobs),
    expected: `at most ${MOST_JOBS} jobs`,
    remedy: 'Make it in parts, with a seed each',
  })
}

function machineOf(model: WorkloadModel, { machine, load }: Generation): number | null {
  const processors = machine ?? model.machine
  const largest = model.archetypes.reduce((high, { kinds }) => Math.max(high, kinds[kinds.length - 1][0]), 1)
  if (processors !== null && !(Number.isInteger(processors) && processors >= largest)) {
    throw new QueuewrightError('usage', 'the machine is too small for the jobs of this model', {
      field: 'machine',
      value: processors,
      expected: `${largest} processors or more`,
      remedy: 'Scale the generated workload to another machine: qw scale',
    })
  }
  if (processors === null && load !== null) {
    throw new QueuewrightError('machine-unknown', 'the model does not say how large the machine is', {
      field: 'machine',
      remedy: 'Name the size with --machine N',
    })
  }
  return processors
}

function clockOf({ evidence, zone }: WorkloadModel, start: string | null): LogClock {
  if (start === null) {
    if (evidence.lastSubmit === null) return { unixStart: null, zone }
    const calendar = new Calendar({ unixStart: 0, zone })
    const after = (7 - calendar.weekday(evidence.lastSubmit)) % 7 || 7
    const { year, month, day } = calendar.localParts(evidence.lastSubmit)
    return { unixStart: calendar.secondOf(year, month, day + after), zone }
  }
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(start)?.map(Number) ?? []
  const calendar = new Calendar({ unixStart: 0, zone })
  const second = year === undefined ? Number.NaN : calendar.secondOf(year, month, day)
  if (!(second >= 0 && calendar.isoDate(second) === start)) {
    throw new QueuewrightError('usage', 'the workload cannot begin then', {
      field: 'start',
      value: start,
      expected: 'a day from 1970 on, such as 2027-01-31',
    })
  }
  return { unixStart: second, zone }
}

function usersFactor({ evidence }: WorkloadModel, load: number | null, machine: number | null): number {
  if (load === null || machine === null) return 1
  if (evidence.work > 0) return (load * machine) / evidence.work
  throw new QueuewrightError('usage', 'the jobs of this model do no work, so they cannot give a load', {
    field: 'load',
    value: load,
  })
}

/** The chosen jobs of a pool in order of submit, and their submits. */
interface ChosenJobs {
  readonly rows: Int32Array
  readonly submit: Float64Array
  /** Σ size·run. */
  readonly work: number
}

/** Submits of the whole pool, in whole seconds, and the instant up to which all of them are here. */
function submits(
  pool: Pool,
  time: OperationalTime,
  pace: number,
): { submit: Float64Array; complete: number } {
  const { ofJob } = pool.sessions
  const { start, end } = sessionTimes(pool, pace, pool.model.regulation)
  const instants = start.map((operational) => Math.floor(time.instant(operational)))
  const submit = new Float64Array(pool.length)
  for (let job = 0; job < submit.length; job++) submit[job] = instants[ofJob[job]] + pool.offset[job]
  return { submit, complete: Math.floor(time.instant(end)) }
}

function selected(pool: Pool, submit: Float64Array, order: Int32Array, count: number): ChosenJobs {
  const rows = order.slice(0, count)
  let work = 0
  for (const row of rows) work += pool.size[row] * pool.runtime[row]
  return { rows, submit: Float64Array.from(rows, (row) => submit[row]), work }
}

/** The first `count` jobs. */
function firstJobs(pool: Pool, time: OperationalTime, pace: number, count: number): ChosenJobs {
  if (pool.horizon === 0) pool.fill((1.1 * count) / pool.jobRate + 2 * WEEK)
  for (;;) {
    const { submit, complete } = submits(pool, time, pace)
    const order = stableOrder(submit)
    if (order.length >= count && submit[order[count - 1]] < complete)
      return selected(pool, submit, order, count)
    pool.fill(1.5 * pool.horizon)
  }
}

/** The jobs of the first `seconds`. */
function firstSeconds(pool: Pool, time: OperationalTime, pace: number, seconds: number): ChosenJobs {
  if (pool.horizon === 0) pool.fill((1.2 * time.at(seconds)) / pace + WEEK)
  for (;;) {
    const { submit, complete } = submits(pool, time, pace)
    if (complete < seconds) {
      pool.fill(1.5 * pool.horizon)
      continue
    }
    const order = stableOrder(submit)
    let count = 0
    while (count < order.length && submit[order[count]] < seconds) count++
    return selected(pool, submit, order, count)
  }
}

/** The selection whose load is `load`, by the pace of operational time. */
function atLoad(select: (pace: number) => ChosenJobs, load: number, machine: number): ChosenJobs {
  let pace = 1
  // A larger pace means longer times between sessions, and less load.
  let tooShort = 0
  let tooLong = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const selection = select(pace)
    const made = loadOf(selection, machine)
    if (Math.abs(made / load - 1) <= LOAD_TOLERANCE) return selection
    if (made > load) tooShort = pace
    else tooLong = pace
    const linear =
      made > 0 && Number.isFinite(made) ? (pace * made) / load : made > load ? 2 * pace : pace / 2
    const bracketed = tooShort > 0 && Number.isFinite(tooLong)
    const useful = linear > tooShort && linear < tooLong && attempt < MOST_ATTEMPTS / 2
    pace = useful || !bracketed ? linear : Math.sqrt(tooShort * tooLong)
    if (pace < 1 / LARGEST_PACE || pace > LARGEST_PACE) break
  }
  throw new QueuewrightError('usage', 'so few jobs of this model cannot give that load', {
    field: 'load',
    value: load,
    remedy: 'Ask for more jobs or days, or another load',
  })
}

function loadOf({ submit, work }: ChosenJobs, machine: number): number {
  const span = submit.length > 1 ? submit[submit.length - 1] - submit[0] : 0
  return span > 0 ? work / (machine * span) : work > 0 ? Number.POSITIVE_INFINITY : 0
}

function traceOf(
  model: WorkloadModel,
  settings: Generation,
  pool: Pool,
  { rows, submit, work }: ChosenJobs,
  machine: number | null,
  clock: LogClock,
): Trace {
  if (rows.length === 0) {
    throw new QueuewrightError('usage', 'no user of this model comes in so short a time', {
      field: 'days',
      value: settings.days ?? 0,
      remedy: 'Ask for more days',
    })
  }
  const builder = new JobTableBuilder(rows.length)
  const users = new Int32Array(pool.users)
  const numberOf = new Int32Array(pool.length)
  const precedingJob = new Float64Array(rows.length)
  const thinkTime = new Float64Array(rows.length)
  let userCount = 0
  rows.forEach((row, k) => {
    const user = pool.user[row]
    if (users[user] === 0) users[user] = ++userCount
    numberOf[row] = k + 1
    // What a job depends on was submitted before it, and stands before it where both were submitted at once.
    const preceding = pool.preceding[row]
    precedingJob[k] = preceding < 0 ? -1 : numberOf[preceding]
    thinkTime[k] = pool.think[row]
    builder.addValues(k + 1, submit[k], pool.runtime[row], pool.estimate[row], pool.size[row], users[user], 0)
  })
  const { table } = builder.finish()
  const span = submit[submit.length - 1] - submit[0]
  const load = machine !== null && span > 0 ? work / (machine * span) : null
  const { evidence } = model
  const { seed } = settings
  const asked = (['jobs', 'days', 'load', 'machine', 'start'] as const)
    .filter((name) => settings[name] !== null)
    .map((name) => `${name} ${settings[name]}`)
  const trace = createTrace({
    name: `${evidence.log}-model-${seed}`,
    processors: machine,
    clock,
    jobs: table,
    fields: { precedingJob, thinkTime },
    header: [
      ` Computer: none; a synthetic workload of a model fitted to ${evidence.log}`,
      ` Note: fitted model version ${model.version}, of the log with digest ${evidence.digest.slice(0, 16)} (${evidence.jobs} jobs, ${evidence.users} users)`,
      ` Note: ${[...asked, `seed ${seed}`].join(', ')}${load === null ? '' : `; offered load ${load.toFixed(4)}`}`,
      ` MaxJobs: ${rows.length}`,
      ...(machine === null ? [] : [` MaxProcs: ${machine}`]),
      ...(clock.unixStart === null ? [] : [` UnixStartTime: ${clock.unixStart}`]),
      typeof clock.zone === 'string' ? ` TimeZoneString: ${clock.zone}` : ` TimeZone: ${clock.zone}`,
    ],
    dropped: {},
    notices: [],
  })
  return groupTrace(trace).trace
}
