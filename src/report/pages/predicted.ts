/** When the jobs that wait will start, with what is known of why. */
import { formatDuration } from '../../core/duration.js'
import { type Exhibit, exhibit, numbers, section, sentences, table, words } from '../../core/exhibit.js'
import { formatCount, plural } from '../../core/format.js'

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
  /** The start by squeue --start; null where it says nothing. */
  readonly slurm: number | null
  /** Waiting jobs that start before it, in the mean. */
  readonly before: number
}

export interface Predicted {
  readonly policy: string
  /** The instant of which all this is: a Unix time, of a log its own clock. */
  readonly at: number
  readonly futures: number
  readonly processors: number
  readonly free: number
  readonly running: number
  /** Ended jobs of which run times were drawn. */
  readonly past: number
  readonly jobs: readonly PredictedJob[]
}

export function predictedPage({
  policy,
  futures,
  processors,
  free,
  running,
  past,
  jobs,
}: Predicted): Exhibit {
  return exhibit(`When ${plural(jobs.length, 'waiting job')} will start`, verdict(jobs), [
    section(
      'Starts',
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
            'Slurm says',
          ),
        ],
        jobs.map((job) => [
          ...[job.job, job.user, formatCount(job.size), formatDuration(job.waited)],
          ...[job.median, job.early, job.late].map(formatDuration),
          ...[formatCount(Math.round(job.before)), formatDuration(job.planned)],
          job.slurm === null ? '–' : formatDuration(job.slurm),
        ]),
      ),
    ),
    section(
      'What this is',
      sentences([
        `${formatCount(futures)} futures under ${policy}, from ${plural(running, 'running job')}; ${formatCount(free)} of ${formatCount(processors)} processors are free now. Run times are drawn from what the same users' jobs ran before (${plural(past, 'ended job')}), and jobs come as they came in weeks before.`,
        'The machine is one pool of processors: nodes, memory, limits and reservations are not looked at.',
      ]),
    ),
  ])
}

function verdict(jobs: readonly PredictedJob[]): string {
  if (jobs.length === 0) return 'No job waits that could start.'
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
