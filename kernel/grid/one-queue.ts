/**
 * One queue for the whole grid: multi-site processing (rules G7 and G8 of docs/sites.md), EASY over the sum of free nodes. A
 * job takes one site if one has enough nodes free; else it is split over several, and takes longer. Adaptive processing
 * (adaptive.ts) has the same events and a pass of its own.
 */
import { int } from '../columns'
import { adapt, beginAdaptive } from './adaptive'
import { ENTRY } from './ends'
import { gridSizes, rows, submitOf } from './jobs'
import { crowded, estimateAt, forgetCrowds, Machine, rowAt, sizeAt } from './machine'
import { begin, complete, layNodes, longer, tightest } from './nodes'

/**
 * Runs all jobs.
 * @param percent that a job over several sites takes longer
 * @param adapts whether a job is split only where that pays
 * @returns whether there was room for it
 */
export function runOneQueue(percent: i32, adapts: bool): bool {
  forgetCrowds()
  const laid = layNodes(percent, adapts)
  if (laid === null) return false
  const machine: Machine = laid
  if (adapts) beginAdaptive(machine)
  let row = 0
  while (!crowded) {
    const coming = submitOf(row)
    const instant = min(coming, machine.nextEnd)
    if (instant === Infinity) return true
    machine.clock = instant
    while (machine.nextEnd === instant) complete()
    for (; row < rows && submitOf(row) === instant; row++) {
      const size = int(gridSizes, row)
      if (!adapts && !machine.waits && size <= machine.free) begin(row, size, tightest(size))
      else machine.enqueue(row, size)
    }
    if (!machine.waits) continue
    if (adapts) adapt()
    else pass(machine)
  }
  return false
}

function pass(machine: Machine): void {
  while (machine.waits && sizeAt(machine.first) <= machine.free) {
    const head = machine.first
    const size = sizeAt(head)
    machine.first += ENTRY
    begin(rowAt(head), size, tightest(size))
    machine.changeHead()
  }
  if (!machine.waits) return
  let at = machine.free > 0 ? machine.unseen() : machine.end
  while (at < machine.end) {
    const size = sizeAt(at)
    if (size <= machine.free) {
      machine.hold()
      const estimate = estimateAt(at)
      // What may not in one piece may not in several.
      if (machine.isBeside(size, estimate)) {
        const site = tightest(size)
        if (machine.passes(size, site >= 0 ? estimate : longer(estimate))) {
          const row = rowAt(at)
          at = machine.leave(at)
          begin(row, size, site)
          if (machine.free === 0) break
          continue
        }
      }
    }
    at += ENTRY
  }
  machine.allSeen()
}
