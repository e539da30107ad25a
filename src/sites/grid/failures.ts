/** Combinations of jobs and sites that cannot be (rule G3): refused, never silently changed. */
import { QueuewrightError } from '../../core/errors.js'
import type { JobTable } from '../../trace/job-table.js'

/** A job that is wider than its home, where sites process the jobs of their own users. */
export function tooWideForHome(jobs: JobTable, row: number, nodes: number): QueuewrightError {
  return tooWide(jobs, row, 'wider than its own site', {
    expected: `at most ${nodes} nodes, for local processing`,
    remedy: 'Split jobs with --parts local (modification 1), or let sites share them',
  })
}

export function tooWideForSites(jobs: JobTable, row: number, widest: number): QueuewrightError {
  return tooWide(jobs, row, 'one that no site takes', {
    expected: `at most ${widest} nodes, those of the largest site, and a site that takes it`,
    remedy: 'Split jobs with --parts local or largest, or let a larger site take such jobs',
  })
}

export function tooWideForGrid(jobs: JobTable, row: number, nodes: number): QueuewrightError {
  return tooWide(jobs, row, 'wider than the whole grid', {
    expected: `at most ${nodes} nodes, those of all sites`,
    remedy: 'Split jobs with --parts local or largest, or name a larger grid',
  })
}

/** Each site may come to hold every job. */
export function tooMuch(sites: number, jobs: number, most: number): QueuewrightError {
  return new QueuewrightError('usage', 'this is more than sharing has memory for', {
    field: 'sites',
    value: `${sites} sites, ${jobs} jobs`,
    expected: `at most ${most} sites times jobs`,
    remedy: 'Take a part of the log with --first, or fewer sites',
  })
}

function tooWide(
  { id, size }: JobTable,
  row: number,
  what: string,
  detail: { readonly expected: string; readonly remedy: string },
): QueuewrightError {
  return new QueuewrightError('job-oversize', `job ${id[row]} is ${what}`, {
    job: id[row],
    field: 'size',
    value: size[row],
    ...detail,
  })
}
