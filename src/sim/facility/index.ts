/** Facilities: machines of partitions, with limits and maintenance, under the orders and algorithms of the house. */
import { QueuewrightError } from '../../core/errors.js'
import { smallestOf } from '../../core/statistics.js'
import type { JobTable } from '../../trace/job-table.js'
import type { JobField, Ranking, World } from '../order.js'
import { type AlgorithmName, RULE_BASED, type SimulatedPolicy } from '../policy.js'
import type { Predictor } from '../prediction.js'
import type { Pass, SchedulerView } from '../scheduler.js'
import type { Semantics } from '../semantics.js'
import { FacilityAnewPass, FacilityKeptPass } from './conservative.js'
import { type Facility, kindsOf, Placing } from './facility.js'
import { FacilityEasyPass, FacilityHeadPass, FacilityPass } from './pass.js'
import { FacilityQueue } from './queue.js'
import { FacilityState } from './state.js'
import { Windows } from './windows.js'

export { SITE_DOCUMENT, type SiteDocument, type SiteScheduling } from './document.js'
export * from './facility.js'

/** Fields of the log that say where a job belongs. */
export const FACILITY_FIELDS: readonly JobField[] = ['queue', 'partition']

/**
 * The pass of an algorithm on a facility.
 * @param backfill the order in which EASY backfills where it is not the queue order
 */
export function facilityPass(
  algorithm: AlgorithmName,
  facility: Facility,
  world: World,
  backfill: Ranking | null,
): (view: SchedulerView) => Pass {
  return (view) => {
    const state = new FacilityState(view, facility, world)
    const queue = new FacilityQueue(view, state, view.ranking)
    switch (algorithm) {
      case 'head':
        return new FacilityHeadPass(view, state, queue)
      case 'list':
        return new FacilityPass(view, state, queue)
      case 'easy':
        return new FacilityEasyPass(
          view,
          state,
          queue,
          backfill === null ? null : new FacilityQueue(view, state, backfill),
        )
      case 'cons':
        return view.rules.compress === 'queue'
          ? new FacilityAnewPass(view, state, queue)
          : new FacilityKeptPass(view, state, queue)
    }
  }
}

export interface CheckedSimulation {
  readonly policy: SimulatedPolicy
  readonly rules: Semantics
  readonly predictor: Predictor | undefined
}

/** @throws QueuewrightError `usage` for what has no meaning on a facility; `job-oversize`, `line-value` for jobs that never start */
export function checkFacility(
  facility: Facility,
  { policy, rules, predictor }: CheckedSimulation,
  jobs: JobTable,
  fields: Partial<Readonly<Record<JobField, ArrayLike<number>>>>,
): void {
  checkRules(policy, rules)
  const { partitions, maintenance } = facility
  if (maintenance !== null && predictor !== undefined) {
    throw new QueuewrightError(
      'usage',
      'a prediction may be longer than the time between two maintenance windows',
      {
        field: '--estimates',
        value: `predicted:${predictor.name}`,
        remedy: 'Leave the predictions out, or the maintenance.',
      },
    )
  }
  const placing = new Placing(partitions)
  const { sizes } = kindsOf(partitions)
  const kept = policy.algorithm === 'cons' && rules.compress === 'none'
  const windows = new Windows(maintenance)
  const held = mostHeld(facility)
  for (let row = 0; row < jobs.length; row++) {
    const partition = fields.partition?.[row] ?? -1
    const queue = fields.queue?.[row] ?? -1
    const place = placing.of(partition, queue)
    const job = jobs.id[row]
    if (place < 0) {
      throw new QueuewrightError('line-value', `job ${job} belongs to no partition of the site`, {
        job,
        field: 'queue',
        value: queue,
        remedy:
          'Name its queue in the site document, or give one partition no queues: it takes all that are left',
      })
    }
    const most = Math.min(sizes[place], held)
    if (jobs.size[row] > most) {
      const why = most < sizes[place] ? 'what a user may hold' : `its partition, ${partitions[place].name}`
      throw new QueuewrightError('job-oversize', `job ${job} is larger than ${why}`, {
        job,
        field: 'size',
        value: jobs.size[row],
        expected: `at most ${most} processors`,
        remedy: 'Leave such jobs out with --sizes, or correct the site document',
      })
    }
    if (kept && jobs.runtime[row] > jobs.estimate[row]) {
      throw new QueuewrightError(
        'usage',
        `job ${job} runs longer than the reservations that are kept behind it`,
        {
          job,
          field: '--overrun',
          value: 'keep',
          remedy: 'Take --overrun extend or kill, or --compress queue',
        },
      )
    }
    if (windows.clear(0, jobs.estimate[row]) === Number.POSITIVE_INFINITY) {
      throw new QueuewrightError('line-value', `job ${job} fits between no two maintenance windows`, {
        job,
        field: 'requestedTime',
        value: jobs.estimate[row],
        expected: `at most ${(maintenance?.every ?? 0) - (maintenance?.duration ?? 0)} s`,
      })
    }
  }
}

/** Processors that a user may hold at a time; Infinity where nothing says so. */
function mostHeld({ limits }: Facility): number {
  return smallestOf(limits.flatMap((limit) => (limit.kind === 'user-processors' ? [limit.value] : [])))
}

function checkRules(policy: SimulatedPolicy, rules: Semantics): void {
  const refuse = (field: string, value: string | number, remedy: string): never => {
    throw new QueuewrightError('usage', 'not on a site with partitions, limits or maintenance', {
      field,
      value,
      remedy,
    })
  }
  if (policy.algorithm === RULE_BASED) refuse('--policy', policy.name, 'Take a policy of one order.')
  if (rules.events === 'single') refuse('--events', rules.events, 'Leave it out.')
  if (rules.commit) refuse('--commit', 'yes', 'Leave it out.')
  if (rules.lead > 0) refuse('--lead', rules.lead, 'Leave it out.')
  if (rules.backfill.resort) refuse('--resort', 'yes', 'Leave it out.')
  if (rules.backfill.admit !== 'shadow-or-spare') refuse('--admit', rules.backfill.admit, 'Leave it out.')
}
