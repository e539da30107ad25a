/**
 * The recorded schedule of a log that has waits, beside what is simulated, and how well simulated ones
 * explain it. Nothing is said where submits depend on the schedule, or on another machine than the log's own.
 */
import {
  type Codec,
  list,
  nullable,
  number,
  object,
  objectOf,
  oneOf,
  record,
  text,
  whole,
} from '../core/codec.js'
import { readDocument } from '../core/documents.js'
import type { MeasuredSchedule, ObjectiveValues } from '../sim/objectives/index.js'
import { parsePolicy, policyName, RECORDED } from '../sim/policy.js'
import type { Schedule } from '../sim/schedule.js'
import { rowsFrom, selectRows, type Trace } from '../trace/index.js'
import {
  type Agreement,
  agreementOf,
  CRITERIA,
  type Criterion,
  GRADES,
  type Grade,
} from './recorded-agreement.js'
import { fieldIn, type Scenario, type Stage, stageOf } from './scenarios/scenario.js'
import { type FinalRow, type LearntLog, partsOf } from './searches/final-measurement.js'
import type { MeasuredObjectives } from './searches/preferred.js'
import { measureOf } from './tasks/simulate.js'

/** The recorded schedule of a log, as reports have it. */
export interface RecordedReport {
  /** Judged jobs without a recorded wait, which are left out of it. */
  readonly missing: number
  readonly objectives: ObjectiveValues
  /** The simulated policy that is set against it: the one that percentages are against. */
  readonly policy: string
  readonly agreement: Agreement
  /** The policy that explains it best. */
  readonly best: string
}

/** The same of one of several logs. */
export interface RecordedLog extends RecordedReport {
  readonly log: string
}

const PAIR = object({ recorded: number(), simulated: number() })
const VALUES = record(nullable(number()))
const GRADE = oneOf(GRADES)

/** As runs keep it. */
export const RECORDED_LOG: Codec<RecordedLog> = objectOf<RecordedLog>({
  ...{ log: text, missing: whole(0), objectives: VALUES, policy: text, best: text },
  agreement: objectOf<Agreement>({
    ...{ jobs: whole(0), meanWait: PAIR, p95Wait: PAIR, idleWaits: PAIR },
    bySize: list(object({ label: text, jobs: whole(0), recorded: number(), simulated: number() })),
    ...{ withinMinute: number(), inversions: number(), utilisation: number(), grade: GRADE },
    grades: objectOf<Record<Criterion, Grade>>(
      Object.fromEntries(CRITERIA.map((name) => [name, GRADE])) as Record<Criterion, typeof GRADE>,
    ),
  }),
})

/** The file of it among those that a run leaves behind. */
export const RECORDED_FILE = 'recorded.json'

const DOCUMENT = list(RECORDED_LOG)

export function writeRecorded(logs: readonly RecordedLog[]): string {
  return `${JSON.stringify(DOCUMENT.encode(logs), null, 1)}\n`
}

/**
 * @param file what the text is called in messages
 * @throws QueuewrightError `input-document`
 */
export function readRecorded(text: string, file: string): readonly RecordedLog[] {
  return readDocument(DOCUMENT, text, file)
}

/** A log that is simulated, with the waits that it has. */
export interface Simulated {
  /** All of it, of which the scenario has a window. */
  readonly trace: Trace
  readonly scenario: Pick<Scenario, 'machine' | 'window' | 'facility'>
  readonly stage: Stage
}

/** Share of jobs that may lack a wait. */
const MOST_MISSING = 0.1

interface Recorded {
  readonly schedule: Schedule
  /** Judged jobs whose waits are recorded. */
  readonly rows: Int32Array
  /** Judged jobs without one. */
  readonly missing: number
}

