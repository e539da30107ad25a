/**
 * The nodes that are free from now on, as far as estimates promise: what is free at first, and at each border of time what comes free
 * and what is taken. Whoever looks for room goes from border to border and keeps up, node by node, how many of his tasks have room;
 * a plan in stretches of time, each with all of its nodes, is larger than processors keep at hand.
 *
 * A job fits for a while if the least room that each node has in it is enough.
 */
import { nextAfter } from '../algorithms/reservation.js'
import { beginning, type StartRule, type Timeline } from '../facility/resources.js'
import type { SchedulerView } from '../scheduler.js'
import type { Claim, Claims } from './claim.js'
import { chooseBy } from './pack.js'
import type { NodeRequest } from './request.js'
import { type NodeShare, NodeStock } from './stock.js'
import { type Amounts, amountsOf, RoomSweep } from './sweep.js'

/** A share that begins to be taken at a border, or comes free there. */
interface Change {
  readonly share: NodeShare
  readonly amounts: Amounts
  /** −1 where it is taken. */
  readonly sign: number
}

/** A request that, for some time at least, begins at no instant from one up to another. */
interface Known {
  readonly request: NodeRequest
  readonly length: number
  readonly from: number
  readonly at: number
}

/** The most that is known of requests of one kind. */
const MOST_KNOWN = 64

export class NodeTimeline implements Timeline<NodeShare> {
  readonly #claims: Claims
  readonly #view: SchedulerView
  /** The stock before the first border. */
  readonly #base: NodeStock
  #from = Number.NEGATIVE_INFINITY
  /** Borders, ascending, and what changes at each. */
  readonly #times: number[] = []
  readonly #changes: Change[][] = []
  /** How much is taken at each. */
  readonly #begins: number[] = []
  readonly #amounts = new WeakMap<NodeShare, Amounts>()
  readonly #sweep: RoomSweep
  /** By the numbers of kinds of needs, who does not begin before when; forgotten when anything is given back. */
  readonly #known: (Known[] | undefined)[] = []
  #oldest = 0
  /** Borders that the sweep has gone over. */
  #passed = 0

  constructor(claims: Claims, view: SchedulerView) {
    this.#claims = claims
    this.#view = view
    this.#base = new NodeStock(claims.stock.inventory)
    this.#sweep = new RoomSweep(this.#base)
  }

