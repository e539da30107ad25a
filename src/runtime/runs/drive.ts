/**
 * Doing a run: batch after batch from its investigation to an evaluator and into the journal, and at the end the
 * artefacts. Nothing of the folder but the log depends on who does the tasks, on how many at a time, on how often the
 * run was interrupted, or on when.
 */
import { QueuewrightError } from '../../core/errors.js'
import { plural } from '../../core/format.js'
import type { Json } from '../../core/json.js'
import type { Investigation, InvestigationKind, Progress } from '../../evaluation/investigation.js'
import type { Evaluator, Task } from '../../optimize/evaluator.js'
import { filesOf } from '../../report/runs/index.js'
import type { Dataset } from '../../trace/dataset.js'
import { type Checkpoint, readCheckpoint, writeCheckpoint } from './checkpoint.js'
import type { Disk } from './disk.js'
import type { EventLog } from './event-log.js'
import { JOURNAL, PENDING, placeIn } from './folder.js'
import {
  type JournalBatch,
  type JournalEnd,
  type JournalWriter,
  type Place,
  placeOfBeginning,
  readJournal,
  tasksDigest,
  writeJournal,
} from './journal.js'
import type { Lock } from './lock.js'
import type { SealedManifest } from './manifest.js'
import { openPending, type Pending } from './pending.js'
import { writeResult } from './result.js'
import { openStopwatch, type Stopwatch } from './worked.js'

/** A run that is ours to go on with. */
export interface HeldRun {
  readonly disk: Disk
  readonly folder: string
  readonly manifest: SealedManifest
  readonly datasets: ReadonlyMap<string, Dataset>
  readonly kind: InvestigationKind
  readonly lock: Lock
  readonly log: EventLog
}

/** How far a run has come, and the batch under way. */
export interface RunProgress extends Progress {
  readonly label: string
  /** Tasks of the batch. */
  readonly batchDone: number
  readonly batchTotal: number
}

export interface DriveOptions {
  /** Called when there are tasks to do; always the same one. Whoever opens it closes it. */
  readonly evaluator: () => Promise<Evaluator>
  /** Ends the work in good order. */
  readonly signal: AbortSignal
  readonly onProgress: (progress: RunProgress) => void
  /** Told what a user should know, one sentence. */
  readonly notice: (text: string) => Promise<void>
  /** Milliseconds since whenever. */
  readonly clock: () => number
}

export interface Driven {
  readonly artefacts: readonly string[]
  /** Tasks whose results the run has. */
  readonly evaluations: number
}

/** Checkpoints take no more than this share of the time between them. */
const CHECKPOINT_SHARE = 0.05

