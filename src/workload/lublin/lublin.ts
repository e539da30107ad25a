/**
 * A workload by the model of Lublin and Feitelson (JPDC 63(11), 2003; program of 1999): rigid jobs with a size, a run
 * time and a submit time; no estimates, and no users unless they are asked for. draws.ts says how a job is drawn,
 * daily-cycle.ts when it arrives, timing.ts at which load, parameters.ts with which constants. A pure function of its
 * options.
 */
import { Calendar } from '../../core/calendar.js'
import { stableOrder } from '../../core/ordering.js'
import { Random } from '../../core/random.js'
import { type Given, settled, type Values } from '../../core/settings/index.js'
import { JobTableBuilder } from '../../trace/job-table.js'
import { createTrace } from '../../trace/select.js'
import type { LogClock, SwfField, Trace } from '../../trace/trace.js'
import { GENERATED_CLOCK, generatedHeader, unusable } from '../generated.js'
import { LUBLIN } from './choices.js'
import { changedConstants, checkParameters, LUBLIN_1999, type LublinParameters, WHAT } from './parameters.js'
import { type DrawnClass, drawnClasses } from './sequence.js'
import { type TimedSequence, timedSequence } from './timing.js'
import { drawUsers } from './users.js'

/** The model's settings (choices.ts) as they are asked for, and what beside. */
export interface LublinOptions extends Given<typeof LUBLIN> {
  /** When the log begins, and where; the daily cycle is that of this day, without daylight saving time. */
  readonly clock?: LogClock
  /** The constants; default `LUBLIN_1999`. */
  readonly parameters?: LublinParameters
  /** Told every now and then what part of the jobs, 0 to 1, is there. */
  readonly observe?: (done: number) => void
}

/** Queues as the program numbers them. */
const QUEUES = { 0: 'interactive', 1: 'batch' } as const

/**
 * The workload. Its jobs have the status 1 (completed) and, where there are two classes, the queue of theirs:
 * 0 interactive, 1 batch.
 * @throws QueuewrightError `usage` for options out of range or at odds with each other, and where no job arrives
 *   within the days asked for
 */
export function lublinTrace(options: LublinOptions = {}): Trace {
  const settings = settled(LUBLIN, options, {}, WHAT)
  const { seed, processors, jobs, days, load, users, classes: which, rounding, constants } = settings
  const { clock = GENERATED_CLOCK } = options
  const parameters = options.parameters ?? (constants === null ? LUBLIN_1999 : changedConstants(constants))
  checkTogether(options)
  checkParameters(parameters, which)
  const random = new Random(seed).fork('lublin')
  const classes = drawnClasses(parameters, which, { processors, largest: options.largest }, random)
  const timed = timedSequence({
    classes,
    processors,
    start: secondOfDay(clock),
    jobs,
    days,
    load,
    rounding,
    observe: options.observe,
  })
  const count = timed.jobs.length
  const notes = notesOf(settings, parameters, timed.factor)
  return createTrace({
    name: `lublin-${processors}-${seed}`,
    processors,
    clock,
    ...columnsOf(timed, classes, users, random),
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

function checkTogether({ jobs, days = null, load = null, rounding }: LublinOptions): void {
  if (jobs !== undefined && days !== null) {
    throw unusable(WHAT, 'days', days, 'a number of jobs or of days, not both')
  }
  if (load === null) return
  if (days === null && jobs === 1) {
    throw unusable(WHAT, 'load', load, 'two jobs or more: one alone has no span', 'Ask for more jobs')
  }
  if (rounding === 'gaps') {
    throw unusable(WHAT, 'load', load, 'no load beside the rounding of gaps, which moves arrivals itself')
  }
}

function secondOfDay(clock: LogClock): number {
  const { hour, minute, second } = new Calendar(clock).localParts(0)
  return hour * 3600 + minute * 60 + second
}

function columnsOf(
  { jobs, submit }: TimedSequence,
  classes: readonly DrawnClass[],
  users: number | null,
  random: Random,
): Pick<Trace, 'jobs' | 'fields'> {
  const count = jobs.length
  const user =
    users === null
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
  { seed, classes, largest, days, load, users, rounding }: Values<typeof LUBLIN>,
  parameters: LublinParameters,
  factor: number,
): readonly string[] {
  return [
    'U. Lublin and D. G. Feitelson, JPDC 63(11), 2003; constants of their program m_lublin99.c of 1999',
    [
      `seed ${seed}`,
      `classes ${classes}`,
      `largest job ${largest}`,
      ...(days === null ? [] : [`days ${days}`]),
      ...(rounding === 'gaps' ? ['each gap cut to whole seconds'] : []),
    ].join(', '),
    ...(load === null ? [] : [`offered load ${load}, by gaps ${factor} times the model's`]),
    ...(users === null ? [] : [`${users} users by habits that are no part of the model`]),
    ...(parameters === LUBLIN_1999 ? [] : [`constants changed: ${JSON.stringify(parameters)}`]),
  ]
}
