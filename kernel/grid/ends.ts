/** When jobs end, or are expected to, and the nodes that then come free: a list in order of time. */

/** Bytes of an entry: an instant, nodes, and the row of the job where somebody asks for it. */
export const ENTRY: usize = 16

@unmanaged
export class Ends {
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
    this.last = from + Ends.bytes(most)
    this.clear()
  }

  clear(): void {
    this.first = this.end = this.room
  }

  get count(): i32 {
    return <i32>((this.end - this.first) / ENTRY)
  }

  /** The earliest instant; Infinity where there is none. */
  get soonest(): f64 {
    return this.first < this.end ? load<f64>(this.first) : Infinity
  }

  add(instant: f64, nodes: i32, row: i32): void {
    const first = this.first
    let at = first
    // Those move that are fewer, for all that their middle says.
    if (first > this.room && first < this.end && instant < load<f64>(this.middle)) {
      this.first = first - ENTRY
      for (; load<f64>(at) < instant; at += ENTRY) copyEntry(at - ENTRY, at)
      at -= ENTRY
    } else {
      if (this.end === this.last) this.closeUp()
      at = this.end
      this.end = at + ENTRY
      for (; at > this.first && load<f64>(at - ENTRY) > instant; at -= ENTRY) copyEntry(at, at - ENTRY)
    }
    store<f64>(at, instant)
    store<i32>(at, nodes, 8)
    store<i32>(at, row, 12)
  }

  /** The first leaves; returns where it was, until another one is added. */
  shift(): usize {
    const at = this.first
    this.first = at + ENTRY
    return at
  }

  get middle(): usize {
    return this.first + (((this.end - this.first) / ENTRY) >> 1) * ENTRY
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
  v128.store(to, v128.load(from))
}
