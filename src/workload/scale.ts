/**
 * Scaling a log to a machine of another size (Ernemann, Song, Yahyapour: Scaling of workload traces, JSSPP 2003; Franke,
 * doctoral thesis, Dortmund 2006, chapter 5). Enlarging every job would leave no small ones, copying every job none as
 * large as the new machine; so each job is either enlarged or copied, by chance:
 *
 *   x uniform in [0, 100);  x > d: one job of size min(M, max(1, round(f·size)));
 *                           else:  ⌊c⌋ copies of the job as it is, or ⌈c⌉, so that their mean is c.
 *
 * f is the factor, M/m unless given (M processors of the new machine, m of the log's own); c is f unless given; d is the
 * percentage of jobs that are copied, 50 unless given: 0 enlarges only, 100 copies only. A job's copies are
 * ⌊c⌋ + 1 where y < c − ⌊c⌋, y uniform in [0, 1), else ⌊c⌋. (The thesis prints that rule the other way round, which
 * would make the mean ⌊c⌋ + 1 − (c − ⌊c⌋); the numbers of jobs in its tables follow the mean c.) Halves are rounded up.
 * Submit times, run times, requested times and users stay, so that the daily cycle and the lengths of jobs are those of
 * the log; rounding loses or gains some work, as sizes have it.
 *
 * Every job has one x and one y, drawn in job order, x from a generator of its own and y from another. They depend on
 * the seed alone, not on f, c or d: scaling by a slightly larger f changes few jobs (common random numbers), a job
 * copied at d = 40 is copied at d = 50 too, and the number of its copies never falls as c rises.
 *
 * Copy 0 keeps the job's number j; copy k has j + k·B, B the smallest power of ten above all job numbers of the log. So
 * a number tells the job that it is a copy of, and is the same whatever the seed, f and d. Numbers are unique where the
 * log's own are. Below f = 1 a copied job may have no copy at all: it is left out.
 */
import { QueuewrightError } from '../core/errors.js'
import { Random } from '../core/random.js'
import { type Given, optional, real, SEED_OF_LOG, setting, settled, whole } from '../core/settings/index.js'
import { DEFAULT_GROUPING, type Grouping, groupTrace } from '../trace/groups.js'
import { allocateJobTable, gather, type JobTable } from '../trace/job-table.js'
import { fieldEntries, selectRows, traceWith } from '../trace/select.js'
import { isRequestField, type LogField, type Trace } from '../trace/trace.js'
import { MOST_JOBS, MOST_PROCESSORS } from './generated.js'
import { powerOfTenAbove } from './transform/rows.js'

/** Percentage of copied jobs where none is given: the setting of the source. */
export const USUAL_COPIED = 50

const FACTOR = optional(real({ above: 0, shown: 'f' }))

export const SCALING = {
  to: setting(whole(1, MOST_PROCESSORS), { meaning: 'M, processors of the machine to scale to' }),
  from: setting(optional(whole(1, MOST_PROCESSORS)), {
    meaning: "m, processors of the log's own machine",
    option: null,
    usual: null,
    usually: 'as the log says',
  }),
  factor: setting(FACTOR, {
    meaning: 'f, what sizes are multiplied by, and the mean number of copies',
    source: 'Ernemann, Song, Yahyapour 2003',
    usual: null,
    usually: 'the ratio of the machines',
  }),
  copies: setting(FACTOR, {
    meaning: 'c, mean number of copies of a copied job',
    option: null,
    usual: null,
    usually: 'f',
  }),
  copied: setting(real({ least: 0, most: 100, shown: 'percent' }), {
    meaning: 'd, how many of 100 jobs are copied; the others are enlarged',
    source: 'Ernemann, Song, Yahyapour 2003',
    usual: USUAL_COPIED,
  }),
  seed: SEED_OF_LOG,
}
export type ScaleOptions = Given<typeof SCALING> & { readonly to: number }

/** All that one scaling depends on but the draws. */
export interface ScalePlan {
  readonly from: number
  readonly to: number
  readonly factor: number
  readonly copies: number
  readonly copied: number
}

/** One x and one y for each job. */
export interface ScaleDraws {
  /** Uniform in [0, 100). */
  readonly x: Float64Array
  /** Uniform in [0, 1). */
  readonly y: Float64Array
}

export interface ScaledJobs {
  readonly jobs: JobTable
  /** Row of each job's original. */
  readonly rows: Int32Array
  /** Jobs of the log that were enlarged. */
  readonly enlarged: number
  /** Jobs, of these, that were cut to the size of the machine. */
  readonly capped: number
  /** Jobs of the log that were copied. */
  readonly copied: number
  /** Jobs that they became. */
  readonly copies: number
}

/** Facts of how a log was scaled. */
export interface ScaleFacts extends ScalePlan, Omit<ScaledJobs, 'jobs' | 'rows' | 'copied' | 'copies'> {
  readonly seed: number
  readonly jobsBefore: number
  readonly jobsAfter: number
  readonly copiedJobs: number
  readonly copiesMade: number
  /** Σ run·size, processor-seconds. */
  readonly workBefore: number
  readonly workAfter: number
}

