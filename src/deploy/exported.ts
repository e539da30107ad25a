/** An export: what a batch system will go by, and the files that bring it about and take it back. */

import { QueuewrightError } from '../core/errors.js'

/** Slurm's weights, OpenPBS's formula, or Slurm's job_submit.lua. */
export type Target = 'slurm' | 'openpbs' | 'lua'

export interface ExportedFile {
  readonly name: string
  readonly text: string
  /** One line, for whoever has to put it somewhere. */
  readonly purpose: string
}

/** An order in the words of a batch system. */
export interface Exported {
  readonly target: Target
  readonly files: readonly ExportedFile[]
  /** The order as the batch system has it, by which it can be simulated again: read from what was written. */
  readonly order: string
  /** Whether any two jobs have the order that was asked for, at any instant. */
  readonly exact: boolean
  /** Sentences on what differs, and on what has to be known before it is used. */
  readonly notes: readonly string[]
}

/** @param where that it cannot be, such as `a formula of OpenPBS` */
export function refused(where: string, because: string, remedy: string): QueuewrightError {
  return new QueuewrightError('not-exportable', `the order cannot be ${where}: ${because}`, { remedy })
}

/** The way to weights where none say the same. */
export const TUNING = '--to slurm --fit 200 searches weights that do as well on a log'
