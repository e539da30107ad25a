/** A calibration as plain answers, one for each thing that can be asked of a site; what scorers of planted logs read. */
import { kindsOf } from '../sim/facility/index.js'
import type { Calibration } from './calibration.js'
import { distinct } from './observed.js'

export interface Answer {
  readonly machine: number | null
  /** Null where nothing is said of them. */
  readonly partitions:
    | readonly {
        readonly queues: readonly number[]
        /** Null where the partition may be larger. */
        readonly size: number | null
        /** Places in this list. */
        readonly overlaps: readonly number[]
      }[]
    | null
  readonly order: string | null
  readonly algorithm: string | null
  /** Null where nothing is said of them. */
  readonly limits:
    | readonly { readonly kind: string; readonly value: number; readonly queue?: number }[]
    | null
  readonly maintenance: { readonly start: number; readonly duration: number } | null
  readonly cannotTell: readonly string[]
}

const KINDS = { 'user-jobs': 'userJobs', 'user-processors': 'userProcs', 'queue-jobs': 'queueJobs' } as const

export function answerOf({
  observed,
  structure,
  sizes: known,
  built,
  order,
  algorithm,
  cannotTell,
}: Calibration): Answer {
  const { layout, limits, machine } = structure
  const maintenance = structure.maintenance && {
    start: structure.maintenance.start,
    duration: structure.maintenance.duration,
  }
  if (!built)
    return { machine: null, partitions: null, order, algorithm, limits: null, maintenance, cannotTell }
  const { sizes } = kindsOf(layout.partitions)
  const partitions =
    layout.partitions.length < 2
      ? []
      : layout.partitions.map(({ jobs }, place) => ({
          queues:
            jobs === null || jobs.queues.length > 0
              ? (jobs?.queues ?? [])
              : distinct(
                  observed.queue.filter((_, row) => jobs.partitions.includes(observed.partition[row])),
                ),
          size: known[place] ? sizes[place] : null,
          overlaps: layout.overlaps.flatMap(([a, b]) => (a === place ? [b] : b === place ? [a] : [])),
        }))
  return {
    ...{ machine, partitions, order, algorithm },
    limits: limits.flatMap((limit) =>
      limit.kind === 'running'
        ? []
        : [
            {
              kind: KINDS[limit.kind],
              value: limit.value,
              ...(limit.kind === 'queue-jobs' && { queue: limit.queue }),
            },
          ],
    ),
    maintenance,
    cannotTell,
  }
}
