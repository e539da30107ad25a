/**
 * A part of a simulation that was made, simulated again, perhaps with a change: from an instant at which its state is known from
 * the schedule (`restart-points.ts`) to the start of one job. What comes out is what a fresh simulation of the whole changed log would
 * give, start by start.
 */
import { QueuewrightError } from '../../core/errors.js'
import { gather, selectJobs } from '../../trace/job-table.js'
import { Engine, type EngineSetup } from '../engine/engine.js'
import { type JobCheck, jobCheck } from '../facility/index.js'
import { membersOf } from '../members.js'
import type { Pass } from '../scheduler.js'
import { DEFAULT_SEMANTICS } from '../semantics.js'
import { madeReady, type Simulation } from '../simulate.js'
import { type Change, NO_CHANGE, type Started } from './change.js'
import type { Lasting } from './lasting.js'
import type { Partings } from './partings.js'
import type { RestartPoints } from './restart-points.js'

/** The engine and its pass, while the job waits. */
export interface Watched {
  readonly engine: Engine
  readonly pass: Pass
  /** Row of the job among the jobs of the engine. */
  readonly row: number
  /** The instant at which a pass ran last. */
  ranAt: number
  /** Rows of the whole log by those of the engine. */
  readonly rows: Int32Array
}

export type Watcher = (watched: Watched) => void

/** Rows that are simulated at first behind the submit of the job, and how many times as many where they are too few. */
const FIRST_ROWS = 64
const MORE_ROWS = 8

export class Excerpts {
  readonly #simulation: Simulation
  readonly #schedule: Started
  readonly #restartPoints: RestartPoints
  readonly #lasting: Lasting
  readonly #partings: Partings
  /** Null where a job may ask for whatever the machine has. */
  readonly #checkJob: JobCheck | null

  constructor(
    simulation: Simulation,
    schedule: Started,
    restartPoints: RestartPoints,
    lasting: Lasting,
    partings: Partings,
  ) {
    this.#simulation = simulation
    this.#schedule = schedule
    this.#restartPoints = restartPoints
    this.#lasting = lasting
    this.#partings = partings
    const { facility, policy, rules = DEFAULT_SEMANTICS, predictor } = simulation
    this.#checkJob = facility === undefined ? null : jobCheck(facility, { policy, rules, predictor })
  }

  /**
   * The start of a job, with a change of the log.
   * @throws QueuewrightError as `jobCheck` where the machine can never have the job as it is changed
   * @param watch told after each instant at which something happens while the job waits, from its submit on
   */
  startOf(job: number, change: Change, watch: Watcher | null = null): number {
    const { submit, length } = this.#simulation.jobs
    if (change !== NO_CHANGE) this.#check(job, change)
    const parting = this.#partings.of(job, change)
    const { start } = this.#schedule
    if (parting > start[job]) return start[job]
    const first = this.#restartPoints.at(parting)
    // As many as came until it started: a change for the better needs fewer.
    let end = job + FIRST_ROWS
    while (end < length && submit[end] <= start[job]) end++
    for (;;) {
      const found = this.#within(job, change, first, Math.min(end, length), watch)
      if (found !== null) return found
      end = first + MORE_ROWS * (end - first)
    }
  }

  /** Whether the machine can ever have a job with a change. */
  admits(job: number, change: Change): boolean {
    try {
      this.#check(job, change)
      return true
    } catch (error) {
      if (error instanceof QueuewrightError) return false
      throw error
    }
  }

  #check(job: number, change: Change): void {
    if (this.#checkJob === null) return
    const { jobs, fields = {} } = this.#partOf(Int32Array.of(job), 0, change)
    this.#checkJob(jobs, 0, fields)
  }

  /** Null where the job has not started when the first of the rows from `end` on comes. */
  #within(job: number, change: Change, first: number, end: number, watch: Watcher | null): number | null {
    const { jobs } = this.#simulation
    const from = jobs.submit[first]
    const rows = this.#rowsOf(first, end, change)
    const row = rows.indexOf(job)
    const { setup } = madeReady(this.#partOf(rows, row, change), this.#wholeOf(change))
    const { engine, watched } =
      watch === null ? { engine: new Engine(setup), watched: null } : watchedIn(setup, row, rows)
    const { start, places } = this.#schedule
    const placedOf = places === undefined ? null : (own: number) => places.of(rows[own])
    engine.resume(gather(start, rows, new Float64Array(rows.length)), from, placedOf)
    const horizon = end < jobs.length ? jobs.submit[end] : Number.POSITIVE_INFINITY
    const { starts } = engine.running
    engine.advance(jobs.submit[job], null, false)
    for (let now = engine.nextEvent; ; now = engine.nextEvent) {
      if (now >= horizon) return null
      if (now === Number.POSITIVE_INFINITY) throw new Error('a job of the schedule does not start')
      engine.advance(now)
      if (starts[row] >= 0 || starts[row] < 0) return starts[row]
      if (watched !== null) watch?.(watched)
    }
  }

  /** Jobs that run or wait when the first row is submitted, and those from there on. */
  #rowsOf(first: number, end: number, { without }: Change): Int32Array {
    const rows: number[] = []
    const left = new Set(without)
    this.#lasting.visit(this.#simulation.jobs.submit[first], first, (row) => {
      if (!left.has(row)) rows.push(row)
    })
    for (let row = first; row < end; row++) if (!left.has(row)) rows.push(row)
    return Int32Array.from(rows)
  }

  #partOf(rows: Int32Array, row: number, { size, estimate, runtime }: Change): Simulation {
    const { jobs, fields = {} } = this.#simulation
    const columns = Object.entries(fields).map(([name, column]) => [
      name,
      gather(column as Float64Array, rows, new Float64Array(rows.length)),
    ])
    const part = selectJobs(jobs, rows)
    if (size !== undefined) part.size[row] = size
    if (estimate !== undefined) part.estimate[row] = estimate
    if (runtime !== undefined) part.runtime[row] = runtime
    return { ...this.#simulation, jobs: part, fields: Object.fromEntries(columns) }
  }

  /** The whole changed log as orders know it. */
  #wholeOf({ without }: Change) {
    const { jobs, fields } = this.#simulation
    const left = new Set(without)
    let first = 0
    while (left.has(first)) first++
    const kept = (column: Int32Array | Float64Array) => column.filter((_, row) => !left.has(row))
    return {
      origin: jobs.submit[first],
      members: () =>
        membersOf(
          kept(jobs.user) as Int32Array,
          fields?.unixGroup && (kept(fields.unixGroup) as Float64Array),
        ),
    }
  }
}

/** An engine, and what somebody may know of it while it runs. */
function watchedIn(setup: EngineSetup, row: number, rows: Int32Array): { engine: Engine; watched: Watched } {
  const passes: Pass[] = []
  const { scheduler } = setup
  const engine = new Engine({
    ...setup,
    scheduler: {
      ...scheduler,
      pass: (view) => {
        const pass = scheduler.pass(view)
        const run = pass.run.bind(pass)
        pass.run = () => {
          watched.ranAt = view.now
          run()
        }
        passes.push(pass)
        return pass
      },
    },
  })
  const watched: Watched = { engine, pass: passes[0], row, rows, ranAt: Number.NEGATIVE_INFINITY }
  return { engine, watched }
}
