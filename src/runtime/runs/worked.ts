/**
 * `worked.json`: how long a run has been worked on so far, over all sessions, for runs whose time is limited. One sealed
 * line, written now and then and at the end of a session; one that is lost gives the run its time anew.
 */
import type { Disk } from './disk.js'
import { placeIn, WORKED } from './folder.js'
import { onlyLine, sealed, unsealed } from './sealed.js'

export interface Stopwatch {
  /** Minutes worked, those of this session included. */
  minutes(): number
  /** Writes it, unless that was done a moment ago. */
  offer(): Promise<void>
  finish(): Promise<void>
}

/** Milliseconds between two writes. */
const INTERVAL = 5000
const MINUTE = 60_000

/** @param clock milliseconds since whenever */
export async function openStopwatch(
  disk: Disk,
  folder: string,
  manifestSum: string,
  clock: () => number,
): Promise<Stopwatch> {
  const path = placeIn(folder, WORKED)
  const bytes = await disk.read(path)
  const kept = bytes === null ? null : unsealed<{ readonly worked: number }>(onlyLine(bytes), manifestSum)
  const before = kept?.worked ?? 0
  const from = clock()
  let written = from
  const worked = (): number => before + clock() - from
  const finish = async (): Promise<void> => {
    written = clock()
    await disk.replace(path, `${sealed({ worked: worked() }, manifestSum).line}\n`)
  }
  return {
    minutes: () => worked() / MINUTE,
    offer: async () => {
      if (clock() - written >= INTERVAL) await finish()
    },
    finish,
  }
}
