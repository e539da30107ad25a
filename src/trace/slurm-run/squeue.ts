/**
 * The queue of a live Slurm, as `squeue -r -h -a -t all -o FORMAT` prints it, one line a job or task of an array, with times as
 * Unix times (SLURM_TIME_FORMAT=%s); and the priorities of waiting jobs, as `sprio -h -o FORMAT` prints them, one line for each
 * partition of a job. Whatever does not look like that is refused: an order is not built on half of a queue.
 */
import { QueuewrightError } from '../../core/errors.js'

/** Job, record, array, state, reason, user, account, QOS, partitions, processors, limit, submit, start, end, priority. */
export const SQUEUE_FORMAT = '%i|%A|%F|%T|%r|%u|%a|%q|%P|%C|%l|%V|%S|%e|%Q'
const SQUEUE_FIELDS = [
  ...['id', 'record', 'array', 'state', 'reason', 'user', 'account', 'qos', 'partition'],
  ...['processors', 'limit', 'submit', 'start', 'end', 'priority'],
] as const
type SqueueField = (typeof SQUEUE_FIELDS)[number]

/** Job, partition, site factor, priority. */
export const FACTOR_FORMAT = '%i|%r|%S|%Y'
const FACTOR_FIELDS = ['job', 'partition', 'site', 'priority'] as const

/** Partition, node, processors, state. */
export const NODE_FORMAT = '%R|%N|%c|%T'
const NODE_FIELDS = ['partition', 'node', 'processors', 'state'] as const

/** Job, user, partition, submit, start, end, processors, limit in minutes, account, QOS. */
export const ACCOUNTED_FORMAT = 'JobID,User,Partition,Submit,Start,End,AllocCPUS,TimelimitRaw,Account,QOS'
const ACCOUNTED_FIELDS = [
  ...(['id', 'user', 'partition', 'submit', 'start', 'end', 'processors', 'limit'] as const),
  ...(['account', 'qos'] as const),
]

/** Lines of one call; beyond them no cluster is. */
const MOST_LINES = 2_000_000
/** Characters of a line; a job can ask for many partitions. */
const LONGEST_LINE = 20_000

/** A job as squeue shows it, or one task of an array. */
export interface QueuedJob {
  /** As Slurm writes it: `17`, `17_3` of an array, `17+1` of a heterogeneous job. */
  readonly id: string
  /** Number of the controller's record, which tasks of an array that wait may share. */
  readonly record: number
  /** Number of its array; its own where it is of none. */
  readonly array: number
  /** PENDING, RUNNING, COMPLETED, …. */
  readonly state: string
  /** Why it waits, such as Priority or Dependency. */
  readonly reason: string
  readonly user: string
  readonly account: string
  readonly qos: string
  readonly partitions: readonly string[]
  readonly processors: number
  /** Seconds; infinite where there is none. */
  readonly limit: number
  /** Unix times; NaN where there is none yet. The start of a waiting job is what Slurm expects. */
  readonly submit: number
  readonly start: number
  readonly end: number
  /** 0 of a job that is held. */
  readonly priority: number
}

/** The priority of a waiting job in one of its partitions. */
export interface SiteFactor {
  readonly record: number
  readonly partition: string
  /** The site's own part of the priority. */
  readonly site: number
  /** The whole. */
  readonly priority: number
}

/** @throws QueuewrightError `line-fields`, `line-number`, `line-value`, with program, line and field */
export function parseSqueue(text: string): readonly QueuedJob[] {
  return rowsIn('squeue', text, SQUEUE_FIELDS, (cells, line) => {
    const cell = (field: SqueueField) => cells[SQUEUE_FIELDS.indexOf(field)]
    const whole = (field: SqueueField, least: number) => wholeNumber(cell(field), field, line, least)
    const name = (field: SqueueField) => required(cell(field), field, line)
    const id = cell('id')
    if (!/^\d+(?:[_+]\d+)?$/.test(id)) throw unfit('id', id, line, 'a number such as 17, 17_3 or 17+1')
    const state = cell('state')
    if (!/^[A-Z_]+$/.test(state)) throw unfit('state', state, line, 'a word such as PENDING')
    return {
      id,
      record: whole('record', 1),
      array: whole('array', 1),
      state,
      reason: cell('reason'),
      user: name('user'),
      account: cell('account'),
      qos: cell('qos'),
      partitions: name('partition').split(','),
      processors: whole('processors', 1),
      limit: limitOf(cell('limit'), line),
      submit: whole('submit', 0),
      start: instant(cell('start'), 'start', line),
      end: instant(cell('end'), 'end', line),
      priority: whole('priority', 0),
    }
  })
}

/** @throws QueuewrightError `line-fields`, `line-number`, `line-value`, with program, line and field */
export function parseSiteFactors(text: string): readonly SiteFactor[] {
  return rowsIn('sprio', text, FACTOR_FIELDS, ([job, partition, site, priority], line) => {
    if (!/^-?\d+$/.test(site)) throw noNumber('site', site, line)
    return {
      record: wholeNumber(job, 'job', line, 1),
      partition: required(partition, 'partition', line),
      site: Number(site),
      priority: wholeNumber(priority, 'priority', line, 0),
    }
  })
}

/** The nodes and cores that some partitions have together. */
export interface PartitionNodes {
  readonly partitions: ReadonlySet<string>
  /** The processors of nodes that are not down, each counted once. */
  readonly processors: number
  /** The names of those that are. */
  readonly down: readonly string[]
}

