/** Grids: several sites, each with its own users, that process their jobs by themselves or share them. */
export { byField, byShare, fieldValues, roundRobin } from './arrivals.js'
export {
  GRID_DOCUMENT,
  gridSiteOf,
  WRITTEN_SITES,
  type WrittenGrid,
  type WrittenSite,
  writtenSite,
} from './configuration.js'
export { type Gain, gainsOf } from './gains.js'
export { gridInstance } from './instance.js'
export { type GridMeasures, measureGrid } from './measures.js'
export { placeless } from './places.js'
export { type Fragment, fragmentsOf, type GridSchedule, SPLIT } from './schedule.js'
export { ARRIVALS, type Arrivals, GRID_SETTINGS, type GridRules, gridPolicy } from './settings.js'
export { SITE_CHOICES, type SiteChoice } from './sharing.js'
export { GRID_POLICIES, type GridPolicy, simulateGrid } from './simulate.js'
export { type GridSite, PLAIN_POLICY, plainSite, sitePolicy } from './site.js'
export { type GridRule, type GridViolation, validateGrid } from './validate.js'
export { type GridWorkload, inParts, MODIFICATIONS, type WidestPart } from './workload.js'