  trim(now: number): void {
    const count = this.#before(nextAfter(now))
    for (let k = 0; k < count; k++)
      for (const { share, sign } of this.#changes[k]) this.#changeBase(share, sign)
    this.#times.splice(0, count)
    this.#changes.splice(0, count)
    this.#begins.splice(0, count)
    this.#from = now
  }

  take(from: number, to: number, share: NodeShare): void {
    if (!(from < to)) return
    this.#change(from, share, -1)
    this.#change(to, share, 1)
  }

  give(from: number, to: number, share: NodeShare): void {
    if (!(from < to)) return
    this.#known.length = 0
    this.#change(from, share, 1)
    this.#change(to, share, -1)
  }

  cancel(from: number, to: number, share: NodeShare): void {
    this.give(from, to, share)
  }

  nextBorder(after: number): number {
    return this.#times[this.#before(nextAfter(after))] ?? Number.POSITIVE_INFINITY
  }

  earliest(
    job: number,
    home: number,
    from: number,
    startRule: StartRule,
    before = Number.POSITIVE_INFINITY,
  ): number {
    const claim = this.#claims.claimOf(job, home)
    const length = this.#view.estimate[job]
    const known = this.#notBefore(claim, length, from)
    const at = this.#search(claim, job, known, startRule, before)
    if (at > known) this.#learn(claim, length, from, at)
    return at
  }

  chosen(job: number, home: number): NodeShare {
    const { request, nodes } = this.#claims.claimOf(job, home)
    return chooseBy(request, nodes, this.#sweep.least.subarray(0, nodes.length), this.#claims.packing)
  }

  #search(claim: Claim, job: number, from: number, startRule: StartRule, before: number): number {
    const times = this.#times
    const sweep = this.#sweep
    const { closures } = this.#claims
    const length = this.#view.estimate[job]
    let at = beginning(from, length, startRule)
    if (at >= before) return at
    sweep.begin(claim)
    this.#passed = 0
    for (;;) {
      this.#goTo(at)
      if (!sweep.hasEnough()) {
        while (!sweep.hasEnough() && this.#passed < times.length) this.#forward()
        at = sweep.hasEnough() ? times[this.#passed - 1] : Number.POSITIVE_INFINITY
      } else if (!this.#lasts(at + length)) at = this.#nextBeginning()
      else if (!closures.any(job, at, at + length) || this.#isOpen(job, at, at + length)) return at
      else at = Math.min(this.nextBorder(at), closures.nextEnd(at))
      at = beginning(at, length, startRule)
      if (at >= before) return at
    }
  }

  /** Goes to what is free from an instant on. */
  #goTo(at: number): void {
    const times = this.#times
    while (this.#passed > 0 && times[this.#passed - 1] > at) this.#back()
    while (this.#passed < times.length && times[this.#passed] <= at) this.#forward()
  }

  /** Over the next border. */
  #forward(): void {
    const changes = this.#changes[this.#passed++]
    for (let k = 0; k < changes.length; k++) this.#sweep.change(changes[k].amounts, changes[k].sign)
  }

  /** Over the last border again. */
  #back(): void {
    const changes = this.#changes[--this.#passed]
    for (let k = 0; k < changes.length; k++) this.#sweep.change(changes[k].amounts, -changes[k].sign)
  }

  /** Whether a job that finds room has it until an instant; goes as far as that takes, or over the border that keeps it from that. */
  #lasts(end: number): boolean {
    this.#sweep.watch()
    // Behind the last beginning there is as much room as before, or more.
    let last = this.#before(end)
    while (last > this.#passed && this.#begins[last - 1] === 0) last--
    while (this.#passed < last) {
      this.#forward()
      if (!this.#limited(this.#passed - 1, -1)) return false
    }
    return true
  }

  /** The first border from which on a job has room as far as the last one, which keeps it from beginning earlier; else the next. */
  #nextBeginning(): number {
    if (!this.#sweep.hasEnough()) return this.#times[this.#passed] ?? Number.POSITIVE_INFINITY
    this.#sweep.watch()
    do this.#back()
    while (this.#limited(this.#passed, 1))
    return this.#times[this.#passed]
  }

  /** Whether a job has room beside what was taken at a border, or on the way back what came free. */
  #limited(border: number, sign: number): boolean {
    const changes = this.#changes[border]
    if (this.#begins[border] === (sign < 0 ? 0 : changes.length)) return true
    for (let k = 0; k < changes.length; k++)
      if (changes[k].sign === sign) this.#sweep.limit(changes[k].amounts)
    return this.#sweep.leastIsEnough()
  }

  /** Whether a job fits beside the nodes that are closed to it. */
  #isOpen(job: number, at: number, end: number): boolean {
    this.#claims.closures.closed(job, at, end, (node) => this.#sweep.close(node))
    return this.#sweep.leastIsEnough()
  }

  /** An instant before which nothing that asks for as much as the claim, for as long, begins from another one on. */
  #notBefore({ kept, request }: Claim, length: number, from: number): number {
    const known = this.#known[kept.number]
    let at = from
    if (known === undefined) return at
    for (const each of known) {
      if (each.at > at && each.from <= from && each.length <= length && asksForMore(request, each.request))
        at = each.at
    }
    return at
  }

  /** Notes that nothing that asks for as much begins before an instant: true until something is given back. */
  #learn({ kept, request }: Claim, length: number, from: number, at: number): void {
    // Where nodes are kept for others, who asks for the same may find others.
    if (!this.#claims.closures.none) return
    const known = this.#known[kept.number]
    const found = { request, length, from, at }
    if (known === undefined) this.#known[kept.number] = [found]
    else if (known.length < MOST_KNOWN) known.push(found)
    else known[this.#oldest++ % MOST_KNOWN] = found
  }

  #change(at: number, share: NodeShare, sign: number): void {
    if (at <= this.#from) this.#changeBase(share, sign)
    else if (at < Number.POSITIVE_INFINITY) this.#changeAt(at, share, sign)
  }

  #changeAt(at: number, share: NodeShare, sign: number): void {
    const border = this.#before(at)
    if (this.#times[border] !== at) {
      this.#times.splice(border, 0, at)
      this.#changes.splice(border, 0, [])
      this.#begins.splice(border, 0, 0)
    }
    const changes = this.#changes[border]
    const other = changes.findIndex((each) => each.share === share && each.sign === -sign)
    if (other < 0) {
      changes.push({ share, amounts: this.#amountsOf(share), sign })
      if (sign < 0) this.#begins[border]++
    } else {
      changes.splice(other, 1)
      if (sign > 0) this.#begins[border]--
    }
    if (changes.length > 0) return
    this.#times.splice(border, 1)
    this.#changes.splice(border, 1)
    this.#begins.splice(border, 1)
  }

  #changeBase(share: NodeShare, sign: number): void {
    this.#sweep.renew()
    if (sign < 0) this.#base.take(share)
    else this.#base.give(share)
  }

  #amountsOf(share: NodeShare): Amounts {
    let amounts = this.#amounts.get(share)
    if (amounts === undefined) {
      amounts = amountsOf(share, this.#base.inventory.resources)
      this.#amounts.set(share, amounts)
    }
    return amounts
  }

  /** How many borders are before an instant. */
  #before(instant: number): number {
    let low = 0
    let high = this.#times.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#times[middle] < instant) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Whether one request of a kind fits nowhere that another does not. */
function asksForMore(one: NodeRequest, other: NodeRequest): boolean {
  return one.tasks >= other.tasks && one.nodesMin >= other.nodesMin && one.nodesMax <= other.nodesMax
}