/**
 * The output of `sinfo -h -N -p PARTITIONS -o FORMAT`, a line for each partition of a node.
 * @throws QueuewrightError `line-fields`, `line-number`, `line-value`, with program, line and field
 */
export function parsePartitionNodes(text: string): PartitionNodes {
  const partitions = new Set<string>()
  const nodes = new Map<string, number>()
  const down = new Set<string>()
  rowsIn('sinfo', text, NODE_FIELDS, ([partition, node, processors, state], line) => {
    const count = wholeNumber(processors, 'processors', line, 1)
    partitions.add(required(partition, 'partition', line))
    if (DOWN.test(state)) down.add(required(node, 'node', line))
    else nodes.set(required(node, 'node', line), count)
  })
  const processors = [...nodes.values()].reduce((sum, count) => sum + count, 0)
  return { partitions, processors, down: [...down] }
}

/** A job as accounting has it. */
export interface AccountedJob {
  readonly id: string
  readonly user: string
  readonly partition: string
  readonly processors: number
  /** Seconds; infinite where there is none. */
  readonly limit: number
  /** Unix times; NaN where there is none. */
  readonly submit: number
  readonly start: number
  readonly end: number
  readonly account: string
  readonly qos: string
}

/**
 * The output of `sacct -a -X -n -P -o FORMAT`; jobs that never had a processor, and tasks that are not split off yet, are left out.
 * @throws QueuewrightError `line-fields`, `line-number`, `line-value`, with program, line and field
 */
export function parseAccounted(text: string): readonly AccountedJob[] {
  return rowsIn('sacct', text, ACCOUNTED_FIELDS, (cells, line) => {
    const [id, user, partition, submit, start, end, size, limit, account, qos] = cells
    const processors = wholeNumber(size, 'processors', line, 0)
    if (processors === 0 || !/^\d+(?:[_+]\d+)?$/.test(id)) return []
    const isLimited = limit !== 'UNLIMITED' && limit !== 'Partition_Limit' && limit !== ''
    return {
      ...{
        ...{ id, processors, account, qos },
        user: required(user, 'user', line),
        partition: required(partition, 'partition', line),
      },
      submit: wholeNumber(submit, 'submit', line, 0),
      start: instant(start, 'start', line),
      end: instant(end, 'end', line),
      limit: isLimited ? 60 * wholeNumber(limit, 'limit', line, 0) : Number.POSITIVE_INFINITY,
    }
  }).flat()
}

const DOWN = /^(?:down|drain|fail|inval|unknown|future|power)/

/**
 * The rows of what a program printed; lines that are empty are none.
 * @param read of a row's cells and the number of its line
 * @throws QueuewrightError what `read` throws, of the program as a file
 */
function rowsIn<Row>(
  program: string,
  text: string,
  fields: readonly string[],
  read: (cells: readonly string[], line: number) => Row,
): readonly Row[] {
  try {
    return linesIn(text).map(([source, line]) => read(cellsIn(source, line, fields), line))
  } catch (error) {
    throw error instanceof QueuewrightError ? error.with({ file: program }) : error
  }
}

/** Lines that are not empty, with their numbers. */
function linesIn(text: string): readonly (readonly [string, number])[] {
  const lines = text.split('\n')
  if (lines.length > MOST_LINES) {
    throw new QueuewrightError('line-value', 'more lines than any cluster has jobs', {
      value: lines.length,
      expected: `at most ${MOST_LINES}`,
    })
  }
  return lines.map((line, k) => [line, k + 1] as const).filter(([line]) => line.trim() !== '')
}

function cellsIn(source: string, line: number, fields: readonly string[]): readonly string[] {
  const cells = source.length > LONGEST_LINE ? [] : source.split('|').map((cell) => cell.trim())
  if (cells.length === fields.length) return cells
  throw new QueuewrightError('line-fields', 'not a line as it was asked for', {
    line,
    expected: `${fields.length} fields with | between them: ${fields.join(', ')}`,
  })
}

function wholeNumber(text: string, field: string, line: number, least: number): number {
  if (!/^\d+$/.test(text)) throw noNumber(field, text, line)
  const value = Number(text)
  if (value >= least && Number.isSafeInteger(value)) return value
  throw unfit(field, text, line, `a whole number from ${least}`)
}

function required(text: string, field: string, line: number): string {
  if (text === '') throw unfit(field, text, line, 'a name')
  return text
}

/** NaN where Slurm has none to tell. */
function instant(text: string, field: string, line: number): number {
  return text === 'N/A' || text === 'None' || text === 'Unknown'
    ? Number.NaN
    : wholeNumber(text, field, line, 0)
}

/** `5:00`, `1:00:00`, `2-00:00:00`, `UNLIMITED`. */
function limitOf(text: string, line: number): number {
  if (text === 'UNLIMITED' || text === 'NOT_SET' || text === 'PARTITION_LIMIT')
    return Number.POSITIVE_INFINITY
  const match = /^(?:(\d{1,9})-)?(?:(\d{1,9}):)?(\d{1,9}):(\d\d)$/.exec(text)
  if (match === null) throw unfit('limit', text, line, 'a time such as 5:00 or 1-12:00:00, or UNLIMITED')
  const [, days = '0', hours = '0', minutes, seconds] = match
  return Number(days) * 86_400 + Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
}

function noNumber(field: string, value: string, line: number): QueuewrightError {
  return new QueuewrightError('line-number', 'not a number', { line, field, value })
}

function unfit(field: string, value: string, line: number, expected: string): QueuewrightError {
  return new QueuewrightError('line-value', 'Slurm prints no such value', { line, field, value, expected })
}
