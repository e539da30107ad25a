/**
 * The independent judge of schedules on a facility: looks at the result alone, and knows nothing of passes, plans and kinds.
 *
 * - `partition`: at no instant do the jobs that may be in no other than those of any set of partitions hold more processors than these partitions have together
 *   (Hall's condition; of more than ten partitions each alone is looked at, and all together).
 * - `limit`: no limit is exceeded as a job starts.
 * - `maintenance`: no job starts in a window, nor runs by its estimate into one.
 */
import type { JobTable } from '../../trace/job-table.js'
import { CORES } from '../nodes/index.js'
import type { JobField } from '../order.js'
import type { Schedule } from '../schedule.js'
import { MOST_VIOLATIONS, type Violation } from '../validate.js'
import { type Facility, inventoryOfSite, type Partition, Placing } from './facility.js'
import { isOf, isOfAny } from './jobs-of.js'
import { arrayLimit, type Holder, holderOf, limitText, type RunningLimit, runningLimit } from './limits.js'

/** The number of partitions up to which every set of them is looked at. */
const MOST_SETS = 10

/** Fields of the log beside its jobs. */
export type FacilityFields = Partial<Readonly<Record<JobField, ArrayLike<number>>>>

/** The partitions that each job was submitted to, by their places. */
export function placesOf(
  { partitions }: Facility,
  { queue, partition, partitionSet }: FacilityFields,
  rows: Int32Array | undefined,
): (job: number) => readonly number[] {
  const placing = new Placing(partitions)
  return (job) => {
    const row = rows?.[job] ?? job
    return placing.of(partition?.[row] ?? -1, queue?.[row] ?? -1, partitionSet?.[row] ?? -1)
  }
}

/** @param fields of the log beside the jobs as they were submitted (`schedule.rows` leads to them) */
export function validateFacility(
  schedule: Schedule,
  facility: Facility,
  fields: FacilityFields,
): Violation[] {
  const { jobs, start, rows } = schedule
  const of = (name: JobField, job: number) => fields[name]?.[rows?.[job] ?? job] ?? -1
  const place = placesOf(facility, fields, rows)
  const broken = new Map<string, Violation[]>()
  const breach = (rule: Violation['rule'], job: number, message: string) => {
    const found = broken.get(rule) ?? []
    broken.set(rule, found)
    const text = `Job ${jobs.id[job]} at ${start[job]}: ${message}.`
    if (found.length < MOST_VIOLATIONS)
      found.push({ rule, job: jobs.id[job], instant: start[job], message: text })
  }
  const sets = setsOf(facility)
  /** By the partitions that jobs may be in. */
  const used = new Map<string, { readonly homes: readonly number[]; held: number }>()
  const counts = new Map<string, number>()
  const holder = (job: number): Holder => holderOf(jobs.user[job], jobs.size[job], (name) => of(name, job))
  const limits = facility.limits.map(runningLimit)
  /** Names of the use that a job shares with others under a limit, by the limited quantity. */
  const shared = (limit: RunningLimit, k: number, job: Holder) => {
    const whose = limit.each === undefined ? '' : job[limit.each]
    return { jobs: `jobs ${k} ${whose}`, processors: `processors ${k} ${whose}`, gpus: `gpus ${k} ${whose}` }
  }
  const hold = (job: number, sign: number) => {
    const homes = place(job)
    const group = used.get(homes.join()) ?? { homes, held: 0 }
    used.set(homes.join(), group)
    group.held += sign * jobs.size[job]
    const own = holder(job)
    if (arrayLimit(own) !== null) {
      const key = `array ${own.array}`
      counts.set(key, (counts.get(key) ?? 0) + sign)
    }
    for (const [k, limit] of limits.entries()) {
      if (!isOf(limit, own)) continue
      const key = shared(limit, k, own)
      const add = (name: string, by: number) => counts.set(name, (counts.get(name) ?? 0) + sign * by)
      add(key.jobs, 1)
      add(key.processors, own.size)
      add(key.gpus, own.gpus)
    }
  }
  for (const { job, starts } of chronicle(jobs, start)) {
    if (!starts) {
      hold(job, -1)
      continue
    }
    hold(job, 1)
    const own = place(job)
    for (const { places, processors, names } of sets) {
      if (!own.every((each) => places.includes(each))) continue
      let held = 0
      for (const group of used.values())
        if (group.homes.every((each) => places.includes(each))) held += group.held
      if (held > processors)
        breach('partition', job, `brings ${held} of ${processors} processors of ${names} into use`)
    }
    const ours = holder(job)
    for (const [k, limit] of limits.entries()) {
      if (!isOf(limit, ours)) continue
      const key = shared(limit, k, ours)
      const over = (['jobs', 'processors', 'gpus'] as const).filter(
        (each) => (counts.get(key[each]) ?? 0) > (limit[each] ?? Number.POSITIVE_INFINITY),
      )
      if (over.some((each) => each !== 'gpus' || ours.gpus > 0))
        breach('limit', job, `is beyond the limit of ${limitText(limit, ours)}`)
    }
    if ((counts.get(`array ${ours.array}`) ?? 0) > ours.throttle && arrayLimit(ours) !== null)
      breach('limit', job, `is beyond the ${ours.throttle} tasks of its array at a time`)
    const isLetIn = ({ allow = {}, deny = {} }: Partition) => isOf(allow, ours) && !isOfAny(deny, ours)
    if (!own.some((each) => isLetIn(facility.partitions[each])))
      breach('partition', job, `may not use ${own.map((each) => facility.partitions[each].name).join(', ')}`)
    if (facility.maintenance !== null && meets(facility.maintenance, start[job], jobs.estimate[job]))
      breach('maintenance', job, 'may still run when a maintenance window begins, or starts in one')
  }
  return [...broken.values()].flat()
}

