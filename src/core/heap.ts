/** A queue of things to come, the earliest first; of equal instants, the smaller item. A binary heap over columns. */
export class EventQueue {
  count = 0
  /** The earliest instant; Infinity when the queue is empty. */
  next = Number.POSITIVE_INFINITY
  #instants = new Float64Array(64)
  #items = new Int32Array(64)

  /** The item of the earliest instant; only where there is one. */
  get first(): number {
    return this.#items[0]
  }

  push(instant: number, item: number): void {
    if (this.count === this.#items.length) this.#grow()
    const instants = this.#instants
    const items = this.#items
    let hole = this.count++
    while (hole > 0) {
      const parent = (hole - 1) >> 1
      if (instants[parent] < instant || (instants[parent] === instant && items[parent] <= item)) break
      instants[hole] = instants[parent]
      items[hole] = items[parent]
      hole = parent
    }
    instants[hole] = instant
    items[hole] = item
    this.next = instants[0]
  }

  /** Takes the first item out and returns it; only where there is one. */
  take(): number {
    const instants = this.#instants
    const items = this.#items
    const taken = items[0]
    const n = --this.count
    const instant = instants[n]
    const item = items[n]
    let hole = 0
    for (;;) {
      let child = 2 * hole + 1
      if (child >= n) break
      const right = child + 1
      if (
        right < n &&
        (instants[right] < instants[child] ||
          (instants[right] === instants[child] && items[right] < items[child]))
      ) {
        child = right
      }
      if (instant < instants[child] || (instant === instants[child] && item < items[child])) break
      instants[hole] = instants[child]
      items[hole] = items[child]
      hole = child
    }
    instants[hole] = instant
    items[hole] = item
    this.next = n === 0 ? Number.POSITIVE_INFINITY : instants[0]
    return taken
  }

  /** Takes all out. */
  clear(): void {
    this.count = 0
    this.next = Number.POSITIVE_INFINITY
  }

  #grow(): void {
    const instants = new Float64Array(this.#items.length * 2)
    const items = new Int32Array(instants.length)
    instants.set(this.#instants)
    items.set(this.#items)
    this.#instants = instants
    this.#items = items
  }
}
