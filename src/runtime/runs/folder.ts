/** The files of a run's folder. */
import { join } from 'node:path'

/** The file that says what the run is. */
export const MANIFEST = 'run.json'
/** The outcomes of all batches. */
export const JOURNAL = 'journal.jsonl'
/** The outcomes of the batch under way. */
export const PENDING = 'pending.jsonl'
/** The state after the last batch. */
export const CHECKPOINT = 'checkpoint.jsonl'
/** The artefacts of a finished run. */
export const RESULT = 'result.json'
/** The events of the run, with their times. */
export const LOG = 'log.jsonl'
/** How long it has been worked on; only of runs whose time is limited. */
export const WORKED = 'worked.json'
/** Who works on it. */
export const LOCK = 'lock'
/** Files beside the folder that whoever began it is still to write; gone when they are written. */
export const OWED = 'owed.json'
/** Folder of the data, each file named by its digest. */
export const DATA = 'data'

const OWN: readonly string[] = [MANIFEST, JOURNAL, PENDING, CHECKPOINT, RESULT, LOG, WORKED, LOCK, OWED, DATA]

export function placeIn(folder: string, ...names: readonly string[]): string {
  return join(folder, ...names)
}

/** Whether an artefact may have this name: plain, and not one of the run's own files. */
export function namesArtefact(name: string): boolean {
  return (
    /^[\w@%+=,-][\w@%+=:,. -]*$/.test(name) &&
    !name.endsWith('.tmp') &&
    !OWN.includes(name.split('.damaged-')[0])
  )
}

/** Where the damaged end of a journal is kept. */
export function damagedName(number: number): string {
  return `${JOURNAL}.damaged-${number}`
}
