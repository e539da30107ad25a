/** Which of the partitions that a job belongs to can ever have it, and why the others cannot. */
import { QueuewrightError } from '../../core/errors.js'
import { CORES, featureConstraint, fits, GPUS, MEMORY, NodeStock } from '../nodes/index.js'
import { NodeNeeds, type PartitionRequest } from '../nodes/needs.js'
import type { JobField } from '../order.js'
import { type Facility, kindsOf, type Partition, Placing } from './facility.js'
import { isOf, isOfAny } from './jobs-of.js'

export interface AskingJob {
  readonly id: number
  readonly size: number
  readonly estimate: number
  readonly user: number
  /** −1 where the log does not say. */
  readonly field: (name: JobField) => number
}

export class Admission {
  readonly #partitions: readonly Partition[]
  readonly #placing: Placing
  readonly #room: (job: AskingJob, place: number) => QueuewrightError | null

  constructor(facility: Facility) {
    this.#partitions = facility.partitions
    this.#placing = new Placing(facility.partitions)
    this.#room = roomCheck(facility)
  }

  /** The places of those that can have it, the highest tier first; of a job that none can, the first that it belongs to. */
  homesOf(job: AskingJob): readonly number[] {
    const { field } = job
    return this.among(this.placesOf(field('partition'), field('queue'), field('partitionSet')), job)
  }

  /** The places of those that a job belongs to, by the numbers of its log. */
  placesOf(partition: number, queue: number, set: number): readonly number[] {
    return this.#placing.of(partition, queue, set)
  }

  /** Those of them that can have it. */
  among(all: readonly number[], job: AskingJob): readonly number[] {
    if (all.length <= 1) return all
    const possible = all.filter((place) => this.#fault(job, place) === null)
    return possible.length > 0 ? possible : all.slice(0, 1)
  }

  /** The failure of a job that no partition can have, `line-value` or `job-oversize`; null where one can. */
  fault(job: AskingJob): QueuewrightError | null {
    const [home] = this.homesOf(job)
    if (home === undefined) {
      return new QueuewrightError('line-value', `job ${job.id} belongs to no partition of the site`, {
        job: job.id,
        field: 'queue',
        value: job.field('queue'),
        remedy:
          'Name its queue in the site document, or give one partition no queues: it takes all that are left',
      })
    }
    return this.#fault(job, home)
  }

  #fault(job: AskingJob, place: number): QueuewrightError | null {
    const partition = this.#partitions[place]
    return this.#room(job, place) ?? accessFault(partition, job) ?? timeFault(partition, job)
  }
}

/** Why a partition can never hold a job; null where it can. */
function roomCheck(facility: Facility): (job: AskingJob, place: number) => QueuewrightError | null {
  const { partitions, nodes } = facility
  if (nodes === undefined) {
    const { sizes } = kindsOf(partitions)
    return (job, place) =>
      job.size > sizes[place]
        ? oversize(job, `larger than its partition, ${partitions[place].name}`, sizes[place])
        : null
  }
  const needs = new NodeNeeds(facility, nodes)
  const all = new NodeStock(needs.inventory)
  const known = new Set<PartitionRequest>()
  return (job, place) => {
    const asked = needs.of(job.size, place, job.field)
    if (known.has(asked)) return null
    if (fits(all, asked.request, asked.nodes)) {
      known.add(asked)
      return null
    }
    if (asked.constraint !== '' && featureConstraint(asked.constraint) === null) {
      return new QueuewrightError('line-value', `job ${job.id} asks for so many nodes of each feature`, {
        ...{ job: job.id, field: 'constraint', value: asked.constraint },
        expected: 'features, with & and | and parentheses: counts of nodes are not simulated',
        remedy: "Write the constraint without counts in the log's header",
      })
    }
    const cores = asked.nodes.reduce((sum, node) => sum + all.free[CORES][node], 0)
    const why = `more than the nodes of its partition, ${partitions[place].name}, can ever hold`
    return oversize(job, why, cores, described(asked, needs.inventory.gres))
  }
}

function described({ request, constraint }: PartitionRequest, gres: readonly string[]): string {
  const { tasks, demands, nodesMin, nodesMax, tasksPerNode } = request
  const of = (column: number) => demands.find((demand) => demand.column === column)
  const [cores, memory, gpus] = [of(CORES)?.perTask ?? 1, of(MEMORY), of(GPUS)?.perNode]
  const others = gres.slice(1).flatMap((name, k) => {
    const count = of(GPUS + 1 + k)?.perNode
    return count === undefined ? [] : [`and ${count} ${name} on each node`]
  })
  return [
    `${tasks * cores} processors on ${nodesMin === nodesMax ? nodesMin : `${nodesMin} or more`} nodes`,
    ...(constraint === '' ? [] : [`with ${constraint}`]),
    ...(cores === 1 ? [] : [`in tasks of ${cores}`]),
    ...(Number.isFinite(tasksPerNode) ? [`of which ${tasksPerNode} may be on a node`] : []),
    ...(memory !== undefined && memory.perTask > 0 ? [`with ${memory.perTask} MB for each`] : []),
    ...(memory !== undefined && memory.perNode > 0 ? [`with ${memory.perNode} MB on each node`] : []),
    ...(gpus === undefined ? [] : [`and ${gpus} GPUs on each node`]),
    ...others,
  ].join(' ')
}

function oversize({ id, size }: AskingJob, why: string, most: number, asked?: string): QueuewrightError {
  return new QueuewrightError('job-oversize', `job ${id} is ${why}`, {
    job: id,
    field: 'size',
    value: asked ?? size,
    expected: `at most ${most} processors`,
    remedy: 'Leave such jobs out with --oversize drop, or correct the site document',
  })
}

function accessFault(
  { name, allow = {}, deny = {} }: Partition,
  { id, user, field }: AskingJob,
): QueuewrightError | null {
  const owner = { user, group: field('unixGroup'), queue: field('queue') }
  if (isOf(allow, owner) && !isOfAny(deny, owner)) return null
  return new QueuewrightError('line-value', `job ${id} may not use its partition, ${name}`, {
    job: id,
    field: 'partition',
    value: `user ${owner.user}, group ${owner.group}, queue ${owner.queue}`,
    expected: `jobs that its allow and deny let in`,
    remedy: 'Leave such jobs out with --users, --groups or --queues, or correct the site document',
  })
}

function timeFault(
  { name, 'max-time': longest = Number.POSITIVE_INFINITY }: Partition,
  { id, estimate }: AskingJob,
): QueuewrightError | null {
  if (estimate <= longest) return null
  return new QueuewrightError(
    'line-value',
    `job ${id} asks for more time than its partition, ${name}, gives`,
    {
      job: id,
      field: 'requestedTime',
      value: estimate,
      expected: `at most ${longest} s`,
      remedy:
        'Leave such jobs out with --oversize drop, cut those that only ran longer than they asked for with --overrun kill, or correct max-time in the site document',
    },
  )
}
