/**
 * A slow, obvious grid: rules G4 to G9 of docs/sites.md read aloud. Nothing is kept but who runs, who waits and, with job
 * sharing, where; at every sweep all else is computed anew. It shares nothing with the engine.
 */
import type { SiteChoice } from '../../../src/sites/index.js'
import type { JobTable } from '../../../src/trace/job-table.js'

export interface SlowFragment {
  readonly site: number
  readonly nodes: number
}

interface Running {
  readonly job: number
  readonly end: number
  readonly expected: number
  readonly fragments: readonly SlowFragment[]
}

export interface SlowGrid {
  readonly start: readonly number[]
  readonly end: readonly number[]
  readonly fragments: readonly (readonly SlowFragment[])[]
  /** With multi-site processing: the first shadow of each job that was a blocked head. */
  readonly firstShadow: ReadonlyMap<number, number>
  /** With adaptive processing: when each job that was a blocked head was to be done, sweep by sweep. */
  readonly promised: ReadonlyMap<number, readonly number[]>
}

export type SlowPolicy =
  | { readonly kind: 'local' }
  | { readonly kind: 'sharing'; readonly siteChoice: SiteChoice; readonly move?: number }
  | { readonly kind: 'multi' | 'adaptive'; readonly overhead: number }

/** What tells sites apart beside their nodes, where a job stays in one piece. */
export interface SlowSites {
  readonly speed: (site: number) => number
  /** Whether a site takes a job of another one. */
  readonly takes: (job: number, site: number) => boolean
}

const ALIKE: SlowSites = { speed: () => 1, takes: () => true }

const EPSILON = 1e-6

