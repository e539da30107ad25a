/**
 * FCFS and EASY in any order by keys that are static or linear in time.
 *
 * As in submit order, a job that comes alone behind a blocked head is decided at once, where nothing but a job that comes can
 * change the head. Otherwise the first job is looked for only when somebody fits the free processors.
 */
import { choose, clearChosen, orderChosen, takeChosen, takeLeast } from './chosen'
import { crowded, enterOpened, opened, openLayer } from './heaps'
import { areFixed, firstNow, forgetAll, isBehind, isSteady } from './order'
import { anyFits, end, estimateAt, first, isVacant, nextFit, sizeAt } from './places'
import { passes } from './plan'
import { advance, changeHead, forgetPlan, free, hold, nextEnd, now, swept, sweptAll } from './running'
import {
  arrival,
  cOfNext,
  estimateOfNext,
  firstRow,
  forgetStarts,
  isAlone,
  next,
  pOfNext,
  qOfNext,
  queueNow,
  sizeOfNext,
  sOfNext,
  startAt,
  startFitting,
  startNext,
} from './simulation'
import { allSeen, fresh, head, setHead, waiting } from './waiting'

/** Why a run came back: nothing is left to happen, `stop` was reached, coefficients change, there is too much to compare. */
const DRAINED: i32 = 0
const STOPPED: i32 = 1
const CHANGING: i32 = 2
const CROWDED: i32 = 3

/** Jobs that start in a sweep before the others are put in order. */
const FEW: i32 = 4
/** Waiting jobs by fixed keys that are swept, at most. */
const MOST_SWEPT: i32 = 2048

/** Whether the head is the first job for certain, and not only was when it was last looked for. */
let sure: bool = false
/** Until when the coefficients hold. */
let until: f64 = Infinity

/**
 * Gets ready for the coefficients of another layer.
 * @param known whether those that it has still are right
 * @returns at how many places, from `opened` on, the host is to write them
 */
export function openQueue(layer: i32, known: bool): i32 {
  openLayer(layer, firstRow + next, known)
  return end - opened
}

/** Takes the coefficients that were written; all hold until `instant`. */
export function reorder(instant: f64): void {
  enterOpened()
  sure = false
  until = instant
}

/** As `runInOrder`; returns one of the four reasons. */
export function runOrdered(stop: i32, backfills: bool): i32 {
  forgetStarts()
  do {
    const coming = arrival()
    const ending = nextEnd()
    const instant = min(coming, ending)
    if (instant === Infinity) return DRAINED
    if (instant >= until) return CHANGING
    advance(instant)
    if (coming === instant) {
      if (isAlone()) {
        if (waiting === 0 && sizeOfNext() <= free) {
          startNext()
          continue
        }
        if (
          ending > instant &&
          waiting > 0 &&
          sure &&
          isSteady() &&
          isBehind(head, cOfNext(), pOfNext(), sOfNext(), qOfNext())
        ) {
          if (backfills && sizeOfNext() <= free && startsBeside()) startNext()
          else queueNow()
          if (isCrowded(backfills)) return CROWDED
          allSeen()
          continue
        }
      }
      do queueNow()
      while (arrival() === instant)
      sure = false
    }
    if (waiting > 0 && free > 0) pass(backfills)
    if (isCrowded(backfills)) return CROWDED
  } while (next < stop)
  return STOPPED
}

/** Whether the engine is to do it: it skips blocks of long queues by fixed keys, all of which a sweep goes through here. */
function isCrowded(backfills: bool): bool {
  return crowded || (backfills && waiting > MOST_SWEPT && areFixed())
}

function startsBeside(): bool {
  hold(sizeAt(head))
  return passes(sizeOfNext(), estimateOfNext(), now)
}

function pass(backfills: bool): void {
  if (!swept || !sure || !isSteady()) {
    if ((backfills || !isSteady()) && !anyFits()) {
      if (swept) allSeen()
      return
    }
    if (!startHeads() || !backfills) return
  }
  if (waiting > 1 && free > 0) sweep()
}

/** Starts the first jobs while they fit; returns whether there is a job that does not. */
export function startHeads(): bool {
  let place = firstNow()
  while (!crowded && sizeAt(place) <= free) {
    startFitting(place)
    setHead(-1)
    changeHead()
    if (waiting === 0) {
      forgetAll()
      forgetPlan()
      sure = false
      return false
    }
    // Those alike are next.
    if (isVacant(place)) place = firstNow()
  }
  if (crowded) return false
  if (place !== head) {
    setHead(place)
    changeHead()
  }
  sure = true
  return true
}

/** Starts jobs behind the head that do not delay it, in their order. */
export function sweep(): void {
  const headSize = sizeAt(head)
  clearChosen()
  let place = nextFit(swept ? max(fresh, first) : first, headSize)
  while (place >= 0) {
    if (place !== head) choose(place)
    place = nextFit(place + 1, headSize)
  }
  sweptAll()
  allSeen()
  for (let k = 0; k < FEW; k++) {
    place = takeLeast()
    if (place < 0) return
    startBeside(place)
    if (free === 0) return
  }
  orderChosen()
  for (place = takeChosen(); place >= 0 && free > 0; place = takeChosen()) startBeside(place)
}

/** Starts the jobs at a place one by one, while they do not delay the head. */
function startBeside(place: i32): void {
  while (!isVacant(place) && sizeAt(place) <= free && passes(sizeAt(place), estimateAt(place), now))
    startAt(place)
}
