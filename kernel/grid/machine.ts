/**
 * One machine of several in one memory: its clock, its free nodes, who runs and who waits, and EASY in submit order over them
 * (in-order.ts is the same for a machine alone). Few wait and few run, as a rule; where that is not so, the grid is crowded,
 * and the host does it.
 */
import { float, int, setFloat } from '../columns'
import { copyEntry, ENTRY, Ends } from './ends'
import { expectedEnd, gridEnds, gridEstimates, gridRuntimes, gridSizes, gridStarts } from './jobs'
import { Steps } from './steps'

/** Jobs that may run at one machine. */
const MOST_RUNNING: i32 = 1024
/** Places for those that wait, which are too many when they fill more than half of them. */
const PLACES: i32 = 2048
/** Jobs that run, at most, where the plan of their ends is forgotten when nobody waits. */
const UNPLANNED: i32 = 96

/** Whether more jobs run or wait than there is room for. */
export let crowded: bool = false

export function forgetCrowds(): void {
  crowded = false
}

/** There is no room. */
export function crowd(): void {
  crowded = true
}

@unmanaged
export class Machine {
  clock: f64
  /** The earliest end; Infinity where nothing runs. */
  nextEnd: f64
  /** The reservation of the blocked head: when it can start, and the nodes that are then left beside it. */
  shadow: f64
  nodes: i32
  free: i32
  extra: i32
  /** Jobs running, by their ends. */
  running: Ends
  mostRunning: i32
  /** The same by their expected ends, while these are kept. */
  releases: Ends
  /** Jobs waiting, in submit order, from `first` to `end`: estimate, row, size. Before `fresh` all have been looked at. */
  queue: usize
  queueEnd: usize
  first: usize
  end: usize
  fresh: usize
  /** The plan of what runs and waits (forecast.ts): its steps, and how many that wait are in it. */
  steps: Steps
  placed: i32
  /** What was asked for last, and the step that was found; of a plan from which only more has been taken since. */
  askedSize: i32
  askedSeconds: f64
  askedStep: i32
  planned: bool
  reserved: bool
  swept: bool
  forecast: bool
  /** A pass is due at the clock's instant: something has ended or come, and somebody waits. */
  pending: bool
  /** The plan may give nodes that are free now to others: a pass is due, or the head is to take no time (forecast.ts). */
  asksPlan: bool

  static runningOn(nodes: i32, rows: i32): i32 {
    return min(min(nodes, rows), MOST_RUNNING)
  }

  /** Steps of a plan, at most: one for each that runs or waits, and those around them. */
  static stepsOn(running: i32): i32 {
    return running + PLACES + 4
  }

  /** Bytes of a machine itself, behind which its lists stand. */
  static own(): usize {
    return (offsetof<Machine>() + 2 * offsetof<Ends>() + offsetof<Steps>() + 7) & ~7
  }

  /** Memory for the lists of a machine. */
  static bytes(nodes: i32, rows: i32): usize {
    const running = Machine.runningOn(nodes, rows)
    const queue: usize = <usize>PLACES * ENTRY
    return 2 * Ends.bytes(running) + queue + Steps.bytes(Machine.stepsOn(running))
  }

  /** Lays out an empty machine, and its lists elsewhere. */
  static lay(from: usize, lists: usize, nodes: i32, rows: i32): Machine {
    const machine = changetype<Machine>(from)
    const running = Machine.runningOn(nodes, rows)
    machine.running = changetype<Ends>(from + offsetof<Machine>())
    machine.releases = changetype<Ends>(from + offsetof<Machine>() + offsetof<Ends>())
    machine.running.lay(lists, running)
    machine.releases.lay(lists + Ends.bytes(running), running)
    machine.queue = machine.first = machine.end = machine.fresh = lists + 2 * Ends.bytes(running)
    machine.queueEnd = machine.queue + <usize>PLACES * ENTRY
    machine.steps = changetype<Steps>(from + offsetof<Machine>() + 2 * offsetof<Ends>())
    machine.steps.lay(machine.queueEnd, Machine.stepsOn(running))
    machine.clock = -Infinity
    machine.nextEnd = Infinity
    machine.nodes = machine.free = nodes
    machine.mostRunning = running
    machine.placed = 0
    machine.planned = machine.reserved = machine.swept = machine.forecast = false
    machine.pending = machine.asksPlan = false
    return machine
  }

