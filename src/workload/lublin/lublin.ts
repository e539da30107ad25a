/**
 * A workload by the model of Lublin and Feitelson (JPDC 63(11), 2003; program of 1999): rigid jobs with a size, a run
 * time and a submit time; no estimates, and no users unless they are asked for. draws.ts says how a job is drawn,
 * daily-cycle.ts when it arrives, timing.ts at which load, parameters.ts with which constants. A pure function of its
 * options.
 */
import { Calendar } from '../../core/calendar.js'
import { stableOrder } from '../../core/ordering.js'
import { Random } from '../../core/random.js'
import { JobTableBuilder } from '../../trace/job-table.js'
import { createTrace } from '../../trace/select.js'
import type { LogClock, SwfField, Trace } from '../../trace/trace.js'
import {
  checkPositive,
  checkWhole,
  GENERATED_CLOCK,
  generatedHeader,
  MOST_JOBS,
  MOST_PROCESSORS,
  unusable,
} from '../generated.js'
import {
  LUBLIN_CLASSES,
  LUBLIN_DEFAULTS,
  LUBLIN_ROUNDINGS,
  type LublinClasses,
  type LublinRounding,
} from './choices.js'
import { checkParameters, LUBLIN_1999, type LublinParameters, WHAT } from './parameters.js'
import { type DrawnClass, drawnClasses } from './sequence.js'
import { type TimedSequence, timedSequence } from './timing.js'
import { drawUsers } from './users.js'

export interface LublinOptions {
  /** Any number; equal options give equal logs. Default 1. */
  readonly seed?: number
  /** Size of the machine; default 128. At least 8, with interactive jobs 23. */
  readonly processors?: number
  /** Processors of the largest job; default the machine. */
  readonly largest?: number
  /** Number of jobs, from 1; default 10,000. */
  readonly jobs?: number
  /** Instead of a number of jobs: all that arrive within so many days, above 0. */
  readonly days?: number
  /** Offered load, 1 the whole machine, 0.001 to 1000; default what the constants give. */
  readonly load?: number
  /** Default `combined`. */
  readonly classes?: LublinClasses
  /** Number of users, 1 to 10,000; default none, −1 in the log. See users.ts: no part of the model. */
  readonly users?: number
  /** When the log begins, and where; the daily cycle is that of this day, without daylight saving time. */
  readonly clock?: LogClock
  /** What is cut to whole seconds: `arrivals` (default), or `gaps` as the program of 1999 does. */
  readonly rounding?: LublinRounding
  /** The constants; default `LUBLIN_1999`. */
  readonly parameters?: LublinParameters
  /** Told every now and then what part of the jobs, 0 to 1, is there. */
  readonly observe?: (done: number) => void
}

const MOST_USERS = 10_000
const MOST_DAYS = 1_000_000
const LEAST_LOAD = 0.001
const MOST_LOAD = 1000
/** Queues as the program numbers them. */
const QUEUES = { 0: 'interactive', 1: 'batch' } as const

/**
 * The workload. Its jobs have the status 1 (completed) and, where there are two classes, the queue of theirs:
 * 0 interactive, 1 batch.
 * @throws QueuewrightError `usage` for options out of range or at odds with each other, and where no job arrives
 *   within the days asked for
 */
export function lublinTrace(options: LublinOptions = {}): Trace {
  checkOptions(options)
  const { seed, processors, jobs } = { ...LUBLIN_DEFAULTS, ...options }
  const { classes: which = 'combined', clock = GENERATED_CLOCK, parameters = LUBLIN_1999 } = options
  const largest = options.largest ?? processors
  const random = new Random(seed).fork('lublin')
  const classes = drawnClasses(parameters, which, { processors, largest: options.largest }, random)
  const timed = timedSequence({
    classes,
    processors,
    start: secondOfDay(clock),
    jobs,
    days: options.days ?? null,
    load: options.load ?? null,
    rounding: options.rounding ?? 'arrivals',
    observe: options.observe,
  })
  const count = timed.jobs.length
  const notes = notesOf({ ...options, seed, classes: which, largest, parameters }, timed.factor)
  return createTrace({
    name: `lublin-${processors}-${seed}`,
    processors,
    clock,
    ...columnsOf(timed, classes, options.users, random),
    header: generatedHeader({
      model: 'a generated workload, Lublin-Feitelson model',
      jobs: count,
      processors,
      clock,
      maxRuntime: Math.floor(Math.exp(parameters.longestRun)),
      ...(which === 'both' ? { queues: QUEUES } : {}),
      notes,
    }),
    dropped: {},
    notices: [],
  })
}

