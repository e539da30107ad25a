/** `slurm:`, an algorithm: Slurm's main scheduler and backfill, cycle by cycle, by any order. */
import { QueuewrightError } from '../../core/errors.js'
import type { Placed } from '../facility/places.js'
import type { Pass, SchedulerView } from '../scheduler.js'
import type { Placement, SlurmRequest } from './scheduler/cluster.js'
import { CycleClock, type CycleSettings } from './scheduler/cycle-clock.js'
import type { Cycles, KeptOrder } from './scheduler/cycles.js'
import { insertRunning, type QueueEntry, type RunningJob, type Start } from './scheduler/queue.js'
import { WaitingOrder } from './waiting-order.js'

/** The machine that jobs are scheduled on. */
export interface SlurmMachine {
  readonly cycles: Cycles
  /** The partitions of a job that has been submitted. */
  readonly partitionsOf: (job: number) => readonly number[]
  /** Number of the heterogeneous job that a job is a component of; −1: of none. */
  readonly hetOf: (job: number) => number
  /** Jobs in partitions of a higher one go before all others. */
  readonly tierOf: (partition: number) => number
  readonly requestOf: (job: number, partition: number) => SlurmRequest
  /** Positive where job `a` goes before `b` whatever the order; null: of no job. */
  readonly urgency: ((a: number, b: number) => number) | null
  /** Whether a job that starts now would run into no maintenance, and the next instant after one at which a window ends. */
  readonly isClear: (job: number) => boolean
  readonly reopens: (now: number) => number
  /** The place of a job that others have put there. */
  readonly placementOf: (job: number, placed: Placed) => Placement
  /** Is told where a job was put. */
  readonly placed: (job: number, placement: Placement, partition: number) => void
}

/** The first job stays the first. */
const FIRST: KeptOrder = { places: [0], within: Number.POSITIVE_INFINITY }

export class SlurmPass implements Pass {
  readonly #view: SchedulerView
  readonly #machine: SlurmMachine
  readonly #clock: CycleClock
  /** The jobs that wait, and the first of the entries of each. */
  readonly #order: WaitingOrder<QueueEntry>
  /** Jobs that wait, by number, as the schedulers know them in each of their partitions, and these for jobs of several. */
  readonly #entries: (readonly QueueEntry[] | undefined)[] = []
  /** Components that have come of each heterogeneous job. */
  readonly #hets = new Map<number, readonly number[]>()
  /** Whether any job may run in several. */
  #several = false
  /** By the ends of their time limits. */
  readonly #running: RunningJob[] = []
  readonly #placed = new Map<number, RunningJob>()
  /** Whether no waiting job could start even if nothing were planned, until a job comes or ends. */
  #isFull = false
  #reopened = Number.POSITIVE_INFINITY
  /** Whether the main scheduler would start nothing until a job comes or ends, or the order changes. */
  #mainIdle = false
  /** The instant before which the same is true of backfill. */
  #backfillIdle = Number.NEGATIVE_INFINITY
  /** The part of the order that has to stay for that; null: all of it. */
  #kept: KeptOrder | null = null
  /** Whether the queue of the last look is the order of all that wait. */
  #isPlain = false
  /** Jobs of the last look at the queue that would run into no maintenance. */
  #clear = 0