  get waits(): bool {
    return this.first < this.end
  }

  /** A job starts now. */
  launch(row: i32, size: i32): void {
    const now = this.clock
    setFloat(gridStarts, row, now)
    this.free -= size
    if (this.planned) this.releases.add(now + float(gridEstimates, row), size, 0)
    const running = this.running
    if (running.count === this.mostRunning) {
      crowded = true
      return
    }
    const end = now + float(gridRuntimes, row)
    setFloat(gridEnds, row, end)
    running.add(end, size, row)
    this.nextEnd = running.soonest
  }

  /** Completes a job that ends at `nextEnd`; returns its row. */
  complete(): i32 {
    const running = this.running
    const at = running.shift()
    const size = load<i32>(at, 8)
    const row = load<i32>(at, 12)
    this.free += size
    if (this.planned) {
      if (this.waits || running.count >= UNPLANNED) this.releases.remove(expectedEnd(row), size)
      else this.planned = false
    }
    this.reserved = this.swept = this.forecast = false
    this.nextEnd = running.soonest
    return row
  }

  /** A job waits. */
  enqueue(row: i32, size: i32): void {
    if (this.end === this.queueEnd) this.closeUp()
    if (crowded) return
    const at = this.end
    store<f64>(at, float(gridEstimates, row))
    store<i32>(at, row, 8)
    store<i32>(at, size, 12)
    this.end = at + ENTRY
  }

  closeUp(): void {
    const bytes = this.end - this.first
    memory.copy(this.queue, this.first, bytes)
    this.fresh = this.queue + (max(this.fresh, this.first) - this.first)
    this.first = this.queue
    this.end = this.queue + bytes
    if (bytes > <usize>(PLACES / 2) * ENTRY) crowded = true
  }

  /** The one that waits at `at` leaves; returns where the one behind it is now. */
  leave(at: usize): usize {
    if (at - this.first < this.end - at) {
      const first = this.first
      const next = at + ENTRY
      for (; at > first; at -= ENTRY) copyEntry(at, at - ENTRY)
      this.first = first + ENTRY
      return next
    }
    const end = this.end - ENTRY
    this.end = end
    for (let to = at; to < end; to += ENTRY) copyEntry(to, to + ENTRY)
    return at
  }

  /** Sees to it that the expected ends of what runs are known. */
  plan(): void {
    if (this.planned) return
    this.planned = true
    const releases = this.releases
    releases.clear()
    const end = this.running.end
    for (let at = this.running.first; at < end; at += ENTRY) {
      releases.add(expectedEnd(load<i32>(at, 12)), load<i32>(at, 8), 0)
    }
  }

  /** Sees to it that the blocked head has a reservation. */
  hold(): void {
    if (this.reserved) return
    this.plan()
    this.reserved = true
    const size = sizeAt(this.first)
    const end = this.releases.end
    let then = this.free
    let at = this.releases.first
    while (then < size) {
      then += load<i32>(at, 8)
      at += ENTRY
    }
    const instant = load<f64>(at - ENTRY)
    while (at < end && load<f64>(at) === instant) {
      then += load<i32>(at, 8)
      at += ENTRY
    }
    this.shadow = instant
    this.extra = then - size
  }

  /** Whether a job may start now beside the reservation. */
  isBeside(size: i32, estimate: f64): bool {
    return size <= this.extra || this.clock + estimate <= this.shadow
  }

  /** The same of a job that starts if it may: beyond the shadow it holds what is left. */
  passes(size: i32, estimate: f64): bool {
    if (this.clock + estimate <= this.shadow) return true
    if (size > this.extra) return false
    this.extra -= size
    return true
  }

  /** The head starts, or is another one: what was found for the last does not hold. */
  changeHead(): void {
    this.reserved = this.swept = this.forecast = false
  }

  /** All that wait have been looked at. */
  allSeen(): void {
    this.swept = true
    this.fresh = this.end
  }

  /** The first that waits behind the head and has not been looked at. */
  unseen(): usize {
    const behind = this.first + ENTRY
    return this.swept ? max(this.fresh, behind) : behind
  }

  /** Whether the head that waits is to take no time. */
  get isHeadBrief(): bool {
    return estimateAt(this.first) === 0
  }

