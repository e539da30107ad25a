/** Futures of a machine: run times drawn from the past of users, jobs that come, and how true the futures of the past were. */
export {
  type Hindsight,
  hindsightOf,
  type InFuture,
  LEVELS,
  type Moves,
  moved,
  movesAfter,
  quantilesIn,
  type SeenInstant,
  startsBy,
  toldBy,
} from './calibration.js'
export { Futures, LATEST } from './futures.js'
export { momentsOfWaiting } from './moments.js'
export { rowsAt, type SnapshotRows } from './snapshot.js'
