/**
 * One step ahead: what a rule would start at each recorded pass, given all that was really running and waiting.
 *
 * The pass is that of a simulation (`sim/facility`), on books that follow the log: what it would start and the log did not is taken
 * back, what the log started and it would not is started all the same. A free simulation drifts away from the record and says less.
 */

import { FacilityAnewPass } from '../sim/facility/conservative-anew.js'
import { FacilityKeptPass } from '../sim/facility/conservative-kept.js'
import { type Facility, kindsOf, Placing, processorsOf } from '../sim/facility/index.js'
import { KindResources } from '../sim/facility/kinds.js'
import { FacilityEasyPass, FacilityHeadPass, FacilityPass } from '../sim/facility/pass.js'
import type { Share } from '../sim/facility/plan.js'
import { FacilityQueue } from '../sim/facility/queue.js'
import { FacilityState, type FacilityView } from '../sim/facility/state.js'
import type { GeneralRanking, World } from '../sim/order.js'
import { parseOrder } from '../sim/orders/index.js'
import { DEFAULT_SEMANTICS } from '../sim/semantics.js'
import { plainWorld } from '../sim/world.js'
import type { Clock } from './clock.js'
import type { Moments } from './moments.js'
import type { Observed } from './observed.js'
import type { Rule } from './rule.js'

/** The jobs that a rule would have started at a pass, beside those that did start. */
export interface Step {
  readonly moment: number
  /** Rows that the rule starts, in its order. */
  readonly predicted: readonly number[]
  /** Rows that it was asked of and leaves waiting. */
  readonly left: ReadonlySet<number>
}

export interface ReplaySetting {
  readonly observed: Observed
  readonly moments: Moments
  readonly clock: Clock
  readonly facility: Facility
}

/** How things stand after a pass, as the log shows them. */
export interface Books {
  readonly moment: number
  readonly waiting: ReadonlySet<number>
  /** The place of each job's partition. */
  readonly partitionOf: Int32Array
  readonly state: Pick<FacilityState<Int32Array>, 'overLimit'>
  /** Processors left over of those that a job may take, if it were to start now; below 0 where it may not. */
  readonly spare: (job: number) => number
}

/** Passes at which rules are asked, [from, to). */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/**
 * @param release the moment from which on each job is taken to be in the queue; those of their submits where null
 * @param stretches the passes that are gone through, in their order; of those between them only the books are opened again
 * @param visit is told what the rule starts; nobody asks the rule where null
 */
export function replay(
  setting: ReplaySetting,
  rule: Rule,
  release: Int32Array | null,
  stretches: readonly Stretch[],
  visit: ((step: Step) => void) | null,
  settled: (books: Books) => void = () => undefined,
): void {
  const { observed, moments, facility } = setting
  const world: World = {
    ...plainWorld(observed.jobs, processorsOf(facility)),
    field: (name) => (job) =>
      name === 'queue' ? observed.queue[job] : name === 'partition' ? observed.partition[job] : -1,
  }
  const homes = homesOf(setting)
  const places = Int32Array.from(homes, ([place]) => place)
  const ranking = parseOrder(rule.order).bind(world)
  const told: Pick<GeneralRanking, 'started' | 'ended'> = ranking.kind === 'general' ? ranking : {}
  let next = 0
  for (const stretch of stretches) {
    for (; next < stretch.from; next++) {
      const now = moments.at[next]
      each(moments.ended, next, (job) => told.ended?.(job, now))
      each(moments.started, next, (job) => told.started?.(job, now))
    }
    follow(stretch)
    next = stretch.to
  }

  function follow({ from, to }: Stretch): void {
    const view = new RecordedView(setting, rule)
    const resources = new KindResources(view, kindsOf(facility.partitions), null)
    const state = new FacilityState(
      view,
      { ...facility, priorities: rule.priorities },
      world,
      (job) => homes[job],
      resources,
    )
    const queue = new FacilityQueue(view, state, ranking)
    const pass = passOf(rule, view, state, queue, resources, facility)
    const held: number[] = []
    const submit = (job: number, m: number) => {
      if (moments.startOf[job] < m) return
      if (release !== null && release[job] > m) held.push(job)
      else view.submit(job, pass)
    }
    const spare = (job: number) =>
      state.windows.clear(view.now, view.estimate[job]) === view.now
        ? resources.idleIn(places[job]) - observed.size[job]
        : Number.NEGATIVE_INFINITY
    for (const job of runningAt(moments, from)) {
      view.now = moments.at[moments.startOf[job]]
      view.submit(job, pass)
      pass.startNow(job, places[job])
    }
    for (let m = 0; m < from; m++) each(moments.submitted, m, (job) => submit(job, from))
    for (let m = from; m < to; m++) {
      view.now = moments.at[m]
      each(moments.ended, m, (job) => {
        pass.ended(job)
        told.ended?.(job, view.now)
      })
      each(moments.submitted, m, (job) => submit(job, m))
      for (let k = held.length - 1; k >= 0; k--) {
        if ((release as Int32Array)[held[k]] > m) continue
        view.submit(held[k], pass)
        held.splice(k, 1)
      }
      view.predicted.length = 0
      if (view.waiting.count > 0 && visit !== null) {
        pass.run()
        visit({ moment: m, predicted: view.predicted, left: view.waiting.rows })
      }
      for (const job of view.predicted) if (moments.startOf[job] !== m) takeBack(job)
      each(moments.started, m, (job) => {
        if (view.waiting.has(job)) {
          pass.startNow(job, places[job])
        } else if (Number.isNaN(view.running.starts[job])) {
          view.submit(job, pass)
          pass.startNow(job, places[job])
        }
        told.started?.(job, view.now)
      })
      settled({ moment: m, waiting: view.waiting.rows, partitionOf: places, state, spare })
    }

    function takeBack(job: number): void {
      pass.takeBack(job)
      view.running.starts[job] = Number.NaN
      // The pass's queue has not forgotten it yet.
      view.waiting.add(job)
    }
  }
}

