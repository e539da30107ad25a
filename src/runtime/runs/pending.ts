/**
 * `pending.jsonl`: results of the batch under way, as they come, so that a long batch is not lost with the process. It
 * is written at most once a second and emptied when the batch is in the journal. Each line is sealed with the digest of
 * the batch's tasks: lines of another batch, cut off or damaged ones are left out, and what they held is done anew.
 */
import type { Json } from '../../core/json.js'
import type { Disk, GrowingFile } from './disk.js'
import { PENDING, placeIn } from './folder.js'
import { linesOf } from './lines.js'
import { sealed, unsealed } from './sealed.js'

interface PendingResult {
  readonly batch: number
  readonly index: number
  readonly result: Json
}

export interface Pending {
  /**
   * Results that were kept of a batch, by index.
   * @param tasks digest of its tasks
   */
  resultsOf(batch: number, tasks: string): Promise<ReadonlyMap<number, Json>>
  /** Keeps a result of the batch that was asked for last. */
  add(index: number, result: Json): void
  /** Writes what has not been written yet. */
  flush(): Promise<void>
  /** The batch is done. */
  clear(): Promise<void>
  close(): Promise<void>
}

/** Milliseconds between two writes. */
const INTERVAL = 1000

/** @param onFailure told once where what was kept cannot be written */
export async function openPending(
  disk: Disk,
  folder: string,
  onFailure: (error: unknown) => void,
): Promise<Pending> {
  const path = placeIn(folder, PENDING)
  const file: GrowingFile = await disk.grow(path)
  let batch = 0
  let tasks = ''
  let lines: string[] = []
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  const stopTimer = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }
  const flush = (): Promise<void> => {
    stopTimer()
    const text = lines.join('')
    lines = []
    if (text !== '') writing = writing.then(() => file.append(text))
    return writing
  }
  return {
    resultsOf: async (wanted, digest) => {
      batch = wanted
      tasks = digest
      const kept = new Map<number, Json>()
      if (file.size === 0) return kept
      let good = 0
      for await (const { text, end, whole } of linesOf(disk.pieces(path))) {
        const found = whole ? unsealed<PendingResult>(text, digest) : null
        if (found !== null && found.batch === batch) kept.set(found.index, found.result)
        if (whole) good = end
      }
      if (kept.size === 0) await file.truncate(0)
      else if (good < file.size) await file.truncate(good)
      return kept
    },
    add: (index, result) => {
      lines.push(`${sealed({ batch, index, result }, tasks).line}\n`)
      timer ??= setTimeout(() => flush().catch(onFailure), INTERVAL)
    },
    flush,
    clear: async () => {
      stopTimer()
      lines = []
      await writing
      if (file.size > 0) await file.truncate(0)
    },
    close: async () => {
      stopTimer()
      await writing.catch(() => {})
      await file.close()
    },
  }
}
