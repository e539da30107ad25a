/**
 * `sacct -P` (or `-p`): a header with the columns' names, then a row a line, fields separated by `|` or by what
 * `--delimiter` of sacct was. Any columns in any order; sacct(1), "Job Accounting Fields", has their meanings. Where several
 * outputs were put together, each header is that of the rows below it.
 *
 * sacct does not mark a delimiter or a line end that is part of a field. Such can only be in fields that users write
 * freely (text-header.ts): a row with too many fields is counted from both ends towards them, and a row with too few goes
 * on in the next line.
 */
import { QueuewrightError } from '../../core/errors.js'
import { plural } from '../../core/format.js'
import { perNodeOf } from './gres.js'
import { parseSubmitLine, plainConstraint, requestOf } from './job-request.js'
import type { SacctOptions } from './options.js'
import { blankRecord, known, type RecordSink, type Resources, type SlurmRecord } from './record.js'
import { stateWord } from './states.js'
import {
  type Column,
  endsInHeader,
  isFreeText,
  isHeader,
  NO_HEADER,
  notSacct,
  readHeader,
} from './text-header.js'
import type { TimeReader } from './times.js'
import {
  badNumber,
  isUnknown,
  parseClock,
  parseCount,
  parseLimitClock,
  parseLimitMinutes,
  parseRequestedMemory,
  parseWhole,
  rememberingTres,
} from './values.js'

/** A row that goes on for more lines than this is a damaged one. */
const MOST_LINES = 20
const CUT_OFF =
  'This last line has no end, so that the file may have been cut off: export it again; --bad-lines drop leaves such rows out'

export interface TextOptions extends Pick<SacctOptions, 'delimiter' | 'unit'> {
  readonly times: TimeReader
}

export class TextReader {
  readonly #options: TextOptions
  readonly #sink: RecordSink
  readonly #tres = rememberingTres()
  /** Rows whose free texts cannot be told apart. */
  #untold = 0
  #header = NO_HEADER
  /** The header's own line, which mostly comes again where several outputs were put together. */
  #headerLine = ''
  #headers = 0
  /** Notices of headers on what is not known, each with the line of the first. */
  readonly #unknown = new Map<string, number>()
  /** Where the fields of the current line begin, and after them where one more would. */
  #starts = new Int32Array(64)
  #line = ''
  #fields = 0
  /** The beginning of a row that may go on in the next line. */
  #held: { text: string; line: number; lines: number } | null = null
  /** Whether the last line that came has an end. */
  #ended = true

  constructor(options: TextOptions, sink: RecordSink) {
    this.#options = options
    this.#sink = sink
  }

