/**
 * When a machine would start one more job if, now, all that wait, and then it, were planned in job order, each at the earliest
 * instant at which its nodes stay free for its whole estimate (src/sim/start-forecast.ts says the same). The plan is a list of
 * steps (steps.ts): so many nodes are free from an instant on, until the next.
 *
 * A plan holds until something ends, or starts that it has later: who comes meanwhile is planned behind the others. Nothing that
 * it plans begins between events, as whatever frees nodes is the expected end of a job, which ends by then; and what it has now is
 * started now by EASY too. Not so behind a head that is to take no time: its reservation holds others up, and the plan does not
 * know of it. Such a plan is made anew each time.
 */

import { float, int, setFloat, setInt } from '../columns'
import { ENTRY } from './ends'
import { estimateAt, Machine, sizeAt } from './machine'
import { Steps } from './steps'

/** Of the last look: the nodes that stay free at the start, beside the job. */
export let idle: i32 = 0

/** The earliest start of a job at a machine where somebody waits. */
export function slot(machine: Machine, size: i32, estimate: f64): f64 {
  plan(machine)
  const levels = machine.steps.levels
  const instants = machine.steps.instants
  const isMore = <i32>(size >= machine.askedSize) & <i32>(estimate >= machine.askedSeconds)
  const from = select<i32>(machine.askedStep, 0, isMore)
  const step = Steps.earliest(instants, levels, from, size, estimate)
  machine.askedSize = size
  machine.askedSeconds = estimate
  machine.askedStep = step
  idle = int(levels, step) - size
  return float(instants, step)
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

/** Whether a job that the free nodes suffice for would start now at a machine where somebody waits and nobody is planned now. */
export function startsNow(machine: Machine, size: i32, estimate: f64): bool {
  if (!machine.forecast) {
    machine.hold()
    const end = machine.clock + estimate
    // No processor foretells these: both are looked at, without a branch between.
    if (<i32>(end > machine.shadow) & <i32>(size > machine.extra)) return false
    const isBrief = <i32>(end <= load<f64>(machine.releases.first))
    if (isBrief | <i32>(machine.first + ENTRY === machine.end)) return true
  }
  plan(machine)
  const steps = machine.steps
  return float(steps.instants, Steps.nextBelow(steps.levels, 1, size)) >= machine.clock + estimate
}

/** A job was started where `startsNow` said so: the plan, if there is one, goes on. */
export function takeNow(machine: Machine, size: i32, estimate: f64): void {
  if (!machine.forecast) return
  const steps = machine.steps
  steps.last += Steps.take(steps.instants, steps.levels, steps.last, 0, size, estimate)
}

/** Whether all that wait are planned. */
export function isPlanned(machine: Machine): bool {
  return machine.forecast && machine.placed === <i32>((machine.end - machine.first) / ENTRY)
}

/** Sees to it that all that wait are planned. */
function plan(machine: Machine): void {
  const clock = machine.clock
  const steps = machine.steps
  const instants = steps.instants
  const levels = steps.levels
  if (!machine.forecast || machine.isHeadBrief) {
    machine.plan()
    machine.forecast = true
    machine.placed = 0
    machine.askedSize = i32.MAX_VALUE
    let step = 0
    let free = machine.free
    let last = clock
    setInt(levels, 0, free)
    const end = machine.releases.end
    for (let at = machine.releases.first; at < end; at += ENTRY) {
      const instant = load<f64>(at)
      free += load<i32>(at, 8)
      step += <i32>(instant !== last)
      setFloat(instants, step, instant)
      setInt(levels, step, free)
      last = instant
    }
    setFloat(instants, ++step, Infinity)
    setInt(levels, step, -1)
    steps.last = step
  }
  setFloat(instants, 0, clock)
  const first = machine.first
  const count = <i32>((machine.end - first) / ENTRY)
  if (machine.placed === count) return
  let last = steps.last
  // Who asks for no less than whoever asked last, for no shorter, finds no step before: a plan only ever has fewer nodes free.
  let size = machine.askedSize
  let estimate = machine.askedSeconds
  let step = machine.askedStep
  for (let at = first + <usize>machine.placed * ENTRY; at < machine.end; at += ENTRY) {
    const isMore = <i32>(sizeAt(at) >= size) & <i32>(estimateAt(at) >= estimate)
    size = sizeAt(at)
    estimate = estimateAt(at)
    const from = select<i32>(step, 0, isMore)
    step = Steps.earliest(instants, levels, from, size, estimate)
    last += Steps.take(instants, levels, last, step, size, estimate)
  }
  machine.askedSize = size
  machine.askedSeconds = estimate
  machine.askedStep = step
  steps.last = last
  machine.placed = count
}
