/**
 * `log.jsonl`: what happened to a run, and when. The one file in which equal runs differ. It explains and nothing
 * depends on it, so a log that cannot be written stops nobody.
 */
import type { Disk, GrowingFile } from './disk.js'
import { LOG, placeIn } from './folder.js'
import { linesOf } from './lines.js'
import type { JsonFields } from './sealed.js'

export type RunEvent = 'started' | 'resumed' | 'note' | 'interrupted' | 'failed' | 'finished'

interface LoggedEvent {
  /** ISO 8601, UTC. */
  readonly time: string
  readonly event: RunEvent
}

export interface EventLog {
  add(event: RunEvent, facts?: JsonFields): Promise<void>
  close(): Promise<void>
}

export async function openLog(disk: Disk, folder: string): Promise<EventLog> {
  const path = placeIn(folder, LOG)
  let file: GrowingFile | null = null
  let gap = ''
  try {
    file = await disk.grow(path)
    // A line that was cut off stays, and the next one does not go on in it.
    if (file.size > 0 && !(await endsLine(disk, path))) gap = '\n'
  } catch {}
  return {
    add: async (event, facts = {}) => {
      const line = JSON.stringify({ time: new Date().toISOString(), event, ...facts })
      try {
        await file?.append(`${gap}${line}\n`)
        gap = ''
      } catch {
        gap = '\n'
      }
    },
    close: async () => file?.close(),
  }
}

/** Room for the first line. */
const START_BYTES = 4096

/** When a run began, ISO 8601, UTC; null where its log does not say. */
export async function readStart(disk: Disk, folder: string): Promise<string | null> {
  const bytes = await disk.read(placeIn(folder, LOG), START_BYTES)
  if (bytes === null) return null
  try {
    const first: Partial<LoggedEvent> = JSON.parse(bytes.toString('utf8').split('\n', 1)[0])
    return first.event === 'started' && typeof first.time === 'string' ? first.time : null
  } catch {
    return null
  }
}

async function endsLine(disk: Disk, path: string): Promise<boolean> {
  let whole = true
  for await (const line of linesOf(disk.pieces(path))) whole = line.whole
  return whole
}
