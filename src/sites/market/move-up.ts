/**
 * Reservations of one machine that move up when jobs end before their estimates (docs/sites.md): at each end, all that
 * wait, by planned starts, take the earliest start at which as many nodes are idle throughout.
 *
 * A job is tried again only where nodes have become idle since it was tried in vain, and only for starts that these allow:
 * what is reserved meanwhile takes starts away, and later instants bring none that was not there before.
 */
import type { Part, Reached } from './co-allocation.js'
import type { MachinePlan } from './plan.js'

/** A contract in one piece that has not begun. */
export interface Movable {
  start: number
  /** Seconds by which it is planned. */
  readonly estimate: number
  readonly notBefore: number
  parts: readonly Part[]
  readonly row: number
}

export class MoveUpQueue<Job extends Movable> {
  readonly #at: Reached
  /** By planned starts, then rows; those before `#first` have begun. */
  readonly #jobs: Job[] = []
  #first = 0
  /** How often nodes had become idle when a job was tried in vain; none: never tried. */
  readonly #tried = new Map<Job, number>()
  /** Jobs that were never tried. */
  readonly #fresh: Job[] = []
  /** How often nodes have become idle, when it was, and from which instant on: both ascend, as a later one hides others. */
  #freed = 0
  #freedAt: number[] = []
  #freedFrom: number[] = []

  constructor(at: Reached) {
    this.#at = at
  }

  add(job: Job): void {
    this.#jobs.splice(this.#placeOf(job), 0, job)
    this.#fresh.push(job)
  }

  /** Nodes have become idle from an instant on. */
  free(start: number): void {
    while (this.#freedFrom.length > 0 && this.#freedFrom[this.#freedFrom.length - 1] >= start) {
      this.#freedAt.pop()
      this.#freedFrom.pop()
    }
    this.#freedAt.push(++this.#freed)
    this.#freedFrom.push(start)
  }

  /** @param moved is told of each job whose start is another now */
  moveUp(now: number, moved: (job: Job) => void): void {
    const jobs = this.#jobs
    while (this.#first < jobs.length && jobs[this.#first].start <= now)
      this.#tried.delete(jobs[this.#first++])
    if (this.#first > 1000 && 2 * this.#first > jobs.length) {
      jobs.splice(0, this.#first)
      this.#first = 0
    }
    let untried = 0
    let k = jobs.length
    for (const job of this.#fresh) {
      if (job.start <= now) continue
      untried++
      k = Math.min(k, this.#placeOf(job))
    }
    this.#fresh.length = 0
    if (this.#freedFrom.length > 0) k = this.#first
    const before = this.#freed
    let any = false
    for (; k < jobs.length && (untried > 0 || this.#freedFrom.length > 0); k++) {
      const job = jobs[k]
      const tried = this.#tried.get(job)
      if (tried === undefined) untried--
      const from = tried === undefined ? Number.NEGATIVE_INFINITY : this.#freedSince(tried)
      if (from < job.start + job.estimate && this.#move(job, now, from)) {
        moved(job)
        any = true
      }
      this.#tried.set(job, this.#freed)
    }
    if (any) {
      const rest = jobs.splice(this.#first).sort(byStart)
      for (const job of rest) jobs.push(job)
    }
    // All have been tried since.
    const known = this.#freedAt.findIndex((at) => at > before)
    this.#freedAt = known < 0 ? [] : this.#freedAt.slice(known)
    this.#freedFrom = known < 0 ? [] : this.#freedFrom.slice(known)
  }

  /** @param from the first instant at which nodes have become idle since the job was tried */
  #move(job: Job, now: number, from: number): boolean {
    const { plan } = this.#at
    const { start, estimate } = job
    const [{ nodes }] = job.parts
    plan.release({ nodes, start, end: start + estimate })
    // A second of slack for what subtraction rounds.
    const least = Math.max(now, job.notBefore, from - estimate - 1)
    const found = earliest(plan, nodes.length, estimate, least, start)
    const placed = found ?? { start, nodes }
    plan.reserve({ nodes: placed.nodes, start: placed.start, end: placed.start + estimate })
    if (found === null) return false
    job.start = found.start
    job.parts = [{ at: this.#at, nodes: found.nodes }]
    const same = nodes.every((node, k) => node === found.nodes[k])
    this.free(same ? Math.max(start, found.start + estimate) : start)
    return true
  }

  #freedSince(tried: number): number {
    const at = this.#freedAt
    let [low, high] = [0, at.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (at[middle] <= tried) low = middle + 1
      else high = middle
    }
    return this.#freedFrom[low] ?? Number.POSITIVE_INFINITY
  }

  #placeOf(job: Job): number {
    let [low, high] = [this.#first, this.#jobs.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (byStart(this.#jobs[middle], job) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}

function byStart(a: Movable, b: Movable): number {
  return a.start - b.start || a.row - b.row
}

/** The earliest start before `before` at which so many nodes are idle throughout; the lowest of them. */
function earliest(plan: MachinePlan, count: number, seconds: number, now: number, before: number) {
  const nodes = Array.from({ length: plan.nodes }, (_, node) => node)
  const begins = nodes.flatMap((node) => plan.idle(node, now, before).map(([begin]) => begin))
  for (const start of [...new Set(begins)].sort((a, b) => a - b)) {
    const idle = nodes.filter((node) => plan.isIdle(node, start, start + seconds))
    if (idle.length >= count) return { start, nodes: idle.slice(0, count) }
  }
  return null
}
