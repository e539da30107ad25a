/** Shares of running jobs by the instants at which they are planned to end. */
import type { Planner } from '../facility/state.js'
import type { NodeShare } from './stock.js'

export class PlannedEnds implements Planner<NodeShare> {
  count = 0
  #ends = new Float64Array(64)
  /** Where the share of each end is in `#shares`; behind them the slots that are free. */
  #slots = Int32Array.from({ length: 64 }, (_, slot) => slot)
  readonly #shares: NodeShare[] = []

  /** Infinity where nothing runs. */
  get first(): number {
    return this.count === 0 ? Number.POSITIVE_INFINITY : this.#ends[0]
  }

  /** The end in a place, in order. */
  end(place: number): number {
    return this.#ends[place]
  }

  /** The share that comes free at that end. */
  share(place: number): NodeShare {
    return this.#shares[this.#slots[place]]
  }

  take(_from: number, to: number, share: NodeShare): void {
    if (this.count === this.#ends.length) this.#grow()
    const place = this.after(to)
    const slot = this.#slots[this.count]
    this.#ends.copyWithin(place + 1, place, this.count)
    this.#slots.copyWithin(place + 1, place, this.count)
    this.#ends[place] = to
    this.#slots[place] = slot
    this.#shares[slot] = share
    this.count++
  }

  give(_from: number, to: number, share: NodeShare): void {
    let place = this.after(to) - 1
    while (this.share(place) !== share) place--
    const slot = this.#slots[place]
    this.#ends.copyWithin(place, place + 1, this.count)
    this.#slots.copyWithin(place, place + 1, this.count)
    this.count--
    this.#slots[this.count] = slot
  }

  /** The first place whose end is later. */
  after(end: number): number {
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#ends[middle] <= end) low = middle + 1
      else high = middle
    }
    return low
  }

  #grow(): void {
    const ends = new Float64Array(2 * this.count)
    const slots = Int32Array.from(ends, (_, slot) => slot)
    ends.set(this.#ends)
    slots.set(this.#slots)
    this.#ends = ends
    this.#slots = slots
  }
}
