/**
 * How the program released with the SC'17 study schedules, where that differs from the dialect `sc17`: to measure what
 * each particularity does to the published figures. Nothing to schedule by.
 *
 * The program goes through a list that is in submit order at first. At each place it sorts the next 32 jobs, as far as
 * they are submitted, and waits until the first of them fits, sorting anew at every submission and completion. The
 * first 16 jobs it takes as they come. With backfilling, the first job behind a blocked one that may go is put before
 * it. That is the dialect; without any of the following the schedules are the kernel's (test/unit/study).
 *
 * - `stateWaits`: behind a blocked job of the first 16 nothing is backfilled.
 * - `oneByOne`: running jobs are taken to end one after the other until the head fits. Of jobs that end in the same
 *   second only as many count for the extra processors as the head needs. A job beyond its estimate is taken to have
 *   ended when it should have, the most overdue first; one that is overdue by a second exactly is forgotten.
 * - `orderLeft`: of equal keys the one goes first that the last sort left first, and shortest first exchanges jobs in
 *   pairs, which moves equal ones about. A job submitted while nobody waits starts without a sort if it fits, so of
 *   several that are submitted then the first of the log does.
 * - `messages`: each job is sent to its processors over a simulated network before the next is looked at. So starts and
 *   completions are no whole seconds: a submission comes before the completion that would have been of its instant, and
 *   the clock is cut to whole seconds wherever jobs are sorted or backfilled.
 *
 * After github.com/hpcsched/gen-sched-policies, sched-performance-tester, as of the publication in 2017.
 */
import { EventQueue } from '../../../core/heap.js'
import type { Ranking } from '../../../sim/order.js'
import type { Policy } from '../../../sim/policy.js'
import type { Schedule } from '../../../sim/schedule.js'
import type { Simulation } from '../../../sim/simulate.js'
import { plainWorld } from '../../../sim/world.js'

export interface Particularities {
  readonly stateWaits: boolean
  readonly oneByOne: boolean
  readonly orderLeft: boolean
  readonly messages: boolean
}

export const PLAIN: Particularities = {
  stateWaits: false,
  oneByOne: false,
  orderLeft: false,
  messages: false,
}

/**
 * Seconds that a message takes: two links of 100 µs, times 13.01, SimGrid's correction of latencies. The 8 µs for its
 * 1,000 bytes are below SimGrid's precision.
 */
const MESSAGE = 2 * 100e-6 * 13.01

/** The part of a simulation that is taken; of the rules `sight`, `lead` and `ties`. */
export type ReleasedSimulation = Required<Pick<Simulation, 'jobs' | 'processors' | 'rules'>> & {
  readonly policy: Policy
}

/** @param simulation jobs of run times and estimates of at least a second, submitted from second 0 on */
export function simulateReleased(simulation: ReleasedSimulation, particularities: Particularities): Schedule {
  return new ReleasedRun(simulation, particularities).run()
}

/** When the head is expected to fit, and the processors that it will leave then. */
interface Reservation {
  readonly shadow: number
  readonly extra: number
}

/** The program's mark of a job that has ended. */
const FORGOTTEN = -1
/** Seconds of planned ends, more than cutting and single precision can make of a difference. */
const SEARCHED = 3

const NO_RESERVATION: Reservation = { shadow: Number.NEGATIVE_INFINITY, extra: 0 }

class ReleasedRun {
  readonly #simulation: ReleasedSimulation
  readonly #particularities: Particularities
  readonly #ranking: Ranking
  /** All jobs: those started, in the order of their starts, then the others as the last sort left them. */
  readonly #list: Int32Array
  readonly #start: Float64Array
  readonly #keys: Float64Array
  readonly #ends = new EventQueue()
  /** By planned ends, of equal ones in the order of their starts. */
  readonly #running: number[] = []
  /** Start plus estimate. */
  readonly #planned: Float64Array
  /** Which start it was, from 0. */
  readonly #turn: Int32Array
  #clock = 0
  #free: number
  /** Jobs started; place of the next one in the list. */
  #next = 0
  /** Jobs submitted by now. */
  #submitted = 0