  get notices(): readonly string[] {
    const notices = [...this.#unknown].map(([notice, line]) =>
      this.#headers === 1 ? notice : `below the header of line ${line}, ${notice}`,
    )
    if (this.#untold === 0) return notices
    return [
      ...notices,
      `${plural(this.#untold, 'row has', 'rows have')} the delimiter in free text: what these jobs asked for by Constraints and SubmitLine is not known (call sacct with --delimiter=$'\\x1f')`,
    ]
  }

  /**
   * @param ended whether the line has an end; the last one of a file that was cut off has none
   * @throws QueuewrightError `line-fields` for a header that will not do; and what the sink throws
   */
  take(line: string, number: number, ended: boolean): void {
    this.#ended = ended
    const { columns, firstFree } = this.#header
    if (columns === 0) {
      if (line.trim() !== '') this.#begin(line, number)
      return
    }
    if (line === this.#headerLine) {
      this.#giveUpHeld()
      return
    }
    if (isHeader(line, this.#options.delimiter)) {
      this.#giveUpHeld()
      this.#begin(line, number)
      return
    }
    const complete = this.#cut(line) >= columns
    const held = this.#held
    if (held !== null && !complete && held.lines < MOST_LINES) {
      const text = `${held.text}\n${line}`
      this.#held = { text, line: held.line, lines: held.lines + 1 }
      if (this.#cut(text) >= columns) this.#giveUpHeld(ended)
      return
    }
    this.#giveUpHeld()
    if (line === '') return
    if (!complete && firstFree < columns) this.#held = { text: line, line: number, lines: 1 }
    else this.#read(line, number, ended)
  }

  end(): void {
    if (this.#header.columns === 0) throw notSacct('', 1, this.#options.delimiter)
    this.#giveUpHeld(this.#ended)
  }

  /** Reads a header, also under `badLines: 'drop'`: without it the rows below mean nothing. */
  #begin(line: string, number: number): void {
    this.#header = readHeader(line, number, this.#options)
    this.#headerLine = line
    this.#headers++
    for (const notice of this.#header.notices) {
      if (!this.#unknown.has(notice)) this.#unknown.set(notice, number)
    }
  }

  /** Reads what was held as the beginning of a row: nothing more belongs to it. */
  #giveUpHeld(ended = true): void {
    const held = this.#held
    this.#held = null
    if (held !== null) this.#read(held.text, held.line, ended)
  }

  /** Finds the fields of `line`; returns their number. */
  #cut(line: string): number {
    const { delimiter } = this.#header
    let starts = this.#starts
    let count = 0
    let from = 0
    while (true) {
      if (count + 1 >= starts.length) {
        const longer = new Int32Array(starts.length * 2)
        longer.set(starts)
        this.#starts = starts = longer
      }
      starts[count++] = from
      const at = line.indexOf(delimiter, from)
      if (at < 0) break
      from = at + delimiter.length
    }
    starts[count] = line.length + delimiter.length
    this.#line = line
    this.#fields = count
    return count
  }

  /** The field of `column` in the current line; empty where the column is not there. */
  #field(column: Column): string {
    const { columns, delimiter, place: places, firstFree, lastFree } = this.#header
    const place = places[column]
    if (place === undefined) return ''
    const surplus = this.#fields - columns
    if (place >= firstFree && place <= lastFree && surplus > 0) {
      // A single column of free text has all the delimiters; of several nobody knows which.
      if (firstFree < lastFree) return ''
      return this.#line.slice(this.#starts[place], this.#starts[place + surplus + 1] - delimiter.length)
    }
    const at = place > lastFree ? place + surplus : place
    return this.#line.slice(this.#starts[at], this.#starts[at + 1] - delimiter.length)
  }

  #read(row: string, number: number, ended: boolean): void {
    try {
      if (row !== this.#line) this.#cut(row)
      this.#checkFields()
      const record = this.#record(number)
      if (record === null) this.#sink.drop('step')
      else this.#sink.add(record)
    } catch (error) {
      if (endsInHeader(row, this.#header.delimiter) && !row.endsWith(this.#headerLine))
        throw gluedHeader(number)
      const remedy = ended ? {} : { remedy: CUT_OFF }
      this.#sink.bad(error instanceof QueuewrightError ? error.with({ line: number, ...remedy }) : error)
    }
  }

  get #asksInFreeText(): boolean {
    const { Constraints, SubmitLine } = this.#header.place
    return Constraints !== undefined || SubmitLine !== undefined
  }

  #checkFields(): void {
    const { columns, place: places, firstFree, lastFree } = this.#header
    const surplus = this.#fields - columns
    if (surplus === 0) return
    const between = Object.entries(places).find(
      ([name, place]) => !isFreeText(name) && place > firstFree && place < lastFree,
    )
    if (surplus > 0 && firstFree < columns && between === undefined) {
      if (firstFree < lastFree && this.#asksInFreeText) this.#untold++
      return
    }
    throw new QueuewrightError('line-fields', `${this.#fields} fields in this row`, {
      ...(between === undefined || surplus < 0 ? {} : { field: between[0] }),
      expected: `${columns}, as in the header`,
      remedy: `${
        surplus < 0 && firstFree === columns
          ? 'Check that the file is whole'
          : "Leave columns of free text such as JobName out, or call sacct with --delimiter=$'\\x1f'"
      }; --bad-lines drop leaves such rows out`,
    })
  }

  /** Null for a row that is a step's. */
  #record(number: number): SlurmRecord | null {
    const id = this.#field('JobID')
    const rawId = this.#field('JobIDRaw')
    if (id.includes('.') || rawId.includes('.')) return null
    const record = blankRecord(number)
    this.#identify(record, id, rawId)
    record.state = stateWord(this.#field('State'))
    record.user = this.#name('User')
    record.account = this.#name('Account')
    record.qos = this.#name('QOS')
    record.partition = this.#name('Partition')
    record.cluster = this.#field('Cluster')
    const { times } = this.#options
    record.submit = times.parse(this.#field('Submit'), 'Submit')
    record.eligible = times.parse(this.#field('Eligible'), 'Eligible', record.submit)
    record.start = times.parse(this.#field('Start'), 'Start', known(record.eligible, record.submit))
    record.end = times.parse(this.#field('End'), 'End', record.start)
    const elapsed = parseWhole(this.#field('ElapsedRaw'), 'ElapsedRaw', 'seconds')
    record.elapsed = Number.isNaN(elapsed) ? parseClock(this.#field('Elapsed'), 'Elapsed') : elapsed
    record.suspended = parseSuspended(this.#field('Suspended'))
    const lasted = record.elapsed + known(record.suspended, 0)
    Object.assign(record, times.settle(record.start, record.end, lasted))
    const raw = this.#field('TimelimitRaw')
    record.limit =
      raw === '' ? parseLimitClock(this.#field('Timelimit')) : parseLimitMinutes(raw, 'TimelimitRaw')
    this.#readResources(record)
    return record
  }

  /** A user, account, QOS or partition. */
  #name(column: Column): string {
    const text = this.#field(column)
    return text === '(null)' ? '' : text
  }

  #identify(record: SlurmRecord, id: string, rawId: string): void {
    const { base, part, kind } = jobIdOf(id)
    if (kind === '+') record.het = base
    if (kind === '_') record.array = base
    if (!isUnknown(rawId)) {
      record.key = parseWhole(rawId, 'JobIDRaw', 'a job number')
      record.raw = true
    } else if (id === '') {
      throw badNumber(id, 'JobIDRaw', 'a job number')
    } else {
      record.key = kind === '' ? base : MADE + base * PARTS + part + (kind === '+' ? PARTS / 2 : 0)
      record.raw = kind === ''
    }
  }

  #readResources(record: SlurmRecord): void {
    const count = (column: Column) => parseCount(this.#field(column), column)
    const asked = this.#tres(this.#field('ReqTRES'), 'ReqTRES')
    const given = this.#tres(this.#field('AllocTRES'), 'AllocTRES')
    const allocNodes = count('AllocNodes')
    record.nodeList = this.#field('NodeList')
    record.placed = placedBy(given, this.#header.place.AllocTRES !== undefined, allocNodes, record.nodeList)
    const cores = known(asked.cores, count('ReqCPUS'))
    const nodes = known(asked.nodes, count('ReqNodes'))
    const submitted = parseSubmitLine(this.#field('SubmitLine'))
    const perNode = /n\??$/.test(this.#field('ReqMem')) && nodes > 0
    record.request = requestOf(
      {
        constraint: plainConstraint(this.#constraint()),
        gres: perNodeOf(asked.gres, nodes),
        ...(perNode && {
          memoryPerNode: parseRequestedMemory(this.#field('ReqMem').replace(/\?$/, ''), cores, 1),
        }),
      },
      submitted,
    )
    record.requested = {
      cores,
      nodes,
      gpus: asked.gpus,
      gres: asked.gres,
      memory: known(asked.memory, parseRequestedMemory(this.#field('ReqMem'), cores, nodes)),
    }
    record.allocated = {
      cores: known(given.cores, known(count('AllocCPUS'), count('NCPUS'))),
      nodes: known(given.nodes, known(allocNodes, count('NNodes'))),
      gpus: given.gpus,
      gres: given.gres,
      memory: given.memory,
    }
  }

  #constraint(): string {
    const text = this.#field('Constraints')
    return isUnknown(text) ? '' : text
  }
}

/** The failure of a row that another header follows in the same line: rows below would be read by the wrong one. */
function gluedHeader(line: number): QueuewrightError {
  return new QueuewrightError(
    'line-fields',
    'this row was cut off, and another header follows in the same line',
    {
      line,
      expected: 'each header in a line of its own',
      remedy: 'Export the part before it again, or put a line end before the header',
    },
  )
}

/**
 * Whether a job was given resources: what AllocTRES and AllocNodes say of it. AllocCPUS says nothing: of a job that
 * never started it is the request.
 */
function placedBy(given: Resources, hasTres: boolean, nodes: number, nodeList: string): boolean | null {
  if (given.cores > 0 || given.nodes > 0 || nodes > 0) return true
  return hasTres || nodes === 0 || /^None assigned$/i.test(nodeList) ? false : null
}

/**
 * Numbers made of a job number (below 2^26), whether a component is meant, and an array's task or a component (below
 * 2^24), beyond all that Slurm uses and below 2^53.
 */
const PARTS = 2 ** 25
const MADE = 2 ** 52

/** `120`, `123_4`, `123_[5-9]` (the tasks not yet started), `136+0`. */
function jobIdOf(id: string): { base: number; part: number; kind: '' | '_' | '+' } {
  if (id === '') return { base: Number.NaN, part: 0, kind: '' }
  const match = /^(\d+)(?:([_+])(\d+|\[[^\]]*\]?.*))?$/.exec(id)
  if (match === null) throw badNumber(id, 'JobID', 'a job number such as 120, 123_4 or 136+0')
  const [, base, kind = '', part = '0'] = match
  return {
    base: Number(base),
    part: part.startsWith('[') ? 0 : Number(part),
    kind: kind === '_' || kind === '+' ? kind : '',
  }
}

/** Seconds of `Suspended`, which is a clock's text or, as a raw number, seconds. */
function parseSuspended(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : parseClock(text, 'Suspended')
}
