import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for the end of `work`, whatever it is, but no longer than `time` milliseconds. */
export async function within(work: Promise<unknown>, time: number): Promise<void> {
  const late = new AbortController()
  const timer = sleep(time, undefined, { signal: late.signal }).catch(() => {})
  await Promise.race([work.catch(() => {}), timer])
  // A timer that goes on would keep the process alive.
  late.abort()
}
