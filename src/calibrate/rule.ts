/** Rules that a log is held against: an order and an algorithm, and how conservative reservations are made. */
import type { Facility } from '../sim/facility/index.js'
import type { AlgorithmName } from '../sim/policy.js'

/** Orders that sites go by, and what the house calls them; priorities of queues go before the order of any facility. */
export const SITE_ORDERS = {
  fcfs: 'fcfs',
  shortest: 'spt',
  smallest: 'smallest',
  largest: 'largest',
  wfp3: 'wfp3',
  fairshare: 'fairshare',
  queue: 'fcfs',
} as const
export type OrderName = keyof typeof SITE_ORDERS
export const ORDER_NAMES = Object.keys(SITE_ORDERS) as readonly OrderName[]

export interface Rule {
  readonly name: OrderName
  /** As a policy's text says it. */
  readonly order: string
  readonly algorithm: AlgorithmName
  readonly compress: 'queue' | 'none'
  readonly priorities: Facility['priorities']
}
