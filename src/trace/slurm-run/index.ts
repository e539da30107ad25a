/**
 * slurm-run: what a Slurm that was watched for a while has printed: priorities and shares (sprio, sshare), the log of its controller;
 * and its queue as it is now (squeue).
 * Pure: texts in, records with names and Unix times out.
 */
export {
  type ControllerLog,
  EMPTY_LOG,
  type LoggedEvent,
  type LoggedStart,
  parseControllerLog,
} from './controller-log.js'
export { parseSprio, type SprioRow, type SprioSnapshot, snapshotTime } from './sprio.js'
export {
  ACCOUNTED_FORMAT,
  type AccountedJob,
  FACTOR_FORMAT,
  NODE_FORMAT,
  type PartitionNodes,
  parseAccounted,
  parsePartitionNodes,
  parseSiteFactors,
  parseSqueue,
  type QueuedJob,
  type SiteFactor,
  SQUEUE_FORMAT,
} from './squeue.js'
export { parseSshare, type SshareSnapshot } from './sshare.js'
export {
  type JobDetails,
  parseJobDetails,
  parseWatchedJobs,
  type WatchedDependency,
  type WatchedJob,
  type WatchedState,
} from './watched-jobs.js'