  constructor(simulation: ReleasedSimulation, particularities: Particularities) {
    const { jobs, processors, policy } = simulation
    this.#simulation = simulation
    this.#particularities = particularities
    this.#ranking = policy.order.bind(plainWorld(jobs, processors))
    this.#list = Int32Array.from({ length: jobs.length }, (_, job) => job)
    this.#start = new Float64Array(jobs.length)
    this.#keys = new Float64Array(jobs.length)
    this.#planned = new Float64Array(jobs.length)
    this.#turn = new Int32Array(jobs.length)
    this.#free = processors
  }

  run(): Schedule {
    const { jobs, processors } = this.#simulation
    for (; this.#next < jobs.length; this.#next++) this.#startOf(this.#awaited())
    return { jobs, processors, start: this.#start }
  }

  /** Waits until the first of the sorted jobs fits. */
  #awaited(): number {
    const { submit, size } = this.#simulation.jobs
    for (;;) {
      this.#arrange()
      const head = this.#list[this.#next]
      if (submit[head] > this.#clock) {
        this.#passTo(submit[head])
        if (!this.#particularities.orderLeft) continue
      }
      if (size[head] <= this.#free) return head
      this.#passTo(Math.min(this.#ends.next, this.#nextSubmit()))
    }
  }

  #startOf(job: number): void {
    const { size, runtime, estimate } = this.#simulation.jobs
    const running = this.#running
    this.#free -= size[job]
    if (this.#particularities.messages) this.#passTo(this.#clock + MESSAGE)
    this.#start[job] = this.#clock
    this.#ends.push(this.#clock + runtime[job], job)
    this.#planned[job] = this.#clock + estimate[job]
    this.#turn[job] = this.#next
    let place = running.length
    while (place > 0 && this.#planned[running[place - 1]] > this.#planned[job]) place--
    running.splice(place, 0, job)
  }

  /** Moves the clock on, past the completions up to then. */
  #passTo(instant: number): void {
    while (this.#ends.next <= instant) {
      const job = this.#ends.take()
      this.#free += this.#simulation.jobs.size[job]
      this.#running.splice(this.#running.indexOf(job), 1)
    }
    this.#clock = instant
  }

  #nextSubmit(): number {
    const { submit, length } = this.#simulation.jobs
    while (this.#submitted < length && submit[this.#submitted] <= this.#clock) this.#submitted++
    return this.#submitted < length ? submit[this.#submitted] : Number.POSITIVE_INFINITY
  }

  /** Sorts the visible jobs, and puts one to be backfilled before a blocked head. */
  #arrange(): void {
    const { policy, rules } = this.#simulation
    const { stateWaits } = this.#particularities
    if (stateWaits && this.#next < rules.lead) return
    const end = this.#visibleEnd()
    if (end - this.#next < 2) return
    let from = this.#next
    while (from < end && this.#list[from] < rules.lead) from++
    this.#sort(this.#list.subarray(from, end))
    if (policy.algorithm === 'easy') this.#backfill(end)
  }

  /** After the last of the first `sight` jobs that are submitted. */
  #visibleEnd(): number {
    const { jobs, rules } = this.#simulation
    const now = Math.trunc(this.#clock)
    const last = Math.min(jobs.length, this.#next + rules.sight)
    let end = this.#next
    while (end < last && jobs.submit[this.#list[end]] <= now) end++
    return end
  }

  #sort(visible: Int32Array): void {
    const { policy, rules } = this.#simulation
    const n = visible.length
    const state = { now: Math.trunc(this.#clock), waiting: n, free: this.#free }
    const scored = new Float64Array(n)
    this.#ranking.score(scored, visible, n, state)
    const keys = this.#keys
    for (let k = 0; k < n; k++) keys[visible[k]] = scored[k]
    if (!this.#particularities.orderLeft) {
      const sign = rules.ties === 'earliest' ? 1 : -1
      visible.sort((a, b) => (keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : sign * (a - b)))
    } else if (policy.order.name === 'spt') exchangeSort(visible, keys)
    else insertionSort(visible, keys)
  }

  #backfill(end: number): void {
    const { size, estimate } = this.#simulation.jobs
    const list = this.#list
    const first = this.#next
    const head = list[first]
    if (size[head] <= this.#free || !list.subarray(first + 1, end).some((job) => size[job] <= this.#free))
      return
    const now = Math.trunc(this.#clock)
    const { shadow, extra } = this.#reservation(size[head], now)
    for (let place = first + 1; place < end; place++) {
      const job = list[place]
      if (size[job] > this.#free) continue
      if (now + estimate[job] > shadow && size[job] > extra) continue
      list.copyWithin(first + 1, first, place)
      list[first] = job
      return
    }
  }

  #reservation(need: number, now: number): Reservation {
    return this.#particularities.oneByOne ? this.#oneByOne(need, now) : this.#together(need, now)
  }

  #oneByOne(need: number, now: number): Reservation {
    const { size } = this.#simulation.jobs
    const left = this.#running.slice()
    let free = this.#free
    for (let first = 0; first < left.length; first++) {
      this.#bringEarliest(left, first, now)
      const seconds = this.#timeLeft(left[first], now)
      if (seconds === FORGOTTEN) continue
      free += size[left[first]]
      if (free >= need) return { shadow: now + Math.trunc(seconds), extra: free - need }
    }
    return NO_RESERVATION
  }

  #timeLeft(job: number, now: number): number {
    return this.#simulation.jobs.estimate[job] - Math.fround(now - this.#start[job])
  }

  /**
   * The program's search, in the order of starts, for the least time left: the least so far is cut to whole seconds, and
   * the next must be below that. The time since a start is of single precision. So of jobs by planned ends only those
   * near the first can be found, which is brought to the place `first`.
   */
  #bringEarliest(jobs: number[], first: number, now: number): void {
    const latest = this.#planned[jobs[first]] + SEARCHED
    let end = first + 1
    while (end < jobs.length && this.#planned[jobs[end]] <= latest) end++
    if (end === first + 1) return
    const near = jobs.slice(first, end).sort((a, b) => this.#turn[a] - this.#turn[b])
    let earliest = near[0]
    let least = Number.POSITIVE_INFINITY
    for (const job of near) {
      const seconds = this.#timeLeft(job, now)
      if (seconds === FORGOTTEN || seconds >= least) continue
      least = Math.trunc(seconds)
      earliest = job
    }
    const place = jobs.indexOf(earliest, first)
    jobs.copyWithin(first + 1, first, place)
    jobs[first] = earliest
  }

  /** As the kernel does: all jobs that end by the shadow time count, and overdue ones end at any moment. */
  #together(need: number, now: number): Reservation {
    const { size } = this.#simulation.jobs
    const running = this.#running
    const endOf = (job: number | undefined) => (job === undefined ? null : Math.max(now, this.#planned[job]))
    let free = this.#free
    for (const [k, job] of running.entries()) {
      free += size[job]
      const end = endOf(job)
      if (end !== null && free >= need && endOf(running[k + 1]) !== end) {
        return { shadow: end, extra: free - need }
      }
    }
    return NO_RESERVATION
  }
}

/**
 * Each place with each other, exchanging the two where the first has the smaller key; ascending in the end. The first place
 * takes the largest key, which is then in each place that has been compared with those before it: those behind change nothing.
 */
function exchangeSort(jobs: Int32Array, keys: Float64Array): void {
  for (let k = 0; k < jobs.length; k++) {
    const end = k === 0 ? jobs.length : k
    let own = keys[jobs[k]]
    for (let other = 0; other < end; other++) {
      const job = jobs[other]
      const key = keys[job]
      if (!(own < key)) continue
      jobs[other] = jobs[k]
      jobs[k] = job
      own = key
    }
  }
}

/** Stable. */
function insertionSort(jobs: Int32Array, keys: Float64Array): void {
  for (let k = 1; k < jobs.length; k++) {
    const job = jobs[k]
    let hole = k
    for (; hole > 0 && keys[job] < keys[jobs[hole - 1]]; hole--) jobs[hole] = jobs[hole - 1]
    jobs[hole] = job
  }
}
