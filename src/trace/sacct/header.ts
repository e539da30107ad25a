/**
 * The header of an imported log (Standard Workload Format 2.2, "Header Comments"): machine, clock, the names of
 * queues and partitions, and what the numbers of its jobs mean. Names of people are in it only on request.
 */
import type { ReadFacts, SacctOptions } from './options.js'

/** Names, each with its number. */
export type Numbered = readonly (readonly [number: number, name: string])[]

export interface HeaderFacts {
  readonly jobs: number
  /** Unix time of the log's second 0. */
  readonly zero: number
  readonly machine: number
  readonly queues: Numbered
  readonly partitions: Numbered
  readonly users: Numbered
  readonly groups: Numbered
  /** Lists of partitions that jobs were submitted to. */
  readonly partitionSets: Numbered
  readonly constraints: Numbered
  readonly gres: Numbered
}

export function headerOf(
  { jobs, zero, machine, queues, partitions, users, groups, partitionSets, constraints, gres }: HeaderFacts,
  { slurm, form }: ReadFacts,
  options: SacctOptions,
): readonly string[] {
  const { unit, zone, keepNames } = options
  const estimate = options.machine === null ? ` (an estimate: the most ${unit} seen in use)` : ''
  return [
    ' Version: 2.2',
    ` Computer: a cluster under Slurm${slurm === null ? '' : ` ${slurm}`}`,
    ` Conversion: Queuewright, import sacct (${form})`,
    ` MaxJobs: ${jobs}`,
    ` MaxRecords: ${jobs}`,
    ` UnixStartTime: ${zero}`,
    typeof zone === 'number' ? ` TimeZone: ${zone}` : ` TimeZoneString: ${zone ?? 'UTC'}`,
    ` MaxProcs: ${machine}${estimate}`,
    ...(queues.length > 0 ? [' Queues: quality of service (QOS)', ...listed('Queue', queues)] : []),
    ...listed('Partition', partitions),
    ...listed('PartitionSet', partitionSets),
    ...listed('Constraint', constraints),
    ...listed('Gres', gres),
    ...notesOf(options).map((note) => ` Note: ${note}`),
    ...(keepNames ? [...listed('User', users), ...listed('Group', groups)] : []),
  ]
}

function notesOf({ unit, size, release, zone, requeues, het, keepNames }: SacctOptions): readonly string[] {
  return [
    `a processor of this log is a ${unit.slice(0, -1)}`,
    size === 'allocated'
      ? 'the requested processors (field 8) are the allocated ones, as jobs may hold more than they ask for'
      : 'the requested processors (field 8) are what a job asked for, the allocated ones what it held',
    release === 'eligible'
      ? 'the submit time is when a job might first have started (Eligible of Slurm): dependencies and holds are over'
      : 'the submit time is that of Slurm (Submit), also where a job had to wait for others or for a begin time',
    'the run time leaves out the time in which a job was suspended',
    requeues === 'merge'
      ? 'a requeued job is one job with the sum of its run times'
      : 'each execution of a requeued job is a job; the last one has the number that it has in Slurm',
    het === 'merge'
      ? 'a heterogeneous job is one job as large as all its components'
      : 'each component of a heterogeneous job is a job',
    ...(zone === null ? ['the time zone of the site is not known'] : []),
    `users (field 12) and accounts (field 13) are ${keepNames ? 'listed below' : 'pseudonyms'}`,
  ]
}

function listed(key: string, names: Numbered): readonly string[] {
  return [...names].sort(([a], [b]) => a - b).map(([number, name]) => ` ${key}: ${number} ${printable(name)}`)
}

function printable(name: string): string {
  return name.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '?')
}
