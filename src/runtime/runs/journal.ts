/**
 * `journal.jsonl`: one sealed line a batch, each following the one before it, the first following the manifest. It says
 * what was done, and the state of the investigation follows from it: all else in the folder only saves time.
 */
import { createHash } from 'node:crypto'
import type { Json } from '../../core/json.js'
import type { Task } from '../../optimize/evaluator.js'
import type { Disk, GrowingFile } from './disk.js'
import { JOURNAL, placeIn } from './folder.js'
import { linesOf } from './lines.js'
import { type JsonFields, sealed, sumOf } from './sealed.js'

export interface JournalBatch {
  readonly batch: number
  readonly label: string
  /** Digest of its tasks. */
  readonly tasks: string
  /** In the order of the tasks. */
  readonly results: readonly Json[]
  /** The investigation's result of it. */
  readonly step: Json
  /** No batch, but the place at which the investigation was told to conclude. */
  readonly concluded?: true
}

/** A place between two batches. */
export interface Place {
  readonly batches: number
  /** The journal's size. */
  readonly bytes: number
  /** The sum of the last line; of the manifest at the beginning. */
  readonly sum: string
}

export interface JournalEnd extends Place {
  /** The rest behind the last good line; null where there is none. */
  readonly rest: {
    /** 1-based number of its first line. */
    readonly line: number
    /** A last line that was being written; else a damaged one, with others after it. */
    readonly torn: boolean
  } | null
}

export function tasksDigest(tasks: readonly Task[]): string {
  const hash = createHash('sha256')
  for (const { kind, payload, data, limit } of tasks) {
    hash.update(`${JSON.stringify([kind, payload, data, limit])}\n`)
  }
  return hash.digest('hex')
}

export function placeOfBeginning(manifestSum: string): Place {
  return { batches: 0, bytes: 0, sum: manifestSum }
}

/**
 * Goes through the good lines.
 * @param onBatch told of each: the place after it, and how to read it
 */
export async function readJournal(
  disk: Disk,
  folder: string,
  manifestSum: string,
  onBatch: (after: Place, read: () => JournalBatch) => void,
): Promise<JournalEnd> {
  let place = placeOfBeginning(manifestSum)
  let bad = false
  for await (const { text, end, whole } of linesOf(disk.pieces(placeIn(folder, JOURNAL)))) {
    const line = place.batches + 1
    if (bad) return { ...place, rest: { line, torn: false } }
    const sum = whole ? sumOf(text, place.sum) : null
    if (sum === null) {
      bad = true
      continue
    }
    place = { batches: line, bytes: end, sum }
    onBatch(place, () => JSON.parse(text))
  }
  return { ...place, rest: bad ? { line: place.batches + 1, torn: true } : null }
}

/** A journal that is written on. */
export interface JournalWriter {
  readonly place: Place
  /** The batch is in the journal, on the disk, when the promise is fulfilled. */
  append(batch: Omit<JournalBatch, 'batch'>): Promise<void>
  close(): Promise<void>
}

/** @param from end of the good lines; whatever follows is cut off */
export async function writeJournal(disk: Disk, folder: string, from: Place): Promise<JournalWriter> {
  const file: GrowingFile = await disk.grow(placeIn(folder, JOURNAL))
  let place: Place = { batches: from.batches, bytes: from.bytes, sum: from.sum }
  try {
    if (file.size > place.bytes) await file.truncate(place.bytes)
  } catch (error) {
    await file.close().catch(() => {})
    throw error
  }
  return {
    get place() {
      return place
    },
    append: async (batch) => {
      const { line, sum } = sealed({ batch: place.batches, ...batch } as JsonFields, place.sum)
      await file.append(`${line}\n`)
      place = { batches: place.batches + 1, bytes: file.size, sum }
    },
    close: () => file.close(),
  }
}
