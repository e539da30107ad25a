/**
 * A log on which policies are tried, one against another: the schedules themselves are simulated here, by the same rooms that the
 * command line has. Pure; a worker has one for each log, tests and benchmarks call it as it is.
 */
import { dataCsv } from '../../../../core/csv.js'
import { QueuewrightError } from '../../../../core/errors.js'
import type { Block, Cell, Picture } from '../../../../core/exhibit.js'
import { numbers, sentences, table, valueCell, words } from '../../../../core/exhibit.js'
import { formatChange, formatCount, formatSeconds, NO_VALUE, plural } from '../../../../core/format.js'
import { stableOrder } from '../../../../core/ordering.js'
import { bestValue, relativeChange } from '../../../../evaluation/results/ranking.js'
import { type Scenario, type Stage, stageOf } from '../../../../evaluation/scenarios/scenario.js'
import { jobsCsv } from '../../../../report/formats/jobs-csv.js'
import { policyCell, toneOf } from '../../../../report/pages/parts.js'
import { type Band, ganttPlot } from '../../../../report/plots/gantt.js'
import { coverageRaster, type Raster } from '../../../../report/plots/gantt-raster.js'
import { overlayPlot } from '../../../../report/plots/system.js'
import { breakdownSections } from '../../../../report/rows.js'
import { systemSeries } from '../../../../report/series.js'
import { type Allocation, allocateProcessors, intervalsOf } from '../../../../sim/allocation.js'
import { type Breakdown, breakdownBy, classesOf } from '../../../../sim/breakdown.js'
import { type Difference, differenceOf, SAME, waitFacts } from '../../../../sim/difference.js'
import {
  type MeasuredSchedule,
  measureAll,
  type ObjectiveValues,
  requireObjective,
} from '../../../../sim/objectives/index.js'
import { objectiveInfo } from '../../../../sim/objectives/info.js'
import { parsePolicy, RECORDED } from '../../../../sim/policy.js'
import type { Schedule } from '../../../../sim/schedule.js'
import type { Dataset } from '../../../../trace/dataset.js'
import { replaceColumns } from '../../../../trace/index.js'
import type { Span } from '../view/view.js'
import { userBlock } from './users.js'
import type { Told } from './why.js'

/** One policy beside another, and the part of time that is drawn. */
export interface Pair {
  readonly policy: string
  readonly against: string
  readonly span: Span | null
  /** Columns of the chart. */
  readonly bins: number
}

export interface Counts {
  readonly earlier: number
  readonly same: number
  readonly later: number
}

export interface Tried {
  /** Objectives, then waits by class. */
  readonly objectives: Block
  readonly waits: readonly Block[]
  readonly counts: Counts
  readonly chart: Chart
}

/** A raster, and how it lies in the whole. */
export interface Chart {
  readonly raster: Raster
  readonly processors: number
  /** From the first start to the last end. */
  readonly whole: Span
  /** Parts of the machine that are told apart; absent: none. */
  readonly bands?: readonly Band[]
}

export interface ChangedJob {
  readonly id: number
  readonly start: number
}

export interface JobFacts {
  readonly facts: readonly (readonly [string, string])[]
  /** The job's waiting under the policy, as `qw why` tells it. */
  readonly why: readonly Block[]
}

/** The simulation of a policy, as far as it was asked for. */
interface Outcome {
  readonly schedule: Schedule
  readonly measured: MeasuredSchedule
  allocation: Allocation | null
  objectives: ObjectiveValues | null
  breakdown: Breakdown | null
  told: Told | null
}

/** By their numbers (sim/difference). */
const FATES = ['at the same instant', 'earlier', 'later'] as const
/** Rows of a chart, at most; a machine of fewer processors has one each. */
export const MOST_ROWS = 200
/** Policies whose schedules are kept. */
const KEPT = 4
/** Bins of the lines over time. */
const TIME_BINS = 200

export interface Trial {
  /** @throws QueuewrightError as `parsePolicy` and the simulation */
  tried(pair: Pair): Tried
  compared(pair: Pair): Tried
  system(pair: Pair): Picture
  /** The job that holds a processor at an instant; null where none does. */
  jobAt(policy: string, second: number, processor: number): number | null
  job(pair: Pair, id: number): Promise<JobFacts | null>
  /**
   * The next job by its start under the policy, after one or from the first visible instant on, that starts at another instant;
   * after the last comes the first. Null where there is none.
   */
  nextChanged(pair: Pair, after: number | null): ChangedJob | null
  /** Values of objectives, by their names. */
  reached(policy: string, names: readonly string[]): readonly (number | null)[]
  /** The schedule as `qw simulate --csv` writes it. */
  csv(policy: string): string
  /** The chart as `qw simulate --gantt` draws it. */
  gantt(policy: string): Picture
  /** When each job starts under both policies, as CSV. */
  changes(pair: Pair): string
  /** The whole chart of who starts earlier and who later. */
  differenceChart(pair: Pair): Picture
  /** Starts of jobs, as they are simulated. */
  starts(policy: string): Float64Array
}

