/** Facilities: machines of partitions, with limits and maintenance, under the orders and algorithms of the house. */
import { QueuewrightError } from '../../core/errors.js'
import type { JobTable } from '../../trace/job-table.js'
import { NodeEasyPass } from '../nodes/easy.js'
import { CORES, fits, GPUS, MEMORY, type NodeRequest, NodeStock } from '../nodes/index.js'
import { NodeNeeds } from '../nodes/needs.js'
import type { NodePlaces } from '../nodes/places.js'
import { NodeResources } from '../nodes/resources.js'
import { type JobField, NODE_FIELDS, type Ranking, type World } from '../order.js'
import { type AlgorithmName, RULE_BASED, type SimulatedPolicy, SLURM } from '../policy.js'
import type { Predictor } from '../prediction.js'
import type { Pass, SchedulerView } from '../scheduler.js'
import type { Semantics } from '../semantics.js'
import { FacilityAnewPass, FacilityKeptPass } from './conservative.js'
import { closuresOf, type Facility, kindsOf, type Partition, Placing } from './facility.js'
import { isOf, isOfAny, type JobsOf, type Owner } from './jobs-of.js'
import { KindResources } from './kinds.js'
import { type Holder, limitText, neverWithin, type RunningLimit, runningLimit } from './limits.js'
import { FacilityEasyPass, FacilityHeadPass, FacilityPass } from './pass.js'
import { FacilityQueue } from './queue.js'
import type { Resources } from './resources.js'
import { FacilityState } from './state.js'
import { Windows } from './windows.js'

export { SITE_DOCUMENT, type SiteDocument, type SiteScheduling } from './document.js'
export * from './facility.js'
export type { JobsOf, Named, NumberedKind, NumbersOf } from './jobs-of.js'
export type { Limit, RunningLimit } from './limits.js'
export { slurmMachine } from './slurm-machine.js'

/** Fields of the log that say where a job belongs, and what it asks of nodes. */
export function facilityFields({
  nodes,
  partitions,
  limits,
  reservations = [],
}: Facility): readonly JobField[] {
  const meant: readonly JobsOf[] = [
    ...reservations,
    ...partitions.flatMap(({ allow = {}, deny = {} }) => [allow, deny]),
    ...limits.map(runningLimit),
  ]
  const groups = meant.some((each) => each.groups !== undefined || ('each' in each && each.each === 'group'))
  const gpus = limits.some((limit) => limit.kind === 'running' && limit.gpus !== undefined)
  return [
    ...new Set<JobField>([
      ...(['queue', 'partition'] as const),
      ...(nodes === undefined ? [] : NODE_FIELDS),
      ...(groups ? (['unixGroup'] as const) : []),
      ...(gpus ? (['requestedGpus'] as const) : []),
    ]),
  ]
}

/**
 * The pass of an algorithm on a facility.
 * @param backfill the order in which EASY backfills where it is not the queue order
 * @param places is told which nodes each job is put on, where the machine has any; null where nobody asks
 */
export function facilityPass(
  algorithm: AlgorithmName,
  facility: Facility,
  world: World,
  backfill: Ranking | null,
  places: NodePlaces | null,
): (view: SchedulerView) => Pass {
  return (view) => {
    const placing = new Placing(facility.partitions)
    const [partition, queue] = [world.field('partition'), world.field('queue')]
    const found: number[] = []
    const partitionOf = (job: number) => {
      found[job] ??= placing.of(partition(job), queue(job))
      return found[job]
    }
    const setting = { algorithm, facility, world, backfill, view, partitionOf }
    const { nodes, partitions } = facility
    if (nodes === undefined)
      return passOn(new KindResources(view, kindsOf(partitions), partitionOf), setting, easyPass)
    const needs = new NodeNeeds(facility, nodes)
    const resources = new NodeResources(
      view,
      world,
      needs,
      closuresOf(facility),
      nodes.packing,
      partitionOf,
      places,
    )
    return passOn(
      resources,
      setting,
      (state, own, further) => new NodeEasyPass(view, state, own, further, resources),
    )

    function easyPass<Share>(
      state: FacilityState<Share>,
      own: FacilityQueue,
      further: FacilityQueue | null,
    ): Pass {
      return new FacilityEasyPass(view, state, own, further)
    }
  }
}

interface Setting {
  readonly algorithm: AlgorithmName
  readonly facility: Facility
  readonly world: World
  readonly backfill: Ranking | null
  readonly view: SchedulerView
  readonly partitionOf: (job: number) => number
}

