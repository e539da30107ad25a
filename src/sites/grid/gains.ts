/**
 * Who wins and who loses by joining: what each site's own users had of it, beside what they would have had alone, for all of
 * them and for each user group. Responses are weighed by work (AWRT), as a site's owner would judge its own schedule.
 */
import { fragmentsOf, type GridSchedule } from './schedule.js'

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

/** Sums over some jobs, in node-seconds and node-seconds squared. */
interface Sums {
  jobs: number
  work: number
  joined: number
  alone: number
  away: number
  held: number
}

/** @param alone the same jobs under local processing; null where that is impossible */
export function gainsOf(joined: GridSchedule, alone: GridSchedule | null): readonly Gain[] {
  const { jobs, home, sites, start, end } = joined
  const { submit, runtime, size, group, length } = jobs
  const groups = [...new Set(group)].filter((each) => each > 0).sort((a, b) => a - b)
  const cells = new Map<string, Sums>()
  const sumsOf = (site: number | null, of: number | null): Sums => {
    const key = `${site} ${of}`
    const known = cells.get(key) ?? { jobs: 0, work: 0, joined: 0, alone: 0, away: 0, held: 0 }
    cells.set(key, known)
    return known
  }
  const busy = new Float64Array(sites.length)
  const others = new Float64Array(sites.length)
  for (let row = 0; row < length; row++) {
    const at = home[row]
    const seconds = end[row] - start[row]
    let away = 0
    for (const { site, nodes } of fragmentsOf(joined, row)) {
      busy[site] += nodes * seconds
      if (site === at) continue
      others[site] += nodes * seconds
      away += nodes * seconds
    }
    const work = runtime[row] * size[row]
    const whose = group[row] > 0 ? [null, group[row]] : [null]
    for (const site of [null, at]) {
      for (const of of whose) {
        const sums = sumsOf(site, of)
        sums.jobs++
        sums.work += work
        sums.joined += work * (end[row] - submit[row])
        if (alone !== null) sums.alone += work * (alone.end[row] - submit[row])
        sums.away += away
        sums.held += size[row] * seconds
      }
    }
  }
  const gain = (site: number | null, of: number | null): Gain => {
    const sums = sumsOf(site, of)
    const here = ratio(sums.joined, sums.work)
    const there = alone === null ? null : ratio(sums.alone, sums.work)
    return {
      ...{ site, group: of, jobs: sums.jobs, joined: here, alone: there },
      gain: here === null || there === null || there === 0 ? null : 1 - here / there,
      away: ratio(sums.away, sums.held),
      lent: site === null || of !== null ? null : ratio(others[site], busy[site]),
    }
  }
  const of = (site: number | null) => [null, ...groups].map((each) => gain(site, each))
  return [null, ...sites.keys()].flatMap(of).filter((each) => each.jobs > 0 || each.group === null)
}

function ratio(part: number, all: number): number | null {
  return all > 0 ? part / all : null
}
