/**
 * Slurm's accounting as logs: reading (text, json, jobcomp), what a row means for a workload (collect), putting
 * executions together (executions), pseudonyms (names), the logs (assemble). Pure: bytes in, traces out. Knows the
 * job table and nothing of simulation.
 */
export { readSacct, SacctParser } from './import.js'
export {
  SACCT,
  type SacctForm,
  type SacctImport,
  type SacctLog,
  type SacctOptions,
  type SacctReport,
  type Unit as SacctUnit,
} from './options.js'
export type { SlurmRecord } from './record.js'
export { slurmRecords } from './records.js'
export { SACCT_COMMAND } from './text-header.js'
export { TimeReader } from './times.js'
