/**
 * FCFS and EASY in submit order by the default rules, in one loop: the two policies that all others are measured
 * against, and by far the most often simulated.
 *
 * It does what `Engine` does with `HeadPass` or `EasyPass` (which say why only newly submitted jobs need a look while
 * one head stays blocked; running.ts says how gaps in the planned ends are used, waiting.ts how blocks are skipped),
 * but with all that the loop reads in contiguous columns of its own and without a call in it, which is worth a third
 * of the time. The conformance suite holds both to the same twin.
 */
import type { JobTable } from '../../trace/job-table.js'
import type { Ceiling } from '../ceiling.js'

const BLOCK_BITS = 4
const BLOCK = 1 << BLOCK_BITS
/** Size of a vacated place in the queue: fits nowhere. */
const VACANT = 0x7fffffff

/**
 * Starts of the jobs; null where `ceiling` had the simulation given up.
 * @param jobs sizes at most `processors`; with `backfills`, no run time above its estimate
 * @param backfills EASY; FCFS otherwise
 */
export function simulateInOrder(
  jobs: JobTable,
  processors: number,
  backfills: boolean,
  ceiling: Ceiling | null,
): Float64Array | null {
  const { submit, runtime, estimate, size, length } = jobs
  const starts = new Float64Array(length).fill(Number.NaN)
  let next = 0
  let free = processors

  // The running jobs, each in a place of its own: a heap of (end, place), and what a completion needs of the job.
  const most = Math.min(length, processors) + 1
  const heapEnd = new Float64Array(most)
  const heapPlace = new Int32Array(most)
  let running = 0
  const placeSize = new Int32Array(most)
  const placePlanned = new Float64Array(most)
  const places = Int32Array.from({ length: most }, (_, k) => k)

  // Planned ends, ascending, with gaps (no processors); the first entry is no gap.
  const plannedRoom = 4 * most + 64
  const plannedEnd = new Float64Array(plannedRoom)
  const plannedSize = new Int32Array(plannedRoom)
  let planFirst = 0
  let planEnd = 0

  // The waiting jobs, in blocks that know a lower bound of their sizes and estimates.
  let room = 1024
  let queueJob = new Int32Array(room)
  let queueSize = new Int32Array(room)
  let queueEstimate = new Float64Array(room)
  let blockSize = new Int32Array(room / BLOCK)
  let blockEstimate = new Float64Array(room / BLOCK)
  /** 1: a job has left the block since its bounds were exact. */
  let blockStale = new Uint8Array(room / BLOCK)
  let first = 0
  let end = 0
  let waiting = 0

  // The blocked head's reservation; jobs before `fresh` have been looked at since it was made.
  let shadow = 0
  let extra = 0
  let fresh = 0
  let moved = true

  const starting = new Int32Array(most)
  let look = ceiling === null ? length + 1 : ceiling.next

  for (;;) {
    const arrival = next < length ? submit[next] : Number.POSITIVE_INFINITY
    const completion = running > 0 ? heapEnd[0] : Number.POSITIVE_INFINITY
    const now = arrival < completion ? arrival : completion
    if (now === Number.POSITIVE_INFINITY) return starts
    if (next >= look && ceiling !== null) {
      if (ceiling.exceeded(starts, next, now)) return null
      look = ceiling.next
    }
    let count = 0

    while (running > 0 && heapEnd[0] === now) {
      const place = heapPlace[0]
      running--
      const lastEnd = heapEnd[running]
      const lastPlace = heapPlace[running]
      let hole = 0
      for (;;) {
        let child = 2 * hole + 1
        if (child >= running) break
        if (child + 1 < running && heapEnd[child + 1] < heapEnd[child]) child++
        if (lastEnd <= heapEnd[child]) break
        heapEnd[hole] = heapEnd[child]
        heapPlace[hole] = heapPlace[child]
        hole = child
      }
      heapEnd[hole] = lastEnd
      heapPlace[hole] = lastPlace
      places[running] = place
      const released = placeSize[place]
      free += released
      moved = true
      if (!backfills) continue
      const planned = placePlanned[place]
      let at = planFirst
      let high = planEnd
      while (at < high) {
        const middle = (at + high) >> 1
        if (plannedEnd[middle] < planned) at = middle + 1
        else high = middle
      }
      while (plannedSize[at] !== released) at++
      plannedSize[at] = 0
      if (at === planFirst) {
        do at++
        while (at < planEnd && plannedSize[at] === 0)
        planFirst = at
      }
    }

    if (arrival === now) {
      do {
        const job = next++
        const needed = size[job]
        if (waiting === 0 && needed <= free) {
          free -= needed
          starting[count++] = job
          continue
        }
        if (end === room || end - first > 2 * waiting + BLOCK) {
          if (waiting * 2 > room) {
            room *= 2
            queueJob = enlarged(queueJob, room)
            queueSize = enlarged(queueSize, room)
            queueEstimate = enlarged(queueEstimate, room)
            blockSize = new Int32Array(room / BLOCK)
            blockEstimate = new Float64Array(room / BLOCK)
            blockStale = new Uint8Array(room / BLOCK)
          }
          let to = 0
          let seen = 0
          for (let from = first; from < end; from++) {
            if (from === fresh) seen = to
            if (queueSize[from] === VACANT) continue
            queueJob[to] = queueJob[from]
            queueSize[to] = queueSize[from]
            queueEstimate[to] = queueEstimate[from]
            to++
          }
          fresh = fresh >= end ? to : seen
          first = 0
          end = to
          for (let block = 0; block << BLOCK_BITS < end; block++) {
            bound(block, queueSize, queueEstimate, blockSize, blockEstimate, end)
          }
          blockStale.fill(0)
        }
        const block = end >> BLOCK_BITS
        const asked = estimate[job]
        if ((end & (BLOCK - 1)) === 0) {
          blockSize[block] = needed
          blockEstimate[block] = asked
          blockStale[block] = 0
        } else {
          if (needed < blockSize[block]) blockSize[block] = needed
          if (asked < blockEstimate[block]) blockEstimate[block] = asked
        }
        queueJob[end] = job
        queueSize[end] = needed
        queueEstimate[end] = asked
        end++
        waiting++
      } while (next < length && submit[next] === now)
    }

    // Twice at most: heads that fit, then jobs behind a head that does not.
    for (let behind = false; ; behind = true) {
      if (!behind) {
        while (waiting > 0 && queueSize[first] <= free) {
          free -= queueSize[first]
          starting[count++] = queueJob[first]
          queueSize[first] = VACANT
          queueEstimate[first] = Number.POSITIVE_INFINITY
          blockStale[first >> BLOCK_BITS] = 1
          waiting--
          moved = true
          do first++
          while (first < end && queueSize[first] === VACANT)
        }
      } else {
        let slot = fresh
        if (moved) {
          let then = free
          let k = planFirst
          const needed = queueSize[first]
          while (then < needed) then += plannedSize[k++]
          shadow = plannedEnd[k - 1]
          while (k < planEnd && plannedEnd[k] === shadow) then += plannedSize[k++]
          extra = then - needed
          moved = false
          slot = first
        }
        if (slot <= first) slot = first + 1
        while (slot < end && free > 0) {
          const block = slot >> BLOCK_BITS
          let stop = (block + 1) << BLOCK_BITS
          const least = blockSize[block]
          if (least <= free && (least <= extra || now + blockEstimate[block] <= shadow)) {
            if (stop > end) stop = end
            const before = count
            for (; slot < stop; slot++) {
              const needed = queueSize[slot]
              if (needed > free) continue
              if (now + queueEstimate[slot] > shadow) {
                if (needed > extra) continue
                extra -= needed
              }
              free -= needed
              starting[count++] = queueJob[slot]
              queueSize[slot] = VACANT
              queueEstimate[slot] = Number.POSITIVE_INFINITY
              waiting--
            }
            // The bound promised a job that was not there, perhaps because one has left: make it exact.
            if (count !== before) blockStale[block] = 1
            else if (blockStale[block] === 1) {
              bound(block, queueSize, queueEstimate, blockSize, blockEstimate, end)
              blockStale[block] = 0
            }
          }
          slot = stop
        }
        fresh = end
      }

      for (let k = 0; k < count; k++) {
        const job = starting[k]
        starts[job] = now
        const needed = size[job]
        const place = places[running]
        placeSize[place] = needed
        const jobEnd = now + runtime[job]
        let hole = running++
        while (hole > 0) {
          const parent = (hole - 1) >> 1
          if (heapEnd[parent] <= jobEnd) break
          heapEnd[hole] = heapEnd[parent]
          heapPlace[hole] = heapPlace[parent]
          hole = parent
        }
        heapEnd[hole] = jobEnd
        heapPlace[hole] = place
        if (!backfills) continue
        if (planEnd === plannedRoom) {
          let to = 0
          for (let from = planFirst; from < planEnd; from++) {
            if (plannedSize[from] === 0) continue
            plannedEnd[to] = plannedEnd[from]
            plannedSize[to++] = plannedSize[from]
          }
          planFirst = 0
          planEnd = to
        }
        let planned = now + estimate[job]
        let held = needed
        placePlanned[place] = planned
        let at = planEnd
        if (at > planFirst && plannedEnd[at - 1] > planned) {
          let low = planFirst
          at--
          while (low < at) {
            const middle = (low + at) >> 1
            if (plannedEnd[middle] <= planned) low = middle + 1
            else at = middle
          }
          if (at > planFirst && plannedSize[at - 1] === 0) at--
        }
        while (at < planEnd && plannedSize[at] !== 0) {
          const movedEnd = plannedEnd[at]
          const movedSize = plannedSize[at]
          plannedEnd[at] = planned
          plannedSize[at] = held
          planned = movedEnd
          held = movedSize
          at++
        }
        plannedEnd[at] = planned
        plannedSize[at] = held
        if (at === planEnd) planEnd++
      }
      count = 0
      if (behind || !backfills || waiting < 2 || free === 0) break
    }
  }
}

/** Makes a block's lower bounds exact. */
function bound(
  block: number,
  sizes: Int32Array,
  estimates: Float64Array,
  blockSize: Int32Array,
  blockEstimate: Float64Array,
  end: number,
): void {
  const from = block << BLOCK_BITS
  const stop = Math.min(from + BLOCK, end)
  let least = VACANT
  let shortest = Number.POSITIVE_INFINITY
  for (let slot = from; slot < stop; slot++) {
    if (sizes[slot] < least) least = sizes[slot]
    if (estimates[slot] < shortest) shortest = estimates[slot]
  }
  blockSize[block] = least
  blockEstimate[block] = shortest
}

function enlarged<T extends Int32Array | Float64Array>(column: T, length: number): T {
  const larger = (column instanceof Int32Array ? new Int32Array(length) : new Float64Array(length)) as T
  larger.set(column)
  return larger
}
