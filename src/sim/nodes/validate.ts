/**
 * The independent judge of where jobs were put: counts what every node gives, start by start, and knows nothing of packing.
 *
 * - `nodes`: a job has a task for each of its processors, on as many nodes as it asked for, all of one of its partitions and with the features asked for; at no instant does
 *   a node give more cores, memory or GPUs, or other resources, than it has, nor take a second job beside one that has it to itself, nor one while it is kept for others.
 */
import { closuresOf, type Facility, type SiteNodes } from '../facility/facility.js'
import type { JobPlaces } from '../facility/places.js'
import { chronicle, type FacilityFields, placesOf } from '../facility/validate.js'
import type { JobField } from '../order.js'
import type { Schedule } from '../schedule.js'
import { MOST_VIOLATIONS, type Violation } from '../validate.js'
import { isClosed } from './closures.js'
import { CORES, GPUS, MEMORY } from './inventory.js'
import { NodeNeeds } from './needs.js'

/** @param fields of the log beside the jobs as they were submitted (`schedule.rows` leads to them) */
export function validateNodes(
  { jobs, start, rows }: Schedule,
  facility: Facility,
  nodes: SiteNodes,
  places: JobPlaces,
  fields: FacilityFields,
): Violation[] {
  const needs = new NodeNeeds(facility, nodes)
  const { inventory } = needs
  const units: readonly (readonly [column: number, unit: string])[] = [
    ...([[CORES, 'cores'] as const, [MEMORY, 'megabytes'] as const, [GPUS, 'GPUs'] as const] as const),
    ...inventory.gres.slice(1).map((name, k) => [GPUS + 1 + k, name] as const),
  ]
  const field = (job: number) => (name: JobField) => fields[name]?.[rows?.[job] ?? job] ?? -1
  const placeOf = placesOf(facility, fields, rows)
  const own = needs.nodesIn.map((each) => new Set(each))
  const used = inventory.resources.map((column) => new Float64Array(column.length))
  const on = inventory.names.map(() => new Set<number>())
  const alone = new Set<number>()
  const closures = closuresOf(facility)
  const found: Violation[] = []
  for (const { job, starts } of chronicle(jobs, start)) {
    const { home: partition, units: held, counts } = places.of(job)
    const { request, nodes: eligible } = needs.of(jobs.size[job], partition, field(job))
    const placed = Array.from(held, (node, k) => ({ node, tasks: counts[k] }))
    const breach = (what: string) => {
      if (found.length >= MOST_VIOLATIONS) return
      const message = `Job ${jobs.id[job]} at ${start[job]}: ${what}.`
      found.push({ rule: 'nodes', job: jobs.id[job], instant: start[job], message })
    }
    for (const { node, tasks } of placed) {
      for (const { column, perTask, perNode } of request.demands)
        used[column][node] += (starts ? 1 : -1) * (perNode + perTask * tasks)
      if (starts) on[node].add(job)
      else on[node].delete(job)
    }
    if (request.exclusive && starts) alone.add(job)
    if (!starts) {
      alone.delete(job)
      continue
    }
    if (!placeOf(job).includes(partition)) breach('is in a partition that it was not submitted to')
    const tasks = placed.reduce((sum, each) => sum + each.tasks, 0)
    if (tasks !== request.tasks) breach(`has ${tasks} tasks placed of ${request.tasks}`)
    if (placed.length < request.nodesMin || placed.length > request.nodesMax)
      breach(`is on ${placed.length} nodes, and asked for ${request.nodesMin}`)
    if (placed.some((each) => each.tasks > request.tasksPerNode))
      breach(`has more than the ${request.tasksPerNode} tasks on a node that it asked for`)
    const owner = { user: jobs.user[job], group: field(job)('unixGroup'), queue: field(job)('queue') }
    const closed = closures.filter((each) =>
      isClosed(each, owner, start[job], start[job] + jobs.estimate[job]),
    )
    for (const { node } of placed) {
      const name = inventory.names[node]
      for (const each of closed)
        if (each.nodes.includes(node)) breach(`is on ${name}, which ${each.name} keeps for others`)
      if (!own[partition].has(node)) breach(`is on ${name}, which is not of its partition`)
      else if (!eligible.includes(node)) breach(`is on ${name}, which has not the features that it asked for`)
      for (const [column, unit] of units) {
        const most = inventory.resources[column][node]
        if (used[column][node] > most)
          breach(`brings ${used[column][node]} of ${most} ${unit} of ${name} into use`)
      }
      for (const other of on[node])
        if (other !== job && (alone.has(other) || alone.has(job)))
          breach(`shares ${name}, of which ${alone.has(job) ? 'it has' : `job ${jobs.id[other]} has`} all`)
    }
  }
  return found
}
