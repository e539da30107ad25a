/**
 * Runs: an investigation in a folder that loses nothing. Whatever ends the process, the run goes on from what is in the
 * folder to the same final bytes. See drive.ts for how a run is done, and folder.ts for what lies in its folder.
 */
import { hostname } from 'node:os'
import { QueuewrightError } from '../../core/errors.js'
import type { Json } from '../../core/json.js'
import type { InvestigationKind } from '../../evaluation/investigation.js'
import type { Evaluator } from '../../optimize/evaluator.js'
import { type Dataset, decodeDataset, encodeDataset } from '../../trace/dataset.js'
import { readCheckpoint } from './checkpoint.js'
import { type Disk, nodeDisk, UNFINISHED } from './disk.js'
import { driveRun, type HeldRun, type RunProgress } from './drive.js'
import { type EventLog, openLog } from './event-log.js'
import { DATA, damagedName, JOURNAL, LOCK, LOG, OWED, placeIn } from './folder.js'
import { type Place, readJournal } from './journal.js'
import { type Lock, takeLock } from './lock.js'
import {
  type Manifest,
  readManifest,
  requireManifest,
  type SealedManifest,
  writeManifest,
} from './manifest.js'
import { changedArtefacts, type RunResult, readResult } from './result.js'
import { type JsonFields, sha256 } from './sealed.js'

/** The request to a run. */
export interface RunRequest {
  readonly name: string
  readonly spec: Json
  readonly seed: number | null
  /** Minutes of work, over all sessions, after which the investigation is to conclude; no limit where absent. */
  readonly minutes?: number
  /** By digest. */
  readonly datasets: ReadonlyMap<string, Dataset>
  /** The files that whoever begins it is to write beside the folder when it has ended; kept with the run until `settleOwed`. */
  readonly owed?: Json
}

/** The means of a run, and who is told of it. */
export interface RunWork {
  /** Opens what evaluates; called once, and only if there is something to evaluate. The run closes it. */
  readonly evaluator: (datasets: ReadonlyMap<string, Dataset>) => Promise<Evaluator>
  /** The versions of what makes the run, by name; `queuewright` is one of them. */
  readonly versions: Manifest['versions']
  /** Ends the work in good order; the run can be resumed. */
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: RunProgress) => void
  /** Told what a user should know, one sentence. */
  readonly notice?: (text: string) => void
  /** Facts of this work for the log of the run at its end, such as where results came from. */
  readonly facts?: () => JsonFields
  readonly disk?: Disk
  /** Milliseconds since whenever, by which work and checkpoints are timed; those of the process where absent. */
  readonly clock?: () => number
}

export interface ResumeOptions {
  /** Goes back before a damaged batch. */
  readonly rewind?: boolean
  /** Takes a run of another version. */
  readonly anyVersion?: boolean
  /** Takes a run that another process may be working on. */
  readonly takeOver?: boolean
  /** Has what was found told again, also where all of it is there. */
  readonly again?: boolean
}

export interface RunEnd {
  readonly folder: string
  /** Names of the files that the run left, in its folder. */
  readonly artefacts: readonly string[]
  /** Tasks whose results the run has. */
  readonly evaluations: number
  /** Whether it had been finished before. */
  readonly wasFinished: boolean
}

/**
 * Makes a run's folder and does the run to its end.
 * @throws QueuewrightError `usage` where the folder is not empty; `interrupted` after `signal`; and as `resumeRun`
 */
export async function beginRun(
  folder: string,
  kind: InvestigationKind,
  request: RunRequest,
  work: RunWork,
): Promise<RunEnd> {
  const disk = work.disk ?? nodeDisk
  await disk.makeFolder(folder)
  await requireNew(disk, folder)
  return holding(disk, folder, work, { isRun: false, takeOver: false }, async (lock, log) => {
    // A second look: between the first one and the lock another run may have come here.
    await requireNew(disk, folder)
    const { name, spec, seed, minutes, datasets, owed } = request
    const data = await writeData(disk, folder, datasets)
    if (owed !== undefined) await disk.replace(placeIn(folder, OWED), `${JSON.stringify(owed)}\n`)
    const manifest = await writeManifest(disk, folder, {
      kind: kind.kind,
      name,
      spec,
      seed,
      ...(minutes === undefined ? {} : { minutes }),
      versions: work.versions,
      data,
    })
    await log.add('started', { versions: work.versions, host: hostname(), pid: process.pid })
    return { disk, folder, manifest, datasets, kind, lock, log }
  })
}

/**
 * Goes on with a run to its end. Of a run that is finished, only what is missing or damaged is made again.
 * @param kindOf finds a kind of investigation by its name
 * @throws QueuewrightError `run-damaged`, `run-version`, `run-busy`; `output-unwritable` where there is no room;
 *   `interrupted` after `signal`; and what evaluators and investigations throw. After all of these the run can be
 *   resumed once the cause is gone
 */
