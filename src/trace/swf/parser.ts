/**
 * The reader of Standard Workload Format 2.2, byte by byte: fed with the bytes of a log in pieces of any size, it
 * keeps each job's numbers and each comment, and makes no string of a job line.
 *
 * A line ends with LF, CRLF or CR. A line whose first visible byte is `;` is a comment, wherever it stands; a line
 * of blanks is nothing. Any other line is a job: up to 18 numbers separated by blanks or tabs, of which the first
 * five must be there, and after them those that a comment before the first job names (`ExtraFields`). Missing fields are
 * −1 and further ones are ignored, both with a notice.
 */
import { QueuewrightError } from '../../core/errors.js'
import { plural } from '../../core/format.js'
import { type LogField, SWF_FIELDS, type Trace } from '../trace.js'
import { assembleTrace } from './assemble.js'
import {
  CR,
  DOT,
  decodeComment,
  FORM_FEED,
  firstLineEnd,
  LF,
  lastLineEnd,
  lineEndAfter,
  MINUS,
  PLUS,
  SEMICOLON,
  SPACE,
  TAB,
  tokenEnd,
  tokenText,
} from './bytes.js'
import { FURTHER_FIELDS, type FurtherField, type SizeRule, sizeOf } from './fields.js'
import { extraFieldsOf } from './header.js'
import { isNumberText, POWERS_OF_TEN } from './numbers.js'
import { BASE_COUNT, RowStore } from './rows.js'
import {
  ALLOCATED,
  ESTIMATE,
  firstBadValue,
  REQUESTED,
  RUN,
  rangeOf,
  STATUS,
  SUBMIT,
  USER,
} from './values.js'

export interface SwfOptions {
  /** The trace's name. */
  readonly name: string
  /** Name of the input in messages. */
  readonly file: string
  /** Fields to keep beside the job table. */
  readonly fields: readonly FurtherField[] | 'all'
  /** Which processor count is a job's size. */
  readonly size: SizeRule
  /** The fate of a job line that cannot be read: an error, or left out and counted by reason. */
  readonly badLines: 'error' | 'drop'
}

export const SWF_DEFAULTS: SwfOptions = {
  name: 'log',
  file: 'log',
  fields: [],
  size: 'requested',
  badLines: 'error',
}

type LineFault = 'line-fields' | 'line-number' | 'line-value'

const FIELD_COUNT = SWF_FIELDS.length
/** Up to the allocated processors: without them there is no job. */
const FEWEST_FIELDS = 5
/** A line longer than this is no line of a log; it bounds what is kept of an input without line ends. */
const LONGEST_LINE = 1 << 20
/** Comments are kept; those of real logs take some thousand bytes. */
const MOST_HEADER_BYTES = 16 << 20
/** Bytes that a comment takes besides its text. */
const COMMENT_COST = 32

export class SwfParser {
  readonly #options: SwfOptions
  /** The fields of a line, as the comments before its first job say; null for one that is none of ours. */
  #columns: readonly (LogField | null)[] = SWF_FIELDS
  #kept: readonly FurtherField[] = []
  /** Place in the line of each further field kept. */
  #further: readonly number[] = []
  #rows = new RowStore(BASE_COUNT)
  /** The numbers of the line being read. */
  #values = new Float64Array(FIELD_COUNT)
  readonly #header: string[] = []
  #headerBytes = 0
  /** Rows of partial executions (status 2, 3, 4) and their statuses, alternating. */
  readonly #parts: number[] = []
  readonly #dropped: Record<string, number> = {}
  #missingColumns = 0
  #extraColumns = 0
  #line = 0
  #begun = false
  #afterCr = false
  /** The beginning of a line whose end has not come yet. */
  #carry = new Uint8Array(4096)
  #carried = 0

  constructor(options: Partial<SwfOptions> = {}) {
    this.#options = { ...SWF_DEFAULTS, ...options }
  }

  /** @throws QueuewrightError `line-fields`, `line-number` or `line-value` for a bad line, unless those are dropped. */
  push(chunk: Uint8Array): void {
    let at = 0
    if (this.#carried > 0) {
      at = firstLineEnd(chunk)
      this.#keep(chunk, 0, at < 0 ? chunk.length : at)
      if (at < 0) return
      const length = this.#carried
      this.#carried = 0
      this.#parse(this.#carry, 0, length)
    }
    const end = lastLineEnd(chunk, at)
    this.#parse(chunk, at, end)
    this.#keep(chunk, end, chunk.length)
  }