/**
 * `trace` scaled; grouped anew, by `grouping`. Further fields go with their jobs, processor counts are scaled like
 * sizes, recorded waits (of another machine) are left out. The header says what was done.
 * @param trace cleaned
 * @throws QueuewrightError `input-empty`, `machine-unknown`, `job-oversize`, and `usage` for parameters out of range
 */
export function scaleTrace(
  trace: Trace,
  options: ScaleOptions,
  grouping: Grouping = DEFAULT_GROUPING,
): { readonly trace: Trace; readonly facts: ScaleFacts } {
  const plan = scalePlan(trace, options)
  const seed = options.seed ?? 1
  const draws = drawScale(trace.jobs.length, seed)
  const scaled = scaleJobs(trace.jobs, plan, draws)
  const facts = factsOf(trace.jobs, scaled, plan, seed)
  const changed = traceWith(trace, {
    name: `${trace.name}-scaled-${plan.to}`,
    processors: plan.to,
    jobs: scaled.jobs,
    fields: scaledFields(trace, scaled.rows, plan, draws),
    header: scaledHeader(trace, facts),
    notices: [...trace.notices, scaleText(facts)],
  })
  return { trace: groupTrace(changed, grouping).trace, facts }
}

/**
 * The parameters of a scaling, complete and checked against the log.
 * @throws QueuewrightError as `scaleTrace`
 */
export function scalePlan(trace: Trace, options: ScaleOptions): ScalePlan {
  const from = options.from ?? trace.processors
  if (trace.jobs.length === 0) {
    throw new QueuewrightError('input-empty', 'there is no job to scale', { file: trace.name })
  }
  if (from === null) {
    throw new QueuewrightError('machine-unknown', 'the log does not say how large its machine was', {
      file: trace.name,
      field: 'from',
      remedy: 'Name its processors',
    })
  }
  const { to, copied, ...asked } = settled(
    SCALING,
    { ...options, from },
    {},
    'the log cannot be scaled like this',
  )
  const factor = asked.factor ?? to / from
  const copies = asked.copies ?? factor
  const expected = trace.jobs.length * (1 + (copied / 100) * (copies - 1))
  if (expected > MOST_JOBS) {
    throw new QueuewrightError('usage', `this would make about ${expected.toPrecision(2)} jobs`, {
      field: asked.copies === null ? 'factor' : 'copies',
      value: copies,
      expected: `at most ${MOST_JOBS} jobs`,
    })
  }
  const plan = { from, to, factor, copies, copied }
  checkSizes(trace, plan)
  return plan
}

/** The draws of `seed` for a log of `length` jobs. */
export function drawScale(length: number, seed: number): ScaleDraws {
  const random = new Random(`scale ${seed}`)
  const kind = random.fork('enlarge or copy')
  const part = random.fork('floor or ceil')
  return {
    x: Float64Array.from({ length }, () => 100 * kind.uniform()),
    y: Float64Array.from({ length }, () => part.uniform()),
  }
}

/**
 * The jobs of a scaled log, ordered as every table is, by (submit, id).
 * @param draws of as many jobs
 * @throws QueuewrightError `line-value` for job numbers so large that copies cannot be numbered
 */
export function scaleJobs(jobs: JobTable, plan: ScalePlan, { x, y }: ScaleDraws): ScaledJobs {
  const { length, submit } = jobs
  const { copied: percentage, copies: mean } = plan
  const whole = Math.floor(mean)
  const fraction = mean - whole
  const count = new Int32Array(length)
  let copied = 0
  let copies = 0
  let mostCopies = 1
  for (let row = 0; row < length; row++) {
    if (x[row] > percentage) {
      count[row] = 1
    } else {
      count[row] = y[row] < fraction ? whole + 1 : whole
      copied++
      copies += count[row]
      mostCopies = Math.max(mostCopies, count[row])
    }
  }
  const enlarged = length - copied
  const table = allocateJobTable(enlarged + copies)
  const rows = new Int32Array(table.length)
  const base = numberBase(jobs, mostCopies)
  let capped = 0
  let at = 0
  // Among jobs of one submit time, all first copies come before all second ones, as their numbers do.
  for (let from = 0, to = 0; from < length; from = to) {
    let most = 0
    for (to = from; to < length && submit[to] === submit[from]; to++) {
      if (count[to] > most) most = count[to]
    }
    for (let copy = 0; copy < most; copy++) {
      for (let row = from; row < to; row++) {
        if (count[row] <= copy) continue
        rows[at] = row
        table.id[at] = jobs.id[row] + copy * base
        table.submit[at] = submit[row]
        table.runtime[at] = jobs.runtime[row]
        table.estimate[at] = jobs.estimate[row]
        table.user[at] = jobs.user[row]
        table.group[at] = jobs.group[row]
        if (x[row] > percentage) {
          table.size[at] = enlargedSize(jobs.size[row], plan)
          if (Math.round(jobs.size[row] * plan.factor) > plan.to) capped++
        } else {
          table.size[at] = jobs.size[row]
        }
        at++
      }
    }
  }
  return { jobs: table, rows, enlarged, capped, copied, copies }
}

