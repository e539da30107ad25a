/** Grids: several sites, each with its own users, that process their jobs by themselves or share them. */
export { gridInstance } from './instance.js'
export { type GridMeasures, measureGrid } from './measures.js'
export { type Fragment, fragmentsOf, type GridSchedule, SPLIT } from './schedule.js'
export { SITE_CHOICES, type SiteChoice } from './sharing.js'
export { GRID_POLICIES, type GridPolicy, simulateGrid } from './simulate.js'
export { type GridSite, plainSite, sitePolicy } from './site.js'
export { type GridWorkload, inParts, MODIFICATIONS, type Modification, roundRobin } from './workload.js'
