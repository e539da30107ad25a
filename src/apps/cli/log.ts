/** The options that say which log, which jobs of it and which machine. */
import type { Command } from 'commander'
import { READING } from '../../trace/index.js'
import { withSettings } from './settings.js'

/** The log argument of a command, for help texts. */
export const LOG =
  'a job log (Standard Workload Format or Batsim JSON, plain or gzip), - for standard input; a small workload made on the spot where none is named'

/** Adds the options that say which log, which jobs of it and which machine. */
export function withLogOptions(command: Command): Command {
  return withSettings(command, READING)
}