/** `trace` without jobs of run time 0, as the thesis scaled its logs; they are counted as `zero-runtime`. */
export function withoutZeroRuntime(trace: Trace): Trace {
  const { runtime, length } = trace.jobs
  const rows = new Int32Array(length)
  let kept = 0
  for (let row = 0; row < length; row++) if (runtime[row] !== 0) rows[kept++] = row
  if (kept === length) return trace
  const zero = (trace.dropped['zero-runtime'] ?? 0) + length - kept
  return selectRows(trace, rows.slice(0, kept), { dropped: { ...trace.dropped, 'zero-runtime': zero } })
}

function enlargedSize(size: number, { factor, to }: ScalePlan): number {
  return size > 0 ? Math.min(to, Math.max(1, Math.round(size * factor))) : size
}

/** The smallest power of ten above all job numbers, which tells copies of `most` apart. */
function numberBase({ id }: JobTable, most: number): number {
  const base = powerOfTenAbove(id)
  const largest = id.reduce((high, each) => Math.max(high, each), 0)
  if (largest + (most - 1) * base <= Number.MAX_SAFE_INTEGER) return base
  throw new QueuewrightError('line-value', 'job numbers are too large for copies to be numbered', {
    field: 'job',
    value: largest,
  })
}

function scaledFields(trace: Trace, rows: Int32Array, plan: ScalePlan, { x }: ScaleDraws): Trace['fields'] {
  const fields: Partial<Record<LogField, Float64Array>> = {}
  for (const [name, column] of fieldEntries(trace)) {
    if (name === 'wait' || isRequestField(name)) continue
    const gathered = gather(column, rows, new Float64Array(rows.length))
    if (name === 'requestedProcessors' || name === 'allocatedProcessors') {
      for (let at = 0; at < rows.length; at++) {
        if (x[rows[at]] > plan.copied) gathered[at] = enlargedSize(gathered[at], plan)
      }
    }
    fields[name] = gathered
  }
  return fields
}

/** The log's own comments, but for the size of its machine. */
function scaledHeader(trace: Trace, facts: ScaleFacts): string[] {
  const kept = trace.header.filter((comment) => !/^\s*Max(Procs|Nodes)\s*:/i.test(comment))
  const method = 'Ernemann, Song, Yahyapour: Scaling of workload traces, JSSPP 2003'
  return [` MaxProcs: ${facts.to}`, ` Note: ${scaleText(facts)} (${method})`, ...kept]
}

/** A sentence about the scaling; f, c, d and the seed exactly, so that it can be done again. */
function scaleText(facts: ScaleFacts): string {
  const { from, to, factor, copies, copied, seed, enlarged, capped, copiedJobs, copiesMade } = facts
  const mean = copies === factor ? '' : `, ${copies} copies`
  const work = facts.workBefore > 0 ? `work x ${short(facts.workAfter / facts.workBefore)}` : 'no work'
  return (
    `Scaled from ${from} to ${to} processors by f = ${factor}${mean}, d = ${copied} %, seed ${seed}: ` +
    `of ${facts.jobsBefore} jobs ${enlarged} enlarged (${capped} cut to the machine) and ${copiedJobs} copied to ` +
    `${copiesMade}; ${work}, machine x ${short(to / from)}`
  )
}

function short(value: number): string {
  return String(Number(value.toFixed(4)))
}

function factsOf(before: JobTable, scaled: ScaledJobs, plan: ScalePlan, seed: number): ScaleFacts {
  const { jobs, enlarged, capped, copied, copies } = scaled
  return {
    ...plan,
    seed,
    jobsBefore: before.length,
    jobsAfter: jobs.length,
    enlarged,
    capped,
    copiedJobs: copied,
    copiesMade: copies,
    workBefore: workOf(before),
    workAfter: workOf(jobs),
  }
}

/** Σ run·size, processor-seconds: what the sources call the resource consumption. */
export function workOf({ runtime, size, length }: JobTable): number {
  let work = 0
  for (let row = 0; row < length; row++) work += runtime[row] * size[row]
  return work
}

function checkSizes({ jobs, name }: Trace, { from, to, copied }: ScalePlan): void {
  let row = 0
  for (let k = 1; k < jobs.length; k++) if (jobs.size[k] > jobs.size[row]) row = k
  const largest = jobs.size[row]
  const machine = largest > from ? from : to
  if (largest <= machine || (machine === to && copied === 0)) return
  throw new QueuewrightError(
    'job-oversize',
    machine === from
      ? `job ${jobs.id[row]} is larger than the machine that the log is said to be of`
      : `job ${jobs.id[row]} is larger than the machine to scale to, so that no copy of it could run there`,
    {
      file: name,
      job: jobs.id[row],
      field: 'size',
      value: largest,
      expected: `at most ${machine} processors`,
    },
  )
}
