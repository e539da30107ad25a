/**
 * The ports of the lab, which its callers fill: to be told of notices and of progress, to know the time, and how work is
 * ended early. The command line draws bars and listens to Ctrl-C; a library or a server does as it likes; `QUIET` does
 * nothing.
 */
import type { ReadObserver } from '../runtime/index.js'
import type { RunProgress } from '../runtime/runs/index.js'

export interface Ports {
  /** One sentence that a user should know. */
  readonly note: (text: string) => void
  /** Work of so many steps begins. */
  readonly steps: (title: string, steps: number) => Steps
  /** Work begins that tells what part of it, 0 to 1, is done. */
  readonly parts: (title: string) => Parts
  /** A file is read. */
  readonly reading: (file: string) => Reading
  /** A run is under way. */
  readonly running: (title: string) => Running
  /** Does work that does not let the event loop turn. */
  readonly blocking: <Result>(work: () => Result) => Promise<Result>
  /** Does work that is told, by the signal, to end in good order. */
  readonly interruptible: <Result>(work: (signal: AbortSignal) => Promise<Result>) => Promise<Result>
  /** Milliseconds since whenever. */
  readonly clock: () => number
}

export interface Steps {
  /** One more step is done. */
  readonly step: (what: string) => void
  /** So much, 0 to 1, of the next step is done. */
  readonly part: (what: string, share: number) => void
  readonly stop: () => void
}

export interface Parts {
  readonly observe: (done: number) => void
  readonly stop: () => void
}

export interface Reading {
  readonly onRead: ReadObserver
  readonly stop: () => void
}

export interface Running {
  readonly onProgress: (progress: RunProgress) => void
  readonly stop: () => void
}

const nothing = (): void => {}

/** Nobody is told of anything. */
export const QUIET: Ports = {
  note: nothing,
  steps: () => ({ step: nothing, part: nothing, stop: nothing }),
  parts: () => ({ observe: nothing, stop: nothing }),
  reading: () => ({ onRead: nothing, stop: nothing }),
  running: () => ({ onProgress: nothing, stop: nothing }),
  blocking: async (work) => work(),
  interruptible: (work) => work(new AbortController().signal),
  clock: () => performance.now(),
}