/** @returns null where the log does not say, or nobody waits in it */
function recordedIn({ trace, stage, scenario }: Simulated): Recorded | null {
  const { machine, window, facility } = scenario
  const { jobs, judged, dependencies, prepared } = stage
  // A site says what the log's machine is: the partitions that are known of it need not be all that its header counts.
  const isOwn = trace.processors === null || trace.processors === machine || facility !== undefined
  if (dependencies !== null || !isOwn) return null
  const part = window === null ? trace : selectRows(trace, rowsFrom(...window))
  const wait = fieldIn(part, prepared, 'wait')
  const start = Float64Array.from(wait, (each, row) => (each < 0 ? Number.NaN : jobs.submit[row] + each))
  const all = judged ?? Int32Array.from(start.keys())
  const rows = all.filter((row) => !Number.isNaN(start[row]))
  const missing = all.length - rows.length
  const waited = rows.some((row) => wait[row] > 0)
  if (rows.length === 0 || !waited || missing > MOST_MISSING * all.length) return null
  return { schedule: { jobs: stage.happened(), processors: machine, start }, rows, missing }
}

interface Run {
  readonly policy: string
  readonly schedule: Schedule
}

/**
 * @param runs policies as they were simulated; `recorded` among them is passed over
 * @param baseline the policy that percentages are against
 * @param valuesOf the objectives that are told
 * @returns null where nothing is recorded, or nothing simulated
 */
export function recordedReport(
  on: Simulated,
  runs: readonly Run[],
  baseline: string,
  valuesOf: (measured: MeasuredSchedule) => ObjectiveValues,
): RecordedReport | null {
  const recorded = recordedIn(on)
  const simulated = runs.filter(({ policy }) => policy !== RECORDED)
  if (recorded === null || simulated.length === 0) return null
  const { schedule, rows, missing } = recorded
  const agreements = simulated.map(({ policy, schedule: other }) => ({
    policy,
    agreement: agreementOf(schedule.jobs, rows, schedule.processors, schedule, other),
  }))
  const [first] = agreements
  const judged = agreements.find(({ policy }) => policy === baseline) ?? first
  const best = agreements.reduce(
    (least, each) => (explainsBetter(each.agreement, least.agreement) ? each : least),
    judged,
  )
  const objectives = valuesOf(on.stage.measured(schedule, rows))
  return { missing, objectives, ...judged, best: best.policy }
}

/** Whether one schedule explains a record better than another does: by its grade, then by the starts that are within a minute. */
export function explainsBetter(one: Agreement, other: Agreement): boolean {
  const grade = (each: Agreement) => GRADES.indexOf(each.grade)
  if (grade(one) !== grade(other)) return grade(one) < grade(other)
  return one.withinMinute > other.withinMinute
}

/** Objectives of a schedule, by their texts. */
export function valuesBy(
  texts: readonly string[],
  { names, values }: MeasuredObjectives,
): (measured: MeasuredSchedule) => ObjectiveValues {
  return (measured) => {
    const found = values(names.map((name) => measureOf(name)(measured)))
    return Object.fromEntries(texts.map((text, k) => [text, found[k] ?? null]))
  }
}

/**
 * The recorded schedule of a log, beside the policy that others are measured against, which is simulated for it.
 * @param baseline as a policy is written
 * @returns null where the log does not say
 */
export function recordedLog(
  log: string,
  on: Simulated,
  baseline: string,
  valuesOf: (measured: MeasuredSchedule) => ObjectiveValues,
): RecordedLog | null {
  const policy = parsePolicy(baseline)
  if (policy.algorithm === RECORDED || recordedIn(on) === null) return null
  const run = { policy: policyName(baseline), schedule: on.stage.run(policy) }
  const report = recordedReport(on, [run], run.policy, valuesOf)
  return report && { log, ...report }
}

/**
 * The recorded schedules of the parts of a log, as rows of a final measurement.
 * @param columns objectives of the rows
 */
export function recordedRows(
  log: LearntLog,
  { trace, dataset }: { readonly trace: Trace; readonly dataset: Parameters<typeof stageOf>[1] },
  columns: readonly string[],
  valuesOf: (measured: MeasuredSchedule) => ObjectiveValues,
): readonly FinalRow[] {
  return partsOf([log]).flatMap(({ part, scenario }): readonly FinalRow[] => {
    const stage = stageOf(scenario, dataset)
    const recorded = recordedIn({ trace, scenario, stage })
    if (recorded === null) return []
    const values = valuesOf(stage.measured(recorded.schedule, recorded.rows))
    return [
      { log: log.name, part, policy: RECORDED, values: columns.map((column) => values[column] ?? null) },
    ]
  })
}