export async function driveRun(run: HeldRun, options: DriveOptions): Promise<Driven> {
  const { disk, folder, manifest } = run
  const stop = new AbortController()
  const onAbort = (): void => stop.abort(options.signal.reason)
  options.signal.addEventListener('abort', onAbort)
  if (options.signal.aborted) onAbort()
  let journal: JournalWriter | null = null
  let pending: Pending | null = null
  let stopwatch: Stopwatch | null = null
  try {
    const restored = await restoreState(run, options.notice)
    const { investigation } = restored
    let { evaluations, concluded } = restored
    const { minutes } = manifest
    if (minutes !== undefined) stopwatch = await openStopwatch(disk, folder, manifest.sum, options.clock)
    const isTimeUp = () => minutes !== undefined && stopwatch !== null && stopwatch.minutes() >= minutes
    journal = await writeJournal(disk, folder, restored.end)
    pending = await openPending(disk, folder, (error) => stop.abort(error))
    const checkpoints = checkpointsOf(run, options.clock)
    /** Whether the investigation stands where the journal ends. */
    let agreed = true
    try {
      for (;;) {
        stop.signal.throwIfAborted()
        if (!concluded && investigation.conclude !== undefined && isTimeUp()) {
          agreed = false
          investigation.conclude()
          await run.lock.confirm()
          await journal.append(CONCLUSION)
          concluded = true
          agreed = true
        }
        const batch = investigation.next()
        if (batch === null) break
        const { label, tasks, steps = false } = batch
        const digest = tasksDigest(tasks)
        const results = await resultsOf(tasks, digest, journal.place.batches, pending, {
          ...options,
          signal: stop.signal,
          progress: { ...investigation.progress(), label },
          steps,
        })
        agreed = false
        const step = investigation.take(results)
        await run.lock.confirm()
        await journal.append({ label, tasks: digest, results, step })
        evaluations += results.length
        agreed = true
        await pending.clear()
        await checkpoints.offer(investigation, { place: journal.place, evaluations, concluded })
        await stopwatch?.offer()
      }
      stop.signal.throwIfAborted()
    } catch (error) {
      // Whatever ended the work, what was done is kept; if it cannot be, the cause of the end matters more.
      await pending.flush().catch(() => {})
      if (agreed) {
        const at = { place: journal.place, evaluations, concluded }
        await checkpoints.finish(investigation, at).catch(() => {})
      }
      await stopwatch?.finish().catch(() => {})
      throw error
    }
    const { place } = journal
    const progress = investigation.progress()
    options.onProgress({ ...progress, label: 'results', batchDone: 0, batchTotal: 0 })
    await checkpoints.finish(investigation, { place, evaluations, concluded })
    const artefacts = await filesOf(run.kind.kind, investigation.finish())
    await run.lock.confirm()
    await pending.close()
    pending = null
    await disk.remove(placeIn(folder, PENDING))
    await stopwatch?.finish()
    await writeResult(disk, folder, manifest.sum, { place, evaluations, progress }, artefacts)
    return { artefacts: artefacts.map(({ name }) => name), evaluations }
  } finally {
    options.signal.removeEventListener('abort', onAbort)
    await journal?.close()
    await pending?.close()
  }
}

/** The line of the journal that says where an investigation was told to conclude. */
const CONCLUSION: Omit<JournalBatch, 'batch'> = {
  label: 'the time is up',
  tasks: tasksDigest([]),
  results: [],
  step: null,
  concluded: true,
}

/** The results of a batch: those that were kept, and the others by the evaluator. */
async function resultsOf(
  tasks: readonly Task[],
  digest: string,
  batch: number,
  pending: Pending,
  {
    evaluator,
    signal,
    progress,
    steps,
    onProgress,
  }: Pick<DriveOptions, 'evaluator' | 'signal' | 'onProgress'> & {
    readonly progress: Progress & { readonly label: string }
    readonly steps: boolean
  },
): Promise<readonly Json[]> {
  const kept = await pending.resultsOf(batch, digest)
  let batchDone = kept.size
  const tell = (): void => {
    const done = progress.done + (steps ? batchDone : 0)
    onProgress({ ...progress, done, batchDone, batchTotal: tasks.length })
  }
  tell()
  const open = Array.from(tasks.keys()).filter((index) => !kept.has(index))
  const results: Json[] = []
  for (const [index, result] of kept) results[index] = result
  if (open.length > 0) {
    const engine = await evaluator()
    const done = await engine.evaluate(
      open.map((index) => tasks[index]),
      {
        signal,
        onResult: (k, result) => {
          pending.add(open[k], result)
          batchDone++
          tell()
        },
      },
    )
    for (const [k, index] of open.entries()) results[index] = done[k]
  }
  // What the investigation is given is what it will be given again when the journal is replayed.
  return JSON.parse(JSON.stringify(results))
}

interface Restored {
  readonly investigation: Investigation
  readonly end: JournalEnd
  /** Tasks in the journal. */
  readonly evaluations: number
  readonly concluded: boolean
}

/**
 * The investigation at the end of the journal: of the checkpoint and the batches after it, or of all batches.
 * @throws QueuewrightError `run-damaged` for a damaged line that others follow; `run-version` where the batches of the
 *   journal are not those that this version makes
 */