export async function resumeRun(
  folder: string,
  kindOf: (name: string) => InvestigationKind,
  work: RunWork,
  options: ResumeOptions = {},
): Promise<RunEnd> {
  const disk = work.disk ?? nodeDisk
  await requireManifest(disk, folder)
  const { takeOver = false } = options
  return holding(disk, folder, work, { isRun: true, takeOver }, async (lock, log) => {
    const manifest = await requireManifest(disk, folder)
    requireVersion(folder, manifest, work.versions, options)
    const kind = kindOf(manifest.kind)
    const datasets = await readData(disk, folder, manifest)
    const result = await readResult(disk, folder, manifest.sum)
    if (result !== null && !options.again && (await isIntact(disk, folder, manifest, result))) {
      const { artefacts, evaluations } = result
      return { folder, artefacts: artefacts.map(({ name }) => name), evaluations, wasFinished: true }
    }
    const changed = changedVersions(manifest.versions, work.versions)
    if (changed.length > 0) await noticeOf(work, log)(`the run was begun with ${changed.join(', ')}`)
    if (options.rewind) await rewind(disk, folder, manifest, noticeOf(work, log))
    await log.add('resumed', { versions: work.versions, host: hostname(), pid: process.pid })
    return { disk, folder, manifest, datasets, kind, lock, log }
  })
}

/** The text of what is still to be written beside a run's folder; null where nothing is. */
export async function owedBy(folder: string, disk: Disk = nodeDisk): Promise<string | null> {
  return (await disk.read(placeIn(folder, OWED)))?.toString('utf8') ?? null
}

/** All that was to be written beside a run's folder is written. */
export function settleOwed(folder: string, disk: Disk = nodeDisk): Promise<void> {
  return disk.remove(placeIn(folder, OWED))
}

/** Whether a finished run has all that it had at its end. */
async function isIntact(
  disk: Disk,
  folder: string,
  manifest: SealedManifest,
  result: RunResult,
): Promise<boolean> {
  const checkpoint = await readCheckpoint(disk, folder, manifest.sum)
  const { rest, ...place } = await readJournal(disk, folder, manifest.sum, () => {})
  const places = [place, typeof checkpoint === 'string' ? null : checkpoint.place]
  return (
    rest === null &&
    places.every((each) => each?.sum === result.place.sum) &&
    (await changedArtefacts(disk, folder, result)).length === 0
  )
}

/** Holds the lock while a run is made ready and done. */
async function holding(
  disk: Disk,
  folder: string,
  work: RunWork,
  { isRun, takeOver }: { readonly isRun: boolean; readonly takeOver: boolean },
  ready: (lock: Lock, log: EventLog) => Promise<HeldRun | RunEnd>,
): Promise<RunEnd> {
  let begun = isRun
  try {
    const lock = await takeLock(disk, folder, takeOver)
    try {
      for (const name of (await disk.list(folder)) ?? []) {
        if (name.endsWith(UNFINISHED)) await disk.remove(placeIn(folder, name))
      }
      const log = await openLog(disk, folder)
      try {
        const run = await ready(lock, log)
        begun = true
        return 'manifest' in run ? await done(run, work) : run
      } finally {
        await log.close()
      }
    } finally {
      await lock.release()
    }
  } catch (error) {
    if (!begun || !(error instanceof QueuewrightError) || error.kind !== 'output-unwritable') throw error
    throw error.with({ remedy: `${error.detail.remedy}; then go on with qw resume ${folder}` })
  }
}

async function done(run: HeldRun, work: RunWork): Promise<RunEnd> {
  const { folder, log, datasets } = run
  const { signal = new AbortController().signal, onProgress = () => {}, facts = () => ({}) } = work
  let engine: Evaluator | null = null
  const evaluator = async (): Promise<Evaluator> => {
    engine ??= await work.evaluator(datasets)
    return engine
  }
  try {
    const notice = noticeOf(work, log)
    const clock = work.clock ?? (() => performance.now())
    const { artefacts, evaluations } = await driveRun(run, { evaluator, signal, onProgress, notice, clock })
    await log.add('finished', { evaluations, ...facts() })
    return { folder, artefacts, evaluations, wasFinished: false }
  } catch (error) {
    if (signal.aborted) {
      await log.add('interrupted', facts())
      throw new QueuewrightError('interrupted', 'interrupted; what was done is kept', {
        remedy: `Go on with qw resume ${folder}`,
        cause: error,
      })
    }
    await log.add('failed', { error: error instanceof Error ? error.message : String(error), ...facts() })
    throw resumable(error, folder)
  } finally {
    await (engine as Evaluator | null)?.close()
  }
}

