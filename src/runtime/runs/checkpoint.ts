/**
 * `checkpoint.jsonl`: the state of the investigation at a place of the journal, so that resuming need not go through
 * all batches again. Two lines: a sealed one, short, that says where it stands; and the state.
 */
import { type Json, plainJson } from '../../core/json.js'
import type { Progress } from '../../evaluation/investigation.js'
import type { Disk } from './disk.js'
import { CHECKPOINT, placeIn } from './folder.js'
import type { Place } from './journal.js'
import { checksum, sealed, unsealed } from './sealed.js'

export interface CheckpointHead {
  readonly place: Place
  /** Tasks in the journal up to there. */
  readonly evaluations: number
  readonly progress: Progress
  /** Whether the investigation had been told to conclude. */
  readonly concluded?: true
}

export interface Checkpoint extends CheckpointHead {
  readonly state: Json
}

interface HeadLine extends CheckpointHead {
  readonly state: string
}

/** The size of the head: a note of a few hundred characters has room in it. */
const HEAD_BYTES = 4096

export async function writeCheckpoint(
  disk: Disk,
  folder: string,
  manifestSum: string,
  { state, ...at }: Checkpoint,
): Promise<void> {
  const text = JSON.stringify(state)
  const head = plainJson({ ...at, state: checksum(text) })
  await disk.replace(placeIn(folder, CHECKPOINT), `${sealed(head, manifestSum).line}\n${text}\n`)
}

/** `absent`, `damaged`, or what it is. */
export async function readCheckpoint(
  disk: Disk,
  folder: string,
  manifestSum: string,
): Promise<Checkpoint | 'absent' | 'damaged'> {
  const bytes = await disk.read(placeIn(folder, CHECKPOINT))
  if (bytes === null) return 'absent'
  const [first, text, ...rest] = bytes.toString('utf8').split('\n')
  const head = unsealed<HeadLine>(first, manifestSum)
  if (
    head === null ||
    text === undefined ||
    rest.length !== 1 ||
    rest[0] !== '' ||
    checksum(text) !== head.state
  ) {
    return 'damaged'
  }
  return { ...head, state: JSON.parse(text) }
}

/** Where a run stands, without its state; null where that cannot be read. */
export async function readCheckpointHead(
  disk: Disk,
  folder: string,
  manifestSum: string,
): Promise<CheckpointHead | null> {
  const bytes = await disk.read(placeIn(folder, CHECKPOINT), HEAD_BYTES)
  return bytes === null ? null : unsealed<HeadLine>(bytes.toString('utf8').split('\n', 1)[0], manifestSum)
}
