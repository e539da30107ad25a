/** Who submits what: the site that each job of a log comes from. */
import { QueuewrightError } from '../../core/errors.js'

/** THESIS 11.3.1, rule G1: job k, from 0, has the home k mod S. */
export function roundRobin(jobs: number, sites: number): Int32Array {
  return Int32Array.from({ length: jobs }, (_, job) => job % sites)
}

/**
 * As many jobs for each site as its share of the grid's nodes: each to the site that would then have the fewest jobs for
 * its size, of several to the first.
 */
export function byShare(jobs: number, nodes: readonly number[]): Int32Array {
  const given = nodes.map(() => 0)
  return Int32Array.from({ length: jobs }, () => {
    let best = 0
    for (let site = 1; site < nodes.length; site++) {
      if ((given[site] + 1) * nodes[best] < (given[best] + 1) * nodes[site]) best = site
    }
    given[best]++
    return best
  })
}

/** The values of a field, each once, in ascending order: the k-th is that of site k. */
export function fieldValues(column: Float64Array): readonly number[] {
  return [...new Set(column)].sort((a, b) => a - b)
}

/**
 * By a field of the log, such as its partition: the k-th of the field's values, in ascending order, is site k.
 * @param name of the field, for messages
 * @throws QueuewrightError `usage` where there are more values than sites, or a job without one
 */
export function byField(values: Float64Array, sites: number, name: string): Int32Array {
  const all = fieldValues(values)
  const unknown = all.length > 0 && all[0] < 0
  if (unknown || all.length > sites) {
    throw new QueuewrightError('usage', `the jobs' ${name} does not say from which site they are`, {
      field: 'arrivals',
      value: unknown ? `${name} -1` : `${all.length} values`,
      expected: `a ${name} for every job, and at most ${sites} of them, one for each site`,
      remedy: unknown
        ? 'Name a log for each site, merge them with --sites, leave other jobs out, or deal jobs out in turn'
        : 'Name a grid with as many sites, leave other jobs out, or deal jobs out in turn',
    })
  }
  const place = new Map(all.map((value, site) => [value, site]))
  return Int32Array.from(values, (value) => place.get(value) ?? 0)
}
