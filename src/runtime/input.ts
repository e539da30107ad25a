/**
 * Inputs at Node's edge: streams of bytes, gunzipped by their content, and documents as text, both bounded. Every failure that a
 * user can cause becomes a `QueuewrightError` that names the file and says what to do.
 */
import { createReadStream, type Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { QueuewrightError } from '../core/errors.js'
import { errorCode, type Meaning, meaningOf, STANDARD_STREAM } from './standard.js'

const READ_SIZE = 1 << 18
const GZIP_MAGIC = [0x1f, 0x8b] as const

/**
 * The bytes of an input, gunzipped where they begin as gzip does (whatever the name; several members in a row too).
 * @param path a file, or `-` for standard input.
 * @param standardInput what `-` reads.
 * @param onRead told of every piece read.
 * @throws QueuewrightError (on opening or while reading) `input-unreadable`, `input-folder`, `input-empty`,
 *   `input-gzip`.
 */
export async function* openInput(
  path: string,
  standardInput: AsyncIterable<Uint8Array> = process.stdin,
  onRead?: ReadObserver,
): AsyncGenerator<Uint8Array> {
  const file = inputName(path)
  const total = path === STANDARD_STREAM ? null : await checkedSize(path)
  const stream =
    path === STANDARD_STREAM ? standardInput : createReadStream(path, { highWaterMark: READ_SIZE })
  const source = onRead === undefined ? stream : observed(stream, total, onRead)
  const chunks = withBeginning(source, GZIP_MAGIC.length)
  let any = false
  try {
    const beginning = await chunks.next()
    if (!beginning.done) {
      const bytes = joined(beginning.value, chunks)
      const isGzip = GZIP_MAGIC.every((byte, k) => beginning.value[k] === byte)
      for await (const chunk of isGzip ? gunzipped(bytes) : bytes) {
        any ||= chunk.length > 0
        yield chunk
      }
    }
  } catch (error) {
    throw inputFailure(file, error)
  }
  if (!any) {
    throw new QueuewrightError('input-empty', 'the input is empty', {
      file,
      remedy: 'Check that it is the right file',
    })
  }
}

/** Bytes of a document after unpacking: far more than any has, and not more than a machine has memory for. */
const MOST_DOCUMENT_BYTES = 64 << 20

/**
 * The whole of a document as text (UTF-8).
 * @throws QueuewrightError as `openInput`; `input-document` for one of more than 64 MiB
 */
export async function readInput(path: string): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of openInput(path)) {
    bytes += chunk.length
    if (bytes > MOST_DOCUMENT_BYTES) {
      throw new QueuewrightError('input-document', 'this document is too large', {
        file: inputName(path),
        expected: `at most ${MOST_DOCUMENT_BYTES >> 20} MiB, unpacked`,
        remedy: 'Check that it is the right file',
      })
    }
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** Told how many bytes of an input have been read (before gunzipping) and how many it has, null where unknown. */
export type ReadObserver = (read: number, total: number | null) => void

async function* observed(
  stream: AsyncIterable<Uint8Array>,
  total: number | null,
  onRead: ReadObserver,
): AsyncGenerator<Uint8Array> {
  let read = 0
  for await (const chunk of stream) {
    read += chunk.length
    onRead(read, total)
    yield chunk
  }
}

/** Whether there is a file, or a folder, of this name. */
export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch {
    return false
  }
}

/** How messages call an input. */
export function inputName(path: string): string {
  return path === STANDARD_STREAM ? 'standard input' : path
}

/** Bytes of a plain file, null of what else can be read. */
async function checkedSize(path: string): Promise<number | null> {
  let found: Stats
  try {
    found = await stat(path)
  } catch (error) {
    throw inputFailure(path, error)
  }
  if (found.isDirectory()) throw folderFailure(path)
  return found.isFile() ? found.size : null
}

function folderFailure(file: string): QueuewrightError {
  return new QueuewrightError('input-folder', 'the input is a folder', {
    file,
    expected: 'a file',
    remedy: 'Name one of the files in it',
  })
}

