/**
 * Runs: the folder, the engine and the cache that the options name, progress, and a signal to end, after which a run can be
 * resumed.
 */

import { dataCsv } from '../../core/csv.js'
import { formatCount, plural } from '../../core/format.js'
import type { Json } from '../../core/json.js'
import { type Given, settled } from '../../core/settings/index.js'
import { type CacheCounts, cachedEvaluator, memoryStore } from '../../evaluation/evaluation-cache.js'
import type { GroupedLog } from '../../evaluation/group-legend.js'
import type { Found, InvestigationKind } from '../../evaluation/investigation.js'
import type { Evaluator } from '../../optimize/evaluator.js'
import { buildText, thisBuild } from '../../runtime/build.js'
import { openCacheFolder } from '../../runtime/cache-folder.js'
import { openEngine } from '../../runtime/engines/index.js'
import { STANDARD_STREAM, writeOutput } from '../../runtime/index.js'
import { beginRun, type RunEnd, type RunRequest, type RunWork } from '../../runtime/runs/index.js'
import { NODE_VERSION } from '../../runtime/version.js'
import type { Dataset } from '../../trace/dataset.js'
import { usage } from '../failures.js'
import { membersTable } from '../inputs/members.js'
import type { Ports } from '../ports.js'
import { ENGINE, type RUN } from './engine-settings.js'
import { freeFolder, RUNS_FOLDER } from './folder.js'
import { type AskedFiles, owedJson } from './owed.js'

export interface EngineChoice extends Given<typeof ENGINE> {}

export interface InvestigateOptions extends EngineChoice, Given<typeof RUN> {
  /** A file that is told who is in which user group, before the run begins. */
  readonly groupsOut?: string | undefined
  /** Files beside the run's folder that its beginner writes at its end, so that whoever resumes it writes them instead. */
  readonly beside?: AskedFiles
}

/** A run that is asked for, and its logs with their user groups. */
export interface AskedRun extends RunRequest {
  readonly groups?: readonly GroupedLog[]
}

/** Results that a process remembers without a cache folder. */
const REMEMBERED = 200_000

/**
 * Begins a run and does it to its end.
 * @throws QueuewrightError as `beginRun`; `interrupted` after Ctrl-C
 */
export async function investigate(
  kind: InvestigationKind,
  { groups = [], ...request }: AskedRun,
  options: InvestigateOptions,
  ports: Ports,
): Promise<RunEnd> {
  const { groupsOut, beside } = options
  const owed = beside && owedJson(kind.kind, beside)
  if (groupsOut === STANDARD_STREAM) throw usage('--groups-out', groupsOut, 'a file')
  if (groupsOut !== undefined) await writeOutput(groupsOut, [dataCsv(membersTable(groups))])
  const folder = options.run ?? (await freeFolder(RUNS_FOLDER, request.name))
  return supervised(folder, options, ports, (work) => {
    let begun = false
    const onProgress: RunWork['onProgress'] = (progress) => {
      // Only now the folder is a run: it may have been refused, or not be writable. And no bar is drawn yet.
      if (!begun) ports.note(`the run is kept in ${folder}`)
      begun = true
      work.onProgress?.(progress)
    }
    return beginRun(folder, kind, { ...request, ...(owed && { owed }) }, { ...work, onProgress })
  })
}

/** The same kind of investigation, which tells what it has found. */
export function telling<Result extends Found>(
  kind: InvestigationKind<Result>,
  tell: (found: Result) => void,
): InvestigationKind<Result> {
  return {
    ...kind,
    open: (spec, datasets, state) => {
      const investigation = kind.open(spec, datasets, state)
      return {
        ...investigation,
        finish: () => {
          const found = investigation.finish()
          tell(found)
          return found
        },
      }
    },
  }
}

/**
 * Does an investigation to its end in memory: nothing of it is kept, and nothing can be resumed.
 * @throws QueuewrightError as the evaluator; `interrupted` where `ports` ends it
 */
export async function investigateInMemory<Result extends Found>(
  kind: InvestigationKind<Result>,
  { name, spec, datasets }: Pick<RunRequest, 'name' | 'spec' | 'datasets'>,
  options: EngineChoice,
  ports: Ports,
): Promise<Result> {
  const investigation = kind.open(spec, datasets, null)
  const bar = ports.running(name)
  const evaluator = await openEvaluator(options, datasets, ports.note)
  try {
    return await ports.interruptible(async (signal) => {
      for (let batch = investigation.next(); batch !== null; batch = investigation.next()) {
        const { label, tasks } = batch
        bar.onProgress({ ...investigation.progress(), label, batchDone: 0, batchTotal: tasks.length })
        investigation.take(await evaluator.evaluate(tasks, { signal }))
      }
      return investigation.finish()
    })
  } finally {
    bar.stop()
    await evaluator.close()
  }
}

/** The engine that the options name, behind the cache that they name. */
export async function openEvaluator(
  options: EngineChoice,
  datasets: ReadonlyMap<string, Dataset>,
  notice: (text: string) => void,
): Promise<Evaluator & { readonly counts: CacheCounts }> {
  const { version, digest } = thisBuild()
  const { engine: name, workers, cache } = settled(ENGINE, options)
  const kept = cache === null ? null : await openCacheFolder(cache, { notice })
  const engine = await openEngine({ engine: name, ...(workers !== null && { workers }), notice }, datasets)
  const cached = cachedEvaluator(engine, kept ?? memoryStore(REMEMBERED), buildText({ version, digest }))
  return {
    width: cached.width,
    counts: cached.counts,
    evaluate: cached.evaluate,
    close: async () => {
      await cached.close()
      await kept?.close()
    },
  }
}

/**
 * Does a run under the eyes of the user.
 * @param go begins or resumes it
 */
export async function supervised(
  title: string,
  options: EngineChoice,
  ports: Ports,
  go: (work: RunWork) => Promise<RunEnd>,
): Promise<RunEnd> {
  const { version, digest } = thisBuild()
  const bar = ports.running(title)
  const notice = ports.note
  let counts: CacheCounts = { asked: 0, reused: 0 }
  let facts: Readonly<Record<string, Json>> = {}
  const evaluator = async (datasets: ReadonlyMap<string, Dataset>): Promise<Evaluator> => {
    const opened = await openEvaluator(options, datasets, notice)
    facts = { engine: settled(ENGINE, options).engine.split(':', 1)[0], workers: opened.width }
    counts = opened.counts
    return opened
  }
  try {
    return await ports.interruptible(async (signal) => {
      signal.addEventListener('abort', () => {
        bar.stop()
        notice('stopping after the evaluations under way; Ctrl-C again stops at once')
      })
      return await go({
        evaluator,
        versions: { queuewright: version, build: digest, node: NODE_VERSION },
        signal,
        onProgress: bar.onProgress,
        notice,
        facts: () => ({ ...facts, evaluations: counts.asked, fromCache: counts.reused }),
      })
    })
  } finally {
    bar.stop()
    if (counts.reused > 0) {
      notice(`${formatCount(counts.reused)} of ${plural(counts.asked, 'evaluation')} from the cache`)
    }
  }
}
