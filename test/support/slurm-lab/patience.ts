/** Waiting for a Slurm of a test's own, on a machine that others keep busy. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'

/** Milliseconds between looks, and for all of them. */
const PERIOD = 250
const PATIENCE = 300_000

/** Waits until something holds; a failure where it never does. */
export async function patiently(test: () => boolean | undefined): Promise<void> {
  const until = Date.now() + PATIENCE
  while (!test() && Date.now() < until) await sleep(PERIOD)
  expect(test()).toBe(true)
}
