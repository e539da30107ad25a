/**
 * Sites that go by EASY each: local processing (rule G5 of docs/sites.md) and job sharing to the earliest planned start (G6).
 */
import { float, int, setInt } from '../columns'
import { hasMemory } from '../memory'
import { idle, isPlanned, slot, soonest, startsNow, takeNow } from './forecast'
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
import { forgetFragments, tightestOf } from './nodes'

/** The machines, in order of sites; their lists stand behind the last. */
let machines: usize = 0
/** Of each site, while one is looked for: the nodes that a job may have at once, −1 where it may not start. */
let offered: usize = 0

function at(site: i32): Machine {
  return changetype<Machine>(machines + <usize>site * Machine.own())
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
      if (submit !== instant) reachAll(submit)
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
  offered = machines + <usize>sites * Machine.own()
  let next = (offered + ((<usize>sites) << 2) + 7) & ~7
  let bytes: u64 = next
  for (let k = 0; k < sites; k++) bytes += Machine.bytes(int(gridNodes, k), rows)
  if (!hasMemory(bytes)) return false
  for (let k = 0; k < sites; k++) {
    Machine.lay(machines + <usize>k * Machine.own(), next, int(gridNodes, k), rows)
    next += Machine.bytes(int(gridNodes, k), rows)
  }
  return true
}

/** All sites reach an instant that is later; mostly there is nothing to be done. */
function reachAll(instant: f64): void {
  let busy: u64 = 0
  for (let k = 0; k < sites; k++) {
    const machine = at(k)
    busy |= (<u64>(<i32>machine.pending | <i32>(machine.nextEnd <= instant))) << k
  }
  for (; busy > 0; busy &= busy - 1) at(<i32>ctz(busy)).advance(instant)
  for (let k = 0; k < sites; k++) at(k).clock = instant
}

/** Whether the site that was chosen last would start the job now. */
let planned: bool = false

/** The site of the earliest planned start; of these, of the fewest nodes idle then; of these, the first. */
function choose(size: i32, estimate: f64): i32 {
  planned = true
  let k = -1
  let fewest = i32.MAX_VALUE
  for (let site = 0; site < sites; site++) {
    const machine = at(site)
    let free = machine.free
    // Who is planned now takes its nodes first.
    if (machine.asksPlan && free >= size)
      free = slot(machine, size, estimate) === machine.clock ? idle + size : -1
    setInt(offered, site, free)
    const fits = <i32>(free >= size) & <i32>(free < fewest)
    k = select<i32>(site, k, fits)
    fewest = select<i32>(free, fewest, fits)
  }
  // The fewer nodes are free, the fewer stay idle.
  for (; k >= 0; k = tightestOf(offered, size)) {
    const machine = at(k)
    if (<i32>machine.asksPlan | <i32>!machine.waits || startsNow(machine, size, estimate)) return k
    setInt(offered, k, -1)
  }
  planned = false
  return chooseLater(size, estimate)
}

/** The best of the sites looked at so far, none of which would start the job now. */
let best: i32 = -1
let start: f64 = Infinity
let least: i32 = i32.MAX_VALUE

/** Of sites none of which would start the job now. */
function chooseLater(size: i32, estimate: f64): i32 {
  best = -1
  start = Infinity
  least = i32.MAX_VALUE
  let unknown: u64 = 0
  // Where nobody waits what runs says when a site may start it, and elsewhere a plan that is kept.
  for (let k = 0; k < sites; k++) {
    const machine = at(k)
    if (machine.nodes < size) continue
    if (!machine.waits) compare(k, soonest(machine, size))
    else if (isPlanned(machine)) compare(k, slot(machine, size, estimate))
    else unknown |= (<u64>1) << k
  }
  // What runs says how soon one may start it at best.
  for (; unknown > 0; unknown &= unknown - 1) {
    const k = <i32>ctz(unknown)
    const machine = at(k)
    if (soonest(machine, size) > start) continue
    compare(k, slot(machine, size, estimate))
  }
  return best
}

function compare(k: i32, instant: f64): void {
  if (instant > start || (instant === start && (idle > least || (idle === least && best < k)))) return
  best = k
  start = instant
  least = idle
}
