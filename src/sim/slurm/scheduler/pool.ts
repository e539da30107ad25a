/**
 * The cycles of both schedulers on processors that nothing tells apart. As on nodes the main scheduler stops at the first job
 * that does not fit, and backfill gives each job of the queue in its order the first time at which it can run beside what
 * runs and what is planned, by the ends of time limits in their windows. Other than on nodes, where plans keep whole ones,
 * plans keep as many processors as the job asks for, from when these come free on until its end, rounded down. Components of a
 * heterogeneous job are planned, each for no time before those planned already, and started by backfill alone at the end of a
 * cycle, if all of them could start at once.
 */
import { AvailabilityProfile } from '../../profile.js'
import { type BackfillSettings, freedAt, roundedDown, Windows } from './backfill-times.js'
import type { Placement } from './cluster.js'
import { Components } from './components.js'
import { CycleBounds } from './cycle-bounds.js'
import type { BackfillStarts, Cycles } from './cycles.js'
import type { QueueEntry, RunningJob, Start } from './queue.js'

const ANYWHERE: Placement = { nodes: [], cores: [] }

export class PoolCycles implements Cycles {
  readonly #settings: BackfillSettings
  readonly #profile = new AvailabilityProfile()
  #free: number

  constructor(processors: number, settings: BackfillSettings) {
    this.#free = processors
    this.#settings = settings
  }

  main(queue: readonly QueueEntry[], depth: number): readonly Start[] {
    const starts: Start[] = []
    for (let k = 0; k < queue.length && k < depth && !queue[k].job.component && this.fits(queue[k]); k++)
      starts.push(this.#start(queue[k]))
    return starts
  }

  backfill(running: readonly RunningJob[], queue: readonly QueueEntry[], now: number): BackfillStarts {
    const { window } = this.#settings
    const starts: Start[] = []
    const tested = this.#tested(queue)
    if (tested.length === 0) return { starts, until: Number.POSITIVE_INFINITY }
    const components = new Components(queue)
    const smallest = smallestFrom(tested)
    // A job at its limit changes this, and so does a plan that comes into the window.
    let until = running.length === 0 ? Number.POSITIVE_INFINITY : running[0].end
    this.#expect(running, now)
    for (const [k, entry] of tested.entries()) {
      // Nobody behind could start.
      if (!components.any && smallest[k] > this.#free) break
      const { limit, request, component } = entry.job
      const { cores } = request
      // The last second of a limit counts.
      const start = component
        ? this.#profile.lookFrom(cores, limit + 1, components.latestOf(entry.job, now))
        : this.#profile.look(cores, limit + 1, this.#profile.notBefore(cores, limit + 1))
      if (component) until = now
      if (start > now + window) {
        until = Math.min(until, start - window)
        continue
      }
      if (component) {
        if (start === now) components.couldStart({ entry, placement: ANYWHERE })
        if (!components.planned(entry, start)) continue
      } else if (start === now) {
        starts.push(this.#start(entry))
        this.#profile.takeFound(cores, limit)
        continue
      }
      this.#profile.takeFound(cores, roundedDown(start + limit, this.#settings) - start)
    }
    for (const together of components.complete()) {
      // A plan that is rounded down to nothing keeps nothing.
      if (together.reduce((sum, { entry }) => sum + entry.job.request.cores, 0) > this.#free) continue
      for (const { entry } of together) starts.push(this.#start(entry))
    }
    return { starts, until }
  }

  resumed([entry]: readonly QueueEntry[]): Placement {
    return this.#start(entry).placement
  }

  ended({ job }: RunningJob): void {
    this.#free += job.request.cores
  }

  fits({ job }: QueueEntry): boolean {
    return job.request.cores <= this.#free
  }

  /** The entries that a cycle looks at, up to the last job that could start now if nothing were planned. */
  #tested(queue: readonly QueueEntry[]): readonly QueueEntry[] {
    const bounds = new CycleBounds(this.#settings)
    const tested: QueueEntry[] = []
    let last = 0
    for (const entry of queue) {
      if (bounds.exhausted) break
      if (!bounds.admit(entry)) continue
      tested.push(entry)
      if (entry.job.component || this.fits(entry)) last = tested.length
    }
    tested.length = last
    return tested
  }

  #start(entry: QueueEntry): Start {
    this.#free -= entry.job.request.cores
    return { entry, placement: ANYWHERE }
  }

  /** Begins a plan with what comes free. */
  #expect(running: readonly RunningJob[], now: number): void {
    this.#profile.reset(now, this.#free)
    const windows = new Windows()
    let time = now
    for (let k = 0; k < running.length; ) {
      const until = windows.next(running[k].end)
      let cores = 0
      let last = now
      for (; k < running.length && (cores === 0 || running[k].end <= until); k++) {
        last = running[k].end
        cores += running[k].job.request.cores
      }
      time = Math.max(time, freedAt(last, now, this.#settings.killWait))
      this.#profile.append(time, cores)
    }
  }
}

/** The fewest cores of each job of a queue and those behind it. */
function smallestFrom(queue: readonly QueueEntry[]): Float64Array {
  const smallest = new Float64Array(queue.length)
  let least = Number.POSITIVE_INFINITY
  for (let k = queue.length - 1; k >= 0; k--) {
    least = Math.min(least, queue[k].job.request.cores)
    smallest[k] = least
  }
  return smallest
}