export function slowGrid(
  jobs: JobTable,
  home: ArrayLike<number>,
  nodes: readonly number[],
  policy: SlowPolicy,
  { speed, takes }: SlowSites = ALIKE,
): SlowGrid {
  const { submit, runtime, estimate, size, length } = jobs
  const start = new Array<number>(length).fill(Number.NaN)
  const end = new Array<number>(length).fill(Number.NaN)
  const fragments: (readonly SlowFragment[])[] = new Array(length).fill([])
  const firstShadow = new Map<number, number>()
  const promised = new Map<number, readonly number[]>()
  const siteOf = new Array<number>(length).fill(-1)
  const overhead = 'overhead' in policy ? policy.overhead : 0
  const longer = (seconds: number) => {
    const hundredths = (100 + overhead) * seconds
    return hundredths % 100 === 0 ? hundredths / 100 : (hundredths - (hundredths % 100)) / 100 + 1
  }
  const move = policy.kind === 'sharing' ? (policy.move ?? 0) : 0
  /** What a job takes at a site, in one piece. */
  const at = (site: number, job: number, seconds: number) =>
    Math.ceil(seconds / speed(site)) + (home[job] === site ? 0 : move)
  const everywhere = nodes.map((_, site) => site)
  let running: Running[] = []
  let waiting: number[] = []
  let released = 0
  let now = 0

  const freeAt = (site: number, instant: number) =>
    running.reduce((free, each) => {
      // Whoever should have ended ends in a moment.
      const holds = Math.max(each.expected, now + EPSILON) > instant
      const held = each.fragments.find((fragment) => fragment.site === site)
      return holds && held !== undefined ? free - held.nodes : free
    }, nodes[site])
  const free = (site: number) => freeAt(site, now)
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  /** now, and every instant at which something is expected to end. */
  const instants = () =>
    [now, ...running.map(({ expected }) => Math.max(expected, now + EPSILON))].sort((a, b) => a - b)
  const begin = (job: number, on: readonly SlowFragment[]) => {
    const stretched = on.length > 1 ? longer : (seconds: number) => at(on[0].site, job, seconds)
    start[job] = now
    end[job] = now + stretched(runtime[job])
    fragments[job] = on
    running.push({ job, end: end[job], expected: now + stretched(estimate[job]), fragments: on })
    waiting = waiting.filter((each) => each !== job)
  }
  /** The one with the fewest free nodes, then the first. */
  const tightest = (sites: readonly number[]) =>
    sites.reduce((best, site) => (best < 0 || free(site) < free(best) ? site : best), -1)
  const splitOver = (usable: readonly SlowFragment[], needed: number): readonly SlowFragment[] => {
    const most = [...usable].sort((a, b) => b.nodes - a.nodes || a.site - b.site)
    const taken: SlowFragment[] = []
    let missing = needed
    for (const { site, nodes: offered } of most) {
      if (missing > 0) taken.push({ site, nodes: Math.min(missing, offered) })
      missing -= Math.min(missing, offered)
    }
    return taken
  }

  /** EASY over the sum of these sites' free nodes, for the jobs that `mine` says. */
  const multiSweep = (sites: readonly number[], mine: (job: number) => boolean): boolean => {
    const total = (instant: number) => sum(sites.map((site) => freeAt(site, instant)))
    const placed = (job: number): readonly SlowFragment[] | null => {
      if (total(now) < size[job]) return null
      const one = tightest(sites.filter((site) => free(site) >= size[job]))
      if (one >= 0) return [{ site: one, nodes: size[job] }]
      return splitOver(
        sites.map((site) => ({ site, nodes: free(site) })),
        size[job],
      )
    }
    let any = false
    let head: number | null = null
    let shadow = 0
    let extra = 0
    for (const job of waiting.filter(mine)) {
      const on = placed(job)
      if (head === null) {
        if (on !== null) {
          begin(job, on)
          any = true
          continue
        }
        head = job
        shadow = instants().find((instant) => instant > now && total(instant) >= size[job]) as number
        extra = total(shadow) - size[job]
        if (!firstShadow.has(job)) firstShadow.set(job, shadow)
        continue
      }
      if (on === null) continue
      const expected = on.length > 1 ? longer(estimate[job]) : at(on[0].site, job, estimate[job])
      if (now + expected > shadow) {
        if (size[job] > extra) continue
        extra -= size[job]
      }
      begin(job, on)
      any = true
    }
    return any
  }

  const adaptiveSweep = (): boolean => {
    /** When one site alone can take so many nodes; what should have ended by now counts as ended. */
    const oneSite = (needed: number) => {
      let best = { at: Number.POSITIVE_INFINITY, site: -1, free: 0 }
      for (const site of everywhere) {
        const found = instants().find((instant) => freeAt(site, instant) >= needed)
        if (found === undefined) continue
        const at = found <= now + EPSILON ? now : found
        const then = freeAt(site, at === now ? now + EPSILON : at)
        if (at < best.at || (at === best.at && then < best.free)) best = { at, site, free: then }
      }
      return best
    }
    const total = (instant: number) => sum(everywhere.map((site) => freeAt(site, instant)))
    const better = (job: number) => now + longer(estimate[job]) < oneSite(size[job]).at + estimate[job]
    let any = false
    let reserved: { readonly site: number; readonly at: number; extra: number } | null = null
    for (const job of [...waiting]) {
      const needed = size[job]
      if (reserved === null) {
        const one = tightest(everywhere.filter((site) => free(site) >= needed))
        if (one >= 0) begin(job, [{ site: one, nodes: needed }])
        else if (total(now) >= needed && better(job)) {
          begin(
            job,
            splitOver(
              everywhere.map((site) => ({ site, nodes: free(site) })),
              needed,
            ),
          )
        } else {
          const alone = oneSite(needed)
          reserved = { site: alone.site, at: alone.at, extra: alone.free - needed }
          if (total(now) < needed) {
            const found = instants().find((instant) => total(instant) >= needed) as number
            const at = found <= now + EPSILON ? now : found
            if (at + longer(estimate[job]) <= alone.at + estimate[job]) {
              reserved = { site: -1, at, extra: total(at === now ? now + EPSILON : at) - needed }
            }
          }
          const takes = reserved.site < 0 ? longer(estimate[job]) : estimate[job]
          promised.set(job, [...(promised.get(job) ?? []), reserved.at + takes])
          continue
        }
        any = true
        continue
      }
      const inTime = now + estimate[job] <= reserved.at
      const longInTime = now + longer(estimate[job]) <= reserved.at
      if (reserved.site < 0) {
        const one = tightest(everywhere.filter((site) => free(site) >= needed))
        const ends = one >= 0 ? inTime : longInTime
        if (one < 0 && (total(now) < needed || !better(job))) continue
        if (!ends && needed > reserved.extra) continue
        if (!ends) reserved.extra -= needed
        begin(
          job,
          one >= 0
            ? [{ site: one, nodes: needed }]
            : splitOver(
                everywhere.map((site) => ({ site, nodes: free(site) })),
                needed,
              ),
        )
        any = true
        continue
      }
      const { site: kept, extra } = reserved
      const allowed = (site: number, ends: boolean) =>
        site === kept && !ends ? Math.min(free(site), extra) : free(site)
      const one = tightest(everywhere.filter((site) => allowed(site, inTime) >= needed))
      let on: readonly SlowFragment[]
      let ends = inTime
      if (one >= 0) on = [{ site: one, nodes: needed }]
      else {
        ends = longInTime
        const usable = everywhere.map((site) => ({ site, nodes: allowed(site, ends) }))
        if (sum(usable.map((each) => each.nodes)) < needed || !better(job)) continue
        on = splitOver(usable, needed)
      }
      if (!ends) reserved.extra -= on.find(({ site }) => site === kept)?.nodes ?? 0
      begin(job, on)
      any = true
    }
    return any
  }

  /** The site that would start a job first, if all waiting jobs there were planned before it. */
  const chosen = (job: number, choice: SiteChoice): number => {
    const offers = everywhere
      .filter((site) => nodes[site] >= size[job] && (home[job] === site || takes(job, site)))
      .map((site) => {
        const held = running.flatMap((each) =>
          each.fragments
            .filter((fragment) => fragment.site === site)
            .map((fragment) => ({ from: now, to: each.expected, nodes: fragment.nodes })),
        )
        const planned = (instant: number) =>
          nodes[site] -
          sum(held.filter(({ from, to }) => from <= instant && instant < to).map((each) => each.nodes))
        const earliest = (needed: number, seconds: number) =>
          [now, ...held.map(({ to }) => to)]
            .sort((a, b) => a - b)
            .find((first) =>
              [first, ...held.flatMap(({ from, to }) => [from, to])].every((each) =>
                each !== first && (each <= first || each >= first + seconds) ? true : planned(each) >= needed,
              ),
            ) as number
        for (const other of waiting.filter((each) => siteOf[each] === site)) {
          const seconds = at(site, other, estimate[other])
          const from = earliest(size[other], seconds)
          held.push({ from, to: from + seconds, nodes: size[other] })
        }
        const own = at(site, job, estimate[job])
        const from = earliest(size[job], own)
        return { site, start: from, idle: planned(from) - size[job], end: from + own }
      })
    const first = {
      soonest: (a: (typeof offers)[0], b: (typeof offers)[0]) => a.start - b.start || a.idle - b.idle,
      'least-idle': (a: (typeof offers)[0], b: (typeof offers)[0]) => a.idle - b.idle || a.start - b.start,
      'first-done': (a: (typeof offers)[0], b: (typeof offers)[0]) =>
        a.end - b.end || a.start - b.start || a.idle - b.idle,
    }
    return offers.sort((a, b) => first[choice](a, b) || a.site - b.site)[0].site
  }

  for (;;) {
    now = Math.min(released < length ? submit[released] : Infinity, ...running.map((each) => each.end))
    if (now === Infinity) return { start, end, fragments, firstShadow, promised }
    running = running.filter((each) => each.end > now)
    for (; released < length && submit[released] === now; released++) {
      if (policy.kind === 'local') siteOf[released] = home[released]
      if (policy.kind === 'sharing') siteOf[released] = chosen(released, policy.siteChoice)
      waiting.push(released)
    }
    for (let any = true; any; ) {
      if (policy.kind === 'multi') any = multiSweep(everywhere, () => true)
      else if (policy.kind === 'adaptive') any = adaptiveSweep()
      else any = everywhere.filter((site) => multiSweep([site], (job) => siteOf[job] === site)).length > 0
    }
  }
}
