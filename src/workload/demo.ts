/**
 * The demonstration log: made on the spot when a user names none. A small machine in a plausible year, with all that
 * makes schedulers differ; not a fitted model of any real site (such models are named after their authors here).
 *
 * How a job is drawn, all draws independent:
 * - user: one of 200, user k with probability ∝ k^−1.2 (Zipf), so that a few users take much and many take little;
 * - size: serial with probability 0.3; else 2^x, x = min of two uniforms on (0, log₂ P), rounded to a power of two
 *   with probability 0.75, otherwise to a whole number;
 * - run time: hyper-exponential, mean 3 min with probability 0.35, 50 min with 0.4, 5 h with 0.25; 1 s to 24 h;
 * - requested time: run time / a, a uniform on (0.05, 1), rounded up to a usual value (5 min … 24 h); one job in ten
 *   runs into its limit: it asks for the usual value next below what it would need and is stopped there.
 * Arrivals: the span is Σ run·size / (0.8·P), so that the offered load is 0.8; arrival times are independent draws
 * from an intensity with a daily cycle (least at 4 h, most at 11 h and 15 h) and weekends at 0.4 of weekdays. The log
 * begins on Monday, 1 January 2024, 0 h UTC. A pure function of its parameters. Imports core and trace.
 */
import { QueuewrightError } from '../core/errors.js'
import { plural } from '../core/format.js'
import { Random } from '../core/random.js'
import { type Given, real, setting, settled, whole } from '../core/settings/index.js'
import { firstAbove } from '../core/statistics.js'
import { groupTrace } from '../trace/groups.js'
import { JobTableBuilder } from '../trace/job-table.js'
import { createTrace } from '../trace/select.js'
import type { LogClock, Trace } from '../trace/trace.js'
import { MOST_JOBS, MOST_PROCESSORS } from './generated.js'

export const DEMO = {
  seed: setting(real({}), { meaning: 'any number; equal ones give equal logs', usual: 1 }),
  jobs: setting(whole(1, MOST_JOBS), { meaning: 'number of jobs', usual: 5000 }),
  processors: setting(whole(1, MOST_PROCESSORS), {
    meaning: 'processors of the machine',
    option: 'machine',
    usual: 128,
  }),
}
export type DemoOptions = Given<typeof DEMO>

const HOUR = 3600
const DAY = 24 * HOUR
const WEEK = 7 * DAY
const LOAD = 0.8
const USERS = 200
const USER_EXPONENT = 1.2
const LONGEST_RUN = DAY

/** Cumulative probability and mean in seconds of each kind of run time. */
const RUN_KINDS = [
  [0.35, 180],
  [0.75, 3000],
  [1, 5 * HOUR],
] as const

/** Requests as users write them into their job scripts, in seconds. */
const USUAL_REQUESTS = [
  ...[5, 10, 15, 20, 30, 45].map((minutes) => minutes * 60),
  ...[1, 1.5, 2, 3, 4, 6, 8, 10, 12, 18, 24].map((hours) => hours * HOUR),
]

/** Relative number of arrivals in each hour of a weekday. */
const HOURLY = [8, 6, 5, 4, 3, 4, 6, 10, 18, 30, 40, 44, 36, 38, 42, 44, 38, 30, 24, 20, 17, 15, 12, 10]
const WEEKEND = 0.4

const CLOCK: LogClock = { unixStart: Date.UTC(2024, 0, 1) / 1000, zone: 'UTC' }

/**
 * The log for the given settings; users grouped by share.
 * @throws QueuewrightError `usage` for a number of jobs or processors that is no positive integer
 */
