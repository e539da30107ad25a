/**
 * All jobs of the users that a model describes, up to some operational time, user by user. Users draw only from
 * generators of their own, so what a pool has up to one time it has up to a later one, too.
 */
import { stableOrder } from '../../core/ordering.js'
import type { Random } from '../../core/random.js'
import { Habit, KindSampler } from './habits.js'
import { leavingWeights, logistic } from './persistence.js'
import { grown, QuantileSampler } from './tables.js'
import {
  type Archetype,
  AT_LIMIT,
  BELOW_A_SECOND,
  classOf,
  PATIENCE_EDGES,
  PROGRESS_EDGES,
  REQUEST_EDGES,
  RUN_CLASSES_PER_DECADE,
  SESSION_WORK_EDGES,
  type WorkloadModel,
} from './workload-model.js'

const DAY = 86_400

/** The sessions of a pool in order of their starts. */
export interface PoolSessions {
  /** Operational start and work of each. */
  readonly start: Float64Array
  readonly work: Float64Array
  /** For each job of the pool the place of its session here; empty where the pool keeps no jobs. */
  readonly ofJob: Int32Array
}

export class Pool {
  readonly model: WorkloadModel
  readonly #users: number
  readonly #random: Random
  readonly #samplers: readonly ArchetypeSampler[]
  readonly #waits: readonly (QuantileSampler | null)[]
  readonly #thinks: QuantileSampler | null
  readonly #overruns: readonly (QuantileSampler | null)[]
  readonly #sessionEdges: readonly number[]
  readonly #keepsJobs: boolean
  #sessions: PoolSessions | null = null
  /** By session, in the order in which they are made: operational start, work, and its first job here. */
  #sessionCount = 0
  #sessionStart = new Float64Array(1 << 12)
  #sessionWork = new Float64Array(1 << 12)
  #sessionFirst = new Int32Array(1 << 12)
  /** Operational time up to which all sessions are here. */
  horizon = 0
  length = 0
  users = 0
  /** Operational start of the job's session, and seconds from there to its submit. */
  start = new Float64Array(1 << 12)
  offset = new Float64Array(1 << 12)
  runtime = new Float64Array(1 << 12)
  estimate = new Float64Array(1 << 12)
  size = new Int32Array(1 << 12)
  user = new Int32Array(1 << 12)
  /** The job here that this one depends on, or −1, and its think time. */
  preceding = new Int32Array(1 << 12)
  think = new Float64Array(1 << 12)

  /**
   * @param users what the numbers of users of the model are multiplied by
   * @param keepsJobs false where only the sessions are wanted
   */
  constructor(model: WorkloadModel, users: number, random: Random, keepsJobs = true) {
    this.model = model
    this.#users = users
    this.#random = random
    this.#keepsJobs = keepsJobs
    this.#samplers = model.archetypes.map((archetype) => new ArchetypeSampler(archetype, model.work))
    this.#sessionEdges = SESSION_WORK_EDGES.map((edge) => model.work[edge])
    this.#waits = model.waits.map(sampler)
    this.#thinks = sampler(model.thinks)
    this.#overruns = model.overruns.map(sampler)
  }

  /** Jobs per operational second, in the mean. */
  get jobRate(): number {
    const { jobs, seconds } = this.model.evidence
    return (this.#users * jobs) / seconds
  }

  /** Processor-seconds per operational second, in the mean. */
  get workRate(): number {
    return this.#users * this.model.evidence.work
  }

  /** The sessions, in order. */
  get sessions(): PoolSessions {
    this.#sessions ??= this.#inOrder()
    return this.#sessions
  }

  /** Makes all jobs of sessions that start before `horizon`, anew. */
  fill(horizon: number): void {
    this.horizon = horizon
    this.#sessions = null
    this.#sessionCount = 0
    this.length = 0
    this.users = 0
    // One offset for all archetypes: their numbers are rounded so that their sum is, too.
    let present = this.#random.fork('present').uniform()
    this.#samplers.forEach((sampled, k) => {
      const random = this.#random.fork(k)
      const { archetype } = sampled
      const before = Math.floor(present)
      present += archetype.present * this.#users
      for (let j = before; j < Math.floor(present); j++) {
        const own = random.fork(`present ${j - before}`)
        this.#user(sampled, sampled.residual?.(own) ?? 0, own)
      }
      const arrivals = (archetype.arrivals * this.#users) / DAY
      if (!(arrivals > 0)) return
      for (let j = 0; j / arrivals < horizon; j++) {
        const own = random.fork(`arrival ${j}`)
        this.#user(sampled, (j + own.uniform()) / arrivals, own)
      }
    })
  }

