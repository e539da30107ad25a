/** What the host calls and reads (src/sim/kernel/). */
export { runInOrder } from './in-order'
export { nextEnd } from './running'
export {
  begin,
  estimates,
  next,
  runtimes,
  sizes,
  started,
  startedAt,
  startedRows,
  submits,
  take,
} from './simulation'