  constructor(view: SchedulerView, machine: SlurmMachine, settings: CycleSettings) {
    this.#view = view
    this.#machine = machine
    this.#order = new WaitingOrder(view, machine.urgency, (job) => (this.#entries[job] ?? [])[0])
    this.#clock = new CycleClock(settings, {
      ...{ firstLook: 0, lookInterval: 1, firstBackfill: settings.interval },
      lastMain: Number.NEGATIVE_INFINITY,
    })
  }

  submitted(job: number): void {
    this.#clock.request()
    this.#order.came(job)
    const het = this.#machine.hetOf(job)
    const together = het < 0 ? [job] : [...this.#waitingOf(het), job]
    if (het >= 0) this.#hets.set(het, together)
    // A component alone, of which the log has no other, is a job as all are.
    for (const each of together) this.#entries[each] = this.#entriesOf(each, together.length > 1 ? het : -1)
    if (het >= 0 || !this.#changesNothing(job)) this.#unsettle()
  }

  /** Whether a job that has come starts nobody: neither itself, nor those behind it. */
  #changesNothing(job: number): boolean {
    const { cycles } = this.#machine
    if (!cycles.takesWhole || this.#entries[job]?.some((entry) => cycles.fits(entry))) return false
    return this.#isFull || this.#keptOrder() !== null
  }

  #entriesOf(job: number, het: number): readonly QueueEntry[] {
    const { estimate, jobs } = this.#view
    const partitions = this.#machine.partitionsOf(job)
    if (partitions.length > 1) this.#several = true
    return partitions.map((partition) => ({
      job: {
        ...{ id: job, group: job, array: false, component: het >= 0, het, limits: [] },
        user: jobs.user[job],
        request: this.#machine.requestOf(job, partition),
        limit: estimate[job],
      },
      partition,
    }))
  }

  #waitingOf(het: number): readonly number[] {
    return (this.#hets.get(het) ?? []).filter((job) => this.#entries[job] !== undefined)
  }

  resumed(job: number, placed: Placed | null): void {
    const { cycles, placementOf } = this.#machine
    const entries = this.#entriesOf(job, -1)
    const placement = cycles.resumed(entries, placed === null ? null : placementOf(job, placed))
    const { now, estimate } = this.#view
    if (placement === null) return
    const running = { job: entries[0].job, placement, end: Math.floor(now) + estimate[job] }
    this.#placed.set(job, running)
    insertRunning(this.#running, running)
  }

  ended(job: number): void {
    const running = this.#placed.get(job)
    if (running === undefined) return
    this.#happened()
    this.#machine.cycles.ended(running)
    this.#placed.delete(job)
    this.#running.splice(this.#running.indexOf(running), 1)
  }

  withdrawn(job: number): void {
    this.#happened()
    this.#order.left(job)
    this.#entries[job] = undefined
  }

  corrected(): void {
    const { running, estimate } = this.#view
    const corrected = this.#running.map((each) => {
      const { id } = each.job
      return { ...each, end: Math.floor(running.starts[id]) + estimate[id] }
    })
    this.#running.length = 0
    for (const each of corrected) {
      insertRunning(this.#running, each)
      this.#placed.set(each.job.id, each)
    }
    this.#unsettle()
  }

  wake(): number {
    const { waiting, now } = this.#view
    if (waiting.count === 0) return Number.POSITIVE_INFINITY
    const reopens = this.#machine.reopens(now)
    if (!this.#clock.requested) {
      if (this.#isFull) return reopens
      const until = Math.min(this.#backfillIdle, this.#order.until)
      if (this.#mainIdle && until > now && reopens === Number.POSITIVE_INFINITY) return until
    }
    // Of a pass that has taken over from another the clock still stands where that began.
    return Math.max(now, Math.min(this.#clock.nextMain(now), this.#clock.nextBackfill))
  }

  run(): void {
    const { now } = this.#view
    if (now === this.#reopened) this.#unsettle()
    this.#reopened = this.#machine.reopens(now)
    // Cycles that could start nothing were left out.
    if (this.#clock.nextMain(now) < now || this.#clock.nextBackfill < now) this.#clock.pass(now)
    if (this.#clock.nextMain(now) === now) this.#mainCycle()
    if (this.#clock.nextBackfill === now) this.#backfillCycle()
  }

  #happened(): void {
    this.#clock.request()
    this.#unsettle()
  }

  /** The end of what cycles have found. */
  #unsettle(): void {
    this.#isFull = false
    this.#mainIdle = false
    this.#backfillIdle = Number.NEGATIVE_INFINITY
  }

  #mainCycle(): void {
    const depth = this.#clock.mainBegins(this.#view.now)
    if (this.#isFull || (this.#mainIdle && this.#sameQueue())) return
    const { cycles } = this.#machine
    const queue = this.#queue()
    const starts = queue.length === 0 ? [] : cycles.main(queue, depth, this.#view.now)
    this.#begin(starts)
    this.#mainIdle = starts.length === 0 && (cycles.takesWhole || queue.length <= depth)
  }

  #backfillCycle(): void {
    const { now } = this.#view
    this.#clock.backfillBegins()
    if (this.#isFull || (now < this.#backfillIdle && this.#sameQueue())) return
    const { cycles } = this.#machine
    const queue = this.#queue()
    if (queue.length === 0) return
    const { starts, until, kept = null } = cycles.backfill(this.#running, queue, Math.floor(now))
    if (starts.length === 0 && this.#running.length === 0) this.#begin(this.#firstComponents(queue))
    else this.#begin(starts)
    if (starts.length > 0) return
    this.#backfillIdle = until
    // The main scheduler stops at the first job that cannot start.
    this.#kept = kept === null || kept.places[0] === 0 ? kept : { ...kept, places: [0, ...kept.places] }
  }

  /**
   * Components that keep nodes for each other may be in each other's way for good (slurm.conf(5), bf_hetjob_prio): where nothing
   * runs those of the first job go first.
   */
  #firstComponents(queue: readonly QueueEntry[]): readonly Start[] {
    const { now } = this.#view
    const first = queue.find(({ job }) => job.component)?.job
    if (first === undefined) return []
    const ahead = queue.filter(({ job }) => job.het === first.het)
    const { starts } = this.#machine.cycles.backfill(this.#running, ahead, Math.floor(now))
    if (starts.length === 0 && this.#machine.reopens(now) === Number.POSITIVE_INFINITY) {
      throw new QueuewrightError('job-oversize', `heterogeneous job ${first.het} can never start`, {
        field: 'hetJob',
        value: `${ahead.length} components`,
        expected: 'components that the machine can hold all at once',
        remedy: 'Import the log with --het merge, or correct the machine',
      })
    }
    return starts
  }

  /** Whether the queue of the last look is what it would be now, if no job has come, started or ended since. */
  #sameQueue(): boolean {
    const { isClear, reopens } = this.#machine
    // Of jobs that wait ever fewer are clear until the next window is over.
    const isSame =
      this.#order.holds(this.#keptOrder()) &&
      (reopens(this.#view.now) === Number.POSITIVE_INFINITY ||
        this.#clear === this.#order.last.filter((job) => isClear(job)).length)
    if (!isSame) this.#unsettle()
    return isSame
  }

  /** The part of the order that has to stay for the cycles to find what they found; null: all of it. */
  #keptOrder(): KeptOrder | null {
    if (!this.#isPlain || !this.#machine.cycles.takesWhole) return null
    return this.#backfillIdle === Number.NEGATIVE_INFINITY ? FIRST : this.#kept
  }

  planned(): ReadonlyMap<number, number> {
    const queue = this.#entriesInTurn(this.#sorted())
    const planned = this.#machine.cycles.planned(this.#running, queue, Math.floor(this.#view.now))
    const earliest = new Map<number, number>()
    for (const { entry, start } of planned) {
      const { id } = entry.job
      earliest.set(id, Math.min(start, earliest.get(id) ?? start))
    }
    return earliest
  }

  /** The queue in its order, as the cycles take it: jobs behind the last that could start now if nothing were planned change nothing. */
  #queue(): readonly QueueEntry[] {
    const { cycles, reopens } = this.#machine
    const { waiting, free } = this.#view
    this.#isFull = cycles.takesWhole && !waiting.anyFits(free)
    if (this.#isFull) return []
    // What one scheduler found of the last look holds only as long as that is also this one.
    if (this.#mainIdle || this.#backfillIdle !== Number.NEGATIVE_INFINITY) this.#sameQueue()
    const jobs = this.#sorted()
    this.#isPlain =
      this.#hets.size === 0 && !this.#several && reopens(this.#view.now) === Number.POSITIVE_INFINITY
    if (this.#isPlain) this.#clear = jobs.length
    const entries = this.#isPlain ? this.#order.items : this.#entriesInTurn(jobs)
    if (cycles.takesWhole) return entries
    this.#isFull = !entries.some((entry) => cycles.fits(entry))
    return this.#isFull
      ? []
      : entries.slice(0, 1 + entries.findLastIndex((entry) => entry.job.component || cycles.fits(entry)))
  }

  #sorted(): Int32Array {
    // The first job has stayed the first, but places behind it become others'.
    if (!this.#order.isSettled) this.#backfillIdle = Number.NEGATIVE_INFINITY
    return this.#order.sorted()
  }

  /** The entries of jobs in their order, where not each of them is one that could start. */
  #entriesInTurn(jobs: Int32Array): readonly QueueEntry[] {
    const { isClear, tierOf } = this.#machine
    let entries: QueueEntry[] = []
    this.#clear = 0
    for (const job of jobs) {
      const own = this.#entries[job]
      if (own === undefined || !isClear(job)) continue
      this.#clear++
      for (let k = 0; k < own.length; k++) entries.push(own[k])
    }
    if (this.#hets.size > 0) {
      // None of a job of which another component cannot be started.
      const here = new Set(entries.map(({ job }) => job.id))
      entries = entries.filter(
        ({ job }) => !job.component || this.#waitingOf(job.het).every((each) => here.has(each)),
      )
    }
    if (this.#several) entries.sort((a, b) => tierOf(b.partition) - tierOf(a.partition))
    return entries
  }

  #begin(starts: readonly Start[]): void {
    const view = this.#view
    for (const { entry, placement } of starts) {
      const { job } = entry
      const running = { job, placement, end: Math.floor(view.now) + job.limit }
      this.#entries[job.id] = undefined
      this.#order.left(job.id)
      this.#placed.set(job.id, running)
      insertRunning(this.#running, running)
      this.#machine.placed(job.id, placement, entry.partition)
      view.start(job.id)
    }
    if (starts.length > 0) this.#unsettle()
  }
}