  #user(sampled: ArchetypeSampler, first: number, random: Random): void {
    if (first >= this.horizon) return
    const number = this.users++
    const habit = new Habit(sampled.kinds, sampled.archetype, random)
    const { cycles, cyclesAfter, archetype } = sampled
    let start = first
    while (start < this.horizon) {
      const work = this.#session(sampled, start, number, habit, random)
      if (cycles === null || random.uniform() < archetype.leaving) return
      const table = cyclesAfter[classOf(this.#sessionEdges, work)] ?? cycles
      start += Math.max(1, table.draw(random))
    }
  }

  /** Makes a session and returns its work. */
  #session(
    { archetype, kinds, pauses }: ArchetypeSampler,
    start: number,
    user: number,
    habit: Habit,
    random: Random,
  ): number {
    const { patience, persistence } = archetype
    const { goingOn, work } = this.model
    let offset = 0
    let depends = -1
    let dependsEnd = 0
    let last = -1
    let lastEnd = 0
    let total = 0
    if (!this.#keepsJobs) this.length = 0
    const first = this.length
    for (let jobs = 1; ; jobs++) {
      const place = habit.next(jobs > 1)
      const estimate = kinds.estimate[place]
      const size = kinds.size[place]
      const runtime = this.#runtime(kinds.run[place], estimate, random)
      const job = this.#add(start, offset, runtime, estimate, size, user)
      this.preceding[job] = depends
      this.think[job] = depends < 0 ? -1 : offset - dependsEnd
      total += size * runtime
      if (offset + runtime >= lastEnd) {
        last = job
        lastEnd = offset + runtime
      }
      const odds = goingOn[classOf(PROGRESS_EDGES, jobs)][classOf(work, size * runtime)]
      if (random.uniform() >= logistic(odds + persistence)) {
        this.#addSession(start, total, first)
        return total
      }
      if (random.uniform() < patience[classOf(PATIENCE_EDGES, runtime)]) {
        const wait = this.#waits[classOf(PATIENCE_EDGES, this.runtime[last])]?.draw(random) ?? 0
        depends = last
        dependsEnd = lastEnd + Math.floor(wait)
        offset = dependsEnd + Math.round(this.#thinks?.draw(random) ?? 0)
        lastEnd = 0
      } else offset += Math.round(pauses?.draw(random) ?? 0)
    }
  }

  /** Whole seconds. */
  #runtime(run: number, estimate: number, random: Random): number {
    if (run === BELOW_A_SECOND) return 0
    if (run === AT_LIMIT) {
      return Math.round(estimate * (this.#overruns[classOf(REQUEST_EDGES, estimate)]?.draw(random) ?? 1))
    }
    const runtime = Math.max(1, Math.round(10 ** ((run + random.uniform()) / RUN_CLASSES_PER_DECADE)))
    return estimate > 0 ? Math.min(runtime, Math.floor(estimate)) : runtime
  }

  #add(start: number, offset: number, runtime: number, estimate: number, size: number, user: number): number {
    const job = this.length++
    if (job === this.start.length) this.#grow()
    this.start[job] = start
    this.offset[job] = offset
    this.runtime[job] = runtime
    this.estimate[job] = estimate
    this.size[job] = size
    this.user[job] = user
    return job
  }

  #grow(): void {
    for (const name of ['start', 'offset', 'runtime', 'estimate', 'think'] as const)
      this[name] = grown(this[name])
    for (const name of ['size', 'user', 'preceding'] as const) this[name] = grown(this[name])
  }

  #addSession(start: number, work: number, first: number): void {
    const session = this.#sessionCount++
    if (session === this.#sessionStart.length) {
      this.#sessionStart = grown(this.#sessionStart)
      this.#sessionWork = grown(this.#sessionWork)
      this.#sessionFirst = grown(this.#sessionFirst)
    }
    this.#sessionStart[session] = start
    this.#sessionWork[session] = work
    this.#sessionFirst[session] = first
  }

  #inOrder(): PoolSessions {
    const count = this.#sessionCount
    const order = stableOrder(this.#sessionStart.subarray(0, count))
    const start = new Float64Array(count)
    const work = new Float64Array(count)
    const ofJob = new Int32Array(this.#keepsJobs ? this.length : 0)
    for (let place = 0; place < count; place++) {
      const session = order[place]
      start[place] = this.#sessionStart[session]
      work[place] = this.#sessionWork[session]
      const next = session + 1 < count ? this.#sessionFirst[session + 1] : this.length
      ofJob.fill(place, this.#sessionFirst[session], next)
    }
    return { start, work, ofJob }
  }
}

/** A sampler of one archetype. */
class ArchetypeSampler {
  readonly kinds: KindSampler
  readonly cycles: QuantileSampler | null
  readonly cyclesAfter: readonly (QuantileSampler | null)[]
  /** Time to the next session of a user who is present. */
  readonly residual: ((random: Random) => number) | null
  readonly pauses: QuantileSampler | null

  constructor(
    readonly archetype: Archetype,
    workEdges: readonly number[],
  ) {
    const weights = leavingWeights(archetype)
    this.kinds = new KindSampler(
      archetype.kinds,
      (size, estimate, run) => weights[classOf(workEdges, size * typicalRuntime(run, estimate))],
    )
    this.cycles = sampler(archetype.cycles)
    this.cyclesAfter = archetype.cyclesAfter.map(sampler)
    this.residual = this.cycles?.residual() ?? null
    this.pauses = sampler(archetype.pauses)
  }
}

/** The middle of a class of run times, seconds. */
function typicalRuntime(run: number, estimate: number): number {
  if (run === BELOW_A_SECOND) return 0
  return run === AT_LIMIT ? estimate : 10 ** ((run + 0.5) / RUN_CLASSES_PER_DECADE)
}

function sampler(table: readonly number[]): QuantileSampler | null {
  return table.length === 0 ? null : new QuantileSampler(table)
}
