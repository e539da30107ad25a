/**
 * What rules know of the system (src/sim/rule-based/system-state.ts), kept up with every event: the same sums, to the last
 * digit, of the same terms in the same order. The host reads them where they stand.
 */
import { float, int, setFloat, setInt } from './columns'

/** Groups, from 0 on, of which the work that waits is known. */
export const MOST_GROUPS: i32 = 128

/** Places of the state, each a number. */
const NOW: i32 = 0
const FREE: i32 = 1
const WAITING: i32 = 2
/** The submit of the job that came first. */
const OLDEST: i32 = 3
/** Σ p·n·(C − s) and Σ p·n·p of the jobs that have ended. */
const RESPONSE: i32 = 4
const WORK: i32 = 5
/** Jobs have ended at another instant than their estimated end, jobs were started that members had no part in; the host forgets. */
const SURPRISED: i32 = 6
const ALIKE: i32 = 7
/** Estimated work that waits, of all, and of each group. */
const AREA: i32 = 8
const AREAS: i32 = 9
export const state: usize = memory.data((AREAS + MOST_GROUPS) * 8, 16)
/** Jobs that wait, of all, and of each group. */
const counts: usize = memory.data((1 + MOST_GROUPS) * 4)

/** Whether accounts are kept. */
export let keeps: bool = false

/** Of running jobs, by their numbers: the terms that they add when they end, and when they started among all. */
let responses: usize = 0
let works: usize = 0
let sequences: usize = 0
/** Numbers that nobody has, and of jobs that end now. */
let unused: usize = 0
let unusedCount: i32 = 0
let done: usize = 0
let doneCount: i32 = 0
let started: i32 = 0

export function beginAccounts(kept: bool): void {
  keeps = kept
  started = doneCount = 0
  memory.fill(state, 0, (<usize>(AREAS + MOST_GROUPS)) << 3)
  memory.fill(counts, 0, (<usize>(1 + MOST_GROUPS)) << 2)
}

/** Memory beside `most` running jobs. */
export function accountBytes(most: i32): u64 {
  return keeps ? 32 * <u64>most : 0
}

export function layAccounts(from: usize, most: i32): void {
  if (!keeps) return
  responses = from
  works = responses + ((<usize>most) << 3)
  sequences = works + ((<usize>most) << 3)
  unused = sequences + ((<usize>most) << 2)
  done = unused + ((<usize>most) << 2)
  for (let k = 0; k < most; k++) setInt(unused, k, most - 1 - k)
  unusedCount = most
}

/** A job waits. */
export function came(size: i32, estimate: f64, group: i32): void {
  const area = estimate * <f64>size
  added(0, area)
  added(1 + group, area)
}

/** A job waits no longer. */
export function left(size: i32, estimate: f64, group: i32): void {
  const area = estimate * <f64>size
  removed(0, area)
  removed(1 + group, area)
}

function added(which: i32, area: f64): void {
  setInt(counts, which, int(counts, which) + 1)
  setFloat(state, AREA + which, float(state, AREA + which) + area)
}

function removed(which: i32, area: f64): void {
  const count = int(counts, which) - 1
  setInt(counts, which, count)
  const rest = float(state, AREA + which) - area
  setFloat(state, AREA + which, count === 0 || !(rest > 0) ? 0 : rest)
}

/** A job starts now; returns its number. */
export function begun(now: f64, submit: f64, size: i32, runtime: f64): i32 {
  const account = int(unused, --unusedCount)
  const end = now + runtime
  const ran = end - now
  const work = ran * <f64>size
  setFloat(responses, account, work * (end - submit))
  setFloat(works, account, work * ran)
  setInt(sequences, account, started++)
  return account
}

/** A job ends. */
export function ended(account: i32, surprised: bool): void {
  setInt(done, doneCount++, account)
  if (surprised) setFloat(state, SURPRISED, 1)
}

/** All that end at an instant have ended: they count in the order in which they started. */
export function settle(): void {
  for (let k = 0; k < doneCount; k++) {
    const account = int(done, k)
    const sequence = int(sequences, account)
    let at = k
    for (; at > 0 && int(sequences, int(done, at - 1)) > sequence; at--) setInt(done, at, int(done, at - 1))
    setInt(done, at, account)
  }
  for (let k = 0; k < doneCount; k++) {
    const account = int(done, k)
    setFloat(state, RESPONSE, float(state, RESPONSE) + float(responses, account))
    setFloat(state, WORK, float(state, WORK) + float(works, account))
    setInt(unused, unusedCount++, account)
  }
  doneCount = 0
}

/** A job was started as all members would have. */
export function startedAlike(): void {
  setFloat(state, ALIKE, 1)
}

/** Notes what a decision asks for beside the sums. */
export function look(now: f64, free: i32, waiting: i32, oldest: f64): void {
  setFloat(state, NOW, now)
  setFloat(state, FREE, <f64>free)
  setFloat(state, WAITING, <f64>waiting)
  setFloat(state, OLDEST, oldest)
}
