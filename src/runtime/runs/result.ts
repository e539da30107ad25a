/** Artefacts, and `result.json`: one sealed line that lists them and says that the run is finished. */
import { plainJson } from '../../core/json.js'
import type { Artefact, Progress } from '../../evaluation/investigation.js'
import type { Disk } from './disk.js'
import { namesArtefact, placeIn, RESULT } from './folder.js'
import type { Place } from './journal.js'
import { onlyLine, sealed, sha256, unsealed } from './sealed.js'

export interface RunResult {
  /** The end of the journal. */
  readonly place: Place
  /** Tasks in the journal. */
  readonly evaluations: number
  readonly progress: Progress
  readonly artefacts: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[]
}

export async function writeResult(
  disk: Disk,
  folder: string,
  manifestSum: string,
  facts: Omit<RunResult, 'artefacts'>,
  artefacts: readonly Artefact[],
): Promise<RunResult> {
  const written = []
  for (const { name, content } of artefacts) {
    if (!namesArtefact(name)) throw new TypeError(`an artefact cannot be called ${name}`)
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    await disk.replace(placeIn(folder, name), bytes)
    written.push({ name, bytes: bytes.length, sha256: sha256(bytes) })
  }
  const result = { ...facts, artefacts: written }
  const { line } = sealed(plainJson(result), manifestSum)
  await disk.replace(placeIn(folder, RESULT), `${line}\n`)
  return result
}

/** Null where the run is not finished, or that it is can no longer be read. */
export async function readResult(disk: Disk, folder: string, manifestSum: string): Promise<RunResult | null> {
  const bytes = await disk.read(placeIn(folder, RESULT))
  return bytes === null ? null : unsealed<RunResult>(onlyLine(bytes), manifestSum)
}

/** The artefacts that are missing or not what they were. */
export async function changedArtefacts(
  disk: Disk,
  folder: string,
  { artefacts }: RunResult,
): Promise<readonly string[]> {
  const changed = []
  for (const { name, sha256: sum } of artefacts) {
    const bytes = await disk.read(placeIn(folder, name))
    if (bytes === null || sha256(bytes) !== sum) changed.push(name)
  }
  return changed
}
