/**
 * `sacct -P` (or `-p`): a header with the columns' names, then a row a line, fields separated by `|` or by what
 * `--delimiter` of sacct was. Any columns in any order; sacct(1), "Job Accounting Fields", has their meanings.
 *
 * sacct does not mark a delimiter or a line end that is part of a field. Such can only be in fields that users write
 * freely (FREE_TEXT): a row with too many fields is counted from both ends towards them, and a row with too few goes
 * on in the next line.
 */
import { QueuewrightError } from '../../core/errors.js'
import { plural } from '../../core/format.js'
import { perNodeOf } from './gres.js'
import { parseSubmitLine, plainConstraint, requestOf } from './job-request.js'
import type { SacctOptions, Unit } from './options.js'
import { blankRecord, known, type RecordSink, type Resources, type SlurmRecord } from './record.js'
import { stateWord } from './states.js'
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
  shortened,
} from './values.js'

/** The command whose output has everything. */
export const SACCT_COMMAND =
  'SLURM_TIME_FORMAT=%s sacct -a -X -D -P -S START -o JobID,JobIDRaw,User,Account,Partition,QOS,State,Submit,' +
  'Eligible,Start,End,ElapsedRaw,TimelimitRaw,ReqCPUS,AllocCPUS,ReqNodes,AllocNodes,ReqTRES,AllocTRES,NodeList,' +
  'Priority,Suspended'

/** The columns that are read, as sacct writes their names. */
const COLUMNS = [
  ...['JobID', 'JobIDRaw', 'User', 'Account', 'QOS', 'Partition', 'Cluster', 'State', 'Submit', 'Eligible'],
  ...['Start', 'End', 'ElapsedRaw', 'Elapsed', 'Suspended', 'TimelimitRaw', 'Timelimit', 'ReqCPUS'],
  ...['AllocCPUS', 'NCPUS', 'ReqNodes', 'AllocNodes', 'NNodes', 'ReqTRES', 'AllocTRES', 'ReqMem', 'NodeList'],
  ...['Constraints', 'SubmitLine'],
] as const
type Column = (typeof COLUMNS)[number]

const FREE_TEXT = new Set(
  [
    'JobName',
    'Comment',
    'AdminComment',
    'SystemComment',
    'Extra',
    'SubmitLine',
    'WorkDir',
    'WCKey',
    'Container',
  ]
    .concat(['Constraints', 'Licenses', 'StdIn', 'StdOut', 'StdErr', 'DerivedES'])
    .map((name) => name.toLowerCase()),
)

/** A row that goes on for more lines than this is a damaged one. */
const MOST_LINES = 20

export interface TextOptions extends Pick<SacctOptions, 'delimiter' | 'unit'> {
  readonly times: TimeReader
}

/** Columns of which one at least is needed. */
const NEEDED: readonly (readonly Column[])[] = [
  ['JobIDRaw', 'JobID'],
  ['State'],
  ['Submit', 'Eligible'],
  ['Start'],
  ['ElapsedRaw', 'Elapsed', 'End'],
]

const NEEDED_FOR: Readonly<Record<Unit, readonly Column[]>> = {
  cores: ['AllocTRES', 'AllocCPUS', 'NCPUS'],
  nodes: ['AllocTRES', 'AllocNodes', 'NNodes'],
  gpus: ['AllocTRES'],
}

/** Columns without which something is unknown of all jobs, and what. */
const WANTED: readonly (readonly [columns: readonly Column[], lack: string])[] = [
  [['TimelimitRaw', 'Timelimit'], 'no job has a requested time'],
  [['User'], 'no job has a user'],
  [['Account'], 'no job has a group'],
  [['Partition'], 'no job has a partition'],
  [['QOS'], 'no job has a queue'],
  [['Eligible'], 'jobs are released at their submit time'],
]

export class TextReader {
  readonly #options: TextOptions
  readonly #sink: RecordSink
  readonly #tres = rememberingTres()
  readonly #notices: string[] = []
  /** Rows whose free texts cannot be told apart. */
  #untold = 0
  #delimiter = ''
  /** The header's own line, which comes again where several outputs were put together. */
  #header = ''
  #columns = 0
  /** Places in the header of the columns that are read and there. */
  readonly #place: Partial<Record<Column, number>> = {}
  /** Places of the first and the last column of free text; where there is none, beyond the last. */
  #firstFree = 0
  #lastFree = 0
  /** Where the fields of the current line begin, and after them where one more would. */
  #starts = new Int32Array(64)
  #line = ''
  #fields = 0
  /** The beginning of a row that may go on in the next line. */
  #held: { text: string; line: number; lines: number } | null = null

  constructor(options: TextOptions, sink: RecordSink) {
    this.#options = options
    this.#sink = sink
  }

