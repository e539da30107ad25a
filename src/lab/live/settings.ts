/** Settings of what is done on a live Slurm. */
import {
  duration,
  flag,
  headed,
  optional,
  real,
  seed,
  setting,
  several,
  whole,
  written,
  zone,
} from '../../core/settings/index.js'
import { UNFIT } from '../../sim/rule-settings.js'
import { usage } from '../failures.js'
import { ENGINE } from '../runs/engine-settings.js'

/** The folder of what is remembered. */
const STATE = setting(written('a folder', { shown: 'folder' }), {
  meaning: 'the folder of ledger, audit log and lock; made where it is missing',
  usual: 'queuewright-live',
})

const DAY = 86_400

/** Partitions as they are named: each by itself, or several with commas between them. */
export function partitionsIn(names: readonly string[]): readonly string[] {
  return names.flatMap((list) => list.split(',')).filter((name) => name !== '')
}

/**
 * @param expected in the failure, what they are for
 * @throws QueuewrightError `usage` where none is named
 */
export function neededPartitions(names: readonly string[], expected: string): readonly string[] {
  const partitions = partitionsIn(names)
  if (partitions.length === 0) throw usage('--partition', 'none', expected)
  return partitions
}

export const STEERING = headed('Steering:', {
  policy: setting(written('a policy, or @FILE, a strategy', { shown: 'policy' }), {
    meaning: 'whose order jobs are to start in',
  }),
  partition: setting(several(written('the name of a partition', { shown: 'name' })), {
    meaning: 'whose jobs are steered; of several partitions that share nodes name all',
    usual: [],
  }),
  maxShift: setting(whole(1, 1_000_000_000), {
    meaning: 'largest site factor, up or down; priorities are steered as far as it reaches',
    usual: 1000,
  }),
  rate: setting(real({ above: 0, most: 1000 }), { meaning: 'most writes a second', usual: 20 }),
  every: setting(duration(), { meaning: 'time between two looks at the queue', usual: 2 }),
  settle: setting(duration(), {
    meaning: 'for how long a factor stands before it may be written again',
    usual: 60,
  }),
  maxWait: setting(optional(duration()), {
    meaning: 'undo everything and end where a steered job waits for longer',
    usual: null,
  }),
  for: setting(duration(), {
    meaning: 'undo everything after this time, also across restarts',
    usual: 7 * DAY,
  }),
  renew: setting(flag(), { meaning: 'begin this time anew, where a period goes on', usual: false }),
  once: setting(flag(), { meaning: 'look and write once', usual: false }),
  dryRun: setting(flag(), {
    meaning: 'say what would be written now and what it costs to go on; writes nothing',
    usual: false,
  }),
  zone: setting(zone(), { meaning: 'time zone of the site, for orders that know the hour', usual: 'UTC' }),
  metrics: setting(optional(written('a port, ADDRESS:PORT, or a file', { shown: 'where' })), {
    meaning: 'figures for Prometheus: a port of this machine alone, ADDRESS:PORT, or a file',
    usual: null,
  }),
  state: STATE,
})

export const RESETTING = headed('Reset:', {
  all: setting(flag(), {
    meaning: 'set the factors of all jobs to 0, whoever set them: where the ledger is lost',
    usual: false,
  }),
  partition: setting(several(written('the name of a partition', { shown: 'name' })), {
    meaning: 'with --all, only of jobs in this partition',
    usual: [],
  }),
  overdue: setting(flag(), {
    meaning: 'only where the time of --for is over and nobody steers any more: for a timer',
    usual: false,
  }),
  state: STATE,
})

export const SHADOWING = headed('Shadow:', {
  policy: setting(written('a policy, or @FILE, a strategy', { shown: 'policy' }), {
    meaning: 'that looks on',
  }),
  partition: setting(several(written('the name of a partition', { shown: 'name' })), {
    meaning: 'whose jobs are looked at; of several partitions that share nodes name all',
    usual: [],
  }),
  every: setting(duration(), { meaning: 'time between two looks at the queue', usual: 30 }),
  for: setting(optional(duration()), { meaning: 'end after this time', usual: null }),
  once: setting(flag(), { meaning: 'look once', usual: false }),
  zone: setting(zone(), { meaning: 'time zone of the site, for orders that know the hour', usual: 'UTC' }),
  state: setting(written('a folder', { shown: 'folder' }), {
    meaning: 'the folder of what was seen; made where it is missing',
    usual: 'queuewright-shadow',
  }),
})

export const SHADOW_REPORT = headed('Report:', {
  policy: setting(optional(written('a policy, or @FILE, a strategy', { shown: 'policy' })), {
    meaning: 'another policy than the one that looked on',
    usual: null,
  }),
  zone: SHADOWING.zone,
})

export const PREDICTING = headed('Prediction:', {
  policy: setting(optional(written('a policy, or @FILE, a strategy', { shown: 'policy' })), {
    meaning: 'by which the site goes',
    usual: null,
    usually: 'that of --site, else easy',
  }),
  partition: setting(several(written('the name of a partition', { shown: 'name' })), {
    meaning: 'whose jobs are foretold; of several partitions that share nodes name all',
    usual: [],
  }),
  futures: setting(whole(10, 10_000), { meaning: 'how many are simulated', usual: 200 }),
  hindsight: setting(whole(0, 1000), {
    meaning:
      'earlier instants at which it is looked how true futures were, to set the intervals right; 0: none',
    usual: 30,
  }),
  seed: setting(seed(), { meaning: 'start of the random numbers', usual: 1 }),
  history: setting(duration(), { meaning: 'how far back the past of jobs is looked at', usual: 90 * DAY }),
  workers: ENGINE.workers,
  user: setting(optional(written('the name of a user', { shown: 'name' })), {
    meaning: 'say it of the jobs of this user alone',
    usual: null,
  }),
  log: setting(optional(written('a job log', { shown: 'log' })), {
    meaning: 'no live Slurm: a log, replayed under the policy up to --at',
    usual: null,
  }),
  at: setting(optional(duration()), {
    meaning: 'the time since the first submit of --log, or of the demonstration workload',
    usual: null,
  }),
  // Who asks when a job starts is not helped by others that never do.
  oversize: setting(UNFIT.oversize.form, {
    meaning: 'jobs larger than the machine; drop: also those that no limit of the site lets run',
    usual: 'drop',
    only: { at: true },
  }),
  zone: SHADOWING.zone,
})
