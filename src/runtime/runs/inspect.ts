/** A run as its folder tells it, for those who only look: without a lock, also while the run is written. */
import { QueuewrightError } from '../../core/errors.js'
import type { Json } from '../../core/json.js'
import type { Progress } from '../../evaluation/investigation.js'
import { readCheckpointHead } from './checkpoint.js'
import { type Disk, nodeDisk } from './disk.js'
import { readStart } from './event-log.js'
import { JOURNAL, placeIn } from './folder.js'
import { type JournalBatch, readJournal } from './journal.js'
import { type Holder, readHolder } from './lock.js'
import { type Manifest, readManifest, requireManifest, type SealedManifest } from './manifest.js'
import { readResult } from './result.js'

export type RunState = 'running' | 'interrupted' | 'finished' | 'damaged'

export interface RunSummary {
  readonly folder: string
  readonly state: RunState
  /** The damage, one sentence; null where there is none. */
  readonly damage: string | null
  readonly name: string | null
  readonly kind: string | null
  readonly seed: number | null
  readonly versions: SealedManifest['versions']
  readonly batches: number
  /** Tasks whose results it has. */
  readonly evaluations: number
  /** Null before the first batch. */
  readonly progress: Progress | null
  /** Who works on it; null where nobody does. */
  readonly holder: Pick<Holder, 'host' | 'pid'> | null
  /** ISO 8601, UTC; null where the log does not say. */
  readonly started: string | null
  /** When the last batch was written; null before the first. */
  readonly changed: string | null
  /** Names of its artefacts; none before it is finished. */
  readonly artefacts: readonly string[]
}

/** Null where the folder is no run. */
export async function inspectRun(folder: string, disk: Disk = nodeDisk): Promise<RunSummary | null> {
  let manifest: SealedManifest | null
  try {
    manifest = await readManifest(disk, folder)
  } catch (error) {
    if (!(error instanceof QueuewrightError)) throw error
    return { ...(await summaryOf(folder, disk, null)), state: 'damaged', damage: error.message }
  }
  return manifest === null ? null : summaryOf(folder, disk, manifest)
}

/** Runs looked at at a time. */
const AT_ONCE = 16

/**
 * The runs in a folder, by their names; or the run that the folder itself is.
 * @returns null where there is no such folder
 */
export async function listRuns(folder: string, disk: Disk = nodeDisk): Promise<readonly RunSummary[] | null> {
  const own = await inspectRun(folder, disk)
  if (own !== null) return [own]
  const names = await disk.list(folder)
  if (names === null) return null
  const found: (RunSummary | null)[] = []
  let next = 0
  const lane = async (): Promise<void> => {
    for (let k = next++; k < names.length; k = next++) {
      found[k] = await inspectRun(placeIn(folder, names[k]), disk)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return found.filter((run) => run !== null).sort(byName)
}

/** `study-2` before `study-10`. */
function byName(a: RunSummary, b: RunSummary): number {
  return a.folder.localeCompare(b.folder, 'en', { numeric: true })
}

async function summaryOf(folder: string, disk: Disk, manifest: SealedManifest | null): Promise<RunSummary> {
  const result = manifest === null ? null : await readResult(disk, folder, manifest.sum)
  const head =
    manifest === null || result !== null ? result : await readCheckpointHead(disk, folder, manifest.sum)
  const holder = await readHolder(disk, folder)
  const changed = await disk.changed(placeIn(folder, JOURNAL))
  return {
    folder,
    state: result !== null ? 'finished' : holder !== null ? 'running' : 'interrupted',
    damage: null,
    name: manifest?.name ?? null,
    kind: manifest?.kind ?? null,
    seed: manifest?.seed ?? null,
    versions: manifest?.versions ?? {},
    batches: head?.place.batches ?? 0,
    evaluations: head?.evaluations ?? 0,
    progress: head?.progress ?? null,
    holder: holder === null ? null : { host: holder.host, pid: holder.pid },
    started: await readStart(disk, folder),
    changed: changed === null ? null : new Date(changed).toISOString(),
    artefacts: result?.artefacts.map(({ name }) => name) ?? [],
  }
}

/**
 * The question to a run.
 * @throws QueuewrightError `run-damaged` where the folder is no run that can be read
 */
export function readRequest(folder: string, disk: Disk = nodeDisk): Promise<Manifest> {
  return requireManifest(disk, folder)
}

/** The question to a run, and every batch that it has done. */
export interface RunRecord {
  readonly manifest: SealedManifest
  /** Steps of the batches, see `Investigation.take`. */
  readonly steps: readonly Json[]
  /** The damage of the journal after the last of them, one sentence; null where there is none. */
  readonly damage: string | null
}

/** @throws QueuewrightError `run-damaged` where the folder is no run that can be read */
export async function readRun(folder: string, disk: Disk = nodeDisk): Promise<RunRecord> {
  const steps: Json[] = []
  const { manifest, damage } = await readBatches(
    folder,
    ({ step, concluded }) => {
      if (!concluded) steps.push(step)
    },
    disk,
  )
  return { manifest, steps, damage }
}

/**
 * Goes through the batches of a run.
 * @throws QueuewrightError as `readRun`
 */
export async function readBatches(
  folder: string,
  onBatch: (batch: JournalBatch) => void,
  disk: Disk = nodeDisk,
): Promise<Omit<RunRecord, 'steps'>> {
  const manifest = await requireManifest(disk, folder)
  const { rest } = await readJournal(disk, folder, manifest.sum, (_, read) => onBatch(read()))
  // A last line that is not whole may be one that is being written.
  const damaged = rest !== null && !rest.torn
  return { manifest, damage: damaged ? `line ${rest.line} of ${JOURNAL} and all after it are damaged` : null }
}
