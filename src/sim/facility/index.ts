/** Facilities: machines of partitions, with limits and maintenance, under the orders and algorithms of the house. */
import { QueuewrightError } from '../../core/errors.js'
import { NodeEasyPass } from '../nodes/easy.js'
import { NodeNeeds } from '../nodes/needs.js'
import { NodeResources } from '../nodes/resources.js'
import type { Ranking, World } from '../order.js'
import type { AlgorithmName, SimulatedPolicy } from '../policy.js'
import type { Predictor } from '../prediction.js'
import type { Controller } from '../rule-based/index.js'
import type { Pass, SchedulerView } from '../scheduler.js'
import type { Semantics } from '../semantics.js'
import { FacilityAnewPass } from './conservative-anew.js'
import { FacilityKeptPass } from './conservative-kept.js'
import { closuresOf, type Facility, kindsOf } from './facility.js'
import { type CheckedJobs, type FurtherFields, jobFault } from './fault.js'
import { homesIn } from './homes.js'
import { KindResources } from './kinds.js'
import { FacilityEasyPass, FacilityHeadPass, FacilityPass } from './pass.js'
import type { JobPlaces } from './places.js'
import { FacilityQueue } from './queue.js'
import type { Resources } from './resources.js'
import { FacilityState } from './state.js'
import { FacilitySwitchingPass, type Member } from './switching.js'

export { SITE_DOCUMENT, type SiteDocument, type SiteScheduling } from './document.js'
export * from './facility.js'
export { jobFault } from './fault.js'
export { facilityFields } from './homes.js'
export type { JobsOf, Named, NumberedKind, NumbersOf } from './jobs-of.js'
export type { Limit, RunningLimit } from './limits.js'
export { prepareJobsFor, SITE_LIMITS } from './prepare.js'
export { slurmMachine } from './slurm-machine.js'

/** A policy of one order, bound to the jobs of a simulation. */
export interface BoundPolicy {
  readonly algorithm: AlgorithmName
  readonly ranking: Ranking
  /** The order in which EASY backfills where it is not the queue order. */
  readonly backfill: Ranking | null
}

/**
 * The pass of a policy on a facility, or of several between which a controller changes.
 * @param policies one where `controller` is null
 * @param places is told where each job is put; null where nobody asks
 */
export function facilityPass(
  policies: readonly BoundPolicy[],
  controller: Controller | null,
  facility: Facility,
  world: World,
  places: JobPlaces | null,
): (view: SchedulerView) => Pass {
  return (view) => {
    const homesOf = homesIn(facility, view, world)
    const setting = { policies, controller, facility, world, view, homesOf }
    const { nodes, partitions } = facility
    if (nodes === undefined) {
      const kinds = new KindResources(view, kindsOf(partitions), places)
      return passOn(
        kinds,
        places,
        setting,
        (state, own, further) => new FacilityEasyPass(view, state, own, further, kinds),
      )
    }
    const needs = new NodeNeeds(facility, nodes)
    const resources = new NodeResources(view, world, needs, closuresOf(facility), nodes.packing, places)
    return passOn(
      resources,
      places,
      setting,
      (state, own, further) => new NodeEasyPass(view, state, own, further, resources),
    )
  }
}

interface Setting {
  readonly policies: readonly BoundPolicy[]
  readonly controller: Controller | null
  readonly facility: Facility
  readonly world: World
  readonly view: SchedulerView
  readonly homesOf: (job: number) => readonly number[]
}

function passOn<Share>(
  resources: Resources<Share>,
  places: JobPlaces | null,
  { policies, controller, facility, world, view, homesOf }: Setting,
  easy: (
    state: FacilityState<Share>,
    queue: FacilityQueue,
    backfill: FacilityQueue | null,
  ) => FacilityPass<Share>,
): Pass {
  const state = new FacilityState(view, facility, world, homesOf, resources, places)
  const kinds = kindsOf(facility.partitions).of
  const queueBy = (ranking: Ranking) => new FacilityQueue(view, state, ranking)
  const members = policies.map(
    ({ algorithm, ranking, backfill }): Member<Share> =>
      () => {
        state.plannedBy(null)
        const queue = queueBy(ranking)
        switch (algorithm) {
          case 'head':
            return new FacilityHeadPass(view, state, queue, kinds)
          case 'list':
            return new FacilityPass(view, state, queue)
          case 'easy':
            return easy(state, queue, backfill === null ? null : queueBy(backfill))
          case 'cons':
            return view.rules.compress === 'queue'
              ? new FacilityAnewPass(view, state, queue)
              : new FacilityKeptPass(view, state, queue)
        }
      },
  )
  return controller === null ? members[0]() : new FacilitySwitchingPass(view, members, controller)
}

export interface CheckedSimulation {
  readonly policy: SimulatedPolicy
  readonly rules: Semantics
  readonly predictor: Predictor | undefined
}

/** @throws QueuewrightError `usage` for what has no meaning on a facility; `job-oversize`, `line-value` for jobs that never start */
export function checkFacility(
  facility: Facility,
  simulation: CheckedSimulation,
  jobs: CheckedJobs,
  fields: FurtherFields,
): void {
  const check = jobCheck(facility, simulation)
  for (let row = 0; row < jobs.length; row++) check(jobs, row, fields)
}

/** Throws where the job in a row can never start. */
export type JobCheck = (jobs: CheckedJobs, row: number, fields: FurtherFields) => void

/** @throws QueuewrightError `usage` for what has no meaning on a facility; the check as `checkFacility` */
export function jobCheck(facility: Facility, { policy, rules, predictor }: CheckedSimulation): JobCheck {
  checkRules(rules)
  const { maintenance } = facility
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
  const kept = policy.algorithm === 'cons' && rules.compress === 'none'
  const faultOf = jobFault(facility)
  return (jobs, row, fields) => {
    const fault = faultOf(jobs, row, fields)
    if (fault !== null) throw fault
    const job = jobs.id[row]
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
  }
}

function checkRules(rules: Semantics): void {
  const refuse = (field: string, value: string | number, remedy: string): never => {
    throw new QueuewrightError('usage', 'not on a site with partitions, limits or maintenance', {
      field,
      value,
      remedy,
    })
  }
  if (rules.events === 'single') refuse('--events', rules.events, 'Leave it out.')
  if (rules.commit) refuse('--commit', 'yes', 'Leave it out.')
  if (rules.lead > 0) refuse('--lead', rules.lead, 'Leave it out.')
  if (rules.backfill.resort) refuse('--resort', 'yes', 'Leave it out.')
  if (rules.backfill.admit !== 'shadow-or-spare') refuse('--admit', rules.backfill.admit, 'Leave it out.')
}