/** @param objectives names of what is measured */
export function trialOn(dataset: Dataset, scenario: Scenario, objectives: readonly string[]): Trial {
  const stage: Stage = stageOf(scenario, dataset)
  const infos = objectives.map((name) => objectiveInfo(requireObjective(name)))
  const classes = classesOf(stage.jobs, stage.judged, null)
  const known = new Map<string, Outcome>()

  const outcomeOf = (policy: string): Outcome => {
    let outcome = known.get(policy)
    if (outcome === undefined) {
      const schedule = stage.run(parsePolicy(policy))
      outcome = {
        schedule,
        measured: stage.measured(schedule),
        allocation: null,
        objectives: null,
        breakdown: null,
        told: null,
      }
    } else known.delete(policy)
    // The one that was asked for last is forgotten last.
    known.set(policy, outcome)
    if (known.size > KEPT) known.delete(known.keys().next().value ?? '')
    return outcome
  }
  const allocationOf = (outcome: Outcome): Allocation => {
    outcome.allocation ??= allocateProcessors(outcome.schedule)
    return outcome.allocation
  }
  const valuesOf = (outcome: Outcome): ObjectiveValues => {
    outcome.objectives ??= measureAll(outcome.measured, objectives)
    return outcome.objectives
  }
  const waitsOf = (outcome: Outcome): Breakdown => {
    const { schedule, measured } = outcome
    // Where some jobs depend on others each schedule has them in an order of its own.
    const own = schedule.rows === undefined ? classes : classesOf(schedule.jobs, measured.rows, null)
    outcome.breakdown ??= breakdownBy(own, measured)
    return outcome.breakdown
  }

  const whyOf = async (name: string, outcome: Outcome, job: number): Promise<readonly Block[]> => {
    const { schedule } = outcome
    const policy = parsePolicy(name)
    if (policy.algorithm === RECORDED) return sentences(['Nobody knows why recorded jobs waited.'])
    try {
      const { toldOf } = await import('./why.js')
      outcome.told ??= toldOf(name, stage.simulationOf(policy), schedule)
      return outcome.told(job)
    } catch (error) {
      if (!(error instanceof QueuewrightError)) throw error
      return sentences([error.message])
    }
  }

  const chartOf = (outcome: Outcome, schedule: Schedule, { span, bins }: Pair): Chart => {
    const { processors } = schedule
    const whole = spanOf(schedule)
    const [from, to] = span ?? whole
    const rows = Math.min(MOST_ROWS, processors)
    const raster = coverageRaster(schedule, allocationOf(outcome), { from, to, bins, rows })
    return { raster, processors, whole }
  }
  const objectivesOf = (before: Outcome, after: Outcome, { policy, against }: Pair): Block => {
    const base = { policy: against, objectives: valuesOf(before) }
    const other = { policy, objectives: valuesOf(after) }
    const both = policy === against ? [base] : [base, other]
    return table(
      `Values, and their changes against ${against}; ★ marks the better`,
      [...words('objective'), ...numbers(...both.map((each) => each.policy))],
      infos.map((info) => [
        info.name,
        ...both.map((each) => policyCell(each, info, both.length < 2 ? null : bestValue(both, info), base)),
      ]),
    )
  }
  const shown = (pair: Pair, before: Outcome, after: Outcome, drawn: Schedule, more: readonly Block[]) => {
    const { earlier, same, later } = differenceOf(before.schedule, after.schedule)
    return {
      objectives: objectivesOf(before, after, pair),
      waits: [...waitTables(waitsOf(before), waitsOf(after), pair), ...more],
      counts: { earlier, same, later },
      chart: chartOf(after, drawn, pair),
    }
  }

  return {
    tried: (pair) => {
      const [before, after] = [outcomeOf(pair.against), outcomeOf(pair.policy)]
      return shown(pair, before, after, after.schedule, [])
    },
    compared: (pair) => {
      const [before, after] = [outcomeOf(pair.against), outcomeOf(pair.policy)]
      const difference = differenceOf(before.schedule, after.schedule)
      const users = userBlock(before.schedule, after.schedule, difference)
      return shown(pair, before, after, byFate(after.schedule, difference), [users])
    },
    system: ({ policy, against }) => {
      const both = [...new Set([against, policy])]
      const series = both.map((each) => ({
        policy: each,
        series: systemSeries(outcomeOf(each).schedule, { bins: TIME_BINS }),
      }))
      return overlayPlot(series, dataset.clock)
    },
    jobAt: (policy, second, processor) => {
      const outcome = outcomeOf(policy)
      const row = rowAt(outcome.schedule, allocationOf(outcome), second, processor)
      return row === null ? null : outcome.schedule.jobs.id[row]
    },
    job: async (pair, id) => {
      const [before, after] = [outcomeOf(pair.against), outcomeOf(pair.policy)]
      const row = after.schedule.jobs.id.indexOf(id)
      if (row < 0) return null
      const facts = jobFacts(before.schedule, after.schedule, pair, row)
      return { facts, why: await whyOf(pair.policy, after, row) }
    },
    nextChanged: ({ policy, against, span }, after) => {
      const { jobs, start } = outcomeOf(policy).schedule
      const { fate } = differenceOf(outcomeOf(against).schedule, outcomeOf(policy).schedule)
      const changed = stableOrder(start).filter((row) => fate[row] !== SAME)
      const own = after === null ? -1 : changed.findIndex((row) => jobs.id[row] === after)
      const visible = changed.findIndex((row) => start[row] >= (span?.[0] ?? Number.NEGATIVE_INFINITY))
      const row = changed[(own >= 0 ? own + 1 : Math.max(0, visible)) % changed.length]
      return row === undefined ? null : { id: jobs.id[row], start: start[row] }
    },
    reached: (policy, names) => {
      const values = measureAll(outcomeOf(policy).measured, names)
      return names.map((name) => values[name])
    },
    csv: (policy) => {
      const outcome = outcomeOf(policy)
      return [...jobsCsv(outcome.schedule, allocationOf(outcome), dataset.name)].join('')
    },
    gantt: (policy) => {
      const outcome = outcomeOf(policy)
      return ganttPlot({
        title: `${policy} on ${dataset.name}`,
        schedule: outcome.schedule,
        allocation: allocationOf(outcome),
        clock: dataset.clock,
      })
    },
    changes: ({ policy, against }) => {
      const { jobs, start } = outcomeOf(policy).schedule
      const { delay } = differenceOf(outcomeOf(against).schedule, outcomeOf(policy).schedule)
      return dataCsv({
        columns: [
          'job',
          'submit',
          'processors',
          `start under ${against}`,
          `start under ${policy}`,
          'later by',
        ],
        rows: Array.from(delay, (later, row) => [
          ...[jobs.id[row], jobs.submit[row], jobs.size[row]],
          ...[start[row] - later, start[row], later],
        ]),
      })
    },
    differenceChart: ({ policy, against }) => {
      const [before, after] = [outcomeOf(against), outcomeOf(policy)]
      return ganttPlot({
        title: `${policy} against ${against} on ${dataset.name}`,
        schedule: byFate(after.schedule, differenceOf(before.schedule, after.schedule)),
        allocation: allocationOf(after),
        clock: dataset.clock,
        legend: { title: 'starts:', name: (fate) => FATES[fate] },
      })
    },
    starts: (policy) => outcomeOf(policy).schedule.start,
  }
}

