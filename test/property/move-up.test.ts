/** Reservations that move up, against a twin that tries every job that waits at every end, from now on. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Movable, MoveUpQueue } from '../../src/sites/market/move-up.js'
import { MachinePlan } from '../../src/sites/market/plan.js'
import { runs } from '../support/runs.js'

const NODES = 3
const job = fc.record({
  gap: fc.integer({ min: 0, max: 4 }),
  size: fc.integer({ min: 1, max: NODES }),
  estimate: fc.integer({ min: 1, max: 9 }),
  /** Tenths of the estimate that it runs. */
  tenths: fc.integer({ min: 0, max: 10 }),
  late: fc.integer({ min: 0, max: 6 }),
})

interface Planned extends Movable {
  readonly runtime: number
}

const ALL = Array.from({ length: NODES }, (_, node) => node)

/** The first instant from `from` on, in steps of a second, at which enough nodes are idle. */
function firstIdle(plan: MachinePlan, size: number, seconds: number, from: number, before: number) {
  for (let start = from; start < before; start++) {
    const nodes = ALL.filter((node) => plan.isIdle(node, start, start + seconds))
    if (nodes.length >= size) return { start, nodes: nodes.slice(0, size) }
  }
  return null
}

/** Starts and nodes of all jobs. */
function started(jobs: readonly (typeof job extends fc.Arbitrary<infer J> ? J : never)[], byTwin: boolean) {
  const plan = new MachinePlan(NODES)
  const at = { domain: 0, machine: 0, plan, function: () => 0, attributes: {} }
  const queue = new MoveUpQueue<Planned>(at)
  const held: Planned[] = []
  const ended = new Set<Planned>()
  const window = ({ parts: [{ nodes }], start, estimate }: Planned) => ({
    nodes,
    start,
    end: start + estimate,
  })
  const twin = (now: number) => {
    const waiting = held.filter((each) => !ended.has(each) && each.start > now)
    for (const each of waiting.sort((a, b) => a.start - b.start || a.row - b.row)) {
      plan.release(window(each))
      const { notBefore, start, estimate, parts } = each
      const found = firstIdle(plan, parts[0].nodes.length, estimate, Math.max(now, notBefore), start)
      if (found !== null) Object.assign(each, { start: found.start, parts: [{ at, nodes: found.nodes }] })
      plan.reserve(window(each))
    }
  }
  const goTo = (to: number) => {
    for (;;) {
      const running = held.filter((each) => !ended.has(each) && each.start + each.runtime <= to)
      if (running.length === 0) return
      const next = running.reduce((a, b) => (b.start + b.runtime < a.start + a.runtime ? b : a))
      const now = next.start + next.runtime
      ended.add(next)
      plan.release(window(next))
      if (next.start + next.estimate > now) queue.free(now)
      if (byTwin) twin(now)
      else queue.moveUp(now, () => {})
    }
  }
  let now = 0
  for (const [row, { gap, size, estimate, tenths, late }] of jobs.entries()) {
    now += gap
    goTo(now)
    const found = firstIdle(plan, size, estimate, now + late, Number.POSITIVE_INFINITY)
    if (found === null) continue
    const runtime = Math.floor((estimate * tenths) / 10)
    const parts = [{ at, nodes: found.nodes }]
    const planned = { start: found.start, estimate, runtime, notBefore: now, parts, row }
    plan.reserve(window(planned))
    held.push(planned)
    queue.add(planned)
  }
  goTo(Number.POSITIVE_INFINITY)
  return held.map(({ start, parts }) => [start, ...parts[0].nodes])
}

describe('reservations that move up', () => {
  it('start where they would if all were tried at every end', () => {
    fc.assert(
      fc.property(fc.array(job, { minLength: 1, maxLength: 30 }), (jobs) => {
        expect(started(jobs, false)).toEqual(started(jobs, true))
      }),
      { seed: 19, numRuns: runs(150, 300) },
    )
  })
})
