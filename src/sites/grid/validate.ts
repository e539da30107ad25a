/**
 * The independent judge of a grid's schedules: looks at the result alone, and shares nothing with what made it.
 *
 * - `placed`, `submit`: every job has a start, none before its submit.
 * - `nodes`: a job has all its nodes, at different sites of the grid, in fragments of one node or more.
 * - `capacity`: at no instant are more nodes of a site in use than it has. A zero-second job needs its nodes free at its
 *   start beside the jobs that run across it.
 * - `work`: a job runs exactly as long as its site, its move and its split say; fragments have one start and one end, so
 *   none is ever alone.
 * - `home`: with local processing, every job is at home.
 */
import { MOST_VIOLATIONS } from '../../sim/validate.js'
import { fragmentsOf, type GridSchedule } from './schedule.js'
import type { GridPolicy } from './simulate.js'
import type { GridSite } from './site.js'

export type GridRule = 'placed' | 'submit' | 'nodes' | 'capacity' | 'work' | 'home'

export interface GridViolation {
  readonly rule: GridRule
  /** The job's number. */
  readonly job: number
  /** One sentence. */
  readonly message: string
}

/** All breaches, at most `MOST_VIOLATIONS`; nothing for a sound schedule. */
export function validateGrid(
  schedule: GridSchedule,
  sites: readonly GridSite[],
  policy: GridPolicy,
): readonly GridViolation[] {
  const { jobs, home, start, end } = schedule
  const broken: GridViolation[] = []
  const breach = (rule: GridRule, row: number, message: string) => {
    if (broken.length < MOST_VIOLATIONS) {
      broken.push({ rule, job: jobs.id[row], message: `Job ${jobs.id[row]} ${message}.` })
    }
  }
  for (let row = 0; row < jobs.length; row++) {
    const fragments = fragmentsOf(schedule, row)
    if (!Number.isFinite(start[row])) breach('placed', row, 'was never started')
    if (start[row] < jobs.submit[row]) breach('submit', row, `starts at ${start[row]}, before its submit`)
    const nodes = fragments.reduce((sum, each) => sum + each.nodes, 0)
    const different = new Set(fragments.map(({ site }) => site)).size === fragments.length
    const real = fragments.every(({ site, nodes }) => site >= 0 && site < sites.length && nodes > 0)
    if (nodes !== jobs.size[row] || !different || !real)
      breach('nodes', row, 'does not have the nodes it needs')
    const expected = secondsOf(
      jobs.runtime[row],
      fragments.length > 1,
      fragments[0]?.site !== home[row],
      sites[fragments[0]?.site],
      policy,
    )
    if (end[row] - start[row] !== expected) {
      breach('work', row, `runs ${end[row] - start[row]} s and not ${expected} s`)
    }
    if (policy.kind === 'local' && (fragments.length > 1 || fragments[0].site !== home[row])) {
      breach('home', row, 'is not at home')
    }
  }
  if (broken.length === 0) checkCapacity(schedule, sites, breach)
  return broken
}

function secondsOf(
  runtime: number,
  isSplit: boolean,
  isAway: boolean,
  site: GridSite | undefined,
  policy: GridPolicy,
): number {
  if (policy.kind === 'multi' || policy.kind === 'adaptive') {
    return isSplit ? Math.ceil(((100 + policy.overhead) * runtime) / 100) : runtime
  }
  const speed = site?.speed ?? 1
  return (
    (speed === 1 ? runtime : Math.ceil(runtime / speed)) +
    (policy.kind === 'sharing' && isAway ? policy.move : 0)
  )
}

/**
 * A check of every start and end at each site, in order of time: ends first, then starts, where those of no time leave at
 * once.
 */
function checkCapacity(
  schedule: GridSchedule,
  sites: readonly GridSite[],
  breach: (rule: GridRule, row: number, message: string) => void,
): void {
  const { start, end } = schedule
  const events: { readonly at: number; readonly row: number; readonly nodes: number }[][] = sites.map(
    () => [],
  )
  for (let row = 0; row < start.length; row++) {
    for (const { site, nodes } of fragmentsOf(schedule, row)) {
      events[site].push({ at: start[row], row, nodes })
      if (end[row] > start[row]) events[site].push({ at: end[row], row, nodes: -nodes })
    }
  }
  events.forEach((list, site) => {
    // Ends, then jobs of no time, which need their nodes beside what runs across, then the others.
    const rank = (each: (typeof list)[0]) => (each.nodes < 0 ? 0 : end[each.row] === each.at ? 1 : 2)
    list.sort((a, b) => a.at - b.at || rank(a) - rank(b))
    let used = 0
    for (const each of list) {
      const held = used + each.nodes
      if (held > sites[site].nodes) {
        breach(
          'capacity',
          each.row,
          `brings ${held} nodes of ${sites[site].name} into use, of ${sites[site].nodes}`,
        )
      }
      if (rank(each) !== 1) used = held
    }
  })
}