  /** A pass is due. */
  expectPass(): void {
    this.pending = this.asksPlan = true
  }

  /** Starts whoever may, by EASY. */
  pass(): void {
    this.pending = this.asksPlan = false
    while (this.first < this.end && sizeAt(this.first) <= this.free) {
      const head = this.first
      this.first += ENTRY
      this.launch(rowAt(head), sizeAt(head))
      this.changeHead()
    }
    if (!this.waits) return
    this.asksPlan = this.isHeadBrief
    if (this.free > 0) this.sweep()
    this.allSeen()
  }

  sweep(): void {
    let at = this.nextThatFits(this.unseen())
    if (at >= this.end) return
    this.hold()
    for (at = this.nextBeside(at); at < this.end; at = this.nextBeside(at)) {
      const row = rowAt(at)
      const size = sizeAt(at)
      // Beyond the shadow it holds what is left beside the head.
      this.passes(size, estimateAt(at))
      at = this.leave(at)
      this.launch(row, size)
      this.forecast = false
      if (this.free === 0) return
    }
  }

  /** The first from a place on for which nodes are free; four are looked at at once, as no processor foretells which it is. */
  nextThatFits(at: usize): usize {
    const free = i32x4.splat(this.free)
    for (; at < this.end; at += 4 * ENTRY) {
      const fits = i32x4.bitmask(i32x4.le_s(fourSizes(at), free))
      if (fits !== 0) return at + <usize>ctz(fits) * ENTRY
    }
    return at
  }

  /** The first from a place on that may start now beside the reservation, of those for which nodes are free. */
  nextBeside(at: usize): usize {
    const free = i32x4.splat(this.free)
    const extra = i32x4.splat(this.extra)
    const clock = f64x2.splat(this.clock)
    const shadow = f64x2.splat(this.shadow)
    for (; at < this.end; at += 4 * ENTRY) {
      const sizes = fourSizes(at)
      const first = f64x2.add(clock, i64x2.shuffle(v128.load(at), v128.load(at, 16), 0, 2))
      const last = f64x2.add(clock, i64x2.shuffle(v128.load(at, 32), v128.load(at, 48), 0, 2))
      const ends = i32x4.shuffle(f64x2.le(first, shadow), f64x2.le(last, shadow), 0, 2, 4, 6)
      const beside = v128.or(i32x4.le_s(sizes, extra), ends)
      const starts = i32x4.bitmask(v128.and(i32x4.le_s(sizes, free), beside))
      if (starts !== 0) return at + <usize>ctz(starts) * ENTRY
    }
    return at
  }

  /** A job comes, the only one of its instant, when no pass is due. */
  arrive(row: i32): void {
    const size = int(gridSizes, row)
    if (size <= this.free) {
      if (!this.waits) {
        this.launch(row, size)
        return
      }
      this.hold()
      if (this.passes(size, float(gridEstimates, row))) {
        this.launch(row, size)
        return
      }
    }
    this.enqueue(row, size)
    this.asksPlan = this.isHeadBrief
    this.allSeen()
  }

  /** A job comes, and is looked at in the pass that is then due. */
  join(row: i32): void {
    this.enqueue(row, int(gridSizes, row))
    this.expectPass()
  }

  /** Handles all events before an instant, and completes what ends at it: who comes then finds these nodes free. */
  advance(instant: f64): void {
    if (this.clock === instant) return
    if (this.pending) this.pass()
    while (this.nextEnd <= instant) {
      const now = this.nextEnd
      this.clock = now
      do this.complete()
      while (this.nextEnd === now)
      if (!this.waits) continue
      this.expectPass()
      if (now < instant) this.pass()
    }
    this.clock = instant
  }
}

/** The sizes of four that wait, from a place on; behind the last stands what says nothing. */
function fourSizes(at: usize): v128 {
  const first = i32x4.shuffle(v128.load(at), v128.load(at, 16), 3, 7, 3, 7)
  const last = i32x4.shuffle(v128.load(at, 32), v128.load(at, 48), 3, 7, 3, 7)
  return i32x4.shuffle(first, last, 0, 1, 4, 5)
}

export function rowAt(place: usize): i32 {
  return load<i32>(place, 8)
}

export function sizeAt(place: usize): i32 {
  return load<i32>(place, 12)
}

export function estimateAt(place: usize): f64 {
  return load<f64>(place)
}
