/**
 * A document such as `{"meta": …, "errors": […], "jobs": […]}` taken apart while it comes in: each element of `jobs`
 * is handed on as text of its own, so that no document is too large, and the rest is kept to be parsed at the end.
 */
import { QueuewrightError } from '../../core/errors.js'
import { plural } from '../../core/format.js'

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** The bound of what stands around the jobs: it is short, and other documents shall not fill the memory. */
const LARGEST_REST = 1 << 26

/** Collects bytes that may come in several pieces. */
class Collected {
  #parts: Uint8Array[] = []
  #length = 0

  get length(): number {
    return this.#length
  }

  add(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    this.#parts.push(bytes.slice())
    this.#length += bytes.length
  }

  /** The text collected so far together with `last`; the collection is empty afterwards. */
  take(last: Uint8Array): string {
    if (this.#parts.length === 0) return decoder.decode(last)
    this.add(last)
    const bytes = new Uint8Array(this.#length)
    let at = 0
    for (const part of this.#parts) {
      bytes.set(part, at)
      at += part.length
    }
    this.#parts = []
    this.#length = 0
    return decoder.decode(bytes)
  }
}

const decoder = new TextDecoder()
const NOTHING = new Uint8Array(0)

export class JsonJobs {
  readonly #take: (text: string, place: number) => void
  readonly #rest = new Collected()
  readonly #job = new Collected()
  #count = 0
  #depth = 0
  #inString = false
  #escaped = false
  /** Whether the scanner is within the array of jobs, and, there, within a job. */
  #inJobs = false
  #sawJobs = false
  /** The last string of the outermost object, and whether a colon came after it: then it is a key. */
  #key = ''
  #afterColon = false

  /** @param take told of the text of every job and its place in the array, from 0 */
  constructor(take: (text: string, place: number) => void) {
    this.#take = take
  }

  /** @throws QueuewrightError `input-document`; and what `take` throws */
  push(chunk: Uint8Array): void {
    // Where the bytes begin that belong to the current job, or to the rest; within the array and between jobs none do.
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false
        else if (byte === BACKSLASH) this.#escaped = true
        else if (byte === QUOTE) this.#inString = false
        if (this.#depth === 1 && this.#inString) this.#key += String.fromCharCode(byte)
        continue
      }
      if (byte === QUOTE) {
        this.#betweenJobs(byte)
        this.#inString = true
        if (this.#depth === 1) this.#key = ''
        this.#afterColon = false
      } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
        if (this.#depth === 1 && byte === OPEN_ARRAY && this.#afterColon && this.#key === 'jobs') {
          this.#inJobs = true
          this.#sawJobs = true
          this.#rest.add(chunk.subarray(from, at + 1))
        } else if (this.#inJobs && this.#depth === 2) {
          if (byte !== OPEN_OBJECT) this.#betweenJobs(byte)
          from = at
        }
        this.#depth++
      } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) {
        this.#depth--
        if (this.#inJobs && this.#depth === 2) {
          this.#take(this.#job.take(chunk.subarray(from, at + 1)), this.#count++)
        } else if (this.#inJobs && this.#depth === 1) {
          this.#inJobs = false
          from = at
        }
      } else if (byte > 0x20) {
        this.#betweenJobs(byte)
        if (byte === COLON && this.#depth === 1) this.#afterColon = true
        else if (byte === COMMA && this.#depth === 1) this.#afterColon = false
      }
    }
    if (!this.#inJobs) this.#rest.add(chunk.subarray(from))
    else if (this.#depth > 2) this.#job.add(chunk.subarray(from))
    if (this.#rest.length > LARGEST_REST) throw notSlurm('the document is large and has no array "jobs"')
  }

  /** Whether the document has an array of jobs, as far as it has come. */
  get found(): boolean {
    return this.#sawJobs
  }

  /**
   * The document with its array of jobs emptied.
   * @throws QueuewrightError `input-document` where it is not whole
   */
  end(): unknown {
    if (this.#depth > 0 || this.#inString) {
      throw new QueuewrightError('input-document', 'the JSON document ends early', {
        value: `${plural(this.#count, 'job is', 'jobs are')} whole`,
        remedy: 'Fetch it again; a full disk or a time-out may have cut it off',
      })
    }
    return parseJson(this.#rest.take(NOTHING), 'the document')
  }

  /** Among the jobs nothing may stand but commas. */
  #betweenJobs(byte: number): void {
    if (!this.#inJobs || this.#depth !== 2 || byte === COMMA) return
    throw new QueuewrightError('input-document', 'an unexpected value', {
      field: `jobs[${this.#count}]`,
      expected: 'an object',
    })
  }
}

/** @throws QueuewrightError `input-document` */
export function parseJson(text: string, field: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    // The message may quote the text, which holds names; for that reason it is no cause either.
    throw new QueuewrightError('input-document', `not JSON: ${why.replace(/, (?:\.\.\.)?".*/s, '')}`, {
      field,
      remedy: 'Check that the file is whole and was not edited',
    })
  }
}

export function notSlurm(what: string): QueuewrightError {
  return new QueuewrightError('input-document', what, {
    expected: 'the output of sacct --json',
    remedy: 'Check that it is the right file',
  })
}
