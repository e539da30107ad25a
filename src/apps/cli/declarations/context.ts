import type { Terminal } from '../terminal.js'

/** Arguments of every command's action beside its options. */
export interface CommandContext {
  readonly terminal: Terminal
  /** The call as one would type it, for reports. */
  readonly commandLine: string
}
