/** A world of jobs and a machine alone, for those who ask an order outside a simulation: no site, no clock but UTC. */
import type { VisibleJobs, World } from './order.js'
import { UTC_TIME_CLASSES } from './time-class.js'

/** @param processors of the machine */
export function plainWorld(jobs: VisibleJobs, processors: number): World {
  return {
    jobs,
    processors,
    origin: 0,
    timeClasses: UTC_TIME_CLASSES,
    live: false,
    field: () => () => -1,
    site: null,
    members: () => [],
  }
}