/** The schedule with what becomes of its jobs in place of their groups, by which charts choose colours. */
function byFate(schedule: Schedule, { fate }: Difference): Schedule {
  return { ...schedule, jobs: replaceColumns(schedule.jobs, { group: fate }) }
}

/** From the first start to the last end. */
export function spanOf({ jobs, start }: Schedule): Span {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let row = 0; row < start.length; row++) {
    if (start[row] < from) from = start[row]
    if (start[row] + jobs.runtime[row] > to) to = start[row] + jobs.runtime[row]
  }
  return from < to ? [from, to] : [0, 1]
}

function rowAt(
  { jobs, start }: Schedule,
  allocation: Allocation,
  second: number,
  processor: number,
): number | null {
  for (let row = 0; row < start.length; row++) {
    if (start[row] > second || start[row] + jobs.runtime[row] <= second) continue
    const held = intervalsOf(allocation, row) ?? []
    for (let at = 0; at < held.length; at += 2) {
      if (held[at] <= processor && processor <= held[at + 1]) return row
    }
  }
  return null
}

/** Mean waits of classes of jobs under both policies. */
function waitTables(before: Breakdown, after: Breakdown, { policy, against }: Pair): readonly Block[] {
  const [first, second] = [breakdownSections(before), breakdownSections(after)]
  return first.map(({ title, rows }, k) =>
    table(
      `Mean waits by ${title}`,
      [...words(title), ...numbers('jobs', against, policy, '95 % wait')],
      rows.map((row, at) => {
        const now = second[k].rows[at]
        return [
          row.label,
          formatCount(row.jobs),
          formatSeconds(row.meanWait),
          waitCell(now.meanWait, row.meanWait),
          waitCell(now.p95Wait, row.p95Wait),
        ]
      }),
    ),
  )
}

function waitCell(value: number, before: number): Cell {
  const change = relativeChange(value, before)
  const told = change === null ? NO_VALUE : formatChange(change)
  return valueCell(formatSeconds(value), false, told, toneOf(change, 'min'))
}

function jobFacts(before: Schedule, after: Schedule, pair: Pair, row: number): JobFacts['facts'] {
  const { jobs } = after
  const facts: (readonly [string, string])[] = [['job', `${jobs.id[row]}`]]
  for (const [name, schedule] of new Map([
    [pair.against, before],
    [pair.policy, after],
  ])) {
    const wait = schedule.start[row] - jobs.submit[row]
    const { overtakers, ahead, meanFree } = waitFacts(schedule, row)
    const free = meanFree === null ? '' : `, ${formatCount(Math.round(meanFree))} processors free on the mean`
    const told = `${plural(ahead, 'job')} waited already, ${formatCount(overtakers)} that came later went first${free}`
    facts.push([`wait under ${name}`, wait > 0 ? `${formatSeconds(wait)}: ${told}` : 'none'])
  }
  return facts
}
