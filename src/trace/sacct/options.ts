/** Settings of an import, and its result. */
import {
  choice,
  type Form,
  flag,
  headed,
  illegible,
  optional,
  setting,
  type Values,
  whole,
  written,
  zone,
} from '../../core/settings/index.js'
import { MOST_COUNT } from '../limits.js'
import type { DropCounts, Trace } from '../trace.js'

const DELIMITER = 'one or several characters such as |, \\t or \\x1f'

function checkDelimiter(text: string): void {
  const delimiter = meantDelimiter(text)
  if (delimiter === '' || delimiter.includes('\n')) throw illegible(text, DELIMITER)
}

/** The characters of a delimiter, of which a tab may be written as `\t` and any by its code, as `\x1f`. */
export function meantDelimiter(text: string): string {
  return text.replace(/\\(?:t|x([\da-fA-F]{2}))/g, (_, code: string | undefined) =>
    code === undefined ? '\t' : String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** Names, separated by commas. */
const NAMES: Form<readonly string[]> = {
  shown: 'list',
  told: ', by name',
  schema: { type: 'array', items: { type: 'string' } },
  expected: () => 'names of partitions, separated by commas',
  fits: (value) => Array.isArray(value) && value.every((name) => typeof name === 'string' && name !== ''),
  read: (text) => text.split(',').map((name) => name.trim()),
  text: (names) => names.join(','),
}

export const SACCT = {
  ...headed('Input:', {
    delimiter: setting(optional(written(DELIMITER, { check: checkDelimiter })), {
      meaning: 'what separates the fields of sacct -P',
      usual: null,
      usually: 'as the header says',
    }),
    zone: setting(optional(zone()), {
      meaning: 'time zone of the site',
      usual: null,
      usually: 'UTC, with a note',
    }),
    badLines: setting(choice({ error: '', drop: 'left out, counted' }, 'what'), {
      meaning: 'rows that cannot be read, or are there twice',
      usual: 'error',
    }),
  }),
  ...headed('Jobs:', {
    unit: setting(choice(['cores', 'nodes', 'gpus'], 'what'), {
      meaning: 'what is counted as a processor',
      usual: 'cores',
    }),
    size: setting(choice({ allocated: 'what it held', requested: '' }), {
      meaning: "count that is a job's size",
      usual: 'allocated',
    }),
    release: setting(choice({ eligible: 'to start', submit: '' }, 'when'), {
      meaning: 'time at which a job comes',
      usual: 'eligible',
    }),
    requeues: setting(choice({ split: 'jobs of their own', merge: 'one job' }, 'what'), {
      meaning: 'executions of a requeued job',
      usual: 'split',
    }),
    het: setting(choice({ merge: 'into one job', split: '' }, 'what'), {
      meaning: 'components of a heterogeneous job',
      usual: 'merge',
    }),
    partitions: setting(optional(NAMES), {
      meaning: 'only jobs of these partitions',
      option: 'partition',
      usual: null,
    }),
    splitPartitions: setting(flag(), {
      meaning: 'a log for each partition; --out names a folder, or has %p where the partition goes',
      usual: false,
    }),
    machine: setting(optional(whole(1, MOST_COUNT)), {
      meaning: 'size of the machine',
      usual: null,
      usually: 'the most that was in use at one time',
    }),
  }),
  keepNames: setting(flag(), {
    meaning: "list the users' and accounts' names in the header",
    usual: false,
    heading: 'Personal data:',
  }),
}

export interface SacctOptions extends Values<typeof SACCT> {
  /** The trace's name. */
  readonly name: string
  /** Name of the input in messages. */
  readonly file: string
  /** Secret with which the numbers of users and accounts are made. */
  readonly salt: string | Uint8Array
}

/** The unit that counts as a processor. */
export type Unit = SacctOptions['unit']

/** The form in which accounting was given. */
export type SacctForm = 'sacct text' | 'sacct JSON' | 'controller JSON' | 'jobcomp'

/** Facts that reading told besides the rows. */
export interface ReadFacts {
  readonly form: SacctForm
  /** Version of Slurm; null where it is not said. */
  readonly slurm: string | null
  /** Whether there were times of a zone that they do not name. */
  readonly sawLocalTimes: boolean
  /** Local times that the clock showed twice, when it was put back. */
  readonly twice: number
  readonly notices: readonly string[]
}

export interface SacctLog {
  /** Null for a log of all partitions, or of the jobs that have none. */
  readonly partition: string | null
  readonly trace: Trace
  /** Whether the machine's size is an estimate. */
  readonly estimated: boolean
}

export interface SacctReport {
  readonly form: SacctForm
  readonly slurm: string | null
  /** Rows read; each is a job or counted in `dropped`. */
  readonly rows: number
  readonly jobs: number
  /** Those of the jobs that were cancelled while they waited. */
  readonly cancelled: number
  readonly dropped: DropCounts
  readonly unit: Unit
  readonly size: 'allocated' | 'requested'
  readonly release: 'eligible' | 'submit'
  readonly zone: string | number
  readonly notices: readonly string[]
}

export interface SacctImport {
  /** One, or one for each partition in the order of their names. */
  readonly logs: readonly SacctLog[]
  readonly report: SacctReport
}
