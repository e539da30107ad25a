/**
 * A recorded run of a Slurm done again: jobs come, are held and cancelled as they were, and run as long as they did; when and
 * where they start, and what follows of it (shares, priorities, dependencies, requeues), is simulated.
 */
import { groupedBy } from '../../core/grouping.js'
import { ascending, largestOf, median, smallestOf } from '../../core/statistics.js'
import { sizeClass, sizeLabel } from '../../trace/job-ranges.js'
import { hasStarted } from '../../trace/sacct/collect.js'
import type { SlurmRecord } from '../../trace/sacct/record.js'
import type { WatchedDependency } from '../../trace/slurm-run/index.js'
import { Eligibility, type Execution, executionsOf } from './executions.js'
import type { WatchedSite } from './forced-cycles.js'
import type { PriorityLedger } from './ledger.js'
import { clusterOf, JobMaker, partitionNames } from './recorded-jobs.js'
import { firstComputation, type RecordedRun, sharesKnownAtStart } from './recorded-priorities.js'
import { type ComparedJob, type RunAgreement, runAgreement } from './run-agreement.js'
import { type ControllerStep, runController, type WaitingJobs } from './scheduler/controller.js'
import type { SlurmJob } from './scheduler/queue.js'
import { type ByHand, SitePriorities } from './site-priorities.js'

export type FreeRunSite = WatchedSite & RecordedRun

export interface FreeRun extends RunAgreement {
  /** Jobs that were cancelled before they started, and press on the queue until then. */
  readonly cancelled: number
}

/** Simulated runs, whose cycles of backfill are each so much of bf_interval later: the first as the site's own. */
const RUNS = 8

export function freeRun(site: FreeRunSite): FreeRun {
  const runs = Array.from({ length: RUNS }, (_, k) => new RunAgain(site, k / RUNS))
  return {
    ...runAgreement(runs[0].compared(runs)),
    cancelled: site.records.filter((record) => !hasStarted(record) && !Number.isNaN(record.end)).length,
  }
}

class RunAgain implements WaitingJobs {
  readonly #site: FreeRunSite
  readonly #executions: readonly Execution[]
  readonly #eligibility: Eligibility
  readonly #maker: JobMaker
  readonly #jobs: readonly SlurmJob[]
  readonly #priorities: SitePriorities
  readonly #ledger: PriorityLedger
  readonly #byHand: ReadonlyMap<number, readonly (ByHand & { readonly at: number })[]>
  readonly #partitions: readonly string[]
  /** Places of the executions of each job. */
  readonly #places: ReadonlyMap<number, readonly number[]>
  /** The instant at which each that came could be started; Infinity while others have to start or end first. */
  readonly #ready: Float64Array
  readonly #start: Float64Array
  readonly #ended: Float64Array
  #asked = 0

