/**
 * Preferences that are kept: files of a folder, which `--objective @FILE` takes and `qw prefer -o` writes too. Whoever changes one
 * says which state of it he has seen, by its digest, so that nobody's change is lost unseen.
 */
import { createHash } from 'node:crypto'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject } from '../../../core/codec.js'
import { QueuewrightError } from '../../../core/errors.js'
import { drawnFrontIn } from '../../../lab/preference/prefer.js'
import { type Preference, readPreference, writePreference } from '../../../preference/index.js'
import { makeFolders, writeOutput } from '../../../runtime/output.js'
import type { Kept, StoredPreference } from '../protocol/messages.js'
import { Refusal } from './refusal.js'
import { inTurn } from './turns.js'

const NAME = /^\w[\w.-]{0,99}$/
const ENDING = '.json'
/** Most bytes of a file that is read; the front of 14,000 schedules takes two million. */
const MOST_BYTES = 64 * 1024 * 1024

/** The base of a change: a digest, nothing (the file must not be there), or not said. */
export interface Condition {
  readonly match: string | undefined
  readonly noneMatch: string | undefined
}

export interface Preferences {
  readonly folder: string
  list(): Promise<readonly StoredPreference[]>
  text(name: string): Promise<{ readonly text: string; readonly digest: string }>
  /**
   * @param document of a preference, whose front may be named by the run that found it: `{ run }`
   * @throws Refusal 428 where nothing is said of what the change is based on; 412 where the file is another one by now
   */
  put(name: string, document: unknown, condition: Condition): Promise<Kept>
  /** The file of a preference that is there, as commands name it. */
  isFile(path: string): Promise<boolean>
}

interface Known {
  readonly stamp: string
  readonly stored: StoredPreference | null
}

/** @param fileOf where a run keeps its front */
export function storedPreferences(folder: string, fileOf: (run: string) => Promise<string>): Preferences {
  const known = new Map<string, Known>()
  // What a change looked at is what it replaces.
  const changing = inTurn()
  const pathOf = (name: string): string => {
    if (!NAME.test(name)) throw new Refusal(400, 'a name is of letters, digits, . _ and -, 100 at most')
    return join(folder, `${name}${ENDING}`)
  }
  const read = async (path: string): Promise<string | null> => {
    const found = await lstat(path).catch(() => null)
    if (found === null) return null
    if (found.isFile() && found.size <= MOST_BYTES) return readFile(path, 'utf8')
    throw new Refusal(409, 'what has this name is no preference')
  }
  const look = async (name: string): Promise<StoredPreference | null> => {
    const path = pathOf(name)
    const found = await lstat(path).catch(() => null)
    if (found === null || !found.isFile() || found.size > MOST_BYTES) return null
    const stamp = `${found.mtimeMs} ${found.size} ${found.ino}`
    const before = known.get(name)
    if (before?.stamp === stamp) return before.stored
    const text = await read(path)
    const stored = text === null ? null : storedOf(name, path, text)
    known.set(name, { stamp, stored })
    return stored
  }
  const put: Preferences['put'] = async (name, document, { match, noneMatch }) => {
    const path = pathOf(name)
    if (match === undefined && noneMatch !== '*') {
      throw new Refusal(428, 'a change says what it is based on: If-Match, or If-None-Match: *')
    }
    const preference = readPreference(JSON.stringify(await withFront(document, fileOf)), 'the preference')
    const found = await read(path)
    if (match === undefined ? found !== null : found === null || match !== digestOf(found)) {
      throw new Refusal(
        412,
        found === null ? 'it is gone by now' : 'it is another one by now: a page or a command has written it',
        found === null ? {} : { etag: digestOf(found) },
      )
    }
    const text = writePreference(preference)
    await makeFolders(folder)
    await writeOutput(path, [text])
    return { digest: digestOf(text), file: path }
  }
  return {
    folder,
    list: async () => {
      const names = (await readdir(folder).catch(() => []))
        .filter((file) => file.endsWith(ENDING) && NAME.test(file.slice(0, -ENDING.length)))
        .map((file) => file.slice(0, -ENDING.length))
        .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
      const found = await Promise.all(names.map(look))
      return found.filter((stored) => stored !== null)
    },
    text: async (name) => {
      const text = await read(pathOf(name))
      if (text !== null) return { text, digest: digestOf(text) }
      throw new QueuewrightError('data-missing', 'no such preference', { field: 'preference', value: name })
    },
    put: (name, document, condition) => changing(() => put(name, document, condition)),
    isFile: async (path) => {
      const name = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1, -ENDING.length) : ''
      return NAME.test(name) && path === pathOf(name) && (await look(name)) !== null
    },
  }
}

/** The preference as a page shows it: all but the points of its front. Other files of the folder are none. */
function storedOf(name: string, path: string, text: string): StoredPreference | null {
  let preference: Preference
  try {
    preference = readPreference(text, path)
  } catch (error) {
    if (error instanceof QueuewrightError) return null
    throw error
  }
  const { front, ...rest } = preference
  const drawnOn =
    front === null
      ? null
      : { name: front.name, digest: front.digest, objectives: front.objectives, points: front.points.length }
  const { objective, subjectTo, regions } = rest
  return { ...{ name, file: path, digest: digestOf(text), objective, subjectTo, regions, drawnOn } }
}

/** The front of a run is as large as no request may be: a page names the run. */
export async function withFront(
  document: unknown,
  fileOf: (run: string) => Promise<string>,
): Promise<unknown> {
  if (!isObject(document)) return document
  const { front } = document
  if (!isObject(front) || typeof front['run'] !== 'string') return document
  return { ...document, front: await drawnFrontIn(await fileOf(front['run'])) }
}

/** As a header has it. */
function digestOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('hex')}"`
}
