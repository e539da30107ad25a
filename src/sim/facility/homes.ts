/** Where the jobs of a simulation may run, and what of the log says so. */
import { type JobField, NODE_FIELDS, SITE_FIELDS, type World } from '../order.js'
import type { SchedulerView } from '../scheduler.js'
import { Admission, type AskingJob } from './admission.js'
import type { Facility } from './facility.js'
import type { JobsOf } from './jobs-of.js'
import { runningLimit } from './limits.js'

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
      ...SITE_FIELDS,
      ...(nodes === undefined ? [] : NODE_FIELDS),
      ...(groups ? (['unixGroup'] as const) : []),
      ...(gpus ? (['requestedGpus'] as const) : []),
    ]),
  ]
}

/** The partitions that each job may run in, by its number, once it has been submitted. */
export function homesIn(
  facility: Facility,
  view: SchedulerView,
  world: World,
): (job: number) => readonly number[] {
  const admission = new Admission(facility)
  const [partition, queue, set] = (['partition', 'queue', 'partitionSet'] as const).map((name) =>
    world.field(name),
  )
  const askingOf = (job: number): AskingJob => ({
    ...{ id: job, size: view.size[job], estimate: view.estimate[job], user: view.jobs.user[job] },
    field: (name) => world.field(name)(job),
  })
  const found: (readonly number[])[] = []
  return (job) => {
    const known = found[job]
    if (known !== undefined) return known
    const all = admission.placesOf(partition(job), queue(job), set(job))
    found[job] = all.length <= 1 ? all : admission.among(all, askingOf(job))
    return found[job]
  }
}
