/**
 * Which nodes a job is given, as Slurm's consumable resources choose them (the "best fit by the number of consecutive nodes"
 * of slurm.conf(5), SelectType): nodes that can give something form runs without a gap. The smallest run that is large
 * enough is taken, else the largest and then the next; nodes are taken from its beginning on. A job that one node of the run
 * can hold has the one with the fewest cores that do.
 */
import type { Placement, SlurmRequest } from './cluster.js'

type Sizes = Pick<SlurmRequest, 'cores' | 'leastNodes' | 'mostNodes' | 'coresPerNode'>

/** @param available cores that the job could have of each node, 0: none */
export function choosePlacement(request: Sizes, available: Int32Array): Placement | null {
  if (!suffices(request, available)) return null
  const usable = available.slice()
  const first = place(request, usable)
  if (first !== null) return first
  // Few nodes allowed: those with little to give are left out, step by step.
  for (const least of [...new Set(available)].sort((a, b) => a - b)) {
    if (least === 0) continue
    for (let node = 0; node < usable.length; node++) if (usable[node] === least) usable[node] = 0
    const next = place(request, usable)
    if (next !== null) return next
  }
  return null
}

/** Whether all nodes together have enough. */
function suffices({ cores, leastNodes }: Sizes, available: Int32Array): boolean {
  let [sum, nodes] = [0, 0]
  for (let node = 0; node < available.length; node++) {
    sum += available[node]
    if (available[node] > 0) nodes++
  }
  return sum >= cores && nodes >= leastNodes
}

interface Run {
  readonly from: number
  readonly to: number
  nodes: number
  cores: number
}

function runsOf(available: Int32Array): Run[] {
  const runs: Run[] = []
  for (let from = 0; from < available.length; from++) {
    if (available[from] === 0) continue
    let to = from
    let cores = 0
    while (to < available.length && available[to] > 0) cores += available[to++]
    runs.push({ from, to, nodes: to - from, cores })
    from = to
  }
  return runs
}

function place(
  { cores, leastNodes, mostNodes, coresPerNode }: Sizes,
  available: Int32Array,
): Placement | null {
  const runs = runsOf(available)
  const taken = new Map<number, number>()
  let coresLeft = cores
  let nodesLeft = leastNodes
  while (coresLeft > 0 || nodesLeft > 0) {
    const run = bestOf(runs, coresLeft, nodesLeft)
    if (run === null) return null
    const single = nodesLeft <= 1 ? smallestNode(available, run, coresLeft) : -1
    for (let node = single < 0 ? run.from : single; node < run.to; node++) {
      if (taken.size >= mostNodes || (coresLeft <= 0 && nodesLeft <= 0)) break
      // Each node that is still needed has at least what the job takes of a node.
      const kept = Math.max(0, nodesLeft - 1) * Math.max(1, coresPerNode)
      const part = Math.min(available[node], Math.max(coresLeft - kept, Math.max(1, coresPerNode)))
      taken.set(node, part)
      coresLeft -= part
      nodesLeft--
    }
    if (taken.size >= mostNodes && (coresLeft > 0 || nodesLeft > 0)) return null
    run.cores = 0
    run.nodes = 0
  }
  const nodes = [...taken.keys()].sort((a, b) => a - b)
  return { nodes, cores: nodes.map((node) => taken.get(node) ?? 0) }
}

function bestOf(runs: readonly Run[], cores: number, nodes: number): Run | null {
  let best: Run | null = null
  let bestSuffices = false
  for (const run of runs) {
    if (run.nodes === 0) continue
    const suffices = run.cores >= cores && run.nodes >= nodes
    if (
      best === null ||
      (suffices && !bestSuffices) ||
      (suffices && run.cores < best.cores) ||
      (!suffices && !bestSuffices && run.cores > best.cores)
    ) {
      best = run
      bestSuffices = suffices
    }
  }
  return best
}

/** The node of a run with the fewest cores that hold all, −1 if none does. */
function smallestNode(available: Int32Array, { from, to }: Run, cores: number): number {
  let best = -1
  for (let node = from; node < to; node++) {
    if (available[node] >= cores && (best < 0 || available[node] < available[best])) best = node
  }
  return best
}
