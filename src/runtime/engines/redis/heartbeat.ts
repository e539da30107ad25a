/** Something done again and again, never twice at a time: where it takes longer, beats are left out. */

export interface Heartbeat {
  /** Settles when the first beat has been done or has failed. */
  readonly first: Promise<void>
  readonly stop: () => void
}

export interface HeartbeatEvents {
  /** Told at each beat that is left out: how many were, one after the other. */
  readonly missed?: (count: number) => void
  readonly failed: (error: unknown) => void
}

/**
 * Beats are counted by the process's own clock ticks, so that a process that was suspended has missed none.
 * @param pause milliseconds
 */
export function heartbeat(pause: number, beat: () => Promise<void>, events: HeartbeatEvents): Heartbeat {
  let under: Promise<void> | null = null
  let missed = 0
  const step = (): Promise<void> => {
    if (under !== null) {
      events.missed?.(++missed)
      return under
    }
    missed = 0
    under = beat()
      .catch(events.failed)
      .finally(() => {
        under = null
      })
    return under
  }
  const timer = setInterval(step, pause)
  return { first: step(), stop: () => clearInterval(timer) }
}
