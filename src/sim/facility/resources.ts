/**
 * The port between the passes of a facility and what its jobs stand on: processors counted by kinds (`kinds.ts`), or nodes with
 * cores, memory and GPUs (`sim/nodes`). A job's share is what it takes.
 */
import type { WaitingReason } from '../waiting-reason.js'
import type { Placed } from './places.js'
import type { Windows } from './windows.js'

/** When a plan may have something begin. */
export interface StartRule {
  readonly windows: Windows
  /** The first instant ≥ a given one at which a pass may come. */
  readonly tick: (instant: number) => number
}

/** The less of it the nearer a job is to its start. */
export type Lack = Extract<WaitingReason, { readonly kind: 'processors' | 'nodes' | 'reserved' }>

export interface Resources<Share> {
  /** Whether a job finds what it asks for in one of its partitions, its home. */
  fits(job: number, home: number): boolean
  /** Processors of a partition that nobody holds. */
  idleIn(home: number): number
  /** The lack for which a job finds no room there; null where it fits. */
  lacks(job: number, home: number): Lack | null
  /** The share that a job takes which fits. */
  shareOf(job: number, home: number): Share
  /** A job is given its share, to run. */
  take(share: Share, job: number): void
  give(share: Share): void
  /** The share of a job that was put somewhere in another simulation of the same machine. */
  placedShare(job: number, placed: Placed): Share
  /** The first instant after another at which something is free that was kept for others; Infinity where nothing is. */
  opens(after: number): number
  /** A plan of what is free from now on, in which nothing is taken. */
  timeline(): Timeline<Share>
}

/** The free resources from now on, as far as estimates promise. */
export interface Timeline<Share> {
  /** Forgets what was before an instant. */
  trim(now: number): void
  take(from: number, to: number, share: Share): void
  /** The return of the part of a share from an instant on. */
  give(from: number, to: number, share: Share): void
  /** All of it. */
  cancel(from: number, to: number, share: Share): void
  /**
   * The first instant from `from` on at which a job may begin in a partition and find what it asks for until it ends by its estimate; `chosen`
   * says which. Infinity if it fits between no two windows.
   * @param before later ones are not looked for: an answer that is no earlier only says that no earlier one will do
   */
  earliest(job: number, home: number, from: number, startRule: StartRule, before?: number): number
  /** The share there of the job for which `earliest` last found a beginning. */
  chosen(job: number, home: number): Share
  /** The first instant after another at which anything begins or ends; Infinity where nothing does. */
  nextBorder(after: number): number
}

/**
 * The first instant from `at` on that is both a pass's and clear of maintenance for as long as a job takes; Infinity where it fits
 * between no two windows.
 */
export function beginning(at: number, length: number, { windows, tick }: StartRule): number {
  let instant = at
  for (let clear = windows.clear(tick(instant), length); ; clear = windows.clear(instant, length)) {
    if (clear === Number.POSITIVE_INFINITY) return clear
    instant = tick(clear)
    if (instant === clear) return instant
  }
}
