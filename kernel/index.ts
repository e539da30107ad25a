/** The kernel's exports, which the host calls and reads (src/sim/kernel/). */
export { runInOrder } from './in-order'
export { openQueue, reorder, runOrdered } from './ordered'
export { nextEnd } from './running'
export {
  begin,
  cs,
  estimates,
  next,
  ps,
  qs,
  runtimes,
  sizes,
  ss,
  started,
  startedAt,
  startedRows,
  submits,
  take,
} from './simulation'
export {
  cs as waitingCs,
  jobs as waitingRows,
  ps as waitingPs,
  qs as waitingQs,
  ss as waitingSs,
} from './waiting'
