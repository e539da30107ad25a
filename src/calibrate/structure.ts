/**
 * The machine of a log: its size, partitions, limits and maintenance, so that as few jobs as can be wait for nothing.
 *
 * It begins with one pool without limits, and takes what explains most, a layout of partitions or a limit, until nothing explains
 * enough. A limit is at the most that ever ran: nothing recorded is over it, and where it binds it has been reached.
 */
import { largestOf, smallestOf } from '../core/statistics.js'
import type { Facility, Limit, Maintenance } from '../sim/facility/index.js'
import { kindsOf } from '../sim/facility/index.js'
import type { Clock } from './clock.js'
import { type InHalves, isLess, isLessInAll, sumOf } from './halves.js'
import { type Idle, idleOf } from './idle.js'
import { isReachedTwice, limitsOf } from './limits.js'
import { maintenanceOf } from './maintenance.js'
import type { Moments } from './moments.js'
import type { Observed } from './observed.js'
import { groupsOf, type Layout, layoutsOf, onePool, withMore } from './partitions.js'
import { peaksOf } from './use.js'

/** Where the header names more, it counts processors that jobs cannot use. */
const OVERSTATED = 0.975
/** A machine without a header may be larger than its peak by this factor. */
const BEYOND_PEAK = 1.1
/** The least that a layout or a limit has to explain of the jobs that wait for nothing: so many, and such a share. */
const LEAST_JOBS = 8
const LEAST = { count: LEAST_JOBS, share: 0.3 }
/** Layouts that leave hardly more such jobs are as good, and the simplest is taken. */
const AS_GOOD = { jobs: 5, share: 0.15 }
/** Limits that are looked for at most. */
const MOST_LIMITS = 4

/** Layouts that a rule is asked of at most: all of three groups. */
const MOST_UNUSED = 8

export interface Structure {
  readonly machine: number
  /** Whether the header says so. */
  readonly said: boolean
  readonly layout: Layout
  readonly limits: readonly Limit[]
  /** Limits at the most that ever ran which explain no job that waits for nothing. */
  readonly unused: readonly Limit[]
  /** Layouts of partitions that explain no job that waits for nothing, where they are few and none does. */
  readonly unusedLayouts: readonly Layout[]
  /** Whether further partitions or limits explain much in one half of the log and not in the other: there may be some, or not. */
  readonly layoutOpen: boolean
  readonly limitsOpen: boolean
  readonly maintenance: Maintenance | null
  /** Whether there may be some that the log is too short to show. */
  readonly maintenanceOpen: boolean
  /** Jobs that wait for nothing on one pool as large as the header says, without limits. */
  readonly before: number
  readonly after: number
}

/** @param observe is told what part of the work is done */
export function structureOf(
  observed: Observed,
  moments: Moments,
  clock: Clock,
  observe: (done: number) => void,
): Structure {
  let tries = 0
  const { found: maintenance, open } = maintenanceOf(observed)
  const peak = peaksOf(observed, moments, new Int32Array(observed.length), 1)[1]
  const idle = (layout: Layout, limits: readonly Limit[], away?: number): Idle => {
    tries++
    // How many there will be nobody knows.
    observe(tries / (tries + 10))
    const facility = { partitions: layout.partitions, limits, maintenance, priorities: [] }
    return idleOf({ observed, moments, clock, facility }, away)
  }
  const { header } = observed
  // More than the header has at a time are ends that were noted late, unless one job is so large.
  const said = header === null ? peak : Math.max(header, largestOf(observed.size))
  const pool = onePool(poolSize(said, peak, (processors) => sumOf(idle(onePool(processors), [], 0).apart)))
  const groups = groupsOf(observed)
  const bound = header === null ? BEYOND_PEAK * peak : 1.005 * said
  const layouts = [pool, ...(groups === null ? [] : layoutsOf(observed, moments, groups, bound))]
  const candidates = limitsOf(observed, moments)
  const reached = new Set(candidates.filter((limit) => isReachedTwice(observed, moments, limit)))

  let layout = pool
  let limits: readonly Limit[] = []
  let now = idle(layout, limits)
  let [layoutOpen, limitsOpen] = [false, false]
  const before = sumOf(now.apart)
  for (;;) {
    const better: { readonly gain: number; readonly take: () => void }[] = []
    const consider = (from: InHalves, to: InHalves, take: () => void) => {
      if (isLess(from, to, LEAST)) better.push({ gain: 1 - sumOf(to) / sumOf(from), take })
    }
    layoutOpen = false
    limitsOpen = false
    if (layout === pool && layouts.length > 1) {
      const tried = layouts.slice(1).map((each) => ({ each, idle: idle(each, limits) }))
      const least = smallestOf(tried.map(({ idle: { together } }) => sumOf(together)))
      const most = least + Math.max(AS_GOOD.jobs, AS_GOOD.share * least)
      const simplest = tried.find(({ idle: { together } }) => sumOf(together) <= most)
      if (simplest !== undefined) {
        layoutOpen = isLessInAll(now.together, simplest.idle.together, LEAST)
        consider(now.together, simplest.idle.together, () => {
          layout = simplest.each
          now = simplest.idle
        })
      }
    }
    if (limits.length < MOST_LIMITS) {
      for (const limit of candidates) {
        if (limits.includes(limit)) continue
        const with1 = [...limits, limit]
        const found = idle(layout, with1)
        if (isLessInAll(now.apart, found.apart, LEAST)) limitsOpen = true
        if (!reached.has(limit)) continue
        consider(now.apart, found.apart, () => {
          limits = with1
          now = found
        })
      }
    }
    if (better.length === 0) break
    better.reduce((best, each) => (each.gain > best.gain ? each : best)).take()
  }
  const total = kindsOf(layout.partitions).counts.reduce((sum, count) => sum + count, 0)
  const all = Math.max(total, Math.min(peak, said))
  const machine = layout === pool ? total : header !== null && all >= OVERSTATED * header ? header : all
  const more = machine - total
  if (layout !== pool && more > 0) layout = filled(layout, more, (each) => sumOf(idle(each, limits, 0).apart))
  const unused = [...reached].filter((limit) => !limits.includes(limit))
  return {
    machine,
    said: machine === header,
    layout,
    limits,
    unused,
    unusedLayouts: layout === pool && layouts.length <= 1 + MOST_UNUSED ? layouts.slice(1) : [],
    layoutOpen,
    limitsOpen,
    maintenance,
    maintenanceOpen: open,
    before,
    after: sumOf(now.apart),
  }
}

export function facilityOf({ layout, limits, maintenance }: Structure): Facility {
  return { partitions: layout.partitions, limits, maintenance, priorities: [] }
}

/** With the processors that no job was seen on in the smallest partition in which no more jobs wait for nothing then. */
function filled(layout: Layout, more: number, idle: (layout: Layout) => number): Layout {
  const most = idle(layout) + 2
  return withMore(layout, more).find((each) => idle(each) <= most) ?? layout
}

/** The header's size, unless far fewer jobs wait for nothing on the most that ever ran. */
function poolSize(said: number, peak: number, idle: (processors: number) => number): number {
  if (peak >= OVERSTATED * said) return said
  const [large, small] = [idle(said), idle(peak)]
  return large - small >= 2 * LEAST_JOBS && small < 0.7 * large ? peak : said
}
