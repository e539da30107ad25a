/** The surroundings of a live session: Slurm's commands and a clock. */
import { setTimeout } from 'node:timers/promises'
import { localCommands, type SlurmCommands } from './commands.js'

export interface Surroundings {
  readonly commands: SlurmCommands
  /** Unix time. */
  readonly now: () => number
  /** Seconds of a clock that nobody sets. */
  readonly ticks: () => number
  /** Ends early where the signal is aborted. */
  readonly sleep: (seconds: number, signal: AbortSignal) => Promise<void>
}

export const LOCAL: Surroundings = {
  commands: localCommands,
  now: () => Date.now() / 1000,
  ticks: () => performance.now() / 1000,
  sleep: async (seconds, signal) => {
    try {
      await setTimeout(seconds * 1000, undefined, { signal })
    } catch (error) {
      if (!signal.aborted) throw error
    }
  },
}
