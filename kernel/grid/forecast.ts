/**
 * When a machine would start one more job if, now, all that wait, and then it, were planned in job order, each at the earliest
 * instant at which its nodes stay free for its whole estimate (src/sim/start-forecast.ts says the same). The plan is a list of
 * steps: so many nodes are free from an instant on, until the next; Infinity stands behind the last.
 *
 * A plan holds until something ends, or starts that it has later: who comes meanwhile is planned behind the others. Nothing that
 * it plans begins between events, as whatever frees nodes is the expected end of a job, which ends by then.
 */

import { copyEntry, ENTRY } from './ends'
import { estimateAt, Machine, sizeAt } from './machine'

/** Of the last look: the nodes that stay free at the start, beside the job. */
export let idle: i32 = 0

/** The earliest start of a job at a machine where somebody waits. */
export function slot(machine: Machine, size: i32, estimate: f64): f64 {
  plan(machine)
  const step = earliest(machine, size, estimate)
  idle = load<i32>(step, 8) - size
  return load<f64>(step)
}

/** The earliest start of a job by what runs alone: no earlier than `slot`, and the same where nobody waits. */
export function soonest(machine: Machine, size: i32): f64 {
  let free = machine.free
  if (free >= size) {
    idle = free - size
    return machine.clock
  }
  machine.plan()
  const end = machine.releases.end
  let at = machine.releases.first
  while (free < size) {
    free += load<i32>(at, 8)
    at += ENTRY
  }
  const instant = load<f64>(at - ENTRY)
  while (at < end && load<f64>(at) === instant) {
    free += load<i32>(at, 8)
    at += ENTRY
  }
  idle = free - size
  return instant
}

/** Whether a job that the free nodes suffice for would start now at a machine where somebody waits and no pass is due. */
export function startsNow(machine: Machine, size: i32, estimate: f64): bool {
  if (!machine.forecast) {
    // What the plan has now is started now by EASY too; so nobody that waits is planned now.
    machine.hold()
    const end = machine.clock + estimate
    if (end > machine.shadow && size > machine.extra) return false
    if (end <= load<f64>(machine.releases.first)) return true
    if (machine.first + ENTRY === machine.end) return true
  }
  plan(machine)
  const end = machine.clock + estimate
  for (let step = machine.steps + ENTRY; load<f64>(step) < end; step += ENTRY) {
    if (load<i32>(step, 8) < size) return false
  }
  return true
}

/** A job was started where `startsNow` said so: the plan, if there is one, goes on. */
export function takeNow(machine: Machine, size: i32, estimate: f64): void {
  if (machine.forecast) take(machine, machine.steps, size, estimate)
}

/** Sees to it that all that wait are planned. */
function plan(machine: Machine): void {
  const clock = machine.clock
  if (!machine.forecast) {
    machine.plan()
    machine.forecast = true
    machine.placed = 0
    let to = machine.steps
    let free = machine.free
    let last = clock
    store<f64>(to, clock)
    store<i32>(to, free, 8)
    const end = machine.releases.end
    for (let at = machine.releases.first; at < end; at += ENTRY) {
      const instant = load<f64>(at)
      if (instant !== last) {
        to += ENTRY
        store<f64>(to, instant)
        last = instant
      }
      free += load<i32>(at, 8)
      store<i32>(to, free, 8)
    }
    machine.stepsEnd = to + ENTRY
    store<f64>(machine.stepsEnd, Infinity)
  }
  store<f64>(machine.steps, clock)
  const count = <i32>((machine.end - machine.first) / ENTRY)
  for (let k = machine.placed; k < count; k++) {
    const at = machine.first + <usize>k * ENTRY
    const size = sizeAt(at)
    const estimate = estimateAt(at)
    take(machine, earliest(machine, size, estimate), size, estimate)
  }
  machine.placed = count
}

/** The first step from which on so many nodes stay free for so long. There is one: the last step has all nodes free. */
function earliest(machine: Machine, size: i32, seconds: f64): usize {
  let step = machine.steps
  while (true) {
    while (load<i32>(step, 8) < size) step += ENTRY
    const end = load<f64>(step) + seconds
    let next = step + ENTRY
    while (load<f64>(next) < end && load<i32>(next, 8) >= size) next += ENTRY
    if (load<f64>(next) >= end) return step
    step = next + ENTRY
  }
}

/** Takes nodes from a step on. */
function take(machine: Machine, from: usize, size: i32, seconds: f64): void {
  const end = load<f64>(from) + seconds
  let step = from
  while (load<f64>(step) < end) {
    store<i32>(step, load<i32>(step, 8) - size, 8)
    step += ENTRY
  }
  if (step === from || load<f64>(step) === end) return
  for (let to = machine.stepsEnd; to >= step; to -= ENTRY) copyEntry(to + ENTRY, to)
  machine.stepsEnd += ENTRY
  store<f64>(step, end)
  store<i32>(step, load<i32>(step - ENTRY, 8) + size, 8)
}