interface PartitionSet {
  readonly places: readonly number[]
  readonly names: string
  readonly processors: number
}

function setsOf({ partitions, nodes }: Facility): PartitionSet[] {
  const cores = nodes === undefined ? null : inventoryOfSite(nodes).resources[CORES]
  const all = partitions.map((_, place) => place)
  const chosen =
    partitions.length <= MOST_SETS
      ? Array.from({ length: 2 ** partitions.length - 1 }, (_, k) =>
          all.filter((place) => ((k + 1) >> place) & 1),
        )
      : [...all.map((place) => [place]), all]
  return chosen.map((places) => ({
    places,
    names: places.map((place) => partitions[place].name).join(', '),
    processors: unionOf(
      places.map((place) => partitions[place]),
      cores,
    ),
  }))
}

/** @param cores of each node, where the partitions are of nodes */
function unionOf(partitions: readonly Partition[], cores: Int32Array | null): number {
  const ranges = partitions.flatMap(({ processors }) => processors).sort((a, b) => a[0] - b[0])
  let count = 0
  let beyond = 0
  for (const [first, last] of ranges) {
    const from = Math.max(first, beyond)
    if (cores === null) count += Math.max(0, last + 1 - from)
    else for (let node = from; node <= last; node++) count += cores[node]
    beyond = Math.max(beyond, last + 1)
  }
  return count
}

/** Ends before starts at one instant, but for jobs of zero seconds, which end when the others of their instant have started. */
export function chronicle({ length, runtime }: JobTable, start: Float64Array) {
  const found: { at: number; turn: number; job: number; starts: boolean }[] = []
  for (let job = 0; job < length; job++) {
    const brief = runtime[job] === 0
    found.push({ at: start[job], turn: brief ? 1 + 2 * job : 3 * length, job, starts: true })
    found.push({ at: start[job] + runtime[job], turn: brief ? 2 + 2 * job : 0, job, starts: false })
  }
  return found.sort((a, b) => a.at - b.at || a.turn - b.turn || a.job - b.job)
}

function meets(
  { every, start, duration }: NonNullable<Facility['maintenance']>,
  from: number,
  length: number,
): boolean {
  const into = (((from - start) % every) + every) % every
  return into < duration || into + length > every
}