export function demoTrace(options: DemoOptions = {}): Trace {
  const { seed, jobs, processors } = settled(
    DEMO,
    options,
    {},
    'the demonstration workload cannot be made so',
  )
  checkCount('jobs', jobs)
  checkCount('processors', processors)
  const random = new Random(`demo ${seed}`)
  const drawn = drawJobs(random.fork('jobs'), jobs, processors)
  const area = drawn.reduce((sum, { runtime, size }) => sum + runtime * size, 0)
  const arrivals = drawArrivals(random.fork('arrivals'), jobs, area / (LOAD * processors))
  const builder = new JobTableBuilder(jobs)
  drawn.forEach(({ runtime, estimate, size, user }, k) => {
    builder.addValues(k + 1, arrivals[k], runtime, estimate, size, user, 0)
  })
  const { table } = builder.finish()
  const usual = jobs === DEMO.jobs.usual && processors === DEMO.processors.usual
  const sized = usual ? '' : `: ${plural(jobs, 'job')} for ${plural(processors, 'processor')}`
  const trace = createTrace({
    name: `demo-${seed}`,
    processors,
    clock: CLOCK,
    jobs: table,
    fields: {},
    header: [
      ` Computer: none; a synthetic demonstration log (seed ${seed})`,
      ` MaxJobs: ${jobs}`,
      ` MaxProcs: ${processors}`,
      ` UnixStartTime: ${CLOCK.unixStart}`,
      ' TimeZoneString: UTC',
    ],
    dropped: {},
    notices: [`No log was named: this is a synthetic one, made for demonstration${sized}.`],
  })
  return groupTrace(trace).trace
}

interface DrawnJob {
  readonly runtime: number
  readonly estimate: number
  readonly size: number
  readonly user: number
}

function drawJobs(random: Random, count: number, processors: number): DrawnJob[] {
  const users = userDistribution()
  return Array.from({ length: count }, () => {
    const user = firstAbove(users, random.uniform() * users[USERS - 1]) + 1
    const size = drawSize(random, processors)
    const wanted = drawRuntime(random)
    const { runtime, estimate } = drawRequest(random, wanted)
    return { runtime, estimate, size, user }
  })
}

/** Cumulative weights of users 1, 2, … */
function userDistribution(): Float64Array {
  const cumulative = new Float64Array(USERS)
  let sum = 0
  for (let k = 0; k < USERS; k++) {
    sum += (k + 1) ** -USER_EXPONENT
    cumulative[k] = sum
  }
  return cumulative
}

function drawSize(random: Random, processors: number): number {
  const serial = random.uniform() < 0.3
  const exponent = Math.min(random.uniform(), random.uniform()) * Math.log2(processors)
  const powerOfTwo = random.uniform() < 0.75
  const size = powerOfTwo ? 2 ** Math.round(exponent) : Math.round(2 ** exponent)
  return serial ? 1 : Math.min(size, processors)
}

function drawRuntime(random: Random): number {
  const kind = random.uniform()
  const [, meanRun] = RUN_KINDS.find(([cumulative]) => kind < cumulative) ?? RUN_KINDS[0]
  return Math.min(LONGEST_RUN, Math.max(1, Math.round(random.exponential(meanRun))))
}

function drawRequest(random: Random, wanted: number): { runtime: number; estimate: number } {
  const accuracy = 0.05 + 0.95 * random.uniform()
  const stopped = random.uniform() < 0.1
  const last = USUAL_REQUESTS.length - 1
  if (stopped) {
    const below = USUAL_REQUESTS.findLast((usual) => usual <= wanted)
    if (below !== undefined) return { runtime: below, estimate: below }
  }
  const estimate = USUAL_REQUESTS.find((usual) => usual >= wanted / accuracy) ?? USUAL_REQUESTS[last]
  return { runtime: wanted, estimate }
}

/** Arrival times in whole seconds, ascending, the first near 0 and none after `span`. */
function drawArrivals(random: Random, count: number, span: number): Float64Array {
  const hours = Math.max(1, Math.ceil(span / HOUR))
  const cumulative = new Float64Array(hours + 1)
  for (let hour = 0; hour < hours; hour++) {
    const share = Math.min(1, span / HOUR - hour)
    const weekend = (hour * HOUR) % WEEK >= 5 * DAY
    cumulative[hour + 1] = cumulative[hour] + HOURLY[hour % 24] * (weekend ? WEEKEND : 1) * Math.max(0, share)
  }
  const arrivals = Float64Array.from({ length: count }, () => {
    const mark = random.uniform() * cumulative[hours]
    const hour = firstAbove(cumulative, mark) - 1
    const within = (mark - cumulative[hour]) / (cumulative[hour + 1] - cumulative[hour])
    return Math.floor(Math.min(span, (hour + within * Math.min(1, span / HOUR - hour)) * HOUR))
  })
  return arrivals.sort()
}

function checkCount(field: string, value: number): void {
  if (Number.isInteger(value) && value >= 1) return
  throw new QueuewrightError('usage', 'the demonstration log cannot be made', {
    field,
    value,
    expected: 'a positive integer',
  })
}
