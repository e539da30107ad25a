/** Logs made of logs: split for a grid, merged, moved in time, thinned out, or of another load. */
export {
  changeLoad,
  LOAD_CHANGE,
  type LoadChange,
  type LoadChangeOptions,
  type LoadedTrace,
  lengthening,
  offeredLoad,
} from './load.js'
export {
  type Alignment,
  MERGING,
  type MergeOptions,
  mergeTraces,
  NUMBER_KINDS,
  type NumberKind,
} from './merge.js'
export { type JobParts, partsOfJobs, widthForm } from './parts.js'
export { SHIFT, type Shift, shiftTrace } from './shift.js'
export { GRIDS, type Grid, gridProcessors, parseGrid } from './sites.js'
export { type PartLimit, SPLITTING, type SplitTrace, siteTraces, splitTrace } from './split.js'
export {
  THINNING,
  THINNING_UNITS,
  type ThinnedTrace,
  type ThinningUnit,
  thinTrace,
} from './thin.js'
