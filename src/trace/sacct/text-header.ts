/**
 * The header of `sacct -P`: which columns there are, and where. Any columns in any order; what is needed of them, and what is
 * not known of any job where one is missing. Outputs that were put together into one file have a header each.
 */
import { QueuewrightError } from '../../core/errors.js'
import type { SacctOptions, Unit } from './options.js'
import { shortened } from './values.js'

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
export type Column = (typeof COLUMNS)[number]
const COLUMN_OF = new Map(COLUMNS.map((column) => [column.toLowerCase(), column]))
/** Columns that are read, of a header below the first: fewer could be the names of a user and an account. */
const FEWEST_COLUMNS = 4

/** Fields that users write freely, which alone may have the delimiter or a line end in them. */
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

/** Where the columns of an output are. */
export interface TextHeader {
  readonly delimiter: string
  /** All columns, those among them that are not read. */
  readonly columns: number
  /** Places of the columns that are read and there. */
  readonly place: Readonly<Partial<Record<Column, number>>>
  /** Places of the first and the last column of free text; where there is none, beyond the last. */
  readonly firstFree: number
  readonly lastFree: number
  readonly notices: readonly string[]
}

/** The layout before a header has come. */
export const NO_HEADER: TextHeader = {
  ...{ delimiter: '', columns: 0, place: {}, firstFree: 0, lastFree: 0, notices: [] },
}

/** @throws QueuewrightError `line-fields` for a header that will not do */
export function readHeader(
  line: string,
  number: number,
  options: Pick<SacctOptions, 'delimiter' | 'unit'>,
): TextHeader {
  const delimiter = delimiterOf(line, options.delimiter)
  const names = namesIn(line, delimiter)
  const present = names.filter((name) => COLUMN_OF.has(name))
  if (present.length < 2) throw notSacct(line, number, options.delimiter)
  const twice = present.find((name, k) => present.indexOf(name) !== k)
  if (twice !== undefined) {
    throw new QueuewrightError('line-fields', 'a column is there twice', { line: number, field: twice })
  }
  const place: Partial<Record<Column, number>> = {}
  names.forEach((name, k) => {
    const column = COLUMN_OF.get(name)
    if (column !== undefined) place[column] = k
  })
  const free = names.flatMap((name, k) => (FREE_TEXT.has(name) ? [k] : []))
  const has = (columns: readonly Column[]) => columns.some((column) => place[column] !== undefined)
  const missing = [...NEEDED, NEEDED_FOR[options.unit]].filter((columns) => !has(columns))
  if (missing.length > 0) throw missingColumns(missing, present, number)
  return {
    ...{ delimiter, columns: names.length, place },
    firstFree: free[0] ?? names.length,
    lastFree: free.at(-1) ?? names.length,
    notices: WANTED.filter(([columns]) => !has(columns)).map(
      ([columns, lack]) => `the column ${columns[0]} is not there: ${lack}`,
    ),
  }
}

/**
 * Whether a line below a header is a further one: names in all cells, several of them of columns that are read. A row has
 * numbers; and of a row that free text spreads over several lines, none has so many such names and nothing else.
 * @param given the delimiter of all headers; null: as each says
 */
export function isHeader(line: string, given: string | null): boolean {
  if (!/^\s*[a-z]/i.test(line)) return false
  const names = cellsIn(line, delimiterOf(line, given))
  return names.every(isName) && namesSeveral(names)
}

/** Whether a line ends in a header, behind a row that was cut off where outputs were put together. */
export function endsInHeader(line: string, delimiter: string): boolean {
  const cells = cellsIn(line, delimiter)
  return namesSeveral(cells.slice(cells.findLastIndex((cell) => !isName(cell)) + 1))
}

/** In lower case, without the one that `sacct -p` begins with a delimiter at the end of a line. */
function cellsIn(line: string, delimiter: string): readonly string[] {
  const cells = namesIn(line, delimiter)
  return cells.at(-1) === '' ? cells.slice(0, -1) : cells
}

function isName(cell: string): boolean {
  return /^[a-z]\w*$/.test(cell)
}

function namesSeveral(names: readonly string[]): boolean {
  return names.filter((name) => COLUMN_OF.has(name)).length >= FEWEST_COLUMNS
}

function delimiterOf(header: string, given: string | null): string {
  return given ?? /^\s*\w+([^\w\s]+|\t)\w/.exec(header)?.[1] ?? '|'
}

/** In lower case. */
function namesIn(header: string, delimiter: string): readonly string[] {
  return header
    .trimStart()
    .split(delimiter)
    .map((name) => name.trim().toLowerCase())
}

export function isFreeText(column: string): boolean {
  return FREE_TEXT.has(column.toLowerCase())
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
export function notSacct(line: string, number: number, delimiter: string | null): QueuewrightError {
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
