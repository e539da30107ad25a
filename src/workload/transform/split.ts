/**
 * Making the workload of a grid out of the log of one machine: jobs are dealt out to sites, and those too wide are
 * split. Franke, doctoral thesis, Dortmund 2006, section 11.3.2.
 *
 * Sites: the log's jobs are dealt out one by one, in job order: job k (from 0) arrives at site k mod m. All parts of a
 * job stay at the site where it arrives ("large jobs are split up, but they are still generated at the same site"), so
 * dealing is over the jobs of the log, not over parts, and a split does not move the jobs that follow.
 *
 * Parts: a job of n processors with n > s becomes ⌊n/s⌋ parts of s processors and one of the rest, if any, all
 * submitted when the job was and as long as it was. s is the size of the site the job arrives at (`local`, modification
 * 1), of the largest site (`largest`, modification 2; such jobs are not for local processing), or a number (64 in
 * modification 3). The work Σ run·size stays what it was.
 *
 * Numbers: the first part of job j keeps the number j, part p (from 0) has p·B + j, B the smallest power of ten above
 * all numbers of the log: the last digits name the original. Of the further fields, `partition` becomes the site (1, 2,
 * …). A processor count that was the job's size becomes the part's; any other count of a split job is unknown (−1).
 * All else holds for every part as it stands: times, as all parts run when the job ran, and CPU time and memory, which
 * the format counts for one processor. A reference to a preceding job leads to its first part.
 */

import { QueuewrightError } from '../../core/errors.js'
import { setting, written } from '../../core/settings/index.js'
import { largestOf } from '../../core/statistics.js'
import { selectRows } from '../../trace/select.js'
import { type LogField, REQUEST_FIELDS, type Trace } from '../../trace/trace.js'
import { noted } from './header.js'
import { partsOfJobs, widthForm } from './parts.js'
import { fieldsWithout, withColumns, withoutDangling } from './rows.js'
import { GRIDS, type Grid, gridProcessors, parseGrid } from './sites.js'

export const SPLITTING = {
  sites: setting(
    written('a name, or the sizes of the sites such as 128,128,64 or 2x128,64', {
      shown: 'grid',
      check: parseGrid,
    }),
    {
      meaning: `processors of the sites, as 128,128,64 or 2x128,64; or one of ${Object.keys(GRIDS).join(', ')}`,
      source: 'Franke 2006, table 11.1',
    },
  ),
  parts: setting(widthForm({ local: "the job's own site", largest: 'the largest site' }, 'processors'), {
    meaning: 'widest part',
    source: 'Franke 2006, 11.3.2',
    usual: 'local',
  }),
}

/** The widest part: the size of the site the job arrives at, of the largest site, or so many processors. */
export type PartLimit = 'local' | 'largest' | number

export interface SplitTrace {
  /** The machine is the whole grid; the field `partition` is the site. */
  readonly trace: Trace
  /** Jobs that were split. */
  readonly split: number
  /** Jobs and parts wider than the site they arrive at: they need another site, or several. */
  readonly widerThanSite: number
}

const UNKNOWN = -1

const WIDTHS = {
  local: "the size of the job's own site",
  largest: 'the size of the largest site',
} as const

/** Header lines about another machine. */
const STALE_KEYS = ['MaxNodes', 'MaxPartitions', 'Partitions', 'Partition']

/**
 * The jobs of `trace` as the workload of `grid`.
 * @param limit the widest part; a number from 1 to the largest site's size
 * @throws QueuewrightError `usage` for a bad limit, `job-oversize` for a job wider than the whole grid, `line-value` for
 *   job numbers too large to be told apart from those of parts
 */
