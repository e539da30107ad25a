/**
 * A scenario: all that a simulation depends on but the policy, as plain data that crosses threads, queues and files.
 * From it the jobs of the simulation are made, step by step: the rows of the window; a model's estimates, if any;
 * preparation for the machine; what the recorded jobs depended on. How a site's Slurm is configured goes with the data.
 */
import { nullable, number, objectOf, optional, text, tuple, whole } from '../../core/codec.js'
import { readKept } from '../../core/documents.js'
import { QueuewrightError } from '../../core/errors.js'
import type { Json } from '../../core/json.js'
import { TRIMMING, type Trimming, trimRows } from '../../sim/breakdown.js'
import type { Dependencies } from '../../sim/dependencies.js'
import { type Bounds, boundsOf, type EarlyStop } from '../../sim/early-stop.js'
import { FACILITY, type Facility, facilityFields, prepareJobsFor } from '../../sim/facility/index.js'
import {
  type ClassName,
  ClassRows,
  type CompositeObjective,
  classFields,
  classNames,
  type JobFacts,
  MeasuredSchedule,
  type NamedObjective,
  parseJobClass,
} from '../../sim/objectives/index.js'
import { HET_FIELDS, type JobField } from '../../sim/order.js'
import { ordersOf, type ParsedPolicy, RECORDED, type SimulatedPolicy, SLURM } from '../../sim/policy.js'
import type { Predictor } from '../../sim/prediction.js'
import { OVERRUN, OVERSIZE, type Preparation, type PreparedJobs, prepareJobs } from '../../sim/prepare.js'
import { recordedSchedule } from '../../sim/recorded.js'
import type { DecisionWitness } from '../../sim/rule-based/index.js'
import type { Schedule } from '../../sim/schedule.js'
import { SEMANTICS_CODEC, type Semantics } from '../../sim/semantics.js'
import { type Simulation, simulate, simulateBelow } from '../../sim/simulate.js'
import type { Site } from '../../sim/site.js'
import { readSite } from '../../sim/site-codec.js'
import { timeClassClock } from '../../sim/time-class.js'
import {
  type Dataset,
  type JobTable,
  type LogField,
  rowsFrom,
  selectJobs,
  selectRows,
  type Trace,
  traceOf,
} from '../../trace/index.js'
import { MOST_COUNT } from '../../trace/limits.js'
import { applyEstimates } from '../../workload/estimates/index.js'
import { parseEstimateSource } from './estimate-source.js'
import { dependenciesBy, FEEDBACK, type Feedback, feedbackFields } from './feedback.js'
import { parted, pressedBy } from './pressing.js'

export interface Scenario {
  /** Digest of the data. */
  readonly data: string
  /** Rows [from, to) of the data, simulated on an empty machine; null: all. */
  readonly window: readonly [from: number, to: number] | null
  /** Processors of the machine. */
  readonly machine: number
  /** See estimate-source.ts. */
  readonly estimates: string
  /** The seed of what a model of estimates draws. */
  readonly seed: number
  readonly overrun: Preparation['overrun']
  readonly oversize: Preparation['oversize']
  readonly rules: Semantics
  /** Jobs at the window's beginning and end that are simulated and not judged. */
  readonly trimming: Trimming
  /** The class of jobs that are judged, as `size <= 8`; all are simulated. Absent: all jobs. */
  readonly judge?: string
  /** Partitions, limits and maintenance of the machine; absent: one pool of processors. */
  readonly facility?: Facility
  /** By what jobs are submitted when others have ended; absent: all at their recorded instants. */
  readonly feedback?: Feedback
}

/** A scenario made ready: what stays the same for all policies that are simulated on it. */
export interface Stage {
  /** Jobs as they are simulated, and what became of the data's. */
  readonly prepared: PreparedJobs
  readonly jobs: PreparedJobs['jobs']
  /** Jobs that were cancelled while they waited, and how many of them nothing could have started; null where none presses. */
  readonly pressing: { readonly jobs: number; readonly unable: number } | null
  /** The same jobs as they ran: no run time is cut by an estimate, neither by a model's nor by `overrun`. */
  readonly happened: () => JobTable
  /** Null where the scheduler goes by estimates. */
  readonly predictor: Predictor | null
  /** Dependencies of the prepared jobs; null where all are submitted at their recorded instants. */
  readonly dependencies: Dependencies | null
  /** How the site's Slurm is configured; null where nobody says. */
  readonly site: Site | null
  /** Rows of the jobs that are judged; null: all. */
  readonly judged: Int32Array | null
  /** The same in a schedule, whose jobs are in another order where some depend on others. */
  readonly judgedIn: (schedule: Schedule) => Int32Array | null
  /** The judged jobs by class. */
  readonly classes: ClassRows
  /**
   * A schedule of the jobs made ready to be measured, its classes of jobs too.
   * @param among rows of the jobs that count in place of those that are judged
   */
  readonly measured: (schedule: Schedule, among?: Int32Array) => MeasuredSchedule
  /** @param witness is told of decisions of rules */
  readonly run: (policy: ParsedPolicy, witness?: DecisionWitness) => Schedule
  /** The simulation of a policy, for those who ask more of it than its schedule; with it, the jobs that press. */
  readonly simulationOf: (policy: SimulatedPolicy) => Simulation
  /** Bounds of an objective over the judged jobs; null where it or the scenario allows none. */
  readonly bounds: (objective: CompositeObjective) => Bounds | null
  /** `run`, which may be given up on the way; null where it was. */
  readonly runBelow: (
    policy: ParsedPolicy,
    earlyStop: EarlyStop,
    witness?: DecisionWitness,
  ) => Schedule | null
}

