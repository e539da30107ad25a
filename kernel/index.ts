/** The kernel's exports, which the host calls and reads (src/sim/kernel/). */
export {
  beginGrid,
  gridEnds,
  gridEstimates,
  gridHomes,
  gridNodes,
  gridPlaces,
  gridRuntimes,
  gridSizes,
  gridStarts,
  gridSubmits,
} from './grid/jobs'
export { fragments as gridFragments, fragmentsEnd as gridFragmentsEnd } from './grid/nodes'
export { runOneQueue } from './grid/one-queue'
export { runSites } from './grid/sites'
export { opened } from './heaps'
export { runInOrder } from './in-order'
export { openQueue, reorder, runOrdered } from './ordered'
export { choose as chooseByRules, fire as fireRules, rulesFrom } from './rules'
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
  LAYERS,
  ps as waitingPs,
  qs as waitingQs,
  ss as waitingSs,
} from './waiting'
