/**
 * The log of Slurm's plugin jobcomp/filetxt: a line for each job that ended, as `Key=value` pairs separated by blanks
 * (src/plugins/jobcomp/filetxt/jobcomp_filetxt.c of Slurm, from 17.11 on, where the submit time came in). Name and
 * working directory may hold anything, also what looks like a pair: keys before the name are looked for from the
 * left, those after it from the right.
 *
 * The plugin writes a line when a job is requeued too; its state then reads PENDING. `Tres` is what was asked for,
 * `NodeCnt` and `ProcCnt` are what was given. Times are local.
 *
 * It makes each line in a buffer of 1024 bytes, so that a long one is cut off and the next job's goes on in it.
 */
import { QueuewrightError } from '../../core/errors.js'
import { blankRecord, known, type RecordSink, type SlurmRecord } from './record.js'
import { stateWord } from './states.js'
import type { TimeReader } from './times.js'
import { isUnknown, parseCount, parseLimitMinutes, parseWhole, rememberingTres } from './values.js'

/** How a line of this form begins. */
export const JOBCOMP_START = /^\s*JobId=\d/

/** Bytes of a line that was cut off. */
const CUT_LINE = 1023
/** A character that the cut went through was read as another, of some more bytes. */
const CUT_CHARACTER = 3

const encoder = new TextEncoder()

export class JobcompReader {
  readonly #times: TimeReader
  readonly #sink: RecordSink
  readonly #tres = rememberingTres()

  constructor(times: TimeReader, sink: RecordSink) {
    this.#times = times
    this.#sink = sink
  }

  take(line: string, number: number): void {
    if (line.trim() === '') return
    const next = nextJob(line)
    if (next > 0) {
      this.take(line.slice(0, next), number)
      this.take(line.slice(next), number)
      return
    }
    try {
      this.#sink.add(this.#record(line, number))
    } catch (error) {
      this.#sink.bad(error instanceof QueuewrightError ? error.with({ line: number }) : error)
    }
  }

  #record(line: string, number: number): SlurmRecord {
    const record = blankRecord(number)
    record.key = parseWhole(needed(line, 'JobId'), 'JobId', 'a job number')
    record.raw = true
    const het = field(line, 'HetJobId')
    if (het !== null) record.het = parseWhole(het, 'HetJobId')
    const [, user = '', uid = ''] = /^(.*?)(?:\((\d+)\))?$/.exec(field(line, 'UserId') ?? '') ?? []
    record.user = isUnknown(user) ? uid : user
    record.account = field(line, 'Account') ?? ''
    record.qos = field(line, 'QOS') ?? ''
    record.partition = needed(line, 'Partition')
    record.cluster = field(line, 'Cluster') ?? ''
    const times = this.#times
    record.submit = times.parse(needed(line, 'SubmitTime'), 'SubmitTime')
    record.eligible = times.parse(field(line, 'EligibleTime') ?? '', 'EligibleTime', record.submit)
    record.start = times.parse(needed(line, 'StartTime'), 'StartTime', known(record.eligible, record.submit))
    record.end = times.parse(needed(line, 'EndTime'), 'EndTime', record.start)
    const state = stateWord(needed(line, 'JobState'))
    record.state = state === 'PENDING' && !Number.isNaN(record.start) ? 'REQUEUED' : state
    record.limit = parseLimitMinutes(field(line, 'TimeLimit') ?? '', 'TimeLimit')
    record.nodeList = field(line, 'NodeList') ?? ''
    record.placed = !isUnknown(record.nodeList)
    record.requested = this.#tres(field(line, 'Tres') ?? '', 'Tres')
    record.allocated = {
      cores: parseCount(needed(line, 'ProcCnt'), 'ProcCnt'),
      nodes: parseCount(needed(line, 'NodeCnt'), 'NodeCnt'),
      // The plugin does not tell the GPUs given; the ones asked for are.
      gpus: record.requested.gpus,
      gres: record.requested.gres,
      memory: Number.NaN,
    }
    return record
  }
}

/** Where the next job begins in a line that was cut off; 0 in a whole one. */
function nextJob(line: string): number {
  const find = (from: number) => line.indexOf('JobId=', from)
  for (let at = find(CUT_LINE / 4); at >= 0 && at <= CUT_LINE + CUT_CHARACTER; at = find(at + 1)) {
    const bytes = encoder.encode(line.slice(0, at)).length
    if (Math.abs(bytes - CUT_LINE) <= CUT_CHARACTER) return at
  }
  return 0
}

const BEFORE_NAME = new Set(['JobId', 'UserId'])

/** The value of `key`; null where the line does not have it. */
function field(line: string, key: string): string | null {
  const mark = `${key}=`
  const at = BEFORE_NAME.has(key) ? ` ${line}`.indexOf(` ${mark}`) : line.lastIndexOf(` ${mark}`) + 1
  if (at < 0 || (at === 0 && !BEFORE_NAME.has(key))) return null
  const from = at + mark.length
  const to = line.indexOf(' ', from)
  return line.slice(from, to < 0 ? line.length : to)
}

function needed(line: string, key: string): string {
  const value = field(line, key)
  if (value !== null) return value
  // The line itself is not shown: it has names.
  throw new QueuewrightError('line-fields', `this line has no ${key}`, {
    field: key,
    expected: 'a line of jobcomp/filetxt of Slurm 17.11 or later',
    remedy:
      'Check that it is whole: Slurm cuts lines off at 1023 bytes; --bad-lines drop leaves such lines out',
  })
}