  /**
   * The log, after its last byte.
   * @throws QueuewrightError `input-empty` where there is no job in it.
   */
  end(): Trace {
    if (this.#carried > 0) this.push(Uint8Array.of(LF))
    const { file, name } = this.#options
    if (this.#rows.length === 0) {
      const unread = Object.values(this.#dropped).reduce((sum, count) => sum + count, 0)
      throw new QueuewrightError('input-empty', 'no job in this log', {
        file,
        expected: 'lines of 18 numbers (Standard Workload Format)',
        remedy:
          unread > 0
            ? `Its ${plural(unread, 'line was', 'lines were')} left out as unreadable`
            : 'Check that it is the right file',
      })
    }
    return assembleTrace({
      name,
      rows: this.#rows,
      furtherFields: this.#kept,
      header: this.#header,
      parts: this.#parts,
      dropped: this.#dropped,
      notices: this.#notices(),
    })
  }

  #notices(): string[] {
    const notices: string[] = []
    const lines = (count: number, verb: string) =>
      `${plural(count, 'job line has', 'job lines have')} ${verb}`
    if (this.#missingColumns > 0) {
      notices.push(
        `${lines(this.#missingColumns, `fewer than ${this.#columns.length} fields`)}; the missing ones are unknown (-1)`,
      )
    }
    if (this.#extraColumns > 0) {
      notices.push(
        `${lines(this.#extraColumns, `more than ${this.#columns.length} fields`)}; the further ones are ignored`,
      )
    }
    return notices
  }

  /** Set bytes aside until the rest of their line comes. */
  #keep(chunk: Uint8Array, from: number, to: number): void {
    const length = this.#carried + to - from
    if (length > LONGEST_LINE) throw this.#tooLong(this.#line + 1)
    if (length > this.#carry.length) {
      const larger = new Uint8Array(Math.max(length, this.#carry.length * 2))
      larger.set(this.#carry.subarray(0, this.#carried))
      this.#carry = larger
    }
    this.#carry.set(chunk.subarray(from, to), this.#carried)
    this.#carried = length
  }

  /** Read buf[at, end), which is empty or ends with a line end. */
  #parse(buf: Uint8Array, from: number, end: number): void {
    let at = from
    if (at < end) {
      if (this.#afterCr && buf[at] === LF) at++
      this.#afterCr = false
    }
    while (at < end) {
      const start = at
      this.#line++
      if (this.#line === 1 && buf[at] === 0xef && buf[at + 1] === 0xbb && buf[at + 2] === 0xbf) at += 3
      let byte = buf[at]
      while (byte === SPACE || (byte >= TAB && byte <= FORM_FEED && byte !== LF)) byte = buf[++at]
      if (byte === SEMICOLON) {
        const first = at + 1
        at = lineEndAfter(buf, first)
        this.#headerBytes += at - first + COMMENT_COST
        if (this.#headerBytes > MOST_HEADER_BYTES) throw this.#tooMuchHeader()
        this.#header.push(decodeComment(buf.subarray(first, at)))
      } else if (byte !== LF && byte !== CR) {
        at = this.#parseJob(buf, at)
      }
      if (at - start > LONGEST_LINE) throw this.#tooLong(this.#line)
      if (buf[at] === CR) {
        at++
        if (at === end) this.#afterCr = true
        else if (buf[at] === LF) at++
      } else {
        at++
      }
    }
  }

  /** Which fields a line has is known when the first job comes. */
  #begin(): void {
    const extra = extraFieldsOf(this.#header)
    if (extra.length > 0) this.#columns = [...SWF_FIELDS, ...extra]
    const { fields } = this.#options
    const wanted = fields === 'all' ? FURTHER_FIELDS : [...new Set(fields)]
    this.#kept = wanted.filter((field) => this.#columns.includes(field))
    this.#further = this.#kept.map((field) => this.#columns.indexOf(field))
    this.#rows = new RowStore(BASE_COUNT + this.#kept.length)
    this.#values = new Float64Array(this.#columns.length)
  }

  /** Read the job line that begins at `at`; returns the place of its line end. */
  #parseJob(buf: Uint8Array, from: number): number {
    if (!this.#begun) {
      this.#begun = true
      this.#begin()
    }
    const values = this.#values
    const most = values.length
    let at = from
    let field = 0
    let byte = buf[at]
    for (;;) {
      while (byte === SPACE || byte === TAB || byte === 11 || byte === FORM_FEED) byte = buf[++at]
      if (byte === LF || byte === CR) break
      if (field === most) {
        this.#extraColumns++
        at = lineEndAfter(buf, at)
        break
      }
      const start = at
      const negative = byte === MINUS
      if (negative || byte === PLUS) byte = buf[++at]
      const firstDigit = at
      let value = 0
      while (byte >= 48 && byte <= 57) {
        value = value * 10 + (byte - 48)
        byte = buf[++at]
      }
      let digits = at - firstDigit
      if (byte === DOT) {
        const point = at
        byte = buf[++at]
        while (byte >= 48 && byte <= 57) {
          value = value * 10 + (byte - 48)
          byte = buf[++at]
        }
        const decimals = at - point - 1
        digits += decimals
        // Both parts are exact below 2^53 and 10^22, so that the one rounding of the division is the right one.
        if (digits <= 15) value /= POWERS_OF_TEN[decimals]
      }
      if (digits === 0 || digits > 15 || byte > SPACE) {
        // Anything but a plain number of at most 15 digits: an exponent, many digits, or no number at all.
        at = tokenEnd(buf, at)
        byte = buf[at]
        const text = tokenText(buf, start, at)
        if (!isNumberText(text)) return this.#reject(buf, at, 'line-number', field, text)
        value = Number(text)
        if (!Number.isFinite(value)) return this.#reject(buf, at, 'line-value', field, text)
        values[field++] = value + 0
      } else {
        values[field++] = negative ? 0 - value : value
      }
    }
    if (field < most) {
      if (field < FEWEST_FIELDS) return this.#reject(buf, at, 'line-fields', field, '')
      this.#missingColumns++
      values.fill(-1, field)
    }
    const bad = firstBadValue(values)
    if (bad >= 0) return this.#reject(buf, at, 'line-value', bad, String(values[bad]))
    this.#addRow(values)
    return at
  }

  #addRow(values: Float64Array): void {
    const rows = this.#rows
    const block = rows.reserve()
    let at = rows.offset
    block[at++] = values[0]
    block[at++] = values[SUBMIT]
    block[at++] = values[RUN]
    block[at++] = values[ESTIMATE]
    block[at++] = sizeOf(values[REQUESTED], values[ALLOCATED], this.#options.size)
    block[at++] = values[USER]
    const further = this.#further
    for (let k = 0; k < further.length; k++) block[at++] = values[further[k]]
    const status = values[STATUS]
    if (status >= 2 && status <= 4) this.#parts.push(rows.length, status)
    rows.commit()
  }

  /** Leave out the line being read, or throw; returns the place of its line end. */
  #reject(buf: Uint8Array, at: number, fault: LineFault, field: number, value: string): number {
    if (this.#options.badLines === 'error') throw this.#failure(fault, field, value)
    const reason = `bad-${fault}`
    this.#dropped[reason] = (this.#dropped[reason] ?? 0) + 1
    return lineEndAfter(buf, at)
  }

  #failure(fault: LineFault, field: number, value: string): QueuewrightError {
    const place = { file: this.#options.file, line: this.#line }
    const remedy = ACCOUNTING.test(value)
      ? "This looks like Slurm's accounting: qw import sacct FILE -o LOG.swf.gz makes a log of it"
      : 'Correct the line, or leave such lines out with --bad-lines drop'
    if (fault === 'line-fields') {
      return new QueuewrightError(fault, `a job line of ${field} ${field === 1 ? 'field' : 'fields'}`, {
        ...place,
        expected: 'the 18 fields of the Standard Workload Format, of which the first 5 must be there',
        remedy,
      })
    }
    const detail = { ...place, field: this.#columns[field] ?? `field ${field + 1}`, value, remedy }
    if (fault === 'line-number') {
      return new QueuewrightError(fault, 'not a number', { ...detail, expected: 'a number' })
    }
    return new QueuewrightError(fault, 'a value that no log may hold', {
      ...detail,
      expected: rangeOf(field),
    })
  }

  #tooMuchHeader(): QueuewrightError {
    return new QueuewrightError('line-fields', `more than ${MOST_HEADER_BYTES >> 20} MiB of comments`, {
      file: this.#options.file,
      line: this.#line,
      expected: 'mostly lines of 18 numbers',
      remedy: 'Check that the input is a log in the Standard Workload Format',
    })
  }

  #tooLong(line: number): QueuewrightError {
    return new QueuewrightError('line-fields', 'a line of more than 1 MiB', {
      file: this.#options.file,
      line,
      expected: 'a line of 18 numbers',
      remedy: 'Check that the input is a log in the Standard Workload Format',
    })
  }
}

/** Beginnings of lines of `sacct -P` and of jobcomp/filetxt, as a log's first number. */
const ACCOUNTING = /^JobId=|\|.*\|/i