  constructor(site: FreeRunSite, phase: number) {
    this.#site = site
    this.#executions = executionsOf(site.records, site.log).toSorted((a, b) => a.submit - b.submit)
    this.#eligibility = new Eligibility(site.watched, site.log)
    this.#maker = new JobMaker(site, site.watched)
    this.#jobs = this.#executions.map(({ record }, k) => this.#maker.job(record, k, record.limit))
    this.#partitions = partitionNames(site.nodes)
    this.#priorities = new SitePriorities(site)
    const records = new Map(site.records.map((record) => [record.key, record]))
    const first = firstComputation(site, (job) => records.get(job)?.eligible)
    this.#ledger = this.#priorities.ledger({ first, knownAtStart: sharesKnownAtStart(site, first) })
    this.#byHand = byHand(site)
    this.#places = groupedBy(this.#executions.keys(), (place) => this.#executions[place].record.key)
    const count = this.#executions.length
    this.#ready = new Float64Array(count).fill(Number.POSITIVE_INFINITY)
    this.#ended = new Float64Array(count).fill(Number.NaN)
    this.#start = new Float64Array(count).fill(Number.NaN)
    const { scheduler } = site.conf
    const firstSubmit = this.#executions[0]?.submit ?? 0
    const began = site.log.began ?? Math.floor(firstSubmit)
    const lastMain = site.log.configured.findLast((at) => at < firstSubmit)
    const { backfillCycles } = site.log
    const backfilled = site.log.starts.filter((each) => each.scheduler === 'backfill').map(({ at }) => at)
    // What a cycle takes comes on top.
    const interval = periodOf(backfillCycles.length > 0 ? backfillCycles : backfilled, scheduler.interval)
    const nodes = new Map(site.nodes.map(({ name }, node) => [name, node]))
    const cluster = clusterOf(site)
    runController({
      cluster,
      limits: this.#maker.limits(),
      settings: { ...scheduler, interval },
      jobs: this.#executions.map((execution, place) => ({
        job: this.#jobs[place],
        partitions: this.#maker.partitionsOf(execution.record).map((name) => this.#partitions.indexOf(name)),
        ...this.#coming(execution, place),
      })),
      waiting: this,
      steps: [
        ...site.log.nodes.map(({ at, node, up }) => ({
          ...{ at, requests: true },
          act: () => cluster.setUp(nodes.get(node) ?? -1, up),
        })),
        ...this.#changes(),
      ].sort((a, b) => a.at - b.at),
      times: {
        firstLook: lastMain ?? began,
        lookInterval: periodOf(
          site.log.starts.filter((each) => each.scheduler === 'main').map(({ at }) => at),
          1,
        ),
        lastMain: lastMain ?? Number.NEGATIVE_INFINITY,
        firstBackfill: (backfillCycles[0] ?? began + interval) + phase * interval,
      },
    })
  }

  /** The jobs of this run and others of the same site. A start after the watch had ended is none. */
  compared(runs: readonly RunAgain[]): readonly ComparedJob[] {
    const until = endOfWatch(this.#executions)
    const seen = (start: number) => (start <= until ? start : Number.NaN)
    return this.#executions.map(({ record, submit, start }, place) => ({
      classes: [
        `partition ${record.partition}`,
        `QOS ${record.qos}`,
        `cores ${sizeLabel(sizeClass(this.#jobs[place].request.cores))}`,
      ],
      recorded: {
        ready: this.#isThrottled(record)
          ? submit
          : Math.min(start, Math.max(submit, record.eligible || submit)),
        start: Number.isFinite(start) ? start : Number.NaN,
      },
      simulated: runs.map((run) => ({ ready: run.#ready[place], start: seen(run.#start[place]) })),
    }))
  }

  submitted(place: number, at: number): number {
    const { record } = this.#executions[place]
    const held = Math.max(0, this.#eligibleOf(this.#executions[place]) - record.submit)
    // Accounting says of a throttled task when the throttle let it go, which is simulated, and so are dependencies.
    const waitsForOthers = Number.isNaN(held) || this.#dependencies(record).length > 0
    this.#ready[place] = this.#isThrottled(record)
      ? at
      : waitsForOthers
        ? Number.POSITIVE_INFINITY
        : at + held
    const ledgerJob = this.#priorities.ledgerJob(record)
    this.#ledger.submitted(place, { ...ledgerJob, eligible: Math.floor(this.#ready[place]) }, at)
    return this.#ready[place]
  }

  started(place: number, at: number): void {
    this.#start[place] = at
    this.#ledger.started(place, at)
  }

  ended(place: number, at: number): void {
    this.#ended[place] = at
    this.#ledger.ended(place, at)
  }

  at(place: number, at: number): SlurmJob | null {
    const execution = this.#executions[place]
    const { record } = execution
    if (this.#ready[place] === Number.POSITIVE_INFINITY && this.#isFree(execution)) {
      this.#ready[place] = at
      this.#ledger.released(place, at)
    }
    if (this.#ready[place] > at || this.#eligibility.isHeld(execution, at)) return null
    return { ...this.#jobs[place], limit: this.#maker.limitAt(record, at) }
  }

  priority(place: number, partition: number, at: number): number {
    this.#ask(at)
    const priorityState = this.#ledger.priorityStateOf(place, at)
    if (priorityState === undefined) return 0
    const { record } = this.#executions[place]
    const name = this.#partitions[partition]
    const factors = this.#priorities.factors(record, name, priorityState)
    return this.#priorities.priority(record, name, factors, this.#byHandAt(record, at))
  }

  /** When somebody asked for shares. */
  #ask(at: number): void {
    const { asked } = this.#site
    while (this.#asked < asked.length && asked[this.#asked].before <= at) {
      this.#ledger.asked(asked[this.#asked++].before)
    }
  }

  #coming(execution: Execution, place: number) {
    const { record, submit, start, end } = execution
    const others = this.#places.get(record.key) ?? []
    const after = others[others.indexOf(place) - 1] ?? -1
    const before = after < 0 ? null : this.#executions[after]
    const follows = before !== null && Number.isFinite(before.end)
    return {
      submit: follows ? Math.max(0, submit - before.end) : submit,
      after: follows ? after : -1,
      // A job that ran on when the watch ended runs for its limit.
      runtime: Number.isFinite(start) && Number.isFinite(end) ? Math.max(0, end - start) : record.limit,
      cancelled: Number.isFinite(start) ? Number.POSITIVE_INFINITY : end,
    }
  }

  /** The changes of jobs by users and administrators; where no log tells, holds are known by snapshots. */
  #changes(): readonly ControllerStep[] {
    const { events } = this.#site.log
    if (events.length === 0) {
      return this.#site.snapshots.map(({ before }) => ({ at: before, requests: false, act: () => {} }))
    }
    return events.flatMap(({ kind, job, at }) => {
      if (kind !== 'change' && kind !== 'hold' && kind !== 'release') return []
      const act = () => {
        for (const place of this.#places.get(job) ?? []) this.#ledger.changed(place, at)
      }
      return [{ at, requests: true, act }]
    })
  }

  #isThrottled({ array, key }: SlurmRecord): boolean {
    const watched = this.#site.watched.get(array) ?? this.#site.watched.get(key)
    return !Number.isNaN(array) && (watched?.throttle ?? Number.POSITIVE_INFINITY) < Number.POSITIVE_INFINITY
  }

  #dependencies({ key, array }: SlurmRecord): readonly WatchedDependency[] {
    return (this.#site.watched.get(key) ?? this.#site.watched.get(array))?.dependencies ?? []
  }

  /** Whether all that a job depends on has happened; one that never could be started depends on what never did. */
  #isFree(execution: Execution): boolean {
    const { record } = execution
    if (Number.isNaN(this.#eligibleOf(execution))) return false
    return this.#dependencies(record).every(({ job, until }) =>
      (this.#places.get(job) ?? []).every(
        (place) => !Number.isNaN(until === 'start' ? this.#start[place] : this.#ended[place]),
      ),
    )
  }

  /** The instant at which a job became eligible; of one that ran and was held then, Slurm tells none. */
  #eligibleOf({ record, start }: Execution): number {
    const { submit, eligible } = record
    return Number.isNaN(eligible) && Number.isFinite(start) ? submit : eligible
  }

  #byHandAt({ key, array }: SlurmRecord, at: number): ByHand {
    const set = this.#byHand.get(key) ?? this.#byHand.get(array) ?? []
    return set.findLast((each) => each.at <= at) ?? { nice: set[0]?.nice ?? 0, site: 0 }
  }
}

