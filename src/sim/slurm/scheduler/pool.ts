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
import type { BackfillStarts, Cycles, PlannedStart } from './cycles.js'
import type { QueueEntry, RunningJob, Start } from './queue.js'

const ANYWHERE: Placement = { nodes: [], cores: [] }

export class PoolCycles implements Cycles {
  readonly takesWhole = true
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
    return this.#cycle(running, queue, now, null)
  }

  planned(
    running: readonly RunningJob[],
    queue: readonly QueueEntry[],
    now: number,
  ): readonly PlannedStart[] {
    const planned: PlannedStart[] = []
    new PoolCycles(this.#free, this.#settings).#cycle(running, queue, now, planned)
    return planned
  }

  /** @param planned is given the planned starts, those at once too, of all that the cycle looks at; null: nobody asks */
  #cycle(
    running: readonly RunningJob[],
    queue: readonly QueueEntry[],
    now: number,
    planned: PlannedStart[] | null,
  ): BackfillStarts {
    const { window } = this.#settings
    const starts: Start[] = []
    const { tested, count } = this.#tested(queue)
    const places: number[] = []
    // Who is planned beyond the window, or not looked at, takes nothing from those behind; going back it finds no more.
    const kept = { places, within: count < queue.length ? count : Number.POSITIVE_INFINITY }
    let last = count - 1
    if (planned === null) while (last >= 0 && !tested[last].job.component && !this.fits(tested[last])) last--
    if (last < 0) return { starts, until: Number.POSITIVE_INFINITY, ...(tested === queue && { kept }) }
    let first = 0
    while (first <= last && !tested[first].job.component) first++
    const components = new Components(first <= last ? queue : [])
    // A job at its limit changes this, and so does a plan that comes into the window.
    let until = running.length === 0 ? Number.POSITIVE_INFINITY : running[0].end
    this.#expect(running, now)
    for (let k = 0; k <= last; k++) {
      // Plans only take: who could not start now beside them cannot later, and behind the last who could nobody matters.
      if (planned === null && !components.any) while (last >= k && !this.#couldStart(tested[last])) last--
      if (k > last) break
      const entry = tested[k]
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
      planned?.push({ entry, start })
      if (component) {
        if (start === now) components.couldStart({ entry, placement: ANYWHERE })
        if (!components.planned(entry, start)) continue
      } else if (start === now) {
        starts.push(this.#start(entry))
        this.#profile.takeFound(cores, limit)
        continue
      }
      this.#profile.takeFound(cores, roundedDown(start + limit, this.#settings) - start)
      places.push(k)
    }
    for (const together of components.complete()) {
      // A plan that is rounded down to nothing keeps nothing.
      if (together.reduce((sum, { entry }) => sum + entry.job.request.cores, 0) > this.#free) continue
      for (const { entry } of together) starts.push(this.#start(entry))
    }
    return { starts, until, ...(tested === queue && !components.any && { kept }) }
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

  /** Whether a job could start now beside what is planned so far. */
  #couldStart(entry: QueueEntry): boolean {
    const { request, limit } = entry.job
    return this.fits(entry) && this.#profile.fitsNow(request.cores, limit + 1)
  }

  /** The entries that a cycle looks at: so many, from the first. */
  #tested(queue: readonly QueueEntry[]): {
    readonly tested: readonly QueueEntry[]
    readonly count: number
  } {
    const { mostTested, mostOfPartition, mostOfUser } = this.#settings
    if (mostOfPartition === 0 && mostOfUser === 0)
      return { tested: queue, count: Math.min(queue.length, mostTested) }
    const bounds = new CycleBounds(this.#settings)
    const tested = queue.filter((entry) => !bounds.exhausted && bounds.admit(entry))
    return { tested, count: tested.length }
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