/** The failure, whose remedy says how the run goes on after it. */
function resumable(error: unknown, folder: string): unknown {
  if (!(error instanceof QueuewrightError) || error.kind === 'output-unwritable') return error
  const { remedy } = error.detail
  const first =
    remedy === undefined
      ? 'What was done is kept: once the cause is gone'
      : `${remedy.replace(/\.$/, '')}; then`
  return error.with({ remedy: `${first} go on with qw resume ${folder}` })
}

function noticeOf({ notice = () => {} }: RunWork, log: EventLog): (text: string) => Promise<void> {
  return async (text) => {
    notice(text)
    await log.add('note', { text })
  }
}

/** The remains of a run that was ended before it had a manifest. */
const BEGUN: readonly string[] = [DATA, LOCK, LOG]

async function requireNew(disk: Disk, folder: string): Promise<void> {
  const names = (await disk.list(folder)) ?? []
  const foreign = names.filter((name) => !BEGUN.includes(name) && !name.endsWith(UNFINISHED))
  if (foreign.length === 0) return
  const run = await readManifest(disk, folder)
  throw new QueuewrightError(
    'usage',
    run === null ? 'the folder of the run is not empty' : 'there is a run in this folder',
    {
      field: '--run',
      value: folder,
      expected: 'a folder that does not exist, or is empty',
      remedy: run === null ? 'Name another one' : `Name another one, or go on with qw resume ${folder}`,
    },
  )
}

function requireVersion(
  folder: string,
  { versions }: SealedManifest,
  own: Manifest['versions'],
  { anyVersion = false }: ResumeOptions,
): void {
  const made = versions['queuewright']
  if (anyVersion || made === own['queuewright']) return
  throw new QueuewrightError('run-version', 'another version made this run', {
    file: folder,
    value: made,
    expected: own['queuewright'],
    remedy:
      'Use the version that made it, or go on with --any-version; the result may then be that of neither',
  })
}

/** The versions that made the run and are others now; results may differ in their last digits. */
function changedVersions(made: Manifest['versions'], own: Manifest['versions']): readonly string[] {
  return Object.entries(made).flatMap(([name, version]) =>
    own[name] === version ? [] : [`${name} ${version} (now ${own[name] ?? 'none'})`],
  )
}

/** Cuts a damaged journal back to its last good batch, and keeps what is cut off. */
async function rewind(
  disk: Disk,
  folder: string,
  manifest: SealedManifest,
  notice: (text: string) => Promise<void>,
): Promise<void> {
  const end = await readJournal(disk, folder, manifest.sum, () => {})
  if (end.rest === null) return
  const path = placeIn(folder, JOURNAL)
  const bytes = await disk.read(path)
  if (bytes === null) return
  let number = 1
  while ((await disk.read(placeIn(folder, damagedName(number)), 0)) !== null) number++
  await disk.replace(placeIn(folder, damagedName(number)), bytes.subarray(end.bytes))
  await cutBack(disk, path, end)
  await notice(`the run goes on after batch ${end.batches}; what followed is kept as ${damagedName(number)}`)
}

async function cutBack(disk: Disk, path: string, { bytes }: Place): Promise<void> {
  const file = await disk.grow(path)
  try {
    await file.truncate(bytes)
  } finally {
    await file.close()
  }
}

async function writeData(
  disk: Disk,
  folder: string,
  datasets: RunRequest['datasets'],
): Promise<Manifest['data']> {
  const place = placeIn(folder, DATA)
  await disk.makeFolder(place)
  for (const name of (await disk.list(place)) ?? []) {
    if (!datasets.has(name)) await disk.remove(placeIn(place, name))
  }
  const data = []
  for (const [digest, dataset] of datasets) {
    const bytes = encodeDataset(dataset)
    await disk.replace(placeIn(place, digest), bytes)
    data.push({ name: dataset.name, digest, sha256: sha256(bytes) })
  }
  return data
}

/** @throws QueuewrightError `run-damaged` */
async function readData(
  disk: Disk,
  folder: string,
  { data }: SealedManifest,
): Promise<ReadonlyMap<string, Dataset>> {
  const datasets = new Map<string, Dataset>()
  for (const { name, digest, sha256: sum } of data) {
    const file = placeIn(folder, DATA, digest)
    const bytes = await disk.read(file)
    if (bytes === null || sha256(bytes) !== sum) {
      throw new QueuewrightError('run-damaged', `the data of ${name} is missing or damaged`, {
        file,
        remedy: 'Take the file from a backup, or start the run anew in another folder',
      })
    }
    datasets.set(digest, decodeDataset(bytes, file))
  }
  return datasets
}
