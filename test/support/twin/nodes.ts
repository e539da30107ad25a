/**
 * Schedules on nodes, slow and obvious: docs/machine.md word for word. What is free at an instant is counted from all holdings
 * anew; who fits on which node is asked of the core (`sim/nodes`), which has tests of its own.
 */
import { nextAfter } from '../../../src/sim/algorithms/reservation.js'
import { type Facility, type JobsOf, Placing } from '../../../src/sim/facility/index.js'
import { allocate, type NodeShare, NodeStock } from '../../../src/sim/nodes/index.js'
import { NodeNeeds } from '../../../src/sim/nodes/needs.js'
import type { JobField, Ranking, World } from '../../../src/sim/order.js'
import type { Policy } from '../../../src/sim/policy.js'
import { UTC_TIME_CLASSES } from '../../../src/sim/time-class.js'
import type { JobTable } from '../../../src/trace/job-table.js'

interface Holding {
  readonly from: number
  readonly to: number
  readonly share: NodeShare
}

interface Setting {
  readonly jobs: JobTable
  readonly facility: Facility
  readonly processors: number
  readonly policy: Policy
  readonly fields: Partial<Record<JobField, Float64Array>>
  readonly kept: boolean
}

export function nodeTwin({ jobs, facility, processors, policy, fields, kept }: Setting): Float64Array {
  const { nodes, partitions, priorities, limits } = facility
  if (nodes === undefined) throw new Error('a machine of nodes')
  const needs = new NodeNeeds(facility, nodes)
  const field = (name: JobField) => (job: number) => fields[name]?.[job] ?? -1
  const placing = new Placing(partitions)
  const stock = new NodeStock(needs.inventory)
  const requestIn = (job: number, home: number) => needs.of(jobs.size[job], home, (name) => field(name)(job))
  /** Those of its partitions that could hold it. */
  const homes =
    jobs.id.length === 0
      ? []
      : Array.from(jobs.id, (_, job) => {
          const own = placing.of(field('partition')(job), field('queue')(job), field('partitionSet')(job))
          const able = own.filter((home) => {
            const { request, nodes: on } = requestIn(job, home)
            return allocate(stock, request, on, 'first') !== null
          })
          return own.length > 1 && able.length > 0 ? able : own.slice(0, 1)
        })
  const placeOf = (job: number) => homes[job][0]
  const world: World = {
    ...{ jobs, processors, field, site: null, live: false, members: () => [] },
    origin: jobs.submit[0] ?? 0,
    situation: UTC_TIME_CLASSES,
  }
  const ranking = policy.order.bind(world)
  const backfill = policy.backfillOrder?.bind(world) ?? null
  const start = new Float64Array(jobs.length).fill(Number.NaN)
  const openings = (facility.reservations ?? []).map(({ end }) => Number(end))
  let now = 0
  let waiting: number[] = []
  let running: { readonly job: number; readonly share: NodeShare }[] = []

  const priority = (job: number) =>
    priorities.find(({ queue }) => queue === field('queue')(job))?.priority ?? 0
  const tier = (job: number) => partitions[placeOf(job)].tier ?? 0
  function ordered(by: Ranking): number[] {
    const keys = new Float64Array(waiting.length)
    by.score(keys, Int32Array.from(waiting), waiting.length, { now, waiting: waiting.length, free: 0 })
    const key = new Map(waiting.map((job, k) => [job, keys[k]]))
    return [...waiting].sort(
      (a, b) =>
        tier(b) - tier(a) || priority(b) - priority(a) || (key.get(a) ?? 0) - (key.get(b) ?? 0) || a - b,
    )
  }
  const meant = (of: JobsOf, job: number) =>
    (of.users?.includes(jobs.user[job]) ?? true) &&
    (of.groups?.includes(field('unixGroup')(job)) ?? true) &&
    (of.queues?.includes(field('queue')(job)) ?? true)
  const ofArray = (job: number) =>
    running.filter((each) => field('arrayJob')(each.job) === field('arrayJob')(job)).length
  const overLimit = (job: number) =>
    (field('arrayJob')(job) > 0 &&
      field('arrayThrottle')(job) > 0 &&
      ofArray(job) >= field('arrayThrottle')(job)) ||
    limits.some((limit) => {
      if (limit.kind === 'queue-jobs') {
        const counted = running.filter((each) => field('queue')(each.job) === limit.queue)
        return field('queue')(job) === limit.queue && counted.length >= limit.value
      }
      const size = (counted: readonly { readonly job: number }[]) =>
        counted.reduce((sum, each) => sum + jobs.size[each.job], jobs.size[job])
      const ofUser = running.filter((each) => jobs.user[each.job] === jobs.user[job])
      if (limit.kind === 'user-processors') return size(ofUser) > limit.value
      if (limit.kind === 'user-jobs') return ofUser.length >= limit.value
      if (!meant(limit, job)) return false
      const ofGroup = running.filter((each) => field('unixGroup')(each.job) === field('unixGroup')(job))
      const all = limit.each === undefined ? running : limit.each === 'user' ? ofUser : ofGroup
      const counted = all.filter((each) => meant(limit, each.job))
      const gpus = (each: number) => Math.max(0, field('requestedGpus')(each))
      const held = counted.reduce((sum, each) => sum + gpus(each.job), gpus(job))
      return (
        counted.length + 1 > (limit.jobs ?? Infinity) ||
        size(counted) > (limit.processors ?? Infinity) ||
        (gpus(job) > 0 && held > (limit.gpus ?? Infinity))
      )
    })

  const plannedEnd = (job: number) => Math.max(start[job] + jobs.estimate[job], nextAfter(now))
  const holdings = (): Holding[] =>
    running.map(({ job, share }) => ({ from: Number.NEGATIVE_INFINITY, to: plannedEnd(job), share }))
  function freeAt(instant: number, held: readonly Holding[]): NodeStock {
    const stock = new NodeStock(needs.inventory)
    for (const { from, to, share } of held) if (from <= instant && instant < to) stock.take(share)
    return stock
  }
  /** What a job would get from an instant on until its estimated end, in the first partition where it fits; null where in none. */
  function shareAt(job: number, at: number, held: readonly Holding[], among = homes[job]): NodeShare | null {
    for (const home of among) {
      const share = shareIn(job, home, at, held)
      if (share !== null) return share
    }
    return null
  }
  function shareIn(job: number, home: number, at: number, held: readonly Holding[]): NodeShare | null {
    const least = freeAt(at, held)
    const end = at + jobs.estimate[job]
    const closed = new Set(
      (facility.reservations ?? []).flatMap((each) => {
        const [from, to] = [Number(each.start), Number(each.end)]
        const open =
          each.users?.includes(jobs.user[job]) ||
          each.groups?.includes(field('unixGroup')(job)) ||
          each.queues?.includes(field('queue')(job))
        const meets = !open && at < to && (end > from || at >= from)
        const [first, last] = each.nodes[0]
        return meets ? Array.from({ length: last - first + 1 }, (_, k) => first + k) : []
      }),
    )
    for (const { from } of held)
      if (from > at && from < at + jobs.estimate[job]) least.limit(freeAt(from, held))
    const { request, nodes: on } = requestIn(job, home)
    const own = on.filter((node) => !closed.has(node))
    return allocate(least, request, own, nodes?.packing ?? 'first')
  }
  function earliest(
    job: number,
    held: readonly Holding[],
  ): { readonly at: number; readonly share: NodeShare } {
    const ends = [...held.map(({ to }) => to), ...openings]
    const instants = [now, ...ends.filter((to) => to > now)].sort((a, b) => a - b)
    for (const at of instants) {
      const share = shareAt(job, at, held)
      if (share !== null) return { at, share }
    }
    throw new Error(`job ${job} never fits`)
  }
  const holding = (job: number, at: number, share: NodeShare): Holding => ({
    from: at,
    to: at + jobs.estimate[job],
    share,
  })
  function launch(job: number, share: NodeShare): void {
    start[job] = now
    for (const each of [ranking, backfill]) if (each?.kind === 'general') each.started?.(job, now)
    running.push({ job, share })
    waiting = waiting.filter((each) => each !== job)
  }

  function head(): void {
    const blocked = new Set<number>()
    for (const job of ordered(ranking)) {
      if (overLimit(job)) continue
      const open = homes[job].filter((home) => !needs.nodesIn[home].some((node) => blocked.has(node)))
      const share = shareAt(job, now, holdings(), open)
      if (share !== null) launch(job, share)
      else for (const home of open) for (const node of needs.nodesIn[home]) blocked.add(node)
    }
  }

  function list(): void {
    for (const job of ordered(ranking)) {
      const share = overLimit(job) ? null : shareAt(job, now, holdings())
      if (share !== null) launch(job, share)
    }
  }

  function easy(): void {
    const reserved: { readonly job: number; readonly at: number; readonly home: number }[] = []
    const remade = (held: Holding[]): Holding[] | null => {
      for (const { job, at, home } of reserved) {
        const share = shareIn(job, home, at, held)
        if (share === null) return null
        held.push(holding(job, at, share))
      }
      return held
    }
    const attempt = (job: number): boolean => {
      for (const home of homes[job]) {
        const share = shareIn(job, home, now, holdings())
        if (share === null || remade([...holdings(), holding(job, now, share)]) === null) continue
        launch(job, share)
        return true
      }
      return false
    }
    const served = new Set<number>()
    for (const job of ordered(ranking)) {
      const isServed = homes[job].every((home) => served.has(home))
      if (overLimit(job) || (backfill !== null && isServed)) continue
      if (attempt(job) || isServed) continue
      for (const home of homes[job]) served.add(home)
      const { at, share } = earliest(job, remade(holdings()) ?? [])
      const home = homes[job].find((each) => requestIn(job, each).request === share.request) ?? -1
      reserved.push({ job, at, home })
    }
    if (backfill === null) return
    for (const job of ordered(backfill)) if (waiting.includes(job) && !overLimit(job)) attempt(job)
  }

  let due = Number.POSITIVE_INFINITY
  function planned(): void {
    due = Number.POSITIVE_INFINITY
    const held = holdings()
    const soon = nextAfter(now)
    for (const job of ordered(ranking)) {
      if (overLimit(job)) continue
      const { at, share } = earliest(job, held)
      const { to } = holding(job, at, share)
      held.push({ from: at, to: at === now ? Math.max(soon, to) : to, share })
      if (at === now) launch(job, share)
      else if (at > soon) due = Math.min(due, at)
    }
  }

  const promised = new Map<number, Holding>()
  let ended = false
  function renewed(): void {
    let renew = ended
    ended = false
    for (let lost = true; lost; ) {
      lost = false
      for (const job of ordered(ranking)) {
        if (overLimit(job)) {
          if (promised.delete(job)) lost = renew = true
          continue
        }
        if (renew) promised.delete(job)
        const ends = running.map((each) => holding(each.job, start[each.job], each.share))
        if (!promised.has(job)) {
          const { at, share } = earliest(job, [...ends, ...promised.values()])
          promised.set(job, holding(job, at, share))
        }
        const { from, share } = promised.get(job) as Holding
        if (from > now) continue
        promised.delete(job)
        launch(job, share)
      }
    }
    due = Math.min(...[...promised.values()].map(({ from }) => from))
  }

  const pass = { head, list, easy, cons: kept ? renewed : planned }[policy.algorithm]
  for (let next = 0; ; ) {
    const endOf = (job: number) => start[job] + jobs.runtime[job]
    const ends = running.map(({ job }) => endOf(job))
    now = Math.min(
      jobs.submit[next] ?? Number.POSITIVE_INFINITY,
      ...ends,
      waiting.length > 0 ? Math.min(due, ...openings.filter((to) => to > now)) : Infinity,
    )
    if (now === Number.POSITIVE_INFINITY) return start
    const left = running.filter(({ job }) => endOf(job) > now)
    ended ||= left.length < running.length
    for (const { job } of running) {
      if (endOf(job) > now) continue
      for (const each of [ranking, backfill]) if (each?.kind === 'general') each.ended?.(job, now)
    }
    running = left
    while (jobs.submit[next] === now) waiting.push(next++)
    if (waiting.length > 0) pass()
  }
}
