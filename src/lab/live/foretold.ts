/** The base of all futures: the jobs up to an instant, of a live Slurm or of a log that is replayed, and the site that they are on. */
import { plural } from '../../core/format.js'
import type { Values } from '../../core/settings/index.js'
import { orderFields } from '../../evaluation/scenarios/scenario.js'
import type { FuturesCase } from '../../evaluation/tasks/futures.js'
import {
  accountedSince,
  jobDetails,
  jobsInQueue,
  type KnownJobs,
  knownJobs,
  livePolicy,
  partitionNodes,
  type Surroundings,
} from '../../live/index.js'
import { type Facility, facilityFields, jobFault } from '../../sim/facility/index.js'
import type { SimulatedPolicy } from '../../sim/policy.js'
import type { Schedule } from '../../sim/schedule.js'
import { siteJson } from '../../sim/site-codec.js'
import {
  type Dataset,
  datasetOf,
  type LogField,
  type QueuedJob,
  replaceColumns,
  selectRows,
  type Trace,
} from '../../trace/index.js'
import { usage } from '../failures.js'
import type { LogOptions, LogSource } from '../inputs/log.js'
import { type PreparedLog, prepareLog } from '../inputs/prepare.js'
import type { SiteOptions } from '../inputs/site.js'
import type { SiteAtHand } from '../inputs/site-document.js'
import type { Ports } from '../ports.js'
import { neededPartitions, type PREDICTING } from './settings.js'
import { liveSite, POOL, placesIn } from './site.js'

/** A job that waits, as whoever asks calls it. */
export interface NamedJob {
  readonly job: string
  readonly user: string
  /** The start by squeue --start, seconds from now, and Slurm's word on why it waits; null where there is none. */
  readonly slurm: number | null
  readonly slurmReason: string | null
}

export interface Foretold {
  readonly of: FuturesCase
  readonly dataset: Dataset
  /** The instant as whoever asks knows it: a Unix time, of a log its own clock. */
  readonly at: number
  readonly nameOf: (row: number) => NamedJob
  /** The name of a number in words of the site, such as `user 3`. */
  readonly ownerOf: (words: string) => string
  /** Jobs that wait for something else than the machine, and for what. */
  readonly others: readonly (NamedJob & { readonly because: string })[]
  /** Sentences on what is not known, or not simulated. */
  readonly notices: readonly string[]
}

type Predicting = Values<typeof PREDICTING>

const NODES_OF_THE_PAST =
  'Nobody tells here on which nodes jobs were that have ended: at the earlier instants by which intervals are set right, they are where a new job would be put.'

/** @throws QueuewrightError `slurm-unreachable`; `usage`; as `livePolicy` */
export async function foretoldNow(
  { partition, history, zone, seed }: Predicting,
  text: string,
  document: SiteAtHand | null,
  files: SiteOptions,
  { commands, now }: Surroundings,
): Promise<Foretold> {
  const partitions = neededPartitions(partition, 'the partitions whose jobs are foretold')
  livePolicy(text)
  const machine = await partitionNodes(commands, partitions)
  const at = now()
  const jobs = await jobsInQueue(commands)
  const details = document === null ? new Map() : await jobDetails(commands)
  const past = await accountedSince(commands, partitions, at - history)
  const known = knownJobs(jobs, past, details, partitions, at, zone)
  return foretoldOf(known, text, { document, files }, machine, at, seed)
}

/**
 * @param machine the nodes of the partitions
 * @param at Unix time
 * @param printed the output of sshare where fair shares go by it, null where it has none; absent where they go by the jobs of the past
 */
export async function foretoldOf(
  known: KnownJobs,
  text: string,
  { document, files }: { readonly document: SiteAtHand | null; readonly files: SiteOptions },
  machine: Awaited<ReturnType<typeof partitionNodes>>,
  at: number,
  seed: number,
  printed?: string | null,
): Promise<Foretold> {
  const policy = livePolicy(text)
  const { processors, rules, facility, site, notices } = await liveSite(
    ...([document, policy, known.trace, known.at, machine, files] as const),
    printed === undefined ? null : { at: known.at, printed },
  )
  const never = impossible(facility, known.trace, processors)
  const kept = Int32Array.from(known.queued.keys()).filter((row) => !never.has(row))
  const fields = facility === undefined ? [] : facilityFields(facility)
  const wanted = ['wait' as const, ...orderFields([policy]), ...fields]
  const trace = selectRows(known.trace, kept)
  const dataset = datasetOf(trace, wanted, site === null ? undefined : siteJson(site))
  return {
    ...{ at, dataset, ownerOf: namesIn(known.trace) },
    of: {
      ...{ data: dataset.digest, at: known.at, origin: 0, policy: text, seed, processors, rules },
      ...(facility && { facility }),
      places: placesIn(facility, known, kept, (row) => known.queued[row]?.partitions ?? []),
    },
    nameOf: (row) => named(known.queued[kept[row]], at),
    others: [
      ...known.unable.map((job) => ({ ...named(job, at), because: job.reason })),
      ...[...never].flatMap(([row, because]) => {
        const job = known.queued[row]
        return job === null ? [] : [{ ...named(job, at), because }]
      }),
    ],
    notices: facility === undefined ? notices : [...notices, NODES_OF_THE_PAST],
  }
}

