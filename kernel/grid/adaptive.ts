/**
 * Adaptive multi-site processing (rule G9 of docs/sites.md): a job is split only if it is then done before one site alone
 * could have done it, and the blocked head waits for whichever of the two is better: for the grid, or for one site, whose
 * nodes alone are then kept for it.
 */
import { int, setInt } from '../columns'
import { ENTRY } from './ends'
import { gridNodes, sites } from './jobs'
import { estimateAt, Machine, rowAt, sizeAt } from './machine'
import { begin, endsOf, free, freeAreUsable, longer, startAt, startSplit, tightest, usable } from './nodes'

/** What `reserved` says of a reservation over the whole grid. */
const GRID: i32 = -1

let machine: Machine = changetype<Machine>(0)
/** Where the head has its reservation: `shadow` and `extra` of the machine are of this site, or of the grid. */
let reserved: i32 = GRID

/** When one site alone can take a job, which it is, and its free nodes at that instant. */
let oneAt: f64 = 0
let oneSite: i32 = 0
let oneFree: i32 = 0

export function beginAdaptive(laid: Machine): void {
  machine = laid
}

/** Starts whoever may. */
export function adapt(): void {
  while (sweep()) machine.swept = machine.reserved = false
}

/** Returns whether something was started. */
function sweep(): bool {
  let any = false
  // While no node comes free, a blocked head stays blocked: time only makes it less likely that splitting it pays.
  while (!machine.swept && machine.waits && startHead()) {
    any = true
    machine.reserved = false
  }
  if (!machine.waits) return false
  if (machine.free > 0 && backfill()) any = true
  machine.allSeen()
  return any
}

function startHead(): bool {
  const head = machine.first
  const size = sizeAt(head)
  const site = tightest(size)
  const splits = site < 0
  if (splits && (size > machine.free || !isBetterSplit(size, estimateAt(head)))) return false
  machine.first += ENTRY
  begin(rowAt(head), size, site)
  return true
}

/** Whether a job is done earlier if it is split now than at one site alone. */
function isBetterSplit(size: i32, estimate: f64): bool {
  findOneSite(size)
  return machine.clock + longer(estimate) < oneAt + estimate
}

/**
 * Finds the earliest instant at which one site has enough nodes free, by the ends of what runs; of several the one with the
 * fewest then, then the first.
 */
function findOneSite(size: i32): void {
  oneAt = Infinity
  oneSite = oneFree = -1
  for (let site = 0; site < sites; site++) {
    if (int(gridNodes, site) < size) continue
    const ends = endsOf(site)
    const end = ends.end
    let nodes = int(free, site)
    let instant = machine.clock
    let at = ends.first
    for (; nodes < size; at += ENTRY) {
      instant = load<f64>(at)
      nodes += load<i32>(at, 8)
      if (instant > oneAt) break
    }
    if (instant > oneAt) continue
    for (; at < end && load<f64>(at) === instant; at += ENTRY) nodes += load<i32>(at, 8)
    if (instant < oneAt || nodes < oneFree) {
      oneAt = instant
      oneSite = site
      oneFree = nodes
    }
  }
}

/** Sees to it that the head has a reservation. */
function hold(): void {
  if (machine.reserved) return
  const head = machine.first
  const size = sizeAt(head)
  const estimate = estimateAt(head)
  findOneSite(size)
  if (size > machine.free) {
    machine.hold()
    if (machine.shadow + longer(estimate) <= oneAt + estimate) {
      reserved = GRID
      return
    }
  }
  machine.reserved = true
  reserved = oneSite
  machine.shadow = oneAt
  machine.extra = oneFree - size
}

/** Starts jobs behind the head that do not delay it; returns whether it did. */
function backfill(): bool {
  let any = false
  let at = machine.unseen()
  while (at < machine.end) {
    if (sizeAt(at) <= machine.free) {
      hold()
      if (startBehind(at)) {
        any = true
        at = machine.leave(at)
        if (machine.free === 0) return true
        continue
      }
    }
    at += ENTRY
  }
  return any
}

/** Starts a job that waits behind the head, if it may; its place is not left yet. */
function startBehind(at: usize): bool {
  const size = sizeAt(at)
  const estimate = estimateAt(at)
  const row = rowAt(at)
  const inTime = machine.clock + estimate <= machine.shadow
  if (reserved === GRID) {
    if (!inTime && size > machine.extra) return false
    const site = tightest(size)
    const isTimely = site >= 0 ? inTime : machine.clock + longer(estimate) <= machine.shadow
    if (!isTimely && size > machine.extra) return false
    if (site < 0 && !isBetterSplit(size, estimate)) return false
    if (!isTimely) machine.extra -= size
    begin(row, size, site)
    return true
  }
  const site = tightestBut(size, inTime)
  if (site < 0) return splitBeside(row, size, estimate)
  if (site === reserved && !inTime) machine.extra -= size
  startAt(site, row, size)
  return true
}

/** The site with the fewest free nodes of those that a job may have in one piece; −1 where there is none. */
function tightestBut(size: i32, inTime: bool): i32 {
  if (inTime || size <= machine.extra) return tightest(size)
  // Of the reserved site it may have none.
  const its = int(free, reserved)
  setInt(free, reserved, 0)
  const best = tightest(size)
  setInt(free, reserved, its)
  return best
}

/** Splits a job over the nodes that the reservation of one site leaves, if they suffice and that is better. */
function splitBeside(row: i32, size: i32, estimate: f64): bool {
  const inTime = machine.clock + longer(estimate) <= machine.shadow
  const its = int(free, reserved)
  const left = inTime ? its : min(its, machine.extra)
  if (machine.free - its + left < size || !isBetterSplit(size, estimate)) return false
  freeAreUsable()
  setInt(usable, reserved, left)
  startSplit(row, size)
  if (!inTime) machine.extra -= its - int(free, reserved)
  return true
}
