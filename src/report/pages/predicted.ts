/** When the jobs that wait will start, with what is known of why. */
import { formatDuration } from '../../core/duration.js'
import {
  type Block,
  type Exhibit,
  exhibit,
  figure,
  numbers,
  section,
  sentences,
  table,
  words,
} from '../../core/exhibit.js'
import { formatCount, plural } from '../../core/format.js'
import type { WaitingReason } from '../../sim/waiting-reason.js'
import { LATEST } from '../../workload/futures/index.js'
import { startsPlot } from '../plots/starts.js'

/** Rows of the picture; the table has all. */
const DRAWN = 40

/** Seconds from now. */
export interface PredictedJob {
  readonly job: string
  readonly user: string
  readonly size: number
  /** For how long it has waited. */
  readonly waited: number
  readonly median: number
  /** It starts between them in eight of ten futures. */
  readonly early: number
  readonly late: number
  /** If all ran for as long as they ask and nobody came. */
  readonly planned: number
  /** By a cycle of Slurm's backfill, as `slurm:` has it, in the order of the policy; null where it would plan no start. */
  readonly backfilled: number | null
  /** The start by squeue --start; null where it says nothing. */
  readonly slurm: number | null
  /** Waiting jobs that start before it, in the mean. */
  readonly before: number
  /** The reason for which the policy does not start it now; null where nothing does, or the policy does not say. */
  readonly waitsFor: { readonly kind: WaitingReason['kind']; readonly text: string } | null
  /** Slurm's own word on that, such as Resources. */
  readonly slurmReason: string | null
}

/** A job that waits for something else than the machine. */
export interface OtherJob {
  readonly job: string
  readonly user: string
  readonly because: string
}

export interface Predicted {
  readonly policy: string
  /** The instant of which all this is: a Unix time, of a log its own clock. */
  readonly at: number
  readonly futures: number
  /** Earlier instants by which intervals are set right. */
  readonly hindsight: number
  readonly processors: number
  readonly free: number
  readonly running: number
  /** Ended jobs of which run times were drawn. */
  readonly past: number
  readonly jobs: readonly PredictedJob[]
  readonly others: readonly OtherJob[]
  /** The user of whose jobs alone this is; null: of all. */
  readonly user: string | null
  /** Sentences on what is not known, or not simulated. */
  readonly notices: readonly string[]
}

export function predictedPage({
  policy,
  futures,
  hindsight,
  processors,
  free,
  running,
  past,
  jobs,
  others,
  user,
  notices,
}: Predicted): Exhibit {
  return exhibit(`When ${plural(jobs.length, 'waiting job')} will start`, verdict(jobs, user), [
    section(
      'Starts',
      ...drawn(jobs),
      table(
        'From now; in eight of ten futures a job starts between early and late',
        [
          ...words('job', 'user'),
          ...numbers(
            'processors',
            'waited',
            'start',
            'early',
            'late',
            'before it',
            'by limits',
            'by backfill',
            'Slurm says',
          ),
        ],
        jobs.map((job) => [
          ...[job.job, job.user, formatCount(job.size), formatDuration(job.waited)],
          ...[job.median, job.early, job.late].map(formatDuration),
          ...[formatCount(Math.round(job.before)), formatDuration(job.planned)],
          ...[job.backfilled, job.slurm].map((start) => (start === null ? '–' : formatDuration(start))),
        ]),
      ),
    ),
    section(
      'Why they wait',
      table(
        'Now, by the policy',
        words('job', 'waits for', 'Slurm says'),
        jobs.map(({ job, waitsFor, slurmReason }) => [job, waitsFor?.text ?? '–', slurmReason ?? '–']),
      ),
    ),
    ...(others.length === 0
      ? []
      : [
          section(
            'Not foretold',
            table(
              'They wait for something else than the machine',
              words('job', 'user', 'because'),
              others.map(({ job, user, because }) => [job, user, because]),
            ),
          ),
        ]),
    section(
      'What this is',
      sentences([
        `${formatCount(futures)} futures under ${policy}, from ${plural(running, 'running job')}; ${formatCount(free)} of ${formatCount(processors)} processors are free now. Run times are drawn from what the same users' jobs ran before (${plural(past, 'ended job')}), and jobs come as they came in random weeks before.`,
        `Intervals are set right by what was foretold and happened at ${plural(hindsight, 'earlier instant')}.`,
        "By limits all jobs run for as long as they ask and nobody comes; by backfill is what a cycle of Slurm's backfill scheduler would plan now in the same order, – where it gives no start.",
        `A start that is later than ${formatDuration(LATEST)} from now is told as that.`,
        ...notices,
      ]),
    ),
  ])
}

/** The next to start, the first above. */
function drawn(jobs: readonly PredictedJob[]): readonly Block[] {
  if (jobs.length === 0) return []
  const next = jobs.toSorted((one, other) => one.median - other.median).slice(0, DRAWN)
  const which =
    next.length < jobs.length ? `The next ${next.length} of ${formatCount(jobs.length)} jobs` : 'Each job'
  return [figure(startsPlot(next), `${which}: when it starts in eight of ten futures, and the median.`)]
}

/**
 * A reason in words.
 * @param at the instant of which it is
 * @param nameOf a job by its row
 * @param ownerOf words with the numbers of users, groups and queues in those of the site
 */
export function waitText(
  reason: WaitingReason,
  at: number,
  nameOf: (row: number) => string,
  ownerOf: (words: string) => string,
): string {
  switch (reason.kind) {
    case 'processors':
      return `processors: ${formatCount(reason.free)} of those that it could have are free`
    case 'nodes':
      return 'nodes with what it asks for; enough processors are free'
    case 'reserved':
      return `the end of what keeps nodes for others: ${reason.by}`
    case 'limit':
      return `the end of others: the limit of ${ownerOf(reason.limit)} is reached`
    case 'maintenance':
      return `the end of maintenance, in ${formatDuration(reason.until - at)}`
    case 'order':
      return `job ${nameOf(reason.of)}, which is before it`
    case 'reservation':
    case 'admission':
      return `job ${nameOf(reason.of)}, which it would delay, planned to start in ${formatDuration(reason.at - at)}`
    case 'kept':
      return `the instant that is kept for it, in ${formatDuration(reason.at - at)}`
    case 'sight':
      return 'jobs before it: only so many are looked at'
    case 'cycle':
      return 'the next pass of the scheduler'
  }
}

function verdict(jobs: readonly PredictedJob[], user: string | null): string {
  if (jobs.length === 0) return `No job${user === null ? '' : ` of ${user}`} waits that could start.`
  return jobs.length === 1 ? promptLine(jobs[0]) : `The next: ${promptLine(earliest(jobs))}`
}

/** One line for a prompt. */
export function promptLine({ job, median, early, late }: PredictedJob): string {
  if (late <= 0) return `job ${job} starts now`
  return `job ${job} starts in about ${formatDuration(median)} (${formatDuration(early)} to ${formatDuration(late)})`
}

export function earliest(jobs: readonly PredictedJob[]): PredictedJob {
  return jobs.reduce((first, job) => (job.median < first.median ? job : first))
}
