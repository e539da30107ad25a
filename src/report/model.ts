/**
 * The model of reports: plain readonly objects that the caller fills from a log, its schedules and their
 * measures. Nothing here measures or formats. Imports types of lower rooms only.
 */
import type { Fact } from '../core/exhibit.js'
import type { RecordedReport } from '../evaluation/recorded.js'
import type { Breakdown } from '../sim/breakdown.js'
import type { ObjectiveValues } from '../sim/objectives/index.js'
import type { ObjectiveInfo } from '../sim/objectives/info.js'
import type { Schedule } from '../sim/schedule.js'
import type { Semantics } from '../sim/semantics.js'
import type { TraceDescription } from '../trace/describe.js'
import type { DropCounts, Trace } from '../trace/trace.js'

/** How a report came about, so that it can be made again. */
export interface Provenance {
  /** Version of Queuewright. */
  readonly version: string
  /** The command line, as one would type it. */
  readonly command: string
  /** When it was made, as text; left out so that equal input gives equal bytes. */
  readonly made?: string
}

/** One policy's run on the log of the report. */
export interface PolicyResult {
  /** As written: `easy:saf`. */
  readonly policy: string
  readonly schedule: Schedule
  readonly objectives: ObjectiveValues
  readonly breakdown: Breakdown
}

interface ReportBase {
  /** The log as read: name, clock, header comments, digest. */
  readonly trace: Trace
  /** `describeTrace` of that log and the simulated machine. */
  readonly describe: () => TraceDescription
  /** Whether the names of users and accounts are shown that the log's header may have. */
  readonly names: boolean
  /** Facts of the simulation: log, machine, what is predicted and depends on what. */
  readonly facts: readonly Fact[]
  readonly rules: Semantics
  /** Objectives in the order to show them. */
  readonly objectives: readonly ObjectiveInfo[]
  /** The one of which is told first, and by which one of several policies is said to be best. */
  readonly verdict: ObjectiveInfo
  /** Jobs left out of the simulation, by reason. */
  readonly dropped: DropCounts
  readonly notices: readonly string[]
  readonly provenance: Provenance
  /** Null where the log does not say, or nothing is simulated. */
  readonly recorded: RecordedReport | null
}

/** One user under a policy and a baseline. */
export interface UserChange {
  readonly user: number
  readonly jobs: number
  /** Mean wait, seconds. */
  readonly wait: number
  /** Under the baseline. */
  readonly before: number
}

/** How users fare under a policy, against a baseline. */
export interface UserChanges {
  readonly policy: string
  readonly users: number
  /** Users whose mean wait is shorter by more than a minute, and longer. */
  readonly better: number
  readonly worse: number
  /** Who wins and who loses most; null where nobody does. */
  readonly gains: UserChange | null
  readonly loses: UserChange | null
}

export interface SimulationReport extends ReportBase {
  readonly result: PolicyResult
}

export interface ComparisonReport extends ReportBase {
  /** Two or more, in the order to show them. */
  readonly results: readonly PolicyResult[]
  /** Those of the objectives that were asked for. */
  readonly columns: readonly ObjectiveInfo[]
  /** Name of the policy that others are measured against; one of `results`. */
  readonly baseline: string
  /** The changes under each policy but the baseline; none where the log has no users, or a single one. */
  readonly users: readonly UserChanges[]
}

export interface LogReport {
  readonly trace: Trace
  readonly description: TraceDescription
  /** As of a `SimulationReport`. */
  readonly names: boolean
  readonly provenance: Provenance
}