function checkOptions(options: LublinOptions): void {
  const { processors = LUBLIN_DEFAULTS.processors, jobs, days, load, users, largest } = options
  const { classes = 'combined', rounding = 'arrivals', parameters = LUBLIN_1999 } = options
  const seed = options.seed ?? LUBLIN_DEFAULTS.seed
  if (!Number.isFinite(seed)) throw unusable(WHAT, 'seed', seed, 'a number')
  checkWhole(WHAT, 'processors', processors, 1, MOST_PROCESSORS)
  if (largest !== undefined) checkWhole(WHAT, 'largest', largest, 1, processors)
  if (jobs !== undefined) checkWhole(WHAT, 'jobs', jobs, 1, MOST_JOBS)
  if (days !== undefined) checkPositive(WHAT, 'days', days, MOST_DAYS)
  if (load !== undefined && !(load >= LEAST_LOAD && load <= MOST_LOAD)) {
    throw unusable(WHAT, 'load', load, `a number from ${LEAST_LOAD} to ${MOST_LOAD}`)
  }
  if (users !== undefined) checkWhole(WHAT, 'users', users, 1, MOST_USERS)
  if (!LUBLIN_CLASSES.includes(classes)) throw unusable(WHAT, 'classes', classes, LUBLIN_CLASSES.join(', '))
  if (!LUBLIN_ROUNDINGS.includes(rounding)) {
    throw unusable(WHAT, 'rounding', rounding, LUBLIN_ROUNDINGS.join(', '))
  }
  if (jobs !== undefined && days !== undefined) {
    throw unusable(WHAT, 'days', days, 'a number of jobs or of days, not both')
  }
  if (load !== undefined && days === undefined && jobs === 1) {
    throw unusable(WHAT, 'load', load, 'two jobs or more: one alone has no span', 'Ask for more jobs')
  }
  if (load !== undefined && rounding === 'gaps') {
    throw unusable(WHAT, 'load', load, 'no load beside the rounding of gaps, which moves arrivals itself')
  }
  checkParameters(parameters, classes)
}

function secondOfDay(clock: LogClock): number {
  const { hour, minute, second } = new Calendar(clock).localParts(0)
  return hour * 3600 + minute * 60 + second
}

function columnsOf(
  { jobs, submit }: TimedSequence,
  classes: readonly DrawnClass[],
  users: number | undefined,
  random: Random,
): Pick<Trace, 'jobs' | 'fields'> {
  const count = jobs.length
  const user =
    users === undefined
      ? null
      : drawUsers(random.fork('users'), users, jobs.size.subarray(0, count), jobs.runtime.subarray(0, count))
  // Two classes may change places where the gaps of both were multiplied.
  const order = stableOrder(submit)
  const builder = new JobTableBuilder(count)
  for (let k = 0; k < count; k++) {
    const row = order[k]
    builder.addValues(k + 1, submit[row], jobs.runtime[row], -1, jobs.size[row], user?.[row] ?? -1, 0)
  }
  const fields: Partial<Record<SwfField, Float64Array>> = { status: new Float64Array(count).fill(1) }
  if (classes.length > 1) {
    const queues = classes.map(({ name }) => (name === 'batch' ? 1 : 0))
    fields.queue = Float64Array.from(order, (row) => queues[jobs.of[row]])
  }
  return { jobs: builder.finish().table, fields }
}

function notesOf(
  options: LublinOptions & Required<Pick<LublinOptions, 'seed' | 'classes' | 'largest' | 'parameters'>>,
  factor: number,
): readonly string[] {
  const { seed, classes, largest, parameters, days, load, users, rounding } = options
  return [
    'U. Lublin and D. G. Feitelson, JPDC 63(11), 2003; constants of their program m_lublin99.c of 1999',
    [
      `seed ${seed}`,
      `classes ${classes}`,
      `largest job ${largest}`,
      ...(days === undefined ? [] : [`days ${days}`]),
      ...(rounding === 'gaps' ? ['each gap cut to whole seconds'] : []),
    ].join(', '),
    ...(load === undefined ? [] : [`offered load ${load}, by gaps ${factor} times the model's`]),
    ...(users === undefined ? [] : [`${users} users by habits that are no part of the model`]),
    ...(parameters === LUBLIN_1999 ? [] : [`constants changed: ${JSON.stringify(parameters)}`]),
  ]
}