/**
 * The instant from which on nobody could start any more, since the jobs that still waited were cancelled; Infinity where all that
 * did not start was cancelled while others still started. Of jobs that had to start before it those that wait for long are missing
 * in the recorded run, and may not stand in a simulated one.
 */
export function endOfWatch(executions: readonly Pick<Execution, 'start' | 'end'>[]): number {
  const started = executions.filter(({ start }) => Number.isFinite(start))
  const last = largestOf(started.map(({ start }) => start))
  const left = executions.filter(({ start, end }) => !Number.isFinite(start) && !(end <= last))
  if (left.length === 0) return Number.POSITIVE_INFINITY
  const known = started.map(({ start, end }) => (Number.isFinite(end) ? end : start))
  return smallestOf(left.map(({ end }) => (Number.isFinite(end) ? end : largestOf(known))))
}

/** Periods between two instants that are compared with the usual one. */
const MOST_PERIODS = 10

/** How long the period of something really was that happened at some of its instants: the middle of what neighbours say. */
function periodOf(instants: readonly number[], usual: number): number {
  const periods = instants.slice(1).flatMap((at, k) => {
    const count = Math.round((at - instants[k]) / usual)
    return count >= 1 && count <= MOST_PERIODS ? [(at - instants[k]) / count] : []
  })
  return periods.length === 0 ? usual : Math.max(usual, median(ascending(periods)))
}

/** The words of sprio on each job that somebody had set. */
function byHand({ snapshots }: FreeRunSite) {
  const set = new Map<number, (ByHand & { at: number })[]>()
  for (const { before, rows } of snapshots) {
    for (const { job, site, nice } of rows) {
      const known = set.get(job) ?? []
      const last = known.at(-1)
      if (last?.site === site && last.nice === nice) continue
      set.set(job, [...known, { at: before, site, nice }])
    }
  }
  return set
}
