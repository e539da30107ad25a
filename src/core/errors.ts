/**
 * The one error class that users see. Everything a user can cause (a bad file, a bad option, a bad formula)
 * is thrown as a `QueuewrightError`; anything else that reaches the command line is a defect of ours.
 *
 * Each `kind` has an exit code of its own, so that scripts can tell the causes apart.
 */
import { shortened, visibleLines } from './visible.js'

/** Exit code of each kind of failure; documented in docs/exit-codes.md. */
export const EXIT_CODES = {
  /** A defect of Queuewright itself. */
  internal: 1,
  /** An unknown option, a missing argument, an option value out of range. */
  usage: 2,
  /** A policy that names no known algorithm or order. */
  'unknown-policy': 10,
  /** A formula that cannot be parsed. */
  'formula-syntax': 11,
  /** A formula that uses an unknown name or calls a function wrongly. */
  'formula-name': 12,
  /** A policy that gives an order a parameter that it does not take, or a value out of range. */
  'policy-parameter': 13,
  /** A formula over an objective that has no value, such as that of a user group without jobs. */
  'objective-undefined': 14,
  /** The input does not exist or may not be read. */
  'input-unreadable': 20,
  /** The input is a folder. */
  'input-folder': 21,
  /** The input has no jobs at all. */
  'input-empty': 22,
  /** A gzip stream that ends early or is damaged. */
  'input-gzip': 23,
  /** A line with too few fields. */
  'line-fields': 24,
  /** A field that should be a number and is not. */
  'line-number': 25,
  /** A number that no log may hold, such as a negative size. */
  'line-value': 26,
  /** A document (JSON) that is malformed or has an unexpected shape. */
  'input-document': 27,
  /** Neither the log nor the command says how large the machine is. */
  'machine-unknown': 28,
  /** A job larger than the machine. */
  'job-oversize': 29,
  /** The output cannot be written. */
  'output-unwritable': 30,
  /** The reader of our output went away. */
  'output-closed': 31,
  /** `--check` found a schedule that breaks a rule. */
  'check-failed': 40,
  /** Data that leave open what is to be fitted to them. */
  'fit-undetermined': 41,
  /** An order that the batch system cannot be told. */
  'not-exportable': 42,
  /** An evaluation that cannot be done, whoever does it. */
  'task-failed': 50,
  /** The queue of evaluations cannot be reached, or went away. */
  'engine-unreachable': 51,
  /** The queue refuses us: a wrong password, no permission. */
  'engine-refused': 52,
  /** Workers of another version, or none. */
  'engine-workers': 53,
  /** Data that a task needs is nowhere to be had. */
  'data-missing': 54,
  /** A run's folder is damaged. */
  'run-damaged': 60,
  /** A run was made by another version. */
  'run-version': 61,
  /** Another process works on this run. */
  'run-busy': 62,
  /** A study file that cannot be followed. */
  'study-file': 63,
  /** Slurm's commands are not there, or have no answer. */
  'slurm-unreachable': 70,
  /** Slurm does not let us, or is configured so that it would be of no use. */
  'slurm-refused': 71,
  /** A bound was passed that a steered queue is to keep; everything was undone. */
  'slurm-guard': 72,
  /** Ctrl-C. */
  interrupted: 130,
} as const

export type FailureKind = keyof typeof EXIT_CODES

/** Where and why: everything is optional except what a reader needs to act on it. */
export interface FailureDetail {
  readonly file?: string
  /** 1-based line number. */
  readonly line?: number
  /** Job number, where the failure is of one job. */
  readonly job?: number
  /** Name of the field, option or variable. */
  readonly field?: string
  readonly value?: string | number
  /** The form that would have been right. */
  readonly expected?: string
  /** The user's way out. */
  readonly remedy?: string
  readonly cause?: unknown
}

/**
 * A failure that a user can cause and mend. `message` is one line:
 * `FILE:LINE: what (field F, value "V", expected E). REMEDY`.
 */
export class QueuewrightError extends Error {
  override readonly name = 'QueuewrightError'
  readonly kind: FailureKind
  readonly detail: FailureDetail
  readonly what: string

  constructor(kind: FailureKind, what: string, detail: FailureDetail = {}) {
    super(describeFailure(what, detail), detail.cause === undefined ? undefined : { cause: detail.cause })
    this.kind = kind
    this.what = what
    this.detail = detail
  }

  get exitCode(): number {
    return EXIT_CODES[this.kind]
  }

  /** The same failure, with further detail (a reader knows the line, its caller the file). */
  with(detail: FailureDetail): QueuewrightError {
    return new QueuewrightError(this.kind, this.what, { ...this.detail, ...detail })
  }
}

/** A failure as plain data, to cross threads, queues and files. */
export interface FailureJson {
  readonly kind: FailureKind
  readonly what: string
  readonly detail: Omit<FailureDetail, 'cause'>
}

/** A failure as plain data; `internal`, with the stack for its text, where it was no `QueuewrightError`. */
export function failureJson(error: unknown): FailureJson {
  if (error instanceof QueuewrightError) {
    const { cause: _, ...detail } = error.detail
    return { kind: error.kind, what: error.what, detail }
  }
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { kind: 'internal', what, detail: {} }
}

/** Characters of a value in a message, and of its other parts: files and options may hold any number. */
const LONGEST_VALUE = 200
const LONGEST_PART = 1500

function describeFailure(what: string, detail: FailureDetail): string {
  const { file, line, field, value, expected, remedy } = detail
  const part = (text: string) => shortened(text, LONGEST_PART)
  const places = [file === undefined ? [] : part(file), line ?? []].flat()
  const facts: string[] = []
  if (field !== undefined) facts.push(`field ${shortened(field, LONGEST_VALUE)}`)
  if (value !== undefined) {
    const shown = typeof value === 'string' ? JSON.stringify(shortened(value, LONGEST_VALUE)) : value
    facts.push(`value ${shown}`)
  }
  if (expected !== undefined) facts.push(`expected ${part(expected)}`)
  const middle = facts.length > 0 ? ` (${facts.join(', ')})` : ''
  const place = places.length > 0 ? `${places.join(':')}: ` : ''
  const text = `${place}${part(what)}${middle}${remedy ? `. ${part(remedy)}` : ''}`
  // Whatever a file, an option or another program put into it, a message is one line and steers no terminal.
  return visibleLines(text.replace(/\s*[\t\n]\s*/g, ' '))
}
