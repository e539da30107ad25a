/**
 * FCFS and EASY in submit order.
 *
 * A job that comes while the head is blocked and nothing ends either starts beside the reservation at once or joins the
 * queue: nobody else can start. Only when somebody fits the free processors does the head get a reservation.
 */

import { estimateAt, first, nextFit, sizeAt } from './places'
import { passes } from './plan'
import { advance, changeHead, forgetPlan, free, hold, nextEnd, now, swept, sweptAll } from './running'
import {
  arrival,
  estimateOfNext,
  forgetStarts,
  next,
  queueNext,
  sizeOfNext,
  startAt,
  startNext,
} from './simulation'
import { allSeen, fresh, waiting } from './waiting'

/**
 * Handles the events of at least one instant, and of those after it until `stop` jobs of the chunk have been submitted.
 * @returns whether there is any event left; with an endless `stop` there is none
 */
export function runInOrder(stop: i32, backfills: bool): bool {
  forgetStarts()
  do {
    const coming = arrival()
    const ending = nextEnd()
    const instant = min(coming, ending)
    if (instant === Infinity) return false
    advance(instant)
    if (coming === instant) {
      if (waiting > 0 && ending > instant) {
        do {
          if (backfills && sizeOfNext() <= free && startsBeside()) startNext()
          else queueNext()
        } while (arrival() === instant)
        allSeen()
        continue
      }
      do {
        if (waiting === 0 && sizeOfNext() <= free) startNext()
        else queueNext()
      } while (arrival() === instant)
    }
    if (waiting === 0) continue
    while (sizeAt(first) <= free) {
      startAt(first)
      changeHead()
      if (waiting === 0) break
    }
    if (waiting === 0) forgetPlan()
    else if (backfills && waiting > 1 && free > 0) sweep()
  } while (next < stop)
  return true
}

function startsBeside(): bool {
  hold(sizeAt(first))
  return passes(sizeOfNext(), estimateOfNext(), now)
}

/** Starts jobs behind the head that do not delay it. */
function sweep(): void {
  let place = nextFit(swept ? max(fresh, first + 1) : first + 1, sizeAt(first))
  while (place >= 0) {
    if (passes(sizeAt(place), estimateAt(place), now)) startAt(place)
    if (free === 0) break
    place = nextFit(place + 1, sizeAt(first))
  }
  sweptAll()
  allSeen()
}
