import type { Terminal } from '../terminal.js'

/** What the actions of commands are given beside their options. */
export interface CommandContext {
  readonly terminal: Terminal
  /** The call as one would type it, for reports. */
  readonly commandLine: string
}
