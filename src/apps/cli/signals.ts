/**
 * Ctrl-C and SIGTERM. While the event loop turns, a handler removes unfinished outputs and ends the process with an
 * exit code of its own. A simulation does not let the loop turn, so the handler would wait for its end: meanwhile the
 * signals have their usual effect, which is to end the process at once (there is no unfinished output then).
 */
const SIGNALS = ['SIGINT', 'SIGTERM'] as const

export interface Signals {
  /** Runs `work` with the signals' usual effect, after letting the loop turn for a signal that has come already. */
  readonly blocking: <Result>(work: () => Result) => Promise<Result>
}

export function handleSignals(handler: () => void): Signals {
  const on = () => {
    for (const signal of SIGNALS) process.on(signal, handler)
  }
  const off = () => {
    for (const signal of SIGNALS) process.off(signal, handler)
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
  }
}
