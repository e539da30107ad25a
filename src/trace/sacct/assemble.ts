/** From executions to logs: job numbers, pseudonyms, times since the log's zero, the machine's size. */

import { QueuewrightError } from '../../core/errors.js'
import { plural } from '../../core/format.js'
import { groupedBy } from '../../core/grouping.js'
import { gather, JobTableBuilder, replaceColumns } from '../job-table.js'
import { createTrace } from '../select.js'
import { type LogField, REQUEST_FIELDS, type RequestField } from '../trace.js'
import { COLUMN, type Collector, type Column } from './collect.js'
import { type Joined, joinExecutions } from './executions.js'
import { headerOf, type Numbered } from './header.js'
import { peakHeld } from './machine.js'
import { alphabetNumbers, type Names, pseudonyms } from './names.js'
import { countsText, machineNotice, noticesOf } from './notices.js'
import type { ReadFacts, SacctImport, SacctLog, SacctOptions, SacctReport } from './options.js'
import { SACCT_COMMAND } from './text-header.js'

/** @throws QueuewrightError `line-value` for a row that is there twice, `input-empty` where no job is left */
export function assembleImport(collected: Collector, facts: ReadFacts, options: SacctOptions): SacctImport {
  const where = (place: number) =>
    facts.form.endsWith('JSON') ? { field: `jobs[${place}]` } : { line: place }
  const { requeues, het, badLines, splitPartitions } = options
  const joined = joinExecutions(collected, { requeues, het, badLines, where, apart: splitPartitions })
  if (joined.jobs.length === 0) throw nothingLeft(collected, facts, options)
  const assembly = new Assembly(collected, facts, options, joined)
  const report = assembly.report()
  if (!splitPartitions) return { logs: [assembly.log(joined.jobs, null, report)], report }
  const parts = groupedBy(joined.jobs, (row) => collected.rows.get(row, COLUMN.partition))
  // What was left out, and what is to be said, is of all partitions together.
  const nothing = { dropped: {}, notices: [] }
  const logs = [...parts].map(([partition, rows]) => assembly.log(Int32Array.from(rows), partition, nothing))
  return { logs: logs.sort((a, b) => ((a.partition ?? '') < (b.partition ?? '') ? -1 : 1)), report }
}

/** Where an execution has it. */
const REQUEST_COLUMN = {
  heldSeconds: 'held',
  requestedCores: 'requestedCores',
  requestedNodes: 'requestedNodes',
  allocatedNodes: 'allocatedNodes',
  totalMemory: 'memory',
  allocatedMemory: 'allocatedMemory',
  requestedGpus: 'requestedGpus',
  arrayJob: 'array',
  hetJob: 'het',
  partitionSet: 'partitionSet',
  coresPerTask: 'coresPerTask',
  tasksPerNode: 'tasksPerNode',
  memoryPerNode: 'memoryPerNode',
  exclusive: 'exclusive',
  arrayThrottle: 'throttle',
  constraint: 'constraint',
  otherGres: 'gres',
  nice: 'nice',
} as const satisfies Record<RequestField, Column>

type NumberedColumn = 'user' | 'account' | 'qos' | 'partition'

/** The common part of all logs of one import. */
class Assembly {
  readonly #collected: Collector
  readonly #facts: ReadFacts
  readonly #options: SacctOptions
  readonly #joined: Joined
  /** Unix time of the logs' second 0: the first release. */
  readonly #zero: number
  /** Numbers in the log by index of the names, and −1 for an index without a job. */
  readonly #numbers: Readonly<Record<NumberedColumn, readonly number[]>>
  /** Whether the jobs have numbers of ours, because Slurm's are missing or not different. */
  readonly #renumbered: boolean

