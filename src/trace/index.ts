/**
 * trace: job logs. The job table and the trace around it; reading and writing them (swf/, batsim/), cleaning,
 * filtering, user groups, the content digest, and what is in a log. Everything here is pure: bytes or text in, values
 * or text out (files are runtime's), and nothing here knows how jobs are scheduled (that is sim's).
 * Columns are typed arrays, and no trace is ever changed in place.
 *
 * ```ts
 * import { cleanTrace, groupTrace, readSwf } from 'queuewright/trace'
 *
 * const log = new Blob(['; MaxProcs: 64\n1 0 5 60 4 -1 -1 4 100 -1 1 7\n'])
 * const trace = await readSwf(log.stream())
 * console.log(groupTrace(cleanTrace(trace)).trace.jobs.length)
 * ```
 * @module
 */
export * from './batsim/index.js'
export {
  CANCELLED,
  type CleaningOptions,
  cleaningFields,
  cleanTrace,
  DROP_REASONS,
} from './clean.js'
export {
  type Dataset,
  type DatasetFields,
  datasetOf,
  decodeDataset,
  encodeDataset,
  type NamedNumbers,
  traceOf,
} from './dataset.js'
export {
  type CategoryFacts,
  DESCRIBED_FIELDS,
  describeTrace,
  type Histogram,
  type Quantiles,
  type TraceDescription,
} from './describe.js'
export { digestOf } from './digest.js'
export {
  type FilterTexts,
  filterFields,
  filterTrace,
  parseFilter,
  type TraceFilter,
} from './filter.js'
export {
  DEFAULT_GROUPING,
  type GroupedTrace,
  type GroupFacts,
  type Grouping,
  groupFacts,
  groupTrace,
  type NamedUsers,
  OWN_GROUP_FIELDS,
  type OwnGroupField,
  SHARE_THRESHOLDS,
  type UserFacts,
  userFacts,
} from './groups.js'
export {
  BYTES_PER_JOB,
  gather,
  type JobColumn,
  type JobRow,
  type JobTable,
  JobTableBuilder,
  jobTableOver,
  replaceColumns,
  selectJobs,
} from './job-table.js'
export { parseRanges, type Range } from './ranges.js'
export {
  filterOf,
  groupingOf,
  READING,
  type Reading,
  type ReadingGiven,
  readingOf,
} from './reading.js'
export * from './sacct/index.js'
export {
  createTrace,
  fieldEntries,
  rowsFrom,
  rowsWhere,
  selectRows,
  type TraceParts,
  traceWith,
} from './select.js'
export {
  type Association,
  LIVE_SLURM_FILES,
  type MachineTotals,
  numbersByName,
  type PartitionPriority,
  type PrioritySettings,
  parseAssociationLimits,
  parseAssociations,
  parseQos,
  parseQosLimits,
  parseSlurmConf,
  parseSlurmMachine,
  priorityFlags,
  priorityLines,
  type QosPriority,
  type ResetPeriod,
  type SchedulerParameters,
  SLURM_DEFAULTS,
  SLURM_FILES,
  type SlurmConf,
  type SlurmMachine,
  type SlurmReservation,
  totalsOf,
  unreadLimits,
} from './slurm-conf/index.js'
export * from './slurm-run/index.js'
export * from './swf/index.js'
export {
  type DropCounts,
  isRequestField,
  LEFT_AFTER,
  LOG_FIELDS,
  type LogClock,
  type LogField,
  REQUEST_FIELDS,
  type RequestField,
  SWF_FIELDS,
  type SwfField,
  type Trace,
} from './trace.js'
