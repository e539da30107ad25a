/**
 * Multi-site processing (rules G7 and G8): one queue for the whole grid and EASY over the sum of free nodes. A job takes one
 * site if one has enough nodes free; else it is split over several, and takes longer by the overhead of communication.
 */

import { HeadReservation } from '../../sim/algorithms/reservation.js'
import { Engine } from '../../sim/engine/engine.js'
import { DEFAULT_SEMANTICS } from '../../sim/index.js'
import type { StaticRanking } from '../../sim/order.js'
import type { Pass, SchedulerView } from '../../sim/scheduler.js'
import { type JobTable, replaceColumns } from '../../trace/job-table.js'
import { GridNodes } from './nodes.js'
import type { Fragment, GridSchedule } from './schedule.js'
import type { GridWorkload } from './workload.js'

/** Placements of jobs of a grid that is one queue: the nodes that they take, and how long they take on them. */
export class Placement {
  readonly nodes: GridNodes
  readonly #jobs: JobTable
  readonly #overhead: number

  /** @param jobs those of the simulation, whose times are written over where a job is split */
  constructor(jobs: JobTable, sites: readonly number[], overhead: number) {
    this.nodes = new GridNodes(sites, jobs.size)
    this.#jobs = jobs
    this.#overhead = overhead
  }

  /** The estimate of a job that is split. */
  extended(job: number): number {
    return this.#longer(this.#jobs.estimate[job])
  }

  /** Gives a job nodes of several sites; from now on it takes as long as it does on these. */
  split(job: number, usable: ArrayLike<number>): readonly Fragment[] {
    const fragments = this.nodes.takeSplit(job, usable)
    const { runtime, estimate } = this.#jobs
    runtime[job] = this.#longer(runtime[job])
    estimate[job] = this.#longer(estimate[job])
    return fragments
  }

  /** Whole numbers and one division, rounded up. */
  #longer(seconds: number): number {
    return Math.ceil(((100 + this.#overhead) * seconds) / 100)
  }
}

/**
 * Runs jobs by a pass over the nodes of all sites together.
 * @param overhead percent that a job in several fragments takes longer
 */
export function simulateOneQueue(
  workload: GridWorkload,
  sites: readonly number[],
  overhead: number,
  pass: (view: SchedulerView, placement: Placement) => Pass,
): GridSchedule {
  const processors = sites.reduce((sum, nodes) => sum + nodes, 0)
  const jobs = replaceColumns(workload.jobs, {})
  const placement = new Placement(jobs, sites, overhead)
  const ranking = inOrder(jobs)
  const engine = new Engine({
    jobs,
    processors,
    rules: DEFAULT_SEMANTICS,
    scheduler: {
      queues: [{ ranking, asksHead: true }],
      rankings: [ranking],
      plans: true,
      // Which nodes a job takes is for the pass to say.
      immediate: false,
      accounts: [],
      pass: (view) => pass(view, placement),
    },
    origin: jobs.submit[0] ?? 0,
    live: null,
  })
  engine.advance(Number.POSITIVE_INFINITY)
  const start = engine.running.starts
  const end = start.map((from, row) => from + jobs.runtime[row])
  const { site, split } = placement.nodes
  return { ...workload, sites, start, end, site, split }
}

function inOrder({ submit }: JobTable): StaticRanking {
  return {
    kind: 'static',
    keys: submit,
    score: (out, queue, n) => {
      for (let k = 0; k < n; k++) out[k] = submit[queue[k]]
    },
  }
}

/**
 * EASY over the sum of free nodes. As in EASY on one machine only jobs that no sweep has seen need a look while the head stays
 * blocked and no node comes free: what had to be split then would have to be split now.
 */
export class MultiSitePass implements Pass {
  readonly #engine: SchedulerView
  readonly #placement: Placement
  readonly #reservation = new HeadReservation()
  #sweptFor = -1

  constructor(engine: SchedulerView, placement: Placement) {
    this.#engine = engine
    this.#placement = placement
  }

  ended(job: number): void {
    this.#placement.nodes.release(job)
  }

  run(): void {
    const engine = this.#engine
    const { waiting, running, size } = engine
    const { count } = waiting
    const { nodes } = this.#placement
    let head = engine.head()
    for (; head >= 0 && size[head] <= engine.free; head = engine.head()) {
      this.#start(head, nodes.tightest(size[head]))
    }
    if (head < 0) {
      this.#sweptFor = -1
      engine.released = false
      return
    }
    if (head !== this.#sweptFor || engine.released || waiting.count !== count || running.overrun()) {
      waiting.fresh = waiting.first
      this.#reservation.update(engine, size[head])
      this.#sweptFor = head
      engine.released = false
    }
    if (engine.free > 0 && waiting.fresh < waiting.end) this.#sweep(head)
    waiting.fresh = waiting.end
  }

  #sweep(head: number): void {
    const engine = this.#engine
    const { waiting, size, estimate } = engine
    const reservation = this.#reservation
    const { now } = engine
    const { deadline } = reservation
    waiting.free = engine.free
    waiting.extra = reservation.extra
    waiting.now = now
    waiting.deadline = deadline
    for (let slot = waiting.nextFit(waiting.fresh); slot >= 0; slot = waiting.nextFit(slot + 1)) {
      const job = waiting.job[slot]
      if (job === head) continue
      const site = this.#placement.nodes.tightest(size[job])
      const expected = site >= 0 ? estimate[job] : this.#placement.extended(job)
      if (now + expected > deadline) {
        if (size[job] > reservation.extra) continue
        reservation.extra -= size[job]
        waiting.extra = reservation.extra
      }
      this.#start(job, site)
      waiting.free = engine.free
      if (engine.free === 0) return
    }
  }

  /** @param site −1: over several sites */
  #start(job: number, site: number): void {
    const { nodes } = this.#placement
    if (site >= 0) nodes.take(job, site)
    else this.#placement.split(job, nodes.free)
    this.#engine.start(job)
  }
}
