/**
 * sites: several machines on one clock. grid/: the sites of a grid, which process the jobs of their own users or share
 * them. market/: peer domains that offer idle time, and users who choose. multicluster/: one batch of parallel jobs over
 * clusters that share links. Machines are data; what a single one does is the engine's of sim/. Pure, and knows nothing of files, tasks and
 * reports.
 *
 * ```ts
 * import { GRIDS } from 'queuewright/workload'
 * import { inParts, measureGrid, plainSite, roundRobin, simulateGrid } from 'queuewright/sites'
 * import { demoTrace } from 'queuewright/workload'
 *
 * const sites = GRIDS['m128-4']
 * const { jobs } = demoTrace({ jobs: 500 })
 * const workload = inParts({ jobs, home: roundRobin(jobs.length, sites.length) }, sites, 'local')
 * console.log(measureGrid(simulateGrid(workload, sites.map(plainSite), { kind: 'multi', overhead: 30 })).awrt)
 * ```
 * @module
 */
export * from './grid/index.js'
export { answered, type InstanceKind } from './instance.js'
export * from './market/index.js'
export * from './multicluster/index.js'
