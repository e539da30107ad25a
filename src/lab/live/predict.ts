/** When waiting jobs will start, and why they wait: on a live Slurm, or on a log that is replayed up to an instant. */
import { type Given, settled } from '../../core/settings/index.js'
import { forecasts, LOCAL, type Surroundings } from '../../live/index.js'
import { type Predicted, waitText } from '../../report/pages/predicted.js'
import { openEngine } from '../../runtime/engines/index.js'
import { rowsAt } from '../../workload/futures/index.js'
import { usage } from '../failures.js'
import type { LogOptions, LogSource } from '../inputs/log.js'
import { namedPolicy } from '../inputs/policies.js'
import type { SiteOptions } from '../inputs/site.js'
import { readSiteDocument } from '../inputs/site-document.js'
import type { Ports } from '../ports.js'
import { type Foretold, foretoldIn, foretoldNow } from './foretold.js'
import { PREDICTING } from './settings.js'

/** Options that say what is foretold, of which machine, and how a log that is replayed is read. */
export type PredictOptions = Given<typeof PREDICTING> & SiteOptions & LogOptions

/** Futures of so many waiting jobs are made sooner than threads are there. */
const FEW = 20_000

/**
 * @param asked of which job; null: of all that wait
 * @param log that is at hand, in place of the one that options name
 * @throws QueuewrightError `usage` for a job that does not wait; `slurm-unreachable`; as `prepareLog`
 */
export async function predictStarts(
  asked: string | null,
  options: PredictOptions,
  ports: Ports,
  surroundings: Surroundings = LOCAL,
  log: LogSource = options.log ?? undefined,
): Promise<Predicted> {
  const settings = settled(PREDICTING, options)
  const document = await readSiteDocument(options)
  const written = settings.policy ?? document?.scheduling.policy ?? 'easy'
  const { text } = await namedPolicy(written)
  const foretold =
    log === undefined && settings.at === null
      ? await foretoldNow(settings, text, document, options, surroundings)
      : await foretoldIn(log, settings, text, document, options, ports)
  const { of, dataset, nameOf, ownerOf, others, notices } = foretold
  const { futures, hindsight, workers } = settings
  const { running, ended, waiting } = rowsIn(foretold)
  const engine = workers === 1 || futures * waiting.length < FEW ? 'inline' : 'threads'
  const evaluator = await openEngine(
    { engine, ...(engine === 'threads' && workers !== null && { workers }), notice: ports.note },
    new Map([[dataset.digest, dataset]]),
  )
  try {
    const found = await forecasts(of, dataset, evaluator, settings)
    const { size, submit } = dataset.jobs
    const jobs = found.map(({ row, median, early, late, planned, backfilled, before, reason }) => ({
      ...{ ...nameOf(row), size: size[row], waited: of.at - submit[row], before },
      ...{ median, early, late, planned, backfilled },
      waitsFor:
        reason === null
          ? null
          : { kind: reason.kind, text: waitText(reason, of.at, (other) => nameOf(other).job, ownerOf) },
    }))
    const busy = running.reduce((sum, row) => sum + size[row], 0)
    const free = Math.max(0, of.processors - busy)
    const all: Predicted = {
      ...{ policy: text, at: foretold.at, futures, hindsight, processors: of.processors, free },
      ...{ running: running.length, past: ended.length, jobs, others, user: null, notices },
    }
    return predictedOf(all, asked, settings.user)
  } finally {
    await evaluator.close()
  }
}

/**
 * The part on one job, or on the jobs of one user.
 * @param job null: all
 * @param user null: of all users
 * @throws QueuewrightError `usage` for a job that does not wait, or not for the machine
 */
export function predictedOf(all: Predicted, job: string | null, user: string | null): Predicted {
  const isMeant = (each: { readonly job: string; readonly user: string }) =>
    (job === null || each.job === job) && (user === null || each.user === user)
  const jobs = all.jobs.filter(isMeant)
  if (job !== null && jobs.length === 0) {
    const whose = user === null ? '' : ` of ${user}`
    throw usage('JOB', job, `a job${whose} that waits and could start`, reasonFor(job, user, all))
  }
  return { ...all, jobs, others: job === null ? all.others.filter(isMeant) : [], user }
}

/** The reason why nothing is foretold of a job. */
function reasonFor(job: string, user: string | null, { jobs, others }: Predicted): string {
  const found = [...jobs, ...others].find((each) => each.job === job)
  if (found === undefined) return 'It does not wait there now: all that do are told without JOB'
  if (user !== null && found.user !== user) return `It is a job of ${found.user}`
  return 'because' in found ? `It waits for something else: ${found.because}` : 'Name no user'
}

function rowsIn({ of, dataset }: Foretold) {
  const { jobs, fields } = dataset
  const wait = fields.wait ?? new Float64Array(jobs.length).fill(-1)
  const start = jobs.submit.map((submit, row) => (wait[row] < 0 ? Number.NaN : submit + wait[row]))
  return rowsAt({ at: of.at, jobs, start })
}