/**
 * Fields that data has to hold for the policies to be simulated as they mean it, for feedback, and for classes of jobs.
 * @param parts of the objectives that will be measured
 */
export function scenarioFields(
  policies: readonly ParsedPolicy[],
  { feedback, facility, judge }: Pick<Scenario, 'feedback' | 'facility' | 'judge'>,
  parts: readonly NamedObjective[] = [],
): readonly LogField[] {
  return [
    ...new Set<LogField>([
      ...orderFields(policies),
      ...(facility === undefined ? [] : facilityFields(facility)),
      ...(policies.some(({ algorithm }) => algorithm === RECORDED) ? (['wait'] as const) : []),
      ...feedbackFields(feedback),
      ...(judge === undefined ? [] : parseJobClass(judge).fields),
      ...classFields(parts),
    ]),
  ]
}

/** Names in classes of jobs, each once: in those of objectives, and in that of the jobs that are judged. */
export function scenarioNames(
  { judge }: Pick<Scenario, 'judge'>,
  parts: readonly NamedObjective[],
): readonly ClassName[] {
  const named = [...(judge === undefined ? [] : parseJobClass(judge).named), ...classNames(parts)]
  return [...new Map(named.map((each) => [`${each.kind} ${each.name}`, each])).values()]
}

/** Fields that the policies ask for: their orders, and of `slurm:` which jobs start together. */
export function orderFields(policies: readonly ParsedPolicy[]): readonly JobField[] {
  const together = policies.some(({ algorithm }) => algorithm === SLURM) ? HET_FIELDS : []
  return [...new Set([...policies.flatMap(ordersOf).flatMap(({ fields = [] }) => fields), ...together])]
}

/**
 * @param dataset the one that the scenario names
 * @throws QueuewrightError `job-oversize`, `usage` where trimming leaves no job to judge or sessions cannot be told, and what
 *   models of estimates refuse
 */