  constructor(collected: Collector, facts: ReadFacts, options: SacctOptions, joined: Joined) {
    this.#collected = collected
    this.#facts = facts
    this.#options = options
    this.#joined = joined
    const { users, accounts, qualities, partitions } = collected
    const hidden = (kind: string) => (names: readonly string[]) => pseudonyms(names, kind, options.salt)
    this.#numbers = {
      user: this.#numberUsed('user', users, hidden('user')),
      account: this.#numberUsed('account', accounts, hidden('account')),
      qos: this.#numberUsed('qos', qualities, alphabetNumbers),
      partition: this.#numberUsed('partition', partitions, alphabetNumbers),
    }
    this.#zero = this.#column('release', joined.jobs).reduce((a, b) => Math.min(a, b))
    this.#renumbered = collected.madeNumbers > 0 || hasTwins(this.#column('key', joined.jobs))
  }

  #column(column: Column, rows: Int32Array): Float64Array {
    return this.#collected.rows.column(COLUMN[column], rows, new Float64Array(rows.length))
  }

  /** Numbers for the names that jobs have; rows that were left out do not count. */
  #numberUsed(
    column: Column,
    { list }: Names,
    number: (names: readonly string[]) => readonly number[],
  ): readonly number[] {
    const used = [...new Set(this.#column(column, this.#joined.jobs))].filter((index) => index >= 0)
    const numbers = number(used.map((index) => list[index]))
    const result = new Array<number>(list.length).fill(-1)
    used.forEach((index, k) => {
      result[index] = numbers[k]
    })
    return result
  }

  /** The number in the log of each row's user, account, … */
  #numbered(column: NumberedColumn, rows: Int32Array): Float64Array {
    const numbers = this.#numbers[column]
    return this.#column(column, rows).map((index) => (index < 0 ? -1 : numbers[index]))
  }

  log(
    rows: Int32Array,
    partition: number | null,
    { dropped, notices }: Pick<SacctReport, 'dropped' | 'notices'>,
  ): SacctLog {
    const options = this.#options
    const { leaving } = this.#collected
    const zero = this.#zero
    const key = this.#column('key', rows)
    const release = this.#column('release', rows)
    const run = this.#column('run', rows)
    const limit = this.#column('limit', rows)
    const requested = this.#column('requested', rows)
    const allocated = this.#column('allocated', rows)
    const asked = requested.map((count, k) => (count > 0 ? count : allocated[k]))
    const sizes = options.size === 'requested' ? asked : allocated
    const users = this.#numbered('user', rows)
    const builder = new JobTableBuilder(rows.length)
    for (let k = 0; k < rows.length; k++) {
      builder.addValues(key[k], release[k] - zero, run[k], limit[k], sizes[k], users[k], 0)
    }
    const { table, place } = builder.finish()
    const jobs = this.#renumbered ? replaceColumns(table, { id: table.id.map((_, row) => row + 1) }) : table
    const placed = (column: Float64Array) => gather(column, place, new Float64Array(rows.length))
    const fields: Partial<Record<LogField, Float64Array>> = {
      wait: placed(this.#column('start', rows).map((start, k) => start - release[k])),
      allocatedProcessors: placed(allocated.map((given, k) => (leaving.has(rows[k]) ? 0 : given))),
      requestedProcessors: placed(requested),
      requestedMemory: placed(
        this.#column('memory', rows).map((all, k) => (all > 0 ? Math.round(all / sizes[k]) : -1)),
      ),
      status: placed(this.#column('status', rows)),
      unixGroup: placed(this.#numbered('account', rows)),
      queue: placed(this.#numbered('qos', rows)),
      partition: placed(this.#numbered('partition', rows)),
    }
    for (const field of REQUEST_FIELDS) {
      const column = this.#request(field, rows)
      if (column.some((value) => value !== -1)) fields[field] = placed(column)
    }
    const name = partition === null ? null : (this.#collected.partitions.list[partition] ?? null)
    const estimated = options.machine === null
    const largest = sizes.reduce((most, size, k) => (leaving.has(rows[k]) ? most : Math.max(most, size)), 1)
    const machine = options.machine ?? Math.max(largest, this.#mostHeld(partition))
    return {
      partition: name,
      estimated,
      trace: createTrace({
        name: partition === null ? options.name : `${options.name}-${name ?? 'no-partition'}`,
        processors: machine,
        clock: { unixStart: zero, zone: options.zone ?? 'UTC' },
        jobs,
        fields,
        header: this.#header(jobs.length, machine),
        dropped,
        notices: estimated ? [...notices, machineNotice(machine, options.unit, name)] : notices,
      }),
    }
  }

  /** The column of a request for which the Standard Workload Format has no field. */
  #request(field: RequestField, rows: Int32Array): Float64Array {
    const column = this.#column(REQUEST_COLUMN[field], rows)
    if (field !== 'partitionSet' && field !== 'constraint' && field !== 'otherGres') return column
    return column.map((index) => (index < 0 ? -1 : index + 1))
  }

  /** Least size of the machine, or of the part of it that a partition's jobs held. */
  #mostHeld(partition: number | null): number {
    const { nodes, rows } = this.#collected
    const { executions, runtimes, held: sizes } = this.#joined
    const wanted = (of: number) => partition === null || of === partition
    const ended = executions.filter((row) => wanted(rows.get(row, COLUMN.partition)))
    const running = this.#stillRunning().filter((job) => wanted(job.partition))
    const count = ended.length + running.length
    const start = new Float64Array(count)
    const end = new Float64Array(count)
    const held = new Float64Array(count)
    ended.forEach((row, k) => {
      start[k] = rows.get(row, COLUMN.start)
      end[k] = start[k] + runtimes[row]
      held[k] = sizes[row]
    })
    running.forEach((job, k) => {
      start[ended.length + k] = job.start
      end[ended.length + k] = job.until
      held[ended.length + k] = job.allocated
    })
    const peak = peakHeld(start, end, held)
    return this.#options.unit === 'nodes' && partition === null ? Math.max(peak, nodes.size) : peak
  }

  /** Running jobs, each once, but those that another row shows ended. */
  #stillRunning() {
    const { running, rows } = this.#collected
    const latest = new Map(running.map((job) => [job.key, job]))
    for (const row of this.#joined.executions) {
      const key = rows.get(row, COLUMN.key)
      if (latest.get(key)?.start === rows.get(row, COLUMN.start)) latest.delete(key)
    }
    return [...latest.values()]
  }

  #header(jobs: number, machine: number): readonly string[] {
    const { users, accounts, qualities, partitions, partitionSets, constraints, gres } = this.#collected
    const { user, account, qos, partition } = this.#numbers
    const listed = ({ list }: Names): Numbered => list.map((name, k) => [k + 1, name] as const)
    const named = ({ list }: Names, numbers: readonly number[]): Numbered =>
      list.map((name, k) => [numbers[k], name] as const).filter(([number]) => number > 0)
    const facts = {
      jobs,
      zero: this.#zero,
      machine,
      queues: named(qualities, qos),
      partitions: named(partitions, partition),
      users: named(users, user),
      groups: named(accounts, account),
      partitionSets: listed(partitionSets),
      constraints: listed(constraints),
      gres: listed(gres),
    }
    return headerOf(facts, this.#facts, this.#options)
  }

  report(): SacctReport {
    const { count, dropped, nodes, leaving } = this.#collected
    const { unit, size, release, zone } = this.#options
    const { form, slurm } = this.#facts
    const { jobs } = this.#joined
    const mostHeld = this.#mostHeld(null)
    const cancelled = jobs.filter((row) => leaving.has(row)).length
    const requested = this.#column('requested', jobs)
    const allocated = this.#column('allocated', jobs)
    const facts = {
      jobs: jobs.length,
      cancelled,
      moreThanAsked: allocated.filter((given, k) => requested[k] > 0 && given > requested[k]).length,
      unlimited: this.#column('limit', jobs).filter((limit) => limit < 0).length,
      renumbered: this.#renumbered,
      mostHeld,
      sharesNodes: unit === 'nodes' && nodes.size > 0 && mostHeld > nodes.size,
    }
    return {
      form,
      slurm,
      rows: count,
      jobs: jobs.length,
      cancelled,
      dropped: { ...dropped },
      unit,
      size,
      release,
      zone: zone ?? 'UTC',
      notices: noticesOf(this.#collected, this.#facts, this.#options, facts),
    }
  }
}

function hasTwins(keys: Float64Array): boolean {
  const sorted = keys.slice().sort()
  return sorted.some((key, k) => k > 0 && key === sorted[k - 1])
}

function nothingLeft(
  { count, dropped }: Collector,
  { form, notices }: ReadFacts,
  { file }: SacctOptions,
): QueuewrightError {
  // Of JSON these are the errors that Slurm noted: why it may have no jobs.
  const errors = form.endsWith('JSON') ? notices : []
  const what = [`no finished job among ${plural(count, 'row')}`, ...errors].join('; ')
  return new QueuewrightError('input-empty', what, {
    file,
    value: countsText(dropped),
    expected: 'jobs that started and ended',
    remedy:
      errors.length > 0
        ? 'Fetch it again when Slurm has no such error'
        : form === 'controller JSON'
          ? `The controller forgets finished jobs; call ${SACCT_COMMAND}`
          : 'Ask sacct for a longer time (-S) and all users (-a), and check --partition and --unit',
  })
}