function passOn<Share>(
  resources: Resources<Share>,
  { algorithm, facility, world, backfill, view, partitionOf }: Setting,
  easy: (state: FacilityState<Share>, queue: FacilityQueue, backfill: FacilityQueue | null) => Pass,
): Pass {
  const state = new FacilityState(view, facility, world, partitionOf, resources)
  const queue = new FacilityQueue(view, state, view.ranking)
  switch (algorithm) {
    case 'head':
      return new FacilityHeadPass(view, state, queue, kindsOf(facility.partitions).of)
    case 'list':
      return new FacilityPass(view, state, queue)
    case 'easy':
      return easy(state, queue, backfill === null ? null : new FacilityQueue(view, state, backfill))
    case 'cons':
      return view.rules.compress === 'queue'
        ? new FacilityAnewPass(view, state, queue)
        : new FacilityKeptPass(view, state, queue)
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
  simulation: CheckedSimulation,
  jobs: CheckedJobs,
  fields: FurtherFields,
): void {
  const check = jobCheck(facility, simulation)
  for (let row = 0; row < jobs.length; row++) check(jobs, row, fields)
}

type CheckedJobs = Pick<JobTable, 'length' | 'id' | 'size' | 'user' | 'runtime' | 'estimate'>
type FurtherFields = Partial<Readonly<Record<JobField, ArrayLike<number>>>>
/** Throws where the job in a row can never start. */
type JobCheck = (jobs: CheckedJobs, row: number, fields: FurtherFields) => void

/** @throws QueuewrightError `usage` for what has no meaning on a facility; the check as `checkFacility` */
export function jobCheck(facility: Facility, { policy, rules, predictor }: CheckedSimulation): JobCheck {
  checkRules(policy, rules)
  const { partitions, maintenance, reservations = [] } = facility
  if (policy.algorithm === SLURM && reservations.length > 0) {
    throw new QueuewrightError('usage', 'slurm knows no reservations of nodes yet', {
      field: '--policy',
      value: policy.name,
      remedy: 'Take easy or cons, or leave the reservations out of the site document.',
    })
  }
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
  const room = roomCheck(facility)
  const kept = policy.algorithm === 'cons' && rules.compress === 'none'
  const windows = new Windows(maintenance)
  const limits = facility.limits.map(runningLimit)
  return (jobs, row, fields) => {
    const partition = fields.partition?.[row] ?? -1
    const queue = fields.queue?.[row] ?? -1
    const group = fields.unixGroup?.[row] ?? -1
    const gpus = Math.max(0, fields.requestedGpus?.[row] ?? 0)
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
    room(jobs, row, fields, place)
    const owner = { user: jobs.user[row], group, queue }
    checkAccess(partitions[place], owner, job)
    const limit = neverWithin(limits, { ...owner, size: jobs.size[row], gpus })
    if (limit !== undefined) throw overLimit(job, limit, { ...owner, size: jobs.size[row], gpus })
    const { name, 'max-time': longest = Number.POSITIVE_INFINITY } = partitions[place]
    if (jobs.estimate[row] > longest) {
      throw new QueuewrightError(
        'line-value',
        `job ${job} asks for more time than its partition, ${name}, gives`,
        {
          job,
          field: 'requestedTime',
          value: jobs.estimate[row],
          expected: `at most ${longest} s`,
          remedy: 'Leave such jobs out with --filter, or correct the site document',
        },
      )
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

/** Throws where a job can never be held by the partition that it belongs to. */
function roomCheck(
  facility: Facility,
): (jobs: CheckedJobs, row: number, fields: FurtherFields, place: number) => void {
  const { partitions, nodes } = facility
  if (nodes === undefined) {
    const { sizes } = kindsOf(partitions)
    return (jobs, row, _fields, place) => {
      if (jobs.size[row] > sizes[place])
        throw oversize(jobs, row, `larger than its partition, ${partitions[place].name}`, sizes[place])
    }
  }
  const needs = new NodeNeeds(facility, nodes)
  const all = new NodeStock(needs.inventory)
  const known = new Set<NodeRequest>()
  return (jobs, row, fields, place) => {
    const request = needs.of(jobs.size[row], place, (name) => fields[name]?.[row] ?? -1)
    if (known.has(request)) return
    const own = needs.nodesIn[place]
    if (!fits(all, request, own)) {
      const cores = own.reduce((sum, node) => sum + all.free[CORES][node], 0)
      const why = `more than the nodes of its partition, ${partitions[place].name}, can ever hold`
      throw oversize(jobs, row, why, cores, described(request))
    }
    known.add(request)
  }
}

function described({ tasks, demands, nodesMin, nodesMax }: NodeRequest): string {
  const of = (column: number) => demands.find((demand) => demand.column === column)
  const [memory, gpus] = [of(MEMORY)?.perTask, of(GPUS)?.perNode]
  return [
    `${tasks} processors on ${nodesMin === nodesMax ? nodesMin : `${nodesMin} or more`} nodes`,
    ...(memory === undefined ? [] : [`with ${memory} MB for each`]),
    ...(gpus === undefined ? [] : [`and ${gpus} GPUs on each node`]),
  ].join(' ')
}

function oversize(
  jobs: CheckedJobs,
  row: number,
  why: string,
  most: number,
  asked?: string,
): QueuewrightError {
  const job = jobs.id[row]
  return new QueuewrightError('job-oversize', `job ${job} is ${why}`, {
    job,
    field: 'size',
    value: asked ?? jobs.size[row],
    expected: `at most ${most} processors`,
    remedy: 'Leave such jobs out with --sizes, or correct the site document',
  })
}

function checkAccess({ name, allow = {}, deny = {} }: Partition, owner: Owner, job: number): void {
  if (isOf(allow, owner) && !isOfAny(deny, owner)) return
  throw new QueuewrightError('line-value', `job ${job} may not use its partition, ${name}`, {
    job,
    field: 'partition',
    value: `user ${owner.user}, group ${owner.group}, queue ${owner.queue}`,
    expected: `jobs that its allow and deny let in`,
    remedy: 'Leave such jobs out with --filter, or correct the site document',
  })
}

function overLimit(job: number, limit: RunningLimit, holder: Holder): QueuewrightError {
  return new QueuewrightError('job-oversize', `job ${job} is larger than a limit lets run`, {
    job,
    field: 'size',
    value: `${holder.size} processors${holder.gpus > 0 ? `, ${holder.gpus} GPUs` : ''}`,
    expected: `at most ${limitText(limit, holder)}`,
    remedy: 'Leave such jobs out with --sizes or --filter, or correct the site document',
  })
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
