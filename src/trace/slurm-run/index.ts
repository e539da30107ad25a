/**
 * slurm-run: what a Slurm that was watched for a while has printed: priorities and shares (sprio, sshare), the log of its controller.
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
export { parseSshare, type SshareSnapshot } from './sshare.js'
export {
  parseWatchedJobs,
  type WatchedDependency,
  type WatchedJob,
  type WatchedState,
} from './watched-jobs.js'
