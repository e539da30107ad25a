/**
 * Job sharing (rule G6): at its release a job is given to a site for good, the one that would start it first if every site
 * planned its running and waiting jobs, and then this one, at that instant. From then on each site goes by its own policy;
 * plans are not kept.
 */
import { largestOf } from '../../core/statistics.js'
import { Machine, membersOf, type Predictor, type TimeClassClock } from '../../sim/index.js'
import { ordersOf } from '../../sim/policy.js'
import { Expectation } from './expectation.js'
import { tooMuch, tooWideForSites } from './failures.js'
import { sitesByKernel } from './kernel.js'
import type { GridSchedule } from './schedule.js'
import { type GridSite, secondsAt } from './site.js'
import { fieldsAt, firstWider, type GridWorkload } from './workload.js'

/**
 * `soonest`: the earliest planned start, then the fewest nodes idle at that start, then the first site. `least-idle`: the
 * fewest idle nodes, then the earliest start, as THESIS 11.2.2 prints it. `first-done`: the earliest planned end, then as
 * `soonest`, for sites that differ in speed.
 */
export const SITE_CHOICES = ['soonest', 'least-idle', 'first-done'] as const
export type SiteChoice = (typeof SITE_CHOICES)[number]

export interface Sharing {
  readonly siteChoice: SiteChoice
  /** Seconds that a job takes longer, on its nodes, away from its home. */
  readonly move: number
  /** The predictor of run times where the choice is made, in place of estimates; absent: these. */
  readonly predictor?: Predictor
  /** The log's local time, for sites that go by it; UTC with second 0 at 1970 where absent. */
  readonly timeClasses?: TimeClassClock
}

/** Rows of the tables of all sites, each of which may come to hold every job: some 1.5 GB. */
export const MOST_ROWS = 2 ** 24

/** @throws QueuewrightError `job-oversize` for a job that no site takes; `usage` for more sites and jobs than memory holds */
export function simulateSharing(
  workload: GridWorkload,
  sites: readonly GridSite[],
  sharing: Sharing,
): GridSchedule {
  const { siteChoice, move, predictor } = sharing
  const goesByStart = siteChoice === 'soonest' && move === 0 && predictor === undefined
  const widest = largestOf(sites.map(({ nodes }) => nodes))
  const suits = goesByStart && firstWider(workload.jobs, widest) < 0
  return (suits ? sitesByKernel(workload, sites, true) : null) ?? shareMachines(workload, sites, sharing)
}

/** A machine for each site, asked when each job is released. */
function shareMachines(
  workload: GridWorkload,
  sites: readonly GridSite[],
  { siteChoice, move, predictor, timeClasses }: Sharing,
): GridSchedule {
  const { jobs, home } = workload
  const { submit, runtime, estimate, size, length } = jobs
  if (sites.length * length > MOST_ROWS) throw tooMuch(sites.length, length, MOST_ROWS)
  const origin = submit[0] ?? 0
  // What orders may ask for beside the jobs is told only where one does.
  const asked = sites.some(({ policy }) => ordersOf(policy).some(({ fields = [] }) => fields.length > 0))
  const members = asked ? membersOf(jobs.user, workload.fields?.unixGroup) : []
  const expected = predictor === undefined ? null : new Expectation(workload, sites, predictor)
  const machines = sites.map(
    ({ nodes, policy }, k) =>
      new Machine({
        ...{ processors: nodes, policy, origin, members, most: length },
        ...(timeClasses && { timeClasses }),
        ...(expected && { accounts: expected.accountsOf(k) }),
      }),
  )
  const compare = COMPARISONS[siteChoice]
  const first = siteChoice === 'soonest'
  const site = new Int32Array(length)
  const place = new Int32Array(length)
  const start = new Float64Array(length)
  const end = new Float64Array(length)
  const from = (row: number, at: number) => (at === home[row] ? 0 : move)

  for (let row = 0; row < length; row++) {
    const now = submit[row]
    if (expected !== null) for (const machine of machines) machine.advanceBefore(now)
    const estimated = expected === null ? estimate[row] : expected.of(row, now)
    let best = -1
    let bestOffer = NONE
    for (let k = 0; k < sites.length; k++) {
      if (!takes(workload, row, sites, k)) continue
      const machine = machines[k]
      machine.advanceBefore(now)
      // Who has too few nodes, with those that come free now, starts it later than whoever starts it now.
      if (first && best >= 0 && bestOffer.start === now && machine.freeAt(now) < size[row]) continue
      const seconds = secondsAt(sites[k], estimated) + from(row, k)
      const { start, idle } = machine.slot(now, size[row], seconds)
      const offer = { start, idle, end: start + seconds }
      if (best >= 0 && compare(offer, bestOffer) >= 0) continue
      best = k
      bestOffer = offer
    }
    if (best < 0) throw tooWideForSites(jobs, row, largestOf(sites.map(({ nodes }) => nodes)))
    site[row] = best
    end[row] = secondsAt(sites[best], runtime[row]) + from(row, best)
    place[row] = machines[best].submit({
      id: jobs.id[row],
      submit: now,
      runtime: end[row],
      estimate: secondsAt(sites[best], estimate[row]) + from(row, best),
      size: size[row],
      user: jobs.user[row],
      group: jobs.group[row],
      ...(asked && { fields: fieldsAt(workload, row) }),
    })
    expected?.placed(row, best)
  }
  for (const machine of machines) machine.advance(Number.POSITIVE_INFINITY)
  for (let row = 0; row < length; row++) {
    start[row] = machines[site[row]].startOf(place[row])
    end[row] += start[row]
  }
  return { ...workload, sites: sites.map(({ nodes }) => nodes), start, end, site, split: new Map() }
}

interface Offer {
  readonly start: number
  readonly idle: number
  readonly end: number
}

const NONE: Offer = { start: 0, idle: 0, end: 0 }

const COMPARISONS: Readonly<Record<SiteChoice, (a: Offer, b: Offer) => number>> = {
  soonest: (a, b) => a.start - b.start || a.idle - b.idle,
  'least-idle': (a, b) => a.idle - b.idle || a.start - b.start,
  'first-done': (a, b) => a.end - b.end || a.start - b.start || a.idle - b.idle,
}

/** Whether a site takes a job: one of its own, or one of another's within what it allows. */
export function takes(
  { jobs, home, fields }: GridWorkload,
  row: number,
  sites: readonly GridSite[],
  k: number,
) {
  const { nodes, largestJob, partitions } = sites[k]
  if (jobs.size[row] > nodes) return false
  if (home[row] === k) return true
  return (
    jobs.size[row] <= largestJob &&
    (partitions === null || partitions.includes(fields?.partition?.[row] ?? -1))
  )
}
