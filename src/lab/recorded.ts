/**
 * What really happened, beside what is simulated: the recorded schedule of a log that has waits, and how well simulated ones
 * explain it. Nothing is said where submits depend on the schedule, or on another machine than the log's own.
 */
import { QueuewrightError } from '../core/errors.js'
import { type Agreement, agreementOf, GRADES } from '../evaluation/recorded-agreement.js'
import type { RecordedReport } from '../report/model.js'
import { type CompositeObjective, type MeasuredSchedule, measureAll } from '../sim/objectives/index.js'
import { RECORDED } from '../sim/policy.js'
import type { Schedule } from '../sim/schedule.js'
import type { Experiment } from './experiment.js'
import { fieldIn } from './prepare.js'

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
function recordedIn({ trace, stage, scenario }: Experiment): Recorded | null {
  const { jobs, judged, dependencies, prepared } = stage
  const isOwn = trace.processors === null || trace.processors === scenario.machine
  if (dependencies !== null || !isOwn) return null
  const wait = fieldIn(trace, prepared, 'wait')
  const start = Float64Array.from(wait, (each, row) => (each < 0 ? Number.NaN : jobs.submit[row] + each))
  const all = judged ?? Int32Array.from(start.keys())
  const rows = all.filter((row) => !Number.isNaN(start[row]))
  const missing = all.length - rows.length
  const waited = rows.some((row) => wait[row] > 0)
  if (rows.length === 0 || !waited || missing > MOST_MISSING * all.length) return null
  return { schedule: { jobs: stage.happened(), processors: scenario.machine, start }, rows, missing }
}

interface Run {
  readonly policy: string
  readonly schedule: Schedule
}

/**
 * @param runs policies as they were simulated; `recorded` among them is passed over
 * @param baseline the policy that percentages are against
 * @returns null where nothing is recorded, or nothing simulated
 */
export function recordedReport(
  experiment: Experiment,
  runs: readonly Run[],
  baseline: string,
): RecordedReport | null {
  const recorded = recordedIn(experiment)
  const simulated = runs.filter(({ policy }) => policy !== RECORDED)
  if (recorded === null || simulated.length === 0) return null
  const { schedule, rows, missing } = recorded
  const { stage, composites, objectives: infos } = experiment
  const measured = stage.measured(schedule, rows)
  const formulas = composites.map(({ text }) => text)
  const names = infos.map(({ name }) => name).filter((name) => !formulas.includes(name))
  const values = Object.fromEntries(composites.map((each) => [each.text, valueOrNull(each, measured)]))
  const agreements = simulated.map(({ policy, schedule: other }) => ({
    policy,
    agreement: agreementOf(schedule.jobs, rows, schedule.processors, schedule, other),
  }))
  const [first] = agreements
  const judged = agreements.find(({ policy }) => policy === baseline) ?? first
  const best = agreements.reduce(
    (least, each) => (isBetter(each.agreement, least.agreement) ? each : least),
    judged,
  )
  return { missing, objectives: { ...measureAll(measured, names), ...values }, ...judged, best: best.policy }
}

/** Null where a class has no job whose wait is recorded. */
function valueOrNull(objective: CompositeObjective, measured: MeasuredSchedule): number | null {
  try {
    return objective.of(measured)
  } catch (error) {
    if (error instanceof QueuewrightError && error.kind === 'objective-undefined') return null
    throw error
  }
}

function isBetter(one: Agreement, other: Agreement): boolean {
  const grade = (each: Agreement) => GRADES.indexOf(each.grade)
  if (grade(one) !== grade(other)) return grade(one) < grade(other)
  return one.withinMinute > other.withinMinute
}