/** The chunks of `source`, the first of them at least `least` bytes long where the source has as many. */
async function* withBeginning(source: AsyncIterable<Uint8Array>, least: number): AsyncGenerator<Uint8Array> {
  let beginning: Uint8Array | null = new Uint8Array(0)
  for await (const chunk of source) {
    if (beginning === null) {
      yield chunk
      continue
    }
    beginning = beginning.length === 0 ? chunk : Buffer.concat([beginning, chunk])
    if (beginning.length < least) continue
    yield beginning
    beginning = null
  }
  if (beginning !== null && beginning.length > 0) yield beginning
}

async function* joined(
  first: Uint8Array,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield first
  yield* rest
}

/**
 * The contents of gzip data of one member or several. Zero bytes after the last one are padding, as on tapes; anything
 * else there is an error, also behind such zeros, where zlib would pass over it.
 */
async function* gunzipped(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: READ_SIZE })
  let taken = 0
  let lastNonZero = -1
  async function* watched() {
    for await (const chunk of bytes) {
      const last = chunk.findLastIndex((byte) => byte !== 0)
      if (last >= 0) lastNonZero = taken + last
      taken += chunk.length
      yield chunk
    }
  }
  // pipeline destroys both ends on a failure of either, which iterating over the last one then throws.
  const contents: AsyncIterable<Uint8Array> = pipeline(
    Readable.from(watched(), { objectMode: false }),
    gunzip,
    () => {},
  )
  let given = 0
  for await (const chunk of contents) {
    given += chunk.length
    if (given > FREE_BYTES && given > MOST_RATIO * taken) throw tooDense()
    yield chunk
  }
  if (lastNonZero >= gunzip.bytesWritten) {
    throw Object.assign(new Error('further bytes after the end of the gzip data'), { code: 'Z_DATA_ERROR' })
  }
}

/** Logs are packed to a fifth or a tenth; what unpacks to hundreds of times its size was made to fill memories. */
const MOST_RATIO = 150
/** Bytes that are unpacked whatever they were packed to. */
const FREE_BYTES = 16 << 20

function tooDense(): Error {
  const text = `it unpacks to more than ${MOST_RATIO} times its size`
  return Object.assign(new Error(text), { code: 'Z_DATA_ERROR' })
}

/** The meaning of an error of the file system or of zlib to the user. */
export function inputFailure(file: string, error: unknown): unknown {
  const code = errorCode(error)
  if (code === 'EISDIR') return folderFailure(file)
  if (code.startsWith('Z_')) {
    const early = code === 'Z_BUF_ERROR'
    return new QueuewrightError(
      'input-gzip',
      early ? 'the gzip data ends early' : 'the gzip data is damaged',
      {
        file,
        value: error instanceof Error ? error.message : code,
        remedy: 'Fetch or compress the file again; gzip -t shows whether it is whole',
        cause: error,
      },
    )
  }
  const what = meaningOf(error, INPUT_FAILURES)
  if (what === undefined) return error
  return new QueuewrightError('input-unreadable', what[0], { file, remedy: what[1], cause: error })
}

const INPUT_FAILURES: Readonly<Record<string, Meaning>> = {
  ENOENT: ['no such file', 'Check the name'],
  ENOTDIR: ['no such file: a part of its path is not a folder', 'Check the name'],
  ELOOP: ['the links of this path lead in a circle', 'Check the links'],
  ENAMETOOLONG: ['the name is too long for a file', 'Check the name'],
  EACCES: ['no permission to read this file', 'Ask its owner, or change its mode'],
  EPERM: ['no permission to read this file', 'Ask its owner, or change its mode'],
  EIO: ['the disk failed while this file was read', 'Check the disk'],
  EMFILE: ['too many files are open', 'Close some, or raise the limit (ulimit -n)'],
  ENXIO: ['this device cannot be read', 'Name a file'],
  ENODEV: ['this device cannot be read', 'Name a file'],
  EINVAL: ['this file cannot be read', 'Check the name'],
  ERR_INVALID_ARG_VALUE: ['this is no name of a file', 'Check the name'],
}
