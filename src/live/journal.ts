/**
 * Files that grow by a line of JSON for each thing that happens: entries of several kinds, read back by their codec. A last line
 * that was cut off was never acted upon, and is cut off before the next one.
 */
import type { Codec } from '../core/codec.js'
import { type FailureDetail, QueuewrightError } from '../core/errors.js'
import { fieldOf, Place } from '../core/place.js'
import { type GrowingFile, nodeDisk } from '../runtime/runs/disk.js'

export interface JournalKind<Entry> {
  readonly entry: Codec<Entry>
  /** In messages: `not a line of WHAT`. */
  readonly what: string
  /** The way out where one is damaged, a sentence. */
  readonly remedy: string
}

/**
 * The entries of a journal, all but a last line without its end.
 * @throws QueuewrightError `run-damaged` with line and field
 */
export function entriesIn<Entry>(
  { entry, what, remedy }: JournalKind<Entry>,
  text: string,
): readonly Entry[] {
  const lines = text.split('\n')
  lines.pop()
  return lines.map((line, k) => {
    const fault = (why: string, detail: FailureDetail) =>
      new QueuewrightError('run-damaged', `not a line of ${what}: ${why}`, { line: k + 1, remedy, ...detail })
    let found: unknown
    try {
      found = JSON.parse(line)
    } catch (cause) {
      throw fault('no JSON', { cause })
    }
    const place = Place.in((why, path, detail) => fault(why, { field: fieldOf(path), ...detail, remedy }))
    return entry.decode(found, place)
  })
}

/** A journal as it is on a disk, which somebody else may be writing on. */
export interface JournalText<Entry> {
  readonly entries: readonly Entry[]
  /** Up to the end of the last whole line. */
  readonly bytes: number
}

/**
 * The entries of a file; none where there is no file.
 * @throws QueuewrightError `run-damaged` with file, line and field
 */
export async function lookAtJournal<Entry>(
  kind: JournalKind<Entry>,
  path: string,
): Promise<JournalText<Entry>> {
  const text = (await nodeDisk.read(path))?.toString('utf8') ?? ''
  try {
    const bytes = Buffer.byteLength(text.slice(0, text.lastIndexOf('\n') + 1))
    return { entries: entriesIn(kind, text), bytes }
  } catch (error) {
    throw error instanceof QueuewrightError ? error.with({ file: path }) : error
  }
}

/** A journal that is written on. */
export class Journal<Entry> {
  readonly #kind: JournalKind<Entry>
  readonly #path: string
  #file: GrowingFile

  private constructor(kind: JournalKind<Entry>, path: string, file: GrowingFile) {
    this.#kind = kind
    this.#path = path
    this.#file = file
  }

  /**
   * A journal and its entries so far; a new one where there is none.
   * @throws QueuewrightError `run-damaged`
   */
  static async open<Entry>(
    kind: JournalKind<Entry>,
    path: string,
  ): Promise<{ journal: Journal<Entry>; entries: readonly Entry[] }> {
    const { entries, bytes } = await lookAtJournal(kind, path)
    const file = await nodeDisk.grow(path)
    await file.truncate(bytes)
    return { journal: new Journal(kind, path, file), entries }
  }

  /** Adds entries, which are on the disk when the promise is fulfilled. */
  async add(entries: readonly Entry[]): Promise<void> {
    if (entries.length > 0) await this.#file.append(this.#textOf(entries))
  }

  /** Writes the journal anew with these entries alone, whole or not at all. */
  async replace(entries: readonly Entry[]): Promise<void> {
    await this.#file.close()
    await nodeDisk.replace(this.#path, this.#textOf(entries))
    this.#file = await nodeDisk.grow(this.#path)
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  #textOf(entries: readonly Entry[]): string {
    return entries.map((entry) => `${JSON.stringify(this.#kind.entry.encode(entry))}\n`).join('')
  }
}
