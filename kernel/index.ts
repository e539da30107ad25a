/** The kernel's exports, which the host calls and reads (src/sim/kernel/). */
export { MOST_GROUPS, state } from './accounts'
export { MOST_FIXED } from './fixed-order'
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
export { cs as waitingCs, LAYERS, ps as waitingPs, qs as waitingQs, ss as waitingSs } from './keys'
export { useFixed, useLinear } from './order'
export { openQueue, reorder, runOrdered } from './ordered'
export { anyFits, end as waitingEnd, first as waitingFirst, sizes as waitingSizes } from './places'
export { end as planEnd, first as planFirst } from './plan'
export { choose as chooseByRules, fire as fireRules, rulesFrom } from './rules'
export { keepPlan, nextEnd } from './running'
export {
  alike,
  begin,
  chunkColumn,
  cs,
  estimates,
  forgetStarts,
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
export { openLinear, runSwitching, startRow } from './switching'
export { counts as waitingCounts, jobs as waitingRows, waiting } from './waiting'
