/**
 * A schedule that is gone on with from an instant, with other run times and further jobs than it had: what runs goes on where it
 * is, what waits waits by its own submit, and what starts at the instant is what the policy starts then.
 */
import { type JobTable, JobTableBuilder } from '../trace/job-table.js'
import { Engine } from './engine/engine.js'
import type { Placed } from './facility/places.js'
import type { JobField } from './order.js'
import type { Pass } from './scheduler.js'
import { madeReady, type Simulation } from './simulate.js'
import type { WaitingReason } from './waiting-reason.js'

/** All of a simulation but its jobs. */
export type Environment = Omit<Simulation, 'jobs' | 'fields' | 'dependencies' | 'leaves'>

/** The columns beside jobs that the environment asks for. */
export type EnvironmentFields = Partial<Readonly<Record<JobField, Float64Array>>>

/** Jobs as they were at an instant: those that were submitted before it, with run times of −1 where no end was known. */
export interface Snapshot {
  /** Seconds from the log's zero. */
  readonly at: number
  /** The instant that `submit` and `now` count from in formulas; the first submit where absent. */
  readonly origin?: number
  readonly jobs: JobTable
  readonly fields?: EnvironmentFields
  /** Starts before the instant; NaN where none was known. */
  readonly start: Float64Array
  /** The place of a job that runs, on a machine that has places; null where nobody knows it. Absent: of none. */
  readonly placeOf?: (row: number) => Placed | null
}

/** A job like that of a row, with a submit and a run time of its own. */
export interface ContinuedJob {
  readonly row: number
  readonly submit: number
  /** Seconds; ends with what the job asks for. */
  readonly runtime: number
}

/** The jobs of the rest of a schedule. */
export interface Rest {
  /** Rows of jobs that are over, as far as the policy keeps accounts of them; ascending. */
  readonly ended: Int32Array
  /** Rows of those that run, and for how long, from their starts; beyond the instant. */
  readonly running: Int32Array
  readonly ran: Float64Array
  /** Those that wait, by row, and for how long they run; and then those that come. */
  readonly going: readonly ContinuedJob[]
}

/** Whether a policy looks at what jobs used that are over. */
export function keepsAccounts(environment: Environment): boolean {
  const { table: jobs } = new JobTableBuilder(0).finish()
  const { scheduler } = madeReady({ ...environment, jobs }).setup
  return scheduler.rankings.some(
    (each) => each.kind === 'general' && (each.started !== undefined || each.ended !== undefined),
  )
}

export class Continued {
  readonly #engine: Engine
  readonly #pass: Pass
  /** Rows of the engine by the places of `going`. */
  readonly #rowOf: Int32Array
  /** Rows of the snapshot jobs by those of the engine. */
  readonly #likeOf: Int32Array

  constructor(environment: Environment, snapshot: Snapshot, { ended, running, ran, going }: Rest) {
    const { at, jobs, start, fields = {}, origin = jobs.submit[0] ?? at } = snapshot
    const behind = ended.length + running.length
    const count = behind + going.length
    const builder = new JobTableBuilder(count)
    const like = new Int32Array(count)
    const starts = new Float64Array(count).fill(Number.NaN)
    const add = (row: number, submit: number, runtime: number, estimate: number) => {
      like[builder.length] = row
      const { id, size, user, group } = jobs
      builder.addValues(id[row], submit, runtime, estimate, size[row], user[row], group[row])
    }
    for (const row of ended) {
      starts[builder.length] = start[row]
      add(row, jobs.submit[row], jobs.runtime[row], jobs.estimate[row])
    }
    running.forEach((row, k) => {
      starts[builder.length] = start[row]
      add(row, jobs.submit[row], ran[k], Math.max(ran[k], jobs.estimate[row]))
    })
    for (const { row, submit, runtime } of going)
      add(row, submit, Math.min(runtime, jobs.estimate[row]), jobs.estimate[row])
    const { table, place } = builder.finish()
    const placed = <Column extends Int32Array | Float64Array>(column: Column, to: Column): Column => {
      for (let row = 0; row < count; row++) to[row] = column[place === null ? row : place[row]]
      return to
    }
    const likeOf = placed(like, new Int32Array(count))
    const columns = Object.entries(fields).map(([name, column]: [string, Float64Array]) => {
      const own = new Float64Array(count)
      for (let row = 0; row < count; row++) own[row] = column[likeOf[row]]
      return [name, own]
    })
    const rowOf = new Int32Array(count)
    for (let row = 0; row < count; row++) rowOf[place === null ? row : place[row]] = row
    this.#rowOf = rowOf.subarray(behind)
    this.#likeOf = likeOf
    const { setup } = madeReady(
      { ...environment, jobs: table, fields: Object.fromEntries(columns) },
      { origin },
    )
    const passes: Pass[] = []
    const { scheduler } = setup
    const pass: typeof scheduler.pass = (view) => {
      const made = scheduler.pass(view)
      passes.push(made)
      return made
    }
    this.#engine = new Engine({ ...setup, scheduler: { ...scheduler, pass } })
    this.#pass = passes[0]
    const isOver = new Set(ended)
    this.#engine.resume(placed(starts, new Float64Array(count)), at, (row) =>
      isOver.has(likeOf[row]) ? undefined : (snapshot.placeOf?.(likeOf[row]) ?? null),
    )
    this.#engine.ask()
  }

  /**
   * The starts of the first jobs that go on, in their order.
   * @param count how many of them are asked for
   * @param until when to give up, as if those that have not started did then
   */
  starts(count: number, until = Number.POSITIVE_INFINITY): Float64Array {
    const begun = this.#engine.running.starts
    let next = 0
    for (let now = this.#engine.nextEvent; next < count && now <= until; now = this.#engine.nextEvent) {
      if (now === Number.POSITIVE_INFINITY) break
      this.#engine.advance(now)
      while (next < count && begun[this.#rowOf[next]] >= 0) next++
    }
    return Float64Array.from({ length: count }, (_, k) => {
      const start = begun[this.#rowOf[k]]
      return start >= 0 ? start : until
    })
  }

  /** The starts of the first jobs that go on as the policy plans them at the instant; null of those that it does not plan. */
  planned(count: number): readonly (number | null)[] {
    this.#engine.advance(this.#engine.now)
    const { starts } = this.#engine.running
    const planned = this.#pass.planned?.()
    return Array.from({ length: count }, (_, k) => {
      const row = this.#rowOf[k]
      return starts[row] >= 0 ? starts[row] : (planned?.get(row) ?? null)
    })
  }

  /**
   * Why each of the first jobs that go on does not start at once, jobs in reasons by their snapshot rows; null where it does, or its
   * policy does not say.
   */
  reasons(count: number): readonly (WaitingReason | null)[] {
    const { size } = this.#engine
    this.#engine.advance(this.#engine.now)
    return Array.from({ length: count }, (_, k) => {
      const row = this.#rowOf[k]
      const { free, running } = this.#engine
      if (running.starts[row] >= 0) return null
      const tooFew: WaitingReason | null = size[row] > free ? { kind: 'processors', free } : null
      const blocked = this.#pass.blocks === undefined ? tooFew : this.#pass.blocks(row)
      const reason = blocked ?? this.#pass.why?.(row) ?? null
      if (reason === null) return null
      if ('of' in reason) return { ...reason, of: this.#likeOf[reason.of] }
      return 'held' in reason ? { ...reason, held: reason.held.map((job) => this.#likeOf[job]) } : reason
    })
  }
}