export function splitTrace(trace: Trace, grid: Grid, limit: PartLimit = 'local'): SplitTrace {
  const { sites } = grid
  const widest = limitsOf(grid, limit)
  checkWidth(trace, grid)
  const { size } = trace.jobs
  const siteOf = (row: number) => row % sites.length
  const parts = partsOfJobs(trace.jobs, (row) => widest[siteOf(row)])
  const { from, step, split } = parts
  checkNumbers(trace, step, parts.most)
  const partition = Float64Array.from(from, (row) => siteOf(row) + 1)
  const widerThanSite = parts.size.reduce(
    (count, width, k) => count + Number(width > sites[siteOf(from[k])]),
    0,
  )

  const repeated = selectRows(trace, from)
  const fields: Partial<Record<LogField, Float64Array>> = {
    ...fieldsWithout(repeated, REQUEST_FIELDS),
    partition,
  }
  for (const name of ['requestedProcessors', 'allocatedProcessors'] as const) {
    const count = trace.fields[name]
    if (count === undefined) continue
    fields[name] = Float64Array.from(from, (row, k) => {
      if (parts.size[k] === size[row]) return count[row]
      return count[row] === size[row] ? parts.size[k] : UNKNOWN
    })
  }
  const header = [
    ...noted(trace.header, notesOf(grid, limit, split, step), STALE_KEYS),
    ...sites.map((processors, k) => ` Partition: ${k + 1} site of ${processors} processors`),
  ]
  const changes = { fields, header, processors: gridProcessors(grid) }
  return { trace: withColumns(repeated, { id: parts.id, size: parts.size }, changes), split, widerThanSite }
}

/** The logs of the single sites of a split one, each of its own machine; a site without jobs has an empty log. */
export function siteTraces(trace: Trace, grid: Grid): readonly Trace[] {
  const { partition } = trace.fields
  if (partition === undefined) throw new RangeError('siteTraces: the trace has no field partition')
  const rows: number[][] = grid.sites.map(() => [])
  partition.forEach((site, row) => {
    rows[site - 1].push(row)
  })
  return grid.sites.map((processors, k) => {
    const header = noted(trace.header, [`site ${k + 1} of ${grid.sites.length}`])
    const name = `${trace.name}-site${k + 1}`
    return withoutDangling(selectRows(trace, Int32Array.from(rows[k]), { name, processors, header }))
  })
}

/** The widest part at each site. */
function limitsOf({ sites }: Grid, limit: PartLimit): readonly number[] {
  if (limit === 'local') return sites
  const largest = largestOf(sites)
  if (limit === 'largest') return sites.map(() => largest)
  if (Number.isInteger(limit) && limit >= 1 && limit <= largest) return sites.map(() => limit)
  throw new QueuewrightError('usage', 'no such width of parts', {
    field: 'parts',
    value: limit,
    expected: `local, largest, or processors from 1 to those of the largest site, ${largest}`,
  })
}

function checkWidth(trace: Trace, grid: Grid): void {
  const { id, size } = trace.jobs
  const processors = gridProcessors(grid)
  const row = size.findIndex((width) => width > processors)
  if (row < 0) return
  throw new QueuewrightError('job-oversize', `job ${id[row]} is wider than the whole grid`, {
    job: id[row],
    field: 'size',
    value: size[row],
    expected: `at most ${processors} processors, those of all sites`,
    remedy: `Name a larger grid, or leave such jobs out with --sizes 1-${processors}`,
  })
}

function checkNumbers(trace: Trace, step: number, parts: number): void {
  const largest = (parts - 1) * step + step
  if (largest <= Number.MAX_SAFE_INTEGER) return
  throw new QueuewrightError(
    'line-value',
    'the job numbers are too large to number parts of jobs after them',
    {
      field: 'job',
      value: trace.jobs.id.reduce((high, id) => Math.max(high, id), 0),
      expected: `numbers below ${Math.floor(Number.MAX_SAFE_INTEGER / parts)}`,
      remedy: 'Number the jobs anew',
    },
  )
}

function notesOf(grid: Grid, limit: PartLimit, split: number, step: number): readonly string[] {
  const width = typeof limit === 'number' ? `at most ${limit} processors` : WIDTHS[limit]
  return [
    `made for a grid by queuewright: ${grid.name} (sites of ${grid.sites.join(',')} processors);` +
      ' jobs dealt out to the sites in turn, the partition is the site',
    `jobs split into parts of ${width}: ${split}; part p (from 0) of job j has the number p*${step}+j`,
  ]
}
