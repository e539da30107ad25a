/** Loading a trace of a file, whichever of the known formats it has. */
import { basename } from 'node:path'
import { QueuewrightError } from '../core/errors.js'
import { type BatsimOptions, readBatsim } from '../trace/batsim/index.js'
import { JobLineFinder, type SwfOptions, SwfParser } from '../trace/swf/index.js'
import type { Trace } from '../trace/trace.js'
import { inputName, openInput, type ReadObserver } from './input.js'
import { STANDARD_STREAM } from './standard.js'

export interface LoadOptions extends Omit<SwfOptions, 'name' | 'file'>, Omit<BatsimOptions, 'name' | 'file'> {
  /** The stream that `-` reads; standard input unless given. */
  readonly standardInput: AsyncIterable<Uint8Array>
  /** Told of every piece read. */
  readonly onRead: ReadObserver
}

/** A JSON document is text in one piece, which V8 limits. */
const LARGEST_DOCUMENT = 500_000_000

/**
 * The trace in a file: a Batsim workload where the first visible byte is `{`, else a log in the Standard Workload
 * Format; gunzipped by content. Cleaning and filtering are left to the caller.
 * @param path a file, or `-` for standard input.
 * @throws QueuewrightError as `openInput`, `readSwf` and `readBatsim` do.
 */
export async function loadTrace(path: string, options: Partial<LoadOptions> = {}): Promise<Trace> {
  const { standardInput, onRead, ...reading } = options
  const named = { ...reading, name: traceName(path), file: inputName(path) }
  const chunks = openInput(path, standardInput, onRead)
  const parser = new SwfParser(named)
  const document: Uint8Array[] = []
  let documentBytes = 0
  let format: 'unknown' | 'swf' | 'batsim' = 'unknown'
  for await (const chunk of chunks) {
    if (format === 'unknown') {
      const first = firstVisibleByte(chunk)
      if (first !== null) format = first === 0x7b ? 'batsim' : 'swf'
    }
    if (format !== 'batsim') {
      parser.push(chunk)
      continue
    }
    document.push(chunk)
    documentBytes += chunk.length
    if (documentBytes > LARGEST_DOCUMENT) {
      throw new QueuewrightError('input-document', 'this JSON document is too large', {
        file: named.file,
        expected: 'at most 500 MB',
        remedy: 'Use the Standard Workload Format for logs of this size',
      })
    }
  }
  if (format !== 'batsim') return parser.end()
  return readBatsim(new TextDecoder().decode(Buffer.concat(document)), named)
}

/**
 * The line of a log that holds a job, for messages; null where that cannot be told (standard input, a Batsim
 * workload). Reads the log once more.
 * @param size the job's size, which tells it from another of the same number
 */
export async function findJobLine(path: string, job: number, size: number): Promise<number | null> {
  if (path === STANDARD_STREAM) return null
  const finder = new JobLineFinder(job, size)
  let first: number | null = null
  for await (const chunk of openInput(path)) {
    first ??= firstVisibleByte(chunk)
    if (first === 0x7b) return null
    const line = finder.push(chunk)
    if (line !== null) return line
  }
  return finder.end()
}

/** A trace's name: the file's without its endings. */
export function traceName(path: string): string {
  if (path === STANDARD_STREAM) return 'stdin'
  return basename(path).replace(/(?<=.)(\.(swf|json|txt|log))?(\.gz)?$/i, '')
}

/** The first byte that is neither blank nor a byte order mark; null where there is none. */
function firstVisibleByte(chunk: Uint8Array): number | null {
  for (const byte of chunk) {
    if (byte > 32 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf) return byte
  }
  return null
}
