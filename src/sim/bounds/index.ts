/** Certified bounds of objectives over all schedules of given jobs: see certify.ts. */
export { type Bound, boundOf, boundsFor, type Certificate, certifier } from './certify.js'
