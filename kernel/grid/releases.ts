/** When nodes are expected to come free, and how many: a list in order of time. */

/** Bytes of an entry: an instant, and nodes. */
export const ENTRY: usize = 16

@unmanaged
export class Releases {
  /** Entries from `first` to `end`, in the room from `room` to `last`. */
  first: usize
  end: usize
  room: usize
  last: usize

  /** Memory for so many at a time. */
  static bytes(most: i32): usize {
    return 2 * <usize>most * ENTRY
  }

  lay(from: usize, most: i32): void {
    this.room = from
    this.last = from + Releases.bytes(most)
    this.clear()
  }

  clear(): void {
    this.first = this.end = this.room
  }

  add(instant: f64, nodes: i32): void {
    if (this.end === this.last) this.closeUp()
    const first = this.first
    let at = this.end
    this.end = at + ENTRY
    while (at > first && load<f64>(at - ENTRY) > instant) {
      copyEntry(at, at - ENTRY)
      at -= ENTRY
    }
    store<f64>(at, instant)
    store<i32>(at, nodes, 8)
  }

  remove(instant: f64, nodes: i32): void {
    let at = this.first
    let high = this.end
    while (at < high) {
      const middle = at + (((high - at) / ENTRY) >> 1) * ENTRY
      if (load<f64>(middle) < instant) at = middle + ENTRY
      else high = middle
    }
    // Entries of one instant are interchangeable, so any with these nodes will do.
    while (load<i32>(at, 8) !== nodes) at += ENTRY
    if (at - this.first < this.end - at) {
      const first = this.first
      for (; at > first; at -= ENTRY) copyEntry(at, at - ENTRY)
      this.first = first + ENTRY
    } else {
      const end = this.end - ENTRY
      this.end = end
      for (; at < end; at += ENTRY) copyEntry(at, at + ENTRY)
    }
  }

  closeUp(): void {
    const bytes = this.end - this.first
    memory.copy(this.room, this.first, bytes)
    this.first = this.room
    this.end = this.room + bytes
  }
}

export function copyEntry(to: usize, from: usize): void {
  store<f64>(to, load<f64>(from))
  store<i64>(to, load<i64>(from, 8), 8)
}
