/** Waiting for a Slurm of a test's own, on a machine that others keep busy. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { SlurmLab } from './daemons.js'

/** Milliseconds between looks, and for all of them. */
const PERIOD = 250
const PATIENCE = 300_000

/** Waits until something holds; a failure where it never does. */
export async function patiently(test: () => boolean | undefined): Promise<void> {
  const until = Date.now() + PATIENCE
  while (!test() && Date.now() < until) await sleep(PERIOD)
  expect(test()).toBe(true)
}

/** A job that has the whole machine until it is cancelled, so that others wait for as long as they are looked at; it has begun. */
export async function blocking(lab: SlurmLab, words: readonly string[]): Promise<string> {
  const job = lab.submit('games', [...words, '-t', '30'], 'sleep 1700')
  await patiently(() => lab.ask('squeue', '-h', '-j', job, '-o', '%T').trim() === 'RUNNING')
  return job
}
