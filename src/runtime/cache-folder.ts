/**
 * A folder that keeps results of evaluations from run to run. Each process that adds to it writes a segment of its own,
 * so that several may use it at the same time: a text file with a line for each result, `KEY CHECKSUM JSON`. Lines that
 * are damaged or cut off are skipped. A process sees what was there when it began, and its own results.
 *
 * What it holds is kept in memory as bytes and read when it is asked for. When the folder has grown beyond its bounds, the
 * oldest segments are removed. A folder that can no longer be written stops nobody: the results are merely not kept.
 */
import { createHash, randomBytes } from 'node:crypto'
import { appendFile, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { QueuewrightError } from '../core/errors.js'
import { plural } from '../core/format.js'
import type { Json } from '../core/json.js'
import { type EvaluationStore, memoryStore } from '../evaluation/evaluation-cache.js'
import { inputFailure } from './input.js'
import { makeFolders, outputFailure } from './output.js'

export interface CacheFolderOptions {
  /** Told what a user should know, one sentence. */
  readonly notice?: (text: string) => void
  /** Bytes of all segments. */
  readonly mostBytes?: number
  readonly mostSegments?: number
}

export interface CacheFolder extends EvaluationStore {
  /** Writes what has not been written yet. */
  close(): Promise<void>
}

const HEAD = 'queuewright-cache 1\n'
const ENDING = '.cache'
const KEY = 32
const SUM = 8
/** Key, blank, checksum, blank, and one character at least. */
const LEAST_LINE = KEY + SUM + 3
const NEWLINE = 10

/** A million results of one objective; reading so many takes a second. */
const MOST_BYTES = 64 << 20
/** Segments are added by each process, and small ones must not pile up. */
const MOST_SEGMENTS = 512
/** A process begins a further segment then, so that old ones can be removed piece by piece. */
const SEGMENT_BYTES = 4 << 20
/** Results of this process that are kept in memory. */
const MOST_ADDED = 200_000
/** Milliseconds between two writes. */
const INTERVAL = 1000

/**
 * @param folder made where there is none
 * @throws QueuewrightError `output-unwritable`, `input-unreadable`
 */
export async function openCacheFolder(
  folder: string,
  { notice = () => {}, mostBytes = MOST_BYTES, mostSegments = MOST_SEGMENTS }: CacheFolderOptions = {},
): Promise<CacheFolder> {
  try {
    await makeFolders(folder)
  } catch (error) {
    throw outputFailure(folder, error)
  }
  const segments: Buffer[] = []
  /** Where each result is: segment and offset. */
  const places = new Map<string, number>()
  let newest = ''
  let damaged = false
  const tellDamage = (): void => {
    if (!damaged) notice(`the cache ${folder} is damaged in places, which are skipped`)
    damaged = true
  }
  const found = await segmentsIn(folder, mostBytes, mostSegments)
  for (const { name, drop } of found) {
    newest = name
    if (drop) {
      await rm(join(folder, name), { force: true }).catch(() => {})
      continue
    }
    const bytes = await read(join(folder, name))
    if (bytes === null) continue
    if (bytes.toString('latin1', 0, HEAD.length) !== HEAD) {
      tellDamage()
      continue
    }
    const segment = segments.push(bytes) - 1
    for (let at = HEAD.length, end: number; at < bytes.length; at = end + 1) {
      end = bytes.indexOf(NEWLINE, at)
      // The last line may be one that another process is writing.
      if (end < 0) break
      if (end - at >= LEAST_LINE) places.set(bytes.toString('latin1', at, at + KEY), placeOf(segment, at))
      else tellDamage()
    }
  }

  const dropped = found.filter(({ drop }) => drop).length
  if (dropped > 0) {
    notice(
      `the cache ${folder} is full: the oldest of its results, ${dropped} of ${plural(found.length, 'file')}, are removed and will be computed again where they are asked for`,
    )
  }

  const added = memoryStore(MOST_ADDED)
  let lines: string[] = []
  let own = { path: '', bytes: 0 }
  let broken = false
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()
  const write = async (text: string): Promise<void> => {
    if (broken) return
    try {
      const fresh = own.path === '' || own.bytes >= SEGMENT_BYTES
      if (fresh) {
        newest = segmentName(newest)
        own = { path: join(folder, newest), bytes: 0 }
      }
      const all = fresh ? HEAD + text : text
      await appendFile(own.path, all)
      own.bytes += all.length
    } catch (error) {
      broken = true
      const failure = outputFailure(own.path, error)
      if (!(failure instanceof QueuewrightError)) throw failure
      notice(`the cache is not written any more: ${failure.message}`)
    }
  }
  const flush = (): Promise<void> => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const text = lines.join('')
    lines = []
    if (text !== '') writing = writing.then(() => write(text))
    return writing
  }
  return {
    get: (key) => {
      const own = added.get(key)
      if (own !== undefined) return own
      const place = places.get(key)
      if (place === undefined) return undefined
      const result = resultAt(segments[segmentOf(place)], offsetOf(place))
      if (result !== undefined) return result
      places.delete(key)
      tellDamage()
      return undefined
    },
    set: (key, result) => {
      const text = JSON.stringify(result)
      added.set(key, JSON.parse(text))
      lines.push(`${key} ${sumOf(key, text)} ${text}\n`)
      timer ??= setTimeout(() => void flush(), INTERVAL).unref()
    },
    close: flush,
  }
}

