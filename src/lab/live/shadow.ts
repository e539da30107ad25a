/** A policy that looks on a live Slurm, and what it would have done there. */
import { join } from 'node:path'
import { QueuewrightError } from '../../core/errors.js'
import { stableOrder } from '../../core/ordering.js'
import { type Given, settled } from '../../core/settings/index.js'
import { futuresOf } from '../../evaluation/tasks/futures.js'
import {
  type EventSink,
  Journal,
  jobDetails,
  knownJobs,
  LOCAL,
  livePolicy,
  lookAtJournal,
  partitionNodes,
  printedShares,
  SHADOW_LOG,
  type ShadowPolicy,
  type Surroundings,
  shadow,
  shadowJobs,
  shadowReport,
  shadowState,
} from '../../live/index.js'
import type { ShadowReport } from '../../report/pages/shadow.js'
import { makeFolderOf, OWNER_ONLY } from '../../runtime/output.js'
import { nodeDisk } from '../../runtime/runs/disk.js'
import { takeLock } from '../../runtime/runs/lock.js'
import { timeClassClock } from '../../sim/time-class.js'
import { namedPolicy } from '../inputs/policies.js'
import { goesByShares, type SiteOptions } from '../inputs/site.js'
import { readSiteDocument } from '../inputs/site-document.js'
import type { Ports } from '../ports.js'
import { foretoldOf } from './foretold.js'
import { neededPartitions, SHADOW_REPORT, SHADOWING } from './settings.js'
import { liveSite, placesIn } from './site.js'

export type ShadowOptions = Given<typeof SHADOWING> & SiteOptions

const LOG = 'shadow.jsonl'

/**
 * Looks on until it is told to end; goes on where it ended.
 * @throws QueuewrightError `not-exportable`, `slurm-unreachable`, `run-busy`, `run-damaged`
 */
export async function shadowQueue(
  options: ShadowOptions,
  ports: Ports,
  tell: EventSink,
  surroundings: Surroundings = LOCAL,
): Promise<void> {
  const { policy, partition, every, for: seconds, once, zone, state } = settled(SHADOWING, options)
  const partitions = neededPartitions(partition, 'the partitions whose jobs are looked at')
  const { text } = await namedPolicy(policy)
  const parsed = livePolicy(text)
  const document = await readSiteDocument(options)
  const { commands, now } = surroundings
  const { processors } = await partitionNodes(commands, partitions)
  const path = join(state, LOG)
  await makeFolderOf(path, OWNER_ONLY)
  const lock = await takeLock(nodeDisk, state, false)
  try {
    const { journal, entries } = await Journal.open(SHADOW_LOG, path)
    const before = shadowState(entries)
    const byShares = goesByShares(parsed)
    try {
      const at = now()
      const begun = byShares ? await printedShares(commands) : null
      const begin = { kind: 'begin', at, policy: text, partitions, processors } as const
      await journal.add([begun === null ? begin : { ...begin, shares: begun }])
      await tell({ event: 'looking on', policy: text, partitions, processors, known: before.jobs.size })
      const shadowed: ShadowPolicy = {
        partitions,
        details: async () => (document !== null ? jobDetails(commands) : byShares ? new Map() : null),
        next: async (jobs, details, instant) => {
          const machine = await partitionNodes(commands, partitions)
          const known = knownJobs(jobs, [], details, partitions, instant, zone)
          const { of, dataset, nameOf } = await foretoldOf(
            known,
            text,
            { document, files: options },
            machine,
            instant,
            0,
            ...(byShares ? [await printedShares(commands)] : []),
          )
          const { futures } = futuresOf(of, dataset)
          const starts = futures.planned()
          return Array.from(stableOrder(starts), (place) => nameOf(futures.rows.waiting[place]).job)
        },
      }
      const until = seconds === null ? Number.POSITIVE_INFINITY : at + seconds
      await ports.interruptible((signal) =>
        shadow(
          surroundings,
          shadowed,
          before,
          (news) => journal.add(news),
          { every, until, once },
          tell,
          signal,
        ),
      )
    } finally {
      await journal.close()
    }
  } finally {
    await lock.release()
  }
}

/**
 * @param folder of a look-out
 * @throws QueuewrightError `input-unreadable` for a folder in which nobody has looked on
 */
export async function reportShadow(
  folder: string,
  options: Given<typeof SHADOW_REPORT> & SiteOptions,
): Promise<ShadowReport> {
  const { policy, zone } = settled(SHADOW_REPORT, options)
  const path = join(folder, LOG)
  const state = shadowState((await lookAtJournal(SHADOW_LOG, path)).entries)
  const { begin } = state
  if (begin === null) {
    throw new QueuewrightError('input-unreadable', 'nobody has looked on here', {
      file: path,
      remedy: 'qw live shadow --state FOLDER',
    })
  }
  const text = policy === null ? begin.policy : (await namedPolicy(policy)).text
  const parsed = livePolicy(text)
  const document = await readSiteDocument(options)
  const log = shadowJobs(state, begin.processors, zone)
  const { trace, at, jobs } = log
  const machine = { processors: begin.processors, down: [] }
  const { site, notices, ...ground } = await liveSite(
    document,
    parsed,
    trace,
    at,
    machine,
    options,
    goesByShares(parsed) ? { at, printed: state.shares } : null,
  )
  const rows = Int32Array.from(jobs.keys())
  const places = placesIn(ground.facility, log, rows, (row) => jobs[row].asked?.partitions ?? [])
  const placed = new Map(
    places.map(([row, home, units, counts]) => [
      row,
      { home, units: Int32Array.from(units), counts: Int32Array.from(counts) },
    ]),
  )
  const timeClasses = timeClassClock(trace.clock)
  return shadowReport(
    ...([state, { ...begin, policy: text }, log] as const),
    { ...ground, policy: parsed, timeClasses, ...(site && { site }) },
    (row) => placed.get(row) ?? null,
    notices,
  )
}
