/**
 * A parallel computer under a policy whose clock is moved from outside: the same engine that `simulate` runs from end to
 * end. Several machines can share one clock, a job can be given to one of them when it arrives, and a live queue can drive
 * one.
 *
 *     const machine = new Machine({ processors: 128, policy })
 *     machine.submit({ id: 1, submit: 0, runtime: 60, estimate: 100, size: 4, user: 1, group: 1 })
 *     while (machine.nextEvent < Infinity) machine.advance(machine.nextEvent)
 *     const { jobs, start } = machine.schedule()
 *
 * If all jobs of an instant are submitted before the clock is moved to it, the schedule is that of `simulate`, bit for bit
 * (as it is in a live simulation, where a formula's keys are evaluated as written).
 */
import { QueuewrightError } from '../core/errors.js'
import { columnBeside, type GrowingTable, growingTable } from '../trace/growing-table.js'
import { copyJobs, type JobRow } from '../trace/job-table.js'
import { bindOnFacility, bindPolicy, checkSemantics } from './bound-policy.js'
import { Engine } from './engine/engine.js'
import { Forecast } from './engine/forecast.js'
import { type Facility, jobCheck } from './facility/index.js'
import { JobPlaces } from './facility/places.js'
import type { Member } from './members.js'
import {
  JOB_FIELDS,
  type JobField,
  NODE_FIELDS,
  PRIORITY_FIELDS,
  SITE_FIELDS,
  type TimeClassClock,
  type World,
} from './order.js'
import type { SimulatedPolicy } from './policy.js'
import type { Predictor } from './prediction.js'
import type { DecisionWitness } from './rule-based/index.js'
import type { Schedule } from './schedule.js'
import type { Accounts } from './scheduler.js'
import { DEFAULT_SEMANTICS, type Semantics } from './semantics.js'
import type { Site } from './site.js'
import { type Slot, StartForecast } from './start-forecast.js'
import { UTC_TIME_CLASSES } from './time-class.js'

const FIELDS = [...JOB_FIELDS, ...PRIORITY_FIELDS, ...SITE_FIELDS, ...NODE_FIELDS]

export interface MachineOptions {
  readonly processors: number
  readonly policy: SimulatedPolicy
  /** DEFAULT_SEMANTICS where absent. */
  readonly rules?: Semantics
  /** The instant that formulas and pass intervals count from, and before which no job is submitted; 0 where absent. */
  readonly origin?: number
  /** UTC with second 0 at 1970 where absent. */
  readonly timeClasses?: TimeClassClock
  readonly site?: Site
  /** The accounts and users that the site knows; none where absent. */
  readonly members?: readonly Member[]
  readonly predictor?: Predictor
  /** Partitions, limits and the like, whose fields jobs bring; one pool of processors where absent. */
  readonly facility?: Facility
  readonly witness?: DecisionWitness
  /** Is told of every start and end, by the numbers that `submit` gave. */
  readonly accounts?: Accounts
  /** Jobs that it can come to hold; 4,194,304 where absent. */
  readonly most?: number
}

/** A job as it is submitted; a run time of Infinity is not known yet (`finish`). */
export interface SubmittedJob extends JobRow {
  /** Further fields, by their SWF names, for orders that ask for them; −1 where absent. */
  readonly fields?: Partial<Readonly<Record<JobField, number>>>
}

export class Machine {
  readonly #table: GrowingTable
  /** Made when the first job has any. */
  readonly #fields: Map<JobField, Float64Array>
  readonly #engine: Engine
  readonly #forecast: Forecast | null
  /** Null where jobs are placed by what they need, of which such a forecast knows nothing. */
  readonly #starts: StartForecast | null
  /** Throws where a job can never start; null where the machine is one pool. */
  readonly #never: ReturnType<typeof jobCheck> | null
  readonly #places: JobPlaces | null
  #now: number

