/**
 * Sites that go by EASY each: local processing (rule G5 of docs/sites.md) and job sharing to the earliest planned start (G6).
 */
import { float, int, setInt } from '../columns'
import { hasMemory } from '../memory'
import { idle, slot, soonest, startsNow, takeNow } from './forecast'
import {
  beyond,
  gridEstimates,
  gridHomes,
  gridNodes,
  gridPlaces,
  gridSizes,
  rows,
  sites,
  submitOf,
} from './jobs'
import { crowded, forgetCrowds, Machine } from './machine'
import { forgetFragments } from './nodes'

/** The machines, in order of sites. */
let machines: usize = 0

function at(site: i32): Machine {
  return changetype<Machine>(load<usize>(machines + <usize>site * sizeof<usize>()))
}

/**
 * Runs all jobs.
 * @param shares whether a job goes to the site that would start it first; to its home otherwise
 * @returns whether there was room for it
 */
export function runSites(shares: bool): bool {
  forgetCrowds()
  forgetFragments()
  if (!lay()) return false
  let instant = -Infinity
  for (let row = 0; row < rows; row++) {
    const submit = submitOf(row)
    const alone = submitOf(row + 1) !== submit && submit !== instant
    let site = int(gridHomes, row)
    if (shares) {
      if (submit !== instant) for (let k = 0; k < sites; k++) at(k).reach(submit)
      site = choose(int(gridSizes, row), float(gridEstimates, row))
    } else at(site).advance(submit)
    instant = submit
    setInt(gridPlaces, row, site)
    const machine = at(site)
    if (alone && !machine.pending) {
      const waited = machine.waits
      const free = machine.free
      machine.arrive(row)
      if (shares && waited && machine.free < free) {
        if (planned) takeNow(machine, int(gridSizes, row), float(gridEstimates, row))
        else machine.forecast = false
      }
    } else machine.join(row)
    if (crowded) return false
  }
  for (let k = 0; k < sites; k++) at(k).advance(f64.MAX_VALUE)
  return !crowded
}

function lay(): bool {
  machines = beyond
  let next = (machines + <usize>sites * sizeof<usize>() + 7) & ~7
  let bytes: u64 = next
  for (let k = 0; k < sites; k++) bytes += Machine.bytes(int(gridNodes, k), rows)
  if (!hasMemory(bytes)) return false
  for (let k = 0; k < sites; k++) {
    store<usize>(machines + <usize>k * sizeof<usize>(), next)
    Machine.lay(next, int(gridNodes, k), rows)
    next += Machine.bytes(int(gridNodes, k), rows)
  }
  return true
}

/** Whether the site that was chosen last would start the job now. */
let planned: bool = false

/** The site of the earliest planned start; of these, of the fewest nodes idle then; of these, the first. */
function choose(size: i32, estimate: f64): i32 {
  let best = -1
  let least = i32.MAX_VALUE
  for (let k = 0; k < sites; k++) {
    const machine = at(k)
    let free = machine.free
    if (machine.nodes < size || free < size) continue
    if (machine.pending) {
      if (slot(machine, size, estimate) !== machine.clock) continue
      free = idle + size
    }
    // The fewer nodes are free, the fewer stay idle.
    if (free >= least || (!machine.pending && machine.waits && !startsNow(machine, size, estimate))) continue
    best = k
    least = free
  }
  planned = best >= 0
  return planned ? best : chooseLater(size, estimate)
}

/** Of sites none of which would start the job now. */
function chooseLater(size: i32, estimate: f64): i32 {
  let best = -1
  let start = Infinity
  let least = i32.MAX_VALUE
  // What runs says how soon a site may start it at best, and where nobody waits how soon it does.
  for (let k = 0; k < sites; k++) {
    const machine = at(k)
    if (machine.nodes < size) continue
    machine.bound = soonest(machine, size)
    if (machine.waits) continue
    if (machine.bound < start || (machine.bound === start && idle < least)) {
      best = k
      start = machine.bound
      least = idle
    }
  }
  for (let k = 0; k < sites; k++) {
    const machine = at(k)
    if (machine.nodes < size || !machine.waits || machine.bound > start) continue
    const its = slot(machine, size, estimate)
    if (its > start || (its === start && (idle > least || (idle === least && best < k)))) continue
    best = k
    start = its
    least = idle
  }
  return best
}
