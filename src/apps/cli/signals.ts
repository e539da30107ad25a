/**
 * Ctrl-C, SIGTERM, and SIGHUP when the terminal goes (also under `nohup`: Node itself undoes what that asks for). While
 * the event loop turns, a handler removes unfinished outputs and ends the process with an
 * exit code of its own. A simulation does not let the loop turn, so the handler would wait for its end: meanwhile the
 * signals have their usual effect, which is to end the process at once (there is no unfinished output then). Work that
 * has an orderly end of its own, such as a run, is told of the first signal; the second one ends the process.
 */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export interface Signals {
  /** Runs `work` with the signals' usual effect, after letting the loop turn for a signal that has come already. */
  readonly blocking: <Result>(work: () => Result) => Promise<Result>
  /** Runs `work`, whose signal is aborted by the first Ctrl-C; a further one ends the process. */
  readonly interruptible: <Result>(work: (signal: AbortSignal) => Promise<Result>) => Promise<Result>
}

export function handleSignals(handler: () => void): Signals {
  /** Controllers of the work that is told of signals; the innermost last. */
  const told: AbortController[] = []
  const onSignal = () => {
    const work = told.at(-1)
    if (work === undefined || work.signal.aborted) handler()
    else work.abort()
  }
  const on = () => {
    for (const signal of SIGNALS) process.on(signal, onSignal)
  }
  const off = () => {
    for (const signal of SIGNALS) process.off(signal, onSignal)
  }
  on()
  return {
    blocking: async (work) => {
      await new Promise((resolve) => setImmediate(resolve))
      off()
      try {
        return work()
      } finally {
        on()
      }
    },
    interruptible: async (work) => {
      const controller = new AbortController()
      told.push(controller)
      try {
        return await work(controller.signal)
      } finally {
        told.splice(told.indexOf(controller), 1)
      }
    },
  }
}