  /** @throws QueuewrightError `usage` where rules contradict each other */
  constructor(options: MachineOptions) {
    const { processors, policy, rules = DEFAULT_SEMANTICS, predictor, facility, accounts } = options
    checkSemantics(rules, policy, predictor, facility !== undefined)
    // A site's clock strikes for all its logs alike: passes count from the log's zero.
    const origin = facility === undefined ? (options.origin ?? 0) : 0
    const jobs = growingTable(options.most)
    const fields = new Map<JobField, Float64Array>()
    const forecast = predictor === undefined ? null : new Forecast(jobs, processors, predictor)
    const world: World = {
      jobs,
      processors,
      origin,
      timeClasses: options.timeClasses ?? UTC_TIME_CLASSES,
      live: true,
      field: (name) => (job) => fields.get(name)?.[job] ?? -1,
      site: options.site ?? null,
      members: () => options.members ?? [],
    }
    const places = facility?.nodes === undefined ? null : new JobPlaces(jobs)
    const bound =
      facility === undefined
        ? bindPolicy(policy, world, options.witness)
        : bindOnFacility(policy, facility, world, places, options.witness)
    this.#never = facility === undefined ? null : jobCheck(facility, { policy, rules, predictor })
    this.#places = places
    const scheduler = accounts === undefined ? bound : { ...bound, accounts: [...bound.accounts, accounts] }
    const live = { arrivals: null, forecast }
    this.#table = jobs
    this.#fields = fields
    this.#forecast = forecast
    // What a machine could promise looks at planned ends, whatever its own policy does.
    this.#engine = new Engine({
      jobs,
      processors,
      rules,
      scheduler: { ...scheduler, plans: true },
      origin,
      live,
    })
    this.#starts = facility === undefined ? new StartForecast(this.#engine) : null
    this.#now = origin
  }

  /** The instant that the clock stands at, seconds. */
  get now(): number {
    return this.#now
  }

  /** The instant of the next event, of all that is known; Infinity where none is to come. */
  get nextEvent(): number {
    return this.#engine.nextEvent
  }

  /** Processors free. */
  get free(): number {
    return this.#engine.free
  }

  /** Processors free at an instant up to the next event, those of jobs that end then counted. */
  freeAt(instant: number): number {
    const { free, running, size } = this.#engine
    if (running.nextEnd > instant) return free
    return running.endingNext().reduce((sum, job) => sum + size[job], free)
  }

  /** Jobs waiting. */
  get waiting(): number {
    return this.#engine.waiting.count
  }

  /** Jobs running. */
  get running(): number {
    return this.#engine.running.count
  }

  /** The start of a job, by the number that `submit` gave; NaN before it. */
  startOf(job: number): number {
    return this.#engine.running.starts[job]
  }

  /**
   * Submits a job and returns its number here, counted from 0. Jobs come in order of their submits, none behind the clock;
   * one of the instant that the clock stands at is an event of its own.
   * @throws QueuewrightError `line-value` naming the job where it cannot be simulated
   */
  submit(job: SubmittedJob): number {
    this.#check(job)
    const number = this.#table.add(job)
    if (job.fields !== undefined) {
      for (const name of FIELDS) {
        const column = this.#fields.get(name) ?? columnBeside(this.#table, Float64Array, -1)
        this.#fields.set(name, column)
        column[number] = job.fields[name] ?? -1
      }
    }
    return number
  }

  /** Handles all events up to the instant `to`, at which the clock stands then. */
  advance(to: number): void {
    this.#engine.advance(to)
    if (to > this.#now && to < Number.POSITIVE_INFINITY) this.#now = to
    else if (this.#engine.now > this.#now) this.#now = this.#engine.now
  }

  /** Handles all events before an instant, at which jobs may still be submitted as if it had not begun. */
  advanceBefore(instant: number): void {
    this.#engine.advance(instant, null, false)
    if (this.#engine.now > this.#now) this.#now = this.#engine.now
  }

  /**
   * When a job would start that were submitted now, if all that wait, and then it, were planned by their estimates.
   * @param now the instant that the clock stands at, or one up to the next event
   * @throws RangeError on a machine with a facility
   */
  slot(now: number, size: number, estimate: number): Slot {
    if (this.#starts === null) throw new RangeError('a facility promises no slots')
    // Predictions are corrected on the way.
    if (this.#forecast !== null) this.#starts.renew()
    return this.#starts.slot(now, size, estimate)
  }

  /**
   * Takes a waiting job out of the queue, for good; a pass follows with the next `advance`. A job is waiting once the clock
   * has come to its submit.
   * @returns whether it was waiting
   */
  withdraw(job: number): boolean {
    this.#starts?.renew()
    return this.#engine.withdraw(job, this.#now)
  }

  /**
   * Ends a running job at an instant, whatever its run time was thought to be.
   * @param end not behind the clock, and not after the end that was known
   * @returns whether it was running
   */
  finish(job: number, end = this.#now): boolean {
    return this.#engine.finish(job, end)
  }

  /** All jobs so far and their starts, as a copy; NaN for those that have not started. */
  schedule(): Schedule {
    const table = this.#table
    const { length } = table
    const forecast = this.#forecast
    const jobs = copyJobs(forecast === null ? table : { ...table, length, estimate: forecast.first })
    return {
      jobs,
      processors: this.#engine.processors,
      start: this.#engine.running.starts.slice(0, length),
      ...(this.#places === null ? {} : { places: this.#places }),
      ...(forecast === null ? {} : { corrections: forecast.corrections.slice(0, length) }),
    }
  }

  #check({ id, submit, runtime, estimate, size, user, fields = {} }: SubmittedJob): void {
    const { length } = this.#table
    const last = length === 0 ? this.#now : Math.max(this.#now, this.#table.submit[length - 1])
    const { processors } = this.#engine
    const times = submit >= last && submit < Number.POSITIVE_INFINITY && runtime >= 0
    const asked = estimate >= 0 && estimate < Number.POSITIVE_INFINITY
    if (times && asked && Number.isInteger(size) && size >= 1 && size <= processors) {
      const [ids, runtimes, estimates] = [id, runtime, estimate].map((value) => Float64Array.of(value))
      const [sizes, users] = [size, user].map((value) => Int32Array.of(value))
      const job = { length: 1, id: ids, runtime: runtimes, estimate: estimates, size: sizes, user: users }
      const columns = Object.entries(fields).map(([name, value]) => [name, [value]])
      this.#never?.(job, 0, Object.fromEntries(columns))
      return
    }
    const must = (field: string, value: number, met: boolean, expected: string) => {
      if (met) return
      throw new QueuewrightError('line-value', `job ${id} cannot be submitted`, {
        job: id,
        field,
        value,
        expected,
      })
    }
    must('submit', submit, submit >= last && submit < Number.POSITIVE_INFINITY, `seconds, ${last} or later`)
    must('run', runtime, runtime >= 0, 'seconds, 0 or more')
    must(
      'requestedTime',
      estimate,
      estimate >= 0 && estimate < Number.POSITIVE_INFINITY,
      'seconds, 0 or more, not without end',
    )
    must(
      'size',
      size,
      Number.isInteger(size) && size >= 1 && size <= processors,
      `processors, 1 to ${processors}`,
    )
  }
}