/** The places of the partitions of each job, the first of them its own. */
export function homesOf({ observed, facility }: ReplaySetting): readonly (readonly number[])[] {
  const placing = new Placing(facility.partitions)
  return Array.from({ length: observed.length }, (_, job) =>
    placing.of(observed.partition[job], observed.queue[job], -1),
  )
}

/** Jobs that run as a pass begins, in the order of starts. */
function runningAt({ ended, startOf }: Moments, moment: number): readonly number[] {
  const running = ended.rows.subarray(ended.from[moment]).filter((job) => startOf[job] < moment)
  return [...running].sort((a, b) => startOf[a] - startOf[b] || a - b)
}

function each(
  { rows, from }: { readonly rows: Int32Array; readonly from: Int32Array },
  moment: number,
  visit: (row: number) => void,
): void {
  for (let k = from[moment]; k < from[moment + 1]; k++) visit(rows[k])
}

function passOf(
  { algorithm, compress }: Rule,
  view: FacilityView,
  state: FacilityState<Share>,
  queue: FacilityQueue,
  resources: KindResources,
  facility: Facility,
): FacilityPass<Share> {
  switch (algorithm) {
    case 'head':
      return new FacilityHeadPass(view, state, queue, kindsOf(facility.partitions).of)
    case 'list':
      return new FacilityPass(view, state, queue)
    case 'easy':
      return new FacilityEasyPass(view, state, queue, null, resources)
    case 'cons':
      return compress === 'none'
        ? new FacilityKeptPass(view, state, queue)
        : new FacilityAnewPass(view, state, queue)
  }
}

class WaitingRows {
  readonly #rows = new Set<number>()
  readonly rows: ReadonlySet<number> = this.#rows

  get count(): number {
    return this.#rows.size
  }

  has(job: number): boolean {
    return this.#rows.has(job)
  }

  add(job: number): void {
    this.#rows.add(job)
  }

  delete(job: number): void {
    this.#rows.delete(job)
  }

  visible(out: Int32Array, sight: number): number {
    let n = 0
    for (const job of this.#rows) {
      if (n === sight) break
      out[n++] = job
    }
    return n
  }
}

/** The machine and its queue as the log shows them; what a pass starts is noted. */
class RecordedView implements FacilityView {
  readonly rules
  readonly jobs
  readonly size: Int32Array
  readonly estimate: Float64Array
  readonly waiting = new WaitingRows()
  readonly running: { readonly starts: Float64Array }
  readonly predicted: number[] = []
  now = Number.NEGATIVE_INFINITY

  constructor({ observed, clock: { cycle, latency } }: ReplaySetting, { compress }: Rule) {
    this.rules = { ...DEFAULT_SEMANTICS, passInterval: cycle, compress }
    this.jobs = observed.jobs
    this.size = observed.size
    // A scheduler that knows how late jobs begin reckons with it.
    this.estimate = latency === 0 ? observed.estimate : observed.estimate.map((each) => each + latency)
    this.running = { starts: new Float64Array(observed.length).fill(Number.NaN) }
  }

  submit(job: number, pass: FacilityPass<unknown>): void {
    this.waiting.add(job)
    pass.submitted(job)
  }

  score: FacilityView['score'] = (ranking, out, queue, n) => {
    ranking.score(out, queue, n, { now: this.now, waiting: this.waiting.count, free: 0 })
  }

  start(job: number): void {
    this.waiting.delete(job)
    this.running.starts[job] = this.now
    this.predicted.push(job)
  }
}
