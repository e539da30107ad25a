/**
 * Policies that go by one of several members at each pass (src/sim/algorithms/switching.ts). The host decides which; FCFS and EASY
 * make their passes here, those of other members are the host's, who starts their jobs. Nobody is asked where all members do the
 * same.
 */
import { look, settle, startedAlike } from './accounts'
import { crowded } from './heaps'
import { Keys, numberAt } from './keys'
import { changeQueue, forgetAll } from './order'
import { openQueue, startHeads, sweep } from './ordered'
import { anyFits, first, sizeAt } from './places'
import { advance, changeHead, forgetPlan, free, nextEnd, now } from './running'
import { arrival, isAlone, next, queueNow, sizeOfNext, startAt, startNext } from './simulation'
import { firstAt, placeOf, setHead, waiting } from './waiting'

/** Why a run came back, as in ordered.ts; a decision is asked for. */
const DRAINED: i32 = 0
const STOPPED: i32 = 1
const CROWDED: i32 = 3
const ASKED: i32 = 4

/** Who has made, or makes, the pass that was asked for, if one was; by 2 it is FCFS. */
const NOBODY: i32 = 0
const BY_HOST: i32 = 1
const BY_EASY: i32 = 3

/**
 * Makes the pass that was asked for, and handles events until the next decision, or until `stop` jobs of the chunk have been
 * submitted, at least one where no pass was asked for; returns why it came back.
 */
export function runSwitching(stop: i32, pass: i32): i32 {
  let asks = pass !== NOBODY
  if (pass > BY_HOST && startHeads() && pass === BY_EASY && waiting > 1 && free > 0) sweep()
  while (!crowded) {
    if (asks && next >= stop) return STOPPED
    asks = true
    const coming = arrival()
    const instant = min(coming, nextEnd())
    if (instant === Infinity) return DRAINED
    advance(instant)
    settle()
    if (coming === instant) {
      if (waiting === 0 && isAlone() && sizeOfNext() <= free) {
        startNext()
        startedAlike()
        continue
      }
      do queueNow()
      while (arrival() === instant)
    }
    if (waiting === 0 || free === 0) continue
    if (waiting === 1) {
      if (sizeAt(first) > free) continue
      startPlace(first)
      startedAlike()
    } else if (anyFits()) {
      look(now, free, waiting, numberAt(0, first))
      return ASKED
    }
  }
  return CROWDED
}

/**
 * Goes by the order of linear keys from now on, of which the host writes the coefficients of all places from `opened` on before it
 * calls `reorder`; returns of how many.
 */
export function openLinear(): i32 {
  changeQueue(Keys.Linear)
  return openQueue(0, false)
}

/** The host starts a job that waits; of those that share a place it has to be the first. Returns whether it is. */
export function startRow(row: i32): bool {
  const place = placeOf(row)
  if (firstAt(place) !== row) return false
  startPlace(place)
  return true
}

function startPlace(place: i32): void {
  startAt(place)
  setHead(-1)
  changeHead()
  if (waiting > 0) return
  forgetAll()
  forgetPlan()
}
