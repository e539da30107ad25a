/**
 * The machine: its clock, its free processors and the running jobs. The `NEAR` that end first are in order, the others in a
 * heap. All that end at one instant are completed together, so that it does not matter which of them is first.
 *
 * Their estimated ends are needed only while a job is blocked (plan.ts). The plan is made when the first job needs a
 * reservation, and where few jobs run anew for each blocked job, so that most jobs are never entered.
 */
import { ended, keeps } from './accounts'
import { clearPlan, enter, layPlan, planBytes, remove, reserve } from './plan'

/** Bytes of a running job: end, estimated end, size, and its number in accounts. */
const RECORD: usize = 24
/** Jobs kept in order. */
const NEAR: i32 = 96
/** Jobs that run, at most, where a plan is forgotten when nobody waits. */
const UNPLANNED: i32 = 96

/** Seconds from the log's zero. */
export let now: f64 = 0
/** Processors free. */
export let free: i32 = 0
/** Whether jobs behind the blocked head were looked at since processors last came free. */
export let swept: bool = false

let running: i32 = 0
/** Jobs in order: their records from `near` to `nearEnd`, in the room from `nearRoom` to `far`. */
let nearRoom: usize = 0
let near: usize = 0
let nearEnd: usize = 0
/** The heap. */
let far: usize = 0
let farCount: i32 = 0

/** Whether a plan is kept, and the head has its reservation, at the moment. */
let planned: bool = false
let reserved: bool = false

/**
 * Memory for a machine on which no more than `most` jobs run at once.
 * @param reserves whether `hold` will be asked
 */
export function runningBytes(most: i32, reserves: bool): u64 {
  return (2 * <u64>NEAR + <u64>most) * <u64>RECORD + planBytes(reserves ? most : 0)
}

/** Lays out an empty machine. */
export function layRunning(from: usize, processors: i32, most: i32, reserves: bool): void {
  free = processors
  planned = reserved = swept = false
  running = farCount = 0
  nearRoom = near = nearEnd = from
  far = from + 2 * <usize>NEAR * RECORD
  layPlan(far + <usize>most * RECORD, reserves ? most : 0)
}

/** The earliest end; Infinity where nothing runs. */
export function nextEnd(): f64 {
  return near < nearEnd ? load<f64>(near) : Infinity
}

/** Goes on to an instant, which is not after the earliest end, and completes the jobs that end then. */
export function advance(instant: f64): void {
  now = instant
  if (nextEnd() > instant) return
  do complete()
  while (nextEnd() === instant)
  reserved = swept = false
}

/** A job starts, of this number in accounts, if these are kept. */
export function launch(size: i32, estimate: f64, runtime: f64, account: i32): void {
  const end = now + runtime
  const estimated = now + estimate
  free -= size
  running++
  if (planned) enter(estimated, size)
  if (farCount > 0 && end >= load<f64>(far)) {
    pushFar(end, estimated, size, account)
  } else {
    if (nearEnd === far) {
      const bytes = nearEnd - near
      memory.copy(nearRoom, near, bytes)
      near = nearRoom
      nearEnd = near + bytes
    }
    // Those move that are fewer, for all that their middle says.
    if (near > nearRoom && near < nearEnd && end < load<f64>(middleOfNear())) {
      let at = near
      near -= RECORD
      while (load<f64>(at) < end) {
        move(at - RECORD, at)
        at += RECORD
      }
      put(at - RECORD, end, estimated, size, account)
    } else {
      let at = nearEnd
      nearEnd += RECORD
      while (at > near && load<f64>(at - RECORD) > end) {
        move(at, at - RECORD)
        at -= RECORD
      }
      put(at, end, estimated, size, account)
    }
    if (nearEnd - near > <usize>NEAR * RECORD) {
      nearEnd -= RECORD
      pushFar(load<f64>(nearEnd), load<f64>(nearEnd, 8), load<i32>(nearEnd, 16), load<i32>(nearEnd, 20))
    }
  }
}

/** Sees to it that the head of the queue, which is blocked, has a reservation. */
export function hold(size: i32): void {
  if (reserved) return
  keepPlan()
  reserve(size, free, now)
  reserved = true
}

/** There is another head, or there was one that started: what was found for the last one does not hold. */
export function changeHead(): void {
  reserved = swept = false
}

/** All that wait behind the head have been looked at. */
export function sweptAll(): void {
  swept = true
}

/** Nobody waits. */
export function forgetPlan(): void {
  if (running <= UNPLANNED) planned = false
}

function complete(): void {
  const size = load<i32>(near, 16)
  free += size
  if (planned) remove(load<f64>(near, 8), size)
  if (keeps) ended(load<i32>(near, 20), load<f64>(near, 8) !== now)
  near += RECORD
  running--
  if (near === nearEnd && farCount > 0) refill()
}

function middleOfNear(): usize {
  return near + (((nearEnd - near) / RECORD) >> 1) * RECORD
}

function put(at: usize, end: f64, estimated: f64, size: i32, account: i32): void {
  store<f64>(at, end)
  store<f64>(at, estimated, 8)
  store<i32>(at, size, 16)
  store<i32>(at, account, 20)
}

function move(to: usize, from: usize): void {
  store<i64>(to, load<i64>(from))
  store<i64>(to, load<i64>(from, 8), 8)
  store<i64>(to, load<i64>(from, 16), 16)
}

function pushFar(end: f64, estimated: f64, size: i32, account: i32): void {
  let hole = farCount++
  while (hole > 0) {
    const parent = (hole - 1) >> 1
    if (load<f64>(far + <usize>parent * RECORD) <= end) break
    move(far + <usize>hole * RECORD, far + <usize>parent * RECORD)
    hole = parent
  }
  put(far + <usize>hole * RECORD, end, estimated, size, account)
}

/** Puts those of the heap that end first in order. */
function refill(): void {
  near = nearEnd = nearRoom
  for (let k = 0; k < NEAR / 2 && farCount > 0; k++) {
    move(nearEnd, far)
    nearEnd += RECORD
    const last = far + <usize>--farCount * RECORD
    const end = load<f64>(last)
    let hole = 0
    for (;;) {
      let child = 2 * hole + 1
      if (child >= farCount) break
      let at = far + <usize>child * RECORD
      if (child + 1 < farCount && load<f64>(at + RECORD) < load<f64>(at)) {
        child++
        at += RECORD
      }
      if (end <= load<f64>(at)) break
      move(far + <usize>hole * RECORD, at)
      hole = child
    }
    move(far + <usize>hole * RECORD, last)
  }
}

/** Sees to it that there is a plan. */
export function keepPlan(): void {
  if (planned) return
  clearPlan()
  planned = true
  for (let at = near; at < nearEnd; at += RECORD) enter(load<f64>(at, 8), load<i32>(at, 16))
  const last = far + <usize>farCount * RECORD
  for (let at = far; at < last; at += RECORD) enter(load<f64>(at, 8), load<i32>(at, 16))
}
