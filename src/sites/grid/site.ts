/** A site of a grid as data: a parallel computer with users of its own. */
import { QueuewrightError } from '../../core/errors.js'
import { parsePolicy, RECORDED, type SimulatedPolicy } from '../../sim/index.js'

export interface GridSite {
  readonly name: string
  readonly nodes: number
  /** How fast its nodes are; 1 is as fast as the machine of the log. */
  readonly speed: number
  /** Its policy, where it has a queue of its own. */
  readonly policy: SimulatedPolicy
  /** The widest job of other sites that it takes, in nodes; Infinity where it takes all that fit. */
  readonly largestJob: number
  /** Partitions of the log whose jobs it takes from other sites; null for all. */
  readonly partitions: readonly number[] | null
}

/** The policy of sites in THESIS 11.3. */
export const PLAIN_POLICY = 'easy'

/** A site that goes by EASY and takes every job that fits, as in THESIS 11.3. */
export function plainSite(nodes: number, place: number): GridSite {
  return {
    ...{ name: `site${place + 1}`, nodes, speed: 1, policy: sitePolicy(PLAIN_POLICY) },
    ...{ largestJob: Number.POSITIVE_INFINITY, partitions: null },
  }
}

/** Whether a site differs from others in nothing but size: one that `plainSite` makes. */
export function isPlain({ speed, largestJob, partitions, policy }: GridSite): boolean {
  return (
    speed === 1 &&
    largestJob === Number.POSITIVE_INFINITY &&
    partitions === null &&
    policy.name === PLAIN_POLICY
  )
}

/**
 * The policy of a site.
 * @throws QueuewrightError as `parsePolicy`; `unknown-policy` for the log's own schedule, which knows no sites
 */
export function sitePolicy(text: string): SimulatedPolicy {
  const policy = parsePolicy(text)
  if (policy.algorithm !== RECORDED) return policy
  throw new QueuewrightError('unknown-policy', 'a site cannot go by the recorded schedule of a log', {
    value: text,
    expected: 'a policy such as easy or easy:spt',
  })
}

/** Whole seconds that a time of the log takes at a site. */
export function secondsAt({ speed }: GridSite, seconds: number): number {
  return speed === 1 ? seconds : Math.ceil(seconds / speed)
}
