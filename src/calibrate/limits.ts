/**
 * Limits that a log may have been written under: each at the most that ever ran, since nothing recorded is over it, and where it
 * binds it has been reached. The most that a busy user happened to have running is no limit: one is reached in each half of the log.
 */
import { largestOf } from '../core/statistics.js'
import type { Limit } from '../sim/facility/index.js'
import { halvesOf } from './halves.js'
import type { Moments } from './moments.js'
import { distinct, type Observed } from './observed.js'
import { type MostOfOne, mostOfOne } from './use.js'

/** Limits on processors are hardly ever met exactly. */
const NEARLY = 0.95

type Counted = Exclude<Limit, { readonly kind: 'running' }>

/** Limits that nothing recorded is over and that something has reached. */
export function limitsOf(observed: Observed, moments: Moments): readonly Counted[] {
  const { user, queue, size } = observed
  const users = distinct(user).filter((each) => each >= 0)
  const queues = distinct(queue).filter((each) => each >= 0)
  const most = mostOfOne(observed, moments, user)
  return [
    ...(users.length > 1
      ? [
          { kind: 'user-jobs', value: most.jobs } as const,
          { kind: 'user-processors', value: Math.max(largestOf(size), most.processors) } as const,
        ]
      : []),
    ...(queues.length > 1
      ? queues.map(
          (each) =>
            ({ kind: 'queue-jobs', queue: each, value: mostInQueue(observed, moments, each).jobs }) as const,
        )
      : []),
  ]
}

/** Whether as much as a limit allows ran in each half of the log. */
export function isReachedTwice(observed: Observed, moments: Moments, limit: Counted): boolean {
  const half = halvesOf(moments)
  return [0, 1].every((each) => isReached(observed, moments, limit, (moment) => half[moment] === each))
}

function isReached(
  observed: Observed,
  moments: Moments,
  limit: Counted,
  within: (moment: number) => boolean,
): boolean {
  switch (limit.kind) {
    case 'user-jobs':
      return mostOfOne(observed, moments, observed.user, 0, within).jobs >= limit.value
    case 'user-processors':
      return mostOfOne(observed, moments, observed.user, 0, within).processors >= NEARLY * limit.value
    case 'queue-jobs':
      return mostInQueue(observed, moments, limit.queue, within).jobs >= limit.value
  }
}

function mostInQueue(
  observed: Observed,
  moments: Moments,
  queue: number,
  within?: (moment: number) => boolean,
): MostOfOne {
  const own = observed.queue.map((number) => (number === queue ? 1 : 0))
  return mostOfOne(observed, moments, own, 1, within)
}