  get notices(): readonly string[] {
    if (this.#untold === 0) return this.#notices
    return [
      ...this.#notices,
      `${plural(this.#untold, 'row')} have the delimiter in free text: what these jobs asked for by Constraints and SubmitLine is not known (call sacct with --delimiter=$'\\x1f')`,
    ]
  }

  /** @throws QueuewrightError `line-fields` for a header that will not do; and what the sink throws */
  take(line: string, number: number): void {
    if (this.#columns === 0) {
      if (line.trim() !== '') this.#readHeader(line, number)
      return
    }
    if (line === this.#header) {
      this.#giveUpHeld()
      return
    }
    const complete = this.#cut(line) >= this.#columns
    const held = this.#held
    if (held !== null && !complete && held.lines < MOST_LINES) {
      const text = `${held.text}\n${line}`
      this.#held = { text, line: held.line, lines: held.lines + 1 }
      if (this.#cut(text) >= this.#columns) this.#giveUpHeld()
      return
    }
    this.#giveUpHeld()
    if (line === '') return
    if (!complete && this.#firstFree < this.#columns) this.#held = { text: line, line: number, lines: 1 }
    else this.#read(line, number)
  }

  end(): void {
    if (this.#columns === 0) throw notSacct('', 1, this.#options.delimiter)
    this.#giveUpHeld()
  }

  /** Reads what was held as the beginning of a row: nothing more belongs to it. */
  #giveUpHeld(): void {
    const held = this.#held
    this.#held = null
    if (held !== null) this.#read(held.text, held.line)
  }

  #readHeader(line: string, number: number): void {
    const delimiter = this.#options.delimiter ?? /^\s*\w+([^\w\s]+|\t)\w/.exec(line)?.[1] ?? '|'
    const names = line.trimStart().split(delimiter)
    const known = new Map(COLUMNS.map((column) => [column.toLowerCase(), column]))
    const lower = names.map((name) => name.trim().toLowerCase())
    const present = lower.filter((name) => known.has(name))
    if (present.length < 2) throw notSacct(line, number, this.#options.delimiter)
    const twice = present.find((name, k) => present.indexOf(name) !== k)
    if (twice !== undefined) {
      throw new QueuewrightError('line-fields', 'a column is there twice', { line: number, field: twice })
    }
    lower.forEach((name, k) => {
      const column = known.get(name)
      if (column !== undefined) this.#place[column] = k
    })
    const free = lower.flatMap((name, k) => (FREE_TEXT.has(name) ? [k] : []))
    this.#delimiter = delimiter
    this.#header = line
    this.#columns = names.length
    this.#firstFree = free[0] ?? names.length
    this.#lastFree = free.at(-1) ?? names.length
    this.#starts = new Int32Array(names.length * 2 + 64)
    const has = (columns: readonly Column[]) => columns.some((column) => this.#place[column] !== undefined)
    const missing = [...NEEDED, NEEDED_FOR[this.#options.unit]].filter((columns) => !has(columns))
    if (missing.length > 0) throw missingColumns(missing, present, number)
    for (const [columns, lack] of WANTED) {
      if (!has(columns)) this.#notices.push(`the column ${columns[0]} is not there: ${lack}`)
    }
  }

  /** Finds the fields of `line`; returns their number. */
  #cut(line: string): number {
    const delimiter = this.#delimiter
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
    const place = this.#place[column]
    if (place === undefined) return ''
    const surplus = this.#fields - this.#columns
    if (place >= this.#firstFree && place <= this.#lastFree && surplus > 0) {
      // A single column of free text has all the delimiters; of several nobody knows which.
      if (this.#firstFree < this.#lastFree) return ''
      return this.#line.slice(this.#starts[place], this.#starts[place + surplus + 1] - this.#delimiter.length)
    }
    const at = place > this.#lastFree ? place + surplus : place
    return this.#line.slice(this.#starts[at], this.#starts[at + 1] - this.#delimiter.length)
  }

  #read(row: string, number: number): void {
    try {
      if (row !== this.#line) this.#cut(row)
      this.#checkFields()
      const record = this.#record(number)
      if (record === null) this.#sink.drop('step')
      else this.#sink.add(record)
    } catch (error) {
      this.#sink.bad(error instanceof QueuewrightError ? error.with({ line: number }) : error)
    }
  }

  get #asksInFreeText(): boolean {
    return this.#place.Constraints !== undefined || this.#place.SubmitLine !== undefined
  }

  #checkFields(): void {
    const surplus = this.#fields - this.#columns
    if (surplus === 0) return
    const between = Object.entries(this.#place).find(
      ([name, place]) =>
        !FREE_TEXT.has(name.toLowerCase()) && place > this.#firstFree && place < this.#lastFree,
    )
    if (surplus > 0 && this.#firstFree < this.#columns && between === undefined) {
      if (this.#firstFree < this.#lastFree && this.#asksInFreeText) this.#untold++
      return
    }
    throw new QueuewrightError('line-fields', `${this.#fields} fields in this row`, {
      ...(between === undefined || surplus < 0 ? {} : { field: between[0] }),
      expected: `${this.#columns}, as in the header`,
      remedy:
        "Leave columns of free text such as JobName out, or call sacct with --delimiter=$'\\x1f'; --bad-lines drop " +
        'leaves such rows out',
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
    record.placed = placedBy(given, this.#place.AllocTRES !== undefined, allocNodes, record.nodeList)
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

function missingColumns(
  missing: readonly (readonly Column[])[],
  present: readonly string[],
  line: number,
): QueuewrightError {
  const names = missing.map((columns) => columns.join(' or '))
  return new QueuewrightError('line-fields', `columns are missing: ${names.join(', ')}`, {
    line,
    expected: `the header of sacct -P with them; it has ${shortened(present.join(', '))}`,
    remedy: `Call it as ${SACCT_COMMAND}`,
  })
}

/** Why `line` is no header. It is not shown: without a header it is a job, with names. */
function notSacct(line: string, number: number, delimiter: string | null): QueuewrightError {
  const why = (what: string, remedy: string) =>
    new QueuewrightError('line-fields', what, {
      line: number,
      expected: `names of columns separated by ${delimiter ?? '|'}, as sacct -P prints them`,
      remedy,
    })
  const command = `Call it as ${SACCT_COMMAND}`
  if (/^\s*jobid\w*\s{2,}\w/i.test(line)) {
    return why('this output of sacct has its columns cut to a width', command)
  }
  if (/^\d+(?:[_+.][^|]*)?\|/.test(line)) {
    return why('the header is missing: this is a row', 'Call sacct without --noheader')
  }
  const remedy = 'Leave --delimiter out: the header says what it is'
  return why('this is no header of sacct', delimiter === null ? command : remedy)
}