async function restoreState(run: HeldRun, notice: DriveOptions['notice']): Promise<Restored> {
  const { disk, folder, manifest } = run
  const found = await readCheckpoint(disk, folder, manifest.sum)
  const fast = typeof found === 'string' ? null : await replayed(run, found)
  const restored = fast ?? (await replayed(run, null))
  if (restored === null) {
    throw new QueuewrightError('run-version', 'this version does not go the way that this run went', {
      file: placeIn(folder, JOURNAL),
      remedy: `Use the version that made it, ${manifest.versions['queuewright']}`,
    })
  }
  const { batches, rest } = restored.end
  if (rest !== null) await notice('the journal ends in the middle of a batch, which is done again')
  if (found !== 'absent' && fast === null) {
    const why = found === 'damaged' ? 'is damaged' : 'does not fit the journal'
    await notice(`the checkpoint ${why}; the journal's ${plural(batches, 'batch', 'batches')} replaced it`)
  }
  return restored
}

/** Null where the checkpoint does not fit the journal, or the batches are not those that the investigation makes. */
async function replayed(run: HeldRun, checkpoint: Checkpoint | null): Promise<Restored | null> {
  const { disk, folder, manifest } = run
  const from = checkpoint?.place ?? placeOfBeginning(manifest.sum)
  const investigation = investigationAt(run, checkpoint)
  let fits = investigation !== null && from.batches === 0
  let evaluations = checkpoint?.evaluations ?? 0
  let concluded = checkpoint?.concluded ?? false
  const end = await readJournal(disk, folder, manifest.sum, (after, read) => {
    if (after.batches === from.batches) {
      fits = investigation !== null && after.sum === from.sum && after.bytes === from.bytes
    }
    if (after.batches <= from.batches || !fits || investigation === null) return
    const { tasks, results, concluded: concludes } = read()
    if (concludes) {
      concluded = true
      fits = investigation.conclude !== undefined
      investigation.conclude?.()
      return
    }
    const batch = investigation.next()
    fits = batch !== null && tasksDigest(batch.tasks) === tasks
    if (!fits) return
    investigation.take(results)
    evaluations += results.length
  })
  if (end.rest?.torn === false) throw damagedJournal(folder, end.rest.line)
  if (!fits || investigation === null) return null
  return { investigation, end, evaluations, concluded }
}

/** Null where the state of the checkpoint is not one that this version knows. */
function investigationAt(
  { kind, manifest, datasets }: HeldRun,
  checkpoint: Checkpoint | null,
): Investigation | null {
  if (checkpoint === null) return kind.open(manifest.spec, datasets, null)
  try {
    return kind.open(manifest.spec, datasets, checkpoint.state)
  } catch {
    return null
  }
}

function damagedJournal(folder: string, line: number): QueuewrightError {
  return new QueuewrightError('run-damaged', 'a batch of this run is damaged', {
    file: placeIn(folder, JOURNAL),
    line,
    remedy: `qw resume ${folder} --rewind goes back to the batch before it, and does the later ones again`,
  })
}

interface Checkpoints {
  /** Writes a checkpoint, unless the last one was so short a time ago that they would slow the run down. */
  offer(investigation: Investigation, at: Position): Promise<void>
  /** Writes one, unless the last one stands there. */
  finish(investigation: Investigation, at: Position): Promise<void>
}

/** Where a run stands. */
interface Position {
  readonly place: Place
  readonly evaluations: number
  readonly concluded: boolean
}

function checkpointsOf({ disk, folder, manifest }: HeldRun, clock: () => number): Checkpoints {
  let batches = 0
  /** When the next one is due, by the clock: the first one at once. */
  let due = Number.NEGATIVE_INFINITY
  const finish: Checkpoints['finish'] = async (investigation, { place, evaluations, concluded }) => {
    if (place.batches === batches) return
    const from = clock()
    const state = investigation.snapshot()
    const progress = investigation.progress()
    const head = { place, evaluations, progress, ...(concluded ? { concluded } : {}) }
    await writeCheckpoint(disk, folder, manifest.sum, { ...head, state })
    batches = place.batches
    const to = clock()
    due = to + (to - from) / CHECKPOINT_SHARE
  }
  return {
    offer: async (...at) => {
      if (clock() >= due) await finish(...at)
    },
    finish,
  }
}
