/** The nodes of a grid that is one queue: what is free at each site, and what jobs hold. */
import { float, int, setFloat, setInt } from '../columns'
import { hasMemory } from '../memory'
import { Ends } from './ends'
import {
  beyond,
  expectedEnd,
  gridEstimates,
  gridNodes,
  gridPlaces,
  gridRuntimes,
  gridSizes,
  rows,
  sites,
} from './jobs'
import { crowd, Machine } from './machine'

/** What stands for the site of a job that is split. */
const SPLIT: i32 = -1

/** The machine of all nodes. */
let machine: Machine = changetype<Machine>(0)
/** Free nodes of each site, and those that a job that is split may use. */
export let free: usize = 0
export let usable: usize = 0
/** Expected ends at each site, fragments of split jobs among them, if they are asked for. */
let ends: usize = 0
let endsBytes: usize = 0
/** Of jobs that are split: where their fragments are. */
let fragmentsOf: usize = 0
/** Split jobs in order of start, to `fragmentsEnd`: row, fragments, and of each the site and its nodes. */
export let fragments: usize = 0
export let fragmentsEnd: usize = 0
/** Percent that a job over several sites takes longer. */
let overhead: f64 = 0

/** Nothing is split. */
export function forgetFragments(): void {
  fragments = fragmentsEnd = 0
}

/** Lays out an empty grid behind the jobs; null where there is no memory for it. */
export function layNodes(percent: i32, endsMatter: bool): Machine | null {
  overhead = percent
  let all = 0
  for (let site = 0; site < sites; site++) all += int(gridNodes, site)
  const ofSites = (<usize>((sites + 1) & ~1)) << 2
  endsBytes = endsMatter ? offsetof<Ends>() + Ends.bytes(Machine.runningOn(all, rows)) : 0
  free = beyond
  usable = free + ofSites
  fragmentsOf = usable + ofSites
  ends = fragmentsOf + ((<usize>((rows + 1) & ~1)) << 2)
  const at = ends + <usize>sites * endsBytes
  fragments = fragmentsEnd = at + Machine.own() + Machine.bytes(all, rows)
  if (!hasMemory(fragments)) return null
  for (let site = 0; site < sites; site++) {
    const nodes = int(gridNodes, site)
    setInt(free, site, nodes)
    if (endsMatter)
      endsOf(site).lay(ends + <usize>site * endsBytes + offsetof<Ends>(), Machine.runningOn(all, rows))
  }
  machine = Machine.lay(at, at + Machine.own(), all, rows)
  return machine
}

export function endsOf(site: i32): Ends {
  return changetype<Ends>(ends + <usize>site * endsBytes)
}

/** Seconds that a job takes over several sites: whole numbers and one division, rounded up. */
export function longer(seconds: f64): f64 {
  return Math.ceil(((100 + overhead) * seconds) / 100)
}

/** The site with the fewest free nodes of those that have enough, then the first; −1 where none has. */
export function tightest(size: i32): i32 {
  return tightestOf(free, size)
}

/** The same of a column of free nodes; without a branch that cannot be foretold. */
export function tightestOf(column: usize, size: i32): i32 {
  let best = -1
  let least = i32.MAX_VALUE
  for (let site = 0; site < sites; site++) {
    const its = int(column, site)
    const fits = <i32>(its >= size) & <i32>(its < least)
    best = select<i32>(site, best, fits)
    least = select<i32>(its, least, fits)
  }
  return best
}

/**
 * Starts a job.
 * @param site where it is in one piece; −1: over all free nodes
 */
export function begin(row: i32, size: i32, site: i32): void {
  if (site >= 0) {
    startAt(site, row, size)
    return
  }
  freeAreUsable()
  startSplit(row, size)
}

/** A job that is split next may use all free nodes. */
export function freeAreUsable(): void {
  memory.copy(usable, free, (<usize>sites) << 2)
}

/** Starts a job in one piece. */
export function startAt(site: i32, row: i32, size: i32): void {
  setInt(gridPlaces, row, site)
  setInt(free, site, int(free, site) - size)
  machine.launch(row, size)
  if (endsBytes > 0) endsOf(site).add(machine.clock + float(gridEstimates, row), size, 0)
}

/** Starts a job on usable nodes of several sites: most first, then in order of sites, all until it has enough. */
export function startSplit(row: i32, size: i32): void {
  setInt(gridPlaces, row, SPLIT)
  setFloat(gridRuntimes, row, longer(float(gridRuntimes, row)))
  setFloat(gridEstimates, row, longer(float(gridEstimates, row)))
  machine.launch(row, size)
  const end = machine.clock + float(gridEstimates, row)
  const from = fragmentsEnd
  if (!hasMemory(from + 8 + 8 * <usize>sites)) {
    crowd()
    return
  }
  setInt(fragmentsOf, row, <i32>from)
  store<i32>(from, row)
  let to = from + 8
  for (let missing = size; missing > 0; to += 8) {
    let site = 0
    for (let k = 1; k < sites; k++) if (int(usable, k) > int(usable, site)) site = k
    const nodes = min(missing, int(usable, site))
    missing -= nodes
    setInt(usable, site, 0)
    setInt(free, site, int(free, site) - nodes)
    store<i32>(to, site)
    store<i32>(to, nodes, 4)
    if (endsBytes > 0) endsOf(site).add(end, nodes, 0)
  }
  store<i32>(from, <i32>((to - from - 8) >> 3), 4)
  fragmentsEnd = to
}

/** Completes a job; it gives its nodes back. */
export function complete(): void {
  const row = machine.complete()
  const site = int(gridPlaces, row)
  if (site !== SPLIT) {
    giveBack(site, int(gridSizes, row), row)
    return
  }
  const from = <usize>int(fragmentsOf, row)
  const end = from + 8 + 8 * <usize>load<i32>(from, 4)
  for (let at = from + 8; at < end; at += 8) giveBack(load<i32>(at), load<i32>(at, 4), row)
}

function giveBack(site: i32, nodes: i32, row: i32): void {
  setInt(free, site, int(free, site) + nodes)
  if (endsBytes > 0) endsOf(site).remove(expectedEnd(row), nodes)
}