export function stageOf(scenario: Scenario, dataset: Dataset): Stage {
  const { window, machine: processors, facility, seed, overrun, oversize, rules, feedback } = scenario
  const { model, predictor, estimates } = parseEstimateSource(scenario.estimates)
  const whole = traceOf(dataset)
  const log = window === null ? whole : selectRows(whole, rowsFrom(...window))
  const apart = parted(log)
  const part = apart?.trace ?? log
  const trace = model === null ? part : applyEstimates(part, model, seed)
  const preparation = { processors, estimates, overrun, oversize }
  const prepared =
    facility === undefined
      ? prepareJobs(trace.jobs, preparation)
      : prepareJobsFor(facility, trace.jobs, trace.fields, preparation)
  const { jobs, rows } = prepared
  const kept = rows === null ? trace : selectRows(trace, rows)
  const ofLog = apart === null ? rows : rows === null ? apart.rows : rows.map((row) => apart.rows[row])
  const pressed =
    apart === null || ofLog === null
      ? null
      : pressedBy(log, apart.pressing, jobs, ofLog, { processors, facility })
  const { fields } = kept
  const dependencies = feedback === undefined ? null : dependenciesBy(feedback, kept)
  const site = dataset.site === undefined ? null : readSite(dataset.site, dataset.clock)
  const facts = {
    ...{ jobs, processors, rules, timeClasses: timeClassClock(dataset.clock), fields },
    ...(predictor && { predictor }),
    ...(site && { site }),
    ...(facility && { facility }),
    ...pressed?.simulated,
  }
  const { clock, names = [] } = dataset
  const told = { jobs, fields, clock, names }
  const { judged, classes } = judgedJobs(scenario, told)
  const judgedOf = (schedule: Schedule): Judged =>
    schedule.rows === undefined
      ? { judged, classes }
      : judgedJobs(scenario, {
          jobs: schedule.jobs,
          fields: ordered(fields, schedule.rows),
          ...{ clock, names },
        })
  const happened = (): JobTable =>
    model === null && overrun !== 'kill'
      ? jobs
      : prepareJobs(rows === null ? part.jobs : selectJobs(part.jobs, rows), {
          ...preparation,
          overrun: overrun === 'kill' ? 'extend' : overrun,
        }).jobs
  const recorded = (): Schedule =>
    recordedSchedule(happened(), processors, fields.wait ?? new Float64Array(jobs.length).fill(-1))
  const ofJobs = (schedule: Schedule) => pressed?.without(schedule) ?? schedule
  const simulationOf: Stage['simulationOf'] = (policy) => ({
    ...facts,
    policy,
    ...(dependencies && { dependencies }),
  })
  const run: Stage['run'] = (policy, witness) =>
    policy.algorithm === RECORDED
      ? recorded()
      : ofJobs(simulate({ ...simulationOf(policy), ...(witness && { witness }) }))
  return {
    prepared: { ...prepared, rows: ofLog },
    pressing: pressed === null ? null : { jobs: pressed.pressing, unable: pressed.unable },
    ...{ jobs, happened, predictor, dependencies, site, judged, run, simulationOf },
    classes,
    judgedIn: (schedule) => judgedOf(schedule).judged,
    measured: (schedule, among) => {
      if (among !== undefined) return new MeasuredSchedule(schedule, among, new ClassRows(told, among))
      const of = judgedOf(schedule)
      return new MeasuredSchedule(schedule, of.judged, of.classes)
    },
    // Where submits depend on the schedule no start is certain to be late; of jobs that press there are other rows.
    bounds: (objective) =>
      dependencies === null && pressed === null
        ? boundsOf(jobs, judged, processors, objective, classes)
        : null,
    runBelow: (policy, earlyStop, witness) => {
      if (policy.algorithm === RECORDED || dependencies !== null) return run(policy, witness)
      const schedule = simulateBelow({ ...facts, policy, ...(witness && { witness }) }, earlyStop)
      return schedule === null ? null : ofJobs(schedule)
    },
  }
}

interface Judged {
  readonly judged: Int32Array | null
  readonly classes: ClassRows
}

/** @throws QueuewrightError `usage` where no job is judged */
function judgedJobs({ trimming, judge }: Pick<Scenario, 'trimming' | 'judge'>, facts: JobFacts): Judged {
  const trimmed = trimRows(facts.jobs, trimming)
  if (judge === undefined) return { judged: trimmed, classes: new ClassRows(facts, trimmed) }
  const judged = new ClassRows(facts, trimmed).of(parseJobClass(judge))
  if (judged.length === 0) {
    throw new QueuewrightError('usage', 'no job is left to judge', {
      field: '--judge',
      value: judge,
      remedy: 'Widen the class; qw info shows which jobs the log has',
    })
  }
  return { judged, classes: new ClassRows(facts, judged) }
}

/** A field of a log beside its prepared jobs; −1 where the log does not say. */
export function fieldIn(trace: Trace, { jobs, rows }: PreparedJobs, field: LogField): Float64Array {
  const column = trace.fields[field]
  if (column === undefined) return new Float64Array(jobs.length).fill(-1)
  return rows === null ? column : Float64Array.from(rows, (row) => column[row])
}

/** Columns beside jobs in the order that these rows had in the log. */
function ordered(fields: JobFacts['fields'], rows: Int32Array): JobFacts['fields'] {
  const columns = Object.entries(fields).map(([name, column]) => [
    name,
    Float64Array.from(rows, (row) => column[row]),
  ])
  return Object.fromEntries(columns)
}

/** Scenarios as plain data. */
export const SCENARIO = objectOf<Scenario>({
  data: text,
  machine: whole(1, MOST_COUNT),
  estimates: text,
  seed: number(),
  overrun: OVERRUN,
  oversize: OVERSIZE,
  trimming: TRIMMING,
  feedback: optional(FEEDBACK),
  facility: optional(FACILITY),
  judge: optional(text),
  window: nullable(tuple(whole(0), whole(0))),
  rules: SEMANTICS_CODEC,
})

export function scenarioJson(scenario: Scenario): Json {
  return SCENARIO.encode(scenario)
}

/**
 * The scenario of what `scenarioJson` made.
 * @throws QueuewrightError `input-document`
 */
export function scenarioOf(json: Json): Scenario {
  return readKept(SCENARIO, json, 'scenario')
}
