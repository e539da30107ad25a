/**
 * Batsim workloads (JSON): reading versions 4 and 5 (and the older names of their profiles), writing either.
 * Pure: text in, text out. A workload here is jobs with run times; what needs a platform is left out, and counted.
 */
export { type BatsimOptions, readBatsim } from './read.js'
export { type BatsimVersion, writeBatsim } from './write.js'