function named(job: QueuedJob | null, at: number): NamedJob {
  if (job === null) throw new TypeError('a job that has ended waits for nothing')
  return {
    ...{ job: job.id, user: job.user, slurmReason: job.reason === 'None' ? null : job.reason },
    slurm: Number.isNaN(job.start) ? null : Math.max(0, job.start - at),
  }
}

/** Rows of jobs that the machine never lets run, and why. */
function impossible(
  facility: Facility | undefined,
  { jobs, fields }: Trace,
  processors: number,
): ReadonlyMap<number, string> {
  const faultOf = facility === undefined ? null : jobFault(facility)
  const found = new Map<number, string>()
  for (let row = 0; row < jobs.length; row++) {
    const fault = faultOf?.(jobs, row, fields) ?? null
    if (fault !== null) found.set(row, fault.message)
    else if (faultOf === null && jobs.size[row] > processors && !((fields.wait?.[row] ?? -1) >= 0))
      found.set(row, `it asks for ${jobs.size[row]} processors, and ${processors} are not down`)
  }
  return found
}

/** Words of limits have numbers of a log; here these are names. */
function namesIn({ header }: Trace): (words: string) => string {
  const names = new Map<string, string>(
    header.flatMap((line) => {
      const [, kind, number, name] = /^ (User|Group|Queue): (\d+) (\S+)$/.exec(line) ?? []
      return kind === undefined ? [] : [[`${kind.toLowerCase()} ${number}`, name] as const]
    }),
  )
  return (words) =>
    words.replace(/\b(user|group|queue) \d+/g, (owner) => {
      const name = names.get(owner)
      return name === undefined ? owner : `${owner.split(' ', 1)[0]} ${name}`
    })
}

/** @throws QueuewrightError `usage` without an instant; as `prepareLog` */
export async function foretoldIn(
  source: LogSource,
  settings: Predicting,
  text: string,
  document: SiteAtHand | null,
  reading: LogOptions & SiteOptions,
  ports: Ports,
): Promise<Foretold> {
  const { at } = settings
  if (at === null) throw usage('--at', 'none', 'a time since the first submit, with --log')
  const policy = livePolicy(text)
  const options = {
    ...{ ...reading, cancelled: 'drop' as const, oversize: settings.oversize },
    ...(document && { site: document }),
  }
  const log = await prepareLog(source, [policy], options, ports)
  const schedule = await ports.blocking(() => log.stage.run(policy))
  const foretold = foretoldAt(log, policy, schedule, at, settings)
  const until = ({ submit }: { readonly submit: Float64Array }) =>
    submit.reduce((count, time) => count + Number(time < foretold.at), 0)
  const unfit = until(log.trace.jobs) - until(log.stage.jobs)
  if (unfit === 0) return foretold
  const what = `${plural(unfit, 'job')} that the machine never lets run ${unfit === 1 ? 'is' : 'are'} left out`
  return { ...foretold, notices: [...foretold.notices, `${what}.`] }
}

/**
 * The knowledge of a log's jobs some seconds after its first submit.
 * @param schedule the log's under the policy
 */
export function foretoldAt(
  { trace: log, stage, scenario, dataset: whole }: PreparedLog,
  policy: SimulatedPolicy,
  { jobs, start, places }: Schedule,
  after: number,
  { history, seed }: Pick<Predicting, 'history' | 'seed'>,
): Foretold {
  // Of the log, whose first job need not be among those that are simulated.
  const at = (log.jobs.submit[0] ?? 0) + after
  const { facility, machine, rules } = scenario
  const rows = Int32Array.from(jobs.submit.keys()).filter(
    (row) => jobs.submit[row] < at && !(start[row] + jobs.runtime[row] < at - history),
  )
  const isOver = (row: number) => start[row] + jobs.runtime[row] <= at
  const known = {
    // Of what runs nobody knows the end.
    runtime: jobs.runtime.map((ran, row) => (isOver(row) ? ran : -1)),
    wait: start.map((begun, row) => (begun < at ? begun - jobs.submit[row] : -1)),
  }
  const { fields = {} } = stage.simulationOf(policy)
  const table = replaceColumns(jobs, { runtime: known.runtime })
  const trace = selectRows({ ...log, jobs: table, fields: { ...fields, wait: known.wait } }, rows)
  const dataset = datasetOf(trace, ['wait', ...(Object.keys(fields) as LogField[])], whole.site)
  return {
    ...{ at, dataset, others: [], ownerOf: (words) => words },
    of: {
      ...{ data: dataset.digest, at, origin: jobs.submit[0] ?? 0, policy: policy.name, rules, seed },
      processors: machine,
      ...(facility && { facility }),
      places: Array.from(rows).flatMap((row, k) => {
        if (places === undefined || !(start[row] < at) || isOver(row)) return []
        const { home, units, counts } = places.of(row)
        return [[k, home, [...units], [...counts]] as const]
      }),
    },
    nameOf: (row) => ({
      ...{ job: `${trace.jobs.id[row]}`, user: `${trace.jobs.user[row]}`, slurm: null, slurmReason: null },
    }),
    notices: facility === undefined ? [POOL] : [],
  }
}
