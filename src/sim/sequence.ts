/**
 * Schedules by sequence: first come, first served over any order of the jobs, the whole of them known beforehand (Franke,
 * doctoral thesis, Dortmund 2006, 7.1). No job starts before it is submitted, none before its predecessor in the sequence
 * has started, and each starts as early as that and the machine allow:
 *
 *     start(j) = the least t ≥ max(submit(j), start(predecessor)) at which size(j) processors are free.
 *
 * So a job that is not yet submitted holds up all behind it. By the sequence of submits this is FCFS. Estimates have no
 * part in it. Each job enters and leaves a heap of ends once: O(n log m), m the jobs that run at a time.
 */
import type { JobTable } from '../trace/job-table.js'
import type { Schedule } from './schedule.js'

/** Room that simulations of the same jobs use again. */
export interface SequenceRoom {
  readonly end: Float64Array
  readonly size: Int32Array
}

export function sequenceRoom(jobs: JobTable, processors: number): SequenceRoom {
  const most = Math.min(jobs.length, processors) + 1
  return { end: new Float64Array(most), size: new Int32Array(most) }
}

/**
 * @param jobs ready to run (prepare.ts): sizes within the machine, no run time missing
 * @param sequence every row of `jobs` once, which is not checked
 * @param room of `sequenceRoom` for these jobs and processors; its own where absent
 */
export function simulateSequence(
  jobs: JobTable,
  processors: number,
  sequence: Int32Array,
  room: SequenceRoom = sequenceRoom(jobs, processors),
): Schedule {
  const { submit, runtime, size } = jobs
  const start = new Float64Array(sequence.length)
  const ends = room.end
  const sizes = room.size
  let running = 0
  let free = processors
  let now = Number.NEGATIVE_INFINITY
  for (let place = 0; place < sequence.length; place++) {
    const job = sequence[place]
    const needed = size[job]
    if (submit[job] > now) now = submit[job]
    // Those that have ended by now leave only when their processors are needed.
    while (free < needed) {
      if (ends[0] > now) now = ends[0]
      free += sizes[0]
      running--
      const end = ends[running]
      let hole = 0
      for (;;) {
        let child = 2 * hole + 1
        if (child >= running) break
        if (child + 1 < running && ends[child + 1] < ends[child]) child++
        if (end <= ends[child]) break
        ends[hole] = ends[child]
        sizes[hole] = sizes[child]
        hole = child
      }
      ends[hole] = end
      sizes[hole] = sizes[running]
    }
    free -= needed
    start[job] = now
    const end = now + runtime[job]
    let hole = running++
    while (hole > 0) {
      const parent = (hole - 1) >> 1
      if (ends[parent] <= end) break
      ends[hole] = ends[parent]
      sizes[hole] = sizes[parent]
      hole = parent
    }
    ends[hole] = end
    sizes[hole] = needed
  }
  return { jobs, processors, start }
}

/**
 * The jobs by blocks of user groups: the first block's before the second's, those of a block in the order of submit. Jobs
 * whose group is in no block go with the last one.
 */
export function sequenceByGroups(
  { group, length }: JobTable,
  blocks: readonly (readonly number[])[],
): Int32Array {
  const last = Math.max(0, blocks.length - 1)
  const blockOf = new Map(blocks.flatMap((block, k) => block.map((each) => [each, k] as const)))
  const highest = group.reduce((most, each) => Math.max(most, each), 0)
  const place = Int32Array.from({ length: highest + 1 }, (_, each) => blockOf.get(each) ?? last)
  const next = new Int32Array(last + 2)
  for (let row = 0; row < length; row++) next[place[group[row]] + 1]++
  for (let block = 1; block < next.length; block++) next[block] += next[block - 1]
  const sequence = new Int32Array(length)
  for (let row = 0; row < length; row++) sequence[next[place[group[row]]]++] = row
  return sequence
}