interface Segment {
  readonly name: string
  readonly drop: boolean
}

/** The segments, the oldest first: their names begin with the time at which they were begun. */
async function segmentsIn(
  folder: string,
  mostBytes: number,
  mostSegments: number,
): Promise<readonly Segment[]> {
  let names: string[]
  try {
    names = (await readdir(folder)).filter((name) => name.endsWith(ENDING)).sort()
  } catch (error) {
    throw inputFailure(folder, error)
  }
  const sizes = await Promise.all(names.map((name) => sizeOf(join(folder, name))))
  let bytes = 0
  let kept = 0
  const newestFirst = names.reverse().map((name, k): Segment => {
    bytes += sizes[sizes.length - 1 - k]
    kept++
    return { name, drop: bytes > mostBytes || kept > mostSegments }
  })
  return newestFirst.reverse()
}

/** 0 where another process has removed it. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch {
    return 0
  }
}

/** Null where another process has removed it. */
async function read(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw inputFailure(path, error)
  }
}

function resultAt(bytes: Buffer, at: number): Json | undefined {
  const line = bytes.toString('utf8', at, bytes.indexOf(NEWLINE, at))
  const key = line.slice(0, KEY)
  const text = line.slice(KEY + SUM + 2)
  if (line !== `${key} ${sumOf(key, text)} ${text}`) return undefined
  return JSON.parse(text)
}

function sumOf(key: string, text: string): string {
  return createHash('sha256').update(`${key} ${text}`).digest('hex').slice(0, SUM)
}

/** A name behind that of the newest segment, also where the clock was set back since that was begun. */
function segmentName(newest: string): string {
  const latest = /^[\da-z]{9}(?=-)/.exec(newest)
  const after = latest === null ? 0 : Number.parseInt(latest[0], 36) + 1
  const time = Math.max(Date.now(), after).toString(36).padStart(9, '0')
  return `${time}-${process.pid}-${randomBytes(4).toString('hex')}${ENDING}`
}

/** A segment and an offset in one number: segments are below 2¹⁶, offsets below 2³². */
function placeOf(segment: number, offset: number): number {
  return segment * 2 ** 32 + offset
}

function segmentOf(place: number): number {
  return Math.floor(place / 2 ** 32)
}

function offsetOf(place: number): number {
  return place % 2 ** 32
}
