/**
 * Who wins and who loses by joining: what each site's own users had of it, beside what they would have had alone, for all of
 * them and for each user group. Responses are weighed by work (AWRT), as a site's owner would judge its own schedule.
 */
import { measureGrid } from './measures.js'
import type { GridSchedule } from './schedule.js'

export interface Gain {
  /** Whose jobs; null: of all sites. */
  readonly site: number | null
  /** Their group; null: all users of the site. */
  readonly group: number | null
  readonly jobs: number
  /** AWRT in seconds in the grid, and alone; null where there is no work. */
  readonly joined: number | null
  readonly alone: number | null
  /** 1 − joined/alone: above 0 where joining pays; null where that says nothing. */
  readonly gain: number | null
  /** Part of their work that ran on nodes of other sites, 0 to 1; null where there is no work. */
  readonly away: number | null
  /** Part of the site's occupied node-seconds that others' jobs had; null for all sites, for a group, and of nothing. */
  readonly lent: number | null
}

/** @param alone the same jobs under local processing; null where that is impossible */
export function gainsOf(joined: GridSchedule, alone: GridSchedule | null): readonly Gain[] {
  const { jobs, home, sites } = joined
  const groups = [...new Set(jobs.group)].filter((group) => group > 0).sort((a, b) => a - b)
  const lent = lentBy(joined)
  const gain = (site: number | null, group: number | null): Gain => {
    const of = (row: number) =>
      (site === null || home[row] === site) && (group === null || jobs.group[row] === group)
    const here = measureGrid(joined, of).awrt
    const there = alone === null ? null : measureGrid(alone, of).awrt
    const count = home.reduce((sum, _, row) => sum + Number(of(row)), 0)
    return {
      ...{ site, group, jobs: count, joined: here, alone: there },
      gain: here === null || there === null || there === 0 ? null : 1 - here / there,
      away: awayOf(joined, of),
      lent: site === null || group !== null ? null : lent[site],
    }
  }
  const everybody = [gain(null, null), ...groups.map((group) => gain(null, group))]
  const bySite = sites.flatMap((_, site) => [gain(site, null), ...groups.map((group) => gain(site, group))])
  return [...everybody, ...bySite].filter((each) => each.jobs > 0 || each.group === null)
}

/** Part of these jobs' node-seconds that were spent away from home. */
function awayOf({ jobs, home, site, split, start, end }: GridSchedule, of: (row: number) => boolean) {
  let away = 0
  let all = 0
  for (let row = 0; row < jobs.length; row++) {
    if (!of(row)) continue
    const seconds = end[row] - start[row]
    const fragments = split.get(row) ?? [{ site: site[row], nodes: jobs.size[row] }]
    for (const { site, nodes } of fragments) {
      all += nodes * seconds
      if (site !== home[row]) away += nodes * seconds
    }
  }
  return all > 0 ? away / all : null
}

/** Part of each site's occupied node-seconds that jobs of other sites had. */
function lentBy({ jobs, home, site, split, start, end, sites }: GridSchedule): readonly (number | null)[] {
  const all = sites.map(() => 0)
  const others = sites.map(() => 0)
  for (let row = 0; row < jobs.length; row++) {
    const seconds = end[row] - start[row]
    const fragments = split.get(row) ?? [{ site: site[row], nodes: jobs.size[row] }]
    for (const { site, nodes } of fragments) {
      all[site] += nodes * seconds
      if (site !== home[row]) others[site] += nodes * seconds
    }
  }
  return all.map((sum, k) => (sum > 0 ? others[k] / sum : null))
}
